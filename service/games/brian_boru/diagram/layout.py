"""The map: the drawn one of ``board.json`` for the towns of our pack, else one worked out from where a pack has them.

In a map that is worked out every town owns the land that is nearer to it than to any other town, as far as a little
way out; the land of a region's towns is the region. It is a plan and no survey, but no pack is without a map.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import NamedTuple

from schemas.brian_boru import Town
from service.games.brian_boru.diagram.symbols import LOOK
from service.referee.svg import Point, clipped, width_of

WIDTH, HEIGHT = 336, 566
EDGE, REACH, CORNERS = 26, 47, 20
"""How far towns stay away from the edge, how far their land goes, and with how many corners."""
SHORE, COLUMNS, STEP = 4, 7, 8
LABEL, LABEL_WIDTH, LEADING, LONGEST = 11, 84, 12, 10

Side = tuple[Point, Point, int | None]
"""From one point to another, and the town on the other side; the sea is None."""


class Chart(NamedTuple):
    """Where everything is on the paper."""

    towns: dict[str, Point]
    land: dict[str, list[list[Point]]]
    """The pieces of land of each region. On a drawn map they reach into the sea, which covers them."""
    coast: Sequence[Sequence[Point]]
    borders: Sequence[Sequence[Point]]
    labels: dict[str, Point]
    """Where there is room for a region's name."""
    tokens: dict[str, Point]
    """Where a region's claim token lies."""
    is_drawn: bool = False
    """Whether ``coast`` is one closed line, and the land reaches beyond it."""


@lru_cache(maxsize=8)
def chart(towns: tuple[Town, ...]) -> Chart:
    return _drawn(towns) if all(_PLACED.get(town.id) == _place(town) for town in towns) else _worked_out(towns)


def _place(town: Town) -> tuple[str, float, float]:
    return town.region, town.left, town.top


_PLACED = {
    town["id"]: (town["region"], town["left"], town["top"])
    for town in json.loads((Path(__file__).parents[1] / "packs" / "base.json").read_text(encoding="utf-8"))["towns"]
}
"""Where the pack of the drawn map has its towns."""


def _drawn(towns: Sequence[Town]) -> Chart:
    drawn, regions = LOOK["map"], list(dict.fromkeys(town.region for town in towns))
    places = {town.id: _point(drawn["towns"][town.id]) for town in towns}
    land = {
        region: [[_point(each) for each in piece] for piece in pieces] for region, pieces in drawn["land"].items()
    }
    borders = [[_point(each) for each in border] for border in drawn["borders"]]
    coast = [[_point(each) for each in drawn["coast"]]]
    labels, tokens = ({region: _point(drawn[part][region]) for region in regions} for part in ("labels", "tokens"))
    return Chart(places, land, coast, borders, labels, tokens, is_drawn=True)


def _point(pair: Sequence[float]) -> Point:
    return pair[0], pair[1]


def _worked_out(towns: Sequence[Town]) -> Chart:
    places, regions = _places(towns), [town.region for town in towns]
    land: dict[str, list[list[Point]]] = {}
    coast: list[tuple[Point, Point]] = []
    borders: list[tuple[Point, Point]] = []
    for index, town in enumerate(towns):
        sides = _land_of(index, places)
        land.setdefault(town.region, []).append([start for start, _, _ in sides])
        for start, end, other in sides:
            if other is None:
                coast.append((start, end))
            elif regions[other] != regions[index] and index < other:
                borders.append((start, end))
    named = {town.id: place for town, place in zip(towns, places, strict=True)}
    labels = _labels(towns, places)
    return Chart(named, land, coast, borders, labels, {region: (x, y + 20) for region, (x, y) in labels.items()})


def _places(towns: Sequence[Town]) -> list[Point]:
    """Percent of a board become points on the paper. Towns that nobody placed stand in rows."""
    placed = [(min(100.0, max(0.0, town.left)), min(100.0, max(0.0, town.top))) for town in towns]
    if len(set(placed)) < len(placed):
        placed = [(float(index % COLUMNS), float(index // COLUMNS)) for index in range(len(towns))]
    return list(zip(_spread([x for x, _ in placed], WIDTH), _spread([y for _, y in placed], HEIGHT), strict=True))


def _spread(values: Sequence[float], length: float) -> list[float]:
    low, high = min(values), max(values)
    if high - low < 0.001:
        return [length / 2] * len(values)
    return [EDGE + (value - low) / (high - low) * (length - 2 * EDGE) for value in values]


def _land_of(index: int, places: Sequence[Point]) -> list[Side]:
    """A disc around the town, cut half way to every other town."""
    x, y = places[index]
    corners = [
        (
            min(WIDTH - SHORE, max(SHORE, x + REACH * cos(turn))),
            min(HEIGHT - SHORE, max(SHORE, y + REACH * sin(turn))),
        )
        for turn in (2 * pi * (corner + 0.5) / CORNERS for corner in range(CORNERS))
    ]
    sides: list[Side] = [(start, end, None) for start, end in zip(corners, corners[1:] + corners[:1], strict=True)]
    for other, place in enumerate(places):
        if other != index and hypot(place[0] - x, place[1] - y) < 2 * REACH and place != (x, y):
            sides = _cut(sides, (x, y), place, other)
    return sides


def _cut(sides: Sequence[Side], own: Point, far: Point, other: int) -> list[Side]:
    """What of the land is nearer to the own town."""
    across = (far[0] - own[0], far[1] - own[1])
    middle = ((far[0] + own[0]) / 2, (far[1] + own[1]) / 2)

    def beyond(point: Point) -> float:
        return (point[0] - middle[0]) * across[0] + (point[1] - middle[1]) * across[1]

    kept: list[Side] = []
    for start, end, label in sides:
        first, second = beyond(start), beyond(end)
        if first <= 0 < second or second <= 0 < first:
            part = first / (first - second)
            crossing = (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
            if first <= 0:
                kept += [(start, crossing, label), (crossing, crossing, other)]
            else:
                kept.append((crossing, end, label))
        elif first <= 0:
            kept.append((start, end, label))
    # The new side goes from where the land was left to where it is entered again.
    return [
        (start, kept[(place + 1) % len(kept)][0], label) if label == other else (start, end, label)
        for place, (start, end, label) in enumerate(kept)
    ]


def label_lines(name: str) -> list[str]:
    """A region's name as it is written on the map: a long one in two lines of about the same length."""
    words = name.split(" ")
    if len(name) <= LONGEST or len(words) < 2:
        return [clipped(name, LABEL_WIDTH, LABEL)]
    halves = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))]
    return [clipped(line, LABEL_WIDTH, LABEL) for line in min(halves, key=lambda half: max(map(len, half)))]


def _labels(towns: Sequence[Town], places: Sequence[Point]) -> dict[str, Point]:
    """For each region the best place of its name: near its own towns, and over as few other things as possible."""
    field, regions = _field(places), [town.region for town in towns]
    found: dict[str, Point] = {}
    for region in dict.fromkeys(regions):
        lines = label_lines(region.replace("-", " "))
        size = max(width_of(line, LABEL) for line in lines) / 2, len(lines)
        spots = [
            spot
            for spot, (away, nearest) in field.items()
            if size[0] <= spot[0] <= WIDTH - size[0] and regions[nearest] == region and away < REACH
        ]
        taken = list(found.items())
        if spots:
            found[region] = max(spots, key=lambda spot: _room(spot, size, region, regions, field, taken))
        else:
            found[region] = places[regions.index(region)]
    return found


def _field(places: Sequence[Point]) -> dict[Point, tuple[float, int]]:
    """For points all over the map, how far the nearest town is, and which one that is."""
    return {
        (x, y): min((hypot(x - place[0], y - place[1]), index) for index, place in enumerate(places))
        for y in range(STEP, HEIGHT, STEP)
        for x in range(0, WIDTH + 1, STEP)
    }


def _room(
    spot: Point,
    size: tuple[float, int],
    region: str,
    regions: Sequence[str],
    field: Mapping[Point, tuple[float, int]],
    taken: Sequence[tuple[str, Point]],
) -> float:
    """How far a name at this spot is from everything else; over the land of others it counts less."""
    room, (half, lines) = float(REACH), size
    for part, line in product((-1.0, -0.5, 0.0, 0.5, 1.0), range(lines)):
        x, y = spot[0] + part * half, spot[1] + (line - (lines - 1) / 2) * LEADING
        away, nearest = field.get((round(x / STEP) * STEP, round(y / STEP) * STEP), (0.0, 0))
        room = min(room, away if regions[nearest] == region else away - REACH / 2)
    for name, (x, y) in taken:
        beside = abs(x - spot[0]) - half - min(LABEL_WIDTH, width_of(name, LABEL)) / 2
        room = min(room, max(beside, abs(y - spot[1]) - lines * LEADING))
    return room
