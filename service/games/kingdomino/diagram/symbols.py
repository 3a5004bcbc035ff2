"""What is printed on a square, drawn by us: a terrain by its colour and its figure, crowns, the castle, a king.

The figures are drawn in a square of side 1 with its corner at 0,0.
"""

from collections.abc import Sequence

from service.games.kingdomino.grid import TERRAINS
from service.games.kingdomino.kingdom import Halves
from service.referee import svg
from service.referee.diagram import INK
from service.referee.svg import Element, Point, Value

Strokes = Sequence[Sequence[Point]]

COLOURS = {
    "wheat": "#f4d35e",
    "forest": "#3c7a4c",
    "lake": "#8fc5ea",
    "grassland": "#c9e59a",
    "swamp": "#c3b193",
    "mine": "#6e6e76",
}
_DARK = ("forest", "mine")


def _stalk(x: float) -> Strokes:
    return [
        [(x, 0.9), (x, 0.48)],
        [(x - 0.08, 0.5), (x, 0.6), (x + 0.08, 0.5)],
        [(x - 0.08, 0.64), (x, 0.74), (x + 0.08, 0.64)],
    ]


def _tuft(x: float, y: float) -> Strokes:
    return [[(x - 0.1, y - 0.14), (x, y), (x + 0.1, y - 0.14)]]


def _tree(x: float) -> Strokes:
    return [[(x, 0.44), (x + 0.17, 0.82), (x - 0.17, 0.82), (x, 0.44)], [(x, 0.82), (x, 0.92)]]


def _wave(y: float) -> Strokes:
    return [[(0.14, y), (0.26, y - 0.09), (0.38, y), (0.5, y - 0.09), (0.62, y), (0.74, y - 0.09), (0.86, y)]]


def _dot(x: float, y: float) -> Strokes:
    return [[(x, y), (x, y)]]


FIGURES: dict[str, Strokes] = {
    "wheat": [*_stalk(0.26), *_stalk(0.5), *_stalk(0.74)],
    "forest": [*_tree(0.3), *_tree(0.7)],
    "lake": [*_wave(0.64), *_wave(0.84)],
    "grassland": [*_tuft(0.26, 0.66), *_tuft(0.7, 0.7), *_tuft(0.46, 0.9)],
    "swamp": [*_dot(0.25, 0.58), *_dot(0.5, 0.7), *_dot(0.75, 0.58), *_dot(0.3, 0.84), *_dot(0.7, 0.84)],
    "mine": [[(0.5, 0.46), (0.72, 0.68), (0.5, 0.9), (0.28, 0.68), (0.5, 0.46)], [(0.28, 0.68), (0.72, 0.68)]],
}
CROWN: Sequence[Point] = [(0, 0), (0.25, 0.45), (0.5, -0.1), (0.75, 0.45), (1, 0), (0.92, 0.9), (0.08, 0.9)]
_TOWERS: Sequence[Point] = [
    *((0.2, 0.85), (0.2, 0.3), (0.3, 0.3), (0.3, 0.4), (0.4, 0.4), (0.4, 0.2), (0.5, 0.2), (0.5, 0.3), (0.6, 0.3)),
    *(
        (0.6, 0.4),
        (0.7, 0.4),
        (0.7, 0.3),
        (0.8, 0.3),
        (0.8, 0.85),
        (0.6, 0.85),
        (0.6, 0.62),
        (0.4, 0.62),
        (0.4, 0.85),
    ),
]


class Faces:
    """Squares of dominoes, drawn together: all figures of one terrain are one path."""

    def __init__(self, side: float) -> None:
        self.side = side
        self.squares: list[Element] = []
        self.figures: dict[str, list[list[Point]]] = {}
        self.crowns: list[list[Point]] = []

    def add(self, terrain: str, crowns: int, left: float, top: float, **data: Value) -> None:
        side = self.side
        self.squares.append(svg.rect(left, top, side, side, fill=COLOURS[terrain], **data, data_terrain=terrain))
        self.figures.setdefault(terrain, []).extend(_scaled(FIGURES[terrain], left, top, side))
        width = side * 0.29
        start = left + side / 2 - (crowns * width * 1.1 - width * 0.1) / 2
        self.crowns += [
            [(start + (place * 1.1 + x) * width, top + side * 0.1 + y * width) for x, y in CROWN]
            for place in range(crowns)
        ]

    def drawn(self) -> list[Element]:
        elements = [svg.group(self.squares, stroke="#ffffff")]
        elements += [self._figure(terrain, strokes) for terrain, strokes in self.figures.items()]
        if self.crowns:
            thick = max(1, self.side * 0.035)
            elements.append(
                svg.path(
                    self.crowns, closed=True, fill="#ffe45c", stroke=INK, stroke_width=thick, pointer_events="none"
                )
            )
        return elements

    def _figure(self, terrain: str, strokes: Strokes) -> Element:
        return svg.path(
            strokes,
            stroke="#ffffff" if terrain in _DARK else "#3a3a3a",
            stroke_width=max(1, self.side * (0.11 if terrain == "swamp" else 0.045)),
            stroke_linecap="round",
            stroke_linejoin="round",
            pointer_events="none",
        )


def domino(halves: Halves, left: float, top: float, side: float) -> list[Element]:
    """A domino that lies in a line."""
    faces = Faces(side)
    faces.add(TERRAINS[halves[0]], halves[1], left, top)
    faces.add(TERRAINS[halves[2]], halves[3], left + side, top)
    return [*faces.drawn(), svg.rect(left, top, 2 * side, side, fill="none", stroke=INK, stroke_width=2)]


def castle(left: float, top: float, side: float) -> list[Element]:
    return [
        svg.rect(left, top, side, side, fill="#e6e6e6", stroke="#ffffff", data_x=0, data_y=0, data_castle=1),
        *(svg.polygon(stroke, fill=INK, pointer_events="none") for stroke in _scaled([_TOWERS], left, top, side)),
    ]


def pawn(x: float, y: float) -> list[Element]:
    """A king that stands on a domino."""
    body = [(x - 5, y + 6), (x + 5, y + 6), (x + 2, y - 1), (x - 2, y - 1)]
    return [svg.polygon(body, fill=INK), svg.circle(x, y - 3, 3, fill=INK)]


def _scaled(strokes: Strokes, left: float, top: float, side: float) -> list[list[Point]]:
    return [[(left + x * side, top + y * side) for x, y in stroke] for stroke in strokes]
