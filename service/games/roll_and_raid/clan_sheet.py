"""Parts of a state as rules read them: a clan sheet, a raid, and a clan that takes part in it.

Each zone is a value or an ``Unknown``, which raises when it is read. ``known`` answers as much as was sent: for
proofs and contradictions, never for "there is none".
"""

from typing import Any, Self

from msgspec import UNSET
from msgspec.structs import astuple

from service.referee.known import Unknown
from service.referee.table import PLAYERS

NOTHING_UNSETTLED: frozenset[str] = frozenset()


class View:
    """A part of a state, by zones that are values or ``Unknown``; each is read once."""

    def __init__(self, part: Any, pointer: str, unsettled: frozenset[str] = NOTHING_UNSETTLED) -> None:
        self.part = part
        """The part as it stands in the state; None if nothing of it was sent."""
        self.pointer = pointer
        self.unsettled = unsettled
        """Zones that an unresolved step may still change."""

    def __getattr__(self, zone: str) -> Any:
        if zone.startswith("_"):  # asked by Python itself, such as copy
            raise AttributeError(zone)
        value = UNSET if self.part is None else getattr(self.part, zone)
        if value is UNSET or zone in self.unsettled:
            value = Unknown(self.pointer if self.part is None else f"{self.pointer}/{zone}")
        self.__dict__[zone] = value
        return value

    def known(self, zone: str, otherwise: Any) -> Any:
        """What was sent of a zone; something else where nothing was."""
        value = getattr(self, zone)
        return otherwise if isinstance(value, Unknown) else value

    def raw(self, zone: str) -> Any:
        """What stands in a list of the state, even if an unresolved step may still change it."""
        return getattr(self.part, zone) or ()

    def is_known(self, *zones: str) -> bool:
        """Whether all of these zones are known."""
        return not any(isinstance(getattr(self, zone), Unknown) for zone in zones)

    def changed(self, **zones: Any) -> Self:
        """The same with other values; the state is not changed."""
        view = type(self)(self.part, self.pointer, self.unsettled)
        view.__dict__.update(self.__dict__)
        view.__dict__.update(zones)
        return view


class ClanSheet(View):
    """A clan sheet with its marks, and what has been computed about it.

    Several steps of one request ask the same about a sheet, and a move changes one sheet only: the table after a move
    takes over the sheets that have not changed.
    """

    name: str
    rounds: Any
    vikings: Any
    axes: Any
    ships: Any
    hall: Any
    armoury: Any
    port: Any
    tracks: Any
    settlements: Any
    gods: Any
    developments: Any
    favours_used: Any
    altar: Any
    sacrifices: Any
    dice_used: Any
    raised: Any
    help: Any
    waiting: Any
    done: Any
    choice: Any
    raids: Any

    def __init__(self, part: Any, pointer: str, unsettled: frozenset[str] = NOTHING_UNSETTLED) -> None:
        super().__init__(part, pointer, unsettled)
        self.familiar: bool | None = None
        """Whether all that it names is in the pack."""
        self.sound: bool | None = None
        """Whether it can be seen to contradict neither itself nor the pack, whatever the house rules."""
        self.last_offering = 0
        """The round of the last festival with an offering on the sheet; known with ``sound``."""
        self.due: tuple[str, ...] | None = None
        """The kinds of move that its clan can still make in production."""
        self.column: Any = None
        """Its glory, where all of it can be counted."""

    def marked(self, colour: str) -> Any:
        """The boxes marked on one production track."""
        return self._within("tracks", colour)

    @property
    def help_plus(self) -> Any:
        """How often +2 was bought for raids."""
        return self._within("help", "plus")

    @property
    def help_rerolls(self) -> Any:
        """How many new rolls were bought for raids."""
        return self._within("help", "rerolls")

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the sheet is unknown."""
        if self.part is None or self.unsettled:
            return False
        return UNSET not in (*astuple(self.part), *_parts(self.part.tracks), *_parts(self.part.help))

    @property
    def at_hand(self) -> tuple[Any, Any, Any]:
        """Vikings, axes and ships that a clan can pay with."""
        return self.vikings, self.axes, self.ships

    def _within(self, zone: str, name: str) -> Any:
        """A part of a zone that has parts."""
        parts = getattr(self, zone)
        if isinstance(parts, Unknown):
            return parts
        value = getattr(parts, name)
        return Unknown(f"{self.pointer}/{zone}") if value is UNSET else value


class ContenderView(View):
    """A clan that has chosen a card."""

    player: str
    shown: Any
    bid: Any
    status: Any


class RaidView(View):
    """The raid on one card."""

    card: str
    step: str
    right: Any
    dice: Any
    contenders: "tuple[ContenderView, ...]"

    def __init__(self, part: Any, pointer: str, unsettled: frozenset[str] = NOTHING_UNSETTLED) -> None:
        super().__init__(part, pointer, unsettled)
        self.contenders = tuple(
            [ContenderView(one, f"{pointer}/clans/{place}") for place, one in enumerate(part.clans)]
        )

    def contender(self, player: str) -> ContenderView | None:
        """A clan in this raid."""
        return next((one for one in self.contenders if one.player == player), None)


def stranger(name: str) -> ClanSheet:
    """The sheet of a clan of which nothing was sent."""
    clan = ClanSheet(None, PLAYERS)
    clan.name = name
    return clan


def _parts(zone: Any) -> tuple[Any, ...]:
    """The parts of a zone that has parts."""
    return () if zone is UNSET else astuple(zone)
