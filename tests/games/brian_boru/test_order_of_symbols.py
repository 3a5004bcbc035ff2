"""Symbols one after the other, on cards that the box does not have: what one symbol brings, the next can use."""

import copy
import json
from typing import Any

import pytest

from service.games.brian_boru.game import GAME as game
from tests.client import Referee
from tests.games.brian_boru.tables import LAST, act, acting, last_action

EITHER = {"house_rules": {"symbol_order": "either"}}


def pack_with(**actions: list[str]) -> dict[str, Any]:
    """The box with another card 20."""
    pack = copy.deepcopy(json.loads((game.packs / "base.json").read_text("utf-8")))
    pack["id"] = "mine"
    pack["cards"][19].update(actions)
    return pack


@pytest.mark.parametrize("edition", ["pl", "es", "en"])
@pytest.mark.parametrize(
    ("town", "broken"), [("L3", []), ("L7", []), ("L4", ["symbol/expand-empty", "symbol/expand-road"])]
)
def test_an_expansion_starts_from_the_town_just_taken(
    brian_boru: Referee, edition: str, town: str, broken: list[str]
) -> None:
    pack = pack_with(primary=["take", "expand"])
    state = acting(("ana", 20), town="L4", winner="ana", board="C6 ana; M5 bruno", ana={"coins": 5})
    state["options"] = {"edition": edition}
    answer = brian_boru.ask("validate", {"state": state, "move": act("primary", expand=town), "pack": pack})
    assert [rule["rule"] for rule in answer["violations"]] == [f"brian-boru/{rule}" for rule in broken]
    listed = brian_boru.ask("legal-moves", {"state": state, "pack": pack})["moves"]
    assert {move.get("expand") for move in listed} == {None, "L3", "L7", "M1"}


def test_an_expansion_starts_from_the_town_just_freed(brian_boru: Referee) -> None:
    pack = pack_with(upper=["free", "expand"])
    board = "L4 ana viking; M1 ana viking; N1 bruno viking; C1 carla"
    state = acting(("ana", 20), winner="carla", board=board, ana={"coins": 5})
    listed = brian_boru.ask("legal-moves", {"state": state, "pack": pack})["moves"]
    pairs = {("L4", "L3"), ("L4", "L7"), ("M1", "C6")} | {(town, None) for town in ("L4", "M1", "N1")}
    assert {(move["free"], move.get("expand")) for move in listed} == pairs
    wrong = act("upper", free="M1", expand="L3")
    answer = brian_boru.ask("validate", {"state": state, "move": wrong, "pack": pack})
    assert [rule["rule"] for rule in answer["violations"]] == ["brian-boru/symbol/expand-road"]


def test_an_expansion_does_not_start_from_a_town_freed_later(brian_boru: Referee) -> None:
    pack = pack_with(upper=["expand", "free"])
    state = acting(("ana", 20), winner="carla", board="L4 ana viking; C1 carla", ana={"coins": 5})
    question = {"state": state, "move": act("upper", expand="L3"), "pack": pack}
    assert brian_boru.ask("validate", question)["verdict"] == "illegal"
    assert brian_boru.ask("validate", {**question, "state": {**state, "options": EITHER}})["verdict"] == "legal"


def test_from_the_right_one_buys_before_one_pays(brian_boru: Referee) -> None:
    pack = pack_with(upper=["pay", "church"])
    state = acting(("ana", 20), winner="carla", ana={"coins": 2})
    question = {"state": state, "move": act("upper", extra={"church": 1}), "pack": pack}
    assert brian_boru.ask("validate", question)["verdict"] == "illegal"
    answer = brian_boru.ask("validate", {**question, "state": {**state, "options": EITHER}})
    assert answer["verdict"] == "legal"
    ana = answer["state"]["players"][0]
    assert (ana["coins"], ana["church"], ana["points"]) == (0, 2, 8)


def test_from_the_right_only_where_the_left_will_not_do(brian_boru: Referee) -> None:
    pack = pack_with(upper=["pay", "church"])
    state = {**acting(("ana", 20), winner="carla", ana={"coins": 3}), "options": EITHER}
    question = {"state": state, "move": act("upper", extra={"church": 1}), "pack": pack}
    ana = brian_boru.ask("validate", question)["state"]["players"][0]
    assert (ana["coins"], ana["church"], ana["points"]) == (0, 2, 10)
    question["move"] = act("upper", extra={"church": 2})
    answer = brian_boru.ask("validate", question)
    assert [rule["rule"] for rule in answer["violations"]] == ["brian-boru/action/price"]


def test_without_a_pile_the_card_turned_up_stays(brian_boru: Referee) -> None:
    """By the letter of the Polish book, nobody having courted: there is no top card of the pile in the last round."""
    state = last_action(raiders=0)
    state.update(marriage_pile=[], marriage_card="princess", round=3, marriages_gone=["aoife", "brigid"])
    state["options"] = {"house_rules": {"nobody_courts": "top-of-pile"}}
    after = brian_boru.ask("validate", {"state": state, "move": LAST})["state"]
    assert (after["phase"], after["marriage_card"]) == ("over", "princess")
    assert after["marriages_gone"] == ["aoife", "brigid"]
