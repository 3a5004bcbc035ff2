"""Kingdoms and lines as a picture.

Squares carry ``data-x`` and ``data-y``, lines ``data-domino``, so that a page can let people tap on them. A terrain
is shown by colour and by a figure, what breaks a rule by colour and by a cross.
"""

from collections.abc import Iterable, Sequence

from schemas.kingdomino import Choose, Discard, Line, Player
from service.games.kingdomino.diagram.layout import (
    GUTTER,
    Square,
    Window,
    board_of,
    coordinates,
    disputed_in,
    frame_lines,
    is_within,
    outlines,
    window_of,
)
from service.games.kingdomino.diagram.symbols import FREE, Faces, castle, domino, pawn
from service.games.kingdomino.grid import BIT, CASTLE, TERRAINS, index_of, inside, reach
from service.games.kingdomino.kingdom import Board, squares_of
from service.referee import svg
from service.referee.diagram import BAD, FAINT, GOOD, INK, INNER, OPEN, SHEET, SOFT, Scene, Sheet, hatch
from service.referee.known import is_known
from service.referee.svg import Element, Value

GAP, LARGEST = 14, 44
"""Between two kingdoms, and the largest side of a square."""


def draw(scene: Scene, sheet: Sheet) -> None:
    _kingdoms(scene, sheet)
    if scene.only is None:
        _lines(scene, sheet)


# ---------------------------------------------------------------- kingdoms


def _kingdoms(scene: Scene, sheet: Sheet) -> None:
    """One kingdom takes the whole width; of more, two stand side by side."""
    players = scene.players()
    columns = 1 if len(players) == 1 else 2
    width = (INNER - GAP * (columns - 1)) / columns
    # All kingdoms are drawn with squares of one size, so that they can be compared.
    side = min([LARGEST, *((width - GUTTER) / window_of(scene, player.name, 0).across for player in players)])
    for row in range(0, len(players), columns):
        drawn = [_kingdom(scene, player, width, side, sheet) for player in players[row : row + columns]]
        height = max(height for _, height in drawn)
        for column, (elements, _) in enumerate(drawn):
            name = players[row + column].name
            sheet.add(elements, 0, column * (width + GAP), data_player=name)
        sheet.space(height + GAP / 2)


def _kingdom(scene: Scene, player: Player, width: float, side: float, sheet: Sheet) -> tuple[list[Element], float]:
    board = board_of(scene, player.name)
    heading = svg.fitted(player.name, 0, 15, width, 14, font_weight="bold", fill=INK)
    if board is None:
        sentence = scene.say("unknown", player=player.name)
        sheet.tell(sentence)
        lines = svg.wrapped(sentence, width, 12, 3)
        notes = [svg.fitted(words, 0, 36 + 16 * n, width, 12, fill=SOFT) for n, words in enumerate(lines)]
        return [heading, *notes], 40 + 16 * len(lines)
    sheet.tell(_in_words(scene, player.name, board))
    disputed = disputed_in(scene, player.name)
    window = window_of(scene, player.name, side)
    elements = [heading, *_field(scene, board, window), *outlines(board, window)]
    elements += frame_lines(scene, board, window)
    elements += _proposal(scene, player.name, board, window)
    height = window.height
    for note in _notes(scene, player, board, disputed, window):
        for words in svg.wrapped(note, width, 12, 3):
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


def _field(scene: Scene, board: Board, window: Window) -> list[Element]:
    """Every square of the window, covered or not, with the numbers of its columns and rows."""
    side, size = window.side, scene.table.size
    free = reach(board.occupied, size) & ~board.occupied if is_within(board, size) else 0
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
                    svg.rect(left, top, side, side, fill=FREE, stroke=FAINT, data_x=x, data_y=y, data_free=1)
                )
    return [*elements, *faces.drawn(), *coordinates(window)]


def _proposal(scene: Scene, name: str, board: Board, window: Window) -> list[Element]:
    """The domino in question in its place, and a cross on every square that breaks a rule."""
    elements: list[Element] = []
    disputed = disputed_in(scene, name)
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
        svg.rect(left, top, width, height, stroke=SHEET, stroke_width=7, **box),
        svg.rect(left, top, width, height, stroke=colour, stroke_width=4, stroke_dasharray="7 3", **box),
    ]


def _crossed(scene: Scene, name: str, board: Board, disputed: Iterable[Square]) -> list[Square]:
    """The squares that break a rule: those the violations name, and those outside the largest frame."""
    crossed: list[Square] = []
    for violation in scene.violations:
        if violation.detail.get("player", name if disputed else None) == name:
            crossed += [(x, y) for x, y in violation.detail.get("squares", ())]
            if {"width", "height"} <= violation.detail.keys() and is_within(board, scene.table.size):
                within = reach(board.occupied, scene.table.size)
                crossed += [s for s in disputed if not (inside(*s) and within & BIT[index_of(*s)])]
    return list(dict.fromkeys(crossed))


def _notes(scene: Scene, player: Player, board: Board, disputed: Iterable[Square], window: Window) -> Iterable[str]:
    hidden = [square for square in (*disputed, *board.far) if not window.shows(square)]
    if hidden:
        yield scene.say("outside", squares=hidden[:4])
    if discarded := scene.table.known_discarded(player.name):
        yield scene.say("discarded", dominoes=list(discarded))


# ---------------------------------------------------------------- lines


def _lines(scene: Scene, sheet: Sheet) -> None:
    for name in ("current_line", "next_line"):
        line = scene.table.known_line(name)
        if line:
            _line(scene, name, line, sheet)
    if is_known(scene.table.pile):
        left = scene.say("pile", count=len(scene.table.pile))
        sheet.note(left)
        sheet.tell(f"{left}.")


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
        sheet.add(elements, side + (30 if any(slot.king for slot in line) else 12))


def _slot(scene: Scene, line: str, number: int, king: str | None, left: float, side: float) -> Element:
    elements = [
        *domino(scene.table.box.halves[number], left, 0, side),
        svg.text(str(number), left + 2 * side + 3, side / 2 + 4, 12, font_weight="bold", fill=INK),
    ]
    if king is not None:
        seats = scene.table.order
        elements += pawn(left + 7, side + 11, seats.index(king) if king in seats else None)
        elements.append(svg.fitted(king, left + 18, side + 15, 2 * side, 12, fill=INK))
    named = getattr(scene.move, "domino", None) == number
    if named and isinstance(scene.move, Choose) == (line == "next_line"):
        if number in scene.evidence("domino"):
            elements += hatch(left, 0, 2 * side, side)
        else:
            colour = GOOD if scene.verdict == "legal" else BAD
            elements.append(svg.rect(left, 0, 2 * side, side, fill="none", stroke=colour, stroke_width=4))
    return svg.group(elements, data_line=line, data_domino=number)
