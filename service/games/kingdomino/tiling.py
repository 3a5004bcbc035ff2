"""Whether squares sent without numbers can be dominoes of the box, placed one after another.

A search: take the square with the fewest partners, try each partner for which the box has a domino, go on. Dominoes
with the same two halves are one kind, so that they are not tried again and again. The search gives up after a fixed
number of steps, so no position can keep it busy; then the question stays open.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from service.games.kingdomino.grid import BIT, CASTLE, NEAR, indexes, squares, with_fewest_neighbours
from service.games.kingdomino.kingdom import FIELD, KINDS, TOPS, Board, Halves
from service.games.kingdomino.table import Table
from service.referee.budget import step
from service.referee.findings import Findings
from service.referee.known import is_known

STEPS = 20_000
EACH_STEP = 3
"""What a step of the search counts in the budget of the request."""

Kind = tuple[tuple[int, int], tuple[int, int]]
Laid = tuple[int, int]


class _GaveUp(Exception):
    """The search ran out of steps."""


def coverable(boards: list[Board], halves: Mapping[int, Halves]) -> bool | None:
    """True or False, or None when the search gave up."""
    supply = Counter(_kind((h[0], h[1]), (h[2], h[3])) for h in halves.values())
    if not all(_balanced(board) for board in boards):
        return False
    # One kingdom alone may settle it, and much sooner than all of them together.
    alone = [_search([board], supply) for board in boards]
    if False in alone or len(boards) == 1:
        return False if False in alone else alone[0]
    return _search(boards, supply)


def _search(boards: list[Board], supply: Counter[Kind]) -> bool | None:
    try:
        return _Search(boards, supply.copy()).board(0)
    except _GaveUp:
        return None


def _balanced(board: Board) -> bool:
    """Coloured like a chess board, every domino covers one square of each colour."""
    dark = sum((x + y) % 2 for x, y in squares(board.occupied & ~CASTLE))
    return 2 * dark == board.occupied.bit_count() - 1


def _kind(one: tuple[int, int], other: tuple[int, int]) -> Kind:
    return (one, other) if one <= other else (other, one)


class _Search:
    def __init__(self, boards: list[Board], supply: Counter[Kind]) -> None:
        self.boards = boards
        self.supply = supply
        self.steps = 0
        self.shows = [_shown(board) for board in boards]

    def board(self, number: int) -> bool:
        """Cover this kingdom and all after it."""
        if number == len(self.boards):
            return True
        return self._cover(number, self.boards[number].occupied & ~CASTLE, [])

    def _cover(self, number: int, open_squares: int, laid: list[Laid]) -> bool:
        step(EACH_STEP)
        self.steps += 1
        if self.steps > STEPS:
            raise _GaveUp
        if not open_squares:
            return _connected(self.shows[number], laid) and self.board(number + 1)
        square = with_fewest_neighbours(open_squares)
        shows = self.shows[number]
        for partner in indexes(NEAR[square] & open_squares):
            kind = _kind(shows[square], shows[partner])
            if not self.supply[kind]:
                continue
            self.supply[kind] -= 1
            laid.append((square, partner))
            if self._cover(number, open_squares & ~(BIT[square] | BIT[partner]), laid):
                return True
            laid.pop()
            self.supply[kind] += 1
        return False


def _shown(board: Board) -> dict[int, tuple[int, int]]:
    """Terrain and crowns of each square."""
    return {index: (terrain, crowns) for index, terrain, crowns in _faces(board)}


def _faces(board: Board) -> Iterator[tuple[int, int, int]]:
    for terrain, mask in enumerate(board.terrains):
        for crowns, crowned in enumerate(board.crowned):
            for index in indexes(mask & crowned):
                yield index, terrain, crowns


def _connected(shows: Mapping[int, tuple[int, int]], laid: list[Laid]) -> bool:
    """Whether the dominoes, laid so, can have been placed in some order."""
    terrains: dict[int, int] = {}
    waiting = laid
    while waiting:
        step(len(waiting))
        postponed = []
        for pair in waiting:
            if any(NEAR[index] & (terrains.get(shows[index][0], 0) | CASTLE) for index in pair):
                for index in pair:
                    terrain = shows[index][0]
                    terrains[terrain] = terrains.get(terrain, 0) | BIT[index]
            else:
                postponed.append(pair)
        if len(postponed) == len(waiting):
            return False
        waiting = postponed
    return True


# ---------------------------------------------------------------- what the box can show at all


def shown_by_the_box(table: Table, findings: Findings, *more: int) -> None:
    """components/squares: no more squares of a terrain with so many crowns, on all dominoes that were sent and in all
    kingdoms together, than the box holds. ``more`` are dominoes that a move names; those of the state count once.
    """
    box = table.box
    if not any(table.known_squares(name) for name in table.known_by_squares()):
        return
    named = set(table.known_numbers())
    boards = [table.board(name) for name in table.order]
    shown = sum([board.tally() for board in boards if is_known(board)])
    shown += sum([box.faces[number] for number in (*table.known_outside_kingdoms(), *(set(more) - named))])
    if (box.tally + TOPS - shown) & TOPS == TOPS:  # no field had to borrow: there are enough of every kind
        return
    for place, ((terrain, crowns), available) in enumerate(zip(KINDS, box.kinds, strict=True)):
        count = shown >> FIELD * place & (1 << FIELD) - 1
        if count > available:
            findings.breaks("components/squares", terrain=terrain, crowns=crowns, count=count, available=available)
