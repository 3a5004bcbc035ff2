"""What all pending decisions have in common: whose turn it is."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from service.games.ortus_regni.holdings import surely
from service.games.ortus_regni.table import Table
from service.referee.findings import Findings
from service.referee.known import UnknownRead


def as_far_as_known(check: Callable[..., None], *args: Any) -> None:
    """Hold a part against itself; where something that it needs was left out, nothing more can be said."""
    with suppress(UnknownRead):
        check(*args)


def in_turn(table: Table, name: str, findings: Findings) -> None:
    """Who acts is whose turn it is, and has used the action."""
    turn = table.turn
    if name in table.out:
        findings.breaks("turn/order", "out", player=name)
    elif isinstance(turn, str) and turn != name:
        findings.breaks("turn/order", player=name, turn=turn)
    elif surely(lambda: table.phase == "vikings"):
        findings.breaks("turn/order", "vikings", player=name)
    elif table.acted is False:
        findings.breaks("turn/one-action", "unspent", player=name)
