"""Whose turn it is, and for what: read off the lines and the kings on them.

First round: the kings choose in the drawn order. Afterwards: who has a king in hand must choose with it; else the
first king of the current line places its domino. When no next line lies there, the table turns one up,
unless the pile is used up: then the last round is on, and dominoes are only placed.
"""

from typing import NamedTuple

from msgspec import UNSET

from service.games.kingdomino.table import Table


class Turn(NamedTuple):
    """What is to be done now. ``player`` is None when it is the table's doing, or not known whose."""

    phase: str
    player: str | None = None
    domino: int | None = None


def turn(table: Table) -> Turn | None:
    """What is to be done now, or None when too little of the table is told."""
    if table.now is UNSET:
        table.now = _read(table)
    return table.now


def _read(table: Table) -> Turn | None:
    state = table.state
    if state.phase == "over":
        return Turn("over")
    if state.next_line is UNSET:
        return None
    if state.phase == "first-round":
        return _first_round(table)
    if state.phase == "play" and state.next_line == () and state.pile:
        return Turn("reveal")  # whoever is to place afterwards
    if state.current_line is UNSET or (state.phase is UNSET and not state.current_line):
        return None
    if not state.next_line:
        return _before_reveal_or_last_round(table)
    in_hand = table.kings_in_hand()
    if in_hand is None:
        return None
    if in_hand:
        return Turn("choose", in_hand[0])
    return _to_place(table)


def _first_round(table: Table) -> Turn:
    state = table.state
    assert state.next_line is not UNSET
    if not state.next_line:
        return Turn("reveal")
    chosen = sum(slot.king is not None for slot in state.next_line)
    if not state.kings_drawn:
        return Turn("choose" if chosen and state.kings_drawn is UNSET else "draw")
    return Turn("choose", state.kings_drawn[chosen] if chosen < len(state.kings_drawn) else None)


def _before_reveal_or_last_round(table: Table) -> Turn | None:
    left = table.pile_left()
    if left:
        return Turn("reveal")
    if left == 0 or is_last_round(table):
        return _to_place(table)
    return None


def is_last_round(table: Table) -> bool:
    """No next line in the middle of a round: so the pile must be empty, even if it was not told."""
    state = table.state
    if state.phase == "first-round" or state.next_line is UNSET or state.next_line:
        return False
    left = table.pile_left()
    if left is not None:
        return not left
    return state.current_line is not UNSET and table.kings is not None and 0 < len(state.current_line) < table.kings


def _to_place(table: Table) -> Turn | None:
    line = table.state.current_line
    if line is UNSET or not line:
        return None
    return Turn("place", line[0].king, line[0].domino)


def following(table: Table) -> tuple[str, list[str], list[str]] | None:
    """The phase, who may move now, and by which kinds of move."""
    now = turn(table)
    if now is None:
        return None
    players = [now.player] if now.player else []
    if now.phase == "over":
        return "over", [], []
    if now.phase == "reveal":
        undrawn = table.state.phase == "first-round" and not table.state.kings_drawn
        return "reveal", [], ["reveal", "draw"] if undrawn else ["reveal"]
    if now.phase == "draw":
        # Who was drawn first may have been left untold: then a choice is judged all the same.
        return "draw", [], ["draw"]
    if now.phase == "place" and now.player and now.domino:
        return "place", players, _place_or_discard(table, now.player, now.domino)
    return now.phase, players, [now.phase]


def _place_or_discard(table: Table, player: str, domino: int) -> list[str]:
    found = table.places(player, domino)
    if found is None:
        return ["place", "discard"]
    return ["place"] if any(found.values()) else ["discard"]
