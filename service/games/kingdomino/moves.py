"""Legal moves, the nearest ones to an illegal move, and why a kind of move is refused.

Legality is not written again here: whose turn it is comes from ``check.may_take`` and ``check.may_choose``, and
where a domino may lie from ``board.placements``, on which ``fits`` rests too.
"""

from collections.abc import Iterator
from itertools import permutations

from msgspec import UNSET

from schemas.kingdomino import Choose, Discard, Draw, Move, Place, Reveal
from service.games.kingdomino.check import check, check_reveal, may_choose, may_draw, may_take, orders_of_two
from service.games.kingdomino.grid import XY, indexes
from service.games.kingdomino.kingdom import placements, squares_of
from service.games.kingdomino.table import Table
from service.games.kingdomino.timing import turn
from service.referee.budget import CHECK, counted, step
from service.referee.findings import Findings


def legal_moves(table: Table, player: str | None, kind: str | None) -> Iterator[Move]:
    """Every legal move that can be listed. Of a hidden pile's lines and of a draw of kings there is no list."""
    names = [player] if player else list(table.by_name)
    for name in names:
        if kind in (None, "choose"):
            yield from _choices(table, name)
        if kind in (None, "place", "discard"):
            yield from _takings(table, name, kind)
    if player is None and kind in (None, "reveal"):
        step(CHECK)
        findings = Findings()
        check_reveal(table, Reveal(), findings)
        if findings.verdict == "legal":
            yield Reveal()
    if player is None and kind in (None, "draw") and table.count is not None and _draw_is_due(table):
        yield from _draws(table)


def _draw_is_due(table: Table) -> bool:
    return table.state.phase == "first-round" and _allowed(may_draw, table)


def _draws(table: Table) -> Iterator[Move]:
    names = list(table.by_name)
    if table.count == 2:
        for order in counted(orders_of_two(names, table.choices["first_round_of_two"])):
            yield Draw(kings=tuple(order))
    elif len(names) <= 4:
        for drawn in counted(permutations(names)):
            yield Draw(kings=drawn)


def unlisted(table: Table, player: str | None, kind: str | None, findings: Findings) -> None:
    """Which zones were not told that a list of moves would need."""
    state = table.state
    if state.phase == "over":
        return
    now = turn(table)
    phase = now.phase if now else None
    if player is None and kind in (None, "reveal") and phase == "reveal" and table.pile_top() is None:
        findings.needs("pile-top")
    if kind in (None, "choose") and state.next_line is UNSET:
        findings.needs("next-line")
    if kind in (None, "place", "discard") and state.phase != "first-round" and phase in (None, "place"):
        if state.current_line is UNSET:
            findings.needs("current-line")
        kings = [slot.king for slot in (state.current_line or ())[: 1 if now else None]]
        for king in dict.fromkeys(kings):
            if king and king in table.by_name and player in (None, king) and table.board(king) is None:
                findings.needs("kingdom-told", player=king)


def _choices(table: Table, name: str) -> Iterator[Move]:
    line = table.state.next_line
    if line is UNSET or not _allowed(may_choose, table, name):
        return
    for slot in counted(line):
        if slot.king is None:
            yield Choose(player=name, domino=slot.domino)


def _takings(table: Table, name: str, kind: str | None) -> Iterator[Move]:
    for slot in table.state.current_line or ():
        if slot.king != name or not _allowed(may_take, table, name, slot.domino):
            continue
        found = table.places(name, slot.domino)
        if found is None:
            return
        if not any(found.values()):
            if kind != "place":
                yield Discard(player=name, domino=slot.domino)
        elif kind != "discard":
            for side, mask in found.items():
                for index in counted(indexes(mask)):
                    x, y = XY[index]
                    yield Place(player=name, domino=slot.domino, x=x, y=y, to=side)  # type: ignore[arg-type]


def _allowed(question, table: Table, *details) -> bool:  # type: ignore[no-untyped-def]
    step(CHECK)
    findings = Findings()
    question(table, *details, findings)
    return not findings.broken


def nearest(table: Table, move: Move) -> Iterator[Move]:
    """Moves like this one, the most alike first."""
    match move:
        case Place():
            yield from _nearest_places(table, move)
        case Choose():
            numbers = [] if table.state.next_line is UNSET else [slot.domino for slot in table.state.next_line]
            for number in sorted(numbers, key=lambda other: abs(other - move.domino)):
                yield Choose(player=move.player, domino=number)
        case Discard():
            yield from _nearest_places(table, Place(player=move.player, domino=move.domino, x=0, y=0, to="n"))
        case Reveal():
            yield Reveal()
        case Draw():
            yield from _nearest_draws(table, move)
    yield from _what_is_due(table, move)


def _nearest_places(table: Table, move: Place) -> Iterator[Move]:
    """The same domino, turned where it lies first, then shifted ever further."""
    board = table.board(move.player)
    if board is None:
        return
    if not any(placements(board, table.box.halves[move.domino], table.size).values()):
        yield Discard(player=move.player, domino=move.domino)
        return
    wanted = squares_of(move.x, move.y, move.to)
    found = [
        Place(player=move.player, domino=move.domino, x=XY[index][0], y=XY[index][1], to=side)  # type: ignore[arg-type]
        for side, mask in placements(board, table.box.halves[move.domino], table.size).items()
        for index in counted(indexes(mask), 10)  # with the sorting
    ]

    def distance(place: Place) -> tuple[int, int, int, int, str]:
        lies = squares_of(place.x, place.y, place.to)
        steps = [abs(x - u) + abs(y - v) for (x, y), (u, v) in zip(lies, wanted, strict=True)]
        turned = [abs(x - u) + abs(y - v) for (x, y), (u, v) in zip(lies, reversed(wanted), strict=True)]
        return min(sum(steps), sum(turned)), sum(steps), place.y, place.x, place.to

    yield from sorted(found, key=distance)


def _nearest_draws(table: Table, move: Draw) -> Iterator[Move]:
    """The orders that agree with the told one longest."""

    def agreement(other: Move) -> int:
        kings = other.kings if isinstance(other, Draw) else ()
        return -next(
            (n for n, (one, two) in enumerate(zip(kings, move.kings, strict=False)) if one != two), len(kings)
        )

    if table.count is not None:
        yield from sorted(_draws(table), key=agreement)


def _what_is_due(table: Table, move: Move) -> Iterator[Move]:
    now = turn(table)
    if now is not None and now.player is not None and now.player in table.by_name:
        kind = now.phase if isinstance(move, Reveal | Draw) else None
        yield from legal_moves(table, now.player, kind)


def refuse(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Why no move of this kind is legal now."""
    now = turn(table)
    name = player or (now.player if now else None) or next(iter(table.by_name))
    match kind:
        case "choose":
            may_choose(table, name, findings)
        case "place" | "discard":
            _refuse_taking(table, kind, name, findings)
        case "reveal":
            check_reveal(table, Reveal(), findings)
        case "draw":
            may_draw(table, findings)


def _refuse_taking(table: Table, kind: str, name: str, findings: Findings) -> None:
    state = table.state
    line = next((line for line in (state.current_line, state.next_line) if line), ())
    if state.phase == "over":
        findings.breaks("end/over")
    if not line:
        return
    domino = next((slot.domino for slot in line if slot.king == name), line[0].domino)
    if kind == "discard":
        check(table, Discard(player=name, domino=domino), findings)
        return
    may_take(table, name, domino, findings)
    board = table.board(name)
    if board is not None and not any(placements(board, table.box.halves[domino], table.size).values()):
        findings.breaks("discard/forced", domino=domino, player=name)
