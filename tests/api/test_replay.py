"""Replay over HTTP: whole logs, the first illegal move, and the longest log that a request may bring."""

import json
from functools import cache
from typing import Any

import msgspec
import pytest

from service.app import create_app
from service.settings import Settings
from tests.api.questions import ALL_CHOSEN, WHOLE, address
from tests.client import Referee
from tests.games.kingdomino.tables import NAMES, choose, discard, line, opening, place, play, reveal


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


def test_a_replay_gives_the_events_of_each_move_when_asked(kingdomino: Referee) -> None:
    moves = logged(3)[:20]
    answer = kingdomino.ask("replay", {"setup": table_of(3), "moves": moves, "events": True})
    state, rules = kingdomino.ask("setup", table_of(3))["state"], {}
    for index, move in enumerate(moves):
        ruling = kingdomino.validate(state, move)
        own = [event for event in answer["events"] if event["move"] == index]
        assert [{**event, "move": index} for event in ruling["events"]] == own
        rules.update(dict.fromkeys(event["rule"] for event in own))
        state = ruling["state"]
    assert [event["move"] for event in answer["events"]] == sorted(event["move"] for event in answer["events"])
    assert [(entry["rule"], entry["role"]) for entry in answer["citations"]] == [(rule, "applies") for rule in rules]
    silent = kingdomino.ask("replay", {"setup": table_of(3), "moves": moves})
    assert "events" not in silent
    assert "citations" not in silent


def test_what_happens_before_the_first_move_belongs_to_none(kingdomino: Referee) -> None:
    answer = kingdomino.ask("replay", {"state": ALL_CHOSEN, "moves": [reveal(2, 3, 4, 5)], "events": True})
    assert answer["verdict"] == "legal"
    assert [(event["type"], event["move"]) for event in answer["events"]] == [
        ("leftover", None),
        ("round", None),
        ("revealed", 0),
    ]


def test_forced_decisions_are_among_the_events(kingdomino: Referee) -> None:
    state = {
        "phase": "play",
        "players": [{"name": "ana", "kingdom": []}, *({"name": name} for name in NAMES[1:])],
        "current_line": [],
        "pile": [],
        "next_line": line((1, "ana"), (7, "bruno"), (19, "carla"), 30),
    }
    question = {"state": state, "moves": [place(1, 1, 0, "e")], "play_forced": True}
    forced, every = (kingdomino.ask("replay", {**question, "events": flag})["events"] for flag in (False, True))
    assert [event["type"] for event in every] == ["forced", "chosen", "round", "placed"]
    assert [event["move"] for event in every] == [0, 0, 0, 0]
    assert forced == [{part: value for part, value in every[0].items() if part != "move"}]


def test_the_events_before_an_illegal_move_are_given(kingdomino: Referee) -> None:
    moves = [*logged()[:2], discard(48)]
    answer = kingdomino.ask("replay", {"setup": table_of(), "moves": moves, "events": True})
    assert answer["failed_at"] == 2
    assert {event["move"] for event in answer["events"]} == {0, 1}
    impossible = kingdomino.ask("replay", {"state": {**ALL_CHOSEN, "pile": [1, 2]}, "moves": [], "events": True})
    assert impossible["verdict"] == "impossible"
    assert impossible["events"] == impossible["citations"] == []


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


def test_states_and_events_are_bounded_together() -> None:
    """What the answer may have is known before it is encoded; the pointer says what to leave out."""
    client = create_app(Settings(log_requests=False, rate_limit="off", answer_limit=12_000)).test_client()
    question = {"setup": table_of(), "moves": logged()}
    assert client.post(address("replay"), json=question).status_code == 200
    for flag in ("states", "events"):
        response = client.post(address("replay"), json={**question, flag: True})
        refused = response.get_json()
        assert response.status_code == 422, flag
        assert refused["type"] == "urn:brehon:problem:too-costly"
        assert refused["errors"][0]["pointer"] == f"/{flag}"
