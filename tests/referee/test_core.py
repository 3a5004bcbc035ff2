"""The core of the engines: rules in one sentence, tables with unknown zones, drafts, and automatic steps.

A small game: players have points and coins; when everybody has paid, the pot goes to the richest.
"""

from typing import Any

import pytest
from msgspec import UNSET, UnsetType

from schemas.base import Malformed, Shape, Unresolved
from service.referee.choices import Choices
from service.referee.draft import Draft
from service.referee.facts import unknown_zones
from service.referee.findings import Findings, fact
from service.referee.known import UnknownRead, is_unknown
from service.referee.steps import Step, forget_unsettled, run_steps
from service.referee.table import Table

COINS = "/state/players/1/coins"
UNSETTLED = ("/state/phase", "/state/players/0/points", "/state/players/1/points", "/state/pot")


class Player(Shape, frozen=True):
    name: str
    coins: int | UnsetType = UNSET
    points: int | UnsetType = UNSET


class State(Shape, frozen=True, kw_only=True):
    players: tuple[Player, ...]
    pot: int | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    unresolved: tuple[Unresolved, ...] | UnsetType = UNSET


def richest_takes_the_pot(draft: Draft) -> None:
    coins = draft.of_everybody("coins")
    richest = max(coins, key=coins.__getitem__)
    draft.add(richest, points=draft.zone("pot"))
    draft.set(pot=0, phase="over")
    draft.event("paid", "pot/richest", player=richest)


STEPS = (
    Step(
        "pot", ("pot", "phase", "players/points"), lambda table: table.zone("phase") == "pot", richest_takes_the_pot
    ),
)


def table(*players: Player, seats_known: bool = True, **zones: Any) -> Table[Any, Any]:
    return Table(State(players=players, **zones), None, Choices({}, "first", {}), seats_known=seats_known)


ANA, BO = Player("ana", coins=3, points=1), Player("bo", coins=5, points=2)
BO_UNKNOWN = Player("bo", points=2)


def after(position: Table[Any, Any]) -> Draft:
    draft = Draft(position)
    run_steps(draft, STEPS)
    draft.written()
    return draft


# ---------------------------------------------------------------- rules


def test_a_rule_that_is_kept_is_cited() -> None:
    findings = Findings()
    assert findings.requires("coins/enough", lambda: table(ANA).of("ana", "coins") >= 3) is True
    assert (findings.verdict, findings.grounds) == ("legal", ["coins/enough"])
    findings.requires("coins/other", True, cite=False)
    assert findings.grounds == ["coins/enough"]


def test_a_rule_that_is_broken_has_evidence() -> None:
    findings = Findings()
    findings.requires("coins/enough", lambda: table(ANA).of("ana", "coins") >= 4, "few", price=4, has=lambda: 3)
    assert findings.verdict == "illegal"
    assert findings.broken[0] == ("coins/enough", {"price": 4, "has": 3}, "few")


def test_what_is_unknown_is_assumed_or_needed() -> None:
    findings = Findings()
    coins = table(Player("ana")).of("ana", "coins")
    findings.requires("coins/enough", lambda: coins >= 4, assume=fact("coins", player="ana", price=4))
    assert (findings.verdict, findings.assumed) == ("legal", [("coins", {"player": "ana", "price": 4})])
    findings.requires("coins/enough", lambda: coins >= 4, need=fact("purse", player="ana"))
    assert (findings.verdict, findings.missing) == ("undetermined", [("purse", {"player": "ana"})])


def test_without_a_fact_of_its_own_a_rule_is_assumed_to_be_kept() -> None:
    findings = Findings()
    coins = table(Player("ana")).of("ana", "coins")
    findings.requires("coins/enough", lambda: coins >= 4)
    kept = ("rule-kept", {"rule": "coins/enough", "zones": ["/state/players/0/coins"]})
    assert (findings.verdict, findings.assumed) == ("legal", [kept])


# ---------------------------------------------------------------- tables


def test_a_zone_that_was_left_out_is_unknown_and_says_which_it_is() -> None:
    position = table(ANA, BO_UNKNOWN, pot=0)
    assert position.zone("pot") == 0
    assert position.zone("phase").zones == ("/state/phase",)
    assert position.of("bo", "coins").zones == (COINS,)
    assert position.of("carla", "coins").zones == ("/state/players",)


def test_of_everybody_needs_everybody() -> None:
    assert table(ANA, BO).of_everybody("coins") == {"ana": 3, "bo": 5}
    with pytest.raises(UnknownRead):
        table(ANA, BO_UNKNOWN).of_everybody("coins")
    assert is_unknown(table(ANA, BO, seats_known=False).of_everybody("coins"))


# ---------------------------------------------------------------- drafts


def test_a_draft_leaves_its_table_alone() -> None:
    position = table(ANA, BO, pot=4)
    draft = Draft(position)
    draft.add("ana", coins=2)
    draft.set(pot=1)
    assert (draft.of("ana", "coins"), draft.zone("pot")) == (5, 1)
    assert draft.written().players[0].coins == 5
    assert (position.of("ana", "coins"), position.zone("pot")) == (3, 4)


def test_what_is_unknown_stays_unknown() -> None:
    draft = Draft(table(ANA, BO_UNKNOWN))
    draft.add("bo", coins=1)
    draft.add("carla", coins=1)
    draft.change("pot", lambda pot: pot + 1)
    draft.set(phase=draft.zone("pot"))
    draft.forget_of("ana", "points")
    state = draft.written()
    assert (state.pot, state.phase) == (UNSET, UNSET)
    assert state.players == (Player("ana", coins=3), BO_UNKNOWN)


# ---------------------------------------------------------------- automatic steps


def test_a_step_that_is_due_happens() -> None:
    draft = after(table(ANA, BO, pot=4, phase="pot"))
    assert [happening.rule for happening in draft.happenings] == ["pot/richest"]
    assert draft.state == State(players=(ANA, Player("bo", coins=5, points=6)), pot=0, phase="over")


def test_a_step_that_is_not_due_does_not() -> None:
    position = table(ANA, BO_UNKNOWN, pot=4, phase="play")
    assert after(position).state == position.state


def test_a_step_that_cannot_run_is_not_half_done_and_not_forgotten() -> None:
    position = table(ANA, BO_UNKNOWN, pot=4, phase="pot")
    draft = after(position)
    assert draft.happenings == []
    assert draft.state.unresolved == (Unresolved("pot", (COINS,), UNSETTLED),)
    assert (draft.state.pot, draft.state.players) == (4, (ANA, BO_UNKNOWN)), "the values from before the step"
    for zone in (draft.zone("pot"), draft.zone("phase"), draft.of("ana", "points")):
        assert is_unknown(zone)
    assert draft.of("ana", "coins") == 3
    again = position.with_state(draft.state)
    assert again.unsettled == {"pot", "phase", "players/points"}
    assert is_unknown(again.zone("pot"))


def test_once_the_missing_zone_is_sent_the_end_is_that_of_the_whole_table() -> None:
    unresolved = after(table(ANA, BO_UNKNOWN, pot=4, phase="pot")).state
    completed = table(ANA, BO, pot=unresolved.pot, phase=unresolved.phase, unresolved=unresolved.unresolved)
    assert after(completed).state == after(table(ANA, BO, pot=4, phase="pot")).state


def test_a_step_that_is_perhaps_due_is_unresolved_where_it_could_change_something_known() -> None:
    known = tuple(pointer for pointer in UNSETTLED if pointer != "/state/phase")
    assert after(table(ANA, BO, pot=4)).state.unresolved == (Unresolved("pot", ("/state/phase",), known),)
    assert after(table(Player("ana", coins=3), Player("bo"))).state.unresolved is UNSET


def at_rest(position: Table[Any, Any]) -> Draft:
    draft = Draft(position)
    run_steps(draft, STEPS, at_rest=True)
    return draft


def test_a_table_is_sent_at_rest() -> None:
    """A step that is perhaps due counts as done, unless the state lists it."""
    assert at_rest(table(ANA, BO, pot=4)).zone("pot") == 4
    assert at_rest(table(ANA, BO, pot=4, phase="pot")).zone("phase") == "over"
    returned = after(table(ANA, BO, pot=4)).state
    assert is_unknown(at_rest(table(ANA, BO, pot=4, unresolved=returned.unresolved)).zone("pot"))
    assert at_rest(table(ANA, BO, pot=4, phase="play", unresolved=returned.unresolved)).zone("pot") == 4


def test_a_fact_points_to_what_an_unresolved_step_is_missing() -> None:
    draft = after(table(ANA, BO_UNKNOWN, pot=4, phase="pot"))
    assert unknown_zones(draft, ["/pot", "/players/{player}/coins"], {"player": "ana"}) == [COINS]


def test_a_fact_points_to_a_zone_of_which_a_part_was_sent_and_to_none_that_decides_nothing() -> None:
    class InPart(Table[Any, Any]):
        partly_sent = frozenset({"/state/pot"})  # type: ignore[assignment]

    class Decided(Table[Any, Any]):
        not_needed = frozenset({"/state/phase"})  # type: ignore[assignment]

    for kind, pointers in ((InPart, ["/state/pot", "/state/phase"]), (Decided, []), (Table, ["/state/phase"])):
        position = kind(table(ANA, BO, pot=4).state, None, Choices({}, "first", {}), seats_known=True)
        assert unknown_zones(position, ["/pot", "/phase"], {}) == pointers


def test_a_move_on_an_unresolved_table_leaves_out_what_the_step_may_have_written() -> None:
    draft = after(table(ANA, BO_UNKNOWN, pot=4, phase="pot"))
    forget_unsettled(draft)
    assert draft.written() == State(players=(Player("ana", coins=3), Player("bo")))


@pytest.mark.parametrize(
    "pointer", ["", "pot", "/state", "/state/weather", "/state/players/0/name", "/state/unresolved"]
)
def test_unresolved_steps_can_only_name_zones(pointer: str) -> None:
    unresolved = (Unresolved(step="pot", unsettled=("/state/pot", pointer)),)
    with pytest.raises(Malformed) as raised:
        table(ANA, BO, unresolved=unresolved)
    assert raised.value.faults[0].pointer == "/unresolved/0/unsettled/1"
