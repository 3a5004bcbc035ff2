"""Whether a domino may lie somewhere in a kingdom, and every reason why not."""

from schemas.kingdomino import Place
from service.games.kingdomino.grid import (
    BIT,
    CASTLE,
    CASTLE_SIDES,
    MIDDLE,
    NEAR,
    TERRAINS,
    XY,
    Frame,
    extent,
    frame,
    holes,
    index_of,
    inside,
    squares,
)
from service.games.kingdomino.kingdom import Board, Halves, placements, squares_of
from service.games.kingdomino.table import Table
from service.referee.findings import Findings


def fits(table: Table, board: Board, move: Place, findings: Findings, *, may_be_forced: bool = True) -> None:
    """place/overlap, place/bounds, place/match: all that the place itself breaks, or what allows it."""
    halves = table.box.halves[move.domino]
    both = squares_of(move.x, move.y, move.to)
    already_broken = len(findings.broken)
    if not (inside(*both[0]) and inside(*both[1])):
        _far_away(table, board, move, findings)
        _unconnected(both, halves, findings)
    else:
        first, second = index_of(*both[0]), index_of(*both[1])
        bits = BIT[first] | BIT[second]
        if covered := bits & board.occupied:
            variant = "castle" if covered == CASTLE else ""
            findings.breaks("place/overlap", variant, squares=squares(covered), player=move.player)
        edges = frame(board.occupied | bits)
        _within_bounds(table, board.occupied | bits, edges, move.player, findings)
        if board.connects(first, second, halves):
            _grounds(table, board, first, second, halves, edges, findings)
        else:
            _unconnected(both, halves, findings)
    misfit = may_be_forced and len(findings.broken) > already_broken
    if misfit and not any(placements(board, halves, table.size).values()):
        findings.breaks("discard/forced", domino=move.domino, player=move.player)


def bounds(table: Table, move: Place, findings: Findings) -> None:
    """What can be said of a place in a kingdom that was not told: the castle is there, and the size is limited."""
    both = squares_of(move.x, move.y, move.to)
    if (0, 0) in both:
        findings.breaks("place/overlap", "castle", squares=[(0, 0)], player=move.player)
    if all(inside(*square) for square in both):
        bits = BIT[index_of(*both[0])] | BIT[index_of(*both[1])]
        _within_bounds(table, CASTLE | bits, frame(CASTLE | bits), move.player, findings)
    else:
        _far_away(table, Board(), move, findings)


def lowest_place(table: Table, board: Board, player: str, domino: int) -> tuple[Place | None, int]:
    """A legal place for a domino, if there is one, and how many there are."""
    found = placements(board, table.box.halves[domino], table.size)
    count = sum(mask.bit_count() for mask in found.values())
    for side, mask in found.items():
        if mask:
            x, y = XY[(mask & -mask).bit_length() - 1]
            return Place(player=player, domino=domino, x=x, y=y, to=side), count  # type: ignore[arg-type]
    return None, count


def _within_bounds(table: Table, after: int, edges: Frame, player: str, findings: Findings) -> None:
    """place/bounds, place/bounds-with-castle, variants/great-duel: the frame around everything."""
    west, east, south, north = edges
    width, height = east - west + 1, north - south + 1
    if width <= table.size and height <= table.size:
        return
    _out_of_bounds(table, width, height, player, findings)
    if max(extent(after & ~CASTLE)) <= table.size:
        findings.breaks("place/bounds-with-castle", width=width, height=height)


def _far_away(table: Table, board: Board, move: Place, findings: Findings) -> None:
    west, east, south, north = (edge - MIDDLE for edge in frame(board.occupied))
    both = squares_of(move.x, move.y, move.to)
    xs, ys = [x for x, _ in both], [y for _, y in both]
    width = max(east, *xs) - min(west, *xs) + 1
    height = max(north, *ys) - min(south, *ys) + 1
    _out_of_bounds(table, width, height, move.player, findings)
    if board.occupied == CASTLE:
        findings.breaks("place/bounds-with-castle", width=width, height=height)


def _out_of_bounds(table: Table, width: int, height: int, player: str, findings: Findings) -> None:
    rule = "place/bounds" if table.size == 5 else "variants/great-duel"
    findings.breaks(rule, player=player, width=width, height=height, size=table.size)


def _unconnected(both: list[tuple[int, int]], halves: Halves, findings: Findings) -> None:
    """place/match, place/own-half: neither half touches the castle or its own terrain."""
    findings.breaks(
        "place/match",
        squares=both,
        square_a=both[0],
        terrain_a=TERRAINS[halves[0]],
        square_b=both[1],
        terrain_b=TERRAINS[halves[2]],
    )
    if halves[0] == halves[2]:
        findings.breaks("place/own-half", terrain=TERRAINS[halves[0]])


def _grounds(
    table: Table, board: Board, first: int, second: int, halves: Halves, edges: Frame, findings: Findings
) -> None:
    """What connects the domino, and the rules that somebody might wrongly hold against it."""
    bits = BIT[first] | BIT[second]
    if bits & CASTLE_SIDES:
        findings.allows("place/castle")
    if NEAR[first] & board.terrains[halves[0]] or NEAR[second] & board.terrains[halves[2]]:
        findings.allows("place/match")
    after = board.occupied | bits
    west, east, south, north = edges
    wide, high = east - west + 1 == table.size, north - south + 1 == table.size
    if wide or high:
        findings.allows("place/bounds" if table.size == 5 else "variants/great-duel")
    if (wide and west + east != 2 * MIDDLE) or (high and south + north != 2 * MIDDLE):
        findings.allows("place/castle-anywhere")
    if holes(after) & ~holes(board.occupied):
        findings.allows("place/gaps")
