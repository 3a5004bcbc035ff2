"""How a ruling is made: the position first, then the move, then the rulings under other editions.

The order is ``audit`` (is this position possible?), ``check`` (is this move legal?), ``apply`` (the state after it).
Everything is a pure function of state, move, pack and choices.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from schemas.ruling import Change, Verdict
from service.referee.budget import CHECK, step
from service.referee.choices import Choices
from service.referee.findings import Findings, Happening
from service.referee.game import AnyGame, Following
from service.referee.known import Unknown

SUGGESTIONS = 5

Pace = Callable[[Iterable[Any]], Iterable[Any]]
"""Iterates over candidates; may raise an exception to stop."""


class Judgement(NamedTuple):
    """A ruling, before it is rendered in a language."""

    verdict: Verdict
    findings: Findings
    state: Any
    happenings: list[Happening]
    following: Following | Unknown | None
    choices: Choices
    after: Any = None
    """The table after a legal move."""


class Alternative(NamedTuple):
    """The ruling under another edition, or under another value of one house rule."""

    edition: str | None
    house_rule: str | None
    value: str | None
    verdict: Verdict
    rules: list[str]
    changes: Change


def judge(game: AnyGame, table: Any, move: Any) -> Judgement:
    """Rule on a move in a position that has not been audited yet."""
    step(CHECK)
    findings = Findings()
    before_audit = set(table.choices.consulted)
    game.audit(table, findings, thorough=False)
    if findings.broken:
        return Judgement("impossible", findings, None, [], None, table.choices)
    # On a possible position the ruling does not rest on what the audit consulted.
    table.choices.consulted = before_audit
    judgement = rule_on(game, table, move)
    judgement.findings.assumed[:0] = findings.assumed
    return judgement


def rule_on(game: AnyGame, table: Any, move: Any, *, ahead: bool = True) -> Judgement:
    """Rule on a move in a position that is known to be possible; ``ahead``: also compute who may move next."""
    step(CHECK)
    findings = Findings()
    game.check(table, move, findings)
    verdict = findings.verdict
    if verdict != "legal":
        return Judgement(verdict, findings, None, [], game.following(table), table.choices)
    after, happenings = game.apply(table, move)
    following = game.following(after) if ahead else None
    return Judgement(verdict, findings, after.state, happenings, following, table.choices, after)


def differences(alternatives: Iterable[Alternative]) -> list[Alternative]:
    """Those under which the answer would be another one.

    An edition or house rule under which the position itself is impossible is left out: it is not played here.
    """
    return [other for other in alternatives if other.changes != "nothing" and other.verdict != "impossible"]


def alternatives(game: AnyGame, table: Any, move: Any, judgement: Judgement) -> list[Alternative]:
    """The ruling under every other edition, and under every other value of each choice that was read.

    A choice that nobody read, neither to make the table nor to audit it, to check the move or to make it, changes
    nothing. So an edition is judged only where it differs in something that was read, and only once: often it comes
    to the same as the one house rule that matters.
    """
    choices = judgement.choices
    names = sorted(choices.read)
    judged = [(choices, judgement)]

    def ruling_under(under: Choices) -> tuple[Verdict, list[str], Change]:
        same = (ruling for before, ruling in judged if not before.differ_from(under, before.read))
        other = next(same, None)
        if other is None:
            other = judge(game, game.table(table.sent_state, table.box, under), move)
            judged.append((under, other))
        return other.verdict, other.findings.broken_rules, _change(judgement, other)

    found = [
        Alternative(edition, None, None, *ruling_under(choices.under(edition=edition)))
        for edition in game.rulebook.editions
        if edition != choices.edition
    ]
    found += [
        Alternative(None, name, value, *ruling_under(choices.under(**{name: value})))
        for name in names
        for value in choices.rules[name].values
        if value != choices.value(name)
    ]
    return found


def _change(judgement: Judgement, other: Judgement) -> Change:
    """What another ruling changes: the most important of its differences."""
    if other is judgement:
        return "nothing"
    if other.verdict != judgement.verdict:
        return "verdict"
    if set(other.findings.broken_rules) != set(judgement.findings.broken_rules):
        return "rules"
    if other.state != judgement.state or other.happenings != judgement.happenings:
        return "result"
    return "nothing" if _open_facts(other) == _open_facts(judgement) else "facts"


def _open_facts(judgement: Judgement) -> set[str]:
    """What a ruling assumes or misses; a refusal depends on no fact that is open."""
    findings = judgement.findings
    return set() if findings.broken else set(map(repr, (*findings.assumed, *findings.missing)))


def refused_kinds(game: AnyGame, table: Any, player: str | None, kind: str | None) -> Iterator[tuple[str, Findings]]:
    """The kinds of move of which none is legal, each with the rules against it."""
    for name in game.move_types:
        if kind not in (None, name) or any(True for _ in game.legal_moves(table, player, name)):
            continue
        findings = Findings()
        game.refuse(table, name, player, findings)
        if findings.broken:
            yield name, findings


def suggestions(game: AnyGame, table: Any, move: Any, pace: Pace = iter) -> list[Any]:
    """The nearest legal moves to an illegal one."""
    legal: list[Any] = []
    for candidate in pace(game.nearest(table, move)):
        if candidate not in legal and _is_legal(game, table, candidate):
            legal.append(candidate)
        if len(legal) == SUGGESTIONS:
            break
    return legal


def _is_legal(game: AnyGame, table: Any, move: Any) -> bool:
    step(CHECK)
    findings = Findings()
    game.check(table, move, findings)
    return findings.verdict == "legal"
