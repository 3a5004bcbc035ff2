"""The pieces as figures: towns, discs, tokens and cards, different in shape as well as in colour.

Colours and symbols stand in ``board.json``, which the page at the table draws with as well.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from schemas.brian_boru import ActionCard
from service.referee import svg
from service.referee.svg import Element, Point, Value
from service.referee.themes import fixed, palette

BOARD = Path(__file__).with_name("board.json")
LOOK: dict[str, Any] = json.loads(BOARD.read_text(encoding="utf-8"))
COLOURS = palette(BOARD)
PIECE, PALE = COLOURS["piece"], COLOURS["pieceink"]
_INKS = {name: fixed(colour) for name, colour in LOOK["inks"].items()}
_DISCS = [fixed(colour) for colour in LOOK["discs"]]
"""The colours of the discs, by the player's number; the number itself stands on each."""
BOX = 24
"""The symbols are drawn in a square of this size."""
CARD_WIDTH, CARD_HEIGHT, CARDS_PER_ROW = 40, 62, 8
_ROW, _SIGN = 13, 9


def symbol(name: str, x: float, y: float, size: float, fill: str | None = None) -> Element:
    """A symbol of the cards in a window of its own, centred at a place."""
    drawn = svg.element("path", d=LOOK["symbols"][name], fill=fill or _INKS.get(name, PIECE), fill_rule="evenodd")
    window: dict[str, Value] = {"x": x - size / 2, "y": y - size / 2, "width": size, "height": size}
    return svg.element("svg", drawn, viewBox=f"0 0 {BOX} {BOX}", **window)


def shape(colour: str, x: float, y: float, radius: float) -> Element:
    """A town or a mark of a colour: red is a square, blue a circle, yellow a diamond, white a triangle."""
    look: dict[str, Value] = {"fill": COLOURS[colour], "stroke": PIECE, "stroke_width": 1.5}
    if colour == "blue":
        return svg.circle(x, y, radius * 1.1, **look)
    if colour == "red":
        return svg.rect(x - radius, y - radius, 2 * radius, 2 * radius, **look)
    if colour == "yellow":
        wide = radius * 1.4
        return svg.polygon([(x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y)], **look)
    return svg.polygon([(x, y - radius), (x + radius, y + radius), (x - radius, y + radius)], **look)


def disc(seat: int, x: float, y: float, radius: float) -> list[Element]:
    """A player's disc with the player's number."""
    fill = _DISCS[seat % len(_DISCS)]
    ink = PIECE if fill in ("#ffffff", "#9a9a9a") else PALE
    size = max(svg.SMALLEST, radius * 1.25)
    return [
        svg.circle(x, y, radius + 1.2, fill=PALE),
        svg.circle(x, y, radius, fill=fill, stroke=PIECE, stroke_width=1.2),
        svg.text(str(seat or "?"), x, y + size * 0.36, size, text_anchor="middle", font_weight="bold", fill=ink),
    ]


def viking(x: float, y: float, size: float = 17) -> list[Element]:
    """A Viking control token: a round shield."""
    return [svg.circle(x, y, size / 2 + 1, fill=PALE), symbol("viking", x, y, size)]


def monastery(x: float, y: float, half: float = 16) -> list[Element]:
    """Walls around the town with a gable and a cross."""
    wall = [(x - half, y + half), (x - half, y - half * 0.4), (x, y - half * 1.2)]
    wall += [(x + half, y - half * 0.4), (x + half, y + half)]
    top = y - half * 1.2
    cross: list[list[Point]] = [[(x, top), (x, top - 7)], [(x - 3, top - 4), (x + 3, top - 4)]]
    return [
        svg.path([wall], closed=True, fill=COLOURS["wall"], stroke=PIECE, stroke_width=1.5, stroke_linejoin="round"),
        svg.path(cross, stroke=COLOURS["label"], stroke_width=2),
    ]


def back(x: float, y: float) -> list[Element]:
    """A card that is not to be seen."""
    look: dict[str, Value] = {"rx": 4, "fill": COLOURS["back"], "stroke": PIECE}
    question = svg.text("?", x + CARD_WIDTH / 2, y + 38, 20, text_anchor="middle", fill=PIECE, font_weight="bold")
    return [svg.rect(x, y, CARD_WIDTH, CARD_HEIGHT, **look), question]


def card(printed: ActionCard, x: float, y: float) -> list[Element]:
    """An action card: its value, its colour, and the symbols of its actions from the primary one downwards."""
    middle = x + CARD_WIDTH / 2
    elements = [
        svg.rect(x, y, CARD_WIDTH, CARD_HEIGHT, rx=4, fill=COLOURS["card"], stroke=PIECE),
        svg.text(str(printed.number), x + 13, y + 15, 14, text_anchor="middle", fill=PIECE, font_weight="bold"),
        shape(printed.colour, x + 30, y + 10, 5.5),
    ]
    for row, symbols in enumerate((printed.primary, printed.upper, printed.lower or ())):
        top = y + 20 + row * _ROW
        if row:
            elements.append(svg.line((x + 3, top), (x + CARD_WIDTH - 3, top), stroke=COLOURS["back"]))
        elements += _row(symbols, middle, top + _ROW / 2)
    return elements


def _row(symbols: Sequence[str], middle: float, y: float) -> list[Element]:
    size = min(_SIGN, (CARD_WIDTH - 4) / max(1, len(symbols)))
    start = middle - (len(symbols) - 1) * size / 2
    return [symbol(name, start + place * size, y, size) for place, name in enumerate(symbols)]
