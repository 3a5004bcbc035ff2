"""Random legal play from setup to the end, with invariants after every move."""

from typing import Any

import msgspec
import pytest

from service.games.kingdomino.game import GAME as game
from service.games.kingdomino.table import Table
from tests.client import Referee
from tests.games.kingdomino.invariants import WAYS, play_and_check
from tests.games.kingdomino.tables import NAMES, opening, play
from tests.games.playing import play_all

GAMES, CHUNK = 200, 50


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_random_games_keep_the_invariants(first: int) -> None:
    play_all(play_and_check, range(first, first + CHUNK), WAYS)


@pytest.mark.parametrize("seed", range(22))
def test_a_log_replays_to_the_same_end(kingdomino: Referee, seed: int) -> None:
    """Through HTTP: from setup with the seed, and from the opening state with the pile hidden."""
    count, options = WAYS[seed % len(WAYS)]
    start = opening(count, seed, **options)
    end, log = play(start, seed)
    moves = msgspec.to_builtins(log)
    setup = {"players": list(NAMES[:count]), "options": options, "seed": seed}
    known = kingdomino.ask("replay", {"setup": setup, "moves": moves})
    assert known["verdict"] == "legal"
    assert known["state"] == msgspec.json.decode(msgspec.json.encode(end.state))

    hidden = msgspec.to_builtins(game.view(start.state, "ana"))
    reported = reported_by_the_table(start, log)
    masked = kingdomino.ask("replay", {"state": hidden, "moves": reported, "states": True})
    assert masked["verdict"] == "legal", masked["ruling"]
    assert {fact["fact"] for fact in masked["assumed"]} <= {"from-pile"}, "only what the hidden pile turned up"
    assert len(masked["states"]) == len(log)
    assert masked["state"]["players"] == known["state"]["players"]


def reported_by_the_table(start: Table, log: list[Any]) -> list[dict[str, Any]]:
    """The same log with the dominoes of each new line told, as people would who cannot see the pile."""
    pile = list(start.state.pile)
    size = start.line_size
    told = []
    for move in msgspec.to_builtins(log):
        if move["type"] == "reveal":
            move["dominoes"], pile = pile[:size], pile[size:]
        told.append(move)
    return told
