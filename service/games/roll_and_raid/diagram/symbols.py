"""What is printed on a sheet and written on it: dice, boxes, hexagons and products.

Colours and symbols stand in ``board.json``, which the page at the table draws with as well.
"""

import json
from pathlib import Path
from typing import Any

from schemas.roll_and_raid_pack import Bonus, Cost, Gives
from service.referee import svg
from service.referee.svg import Element, Point, Value
from service.referee.themes import palette

BOARD = Path(__file__).with_name("board.json")
LOOK: dict[str, Any] = json.loads(BOARD.read_text(encoding="utf-8"))
COLOURS = palette(BOARD)
EDGE, LABEL, PIP = COLOURS["edge"], COLOURS["label"], COLOURS["pip"]
WINDOW = LOOK["box"]
"""The symbols are drawn in a square of this size."""
PLENTY = 6
"""A die that counts more shows a number instead of pips."""


def symbol(name: str, left: float, top: float, size: float, fill: str = LABEL) -> Element:
    """A symbol in a window of its own."""
    drawn = svg.element("path", d=LOOK["symbols"][name], fill=fill, fill_rule="evenodd")
    window: dict[str, Value] = {"x": left, "y": top, "width": size, "height": size}
    return svg.element("svg", drawn, viewBox=f"0 0 {WINDOW} {WINDOW}", **window)


def die(kind: str, value: int, left: float, top: float, side: float = 32) -> list[Element]:
    """A die by its colour: ``red`` is a raid die, ``favour`` a favour die, which has a star."""
    ink = COLOURS["redpip"] if kind == "red" else PIP
    parts = [svg.rect(left, top, side, side, rx=side / 5, fill=COLOURS[kind], stroke=EDGE, stroke_width=1.3)]
    if kind == "favour":
        parts.append(symbol("favour", left + side * 0.66, top + side * 0.05, side * 0.28, ink))
    if not 1 <= value <= PLENTY:
        size = max(svg.SMALLEST, side * 0.5)
        middle = {"text_anchor": "middle", "font_weight": "bold", "fill": ink}
        return [*parts, svg.text(str(value), left + side / 2, top + side / 2 + size * 0.36, size, **middle)]
    pips = [(left + x * side / 4, top + y * side / 4) for x, y in LOOK["pips"][str(value)]]
    return [*parts, *(svg.circle(x, y, side / 10.5, fill=ink) for x, y in pips)]


def product(gives: Gives) -> str | None:
    """The symbol of what a box gives: favour dice are a star, anything that is none of the products is a plus."""
    if gives is None or isinstance(gives, str):
        return gives
    return "favour" if gives.favours else _first(gives)


def _first(bonus: Bonus) -> str:
    goods = {"viking": bonus.vikings, "axe": bonus.axes, "ship": bonus.ships, "house": bonus.houses}
    return next((good for good, count in goods.items() if count), "bonus")


def box(
    side: float, *, crossed: bool = False, fill: str = "box", gives: Gives = None, written: str = ""
) -> list[Element]:
    """A box: what it gives, a cross once it is marked, or the value written in it."""
    ink = LABEL if fill == "box" else PIP
    parts = [svg.rect(0, 0, side, side, rx=2.5, fill=COLOURS[fill], stroke=EDGE, stroke_width=1)]
    if given := product(gives):
        parts += [] if written else [symbol(given, side * 0.17, side * 0.17, side * 0.66, ink)]
    if written:
        word = svg.clipped(written, side + 4, 12)
        parts.append(svg.text(word, side / 2, side / 2 + 4.3, 12, text_anchor="middle", font_weight="bold", fill=ink))
    return [*parts, cross(side, ink)] if crossed else parts


def cross(side: float, ink: str) -> Element:
    near, far = side * 0.18, side * 0.82
    strokes: list[list[Point]] = [[(near, near), (far, far)], [(far, near), (near, far)]]
    return svg.path(strokes, stroke=ink, stroke_width=2.2, stroke_linecap="round")


def hexagon(good: str, side: float, *, stored: bool, touches: bool) -> list[Element]:
    """A hexagon: dark once a product is stored in it, with a star where it touches a favour die."""
    placed = [(x * side / WINDOW, y * side / WINDOW) for x, y in LOOK["hexagon"]]
    fill, ink = (COLOURS["marked"], COLOURS["markedink"]) if stored else (COLOURS["box"], COLOURS["soft"])
    parts = [
        svg.polygon(placed, fill=fill, stroke=EDGE, stroke_width=1.1),
        symbol(good, side * 0.25, side * 0.25, side * 0.5, ink),
    ]
    if touches:
        parts.append(svg.circle(side * 0.82, side * 0.18, side * 0.18, fill=COLOURS["favour"], stroke=EDGE))
        parts.append(symbol("favour", side * 0.69, side * 0.05, side * 0.26, PIP))
    return parts


def shield(value: int, left: float, top: float, size: float) -> list[Element]:
    """The defence of a card."""
    look: dict[str, Value] = {"text_anchor": "middle", "font_weight": "bold", "fill": COLOURS["markedink"]}
    number = svg.text(str(value), left + size / 2, top + size * 0.66, max(svg.SMALLEST, size * 0.46), **look)
    return [symbol("shield", left, top, size, COLOURS["marked"]), number]


def amounts(
    counts: list[tuple[str, int | str]], left: float, top: float, ink: str = LABEL
) -> tuple[list[Element], float]:
    """Symbols with a number before each, and where the row ends."""
    parts: list[Element] = []
    for name, count in counts:
        word = str(count)
        parts.append(svg.text(word, left, top + 13, 13, font_weight="bold", fill=ink))
        left += svg.width_of(word, 13) + 3
        parts.append(symbol(name, left, top, 16, ink))
        left += 22
    return parts, left


def price(cost: Cost) -> list[tuple[str, int | str]]:
    """What is paid, as symbols; axes or ships in any mixture are two symbols without a number between them."""
    parts: list[tuple[str, int | str]] = [("viking", cost.vikings), ("axe", cost.axes), ("ship", cost.ships)]
    parts = [(name, count) for name, count in parts if count]
    return [*parts, ("axe", cost.goods), ("ship", "/")] if cost.goods else parts
