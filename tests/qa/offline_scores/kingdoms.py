"""Random questions about the points of Kingdomino: kingdoms by dominoes or squares, with every variant and choice."""

import random
from collections.abc import Iterator
from typing import Any

from tests.qa.offline_scores.faults import maybe_spoilt

NAMES = ["ana", "bruno", "carla", "dario", "1", "0", "toString", "Łucja"]
TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine"]
VARIANTS = ["great-duel", "harmony", "middle-kingdom", "dynasty"]
HOUSE_RULES = {
    "tie_break": ["territory", "territory-then-crowns"],
    "harmony": ["full-grid", "no-discards"],
    "middle_kingdom": ["box", "full", "fits"],
    "three_players": ["all-48", "twelve-out"],
}
STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
Square = tuple[int, int]


def question(rng: random.Random) -> dict[str, Any]:
    names = rng.sample(NAMES, rng.choice([1, 2, 2, 3, 4, 4, 5]))
    asked: dict[str, Any]
    if rng.random() < 0.2:
        games = [_state(rng, rng.sample(names, len(names))) for _ in range(rng.choice([1, 2, 3, 3, 3, 4]))]
        asked = {"games": games}
    else:
        asked = {"state": _state(rng, names)}
    if rng.random() < 0.2:
        asked["house_rules"] = _house_rules(rng)
    if rng.random() < 0.2:
        asked["claimed"] = {name: rng.randrange(0, 60) for name in rng.sample(names, rng.randint(1, len(names)))}
    return maybe_spoilt(rng, asked)


def tied_until_crowns(rng: random.Random) -> dict[str, Any]:
    """As many points, the largest territories as large, and more crowns with one of the players."""
    one, other = rng.sample(TERRAINS, 2)
    pair = [{"x": 1, "y": 0, "terrain": one}, {"x": 2, "y": 0, "terrain": one}]
    few = [{**pair[0], "crowns": 1}, pair[1]]
    many = [*pair, {"x": -1, "y": 0, "terrain": other, "crowns": 2}]
    kingdoms = [few, many, few, []][: rng.randint(2, 4)]
    rng.shuffle(kingdoms)
    players = [{"name": name, "squares": own} for name, own in zip(NAMES, kingdoms, strict=False)]
    return {"state": {"options": {"edition": "first"}, "players": players}}


def _house_rules(rng: random.Random) -> dict[str, str]:
    chosen = rng.sample(list(HOUSE_RULES), rng.randint(0, len(HOUSE_RULES)))
    return {name: rng.choice(HOUSE_RULES[name]) for name in chosen}


def _options(rng: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {"variants": [variant for variant in VARIANTS if rng.random() < 0.4]}
    if rng.random() < 0.7:
        options["edition"] = rng.choice(["es", "first"])
    if rng.random() < 0.3:
        options["house_rules"] = _house_rules(rng)
    return options


def _state(rng: random.Random, names: list[str]) -> dict[str, Any]:
    state: dict[str, Any] = {} if rng.random() < 0.2 else {"options": _options(rng)}
    size = 7 if "great-duel" in state.get("options", {}).get("variants", ()) else 5
    palette = rng.sample(TERRAINS, rng.choice([1, 2, 3, 6]))
    box = list(range(1, 49))
    rng.shuffle(box)
    state["players"] = [_player(rng, name, size, palette, box) for name in names]
    if len(names) > 1 and rng.random() < 0.4:  # the same kingdom twice, turned around: a tie to the end
        one, other = rng.sample(state["players"], 2)
        other |= {**_turned(one), "name": other["name"]}
        if "squares" in one:
            other.pop("kingdom", None)
        else:
            other.pop("squares", None)
    if rng.random() < 0.2:
        state["phase"] = rng.choice(["play", "over"])
    return state


def _turned(player: dict[str, Any]) -> dict[str, Any]:
    turned = dict(player)
    if "squares" in player:
        turned["squares"] = [{**square, "x": -square["x"], "y": -square["y"]} for square in player["squares"]]
    return turned


def _player(rng: random.Random, name: str, size: int, palette: list[str], box: list[int]) -> dict[str, Any]:
    player: dict[str, Any] = {"name": name}
    if rng.random() < 0.5:
        player["squares"] = _squares(rng, size, palette)
    else:
        player["kingdom"] = list(_kingdom(rng, size, box))
    if rng.random() < 0.2:
        player["discarded"] = [box.pop() for _ in range(rng.randint(0, min(2, len(box))))]
    return player


def _frame(rng: random.Random, size: int) -> tuple[range, range]:
    """A grid around the castle, often with the castle in its middle."""
    half = size // 2
    west, south = (half, half) if rng.random() < 0.5 else (rng.randrange(size), rng.randrange(size))
    return range(-west, size - west), range(-south, size - south)


def _squares(rng: random.Random, size: int, palette: list[str]) -> list[dict[str, Any]]:
    xs, ys = _frame(rng, rng.choice([size, size, size, 3, 4, 7, 9]))
    share = rng.choice([0.0, 0.2, 0.5, 0.8, 1.0, 1.0])
    places = [(x, y) for x in xs for y in ys if (x, y) != (0, 0) and rng.random() < share]
    odd = rng.random()
    if odd < 0.03:
        places.append((0, 0))
    elif odd < 0.06 and places:
        places.append(rng.choice(places))
    elif odd < 0.09:
        places.append((rng.choice([-8, 7, 8, 99]), rng.randint(-8, 8)))
    rng.shuffle(places)
    kinds = rng.choice([[0], [0, 0, 0, 1], [0, 1, 2, 3]])
    return [_square(rng, x, y, palette, kinds) for x, y in places]


def _square(rng: random.Random, x: int, y: int, palette: list[str], kinds: list[int]) -> dict[str, Any]:
    square: dict[str, Any] = {"x": x, "y": y, "terrain": rng.choice(palette)}
    crowns = rng.choice(kinds)
    return square | ({"crowns": crowns} if crowns or rng.random() < 0.5 else {})


def _kingdom(rng: random.Random, size: int, box: list[int]) -> Iterator[dict[str, Any]]:
    """Dominoes side by side around the castle; now and then one far out, or on another."""
    xs, ys = _frame(rng, size)
    covered: set[Square] = {(0, 0)}
    for _ in range(rng.choice([0, 2, 6, 12, 24])):
        if not box:
            return
        if rng.random() < 0.003:
            x, y = rng.choice([-7, -6, 0, 6, 7, 30]), rng.randint(-7, 7)
            yield {"domino": box.pop(), "x": x, "y": y, "to": rng.choice("nesw")}
            continue
        places = [place for place in _places(covered) if place[0] in xs and place[1] in ys]
        if not places:
            return
        x, y, to = rng.choice(places)
        second = x + STEPS[to][0], y + STEPS[to][1]
        if second[0] not in xs or second[1] not in ys:
            continue
        covered |= {(x, y), second}
        yield {"domino": box.pop(), "x": x, "y": y, "to": to}


def _places(covered: set[Square]) -> list[tuple[int, int, str]]:
    """Free pairs of squares beside what is covered, of which the first one touches it."""
    edge = sorted({(x + dx, y + dy) for x, y in covered for dx, dy in STEPS.values()} - covered)
    return [(x, y, to) for x, y in edge for to, (dx, dy) in STEPS.items() if (x + dx, y + dy) not in covered]
