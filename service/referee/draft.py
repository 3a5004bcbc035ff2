"""A table being changed: the only place where anything changes.

A draft has the accessors of the table that it was made from. What is unknown stays unknown: adding to an unknown
number changes nothing, and ``forget`` makes a known zone unknown. Each game has a class ``Draft(core.Draft, Table)``.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Self

from msgspec import UNSET
from msgspec.structs import force_setattr

from service.referee.findings import Happening
from service.referee.known import Unknown, UnknownRead
from service.referee.table import Table


class Snapshot(NamedTuple):
    """A draft at one moment, to go back to."""

    state: Any
    by_name: dict[str, Any]
    events: int


class Draft(Table[Any, Any]):
    """A table with its own copy of the state, and the events so far."""

    def __init__(self, table: Table[Any, Any]) -> None:
        self.__dict__ = {**table.__dict__}
        self.state = table.state.__copy__()
        # ``by_name`` is replaced, never changed: the table has it too.
        self.happenings: list[Happening] = []
        self.clear_derived()

    def event(self, kind: str, rule: str, /, **detail: Any) -> None:
        """Something happened at the table, by this rule."""
        self.happenings.append(Happening(kind, rule, detail))

    def set(self, **zones: Any) -> None:
        """Give zones of the table new values; an ``Unknown`` leaves the zone out of the state."""
        state = self.state
        for zone, value in zones.items():
            force_setattr(state, zone, UNSET if isinstance(value, Unknown) else value)

    def set_of(self, player: str, **zones: Any) -> None:
        """Give zones of a player new values; nothing happens for a player of whom nothing is known."""
        if player in self.by_name:
            entry = self.by_name[player].__copy__()
            for zone, value in zones.items():
                force_setattr(entry, zone, UNSET if isinstance(value, Unknown) else value)
            self.by_name = {**self.by_name, player: entry}
            force_setattr(self.state, "players", tuple(self.by_name.values()))

    def change(self, zone: str, function: Callable[[Any], Any]) -> None:
        """Replace a zone by a function of it; an unknown zone stays unknown."""
        value = _applied(function, self.zone(zone))
        force_setattr(self.state, zone, UNSET if isinstance(value, Unknown) else value)

    def change_of(self, player: str, zone: str, function: Callable[[Any], Any]) -> None:
        """The same for a zone of a player."""
        self.set_of(player, **{zone: _applied(function, self.of(player, zone))})

    def add(self, player: str, **amounts: int) -> None:
        """More or less of something that is counted."""
        sums = {}
        for zone, amount in amounts.items():
            before = self.of(player, zone)
            if amount and not isinstance(before, Unknown):
                sums[zone] = before + amount
        if sums:
            self.set_of(player, **sums)

    def forget(self, *zones: str) -> None:
        """Make zones of the table unknown."""
        self.set(**dict.fromkeys(zones, UNSET))

    def forget_of(self, player: str, *zones: str) -> None:
        """Make zones of a player unknown."""
        self.set_of(player, **dict.fromkeys(zones, UNSET))

    def forget_everywhere(self, zone: str) -> None:
        """Make a zone of the table unknown; ``players/hand`` is the hand of every player."""
        kind, _, name = zone.rpartition("/")
        if not kind:
            self.forget(name)
        for player in self.order if kind else ():
            self.forget_of(player, name)

    def snapshot(self) -> Snapshot:
        return Snapshot(self.state.__copy__(), self.by_name, len(self.happenings))

    def restore(self, snapshot: Snapshot) -> None:
        """Take back everything since the snapshot."""
        self.state, self.by_name = snapshot.state.__copy__(), snapshot.by_name
        del self.happenings[snapshot.events :]
        self.clear_derived()

    def written(self) -> Any:
        """The state as it is now."""
        return self.state

    def finished(self) -> Self:
        """The table after the move, which is not changed any more; another object would cost a fifth of a move."""
        self.sent_state = self.state
        return self


def _applied(function: Callable[[Any], Any], value: Any) -> Any:
    if isinstance(value, Unknown):
        return value
    try:
        return function(value)
    except UnknownRead as error:
        return Unknown(*error.zones)
