"""The properties of partial tables (DESIGN §4), each as a check that compares answers and yields what is violated.

For a whole table W, a partial table P made from it by leaving out zones or hiding cards, and a move m:

0.  *Answer.* P gets a ruling: it is not malformed when W is not, and never an error.
1.  *Proof.* P illegal ⇒ W illegal; each rule that P names as broken is broken in W, or has no subject there and W
    names the rule that says so.
2.  *Assumptions.* W illegal and P legal ⇒ ``assumed`` of P names a fact whose predicate is false in W and whose rule
    is broken in W.
3.  *No false refusal.* W legal ⇒ P is not illegal and not impossible. If P is undetermined, every ``missing`` fact
    reads a zone that was masked, and filling these gives W's verdict.
4.  *True results.* Whatever the state after P claims holds in the state after W, if the assumptions hold in W; what
    was sent and is the same before and after in W is still there. Playing on from it obeys 1 to 3.
5.  *Audit.* W possible ⇒ P possible.
6.  *Score.* The same points, or the answer says what is missing.
7.  *Lists.* A move legal in W is in P's ``legal-moves``, or ``complete`` is false and ``missing`` says what would
    have to be sent to list it. What is listed passes ``validate`` with the same assumptions.
8.  *Symmetry.* Order of keys, other names, rotated seats: the same verdict.
9.  *Round trip.* A returned state is accepted and possible; a replay equals its moves one by one; fields that follow
    from others may be left out or filled in without changing the answer.
10. *Decisiveness.* If every zone that a broken rule reads is in P, P names that rule. Masking zones that no rule of
    the move reads changes nothing. ``assumed`` and ``missing`` read masked zones only (so a whole table assumes
    nothing), and sending just those zones from W removes the entry. Telling more never makes a broken rule vanish.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from tests.games.partial_tables.asking import Answer, Referee
from tests.games.partial_tables.positions import State
from tests.games.partial_tables.zones import Place, value_at, without

REFUSED = ("malformed", "error")


class Violation(NamedTuple):
    """A property that an answer does not have: what is wrong, and with which rule, fact or zone."""

    property: int
    code: str
    subject: str = ""

    def __str__(self) -> str:
        return f"{self.property} {self.code} {self.subject}".strip()


class Case(NamedTuple):
    """A whole table, the move that is asked about, and the answer for the whole table."""

    referee: Referee
    pack: str
    whole: State
    move: Any
    answer: Answer

    def part(self, masked: Sequence[Place]) -> State:
        return without(self.whole, masked)

    def ask(self, state: State, move: Any = None) -> Answer:
        return self.referee.ask("validate", self.pack, state, move=move or self.move)


def case_of(referee: Referee, pack: str, whole: State, move: Any) -> Case:
    return Case(referee, pack, whole, move, referee.ask("validate", pack, whole, move=move))


# ---------------------------------------------------------------- one ruling: 0 to 4, 9, 10


def ruling(case: Case, masked: Sequence[Place]) -> Iterator[Violation]:
    """Compare the ruling on the partial table with that on the whole one."""
    part = case.part(masked)
    answer = case.ask(part)
    yield from compared(case.answer, answer)
    if answer.verdict != "legal":
        return
    assert answer.state is not None
    if case.answer.verdict == "legal":
        assert case.answer.state is not None
        yield from true_results(case, part, answer)
    after = case.referee.ask("audit", case.pack, answer.state)
    if after.verdict not in ("possible", "undetermined"):
        for subject in after.broken or (after.problem,):
            yield Violation(9, f"{after.verdict} after the move", subject)


def compared(whole: Answer, part: Answer) -> Iterator[Violation]:
    """Properties 0 to 3 as far as two answers show them."""
    if part.verdict in REFUSED:
        if whole.verdict != part.verdict:
            yield Violation(0, part.verdict, part.problem)
    elif part.verdict == "impossible" and whole.verdict != "impossible":
        for rule in part.broken:
            yield Violation(3 if whole.verdict == "legal" else 5, "impossible", rule)
    elif part.verdict == "illegal":
        for rule in part.broken:
            if rule not in whole.broken:
                yield Violation(3, "illegal", rule) if whole.verdict == "legal" else Violation(1, "not broken", rule)
    elif part.verdict == "legal" and whole.verdict == "illegal":
        if not any(fact.rule in whole.broken for fact in part.assumed):
            yield Violation(2, "not assumed", whole.broken[0])
    elif part.verdict == "undetermined" and not part.missing:
        yield Violation(3, "nothing missing")


def true_results(case: Case, part: State, answer: Answer) -> Iterator[Violation]:
    """Property 4: what the state after the move claims, and what it has lost."""
    whole_after, after, zones = case.answer.state, answer.state, case.referee.zones
    for claim in zones.false_claims(whole_after, after):
        yield Violation(4, "false state", claim)
    lost: list[Place] = []
    for place in zones.places(part):
        same = not place.hides and value_at(case.whole, place.path) == value_at(whole_after, place.path)
        if same and value_at(after, place.path) is UNSET:
            if not any(place.path[: len(outer.path)] == outer.path for outer in lost):
                yield Violation(4, "lost", place.generic)
            lost.append(place)
    if answer.next is not None and case.answer.next is not None:
        if not set(case.answer.next.players) <= set(answer.next.players):
            yield Violation(4, "false next", "players")
        if not set(case.answer.next.moves) <= set(answer.next.moves):
            yield Violation(4, "false next", "moves")


# ---------------------------------------------------------------- a position: 5 to 7


def audited(case: Case, masked: Sequence[Place]) -> Iterator[Violation]:
    """Property 5: a part of a possible table is possible."""
    answer = case.referee.ask("audit", case.pack, case.part(masked))
    if answer.verdict in REFUSED:
        yield Violation(0, f"audit {answer.verdict}", answer.problem)
    elif answer.verdict == "impossible":
        for rule in answer.broken:
            yield Violation(5, "impossible", rule)
