"""The base of every table: players, choices, pack, and accessors that answer a value or an ``Unknown``.

A table is a state with its pack and house rules. Only a game's ``table`` and ``inference`` modules read the fields
of a state; rules ask the table. A zone that was left out is unknown, and so is a zone that an unresolved automatic
step may still change (``steps``).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Generic, Self, TypeVar

from msgspec import UNSET
from msgspec.structs import fields

from schemas.base import malformed
from service.referee.budget import counted
from service.referee.choices import Choices
from service.referee.findings import Happening
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown, UnknownRead, attempt

State = TypeVar("State")
Box = TypeVar("Box")
T = TypeVar("T")

STATE = "/state"
PLAYERS = "/state/players"


def zone_of_table(name: str) -> Any:
    """A property for a zone of a table: its value, or an ``Unknown``."""
    unknown = Unknown(f"{STATE}/{name}")

    def read(table: "Table[Any, Any]") -> Any:
        value = getattr(table.state, name)
        return unknown if value is UNSET or (table.unsettled and name in table.unsettled) else value

    return property(read)


def zone_of_player(name: str) -> Any:
    """A method that answers a zone of a player: its value, or an ``Unknown``."""

    def read(table: "Table[Any, Any]", player: str) -> Any:
        value = getattr(table.by_name.get(player), name, UNSET)
        return table.of(player, name) if value is UNSET or table.unsettled else value

    return read


class Table(Generic[State, Box]):
    """A position: what was sent, and what follows from it."""

    happenings: Sequence[Happening] = ()
    """What has happened: by itself when the table was made, or by the move that led to it."""
    rule_of_unresolved = ""
    """The rule of the automatic step that could not be done, if the step names one."""

    def __init__(self, state: Any, box: Box, choices: Choices, *, seats_known: bool) -> None:
        self.sent_state: Any = state
        """The state as it was sent."""
        self.box = box
        self.choices = choices
        self.seats_known = seats_known
        """Whether all players of the table are known by name."""
        self.read(state)

    @property
    def partly_sent(self) -> frozenset[str]:
        """Pointers to zones of which only a part was sent."""
        return frozenset()

    @property
    def not_needed(self) -> frozenset[str]:
        """Pointers to zones that decide nothing on this table; no fact points to them."""
        return frozenset()

    def read(self, state: Any) -> None:
        """Take over another state of the same game."""
        self.state: Any = state
        self.by_name: dict[str, Any] = {player.name: player for player in state.players}
        self.order: list[str] = list(self.by_name)
        """The players who were sent, by seat."""
        self.unsettled: frozenset[str] = unsettled_in(state)
        """Zones that an unresolved step may still change: names of zones, of players' zones as ``players/zone``."""
        self.clear_derived()

    def with_state(self, state: Any) -> Self:
        """The same table with another state."""
        table = object.__new__(type(self))
        table.__dict__ = {**self.__dict__}
        table.sent_state = state
        table.read(state)
        return table

    def clear_derived(self) -> None:
        """Forget what was computed from the state."""
        self.derived: dict[Any, Any] = {}
        """What was computed from the state."""

    def once(self, name: str, compute: Callable[[], T]) -> T | Unknown:
        """What follows from the state, computed once; an ``Unknown`` if that needs something unknown."""
        if name not in self.derived:
            self.derived[name] = attempt(compute)
        value: T | Unknown = self.derived[name]
        return value

    def zone(self, name: str) -> Any:
        """A zone of the table, or an ``Unknown``."""
        value = getattr(self.state, name)
        if value is UNSET or (self.unsettled and name in self.unsettled):
            return Unknown(f"{STATE}/{name}")
        return value

    def of(self, player: str, zone: str) -> Any:
        """A zone of a player, or an ``Unknown``; of a player who was not sent everything is unknown."""
        entry = self.by_name.get(player)
        if entry is None:
            return Unknown(PLAYERS)
        value = getattr(entry, zone)
        if value is UNSET or (self.unsettled and f"players/{zone}" in self.unsettled):
            return Unknown(self.pointer_to(player, zone))
        return value

    def of_everybody(self, zone: str) -> Any:
        """This zone of every player by name; unknown if not all players, or not all of the zones, are known."""
        if not self.seats_known:
            return Unknown(PLAYERS)
        return {name: _read(self.of(name, zone)) for name in self.order}

    # The accessors of small games read at once: what is unknown raises ``UnknownRead`` where it is read. A place is
    # the name of a zone, or a player and the name of a zone.

    def __getitem__(self, place: str | tuple[str, str]) -> Any:
        """What is in a place: ``table["pile"]``, ``table["ana", "hand"]``."""
        return _read(self.zone(place) if isinstance(place, str) else self.of(*place))

    def everybody(self, zone: str) -> dict[str, Any]:
        """This zone of every player, by name."""
        zones: dict[str, Any] = _read(self.of_everybody(zone))
        return zones

    def next_after(self, player: str) -> str:
        """The player who sits after this one; unknown if not all players were sent."""
        if not self.seats_known or player not in self.by_name:
            raise UnknownRead((PLAYERS,))
        return self.order[(self.order.index(player) + 1) % len(self.order)]

    def card(self, *place: str) -> Any:
        """The card in a place for one card; of several cards the first. None if there is none."""
        cards = self[place[0] if len(place) == 1 else (place[0], place[1])]
        card = next(iter(cards), None) if isinstance(cards, tuple | list) else cards
        if card == HIDDEN:
            raise UnknownRead((self.pointer_to(*place),))
        return card

    def each_card(self, *place: str) -> Iterator[Any]:
        """The cards in a place, without the hidden ones; after them ``UnknownRead`` is raised if there were any."""
        cards = self[place[0] if len(place) == 1 else (place[0], place[1])]
        yield from (card for card in counted(cards) if card != HIDDEN)
        if HIDDEN in cards:
            raise UnknownRead((self.pointer_to(*place),))

    def holds(self, card: Any, *place: str) -> bool:
        """Whether a card is in a place; unknown if it may be one of the hidden ones."""
        return self.holds_all([card], *place)

    def holds_all(self, cards: Iterable[Any], *place: str) -> bool:
        """Whether these cards are in a place, as often as they are named; unknown if the hidden ones may be those."""
        there = Counter(self[place[0] if len(place) == 1 else (place[0], place[1])])
        lacking = (Counter(cards) - there).total()
        if lacking and lacking <= there[HIDDEN]:
            raise UnknownRead((self.pointer_to(*place),))
        return not lacking

    def pointer_to(self, *place: str) -> str:
        """The pointer to a zone, or to a zone of a player who was sent."""
        return f"{STATE}/{place[0]}" if len(place) == 1 else f"{PLAYERS}/{self.order.index(place[0])}/{place[1]}"


class SentAlone(Generic[State, Box]):
    """A part of a table that was sent without the table, such as a score pad: what an operation needs of it."""

    seats_known = True
    unsettled: frozenset[str] = frozenset()
    partly_sent: frozenset[str] = frozenset()
    not_needed: frozenset[str] = frozenset()

    def __init__(self, sent: Any, box: Box, choices: Choices) -> None:
        self.sent: State = sent
        self.state: State = sent
        self.sent_state: State = sent
        self.box = box
        self.choices = choices
        self.by_name: dict[str, Any] = {player.name: player for player in getattr(sent, "players", ())}


def unsettled_in(state: Any) -> frozenset[str]:
    """The zones that the unresolved steps of a state may still change; raise ``Malformed`` for any other pointer."""
    if state.unresolved is UNSET:
        return frozenset()
    zones = zones_of(state)
    named: set[str] = set()
    for number, entry in enumerate(counted(state.unresolved)):
        for place, pointer in enumerate(counted(entry.unsettled)):
            match pointer.split("/"):
                case ["", "state", zone] if zone in zones:
                    named.add(zone)
                case ["", "state", "players", _, zone] if f"players/{zone}" in zones:
                    named.add(f"players/{zone}")
                case _:
                    raise malformed(f"/unresolved/{number}/unsettled/{place}", "This points to no zone of the state.")
    return frozenset(named)


def zones_of(state: Any) -> frozenset[str]:
    """The names of the zones that may be unknown, those of players as ``players/zone``."""
    return _zones_of_types(type(state), type(state.players[0]))


def _find_zones(state: Any, player: Any) -> frozenset[str]:
    own = [field.name for field in fields(state) if field.default is UNSET and field.name != "unresolved"]
    return frozenset([*own, *(f"players/{field.name}" for field in fields(player) if field.default is UNSET)])


_zones_of_types: Callable[[Any, Any], frozenset[str]] = cache(_find_zones)


def _read(value: Any) -> Any:
    """The value; raises ``UnknownRead`` if it is unknown."""
    if isinstance(value, Unknown):
        bool(value)
    return value
