"""1 - Colocar una ficha: a domino is added to the kingdom, or discarded if it fits nowhere."""

from schemas.kingdomino import Discard, Lying, Place, Slot
from service.games.kingdomino.draft import Draft
from service.games.kingdomino.grid import (
    BIT,
    CASTLE,
    CASTLE_CORNERS,
    CASTLE_SIDES,
    MIDDLE,
    NEAR,
    STEP,
    TERRAINS,
    XY,
    Frame,
    corners,
    extent,
    frame,
    holes,
    index_of,
    inside,
    squares,
)
from service.games.kingdomino.inference import FIRST_ROUND, OVER, PLAY, in_phase, is_last_round, left_to_place
from service.games.kingdomino.kingdom import Board, Halves, squares_of
from service.games.kingdomino.steps import GAME_ENDS, settle
from service.games.kingdomino.table import Table
from service.games.kingdomino.tiling import shown_by_the_box
from service.games.kingdomino.timing import is_reveal_due, who_chooses
from service.referee.findings import Findings, fact
from service.referee.known import Truth, Unknown, attempt, is_known, negation, truth

# ---------------------------------------------------------------- Estructura de una ronda


def check_turn_to_take(table: Table, player: str, domino: int, findings: Findings) -> None:
    """Whether this player may place or discard this domino now."""
    if is_time_to_take(table, player, domino, findings):
        _check_line(table, player, domino, findings)


def is_time_to_take(table: Table, player: str, domino: int, findings: Findings) -> bool:
    """Whether dominoes are placed at all at this time."""
    return in_phase(table, PLAY) is True or _is_in_a_round(table, player, domino, findings)


def _check_line(table: Table, player: str, domino: int, findings: Findings) -> None:
    """next-round/reveal, round/place-then-choose, round/own-domino, round/order: whose turn it is, and what for."""
    ready: Truth = True
    if not table.known_line("next_line"):
        ready = _no_line_to_reveal(table, player, findings)
    chooser = attempt(lambda: who_chooses(table))
    if isinstance(chooser, str):
        _choosing_comes_first(player, chooser, findings)
    line = table.current_line
    if isinstance(line, Unknown):
        _unknown_line(table, player, domino, findings)
        return
    slots = [slot for slot in line if slot.domino == domino]
    slot = slots[0] if slots else None
    _own_domino(slot, player, domino, findings)
    if line and not isinstance(chooser, str):
        _in_order(table, player, slot, line[0], ready if chooser is None else chooser, findings)


def _is_in_a_round(table: Table, player: str, domino: int, findings: Findings) -> bool:
    """end/over, first-round/choose-only: dominoes are placed in between."""
    turn = fact("turn", player=player, to="place")
    if findings.requires("end/over", negation(in_phase(table, OVER)), assume=turn, cite=False) is False:
        return False
    later = negation(in_phase(table, FIRST_ROUND))
    return findings.requires("first-round/choose-only", later, assume=turn, cite=False, domino=domino) is not False


def _no_line_to_reveal(table: Table, player: str, findings: Findings) -> Truth:
    """next-round/reveal: before anybody places, the next line lies there, unless the pile is used up."""
    no_line = truth(lambda: table.next_line == ()) is True
    assume = fact("last-round") if no_line else fact("turn", player=player, to="place")
    return findings.requires("next-round/reveal", lambda: not is_reveal_due(table), assume=assume, cite=False)


def _choosing_comes_first(player: str, chooser: str, findings: Findings) -> None:
    """round/place-then-choose, round/order: nobody places while a king is in hand."""
    if chooser == player:
        findings.breaks("round/place-then-choose", "choose_first", player=player)
    else:
        findings.breaks("round/order", "choose", turn=chooser)


def _own_domino(slot: Slot | None, player: str, domino: int, findings: Findings) -> None:
    """round/own-domino: the domino under the own king."""
    if slot is None:
        findings.breaks("round/own-domino", "absent", domino=domino)
    elif slot.king is None:
        findings.breaks("round/own-domino", "kingless", domino=domino)
    else:
        own = slot.king == player
        findings.requires("round/own-domino", own, domino=domino, king=slot.king, player=player)


def _in_order(table: Table, player: str, slot: Slot | None, first: Slot, ready: Truth, findings: Findings) -> None:
    """round/order: the lowest number first. ``ready``: no king is in hand, and no line is to be turned up."""
    if first.king == player:
        if slot is not None and slot.king == player and slot is not first:
            findings.breaks("round/order", "own_order", player=player, next_domino=first.domino)
        elif isinstance(ready, Unknown):
            if truth(lambda: table.next_line == ()) is not True:
                findings.assumes("turn", player=player, to="place")
        elif ready:
            findings.allows("end/last-round" if is_last_round(table) else "round/order")
    elif slot is not None or not isinstance(ready, Unknown):
        findings.breaks("round/order", turn=first.king, next_domino=first.domino, player=player)


def _unknown_line(table: Table, player: str, domino: int, findings: Findings) -> None:
    """round/own-domino, round/once-each: what lies elsewhere, and a player whose kings all stand on the next line."""
    shown_by_the_box(table, findings, domino)
    coming = table.known_line("next_line")
    if any(slot.domino == domino for slot in coming) or domino in table.known_pile():
        findings.breaks("round/own-domino", "absent", domino=domino)
    elif truth(lambda: [slot.king for slot in coming].count(player) >= table.kings_each) is True:
        findings.breaks("round/once-each", "chosen", player=player)
    elif truth(lambda: left_to_place(table, player) <= 0) is True:
        findings.breaks("round/once-each", "none_left", player=player)
    else:
        findings.assumes("turn", player=player, to="place")
        findings.assumes("own-domino", domino=domino, player=player)


def _check_taking(table: Table, player: str, domino: int, findings: Findings) -> bool:
    """Whether this domino is this player's to take now; true if it lies somewhere for good."""
    is_time = is_time_to_take(table, player, domino, findings)
    lies = _lies_elsewhere(table, player, domino, findings)
    if is_time:
        _check_line(table, player, domino, findings)
    return lies


# ---------------------------------------------------------------- 1 - Colocar una ficha


def check_place(table: Table, move: Place, findings: Findings) -> None:
    lies = _check_taking(table, move.player, move.domino, findings)
    board = table.board(move.player)
    if isinstance(board, Unknown):
        findings.assumes("kingdom", player=move.player, domino=move.domino, x=move.x, y=move.y, to=move.to)
        bounds(table, move, findings)
    else:
        # What lies for good is not to be discarded either, wherever it might fit.
        fits(table, board, move, findings, may_be_forced=not lies)


def apply_place(draft: Draft, move: Place) -> None:
    draft.lay(move.player, Lying(domino=move.domino, x=move.x, y=move.y, to=move.to))
    both = squares_of(move.x, move.y, move.to)
    draft.event("placed", "round/own-domino", player=move.player, domino=move.domino, squares=both)
    _take(draft, move.domino)


def check_discard(table: Table, move: Discard, findings: Findings) -> None:
    """discard/forced, discard/at-will: only what fits nowhere is discarded."""
    lies = _check_taking(table, move.player, move.domino, findings)
    board = table.board(move.player)
    if lies:
        return  # whether it would fit again does not matter
    if isinstance(board, Unknown):
        findings.assumes("no-place", domino=move.domino, player=move.player)
        return
    example, count = lowest_place(table, move.player, move.domino)
    if example is None:
        findings.allows("discard/forced")
        return
    place = {"x": example.x, "y": example.y, "to": example.to, "square_a": (example.x, example.y)}
    findings.breaks("discard/at-will", domino=move.domino, player=move.player, **place, count=count)
    # The rules that allow that place are cited, too.
    there = Findings()
    fits(table, board, example, there)
    findings.because(*there.grounds)


def apply_discard(draft: Draft, move: Discard) -> None:
    draft.change_of(move.player, "discarded", lambda discarded: (*discarded, move.domino))
    draft.event("discarded", "discard/forced", player=move.player, domino=move.domino)
    if draft.known_line("next_line"):  # else nothing is left to choose, or it is unknown
        draft.event("still-chooses", "discard/still-choose", player=move.player)
    _take(draft, move.domino)


def _take(draft: Draft, domino: int) -> None:
    """A domino leaves the current line; when it was the last one the game may be over."""
    line = draft.current_line
    if is_known(line):
        draft.set(current_line=tuple([slot for slot in line if slot.domino != domino]))
    settle(draft, GAME_ENDS)


def _lies_elsewhere(table: Table, player: str, domino: int, findings: Findings) -> bool:
    """place/fixed, components/dominoes, three-players/leftover: what lies for good is not taken up again."""
    if not table.repeats and domino in [slot.domino for slot in table.known_line("current_line")]:
        return False  # it is on the line, and no domino of this table stands in two places
    before = len(findings.broken)
    for name in table.order:
        placed = domino in table.known_lying(name)
        if placed and name == player:
            findings.breaks("place/fixed", domino=domino, player=player)
        elif placed or domino in table.known_discarded(name):
            findings.breaks("components/dominoes", "taken", domino=domino)
    if domino in table.known_leftovers():
        findings.breaks("three-players/leftover", "gone", domino=domino)
    return len(findings.broken) > before


# ---------------------------------------------------------------- where a domino may lie


def fits(table: Table, board: Board, move: Place, findings: Findings, *, may_be_forced: bool = True) -> None:
    """place/overlap, place/bounds, place/match: all that the place itself breaks, or what allows it."""
    halves = table.box.halves[move.domino]
    both = squares_of(move.x, move.y, move.to)
    already_broken = len(findings.broken)
    if not (inside(*both[0]) and inside(*both[1])):
        _far_away(table, board, move, findings)
        _unconnected("apart", both, halves, findings)
    else:
        first = index_of(move.x, move.y)
        second = first + STEP[move.to]
        bits = BIT[first] | BIT[second]
        if covered := bits & board.occupied:
            variant = "castle" if covered == CASTLE else ""
            findings.breaks("place/overlap", variant, squares=squares(covered), player=move.player)
        edges = frame(board.occupied | bits)
        _within_bounds(table, board.occupied | bits, edges, move.player, findings)
        if board.connects(first, second, halves):
            _grounds(table, board, first, second, halves, edges, findings)
        else:
            _touching(board, first, second, both, halves, findings)
    misfit = may_be_forced and len(findings.broken) > already_broken
    if misfit and not any(table.places(move.player, move.domino).values()):
        findings.breaks("discard/forced", domino=move.domino, player=move.player)


def bounds(table: Table, move: Place, findings: Findings) -> None:
    """What can be said of a place in an unknown kingdom: the castle is there, and the size is limited."""
    both = squares_of(move.x, move.y, move.to)
    if (0, 0) in both:
        findings.breaks("place/overlap", "castle", squares=[(0, 0)], player=move.player)
    columns, rows = zip((0, 0), *both, strict=True)
    width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    if max(width, height) > table.size:  # whether it would fit without the castle depends on the other dominoes
        _out_of_bounds(table, width, height, move.player, findings)
        findings.because("place/bounds-with-castle")


def lowest_place(table: Table, player: str, domino: int) -> tuple[Place | None, int]:
    """A legal place for a domino, if there is one, and how many there are."""
    places = table.places(player, domino)
    count = sum(mask.bit_count() for mask in places.values())
    for side, mask in places.items():
        if mask:
            x, y = XY[(mask & -mask).bit_length() - 1]
            return Place(player=player, domino=domino, x=x, y=y, to=side), count
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


def _touching(
    board: Board, first: int, second: int, both: list[tuple[int, int]], halves: Halves, findings: Findings
) -> None:
    """place/match, place/own-half, place/castle: what is beside the domino, or only at a corner of it."""
    bits = BIT[first] | BIT[second]
    alike = corners(BIT[first]) & board.terrains[halves[0]] or corners(BIT[second]) & board.terrains[halves[2]]
    is_beside = (NEAR[first] | NEAR[second]) & board.occupied & ~bits
    at_castle = bits & CASTLE_CORNERS and not is_beside
    variant = "corner" if alike else "" if is_beside else "castle_corner" if at_castle else "apart"
    _unconnected(variant, both, halves, findings)
    if is_beside and halves[0] == halves[2]:
        findings.breaks("place/own-half", terrain=TERRAINS[halves[0]])
    if at_castle:
        findings.because("place/castle")


def _unconnected(variant: str, both: list[tuple[int, int]], halves: Halves, findings: Findings) -> None:
    """place/match: neither half touches the castle or its own terrain."""
    findings.breaks(
        "place/match",
        variant,
        squares=both,
        square_a=both[0],
        terrain_a=TERRAINS[halves[0]],
        square_b=both[1],
        terrain_b=TERRAINS[halves[2]],
    )


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
