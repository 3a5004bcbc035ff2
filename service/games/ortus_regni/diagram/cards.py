"""Cards as they lie on the table: our own drawings from ``board.json``, which the page uses too."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from service.referee import svg
from service.referee.budget import step
from service.referee.diagram import BAD, GOOD, SOFT, hatch
from service.referee.hidden import HIDDEN
from service.referee.svg import Element, Value
from service.referee.themes import Colour, fixed, palette

BOARD = Path(__file__).with_name("board.json")
COLOURS = palette(BOARD)
_LAYOUT = json.loads(BOARD.read_text(encoding="utf-8"))
SYMBOLS = _LAYOUT["cards"]
EARLS: dict[str, str] = _LAYOUT["earls"]
SIZE: int = _LAYOUT["size"]
INK = COLOURS["ink"]
LIGHT, BADGE = fixed(COLOURS["paper"]), fixed(INK)

WIDTH, HEIGHT, GAP = 57, 70, 4
BAND, NAME = 5, 11
NEUTRAL = COLOURS["edge"]
DRAWN = 40
"""The steps of drawing a card, beside those of its elements."""


class Card(NamedTuple):
    """A card, or several equal ones. ``kind`` None is a place of which nobody knows what lies there."""

    kind: str | None
    name: str = ""
    tint: Colour = NEUTRAL
    times: int = 1
    owner: str | None = None
    """The Earl whose colour it has, if that is another one."""
    number: int | None = None
    look: str = ""
    """``chosen``, ``crossed`` or nothing."""
    data: tuple[tuple[str, Value], ...] = ()


def colour_of(colour: object, seat: int) -> Colour:
    """The colour of an Earl; where it was not sent, that of the seat."""
    seats = list(EARLS)
    return COLOURS[EARLS.get(str(colour), EARLS[seats[seat % len(seats)]])]


def flow(cards: Iterable[Card], width: float) -> tuple[list[Element], float]:
    """Cards from left to right, in as many rows as they need, and the height of all."""
    elements: list[Element] = []
    left, top = 0.0, 0.0
    for card in cards:
        step(DRAWN)
        if left and left + WIDTH > width:
            left, top = 0.0, top + HEIGHT + GAP
        elements.append(svg.group(_card(card), left, top, **dict(card.data)))
        left += WIDTH + GAP
    return elements, (top + HEIGHT + GAP if elements else 0)


def shield(colour: Colour, x: float, y: float) -> Element:
    """The colour of an Earl, before the name."""
    outline = [(x, y), (x + 12, y), (x + 12, y + 8), (x + 6, y + 14), (x, y + 8)]
    return svg.path([outline], closed=True, fill=colour, stroke=INK, stroke_width=1)


def _card(card: Card) -> list[Element]:
    if card.kind is None:
        frame = svg.rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, rx=6, fill="none", stroke=SOFT, stroke_dasharray="3 3")
        return [frame, svg.text("?", WIDTH / 2, HEIGHT / 2 + 8, 22, text_anchor="middle", fill=SOFT)]
    face = COLOURS[SYMBOLS[card.kind]["family"]]
    parts = [
        svg.rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, rx=6, fill=card.tint, stroke=INK),
        svg.rect(1, BAND, WIDTH - 2, HEIGHT - BAND - 1, rx=5, fill=face),
        *_words(card),
    ]
    if card.times > 1:
        parts += _badge(f"×{card.times}", WIDTH - 4, "end")
    if card.number is not None:
        parts += _badge(f"{card.number}", 4, "start")
    if card.look == "chosen":
        parts.append(svg.rect(1, 1, WIDTH - 2, HEIGHT - 2, rx=6, fill="none", stroke=GOOD, stroke_width=3))
    elif card.look == "crossed":
        parts += hatch(0, 0, WIDTH, HEIGHT, BAD)
    return parts


def _words(card: Card) -> list[Element]:
    """The drawing, the name below it and, on a card of another Earl's colour, whose it is."""
    middle = WIDTH / 2
    if card.owner is not None:
        whose = svg.fitted(card.owner, middle, HEIGHT - 5, WIDTH - 6, NAME, text_anchor="middle", fill=INK)
        return [symbol(card.kind or HIDDEN, middle - 15, 8, 30, card.tint), _name(card.name, HEIGHT - 18), whose]
    if not card.name:
        return [symbol(card.kind or HIDDEN, middle - 20, 15, 40, card.tint)]
    return [symbol(card.kind or HIDDEN, middle - 20, 9, 40, card.tint), _name(card.name, HEIGHT - 8)]


def _name(name: str, y: float) -> Element:
    room = WIDTH - 5
    squeezed: dict[str, Value] = {}
    if svg.width_of(name, NAME) * 0.85 > room:
        squeezed = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    return svg.text(name, WIDTH / 2, y, NAME, text_anchor="middle", fill=INK, **squeezed)


def symbol(kind: str, x: float, y: float, size: float, colour: Colour) -> Element:
    """The drawing of a card; what belongs to an Earl has the Earl's colour."""
    layers = [
        svg.element("path", d=layer["d"], fill=_paint(layer["fill"], colour)) for layer in SYMBOLS[kind]["layers"]
    ]
    step(len(layers))
    window: dict[str, Value] = {"x": x, "y": y, "width": size, "height": size, "viewBox": f"0 0 {SIZE} {SIZE}"}
    stroke: dict[str, Value] = {"stroke": INK, "stroke_width": 1.5, "stroke_linejoin": "round"}
    return svg.element("svg", *layers, stroke_linecap="round", **window, **stroke)


def _paint(fill: str, colour: Colour) -> str:
    if fill in ("none", "line"):
        return "none"
    return colour if fill == "earl" else COLOURS[fill]


def _badge(content: str, x: float, anchor: str) -> list[Element]:
    """How many there are, or the number of a Mercenary."""
    width = svg.width_of(content, NAME) + 6
    left = x - width if anchor == "end" else x
    return [
        svg.rect(left, 8, width, 15, rx=7, fill=BADGE),
        svg.text(content, left + width / 2, 19.5, NAME, text_anchor="middle", font_weight="bold", fill=LIGHT),
    ]
