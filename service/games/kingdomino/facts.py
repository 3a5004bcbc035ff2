"""Whether the facts of Kingdomino hold on a whole table."""

from collections.abc import Mapping

from schemas.kingdomino import Place, Side
from service.games.kingdomino.audit import audit
from service.games.kingdomino.fits import fits
from service.games.kingdomino.table import Table
from service.games.kingdomino.timing import is_last_round, turn
from service.referee.facts import Predicate, is_known
from service.referee.findings import Findings


def domino_fits(table: Table, player: str, domino: int, x: int, y: int, to: Side) -> bool:
    board = table.board(player)
    assert board is not None
    findings = Findings()
    fits(table, board, Place(player=player, domino=domino, x=x, y=y, to=to), findings, may_be_forced=False)
    return not findings.broken


def fits_nowhere(table: Table, domino: int, player: str) -> bool:
    places = table.places(player, domino)
    return places is not None and not any(places.values())


def stands_on(table: Table, domino: int, player: str) -> bool:
    """Whether a king of the player stands on this domino of the current line."""
    return any(slot.domino == domino and slot.king == player for slot in table.state.current_line or ())


def is_free(table: Table, domino: int) -> bool:
    return any(slot.domino == domino and slot.king is None for slot in table.state.next_line or ())


def came_next(table: Table, dominoes: list[int]) -> bool:
    return sorted((table.state.pile or ())[: len(dominoes)], key=str) == sorted(dominoes, key=str)


def is_turn_of(table: Table, player: str) -> bool:
    now = turn(table)
    return now is not None and now.player == player


def was_drawn_next(table: Table, player: str) -> bool:
    """Before the kings are drawn, anybody may be drawn first."""
    return table.state.phase == "first-round" and (not table.state.kings_drawn or is_turn_of(table, player))


def is_reveal_due(table: Table) -> bool:
    now = turn(table)
    return now is not None and now.phase == "reveal"


def can_be_covered(table: Table, players: list[str]) -> bool:
    findings = Findings()
    audit(table, findings)
    return not findings.broken


HOLDS: Mapping[str, Predicate] = {
    "kingdom": domino_fits,
    "no-place": fits_nowhere,
    "own-domino": stands_on,
    "in-line": is_free,
    "from-pile": came_next,
    "line-size": lambda table, count: table.line_size == count,
    "turn": is_turn_of,
    "first-turn": was_drawn_next,
    "reveal-due": is_reveal_due,
    "undrawn": lambda table: table.state.kings_drawn == (),
    "last-round": is_last_round,
    "covered": can_be_covered,
    "cover": is_known,
    "pile-top": is_known,
    "next-line": is_known,
    "current-line": is_known,
    "kingdom-told": is_known,
    "due": is_known,
}
