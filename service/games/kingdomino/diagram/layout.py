"""Where the squares of a kingdom are on the paper: the part of the field that is drawn, its lines and its frame."""

from collections.abc import Iterable
from typing import NamedTuple

from schemas.kingdomino import Place
from service.games.kingdomino.grid import BIT, MIDDLE, WIDTH, frame, index_of, inside, reach, squares
from service.games.kingdomino.kingdom import Board, squares_of
from service.referee import svg
from service.referee.budget import counted
from service.referee.diagram import INK, SOFT, Scene
from service.referee.svg import Element

Square = tuple[int, int]
GUTTER, HEADING = 16, 24
FEWEST = 5
"""How many squares a kingdom is at least drawn wide."""


class Window(NamedTuple):
    """The part of the field that is drawn, and where its squares are on the paper."""

    west: int
    east: int
    south: int
    north: int
    side: float

    def corner(self, square: Square) -> tuple[float, float]:
        """The upper left corner of a square."""
        return GUTTER + (square[0] - self.west) * self.side, HEADING + (self.north - square[1]) * self.side

    def shows(self, square: Square) -> bool:
        return self.west <= square[0] <= self.east and self.south <= square[1] <= self.north

    @property
    def across(self) -> int:
        return self.east - self.west + 1

    @property
    def height(self) -> float:
        return HEADING + (self.north - self.south + 1) * self.side + GUTTER


def disputed_in(scene: Scene, name: str) -> list[Square]:
    """The squares that the move in question would cover in this kingdom."""
    move = scene.move
    if isinstance(move, Place) and move.player == name:
        return squares_of(move.x, move.y, move.to)
    return []


def board_of(scene: Scene, name: str) -> Board | None:
    """A player's kingdom, if it is known."""
    board = scene.table.board(name)
    return board if isinstance(board, Board) else None


def window_of(scene: Scene, name: str, side: float) -> Window:
    """All that is covered and asked about; alone on the paper also every square that may still be covered."""
    board = board_of(scene, name) or Board()
    seen = board.occupied
    for square in disputed_in(scene, name):
        if inside(*square):
            seen |= BIT[index_of(*square)]
    if len(scene.players()) == 1 and is_within(board, scene.table.size):
        seen |= reach(board.occupied, scene.table.size)
    west, east, south, north = (edge - MIDDLE for edge in frame(seen))
    return Window(*_at_least(west, east), *_at_least(south, north), side)


def _at_least(low: int, high: int) -> tuple[int, int]:
    missing = max(0, FEWEST - (high - low + 1))
    return low - missing // 2, high + (missing + 1) // 2


def is_within(board: Board, size: int) -> bool:
    west, east, south, north = frame(board.occupied)
    return max(east - west, north - south) < size


def coordinates(window: Window) -> list[Element]:
    """The coordinates in which rulings speak."""
    side, bottom = window.side, HEADING + (window.north - window.south + 1) * window.side + 12
    columns = [
        svg.text(str(x), window.corner((x, 0))[0] + side / 2, bottom, 11, text_anchor="middle", fill=SOFT)
        for x in range(window.west, window.east + 1)
    ]
    rows = [
        svg.text(str(y), GUTTER - 3, window.corner((0, y))[1] + side / 2 + 4, 11, text_anchor="end", fill=SOFT)
        for y in range(window.south, window.north + 1)
    ]
    return columns + rows


def outlines(board: Board, window: Window) -> list[Element]:
    """A line around every territory."""
    across: set[tuple[int, int]] = set()
    down: set[tuple[int, int]] = set()
    for territory in board.territories():
        mask = territory.mask
        for x, y in counted(squares(mask), 5):
            index = index_of(x, y)
            across |= {
                (x, row) for row, next_one in ((y, index - WIDTH), (y + 1, index + WIDTH)) if not mask >> next_one & 1
            }
            down |= {
                (column, y) for column, next_one in ((x, index - 1), (x + 1, index + 1)) if not mask >> next_one & 1
            }
    strokes = [[window.corner((x, row - 1)), window.corner((end, row - 1))] for x, end, row in _runs(across)]
    flipped = {(row, column) for column, row in down}
    strokes += [
        [window.corner((column, y - 1)), window.corner((column, end - 1))] for y, end, column in _runs(flipped)
    ]
    if not strokes:
        return []
    return [svg.path(strokes, stroke=INK, stroke_width=2.5, stroke_linecap="square")]


def _runs(pieces: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Pieces of a line beside each other as one: where it begins, where it ends, and on which line."""
    runs: list[tuple[int, int, int]] = []
    for along, line in sorted(pieces, key=lambda piece: (piece[1], piece[0])):
        if runs and runs[-1][1:] == (along, line):
            runs[-1] = (runs[-1][0], along + 1, line)
        else:
            runs.append((along, along + 1, line))
    return runs


def frame_lines(scene: Scene, board: Board, window: Window) -> list[Element]:
    """The largest frame there may be: fixed once the kingdom is as wide and high as that, before then dashed."""
    size = scene.table.size
    if not is_within(board, size):
        return []
    west, east, south, north = (edge - MIDDLE for edge in frame(board.occupied))
    fixed = east - west + 1 == north - south + 1 == size
    low, high = (east - size + 1, north - size + 1), (west + size - 1, south + size - 1)
    left, top = window.corner((max(low[0], window.west), min(high[1], window.north)))
    right, bottom = window.corner((min(high[0], window.east) + 1, max(low[1], window.south) - 1))
    sides = {  # a side that lies outside the picture is none in it
        ((left, top), (left, bottom)): low[0] >= window.west,
        ((right, top), (right, bottom)): high[0] <= window.east,
        ((left, top), (right, top)): high[1] <= window.north,
        ((left, bottom), (right, bottom)): low[1] >= window.south,
    }
    drawn = [side for side, shown in sides.items() if shown]
    look = {"stroke_width": 3} if fixed else {"stroke_width": 1.5, "stroke_dasharray": "6 4"}
    return [svg.path(drawn, stroke=INK, **look)] if drawn else []
