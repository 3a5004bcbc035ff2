"""What is printed on a square, drawn by us: a terrain by its colour and its figure, crowns, the castle, a king.

Colours and figures stand in ``board.json``, which the page at the table uses too. A figure is a list of pieces in a
square of side 24: where each begins, and how it goes on from there.
"""

import json
from pathlib import Path

from service.games.kingdomino.grid import TERRAINS
from service.games.kingdomino.kingdom import Halves
from service.referee import svg
from service.referee.budget import step
from service.referee.svg import Element, Point, Value
from service.referee.themes import fixed, palette

_BOARD = Path(__file__).with_name("board.json")
_DRAWN = json.loads(_BOARD.read_text(encoding="utf-8"))
COLOURS = palette(_BOARD)
FIGURES: dict[str, list[tuple[float, float, str]]] = _DRAWN["symbols"]
FILLED = frozenset(_DRAWN["filled"])
BOX = 24
"""The side of the square that a figure is drawn in."""
EDGE, SEAM, FREE = COLOURS["edge"], COLOURS["seam"], COLOURS["free"]
_CROWNED, _BARE = (0.2, 0.1, 0.54), (0.2, 0.18, 0.64)
"""Where a figure stands on a square of side 1 with crowns and on one without: its corner and its side."""
_CROWN_SIDE, _CROWN_TOP = 0.3, 0.67


class Faces:
    """Squares of dominoes, drawn together: all figures of one terrain are one path."""

    def __init__(self, side: float) -> None:
        self.side = side
        self.squares: list[Element] = []
        self.figures: dict[tuple[str, float], list[Point]] = {}
        self.crowns: list[Point] = []

    def add(self, terrain: str, crowns: int, left: float, top: float, **data: Value) -> None:
        side = self.side
        self.squares.append(svg.rect(left, top, side, side, fill=COLOURS[terrain], **data, data_terrain=terrain))
        x, y, size = _CROWNED if crowns else _BARE
        self.figures.setdefault((terrain, size), []).append((left + x * side, top + y * side))
        width = _CROWN_SIDE * side
        self.crowns += [
            (left + 0.97 * side - (place + 1) * width, top + _CROWN_TOP * side) for place in range(crowns)
        ]

    def drawn(self) -> list[Element]:
        elements = [svg.group(self.squares, stroke=SEAM)]
        for (terrain, size), corners in self.figures.items():
            elements.append(figure(terrain, corners, size * self.side, COLOURS[f"{terrain}-ink"]))
        if self.crowns:
            elements.append(figure("crown", self.crowns, _CROWN_SIDE * self.side, EDGE, COLOURS["crown"]))
        return elements


def figure(kind: str, corners: list[Point], size: float, ink: str, fill: str | None = None) -> Element:
    """A figure in several places, each given by its upper left corner."""
    scale = round(size / BOX, 3)
    pieces = FIGURES[kind]
    step(len(corners) * len(pieces))
    commands = "".join(
        f"M{svg.number(left / scale + x)} {svg.number(top / scale + y)}{rest}"
        for left, top in corners
        for x, y, rest in pieces
    )
    return svg.element(
        "path",
        d=commands,
        transform=f"scale({scale})",
        fill=fill or (ink if kind in FILLED else "none"),
        fill_opacity=None if fill or kind not in FILLED else 0.3,
        stroke=ink,
        stroke_width=1.8,
        stroke_linecap="round",
        stroke_linejoin="round",
        pointer_events="none",
    )


def domino(halves: Halves, left: float, top: float, side: float) -> list[Element]:
    """A domino that lies in a line."""
    faces = Faces(side)
    faces.add(TERRAINS[halves[0]], halves[1], left, top)
    faces.add(TERRAINS[halves[2]], halves[3], left + side, top)
    return [*faces.drawn(), svg.rect(left, top, 2 * side, side, fill="none", stroke=EDGE, stroke_width=2, rx=3)]


def castle(left: float, top: float, side: float) -> list[Element]:
    x, y, size = _BARE
    corner = (left + x * side, top + y * side)
    return [
        svg.rect(left, top, side, side, fill=COLOURS["castle"], stroke=SEAM, data_x=0, data_y=0, data_castle=1),
        figure("castle", [corner], size * side, COLOURS["castle-ink"]),
    ]


def pawn(x: float, y: float, seat: int | None) -> list[Element]:
    """A king, in the colour of its seat if that is known; x, y is its middle."""
    size = 18
    colour = COLOURS[f"king-{seat + 1}"] if seat is not None and seat < 4 else fixed("#ffffff")
    return [figure("king", [(x - size / 2, y - size / 2)], size, fixed("#1c231d"), colour)]
