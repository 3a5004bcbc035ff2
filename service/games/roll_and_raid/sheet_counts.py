"""What can be counted on a sheet: for a requirement, for glory, for a tie."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, UnsetType

from schemas.roll_and_raid_pack import RaidCard
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import COLOURS, PART_OF, Box
from service.referee.budget import step
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown


class CannotCount(Exception):
    """A zone of the sheet, or a part of the pack, without which nothing can be counted."""

    def __init__(self, zone: str = "", part: str = "", *, text: str = "", hidden: bool = False) -> None:
        self.zone = zone
        self.part = part
        self.text = text
        """A text of the pack that the engine cannot read."""
        self.hidden = hidden
        """Whether the zone is known, but not all cards in it."""
        super().__init__(zone or part or text)


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


FACT_OF = {"cards": "raid-cards"}
"""What a part is called in the fact that asks for it, where that is another name."""


def all_typed(box: Box, part: str, entries: Any, names: Any) -> None:
    """Everything that is counted must be in the pack, where the part is unfinished."""
    if part not in box.whole and any(name not in entries for name in names):
        raise CannotCount(part=FACT_OF.get(part, part))


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
    all_typed(box, "settlements", settlements, crossed)
    return [name for name, settlement in settlements.items() if crossed.get(name, 0) >= settlement.houses]


def _track_boxes(clan: ClanSheet, box: Box, of: str | None) -> int:
    return sum(_marked(clan, colour) for colour in ((of,) if of else COLOURS))


def _tracks_complete(clan: ClanSheet, box: Box, of: str | None) -> int:
    tracks = part(box.tracks, "tracks")
    all_typed(box, "tracks", tracks, COLOURS)
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
    all_typed(box, "gods", gods, written)
    return sum(len(written.get(name, ())) >= len(god.boxes) for name, god in gods.items())


def _developments(clan: ClanSheet, box: Box, of: str | None) -> int:
    owned = zone_of(clan, "developments")
    return owned.count(of) if of else len(owned)


def _raids(clan: ClanSheet, box: Box, of: str | None) -> int:
    won = zone_of(clan, "raids")
    if of is None:
        return len(won)
    return sum(str(card.level) == of for card in cards_won(clan, box))


def cards_won(clan: ClanSheet, box: Box) -> list[RaidCard]:
    """The raid cards that a clan has won, as the pack has them."""
    cards, won = part(box.cards, "raid-cards"), face_up(clan)
    step(len(won) // 4)
    all_typed(box, "cards", cards, won)
    return [cards[card] for card in won]


def _raids_with(field: str) -> Callable[[ClanSheet, Box, str | None], int]:
    """The raid cards won that have a type or a region, or this one."""

    def count(clan: ClanSheet, box: Box, of: str | None) -> int:
        values = [getattr(card, field) for card in cards_won(clan, box)]
        return sum(value is not None and of in (None, value) for value in values)

    return count


def _different(field: str) -> Callable[[ClanSheet, Box, str | None], int]:
    """How many different types or regions the raid cards won have."""
    return lambda clan, box, of: len({getattr(card, field) for card in cards_won(clan, box)} - {None})


def _festival_vikings(clan: ClanSheet, box: Box, of: str | None) -> int:
    given = zone_of(clan, "sacrifices")
    return given.get(of, 0) if of else sum(given.values())


def _unlocked(clan: ClanSheet, box: Box, of: str | None) -> int:
    part(box.values, "favours")
    if missing := may_unlock(clan, box):
        raise CannotCount(part=FACT_OF.get(missing, missing))
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
    "raids-of-type": _raids_with("type"),
    "raids-of-region": _raids_with("region"),
    "raid-types": _different("type"),
    "raid-regions": _different("region"),
    "altar": lambda clan, box, of: zone_of(clan, "altar"),
    "festival-vikings": _festival_vikings,
    "favours-unlocked": _unlocked,
    "favours-used": lambda clan, box, of: len(zone_of(clan, "favours_used")),
    "favours-left": lambda clan, box, of: _unlocked(clan, box, of) - len(zone_of(clan, "favours_used")),
}


def may_unlock(clan: ClanSheet, box: Box) -> str | None:
    """A part that is missing or unfinished, and holds something of the clan that may have unlocked a favour die."""
    for zone in UNLOCKING:
        there = PART_OF.get(zone, zone)
        if there not in box.whole and has_untyped(clan, box, zone):
            return there
    return None


UNLOCKING = ("armoury", "port", "tracks", "settlements", "gods", "developments", "raids")
"""The zones of a sheet in which something may unlock a favour die."""


def has_untyped(clan: ClanSheet, box: Box, zone: str) -> bool:
    """Whether a clan has something in a zone of which the pack does not say what it is, or may have it."""
    value = clan.known(zone, None)
    if value is None:
        return True
    if zone == "tracks":
        return any(clan.known_marked(colour) != 0 for colour in COLOURS if colour not in (box.tracks or ()))
    typed = box.touches[zone] if zone in box.touches else (box.cards if zone == "raids" else getattr(box, zone))
    return any(name not in (typed or ()) for name in value)


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


def has_reached(clan: ClanSheet, zone: str, name: str, filled: int) -> bool:
    """Whether a clan has filled something so far, where the zone is known."""
    value = _marked(clan, name) if zone == "tracks" else zone_of(clan, zone)
    return _is_reached(zone, value, name, filled)


def _is_reached(zone: str, value: Any, name: str, filled: int) -> bool:
    if zone == "tracks":
        return bool(value >= filled)
    if zone == "gods":
        return len(value.get(name, ())) >= filled
    if zone == "settlements":
        return bool(value.get(name, 0) >= filled)
    if zone in ("rounds", "hall"):
        return bool(value >= filled)
    return name in value
