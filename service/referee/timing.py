"""Who may make which moves now, and the rule against moves that are not due."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from service.referee.facts import RULE_KEPT, shared_fact
from service.referee.findings import Findings
from service.referee.known import Unknown, attempt
from service.referee.rules import move_type

Table = TypeVar("Table")

TURN = "turn/due"
"""The rule of a game without a timing of its own: only what is due may be done, by whom it is due.

Its sentences: ``over`` (the game is over), ``kind`` (another type of move is due), ``player`` (somebody else moves).
"""
OVER = "over"
"""The phase after the end of a game."""


class Due(NamedTuple):
    """What is due: the phase, the players who may move (none when it is up to the table), and the types of move."""

    phase: str
    players: list[str]
    moves: list[str]


def check_due(due: Callable[[Table], Due], table: Table, move: Any, findings: Findings) -> None:
    """``turn/due``: this move, by this player, now."""
    player = getattr(move, "player", None)
    check_kind_due(due, table, move_type(move), player, findings)


def check_kind_due(
    due: Callable[[Table], Due], table: Table, kind: str, player: str | None, findings: Findings
) -> None:
    """``turn/due`` for any move of this type by this player; without a player, by anybody."""
    now = attempt(lambda: due(table))
    if isinstance(now, Unknown):
        findings.assumed.append(shared_fact(RULE_KEPT, TURN, now.zones))
    elif now.phase == OVER:
        findings.breaks(TURN, "over")
    elif kind not in now.moves:
        findings.breaks(TURN, "kind", kind=kind, due=now.moves)
    elif player is not None and now.players and player not in now.players:
        findings.breaks(TURN, "player", player=player, due=now.players)
    else:
        findings.allows(TURN)
