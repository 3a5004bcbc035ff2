"""The properties of partial tables (DESIGN §4), each as a check that compares answers and yields what is violated.

For a whole table W, a partial table P made from it by leaving out zones or hiding cards, and a move m:

0.  *Answer.* P gets a ruling: it is not malformed when W is not, and never an error.
1.  *Proof.* P illegal ⇒ W illegal; each rule that P names as broken is broken in W, or has no subject there and W
    names the rule that says so (a rule that P does not name).
2.  *Assumptions.* W illegal and P legal ⇒ ``assumed`` of P names a fact whose predicate is false in W and whose rule
    is broken in W (its own rule, or one that shows when the zones of the fact are sent).
3.  *No false refusal.* W legal ⇒ P is not illegal and not impossible. If P is undetermined, every ``missing`` fact
    reads a zone that was masked, and filling these gives W's verdict.
4.  *True results.* Whatever the state after P claims holds in the state after W, if the assumptions hold in W.
    Most of what was sent, and what no move of this type was seen to change, is still there. Playing on from it
    obeys 1 to 3.
5.  *Audit.* W possible ⇒ P possible.
6.  *Score.* The same points if the assumptions hold in W, or the answer says what is missing (a problem document
    by its pointer).
7.  *Lists.* A move legal in W is in P's ``legal-moves``, or ``complete`` is false and ``missing`` says what would
    have to be sent to list it. What is listed passes ``validate`` with the same assumptions.
8.  *Symmetry.* Order of keys, other names, rotated seats: the same verdict.
9.  *Round trip.* A returned state is accepted and possible, and whole if the whole table was sent; a replay equals
    its moves one by one; fields that follow from others may be left out or filled in without changing the answer.
10. *Decisiveness.* If every zone that a broken rule reads is in P, P names that rule. Masking zones that no rule of
    the move reads changes nothing. ``assumed`` and ``missing`` read masked zones only (so a whole table assumes
    nothing), and sending just those zones from W removes the entry. Telling more never makes a broken rule vanish.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from tests.games.partial_tables.asking import Answer, Known, Referee
from tests.games.partial_tables.positions import State, tag_of
from tests.games.partial_tables.zones import Place, covers, filled, value_at, without

REFUSED = ("malformed", "error")
POSSIBLE = ("possible", "undetermined")


class Violation(NamedTuple):
    """A property that an answer does not have: what is wrong, and with which rule, fact or zone."""

    property: int
    code: str
    subject: str = ""

    def __str__(self) -> str:
        return f"{self.property} {self.code} {self.subject}".strip()


class Case:
    """A whole table, the move that is asked about, and the answer for the whole table."""

    def __init__(
        self, referee: Referee, pack: str, whole: State, move: Any = None, changed: Collection[str] = ()
    ) -> None:
        """``changed`` are zones that moves of this type have changed in some game."""
        self.referee = referee
        self.pack = pack
        self.whole = whole
        self.move = move
        self.changed = changed
        self.answer = self.ask(whole) if move is not None else referee.ask("audit", pack, whole)

    @cached_property
    def table(self) -> Any:
        """The whole table as the engine reads it."""
        return self.referee.table(self.whole, self.pack)

    @cached_property
    def places(self) -> list[Place]:
        return self.referee.zones.places(self.whole)

    @cached_property
    def unchanged(self) -> list[Place]:
        """The zones that moves of this type never change; parts of zones do not count."""
        return [
            place
            for place in self.places
            if place.kind == "zone"
            and place.generic.removeprefix("/players/*").count("/") == 1
            and not any(place.generic.startswith(zone) for zone in self.changed)
            and value_at(self.whole, place.path) == value_at(self.answer.state, place.path)
        ]

    @cached_property
    def score(self) -> Answer:
        return self.referee.ask("score", self.pack, self.whole)

    @cached_property
    def moves(self) -> list[Any]:
        """The legal moves of the whole table."""
        answer = self.referee.ask("legal-moves", self.pack, self.whole)
        return [] if answer.raw is None else list(answer.raw.moves)

    def part(self, masked: Sequence[Place]) -> State:
        return without(self.whole, masked)

    def ask(self, state: State, move: Any = None) -> Answer:
        return self.referee.ask("validate", self.pack, state, move=move or self.move)


Check = Callable[[Case, Sequence[Place]], Iterable[Violation]]


# ---------------------------------------------------------------- one ruling: 0 to 4, 9, 10


def ruling(case: Case, masked: Sequence[Place]) -> Iterator[Violation]:
    """Compare the ruling on the partial table with that on the whole one."""
    answer = case.ask(case.part(masked))
    yield from compared(case, masked, answer)
    yield from decisive(case, masked, answer)
    if answer.verdict != "legal" or answer.state is None:
        return
    if case.answer.verdict == "legal" and holding(case, answer):
        yield from true_results(case, masked, answer)
    if not masked and getattr(answer.next, "players", UNSET) is UNSET:
        yield Violation(9, "not whole after the move")
    after = case.referee.ask("audit", case.pack, answer.state)
    if after.verdict not in POSSIBLE:
        yield Violation(9, f"{after.verdict} after the move", (after.broken or (after.problem,))[0])


def compared(case: Case, masked: Sequence[Place], part: Answer) -> Iterator[Violation]:
    """Properties 0 to 3 as far as the two answers show them."""
    whole = case.answer
    if part.verdict in REFUSED:
        if part.verdict == "error" or whole.verdict != part.verdict:
            yield Violation(0, part.verdict, part.problem)
    elif part.verdict == "impossible":
        if whole.verdict == "legal":  # for other moves property 5 says so
            yield Violation(3, "impossible", part.broken[0])
    elif part.verdict == "illegal" and whole.verdict != "illegal":
        yield Violation(3, "illegal", part.broken[0])
    elif part.verdict == "illegal":
        for rule in unfounded(whole, part):
            yield Violation(1, "not broken", rule)
    elif part.verdict == "legal" and whole.verdict == "illegal":
        if not any(explains(case, masked, fact) for fact in part.assumed):
            yield Violation(2, "not assumed", whole.broken[0])
    elif part.verdict == "undetermined" and not part.missing:
        yield Violation(3, "nothing missing")


def fewer_players(masked: Sequence[Place]) -> bool:
    """Whether players are left out."""
    return any(place.kind == "players" for place in masked)


def unfounded(whole: Answer, part: Answer) -> list[str]:
    """The rules that only the answer with less knowledge names, if the other has no further rule for the same."""
    if set(whole.broken) - set(part.broken):
        return []
    return [rule for rule in part.broken if rule not in whole.broken]


def explains(case: Case, masked: Sequence[Place], fact: Known) -> bool:
    """Whether an assumption is what is wrong: it does not hold in W, and its rule or the rule that its zones show
    is broken there.
    """
    if holds(case, fact):
        return False
    if fact.rule in case.answer.broken or not fact.zones:
        return fact.rule in case.answer.broken
    sent = case.ask(case.part(filled(masked, fact.zones)))
    return not set(sent.broken).isdisjoint(case.answer.broken)


def holds(case: Case, fact: Known) -> bool:
    """Whether a fact holds in W."""
    return case.referee.game.fact_holds(fact.fact, fact.detail, case.table, case.move)


def holding(case: Case, answer: Answer) -> bool:
    """Whether everything that an answer assumes holds in W."""
    return all(holds(case, fact) for fact in answer.assumed)


def true_results(case: Case, masked: Sequence[Place], answer: Answer) -> Iterator[Violation]:
    """Property 4: what the state after the move claims, and what it has lost; the first of each."""
    for claim in case.referee.zones.false_claims(case.answer.state, answer.state)[:1]:
        yield Violation(4, "false state", claim)
    sent = [place for place in case.unchanged if not any(outer.contains(place) for outer in masked)]
    lost = sum(value_at(answer.state, place.path) is UNSET for place in sent)
    if lost > len(case.unchanged) / 2:
        yield Violation(4, "lost most of the table")
    for part in ("players", "moves"):
        claimed, there = (getattr(one.next, part, UNSET) for one in (answer, case.answer))
        if claimed is not UNSET and there is not UNSET and not set(there) <= set(claimed):
            yield Violation(4, "false next", part)
            break


def unread(case: Case, masked: Sequence[Place]) -> bool:
    """Whether no declared fact reads what is masked; a game that declares none names the zones as it reads them."""
    return bool(case.referee.facts) and not any(matches(case.referee.read_by(None), place) for place in masked)


# ---------------------------------------------------------------- decisiveness: 10, and what is missing: 3


def decisive(case: Case, masked: Sequence[Place], answer: Answer) -> Iterator[Violation]:
    """Property 10 as far as the two answers show it."""
    for entry in (*answer.assumed, *answer.missing):
        if not masked or not reads_masked(entry, masked):
            yield Violation(10, "not masked", entry.fact)
    if not case.referee.facts or answer.verdict in (*REFUSED, "impossible"):
        return
    for rule in case.answer.broken:
        templates = case.referee.read_by(rule)
        if templates and rule not in answer.broken and not any(matches(templates, place) for place in masked):
            yield Violation(10, "silent", rule)
    if unread(case, masked) and ids(answer)[1:] != ids(case.answer)[1:]:
        yield Violation(10, "unread zones matter")


def reads_masked(entry: Known, masked: Sequence[Place]) -> bool:
    """Whether an entry names zones, and only such as are masked; who plays is, if it is masked how many do."""
    zones = {"/clans" if zone == "/players" and _is_number_masked(masked) else zone for zone in entry.zones or ()}
    return bool(zones) and all(any(covers(zone, place) for place in masked) for zone in zones)


def _is_number_masked(masked: Sequence[Place]) -> bool:
    return any(place.pointer == "/clans" for place in masked)


def matches(templates: Iterable[str], place: Place) -> bool:
    """Whether a template of a pointer names this place, something in it, or something that contains it."""
    own = place.pointer.split("/")
    return any(
        place.kind == "players"
        if template == "/players"  # who plays, not what lies before them
        else all(step in (mine, "*") or step[:1] == "{" for step, mine in zip(template.split("/"), own, strict=False))
        for template in templates
    )


def ids(answer: Answer) -> tuple[Any, ...]:
    """An answer without sentences and details; the broken rules first."""
    facts = (sorted(fact.fact for fact in entries) for entries in (answer.assumed, answer.missing))
    return (sorted(answer.broken), answer.verdict, *facts)


def sending(case: Case, masked: Sequence[Place]) -> Iterator[Violation]:
    """Properties 3 and 10: sending the zones that an entry names removes it; sending all that is missing decides."""
    answer = case.ask(case.part(masked))
    for name, entries in (("assumed", answer.assumed), ("missing", answer.missing)):
        for entry in entries:
            if reads_masked(entry, masked):
                again = case.ask(case.part(filled(masked, entry.zones)))
                if entry.key in {other.key for other in getattr(again, name)}:
                    yield Violation(10, f"stays {name}", entry.fact)
    if answer.verdict == "undetermined":
        zones = [zone for entry in answer.missing for zone in entry.zones or ()]
        again = case.ask(case.part(filled(masked, zones)))
        if again.verdict != case.answer.verdict and not (again.verdict == "legal" and again.assumed):
            yield Violation(3, f"still {again.verdict}", answer.missing[0].fact)


class TellingMore(NamedTuple):
    """Property 10: telling more never makes a broken rule vanish. ``sent`` are the zones told besides."""

    sent: frozenset[str]
    label = "telling more"

    def __call__(self, case: Case, masked: Sequence[Place]) -> Iterator[Violation]:
        less = case.ask(case.part(masked))
        more = case.ask(case.part([place for place in masked if place.pointer not in self.sent]))
        if less.verdict == "illegal" and more.verdict not in ("illegal", "impossible"):
            yield Violation(10, "vanishes", less.broken[0])
        elif less.verdict == "illegal":
            for rule in unfounded(more, less):
                yield Violation(10, "vanishes", rule)


# ---------------------------------------------------------------- more than one move: 4, 9


class PlayingOn(NamedTuple):
    """Properties 4 and 9: a second move, legal after the first one in W, is played after it in P."""

    second: Any
    after: Case
    """The whole table after the first move, and the ruling on the second one there."""
    label = "playing on"

    def __call__(self, case: Case, masked: Sequence[Place]) -> Iterator[Violation]:
        part = case.part(masked)
        first = case.ask(part)
        if first.verdict != "legal" or first.state is None or case.answer.state is None:
            return
        zones, second = case.referee.zones, case.ask(first.state, self.second)
        if holding(case, first) and not zones.false_claims(case.answer.state, first.state):
            for violation in compared(self.after, [], second):
                yield Violation(4, f"then {tag_of(self.second)} {violation.code}", violation.subject)
        if not masked:  # a whole table is whole after the move, too
            yield from decisive(self.after, [], self.after.answer)
        yield from replayed(case, part, (case.move, self.second), (first, second))
        yield from followed(case, masked, first)


def replayed(case: Case, part: State, moves: tuple[Any, Any], rulings: tuple[Answer, Answer]) -> Iterator[Violation]:
    """Property 9: a replay says what its moves say one by one."""
    answer = case.referee.ask("replay", case.pack, part, moves=moves)
    last = rulings[1] if rulings[1].verdict == "legal" else rulings[0]
    if answer.verdict != rulings[1].verdict:
        yield Violation(9, f"replay {answer.verdict}", f"{tag_of(moves[1])} {rulings[1].verdict}")
    elif answer.state != last.state:
        yield Violation(9, "replay has another state", tag_of(moves[1]))


def followed(case: Case, masked: Sequence[Place], answer: Answer) -> Iterator[Violation]:
    """Property 9: a zone that was not sent, and that the answer states all the same, may be sent."""
    for place in masked:
        value = value_at(answer.state, place.path)
        if place.kind == "zone" and value is not UNSET and value == value_at(case.whole, place.path):
            again = case.ask(case.part([other for other in masked if other != place]))
            if (again.verdict, again.broken) != (answer.verdict, answer.broken):
                yield Violation(9, f"filled in: {again.verdict}", place.generic)


# ---------------------------------------------------------------- other names and seats: 8


def symmetric(case: Case, masked: Sequence[Place]) -> Iterator[Violation]:
    """Property 8: the order of keys, the names and the first seat have no influence."""
    part, move = case.part(masked), msgspec.to_builtins(case.move)
    answer = ids(case.ask(part))
    names = [player["name"] for player in case.whole["players"]]
    renamed = dict(zip(names, (f"{letter}{letter}" for letter in "zqhyxd"), strict=False))
    seats = part["players"]
    others = {
        "keys": (backwards(part), move),
        "names": (with_names(part, renamed), with_names(move, renamed)),
    }
    if not fewer_players(masked):
        others["seats"] = ({**part, "players": [*seats[1:], seats[0]]}, move)
    for name, (state, other) in others.items():
        asked = case.ask(state, msgspec.convert(other, case.referee.game.shapes.move))
        if ids(asked) != answer:
            yield Violation(8, name, "verdict" if asked.verdict != answer[1] else "reasons")


def backwards(value: Any) -> Any:
    """The same JSON with the keys of each object in the opposite order."""
    if isinstance(value, dict):
        return {key: backwards(value[key]) for key in reversed(value)}
    return [backwards(item) for item in value] if isinstance(value, list) else value


def with_names(value: Any, renamed: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {renamed.get(key, key): with_names(item, renamed) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [with_names(item, renamed) for item in value]
    return renamed.get(value, value) if isinstance(value, str) else value


# ---------------------------------------------------------------- a position: 5 to 7


def audit(case: Case, masked: Sequence[Place]) -> Iterator[Violation]:
    """Property 5: a part of a possible table is possible."""
    answer = case.referee.ask("audit", case.pack, case.part(masked))
    if answer.verdict in REFUSED:
        yield Violation(0, f"audit {answer.verdict}", answer.problem)
    elif answer.verdict == "impossible":
        yield Violation(5, "impossible", answer.broken[0])


def score(case: Case, masked: Sequence[Place]) -> Iterator[Violation]:
    """Property 6: the same points, or the answer says what is missing."""
    whole = case.score
    part = case.referee.ask("score", case.pack, case.part(masked))
    if part.verdict in REFUSED:
        said = part.verdict == "malformed" and any(covers(part.pointer, place) for place in masked)
        if whole.verdict != part.verdict and not said and not fewer_players(masked):
            yield Violation(0, f"score {part.verdict}", part.problem)
    elif part.verdict == "impossible":
        if whole.verdict != "impossible":
            yield Violation(6, "impossible", part.broken[0])
    elif not part.missing and whole.verdict != "impossible" and holding(case, part):
        totals, others = ({player.name: player.total for player in answer.raw.players} for answer in (whole, part))
        if not others.items() <= totals.items():
            yield Violation(6, "other totals")
        elif fewer_players(masked):
            return
        elif part.raw.ranking != whole.raw.ranking:
            yield Violation(6, "other ranking")
        elif part.raw.final not in (whole.raw.final, None):
            yield Violation(6, "other end")


def legal_moves(case: Case, masked: Sequence[Place]) -> Iterator[Violation]:
    """Property 7: nothing legal is silently left out of a list, and what is listed is legal."""
    part = case.part(masked)
    answer = case.referee.ask("legal-moves", case.pack, part)
    if answer.verdict in REFUSED:
        yield Violation(0, f"legal-moves {answer.verdict}", answer.problem)
        return
    if answer.verdict == "impossible":
        return  # property 5 says so
    yield from not_listed(case, masked, answer)
    yield from listed(case, part, answer)


def not_listed(case: Case, masked: Sequence[Place], answer: Answer) -> Iterator[Violation]:
    absent = [move for move in case.moves if move not in answer.raw.moves]
    if not absent:
        return
    if answer.raw.complete or not (answer.missing or answer.raw.truncated):
        yield Violation(7, "not listed", min(map(tag_of, absent)))
        return
    zones = [zone for entry in answer.missing for zone in entry.zones]
    again = case.referee.ask("legal-moves", case.pack, case.part(filled(masked, zones)))
    for entry in answer.missing:
        if entry.key in {other.key for other in again.missing}:
            yield Violation(7, "stays missing", entry.fact)


def listed(case: Case, part: State, answer: Answer) -> Iterator[Violation]:
    """The first and the last listed move of each type are asked about."""
    assumed = {entry.key for entry in answer.assumed}
    by_kind: dict[str, list[Any]] = {}
    for move in answer.raw.moves:
        by_kind.setdefault(tag_of(move), []).append(move)
    for kind, moves in sorted(by_kind.items()):
        for move in (moves[0], moves[-1])[: len(moves)]:
            ruled = case.ask(part, move)
            if ruled.verdict != "legal":
                yield Violation(7, f"listed {kind} {ruled.verdict}", (ruled.broken or (ruled.problem,))[0])
            elif not {entry.key for entry in ruled.assumed} <= assumed:
                new = [entry.fact for entry in ruled.assumed if entry.key not in assumed]
                yield Violation(7, f"listed {kind} assumes", min(new))
