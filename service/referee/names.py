"""Names of players who were not sent: one rule for all games.

A name that a state or a move uses and that is not among the players of the table belongs to a player of whom nothing
is known, as long as there is a free seat for them. If there is none, a state that uses the name is impossible (the
audit breaks ``setup/players``), and a move that uses it is malformed: it says nothing about this table.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from schemas.base import Fault
from service.referee.findings import Findings

RULE = "setup/players"
"""The rule of every game that says how many play; its sentence ``stranger`` is about a name without a seat."""


class Seating(NamedTuple):
    """Who sits at a table, as far as it is known."""

    names: Collection[str]
    """The players who are known by name."""
    number: int
    """How many seats there are; the most of the game if that is unknown."""
    known: bool
    """Whether it is known how many seats there are."""

    def strangers(self, named: Iterable[str]) -> list[str]:
        """The names that are not among those of the players, each once."""
        return [name for name in dict.fromkeys(named) if name not in self.names]


def audit_names(seating: Seating, named: Iterable[str], findings: Findings) -> None:
    """Break ``setup/players`` if the zones of a state name more players than there are seats."""
    strangers = seating.strangers(named)
    count = len(seating.names) + len(strangers)
    if not strangers or count <= seating.number:
        return
    if seating.known and len(seating.names) >= seating.number:
        for name in sorted(strangers):
            findings.breaks(RULE, "stranger", player=name)
    elif seating.known:
        findings.breaks(RULE, "seats", count=count, seats=seating.number)
    else:
        findings.breaks(RULE, count=count)


def strangers_in(
    seating: Seating, places: Iterable[tuple[str, str]], named: Callable[[], Iterable[str]]
) -> Iterator[Fault]:
    """The places of a move that name somebody for whom no seat is left.

    ``named`` are the names that the zones of the state use: they have their seats before those of the move.
    """
    strange = [(pointer, name) for pointer, name in places if name not in seating.names]
    if not strange:
        return
    sitting = {*seating.names, *named()}
    for pointer, name in strange:
        if name not in sitting and len(sitting) >= seating.number:
            yield nobody_called(pointer, name)
        sitting.add(name)


def nobody_called(pointer: str, name: str) -> Fault:
    """A name of somebody who has no seat at this table."""
    return Fault(pointer, f"Nobody at this table is called {name!r}.")
