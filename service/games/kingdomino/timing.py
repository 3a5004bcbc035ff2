"""Who may do what now: read off the lines and the kings on them.

First round: the kings choose in the drawn order. Afterwards: who has a king in hand must choose with it; else the
first king of the current line places its domino. When no next line lies there, the table turns one up, unless the
pile is used up: then the last round is on, and dominoes are only placed.
"""

from schemas.kingdomino import Slot
from service.games.kingdomino.inference import FIRST_ROUND, OVER, is_last_round, is_line_there, kept, kings_in_hand
from service.games.kingdomino.table import Table
from service.referee.known import Unknown, UnknownRead, attempt, truth
from service.referee.table import STATE
from service.referee.timing import Due


def due(table: Table) -> Due:
    """What is due; raises ``UnknownRead`` where something unknown decides. Computed once for each table."""
    return kept(table, "due", _due)


def _due(table: Table) -> Due:
    phase = table.phase
    if phase == OVER:
        return Due("over", [], [])
    if is_reveal_due(table):
        # Whether the kings are drawn already may be unknown.
        undrawn = phase == FIRST_ROUND and truth(lambda: table.kings_drawn != ()) is not True
        return Due("reveal", [], ["reveal", "draw"] if undrawn else ["reveal"])
    if phase == FIRST_ROUND and table.kings_drawn == ():
        return Due("draw", [], ["draw"])
    player = who_chooses(table)
    if player is not None:
        return Due("choose", [player], ["choose"])
    return _placing(table)


def _placing(table: Table) -> Due:
    """The first domino of the current line is to be placed or discarded."""
    first: Slot | None = next(iter(table.current_line), None)
    if first is None or first.king is None:  # only if too little was sent to see that this cannot be
        raise UnknownRead((f"{STATE}/current_line",))
    return Due("place", [first.king], _place_or_discard(table, first.king, first.domino))


def _place_or_discard(table: Table, player: str, domino: int) -> list[str]:
    places = table.places(player, domino)
    if isinstance(places, Unknown):
        return ["place", "discard"]
    return ["place"] if any(places.values()) else ["discard"]


def following(table: Table) -> Due | None:
    """What is due; None when too little is known."""
    now = attempt(lambda: due(table))
    return None if isinstance(now, Unknown) else now


def is_reveal_due(table: Table) -> bool:
    """Whether the table turns up a line now."""
    return not is_line_there(table) and not is_last_round(table)


def who_chooses(table: Table) -> str | None:
    """Whose king is to be put on the next line now; nobody's if a domino is to be placed first."""
    return kept(table, "who_chooses", _who_chooses)


def _who_chooses(table: Table) -> str | None:
    if not table.known_line("next_line") and not is_line_there(table):
        return None
    if table.phase == FIRST_ROUND:
        drawn, line = table.kings_drawn, table.next_line
        name: str = drawn[sum(slot.king is not None for slot in line)]
        return name
    in_hand = kings_in_hand(table)
    return in_hand[0] if in_hand else None
