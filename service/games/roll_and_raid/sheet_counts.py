"""What can be counted on a sheet: for a requirement, for glory, for a tie."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, UnsetType

from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import COLOURS, Box
from service.referee.budget import step
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown


class CannotCount(Exception):
    """A zone of the sheet, or a part of the pack, without which nothing can be counted."""

    def __init__(self, zone: str = "", part: str = "", *, hidden: bool = False) -> None:
        self.zone = zone
        self.part = part
        self.hidden = hidden
        """Whether the zone is known, but not all cards in it."""
        super().__init__(zone or part)


def zone_of(clan: ClanSheet, zone: str) -> Any:
    value = getattr(clan, zone)
    if isinstance(value, Unknown):
        raise CannotCount(zone=zone)
    return value


def face_up(clan: ClanSheet) -> Any:
    """The raid cards that a clan has won, where all of them are seen."""
    won = zone_of(clan, "raids")
    if HIDDEN in won:
        raise CannotCount(zone="raids", hidden=True)
    return won


def part(value: Any, name: str) -> Any:
    """A part of the pack that must be there."""
    if value is None:
        raise CannotCount(part=name)
    return value


def count_of(clan: ClanSheet, box: Box, what: str, of: str | UnsetType = UNSET) -> int:
    """How many of something a clan has; raises ``CannotCount`` where that is unknown."""
    step(2)
    return _COUNTS[what](clan, box, None if of is UNSET else of)


def _houses(clan: ClanSheet, box: Box, of: str | None) -> int:
    crossed = zone_of(clan, "settlements")
    return crossed.get(of, 0) if of else sum(crossed.values())


def complete_settlements(clan: ClanSheet, box: Box) -> list[str]:
    settlements = part(box.settlements, "settlements")
    crossed = zone_of(clan, "settlements")
    step(len(settlements) // 4)
    return [name for name, settlement in settlements.items() if crossed.get(name, 0) >= settlement.houses]


def _track_boxes(clan: ClanSheet, box: Box, of: str | None) -> int:
    return sum(_marked(clan, colour) for colour in ((of,) if of else COLOURS))


def _tracks_complete(clan: ClanSheet, box: Box, of: str | None) -> int:
    tracks = part(box.tracks, "tracks")
    return sum(_marked(clan, colour) >= len(tracks[colour]) for colour in COLOURS)


def _marked(clan: ClanSheet, colour: str) -> int:
    marked = clan.marked(colour)
    if isinstance(marked, Unknown):
        raise CannotCount(zone="tracks")
    return int(marked)


def _god_boxes(clan: ClanSheet, box: Box, of: str | None) -> int:
    written = zone_of(clan, "gods")
    return len(written.get(of, ())) if of else sum(map(len, written.values()))


def _god_values(clan: ClanSheet, box: Box, of: str | None) -> int:
    written = zone_of(clan, "gods")
    return sum(written.get(of, ())) if of else sum(map(sum, written.values()))


def _gods_complete(clan: ClanSheet, box: Box, of: str | None) -> int:
    written, gods = zone_of(clan, "gods"), part(box.gods, "gods")
    return sum(len(written.get(name, ())) >= len(god.boxes) for name, god in gods.items())


def _developments(clan: ClanSheet, box: Box, of: str | None) -> int:
    owned = zone_of(clan, "developments")
    return owned.count(of) if of else len(owned)


def _raids(clan: ClanSheet, box: Box, of: str | None) -> int:
    won = zone_of(clan, "raids")
    if of is None:
        return len(won)
    cards = part(box.cards, "raid-cards")
    step(len(won) // 4)
    return sum(str(cards[card].level) == of for card in face_up(clan))


def _festival_vikings(clan: ClanSheet, box: Box, of: str | None) -> int:
    given = zone_of(clan, "sacrifices")
    return given.get(of, 0) if of else sum(given.values())


def _unlocked(clan: ClanSheet, box: Box, of: str | None) -> int:
    part(box.values, "favours")
    return sum(is_unlocked(clan, box, favour) is True for favour in box.sources)


_COUNTS: dict[str, Callable[[ClanSheet, Box, str | None], int]] = {
    "vikings": lambda clan, box, of: zone_of(clan, "vikings"),
    "axes": lambda clan, box, of: zone_of(clan, "axes"),
    "ships": lambda clan, box, of: zone_of(clan, "ships"),
    "vikings-recruited": lambda clan, box, of: zone_of(clan, "hall"),
    "axes-stored": lambda clan, box, of: len(zone_of(clan, "armoury")),
    "ships-stored": lambda clan, box, of: len(zone_of(clan, "port")),
    "houses": _houses,
    "settlements": lambda clan, box, of: len(complete_settlements(clan, box)),
    "track-boxes": _track_boxes,
    "tracks-complete": _tracks_complete,
    "god-boxes": _god_boxes,
    "god-values": _god_values,
    "gods-complete": _gods_complete,
    "developments": _developments,
    "raids": _raids,
    "altar": lambda clan, box, of: zone_of(clan, "altar"),
    "festival-vikings": _festival_vikings,
    "favours-unlocked": _unlocked,
    "favours-used": lambda clan, box, of: len(zone_of(clan, "favours_used")),
    "favours-left": lambda clan, box, of: _unlocked(clan, box, of) - len(zone_of(clan, "favours_used")),
}


def is_unlocked(clan: ClanSheet, box: Box, favour: str) -> bool | None:
    """favour/unlocked: whether something on the sheet has unlocked a favour die; None where that is unknown."""
    open_question = False
    sources = box.sources.get(favour, ())
    step(1 + len(sources) // 2)
    for zone, name, filled in sources:
        value = clan.known(zone, None)
        if zone == "tracks" and value is not None:
            value = clan.known_marked(name)
        if value is None:
            open_question = True
        elif _is_reached(zone, value, name, filled):
            return True
    return None if open_question else False


def _is_reached(zone: str, value: Any, name: str, filled: int) -> bool:
    if zone == "tracks":
        return bool(value >= filled)
    if zone == "gods":
        return len(value.get(name, ())) >= filled
    if zone == "settlements":
        return bool(value.get(name, 0) >= filled)
    return name in value
