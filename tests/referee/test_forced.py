"""``play_forced``: the core plays decisions that have only one legal move, and nothing else."""

import random
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from service.referee import forced
from service.referee.forced import EVENT, forced_move
from service.referee.game import Game
from service.referee.judge import rule_on
from service.referee.replay import replay
from service.referee.rules import move_type
from tests.client import without_ids
from tests.depth import depth
from tests.games.playing import Playing, told
from tests.our_games import GAMES

NAMES = ("ana", "bruno", "carla", "diego", "eva", "fina")
PACKS = {"roll-and-raid": "training"}
GAMES_OF_EACH = 6
LONG_GAMES = {"roll-and-raid": depth(2, 6)}
MOST_MOVES = 400


def opening(game: Game, seed: int) -> Any:
    pack = PACKS.get(game.meta.id)
    least, most = game.meta.players
    count = random.Random(seed).randint(max(2, least), most)
    return Playing(game, NAMES, game.packs / f"{pack}.json" if pack else None).opening(count, seed)


def random_log(game: Game, table: Any, seed: int) -> tuple[list[Any], list[Any], Any]:
    """The moves of a random game, the same moves without the forced decisions, and the table at the end."""
    chance = random.Random(seed)
    whole: list[Any] = []
    short: list[Any] = []
    while len(whole) < MOST_MOVES:
        forced = forced_move(game, table)
        move = forced
        if forced is None:
            moves = list(game.legal_moves(table, None, None))
            if not moves:
                break
            move = chance.choice(moves)
            short.append(move)
        whole.append(move)
        table = rule_on(game, table, move).after
    while (move := forced_move(game, table)) is not None:
        whole.append(move)
        table = rule_on(game, table, move).after
    return whole, short, table


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_a_log_without_forced_decisions_has_the_same_end(game: Game) -> None:
    left_out = 0
    for seed in range(LONG_GAMES.get(game.meta.id, GAMES_OF_EACH)):
        table = opening(game, seed)
        whole, short, end = random_log(game, table, seed)
        left_out += len(whole) - len(short)
        for log in (whole, short):
            result = replay(game, opening(game, seed), log, play_forced=True)
            assert (result.verdict, result.failed_at) == ("legal", None), f"seed {seed}"
            assert told_state(result.table.state) == told(end), f"seed {seed}"
            assert bool(result.forced) == (len(log) < len(whole))
        result = replay(game, opening(game, seed), whole)
        assert result.verdict == "legal"
        assert told_state(result.table.state) == told(end)
    assert left_out, "the games had forced decisions"


def told_state(state: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(state))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_moves_of_the_table_and_leaving_are_never_forced(game: Game) -> None:
    for seed in range(2):
        table, chance = opening(game, seed), random.Random(seed)
        for _ in range(100):
            moves = list(game.legal_moves(table, None, None))
            if not moves:
                break
            forced = forced_move(game, table)
            if forced is not None:
                kind = move_type(forced)
                assert game.move_types[kind] == "player"
                assert kind not in game.meta.leaving
                own = [move for move in moves if getattr(move, "player", None) == forced.player]
                assert [move for move in own if move_type(move) not in game.meta.leaving] == [forced]
            table = rule_on(game, table, chance.choice(moves)).after


LAST_CHOICE = {
    "phase": "play",
    "players": [{"name": name} for name in ("ana", "bruno", "carla", "diego")],
    "current_line": [],
    "next_line": [
        {"domino": 1, "king": "ana"},
        {"domino": 7, "king": "bruno"},
        {"domino": 19, "king": "carla"},
        {"domino": 30},
    ],
    "pile": [],
}
PLACE = {"type": "place", "player": "ana", "domino": 1, "x": 1, "y": 0, "to": "e"}
CHOOSE = {"type": "choose", "player": "diego", "domino": 30}


def ask(client: FlaskClient, operation: str, **question: Any) -> Any:
    return client.post(f"/v1/games/kingdomino/{operation}", json=question).json


def test_validate_plays_the_forced_decision_before_the_move(client: FlaskClient) -> None:
    kingdoms = [{"name": name, "kingdom": []} for name in ("ana", "bruno", "carla", "diego")]
    state = {**LAST_CHOICE, "players": kingdoms}
    assert ask(client, "validate", state=state, move=PLACE)["verdict"] == "illegal"
    ruling = ask(client, "validate", state=state, move=PLACE, play_forced=True)
    assert ruling["verdict"] == "legal"
    forced = ruling["events"][0]
    assert (forced["type"], forced["detail"]["move"]) == (EVENT, CHOOSE)
    assert forced["text"] == "diego had only one option; it was played."
    assert [event["type"] for event in ruling["events"]] == ["forced", "chosen", "round", "placed"]
    assert ruling["state"]["players"][0]["kingdom"]
    assert ruling["summary"] == "Legal: ana places domino 1 at (1, 0), with the other half to the right."


def test_validate_plays_the_forced_decision_after_the_move(client: FlaskClient) -> None:
    line = LAST_CHOICE["next_line"]
    before = {**LAST_CHOICE, "current_line": [{"domino": 40, "king": "diego"}]}
    before["players"] = [{"name": name, "kingdom": []} for name in ("ana", "bruno", "carla", "diego")]
    move = {"type": "place", "player": "diego", "domino": 40, "x": 1, "y": 0, "to": "e"}
    plain = ask(client, "validate", state=before, move=move)
    assert plain["state"]["next_line"][3] == {"domino": 30, "king": None}
    ruling = ask(client, "validate", state=before, move=move, play_forced=True)
    assert [slot["king"] for slot in ruling["state"]["current_line"]] == ["ana", "bruno", "carla", "diego"]
    assert ruling["next"]["players"] == ["ana"]
    assert len(line) == 4


def test_a_refused_move_leaves_the_position_as_it_was_sent(client: FlaskClient) -> None:
    wrong = {"type": "place", "player": "bruno", "domino": 7, "x": 1, "y": 0, "to": "e"}
    plain, forced = (
        ask(client, "validate", state=LAST_CHOICE, move=wrong, **flag) for flag in ({}, {"play_forced": True})
    )
    assert forced["verdict"] == "illegal"
    assert without_ids(forced) == without_ids(plain)


def test_replay_lists_the_decisions_that_it_played(client: FlaskClient) -> None:
    kingdoms = [{"name": name, "kingdom": []} for name in ("ana", "bruno", "carla", "diego")]
    state = {**LAST_CHOICE, "players": kingdoms}
    assert ask(client, "replay", state=state, moves=[PLACE])["failed_at"] == 0
    answer = ask(client, "replay", state=state, moves=[PLACE], play_forced=True)
    assert answer["verdict"] == "legal"
    assert [(event["detail"]["move"], event["detail"]["before"]) for event in answer["events"]] == [(CHOOSE, 0)]
    assert "events" not in ask(client, "replay", state=state, moves=[])


def test_nothing_is_forced_while_something_is_unknown(client: FlaskClient) -> None:
    """Without the count of players another king may still be in hand."""
    unknown = {**LAST_CHOICE, "players": [{"name": "diego"}]}
    ruling = ask(client, "replay", state=unknown, moves=[], play_forced=True)
    assert ruling["events"] == []


def test_no_more_than_a_hundred_in_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where every position has a forced decision: here a move that changes nothing."""
    game = GAMES[0]
    table = opening(game, 1)
    move = next(iter(game.legal_moves(table, None, None)))
    judgement = rule_on(game, table, move)
    monkeypatch.setattr(forced, "forced_move", lambda game, table: move)
    monkeypatch.setattr(forced, "rule_on", lambda game, table, move: judgement._replace(after=table))
    assert sum(1 for _ in forced.forced_decisions(game, table)) == 100
