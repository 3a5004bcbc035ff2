"""The hexagons and settlements of the sheet, in which products are stored."""

from service.games.roll_and_raid.pack import Box

PLACES = ("port", "armoury", "settlements")
"""The parts of the sheet that list places."""


def has_place(box: Box, zone: str, place: str) -> bool:
    """Whether a hexagon or a settlement belongs to this part of the sheet."""
    return place in ((box.settlements or ()) if zone == "settlements" else box.touches[zone])


def zone_of(box: Box, place: str) -> str | None:
    """The first part of the sheet that a place belongs to; None if the pack has no such place."""
    return next((zone for zone in PLACES if has_place(box, zone, place)), None)


def has_unfinished_places(box: Box) -> bool:
    """Whether a part is there that lists places and is not typed in to its end."""
    return any(getattr(box, zone) is not None and zone not in box.whole for zone in PLACES)
