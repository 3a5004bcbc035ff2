"""Whose turn it is, and for what: read off the phase and the zones that it works with."""

from typing import NamedTuple

from msgspec import UNSET

from schemas.brian_boru import Phase
from service.games.brian_boru.table import Table

BY_DECISION = {
    "card-town": "settle",
    "track-town": "settle",
    "princess": "wed",
    "raid": "raid",
    "monastery": "build",
    "monastery-of-four": "build",
}
"""The move that makes each decision of the upkeep."""
PHASE_OF: dict[str, Phase] = {
    "card-town": "marriage",
    "princess": "marriage",
    "track-town": "marriage",
    "raid": "battle",
    "monastery": "church",
    "monastery-of-four": "church",
}
"""The step to which each decision belongs."""


class Turn(NamedTuple):
    """What is to be done now, and by whom; nobody is named when it is the table's doing."""

    phase: str
    kind: str
    players: list[str]


def turn(table: Table) -> Turn | None:
    """What is to be done now, or None when too little of the table is told; read once a table."""
    if table.now is UNSET:
        table.now = read_turn(table)
    return table.now


def read_turn(table: Table) -> Turn | None:
    """The turn read anew, for a table in motion."""
    state = table.known
    match state.phase:
        case "over":
            return Turn("over", "", [])
        case "opening":
            return _opening(table)
        case "preparation":
            return Turn("preparation", "prepare", [])
        case "deal":
            return Turn("deal", "deal", [])
        case "draft":
            return _draft(table)
        case "trick":
            return _trick(table)
        case "actions":
            return _actions(table)
        case "marriage" | "battle" | "church":
            return _decision(table)
    return _decision(table) or _won(table) if state.phase is UNSET else None


def _decision(table: Table) -> Turn | None:
    """The first decision that is pending."""
    if not table.known.pending:
        return None
    first = table.known.pending[0]
    return Turn(PHASE_OF[first.decision], BY_DECISION[first.decision], [first.player])


def _won(table: Table) -> Turn | None:
    """The first action after a trick that is known to be won."""
    trick = table.known.trick
    return _actions(table) if trick and (trick.town is None or trick.winner is not UNSET) else None


def _opening(table: Table) -> Turn | None:
    state = table.known
    if state.marker is None:  # nobody has it: the first player is still to be drawn
        return Turn("opening", "start", [])
    if state.marker is UNSET or state.towns is UNSET or table.count is None or state.marker not in table.by_name:
        return None
    placed = {held.disc for held in state.towns.values()}
    waiting = [name for name in table.clockwise(state.marker) if name not in placed]
    return Turn("opening", "open", waiting[:1])


def _draft(table: Table) -> Turn | None:
    if table.count is None or any(player.picked is UNSET for player in table.known.players):
        return None
    return Turn("draft", "pick", [player.name for player in table.known.players if not player.picked])


def _trick(table: Table) -> Turn | None:
    state = table.known
    if state.trick is None or (state.trick is UNSET and state.marker):  # who holds the marker has not led yet
        known = state.marker is not UNSET and state.marker in table.by_name
        return Turn("trick", "lead", [str(state.marker)]) if known else None
    if table.count is None or not table.played:
        return None
    leader = table.played[0].player
    if leader not in table.by_name:
        return None
    waiting = table.clockwise(leader)[len(table.played) :]
    return Turn("trick", "play", waiting[:1])


def _actions(table: Table) -> Turn | None:
    if not table.played:
        return None
    return Turn("actions", "act", [min(table.played, key=lambda played: played.card).player])


def following(table: Table) -> tuple[str, list[str], list[str]] | None:
    """The phase, who may move now, and by which kinds of move."""
    now = turn(table)
    if now is None:
        return None
    return now.phase, now.players, [now.kind] if now.kind else []
