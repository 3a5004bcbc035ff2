"""What is printed on a sheet and written on it with a sheet: dice, boxes, hexagons and products, drawn by us."""

from schemas.roll_and_raid_pack import Bonus, Gives
from service.referee import svg
from service.referee.diagram import INK
from service.referee.svg import Element, Point

COLOURS = {"brown": "#b98a5e", "grey": "#bdbdbd", "orange": "#f5a94c"}
_PIPS: dict[int, list[Point]] = {
    1: [(2, 2)],
    2: [(1, 1), (3, 3)],
    3: [(1, 1), (2, 2), (3, 3)],
    4: [(1, 1), (3, 1), (1, 3), (3, 3)],
    5: [(1, 1), (3, 1), (2, 2), (1, 3), (3, 3)],
    6: [(1, 1), (3, 1), (1, 2), (3, 2), (1, 3), (3, 3)],
}
_FIGURES: dict[str, list[list[Point]]] = {
    "axe": [[(0.35, 0.9), (0.65, 0.15)], [(0.5, 0.2), (0.9, 0.3), (0.7, 0.6), (0.5, 0.5)]],
    "ship": [
        [(0.1, 0.6), (0.25, 0.85), (0.75, 0.85), (0.9, 0.6), (0.1, 0.6)],
        [(0.5, 0.6), (0.5, 0.1), (0.8, 0.45), (0.5, 0.45)],
    ],
    "house": [[(0.15, 0.9), (0.15, 0.5), (0.5, 0.15), (0.85, 0.5), (0.85, 0.9), (0.15, 0.9)]],
    "viking": [
        [(0.25, 0.85), (0.25, 0.5), (0.5, 0.3), (0.75, 0.5), (0.75, 0.85)],
        [(0.25, 0.5), (0.1, 0.2)],
        [(0.75, 0.5), (0.9, 0.2)],
    ],
    "bonus": [[(0.5, 0.15), (0.5, 0.85)], [(0.15, 0.5), (0.85, 0.5)]],
}


def die(colour: str, value: int, left: float, top: float, side: float = 32) -> list[Element]:
    pips = [(left + x * side / 4, top + y * side / 4) for x, y in _PIPS[value]]
    return [
        svg.rect(left, top, side, side, rx=6, fill=COLOURS[colour], stroke=INK, stroke_width=1.5),
        *(svg.circle(x, y, side / 11, fill=INK) for x, y in pips),
    ]


def product(gives: Gives, left: float, top: float, side: float) -> list[Element]:
    """The figure of a product; anything that is none of the four is a plus."""
    if gives is None:
        return []
    strokes = _FIGURES["bonus" if isinstance(gives, Bonus) else gives]
    placed = [[(left + x * side, top + y * side) for x, y in stroke] for stroke in strokes]
    return [svg.path(placed, stroke=INK, stroke_width=1.3, stroke_linejoin="round")]


def box(left: float, top: float, side: float, *, crossed: bool, fill: str = "#ffffff") -> list[Element]:
    """A box to be crossed."""
    parts = [svg.rect(left, top, side, side, fill=fill, stroke=INK)]
    return [*parts, cross(left, top, side)] if crossed else parts


def cross(left: float, top: float, side: float) -> Element:
    right, bottom = left + side - 2, top + side - 2
    strokes: list[list[Point]] = [[(left + 2, top + 2), (right, bottom)], [(right, top + 2), (left + 2, bottom)]]
    return svg.path(strokes, stroke=INK, stroke_width=2.2, stroke_linecap="round")


def hexagon(left: float, top: float, side: float, *, filled: bool) -> Element:
    """A hexagon of the port or the armoury; dark once it is marked."""
    points: list[Point] = [(0.25, 0.05), (0.75, 0.05), (1, 0.5), (0.75, 0.95), (0.25, 0.95), (0, 0.5)]
    placed = [(left + x * side, top + y * side) for x, y in points]
    return svg.polygon(placed, fill="#6e6e76" if filled else "#ffffff", stroke=INK, stroke_width=1.3)
