"""How a ruling is made: the position first, then the move, then the verdicts under other editions.

The order is ``audit`` (is this position possible?), ``check`` (is this move legal?), ``apply`` (the state after it).
Everything is a pure function of state, move, pack and choices.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from schemas.ruling import Verdict
from service.referee.budget import CHECK, step
from service.referee.choices import Choices
from service.referee.findings import Findings, Happening
from service.referee.game import AnyGame, Following
from service.referee.table import Table

SUGGESTIONS = 5

Pace = Callable[[Iterable[Any]], Iterable[Any]]
"""Iterates over candidates; may raise an exception to stop."""


class Judgement(NamedTuple):
    """A ruling, before it is rendered in a language."""

    verdict: Verdict
    findings: Findings
    state: Any
    happenings: list[Happening]
    following: Following | None
    choices: Choices
    after: Any = None
    """The table after a legal move."""


class Alternative(NamedTuple):
    """The verdict under another edition, or under another value of one house rule."""

    edition: str | None
    house_rule: str | None
    value: str | None
    verdict: str
    rules: list[str]


def judge(game: AnyGame, table: Any, move: Any) -> Judgement:
    """Rule on a move in a position that has not been audited yet."""
    step(CHECK)
    findings = Findings()
    game.audit(table, findings, thorough=False)
    if findings.broken:
        return Judgement("impossible", findings, None, [], None, table.choices)
    # From here on only the choices that the move depends on count, not those that the audit consulted.
    table.choices.consulted.clear()
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
    result, happenings = game.apply(table, move)
    after = result if isinstance(result, Table) else table.after(result, move)
    following = game.following(after) if ahead else None
    return Judgement(verdict, findings, after.state, happenings, following, table.choices, after)


def differences(game: AnyGame, table: Any, move: Any, judgement: Judgement) -> list[Alternative]:
    """The editions, and the values of consulted choices, under which the verdict would be another one.

    Editions under which the position itself is impossible are left out.
    """
    choices = judgement.choices
    if not choices.consulted:
        return []
    editions = [edition for edition in game.rulebook.editions if choices.differ_in(edition)]
    return [
        alternative
        for alternative in alternatives(game, table, move, choices, editions)
        if alternative.verdict not in (judgement.verdict, "impossible")
    ]


def alternatives(
    game: AnyGame, table: Any, move: Any, choices: Choices, editions: Iterable[str] | None = None
) -> Iterator[Alternative]:
    """The verdict under every edition, and under every value of each choice that was consulted."""
    for edition in game.rulebook.editions if editions is None else editions:
        if edition != choices.edition:
            yield _alternative(game, table, move, choices.under(edition=edition), edition=edition)
    for name in sorted(choices.consulted):
        for value in choices.rules[name].values:
            if value != choices[name]:
                under = choices.under(**{name: value})
                yield _alternative(game, table, move, under, house_rule=name, value=value)


def _alternative(
    game: AnyGame,
    table: Any,
    move: Any,
    choices: Choices,
    edition: str | None = None,
    house_rule: str | None = None,
    value: str | None = None,
) -> Alternative:
    other = judge(game, game.table(table.sent_state, table.box, choices), move)
    rules = list(dict.fromkeys(finding.rule for finding in other.findings.broken))
    return Alternative(edition, house_rule, value, other.verdict, rules)


def refused_kinds(game: AnyGame, table: Any, player: str | None, kind: str | None) -> Iterator[tuple[str, Findings]]:
    """The kinds of move of which none is legal, each with the rules against it."""
    for name in game.meta.move_types:
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
