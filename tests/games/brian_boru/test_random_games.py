"""Random legal play from setup to the end, with invariants after every move."""

import random
from typing import Any

import msgspec
import pytest

from service.games.brian_boru.game import GAME as game
from service.games.brian_boru.table import Table
from service.referee.judge import rule_on
from tests.client import Referee
from tests.games.brian_boru.invariants import WAYS, play_and_check
from tests.games.brian_boru.tables import NAMES, base, opening, play
from tests.games.playing import play_all

GAMES, CHUNK = 66, 22


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_random_games_keep_the_invariants(first: int) -> None:
    play_all(play_and_check, range(first, first + CHUNK), WAYS)


@pytest.mark.parametrize("seed", range(22))
def test_a_log_replays_to_the_same_end(brian_boru: Referee, seed: int) -> None:
    """Through HTTP: from setup with the seed, and as one player knows it, with all other hands and piles hidden."""
    count, options = WAYS[seed % len(WAYS)]
    start = opening(count, seed, **options)
    end, log = play(start, seed)
    setup = {"players": list(NAMES[:count]), "options": options, "seed": seed}
    known = brian_boru.ask("replay", {"setup": setup, "moves": msgspec.to_builtins(log)})
    assert known["verdict"] == "legal"
    assert known["state"] == msgspec.json.decode(msgspec.json.encode(end.state))

    viewer = NAMES[seed % count]
    seen = msgspec.to_builtins(game.view(start.state, viewer))
    masked = brian_boru.ask("replay", {"state": seen, "moves": as_seen_by(viewer, start, log), "states": True})
    assert masked["verdict"] == "legal", masked["ruling"]
    assert set(masked.assumed) <= {"holds-card", "dealt-card"}, "that the cards shown come from the hidden hands"
    assert len(masked["states"]) == len(log)
    assert open_zones(masked["state"]) == open_zones(known["state"])


def as_seen_by(viewer: str, start: Table, log: list[Any]) -> list[dict[str, Any]]:
    """The same log as one player can tell it: the outcome of chance in the open, the picks of the others hidden."""
    told, table = [], start
    for move in log:
        plain, state = msgspec.to_builtins(move), table.state
        table = rule_on(game, table, move).after
        if plain["type"] == "prepare":
            plain.update(vikings=state.viking_pile[0], marriage=state.marriage_pile[0])
        elif plain["type"] == "deal":
            plain["hands"] = {viewer: list(table.by_name[viewer].dealt)}
        elif plain["type"] == "pick" and plain["player"] != viewer:
            plain["cards"] = ["?"] * len(plain["cards"])
        told.append(plain)
    return told


def open_zones(state: dict[str, Any]) -> dict[str, Any]:
    hidden = {"players", "discard", "unseen", "shuffles", "viking_pile"}
    players = [
        {zone: value for zone, value in player.items() if zone not in ("hand", "dealt", "picked")}
        for player in state["players"]
    ]
    return {**{zone: value for zone, value in state.items() if zone not in hidden}, "players": players}


@pytest.mark.parametrize("seed", range(12))
def test_every_answer_on_the_way_is_what_one_player_may_see(brian_boru: Referee, seed: int) -> None:
    """What a player knows is enough: on the masked table the same moves of that player are legal."""
    count, options = WAYS[seed % len(WAYS)]
    viewer = NAMES[seed % count]

    def look(table: Table) -> bool:
        seen = game.table(game.view(table.state, viewer), base(), table.choices)
        assert game.following(seen) == game.following(table)
        own = list(game.legal_moves(table, viewer, None))
        assert list(game.legal_moves(seen, viewer, None)) == own
        for move in own[:3]:
            assert rule_on(game, seen, move).verdict == "legal"
        return False

    play(opening(count, seed, **options), seed, look)


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_picks_does_not_matter(seed: int) -> None:
    """Whoever chooses first: when all have chosen, the table is the same."""
    count = 3 + seed % 3
    chance = random.Random(seed)

    def swap(table: Table) -> bool:
        if table.state.phase != "draft" or any(player.picked for player in table.state.players):
            return False
        picks = [chance.choice(list(game.legal_moves(table, name, None))) for name in table.order]
        ends = set()
        for _ in range(4):
            chance.shuffle(picks)
            after = table
            for pick in picks:
                after = rule_on(game, after, pick).after
            ends.add(msgspec.json.encode(after.state))
        assert len(ends) == 1
        return False

    play(opening(count, seed), seed, swap)
