"""Replay over HTTP: whole logs, the first illegal move, and the longest log that a request may bring."""

import json
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.api.questions import WHOLE
from tests.client import Referee
from tests.games.kingdomino.tables import NAMES, choose, discard, opening, place, play


@cache
def logged(count: int = 4, seed: int = 3) -> list[dict[str, Any]]:
    """The log of a whole game, from setup with this seed to its end."""
    _, log = play(opening(count, seed), seed)
    return [msgspec.to_builtins(move) for move in log]


def table_of(count: int = 4, seed: int = 3) -> dict[str, Any]:
    return {"players": list(NAMES[:count]), "seed": seed}


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_whole_game_is_replayed_from_its_setup(kingdomino: Referee, count: int) -> None:
    answer = kingdomino.ask("replay", {"setup": table_of(count), "moves": logged(count)})
    assert answer["verdict"] == "legal"
    assert answer["failed_at"] is None
    assert answer["ruling"] is None
    assert answer["state"]["phase"] == "over"
    end, _ = play(opening(count, 3), 3)
    assert answer["state"] == json.loads(msgspec.json.encode(end.state))
    assert answer["next"] == {"phase": "over", "players": [], "moves": []}


def test_a_replay_may_begin_anywhere(kingdomino: Referee) -> None:
    moves = logged()
    half = kingdomino.ask("replay", {"setup": table_of(), "moves": moves[:50]})
    rest = kingdomino.ask("replay", {"state": half["state"], "moves": moves[50:]})
    assert rest["state"] == kingdomino.ask("replay", {"setup": table_of(), "moves": moves})["state"]


def test_a_replay_gives_the_state_after_each_move_when_asked(kingdomino: Referee) -> None:
    moves = logged()[:20]
    answer = kingdomino.ask("replay", {"setup": table_of(), "moves": moves, "states": True})
    state = kingdomino.ask("setup", table_of())["state"]
    for move, expected in zip(moves, answer["states"], strict=True):
        state = kingdomino.validate(state, move)["state"]
        assert state == expected
    assert answer["state"] == state
    assert "states" not in kingdomino.ask("replay", {"setup": table_of(), "moves": moves})


@pytest.mark.parametrize("at", [0, 1, 17, 60])
def test_a_replay_stops_at_the_first_illegal_move(kingdomino: Referee, at: int) -> None:
    moves = [*logged()[:at], discard(48), *logged()[at:]]
    answer = kingdomino.ask("replay", {"setup": table_of(), "moves": moves, "states": True})
    assert answer["verdict"] == "illegal"
    assert answer["failed_at"] == at
    before = kingdomino.ask("replay", {"setup": table_of(), "moves": logged()[:at]})
    assert answer["state"] == before["state"]
    assert len(answer["states"]) == at
    asked_alone = kingdomino.validate(answer["state"], discard(48))
    assert asked_alone["verdict"] == "illegal"
    for part, value in answer["ruling"].items():
        assert asked_alone[part] == value, part


def test_a_replay_of_nothing_is_the_opening(kingdomino: Referee) -> None:
    answer = kingdomino.ask("replay", {"setup": table_of(), "moves": []})
    assert answer["verdict"] == "legal"
    assert answer["state"] == kingdomino.ask("setup", table_of())["state"]


def test_a_replay_from_an_impossible_position_says_so(kingdomino: Referee) -> None:
    for moves in ([], [place(3, 1, 0, "e")]):
        answer = kingdomino.ask("replay", {"state": {**WHOLE, "pile": []}, "moves": moves})
        assert answer["verdict"] == "impossible"
        assert [broken["rule"] for broken in answer["ruling"]["violations"]] == ["kingdomino/next-round/count"]


def test_ten_thousand_moves_fit_into_one_request(kingdomino: Referee) -> None:
    """No game is that long: what comes after its end is the first illegal move."""
    moves = logged()
    long = [*moves, *[choose(5)] * (10_000 - len(moves))]
    answer = kingdomino.ask("replay", {"setup": table_of(), "moves": long})
    assert answer["failed_at"] == len(moves)
    assert answer["ruling"]["violations"][0]["rule"] == "kingdomino/end/over"
    assert kingdomino.problem("replay", {"setup": table_of(), "moves": [*long, choose(5)]}) == ["/moves"]
