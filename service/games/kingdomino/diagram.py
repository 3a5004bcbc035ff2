"""Kingdoms and lines as a picture.

Squares carry ``data-x`` and ``data-y``, lines ``data-domino``, so that a page can let people tap on them. A terrain
is told by colour and by a figure, what breaks a rule by colour and by a cross.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import UNSET

from schemas.kingdomino import Choose, Discard, Line, Place, Player
from service.games.kingdomino.board import Board, squares_of
from service.games.kingdomino.faces import Faces, castle, domino, pawn
from service.games.kingdomino.grid import BIT, CASTLE, MIDDLE, TERRAINS, frame, index_of, inside, reach, squares
from service.referee import svg
from service.referee.diagram import BAD, FAINT, GOOD, INK, INNER, OPEN, SOFT, Scene, Sheet, hatch
from service.referee.svg import Drawing, Element, Value

Square = tuple[int, int]
GAP, GUTTER, HEADING = 14, 16, 24
LARGEST, FEWEST = 44, 5
"""The side of a square on the paper, and how many squares a kingdom is at least drawn wide."""


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


def diagram(scene: Scene) -> Drawing:
    sheet = Sheet(scene)
    sheet.verdict()
    _kingdoms(scene, sheet)
    if scene.only is None:
        _lines(scene, sheet)
    return sheet.finish(scene.say("title", players=[player.name for player in scene.players()]))


# ---------------------------------------------------------------- kingdoms


def _kingdoms(scene: Scene, sheet: Sheet) -> None:
    """One kingdom takes the whole width; of more, two stand side by side."""
    players = scene.players()
    columns = 1 if len(players) == 1 else 2
    width = (INNER - GAP * (columns - 1)) / columns
    # All kingdoms are drawn with squares of one size, so that they can be compared.
    side = min([LARGEST, *((width - GUTTER) / _window(scene, player.name, 0).across for player in players)])
    for row in range(0, len(players), columns):
        drawn = [_kingdom(scene, player, width, side, sheet) for player in players[row : row + columns]]
        height = max(height for _, height in drawn)
        for column, (elements, _) in enumerate(drawn):
            name = players[row + column].name
            sheet.add(elements, 0, column * (width + GAP), data_player=name)
        sheet.space(height + GAP / 2)


def _kingdom(scene: Scene, player: Player, width: float, side: float, sheet: Sheet) -> tuple[list[Element], float]:
    board = scene.table.board(player.name)
    heading = svg.fitted(player.name, 0, 15, width, 14, font_weight="bold", fill=INK)
    if board is None:
        told = scene.say("unknown", player=player.name)
        sheet.tell(told)
        lines = svg.wrapped(told, width, 12, 3)
        notes = [svg.fitted(words, 0, 36 + 16 * n, width, 12, fill=SOFT) for n, words in enumerate(lines)]
        return [heading, *notes], 40 + 16 * len(lines)
    sheet.tell(_in_words(scene, player.name, board))
    disputed = _disputed(scene, player.name)
    window = _window(scene, player.name, side)
    elements = [heading, *_field(scene, board, window), *_outlines(board, window)]
    elements += _frame(scene, board, window)
    elements += _proposal(scene, player.name, board, window)
    height = window.height
    for told in _notes(scene, player, board, disputed, window):
        for words in svg.wrapped(told, width, 12, 3):
            elements.append(svg.fitted(words, 0, height + 12, width, 12, fill=SOFT))
            height += 16
    return elements, height + 6


def _in_words(scene: Scene, name: str, board: Board) -> str:
    territories = [
        scene.say("territory", terrain=territory.terrain, size=territory.size, crowns=territory.crowns)
        for territory in board.territories()
    ]
    return (
        scene.say("kingdom", player=name, territories=territories) if territories else scene.say("bare", player=name)
    )


def _disputed(scene: Scene, name: str) -> list[Square]:
    """The squares that the move in question would cover in this kingdom."""
    move = scene.move
    if isinstance(move, Place) and move.player == name:
        return squares_of(move.x, move.y, move.to)
    return []


def _window(scene: Scene, name: str, side: float) -> Window:
    """All that is covered and asked about; alone on the paper also every square that may still be covered."""
    board = scene.table.board(name) or Board()
    seen = board.occupied
    for square in _disputed(scene, name):
        if inside(*square):
            seen |= BIT[index_of(*square)]
    if len(scene.players()) == 1 and _is_within(board, scene.table.size):
        seen |= reach(board.occupied, scene.table.size)
    west, east, south, north = (edge - MIDDLE for edge in frame(seen))
    return Window(*_at_least(west, east), *_at_least(south, north), side)


def _at_least(low: int, high: int) -> tuple[int, int]:
    missing = max(0, FEWEST - (high - low + 1))
    return low - missing // 2, high + (missing + 1) // 2


def _is_within(board: Board, size: int) -> bool:
    west, east, south, north = frame(board.occupied)
    return max(east - west, north - south) < size


def _field(scene: Scene, board: Board, window: Window) -> list[Element]:
    """Every square of the window, covered or not, with the numbers of its columns and rows."""
    side, size = window.side, scene.table.size
    free = reach(board.occupied, size) & ~board.occupied if _is_within(board, size) else 0
    faces, elements = Faces(side), []
    for y in range(window.north, window.south - 1, -1):
        for x in range(window.west, window.east + 1):
            left, top = window.corner((x, y))
            bit = BIT[index_of(x, y)] if inside(x, y) else 0
            if bit & CASTLE:
                elements += castle(left, top, side)
            elif bit & board.occupied:
                terrain = next(name for name, mask in zip(TERRAINS, board.terrains, strict=True) if mask & bit)
                crowns = next(count for count, mask in enumerate(board.crowned) if mask & bit)
                faces.add(terrain, crowns, left, top, data_x=x, data_y=y)
            elif bit & free:
                elements.append(
                    svg.rect(left, top, side, side, fill="#ffffff", stroke=FAINT, data_x=x, data_y=y, data_free=1)
                )
    return [*elements, *faces.drawn(), *_numbers(window)]


def _numbers(window: Window) -> list[Element]:
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


def _outlines(board: Board, window: Window) -> list[Element]:
    """A line around every territory."""
    across: set[tuple[int, int]] = set()
    down: set[tuple[int, int]] = set()
    for territory in board.territories():
        mask = territory.mask
        for x, y in squares(mask):
            index = index_of(x, y)
            across |= {
                (x, row) for row, next_one in ((y, index - 16), (y + 1, index + 16)) if not mask >> next_one & 1
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


def _frame(scene: Scene, board: Board, window: Window) -> list[Element]:
    """The largest frame there may be: fixed once the kingdom is as wide and high as that, before then dashed."""
    size = scene.table.size
    if not _is_within(board, size):
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


def _proposal(scene: Scene, name: str, board: Board, window: Window) -> list[Element]:
    """The domino in question in its place, and a cross on every square that breaks a rule."""
    elements: list[Element] = []
    disputed = _disputed(scene, name)
    if disputed:
        faces, halves = Faces(window.side), scene.table.box.halves[scene.move.domino]
        for square, terrain, crowns in zip(disputed, halves[::2], halves[1::2], strict=True):
            if window.shows(square):
                faces.add(TERRAINS[terrain], crowns, *window.corner(square), data_x=square[0], data_y=square[1])
        elements += faces.drawn()
        elements += _around(disputed, window, GOOD if scene.verdict == "legal" else INK)
    for square in _crossed(scene, name, board, disputed):
        if window.shows(square):
            elements += hatch(*window.corner(square), window.side, window.side)
    if isinstance(scene.move, Discard) and scene.move.player == name:
        for violation in scene.violations:
            if {"x", "y", "to"} <= violation.detail.keys():  # a place where the domino would fit
                there = squares_of(violation.detail["x"], violation.detail["y"], violation.detail["to"])
                elements += _around(there, window, OPEN)
    return elements


def _around(both: Sequence[Square], window: Window, colour: str) -> list[Element]:
    """A frame around the two squares of a domino."""
    shown = [window.corner(square) for square in both if window.shows(square)]
    if not shown:
        return []
    left, top = min(x for x, _ in shown), min(y for _, y in shown)
    width = max(x for x, _ in shown) - left + window.side
    height = max(y for _, y in shown) - top + window.side
    box: dict[str, Value] = {"fill": "none", "rx": 3}
    return [
        svg.rect(left, top, width, height, stroke="#ffffff", stroke_width=7, **box),
        svg.rect(left, top, width, height, stroke=colour, stroke_width=4, stroke_dasharray="7 3", **box),
    ]


def _crossed(scene: Scene, name: str, board: Board, disputed: Iterable[Square]) -> list[Square]:
    """The squares that break a rule: those the violations name, and those outside the largest frame."""
    crossed: list[Square] = []
    for violation in scene.violations:
        if violation.detail.get("player", name if disputed else None) == name:
            crossed += [(x, y) for x, y in violation.detail.get("squares", ())]
            if {"width", "height"} <= violation.detail.keys() and _is_within(board, scene.table.size):
                within = reach(board.occupied, scene.table.size)
                crossed += [s for s in disputed if not (inside(*s) and within & BIT[index_of(*s)])]
    return list(dict.fromkeys(crossed))


def _notes(scene: Scene, player: Player, board: Board, disputed: Iterable[Square], window: Window) -> Iterable[str]:
    hidden = [square for square in (*disputed, *board.far) if not window.shows(square)]
    if hidden:
        yield scene.say("outside", squares=hidden[:4])
    if player.discarded:
        yield scene.say("discarded", dominoes=list(player.discarded))


# ---------------------------------------------------------------- lines


def _lines(scene: Scene, sheet: Sheet) -> None:
    state = scene.table.state
    for name, line in (("current_line", state.current_line), ("next_line", state.next_line)):
        if line is not UNSET and line:
            _line(scene, name, line, sheet)
    if state.pile is not UNSET:
        told = scene.say("pile", count=len(state.pile))
        sheet.note(told)
        sheet.tell(f"{told}.")


def _line(scene: Scene, name: str, line: Line, sheet: Sheet) -> None:
    heading = scene.say(name)
    sheet.heading(heading)
    slots = [
        scene.say("slot", domino=slot.domino, player=slot.king)
        if slot.king
        else scene.say("free", domino=slot.domino)
        for slot in line
    ]
    sheet.tell(f"{heading}: {'; '.join(slots)}.")
    side, width = 30, INNER / 4
    for row in range(0, len(line), 4):
        elements: list[Element] = []
        for column, slot in enumerate(line[row : row + 4]):
            elements.append(_slot(scene, name, slot.domino, slot.king, column * width, side))
        sheet.add(elements, side + (28 if any(slot.king for slot in line) else 12))


def _slot(scene: Scene, line: str, number: int, king: str | None, left: float, side: float) -> Element:
    elements = [
        *domino(scene.table.box.halves[number], left, 0, side),
        svg.text(str(number), left + 2 * side + 3, side / 2 + 4, 12, font_weight="bold", fill=INK),
    ]
    if king is not None:
        elements += pawn(left + 6, side + 10)
        elements.append(svg.fitted(king, left + 14, side + 14, 2 * side, 12, fill=INK))
    asked = getattr(scene.move, "domino", None) == number
    if asked and isinstance(scene.move, Choose) == (line == "next_line"):
        if number in scene.evidence("domino"):
            elements += hatch(left, 0, 2 * side, side)
        else:
            colour = GOOD if scene.verdict == "legal" else BAD
            elements.append(svg.rect(left, 0, 2 * side, side, fill="none", stroke=colour, stroke_width=4))
    return svg.group(elements, data_line=line, data_domino=number)
