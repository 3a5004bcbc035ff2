"""How a move is checked and carried out: by the rule of its type, then what happens by itself."""

from typing import Any, get_args, get_type_hints

import pytest
from msgspec import UNSET

from schemas.base import Shape, Unresolved
from service.referee.draft import Draft
from service.referee.findings import Findings
from service.referee.known import UnknownRead
from service.referee.rules import Rule, Rules, applied_by, checked_by, passes
from service.referee.table import Table
from tests.our_games import GAMES
from tests.referee.test_core import ANA, BO, table


class Pay(Shape, frozen=True, tag="pay"):
    player: str
    coins: int


class Spoil(Shape, frozen=True, tag="spoil"):
    """Reads a zone of which nothing is known."""


def check_pay(position: Table[Any, Any], move: Pay, findings: Findings) -> None:
    findings.requires("coins/enough", lambda: position.of(move.player, "coins") >= move.coins)


def apply_pay(draft: Draft, move: Pay) -> None:
    draft.add(move.player, coins=-move.coins)
    draft.event("paid", "coins/enough", player=move.player)


def check_spoil(position: Table[Any, Any], move: Spoil, findings: Findings) -> None:
    findings.allows("coins/spoil")


def apply_spoil(draft: Draft, move: Spoil) -> None:
    draft.set(pot=draft.zone("pot") + 1)


RULES: Rules[Table[Any, Any], Draft] = {Pay: Rule(check_pay, apply_pay), Spoil: Rule(check_spoil, apply_spoil)}


def test_the_rule_of_the_type_of_move_is_checked() -> None:
    check = checked_by(RULES)
    findings = Findings()
    check(table(ANA, BO), Pay("ana", 4), findings)
    assert [finding.rule for finding in findings.broken] == ["coins/enough"]
    assert passes(check, table(ANA, BO), Pay("ana", 3))
    assert not passes(check, table(ANA, BO), Pay("ana", 4))


def test_a_move_changes_a_draft_and_leaves_the_table_as_it_was() -> None:
    position = table(ANA, BO)
    after, happenings = applied_by(RULES, Draft)(position, Pay("ana", 2))
    assert (after.of("ana", "coins"), position.of("ana", "coins")) == (1, 3)
    assert after.sent_state is after.state
    assert [happening.type for happening in happenings] == ["paid"]


def test_what_the_move_shows_comes_before_it_and_what_happens_by_itself_after_it() -> None:
    def before(draft: Draft, move: Any) -> None:
        draft.set(pot=1)

    def after(draft: Draft, move: Any) -> None:
        draft.event("pot", "pot/richest", pot=draft.zone("pot"))

    _, happenings = applied_by(RULES, Draft, before=before, after=after)(table(ANA, BO), Pay("ana", 2))
    assert [(happening.type, happening.detail.get("pot")) for happening in happenings] == [("paid", None), ("pot", 1)]


def test_effects_that_need_something_unknown_are_forgotten_and_nothing_happens_by_itself() -> None:
    def forget(draft: Draft, move: Any, error: UnknownRead) -> None:
        assert error.zones == ("/state/pot",)
        draft.forget("phase")

    def after(draft: Draft, move: Any) -> None:
        raise AssertionError

    with pytest.raises(UnknownRead):
        applied_by(RULES, Draft)(table(ANA, BO), Spoil())
    made, _ = applied_by(RULES, Draft, after=after, if_unknown=forget)(table(ANA, BO, phase="play"), Spoil())
    assert made.state.phase is UNSET


def test_what_an_unresolved_step_may_have_written_is_forgotten_before_a_move() -> None:
    position = table(ANA, BO, pot=4, unresolved=(Unresolved(step="pot", unsettled=("/state/pot",)),))
    after, _ = applied_by(RULES, Draft)(position, Pay("ana", 2))
    assert (after.state.pot, after.state.unresolved, after.of("ana", "coins")) == (UNSET, UNSET, 1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_each_type_of_move_has_its_own_rule(game: Any) -> None:
    assert game.rules.keys() == set(get_args(game.shapes.move))
    for kind, rule in game.rules.items():
        for function in (rule.check, rule.apply):
            hint = get_type_hints(function)["move"]
            assert kind in (get_args(hint) or (hint,)), function
