"""Parts of a state as rules read them: a clan sheet, a raid, and a clan that takes part in it.

Each zone is a value or an ``Unknown``, which raises when it is read. ``known`` answers as much as was sent: for
proofs and contradictions, never for "there is none".
"""

from collections.abc import Mapping
from typing import Any, Self

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, astuple

from schemas.roll_and_raid import Clan
from service.referee.known import Unknown
from service.referee.table import PLAYERS

NOTHING_UNSETTLED: frozenset[str] = frozenset()


class View:
    """A part of a state, by zones that are values or ``Unknown``, all of them plain attributes of the object."""

    def __init__(self, part: Any, pointer: str, unsettled: frozenset[str] = NOTHING_UNSETTLED) -> None:
        zones = asdict(part)
        if UNSET in zones.values():
            for zone in part.__struct_fields__:
                if zones[zone] is UNSET:
                    zones[zone] = Unknown(f"{pointer}/{zone}")
        self.__dict__ = zones
        self.part = part
        """The part as it stands in the state."""
        self.pointer = pointer
        self.unsettled = unsettled
        """Zones of the table that an unresolved step may still change, those of players as ``players/zone``."""

    def known(self, zone: str, otherwise: Any) -> Any:
        """What was sent of a zone; something else where nothing was."""
        value = self.__dict__[zone]
        return otherwise if isinstance(value, Unknown) else value

    def raw(self, zone: str) -> Any:
        """What stands in a list of the state, even if an unresolved step may still change it."""
        return getattr(self.part, zone) or ()

    def is_known(self, *zones: str) -> bool:
        """Whether all of these zones are known."""
        values = self.__dict__
        return Unknown not in [type(values[zone]) for zone in zones]

    def changed(self, **zones: Any) -> Self:
        """The same with other values; the state is not changed."""
        view = object.__new__(type(self))
        view.__dict__ = {**self.__dict__, **zones}
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

    familiar: bool | None = None
    """Whether all that it names is in the pack."""
    sound: bool | None = None
    """Whether it can be seen to contradict neither itself nor the pack, whatever the house rules."""
    last_offering = 0
    """The round of the last festival with an offering on the sheet; known with ``sound``."""
    due: tuple[str, ...] | None = None
    """The kinds of move that its clan can still make in production."""
    column: Any = None
    """Its glory, where all of it can be counted."""

    def __init__(self, part: Any, pointer: str, unsettled: frozenset[str] = NOTHING_UNSETTLED) -> None:
        super().__init__(part, pointer, unsettled)
        for zone in unsettled:
            if zone.startswith("players/"):
                name = zone.removeprefix("players/")
                self.__dict__[name] = Unknown(f"{pointer}/{name}")

    def rewritten(self, part: Clan, zones: Mapping[str, Any]) -> "ClanSheet":
        """The sheet after these zones got new values; what was computed about the old one is forgotten."""
        if self.unsettled or UNSET in [getattr(part, zone) for zone in zones]:
            return ClanSheet(part, self.pointer, self.unsettled)
        sheet = object.__new__(ClanSheet)
        sheet.__dict__ = {**self.__dict__, **zones, **NOTHING_COMPUTED, "part": part}
        return sheet

    def marked(self, colour: str) -> Any:
        """The boxes marked on one production track."""
        boxes = self.known_marked(colour)
        return Unknown(f"{self.pointer}/tracks") if boxes is None else boxes

    def known_marked(self, colour: str) -> int | None:
        """The boxes marked on one production track; None where that is unknown."""
        tracks = self.tracks
        boxes: int | UnsetType = UNSET if isinstance(tracks, Unknown) else getattr(tracks, colour)
        return None if boxes is UNSET else boxes

    @property
    def are_tracks_known(self) -> bool:
        """Whether it is known how many boxes are marked on each production track."""
        return not isinstance(self.tracks, Unknown) and UNSET not in astuple(self.tracks)

    @property
    def unknown_gains(self) -> list[str]:
        """The unknown zones on which a gain may be written, or its room depends."""
        zones = [zone for zone in ("hall", "armoury", "port", "settlements", "waiting") if not self.is_known(zone)]
        return zones if self.are_tracks_known else [*zones, "tracks"]

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
        if self.unsettled:
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


NOTHING_COMPUTED = {"familiar": None, "sound": None, "last_offering": 0, "due": None, "column": None}


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

    def __init__(self, part: Any, pointer: str, unsettled: frozenset[str] = NOTHING_UNSETTLED) -> None:
        super().__init__(part, pointer, unsettled)
        del self.__dict__["clans"]
        self.statuses: tuple[Any, ...] = tuple([one.status for one in part.clans])
        """What was sent of the clans' statuses, in the order of the clans; ``UNSET`` for the others."""
        self._contenders: tuple[ContenderView, ...] | None = None
        self._earlier: tuple[ContenderView, ...] | None = None
        """The contenders before the last changes."""

    def rewritten(self, part: Any, zones: Mapping[str, Any]) -> "RaidView":
        """The raid after these zones got new values, none of them unknown; clans that have not changed are kept."""
        raid = object.__new__(RaidView)
        raid.__dict__ = {**self.__dict__, **zones, "part": part}
        if "clans" in zones:
            del raid.__dict__["clans"]
            raid.statuses = tuple([one.status for one in part.clans])
            raid._contenders, raid._earlier = None, self._contenders or self._earlier
        return raid

    @property
    def contenders(self) -> tuple[ContenderView, ...]:
        """The clans that have chosen the card."""
        if self._contenders is None:
            clans = self.part.clans
            if self._earlier is None:
                views = [ContenderView(one, f"{self.pointer}/clans/{place}") for place, one in enumerate(clans)]
            else:
                pairs = zip(self._earlier, clans, strict=True)
                views = [old if old.part is one else ContenderView(one, old.pointer) for old, one in pairs]
            self._contenders = tuple(views)
        return self._contenders

    @property
    def are_statuses_known(self) -> bool:
        return UNSET not in self.statuses

    @property
    def known_retreating(self) -> list[str]:
        """The clans that are known to have still to pay for their retreat."""
        if "retreating" not in self.statuses:
            return []
        return [one.player for one in self.part.clans if one.status == "retreating"]

    @property
    def may_be_in(self) -> list[str]:
        """The clans that are in the running, or of which it is unknown."""
        return [one.player for one in self.part.clans if one.status is UNSET or one.status == "in"]

    def contender(self, player: str) -> ContenderView | None:
        """A clan in this raid."""
        for place, one in enumerate(self.part.clans):
            if one.player == player:
                return self.contenders[place]
        return None


def stranger(name: str) -> ClanSheet:
    """The sheet of a clan of which nothing was sent."""
    clan = ClanSheet(Clan(name=name), PLAYERS)
    nothing = Unknown(PLAYERS)
    for zone, value in clan.__dict__.items():
        if isinstance(value, Unknown):
            clan.__dict__[zone] = nothing
    return clan


def _parts(zone: Any) -> tuple[Any, ...]:
    """The parts of a zone that has parts."""
    return () if zone is UNSET else astuple(zone)
