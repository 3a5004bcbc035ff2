"""Contradictions in kingdoms: what no dominoes of the box, placed one after another, can have made."""

from service.games.kingdomino.grid import CASTLE, MIDDLE, extent, frame, squares
from service.games.kingdomino.kingdom import Board, beside_castle
from service.games.kingdomino.table import Table
from service.games.kingdomino.tiling import coverable, shown_by_the_box
from service.referee.findings import Findings
from service.referee.known import Unknown, is_known


def audit_kingdom(table: Table, name: str, findings: Findings) -> None:
    """Whether this kingdom can have been built, and these dominoes discarded."""
    board = table.board(name)
    if is_known(board) and not (board.sound and max(board.extent()) <= table.size):
        _kingdom(table, name, board, findings)
    _discards(table, name, findings)


def _kingdom(table: Table, name: str, board: Board, findings: Findings) -> None:
    """setup/castle, place/overlap, place/bounds, place/match: a kingdom that could have been built."""
    twice = list(dict.fromkeys(board.covered_twice))
    if (0, 0) in twice:
        twice.remove((0, 0))
        findings.breaks("setup/castle", player=name)
    if twice:
        findings.breaks("place/overlap", squares=twice, player=name)
    width, height = _extent(board)
    if width > table.size or height > table.size:
        rule = "place/bounds" if table.size == 5 else "variants/great-duel"
        findings.breaks(rule, "kingdom", player=name, width=width, height=height, size=table.size)
        if not board.far and max(extent(board.occupied & ~CASTLE)) <= table.size:
            findings.breaks("place/bounds-with-castle", width=width, height=height)
    if board.adrift:
        findings.breaks("place/match", "kingdom", player=name, dominoes=board.adrift)


def _discards(table: Table, name: str, findings: Findings) -> None:
    """discard/at-will: what still fits beside the castle fitted there at any earlier time.

    The free squares only ever become fewer, and the castle was there from the start. Of other places that cannot be
    said: what they touch may have come later.
    """
    discarded = table.known_discarded(name)
    if not discarded:
        return
    board = table.board(name)
    if isinstance(board, Unknown):
        if len(discarded) >= table.most_dominoes:  # the first domino always fits beside the castle
            findings.breaks("discard/at-will", "all", player=name)
    elif board.sound and any(beside_castle(board, table.size).values()):
        for domino in discarded:
            findings.breaks("discard/at-will", "kingdom", domino=domino, player=name)


def _extent(board: Board) -> tuple[int, int]:
    """Width and height, with the squares that lie outside the field."""
    if not board.far:
        return board.extent()
    west, east, south, north = (edge - MIDDLE for edge in frame(board.occupied))
    xs, ys = [x for x, _ in board.far], [y for _, y in board.far]
    return max([east, *xs]) - min([west, *xs]) + 1, max([north, *ys]) - min([south, *ys]) + 1


def audit_squares(table: Table, findings: Findings, thorough: bool, entering: bool) -> None:
    """components/squares: kingdoms sent by squares, compared with what the box can show."""
    names = table.known_by_squares()
    if not names:
        return
    before = len(findings.broken)
    shown_by_the_box(table, findings)
    if not entering:
        for name in names:
            _square_by_square(table, name, findings)
    if len(findings.broken) > before:
        return
    if thorough:
        _coverable(table, names, findings)
    else:
        findings.assumes("covered", players=names)


def _square_by_square(table: Table, name: str, findings: Findings) -> None:
    """What shows without a search: an even number of squares, all of them joined to the castle."""
    count, board = len(table.known_squares(name)), table.board(name)
    if count % 2:
        findings.breaks("components/squares", "odd", player=name, count=count)
    loose = board.loose() if board.sound else 0
    if loose:
        findings.breaks("place/match", "squares", player=name, squares=squares(loose))


def _coverable(table: Table, names: list[str], findings: Findings) -> None:
    """Whether different dominoes can lie on these squares, and can have been placed one after another."""
    if findings.broken:
        return
    used = set(table.known_places())
    free = {number: halves for number, halves in table.box.halves.items() if number not in used}
    verdict = coverable([table.board(name) for name in names], free)
    if verdict is None:
        findings.needs("cover", players=names)
    elif not verdict:
        findings.breaks("components/squares", "cover", players=names)
