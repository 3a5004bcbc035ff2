"""Random legal play from setup to the end, with invariants after every move."""

import random
from typing import Any

import msgspec
import pytest

from service.games.brian_boru.game import GAME as game
from service.games.brian_boru.table import Table
from service.referee.findings import Findings
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


@pytest.mark.parametrize("seed", range(33))
def test_mutated_moves_are_legal_or_refused_with_a_rule(seed: int) -> None:
    """Moves that are nearly right: never an exception, and the list of legal moves says the same as the check."""
    count, options = WAYS[seed % len(WAYS)]
    chance = random.Random(seed)

    def mutate(table: Table) -> bool:
        moves = list(game.legal_moves(table, None, None))
        for move in chance.sample(moves, min(2, len(moves))):
            for other in mutations(move, chance, count):
                findings = Findings()
                game.check(table, other, findings)
                if findings.verdict == "legal":
                    assert same(table, other, moves), (other, "passes the check but is not listed")
                    assert rule_on(game, table, other).state is not None
                else:
                    assert findings.broken or findings.missing
                    assert other not in moves
        return False

    play(opening(count, seed, **options), seed, mutate)


def mutations(move: Any, chance: random.Random, count: int) -> list[Any]:
    """The same move with one thing changed, as often as it has things, and as a move of another kind."""
    plain = msgspec.to_builtins(move)
    towns, changed = list(base().towns), []
    for name, value in plain.items():
        if name in ("player", "loser"):
            changed.append({**plain, name: chance.choice(NAMES[:count])})
        elif name in ("town", "expand", "free"):
            changed.append({**plain, name: chance.choice(towns)})
        elif name == "card":
            changed.append({**plain, name: chance.randint(1, 25)})
        elif name == "cards":
            changed += [{**plain, name: [value[0], chance.randint(1, 25)]}, {**plain, name: value[:1]}]
        elif name == "action":
            changed += [{**plain, name: other} for other in ("primary", "upper", "lower")]
        elif name == "extra":
            symbol = chance.choice(list(value))
            changed.append({**plain, name: {**value, symbol: chance.randint(0, 4)}})
        elif name == "choice":
            changed += [{**plain, name: other} for other in ("military", "trade", "spurn")]
    if plain["type"] == "act":
        changed += [{**plain, "expand": chance.choice(towns)}, {**plain, "free": chance.choice(towns)}]
    who = plain.get("player", "ana")
    changed.append(chance.choice(others(who, towns, chance)))
    return [msgspec.convert(other, game.shapes.move) for other in changed]


def others(who: str, towns: list[str], chance: random.Random) -> list[dict[str, Any]]:
    """A move of each kind."""
    town, card = chance.choice(towns), chance.randint(1, 25)
    return [
        {"type": "start", "player": who},
        {"type": "open", "player": who, "town": town},
        {"type": "prepare"},
        {"type": "deal"},
        {"type": "pick", "player": who, "cards": [card, "?"]},
        {"type": "lead", "player": who, "town": town, "card": card},
        {"type": "play", "player": who, "card": card},
        {"type": "act", "player": who, "action": "upper"},
        {"type": "settle", "player": who, "town": town},
        {"type": "wed", "player": who, "choice": "trade"},
        {"type": "raid", "player": who, "loser": "ana", "town": town},
        {"type": "build", "player": who, "town": town},
    ]


def same(table: Table, move: Any, listed: list[Any]) -> bool:
    """The same move is written in more than one way: cards in any order or hidden, a single token left unsaid."""
    if move in listed or move.__struct_config__.tag in ("prepare", "deal"):
        return True
    if move.__struct_config__.tag == "pick":
        known = [card for card in move.cards if card != "?"]
        return any(set(known) <= set(other.cards) for other in listed if other.player == move.player)
    if move.__struct_config__.tag == "act":
        token = [town for town, held in table.state.towns.items() if held.viking]
        return len(token) == 1 and msgspec.structs.replace(move, free=token[0]) in listed
    return False
