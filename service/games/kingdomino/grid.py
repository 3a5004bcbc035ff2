"""The squares of a kingdom as bit masks.

A mask is one integer with a bit for each square of a field 16 wide; the castle stands in the middle, so that any
kingdom of 7 by 7 fits with room to spare, and moving all squares one step is a single shift. No square of a
possible kingdom lies on the rim, so shifts never wrap into the next row where it matters.
"""

from collections.abc import Iterator

TERRAINS = ("wheat", "forest", "lake", "grassland", "swamp", "mine")
TERRAIN_INDEX = {terrain: index for index, terrain in enumerate(TERRAINS)}

WIDTH = 16
MIDDLE = 8
ORIGIN = MIDDLE * WIDTH + MIDDLE
RIM = 7
"""Squares with a coordinate beyond this are outside the field (and of any kingdom)."""

STEP = {"n": WIDTH, "e": 1, "s": -WIDTH, "w": -1}
OFFSET = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}

BIT = [1 << index for index in range(WIDTH * WIDTH)]
XY = [(index % WIDTH - MIDDLE, index // WIDTH - MIDDLE) for index in range(WIDTH * WIDTH)]
CASTLE = BIT[ORIGIN]


def near(mask: int) -> int:
    """All squares beside the squares of a mask."""
    return mask << WIDTH | mask >> WIDTH | mask << 1 | mask >> 1


def corners(mask: int) -> int:
    """All squares that touch a square of a mask at a corner."""
    beside = mask << 1 | mask >> 1
    return beside << WIDTH | beside >> WIDTH


NEAR = [near(bit) for bit in BIT]
CASTLE_SIDES = NEAR[ORIGIN]
CASTLE_CORNERS = corners(CASTLE)

_COLUMN = sum(BIT[row * WIDTH] for row in range(WIDTH))
_ROW = (1 << WIDTH) - 1
_COLUMNS = [[sum(_COLUMN << x for x in range(low, high + 1)) for high in range(WIDTH)] for low in range(WIDTH)]
_ROWS = [[sum(_ROW << (y * WIDTH) for y in range(low, high + 1)) for high in range(WIDTH)] for low in range(WIDTH)]


def inside(x: int, y: int) -> bool:
    """Whether a square has a bit at all."""
    return -RIM <= x <= RIM and -RIM <= y <= RIM


def index_of(x: int, y: int) -> int:
    return ORIGIN + y * WIDTH + x


def indexes(mask: int) -> Iterator[int]:
    """The squares of a mask, from the south-west."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def with_fewest_neighbours(mask: int) -> int:
    """The square of a mask that has the fewest squares of the mask beside it; of several the first."""
    north, south, east, west = mask >> WIDTH, mask << WIDTH, mask >> 1, mask << 1
    one_of_two, both = north ^ south, north & south
    one_of_others, both_others = east ^ west, east & west
    none = mask & ~(north | south | east | west)
    one = mask & (one_of_two ^ one_of_others) & ~(both | both_others)
    two = mask & (one_of_two & one_of_others | (both ^ both_others) & ~(one_of_two | one_of_others))
    fewest = none or one or two or mask & ~(both & both_others) or mask
    return (fewest & -fewest).bit_length() - 1


def squares(mask: int) -> list[tuple[int, int]]:
    """The coordinates of a mask's squares, from the south-west."""
    listed = []
    while mask:
        lowest = mask & -mask
        listed.append(XY[lowest.bit_length() - 1])
        mask ^= lowest
    return listed


Frame = tuple[int, int, int, int]
"""West, east, south, north, as columns and rows of the field."""


def frame(mask: int) -> Frame:
    """The smallest frame around a mask."""
    south = ((mask & -mask).bit_length() - 1) // WIDTH
    north = (mask.bit_length() - 1) // WIDTH
    columns = mask | mask >> 128
    columns |= columns >> 64
    columns |= columns >> 32
    columns = (columns | columns >> 16) & _ROW
    west = (columns & -columns).bit_length() - 1
    return west, columns.bit_length() - 1, south, north


def extent(mask: int) -> tuple[int, int]:
    """Width and height of the frame around a mask."""
    west, east, south, north = frame(mask)
    return east - west + 1, north - south + 1


def reach(mask: int, size: int) -> int:
    """Every square that could still join a kingdom without making its frame larger than ``size``."""
    west, east, south, north = frame(mask)
    return _COLUMNS[max(0, east - size + 1)][west + size - 1] & _ROWS[max(0, north - size + 1)][south + size - 1]


def holes(mask: int) -> int:
    """Empty squares with all four sides covered."""
    return (mask << 1) & (mask >> 1) & (mask << WIDTH) & (mask >> WIDTH) & ~mask


def joined_to(start: int, mask: int) -> int:
    """The part of a mask that is connected, side by side, to the squares of ``start``."""
    part = edge = start & mask
    while edge:
        edge = near(edge) & mask & ~part
        part |= edge
    return part
