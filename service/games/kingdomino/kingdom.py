"""One kingdom as the engine sees it: which squares are covered, by which terrain, with how many crowns.

``placements`` and ``Board.fits`` are the one place where it is decided whether a domino may lie somewhere:
both rest on the same three masks (free, within reach, touching).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from schemas.kingdomino import Lying, Square
from service.games.kingdomino.grid import (
    BIT,
    CASTLE,
    CASTLE_SIDES,
    NEAR,
    OFFSET,
    ORIGIN,
    RIM,
    STEP,
    TERRAIN_INDEX,
    TERRAINS,
    WIDTH,
    corners,
    extent,
    index_of,
    joined_to,
    near,
    reach,
)
from service.referee.budget import step

KINDS = [(terrain, crowns) for terrain in TERRAINS for crowns in range(4)]
"""What a square can show."""
FIELD = 32
TOPS = sum(1 << FIELD * place + FIELD - 1 for place in range(len(KINDS)))
"""The highest bit of each field of a tally: no count comes near it."""

Halves = tuple[int, int, int, int]
"""Terrain and crowns of half a, terrain and crowns of half b."""


def tally(counts: Iterable[int]) -> int:
    return sum(count << FIELD * place for place, count in enumerate(counts))


class Territory(msgspec.Struct, frozen=True, gc=False):
    """A group of connected squares of one terrain."""

    terrain: str
    mask: int
    size: int
    crowns: int


class Board:
    """A kingdom. Squares that cannot be counted (covered twice, far outside) are listed, not merged in."""

    __slots__ = (
        "_extent",
        "_loose",
        "_shown",
        "_tally",
        "_territories",
        "adrift",
        "covered_twice",
        "crowned",
        "far",
        "lands",
        "occupied",
        "terrains",
    )

    def __init__(self) -> None:
        self.occupied = CASTLE
        self.terrains = [0] * len(TERRAINS)
        self.crowned = [0, 0, 0, 0]
        self.covered_twice: list[tuple[int, int]] = []
        self.far: list[tuple[int, int]] = []
        self.adrift: list[int] = []
        """Dominoes that no order of placing connects."""
        # What is needed of a kingdom again and again is computed once: a kingdom laid out never changes.
        self._extent: tuple[int, int] | None = None
        self._loose: int | None = None
        self._territories: list[Territory] | None = None
        self._shown: list[int] | None = None
        self._tally: int | None = None
        self.lands: Any = None
        """What its territories come to, once they have been counted (``score.Lands``)."""

    @property
    def is_countable(self) -> bool:
        """Whether every square that was sent is counted."""
        return not (self.covered_twice or self.far)

    @property
    def sound(self) -> bool:
        """Whether every square that was sent is counted, and every domino connected."""
        return not (self.covered_twice or self.far or self.adrift)

    @property
    def terrains_told(self) -> bool:
        """Whether there is anything besides the castle."""
        return self.occupied != CASTLE

    def cover(self, index: int, terrain: int, crowns: int) -> None:
        bit = BIT[index]
        self.occupied |= bit
        self.terrains[terrain] |= bit
        self.crowned[crowns] |= bit

    def with_domino(self, first: int, second: int, halves: Halves) -> "Board":
        """A copy of this kingdom with one more domino."""
        board = Board()
        board.occupied = self.occupied
        board.terrains = self.terrains.copy()
        board.crowned = self.crowned.copy()
        board.cover(first, halves[0], halves[1])
        board.cover(second, halves[2], halves[3])
        return board

    def connects(self, first: int, second: int, halves: Halves) -> bool:
        """Whether one half touches the castle or a square of its own terrain."""
        return bool(
            NEAR[first] & (self.terrains[halves[0]] | CASTLE) or NEAR[second] & (self.terrains[halves[2]] | CASTLE)
        )

    def extent(self) -> tuple[int, int]:
        """Width and height of the frame around it."""
        if self._extent is None:
            self._extent = extent(self.occupied)
        return self._extent

    def loose(self) -> int:
        """The squares that are not joined to the castle."""
        if self._loose is None:
            self._loose = self.occupied & ~joined_to(CASTLE, self.occupied)
        return self._loose

    def territories(self) -> list[Territory]:
        """All territories, by terrain."""
        if self._territories is None:
            self._territories = self.connected()
        return self._territories

    def shown(self) -> list[int]:
        """How many squares of each of the ``KINDS`` there are."""
        if self._shown is None:
            self._shown = [(mask & crowned).bit_count() for mask in self.terrains for crowned in self.crowned]
        return self._shown

    def tally(self) -> int:
        """The same in one number, a field for each kind: several kingdoms are added up, and compared with what there
        is, in one step.
        """
        if self._tally is None:
            self._tally = tally(self.shown())
        return self._tally

    def connected(self, *, diagonal: bool = False) -> list[Territory]:
        """Squares of one terrain that are connected. (Written flat: every score does this for every kingdom.)"""
        territories = []
        crowned, one, two, three = self.occupied & ~self.crowned[0] & ~CASTLE, *self.crowned[1:]
        for terrain, mask in zip(TERRAINS, self.terrains, strict=True):
            while mask:
                part = edge = mask & -mask
                mask ^= edge
                while edge and mask:
                    around = edge << WIDTH | edge >> WIDTH | edge << 1 | edge >> 1
                    if diagonal:
                        around |= corners(edge)
                    edge = around & mask
                    part |= edge
                    mask ^= edge
                crowns = 0
                if part & crowned:
                    crowns = (part & one).bit_count() + 2 * (part & two).bit_count() + 3 * (part & three).bit_count()
                territories.append(Territory(terrain, part, part.bit_count(), crowns))
        step(2 * len(territories))
        return territories


def board_of_dominoes(kingdom: Sequence[Lying], halves_of: Mapping[int, Halves]) -> Board:
    """Lay the dominoes in any order that connects them.

    Trying them again and again in the order of the request is enough: a placed domino only ever adds squares to
    connect to, so whatever can be connected at some time can still be connected later. (Written flat: a ruling does
    this for every kingdom on the table.)
    """
    board = Board()
    terrains, crowned, occupied = board.terrains, board.crowned, CASTLE
    waiting = kingdom
    while waiting:
        step(len(waiting))
        postponed = []
        for lying in waiting:
            x, y = lying.x, lying.y
            if not (-RIM < x < RIM and -RIM < y < RIM):
                board.far.extend(_squares(lying))
                continue
            first = ORIGIN + y * WIDTH + x
            second = first + STEP[lying.to]
            terrain_a, crowns_a, terrain_b, crowns_b = halves_of[lying.domino]
            bit_a, bit_b = BIT[first], BIT[second]
            if (bit_a | bit_b) & occupied:
                board.covered_twice.extend(square for square in _squares(lying) if _bit(*square) & occupied)
            elif NEAR[first] & (terrains[terrain_a] | CASTLE) or NEAR[second] & (terrains[terrain_b] | CASTLE):
                occupied |= bit_a | bit_b
                terrains[terrain_a] |= bit_a
                terrains[terrain_b] |= bit_b
                crowned[crowns_a] |= bit_a
                crowned[crowns_b] |= bit_b
            else:
                postponed.append(lying)
        board.occupied = occupied
        if len(postponed) == len(waiting):
            _cover_adrift(board, postponed, halves_of)
            break
        waiting = postponed
    return board


def board_of_squares(sent: Sequence[Square]) -> Board:
    """A kingdom sent square by square; whether dominoes can have made it is another question (``cover``)."""
    step(len(sent))
    board = Board()
    terrains, crowned, occupied = board.terrains, board.crowned, CASTLE
    for square in sent:
        x, y = square.x, square.y
        if not (-RIM <= x <= RIM and -RIM <= y <= RIM):
            board.far.append((x, y))
            continue
        bit = BIT[ORIGIN + y * WIDTH + x]
        if bit & occupied:
            board.covered_twice.append((x, y))
            continue
        occupied |= bit
        terrains[TERRAIN_INDEX[square.terrain]] |= bit
        crowned[square.crowns] |= bit
    board.occupied = occupied
    return board


def placements(board: Board, halves: Halves, size: int) -> dict[str, int]:
    """Every legal place of a domino: for each side on which half b may lie, the squares where half a may lie.

    A double lies on the same squares in two ways with one and the same result: only east and north are given.
    """
    free = reach(board.occupied, size) & ~board.occupied
    touching_a = free & (near(board.terrains[halves[0]]) | CASTLE_SIDES)
    places = {}
    if halves[:2] == halves[2:]:
        places["n"] = free & free >> WIDTH & (touching_a | touching_a >> WIDTH)
        places["e"] = free & free >> 1 & (touching_a | touching_a >> 1)
        return places
    touching_b = free & (near(board.terrains[halves[2]]) | CASTLE_SIDES)
    places["n"] = free & free >> WIDTH & (touching_a | touching_b >> WIDTH)
    places["e"] = free & free >> 1 & (touching_a | touching_b >> 1)
    places["s"] = free & free << WIDTH & (touching_a | touching_b << WIDTH)
    places["w"] = free & free << 1 & (touching_a | touching_b << 1)
    return places


def beside_castle(board: Board, size: int) -> dict[str, int]:
    """The places at the castle's sides: any domino fits there."""
    free = reach(board.occupied, size) & ~board.occupied
    touching = free & CASTLE_SIDES
    return {
        "n": free & free >> WIDTH & (touching | touching >> WIDTH),
        "e": free & free >> 1 & (touching | touching >> 1),
    }


def squares_of(x: int, y: int, to: str) -> list[tuple[int, int]]:
    """The two squares of a lying domino, half a first."""
    dx, dy = OFFSET[to]
    return [(x, y), (x + dx, y + dy)]


def _squares(lying: Lying) -> list[tuple[int, int]]:
    return squares_of(lying.x, lying.y, lying.to)


def _bit(x: int, y: int) -> int:
    return BIT[index_of(x, y)]


def _cover_adrift(board: Board, adrift: Iterable[Lying], halves_of: Mapping[int, Halves]) -> None:
    for lying in adrift:
        board.adrift.append(lying.domino)
        halves = halves_of[lying.domino]
        for square, terrain, crowns in zip(_squares(lying), halves[::2], halves[1::2], strict=True):
            if _bit(*square) & board.occupied:
                board.covered_twice.append(square)
            else:
                board.cover(index_of(*square), terrain, crowns)
