"""Random legal play from setup to the end, with invariants after every move."""

import random
from typing import Any

import msgspec
import pytest

from service.games.kingdomino.game import GAME as game
from service.games.kingdomino.table import Table
from service.referee.findings import Findings
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


@pytest.mark.parametrize("seed", range(40))
def test_mutated_moves_are_legal_or_refused_with_a_rule(seed: int) -> None:
    """Moves that are nearly right: never an exception, and the list of legal moves says the same as the check."""
    count, options = WAYS[seed % len(WAYS)]
    chance = random.Random(seed)

    def mutate(table: Table) -> bool:
        moves = list(game.legal_moves(table, None, None))
        for move in chance.sample(moves, min(2, len(moves))):
            for other in mutations(move, chance):
                try:
                    game.check_references(table, other)
                except ValueError:
                    continue
                findings = Findings()
                game.check(table, other, findings)
                if findings.verdict == "legal":
                    assert same(other, moves), (other, "passes the check but is not listed")
                else:
                    assert findings.broken or findings.missing
                    assert other not in moves
        return False

    play(opening(count, seed, **options), seed, mutate)


def mutations(move: Any, chance: random.Random) -> list[Any]:
    """The same move with one thing changed, as often as it has things."""
    plain = msgspec.to_builtins(move)
    changed = []
    for name, value in plain.items():
        if name == "player":
            changed.append({**plain, name: chance.choice(NAMES)})
        elif name in ("x", "y"):
            changed.append({**plain, name: value + chance.choice((-1, 1, 5))})
        elif name == "domino":
            changed.append({**plain, name: chance.randint(1, 48)})
        elif name == "to":
            changed.append({**plain, name: chance.choice("nesw")})
    if plain["type"] == "place":
        changed.append({"type": "discard", "player": plain["player"], "domino": plain["domino"]})
    return [msgspec.convert(other, game.shapes.move) for other in changed]


def same(move: Any, listed: list[Any]) -> bool:
    """A double lies on the same squares in two ways; one of them is listed."""
    if move in listed:
        return True
    if move.__struct_config__.tag == "place":
        dx, dy = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}[move.to]
        back = {"n": "s", "e": "w", "s": "n", "w": "e"}[move.to]
        turned = msgspec.structs.replace(move, x=move.x + dx, y=move.y + dy, to=back)
        return turned in listed
    return move.__struct_config__.tag == "reveal"
