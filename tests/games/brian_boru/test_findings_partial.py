"""Faults that were found on tables sent in part, each as a test, and automatic steps that wait for what is missing."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.brian_boru.tables import act, last_action, lead, pick, play_card, trick_due
from tests.games.brian_boru.test_unknown import without
from tests.games.partial_tables.zones import at_rest

RAID = {
    "phase": "battle",
    "pending": [],
    "raiders": 2,
    "marker": "ana",
    "players": [
        {"name": "ana", "raiders": 4, "renown": 1, "points": 10, "church": 0},
        {"name": "bruno", "raiders": 1, "renown": 1, "points": 10, "church": 0},
        {"name": "carla", "raiders": 0, "renown": 1, "points": 10, "church": 0},
    ],
    "towns": {"N1": {"disc": "carla"}, "M1": {"disc": "bruno"}},
}


def test_a_marker_that_was_left_out_is_not_one_that_was_not_drawn(brian_boru: Referee) -> None:
    state: dict[str, Any] = {"phase": "opening", "players": [{"name": "carla"}], "towns": {}}
    opened = brian_boru.validate(state, {"type": "open", "player": "carla", "town": "S5"})
    assert (opened["verdict"], opened.assumed) == ("legal", ["turn"])
    started = brian_boru.validate(state, {"type": "start", "player": "carla"})
    assert (started["verdict"], started.assumed) == ("legal", ["not-drawn"])


def test_a_forced_raid_is_a_move(brian_boru: Referee) -> None:
    raid = {"type": "raid", "player": "ana", "loser": "carla", "town": "N1"}
    assert brian_boru.validate(RAID, raid)["verdict"] == "legal"


def test_a_raid_with_nobodys_raiders_known_assumes_who_loses_and_who_chooses(brian_boru: Referee) -> None:
    state = {"phase": "battle", "players": [{"name": name} for name in ("ana", "bruno", "carla")]}
    answer = brian_boru.validate(state, {"type": "raid", "player": "ana", "loser": "bruno", "town": "N1"})
    assert {"fewest", "chooses", "next-loser", "turn"} <= set(answer.assumed)


def test_purchases_that_depend_on_unknown_coins_are_missing(brian_boru: Referee) -> None:
    answer = brian_boru.moves(without(last_action(), "ana.coins"))
    assert not answer["complete"]
    assert "purse" in answer.missing


def test_somebody_who_was_not_sent_is_a_player_of_whom_nothing_is_known(brian_boru: Referee) -> None:
    raid = {"type": "raid", "player": "ana", "loser": "bruno", "town": "M1"}
    assert brian_boru.validate({"players": [{"name": "ana"}]}, raid)["verdict"] == "legal"


def test_a_hidden_card_is_assumed_to_be_the_one_that_is_shown(brian_boru: Referee) -> None:
    hidden = trick_due(ana={"hand": ["?"] * 4})
    assert brian_boru.validate(hidden, lead("C1", 11)).assumed == ["holds-card"]
    drafting = {"phase": "draft", "players": [{"name": "ana", "dealt": ["?"] * 8, "picked": [], "hand": []}]}
    assert brian_boru.validate(drafting, pick(1, 2)).assumed.count("dealt-card") == 2


# ---------------------------------------------------------------- steps that wait


@pytest.mark.parametrize("zone", ["raiders", "church", "marriage"])
def test_a_step_waits_for_what_is_missing(brian_boru: Referee, zone: str) -> None:
    """The values from before the step stay; with what is missing the end is that of the whole table."""
    whole = last_action(raiders=0, ana={"raiders": 2, "marriage": 3})
    part = without(whole, f"carla.{zone}")
    state = brian_boru.validate(part, act("upper"))["state"]
    (unresolved,) = state["unresolved"]
    assert f"/state/players/2/{zone}" in unresolved["missing"]
    assert "points" in state["players"][0]
    assert "points" not in at_rest(state)["players"][0]
    expected = brian_boru.validate(whole, act("upper"))["next"]
    state["players"][2][zone] = next(player for player in whole["players"] if player["name"] == "carla")[zone]
    assert brian_boru.moves(state)["next"] == expected


def test_a_move_on_a_table_that_waits_leaves_out_what_the_step_may_have_written(brian_boru: Referee) -> None:
    row = {"town": "C1", "played": [{"player": "ana", "card": 11}, {"player": "bruno", "card": 1}]}
    hands = {name: {"hand": ["?"] * 3} for name in ("ana", "bruno")}
    told = without(trick_due(marker=None, trick=row, **hands), "trick", "discard")
    played = brian_boru.validate(told, play_card(13, "carla"))["state"]
    assert [entry["step"] for entry in played["unresolved"]] == ["winner"]
    acted = brian_boru.validate(played, {"type": "act", "player": "bruno", "action": "upper", "card": 1})
    assert acted["verdict"] == "legal"
    assert "trick" not in at_rest(acted["state"])
