"""Kingdomino tables and packs with as much of everything as is accepted."""

import random
from typing import Any

TERRAINS = ("wheat", "forest", "lake", "grassland", "swamp", "mine")
FIELD = [(x, y) for x in range(-7, 8) for y in range(-7, 8) if (x, y) != (0, 0)]
PLACE = {"type": "place", "player": "p0", "domino": 3, "x": 1, "y": 1, "to": "n"}


def pack_of(chance: random.Random, *kinds: tuple[str, str]) -> dict[str, Any]:
    """The largest pack, with dominoes of these kinds."""
    dominoes = [
        {"number": number, "a": {"terrain": a, "crowns": 0}, "b": {"terrain": b, "crowns": 0}}
        for number in range(1, 201)
        for a, b in [chance.choice(kinds)]
    ]
    return {"id": "mine", "title": "Mine", "dominoes": dominoes}


PACK = pack_of(random.Random(1), *[(a, b) for a in TERRAINS for b in TERRAINS])


def hard_to_tile(seed: int) -> dict[str, Any]:
    """An audit of grids of two or three terrains with few kinds of dominoes: the search for a tiling is long."""
    chance = random.Random(seed)
    terrains = TERRAINS[: chance.choice((2, 3))]
    kinds = [(a, b) for a in terrains for b in terrains]
    box = pack_of(chance, *chance.sample(kinds, min(len(kinds), 5)))
    grid = [(x, y) for x, y in FIELD if max(abs(x), abs(y)) <= 3]
    players = [
        {"name": f"p{seat}", "squares": [{"x": x, "y": y, "terrain": chance.choice(terrains)} for x, y in grid]}
        for seat in range(2)
    ]
    return {"state": {"players": players, "options": {"variants": ["great-duel"]}}, "pack": box}


def _tables() -> dict[str, dict[str, Any]]:
    chance = random.Random(3)
    names = [f"p{seat}" for seat in range(8)]
    checkered = [{"x": x, "y": y, "terrain": TERRAINS[(x + y) % 2], "crowns": 3} for x, y in FIELD[:200]]
    lying = [
        {"domino": number, "x": chance.randint(-6, 6), "y": chance.randint(-6, 6), "to": "n"}
        for number in range(1, 101)
    ]
    adrift = [{"domino": n + 1, "x": n % 7 * 2 - 6, "y": 6 - n // 7, "to": "e"} for n in range(99, -1, -1)]
    every = list(range(1, 101))
    return {
        "checkered": {"players": [{"name": name, "squares": checkered} for name in names]},
        "covered": {
            "players": [{"name": name, "kingdom": lying, "discarded": every} for name in names],
            "pile": [chance.randint(1, 200) for _ in range(999)],
            "leftovers": every,
        },
        "adrift": {"players": [{"name": name, "kingdom": adrift} for name in names]},
    }


TABLES = _tables()
