"""Whether the facts of Kingdomino hold on a whole table."""

from collections.abc import Mapping

from schemas.kingdomino import Place, Side
from service.games.kingdomino.audit import audit
from service.games.kingdomino.inference import FIRST_ROUND, is_last_round
from service.games.kingdomino.rules.draw import orders_of_two
from service.games.kingdomino.rules.place import fits
from service.games.kingdomino.table import Table
from service.games.kingdomino.timing import due, is_reveal_due
from service.referee.facts import Predicate, is_known
from service.referee.findings import Findings


def domino_fits(table: Table, player: str, domino: int, x: int, y: int, to: Side) -> bool:
    findings = Findings()
    move = Place(player=player, domino=domino, x=x, y=y, to=to)
    fits(table, table.board(player), move, findings, may_be_forced=False)
    return not findings.broken


def fits_nowhere(table: Table, domino: int, player: str) -> bool:
    return not any(table.places(player, domino).values())


def stands_on(table: Table, domino: int, player: str) -> bool:
    """Whether this domino is the first of the current line on which a king of the player stands."""
    return domino in [slot.domino for slot in table.current_line if slot.king == player][:1]


def is_free(table: Table, domino: int) -> bool:
    return any(slot.domino == domino and slot.king is None for slot in table.next_line)


def came_next(table: Table, dominoes: list[int]) -> bool:
    return sorted(table.pile[: len(dominoes)], key=str) == sorted(dominoes, key=str)


def is_turn_of(table: Table, player: str, to: str) -> bool:
    now = due(table)
    return now.phase == to and player in now.players


def was_drawn_next(table: Table, player: str) -> bool:
    return bool(table.phase == FIRST_ROUND) and is_turn_of(table, player, "choose")


def is_everybody_drawn(table: Table, kings: list[str]) -> bool:
    """Whether these are all kings that are to be drawn, in an order that can come about."""
    if table.count == 2:
        return kings in orders_of_two(table.names, table.choices["first_round_of_two"])
    return sorted(kings) == sorted(table.names)


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
    "undrawn": lambda table: table.kings_drawn == (),
    "all-drawn": is_everybody_drawn,
    "last-round": is_last_round,
    "covered": can_be_covered,
    "cover": is_known,
    "pile-top": is_known,
    "next-line": is_known,
    "current-line": is_known,
    "kingdom-known": is_known,
    "due": is_known,
}
