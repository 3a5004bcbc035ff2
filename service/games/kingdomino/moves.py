"""Legal moves, the nearest ones to an illegal move, and why a kind of move is refused.

Legality is not written again here: whose turn it is comes from the rules, and where a domino may lie from
``kingdom.placements``, on which ``rules.place`` rests too.
"""

from collections.abc import Callable, Iterator
from itertools import permutations

from schemas.kingdomino import Choose, Discard, Draw, Move, Place, Reveal
from service.games.kingdomino.grid import XY, indexes
from service.games.kingdomino.inference import FIRST_ROUND, MOST_PLAYERS, OVER, in_phase
from service.games.kingdomino.kingdom import squares_of
from service.games.kingdomino.rules.choose import check_turn_to_choose
from service.games.kingdomino.rules.draw import check_undrawn, orders_of_two
from service.games.kingdomino.rules.place import check_discard, check_turn_to_take
from service.games.kingdomino.rules.reveal import check_reveal
from service.games.kingdomino.table import Table
from service.games.kingdomino.timing import following
from service.referee.budget import CHECK, counted, step
from service.referee.findings import Findings
from service.referee.known import Unknown


def legal_moves(table: Table, player: str | None, kind: str | None) -> Iterator[Move]:
    """Every legal move that can be listed. What a hidden pile turns up cannot be listed."""
    for name in [player] if player else players_known(table):
        if kind in (None, "choose"):
            yield from _choices(table, name)
        if kind in (None, "place", "discard"):
            yield from _takings(table, name, kind)
    if player is None and kind in (None, "reveal") and _reveal(table).verdict == "legal":
        yield Reveal()
    if player is None and kind in (None, "draw") and _is_draw_listed(table):
        yield from _draws(table)


def players_known(table: Table) -> list[str]:
    """All players, or those who were sent if it is unknown who else plays."""
    names: list[str] = table.names if table.seats_known else table.order
    return names


def _choices(table: Table, name: str) -> Iterator[Move]:
    line = table.known_line("next_line")
    if not line or _checked(check_turn_to_choose, table, name).broken:
        return
    for slot in counted(line):
        if slot.king is None:
            yield Choose(player=name, domino=slot.domino)


def _takings(table: Table, name: str, kind: str | None) -> Iterator[Move]:
    for slot in table.known_line("current_line"):
        if slot.king != name or _checked(check_turn_to_take, table, name, slot.domino).broken:
            continue
        places = table.places(name, slot.domino)
        if isinstance(places, Unknown):
            return
        if not any(places.values()):
            if kind != "place":
                yield Discard(player=name, domino=slot.domino)
        elif kind != "discard":
            for side, mask in places.items():
                for index in counted(indexes(mask)):
                    x, y = XY[index]
                    yield Place(player=name, domino=slot.domino, x=x, y=y, to=side)


def _reveal(table: Table) -> Findings:
    return _checked(check_reveal, table, Reveal())


def _is_draw_listed(table: Table) -> bool:
    """In the first round the orders are listed, even if it is unknown whether the kings are drawn already."""
    return table.seats_known and in_phase(table, FIRST_ROUND) is True and _is_draw_possible(table)


def _is_draw_possible(table: Table) -> bool:
    return not _checked(check_undrawn, table).broken


def _draws(table: Table) -> Iterator[Move]:
    if table.count == 2:
        for order in counted(orders_of_two(table.names, table.choices["first_round_of_two"])):
            yield Draw(kings=tuple(order))
    elif table.count <= MOST_PLAYERS:
        for drawn in counted(permutations(table.names)):
            yield Draw(kings=drawn)


def _checked(rule: Callable[..., None], table: Table, *details: object) -> Findings:
    """What a rule finds."""
    step(CHECK)
    findings = Findings()
    rule(table, *details, findings)
    return findings


# ---------------------------------------------------------------- what cannot be listed


def unlisted(table: Table, player: str | None, kind: str | None, findings: Findings) -> None:
    """What would have to be known to list all legal moves."""
    now = following(table)
    if now is not None and now.phase == "over":
        return
    if kind in (None, "choose") and now is None:
        _unlisted_choices(table, player, findings)
    if kind in (None, "place", "discard") and (now is None or now.phase == "place"):
        _unlisted_takings(table, player, findings)
    if player is None and kind in (None, "reveal") and (now is None or now.phase == "reveal"):
        reveal = _reveal(table)
        findings.missing += [] if reveal.broken else reveal.missing
    if player is None and kind in (None, "draw") and (now is None or "draw" in now.moves):
        _unlisted_draws(table, findings)


def _unlisted_draws(table: Table, findings: Findings) -> None:
    """Whether the kings are drawn already, and whose they are."""
    if _is_draw_possible(table) and not _is_draw_listed(table):
        findings.needs("due")


def _unlisted_choices(table: Table, player: str | None, findings: Findings) -> None:
    """The dominoes of the line, and players who were not sent."""
    if in_phase(table, OVER) is True:
        return
    if isinstance(table.next_line, Unknown):
        findings.needs("next-line")
    if player is None and not table.seats_known:
        findings.needs("due")


def _unlisted_takings(table: Table, player: str | None, findings: Findings) -> None:
    """The domino that is to be placed, and the kingdom of whoever may be the one to place."""
    if in_phase(table, FIRST_ROUND) is True or in_phase(table, OVER) is True:
        return
    if isinstance(table.current_line, Unknown):
        findings.needs("current-line")
    for slot in table.known_line("current_line"):
        king = slot.king
        if king is None or player not in (None, king) or not isinstance(table.board(king), Unknown):
            continue
        if not _checked(check_turn_to_take, table, king, slot.domino).broken:
            findings.needs("kingdom-known", player=king)


# ---------------------------------------------------------------- the nearest moves, and reasons


def nearest(table: Table, move: Move) -> Iterator[Move]:
    """Moves like this one, the most alike first."""
    match move:
        case Place():
            yield from _nearest_places(table, move)
        case Choose():
            numbers = [slot.domino for slot in table.known_line("next_line")]
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
    places = table.places(move.player, move.domino)
    if isinstance(places, Unknown):
        return
    if not any(places.values()):
        yield Discard(player=move.player, domino=move.domino)
        return
    wanted = squares_of(move.x, move.y, move.to)
    moves = [
        Place(player=move.player, domino=move.domino, x=XY[index][0], y=XY[index][1], to=side)
        for side, mask in places.items()
        for index in counted(indexes(mask), 10)  # with the sorting
    ]

    def distance(place: Place) -> tuple[int, int, int, int, str]:
        lies = squares_of(place.x, place.y, place.to)
        steps = [abs(x - u) + abs(y - v) for (x, y), (u, v) in zip(lies, wanted, strict=True)]
        turned = [abs(x - u) + abs(y - v) for (x, y), (u, v) in zip(lies, reversed(wanted), strict=True)]
        return min(sum(steps), sum(turned)), sum(steps), place.y, place.x, place.to

    yield from sorted(moves, key=distance)


def _nearest_draws(table: Table, move: Draw) -> Iterator[Move]:
    """The orders that agree longest with that of the move."""

    def agreement(other: Move) -> int:
        kings = other.kings if isinstance(other, Draw) else ()
        return -next(
            (n for n, (one, two) in enumerate(zip(kings, move.kings, strict=False)) if one != two), len(kings)
        )

    if table.seats_known:
        yield from sorted(_draws(table), key=agreement)


def _what_is_due(table: Table, move: Move) -> Iterator[Move]:
    now = following(table)
    for player in now.players if now is not None else ():
        kind = now.phase if now is not None and isinstance(move, Reveal | Draw) else None
        yield from legal_moves(table, player, kind)


def refuse(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Why no move of this kind is legal now."""
    now = following(table)
    name = player or next(iter(now.players if now is not None else ()), table.order[0])
    match kind:
        case "choose":
            check_turn_to_choose(table, name, findings)
        case "place" | "discard":
            _refuse_taking(table, kind, name, findings)
        case "reveal":
            check_reveal(table, Reveal(), findings)
        case "draw":
            check_undrawn(table, findings)


def _refuse_taking(table: Table, kind: str, name: str, findings: Findings) -> None:
    if in_phase(table, OVER) is True:
        findings.breaks("end/over")
    line = table.known_line("current_line") or table.known_line("next_line")
    if not line:
        return
    domino = next((slot.domino for slot in line if slot.king == name), line[0].domino)
    if kind == "discard":
        check_discard(table, Discard(player=name, domino=domino), findings)
        return
    check_turn_to_take(table, name, domino, findings)
    places = table.places(name, domino)
    if not isinstance(places, Unknown) and not any(places.values()):
        findings.breaks("discard/forced", domino=domino, player=name)
