"""Where a pack prints bonuses and names favour dice: each place, with a pointer to it and what reaches it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import UNSET

from schemas.roll_and_raid_pack import Bonus, GainEffect, Pack


class Printed(NamedTuple):
    """A bonus, where it is printed, and what reaches it: a thing in a zone of the sheet, filled so far."""

    gives: Any
    pointer: str
    zone: str
    name: str
    filled: int = 0


class Named(NamedTuple):
    """A favour die, where it is named, and what unlocks it: a thing in a zone of the sheet, filled so far."""

    favour: str
    pointer: str
    zone: str
    name: str
    filled: int = 0


def favours_named(pack: Pack) -> Iterator[Named]:
    for zone in ("armoury", "port"):
        storage = getattr(pack, zone)
        for place, hexagon in enumerate(storage.hexagons if storage is not UNSET else ()):
            for number, favour in enumerate(hexagon.favours):
                yield Named(favour, f"/{zone}/hexagons/{place}/favours/{number}", zone, hexagon.id)
    for place, entry in enumerate(pack.settlements or ()):
        if entry.favour is not None:
            yield Named(entry.favour, f"/settlements/{place}/favour", "settlements", entry.id, entry.houses)
        for number, favour in enumerate(entry.favours):
            yield Named(favour, f"/settlements/{place}/favours/{number}", "settlements", entry.id, entry.houses)
    for printed in bonuses_in(pack):
        if isinstance(printed.gives, Bonus):
            for number, favour in enumerate(printed.gives.favours):
                yield Named(favour, f"{printed.pointer}/favours/{number}", printed.zone, printed.name, printed.filled)


def bonuses_in(pack: Pack) -> Iterator[Printed]:
    """Every bonus that is gained once: what comes every round leaves no mark."""
    yield from _on_tracks(pack)
    yield from _in_storage(pack)
    for place, entry in enumerate(pack.settlements or ()):
        yield Printed(entry.loyalty, f"/settlements/{place}/loyalty", "settlements", entry.id, entry.houses)
    for place, god in enumerate(pack.gods or ()):
        for number, box in enumerate(god.boxes):
            yield Printed(box.gives, f"/gods/{place}/boxes/{number}/gives", "gods", god.id, number + 1)
    yield from _with_developments_and_cards(pack)
    if pack.seasons is not UNSET:
        for place, one in enumerate(pack.seasons.bonuses):
            yield Printed(one.gives, f"/seasons/bonuses/{place}/gives", "rounds", "", one.round)
    if pack.great_hall is not UNSET:
        for place, entered in enumerate(pack.great_hall.bonuses):
            yield Printed(entered.gives, f"/great_hall/bonuses/{place}/gives", "hall", "", entered.at)


def _on_tracks(pack: Pack) -> Iterator[Printed]:
    for place, track in enumerate(pack.tracks or ()):
        for box, gives in enumerate(track.boxes):
            yield Printed(gives, f"/tracks/{place}/boxes/{box}", "tracks", track.colour, box + 1)


def _in_storage(pack: Pack) -> Iterator[Printed]:
    for zone in ("armoury", "port"):
        storage = getattr(pack, zone)
        for place, hexagon in enumerate(storage.hexagons if storage is not UNSET else ()):
            yield Printed(hexagon.gives, f"/{zone}/hexagons/{place}/gives", zone, hexagon.id)


def _with_developments_and_cards(pack: Pack) -> Iterator[Printed]:
    for place, entry in enumerate(pack.developments or ()):
        for number, effect in enumerate(entry.effects):
            if isinstance(effect, GainEffect):
                yield Printed(effect.bonus, f"/developments/{place}/effects/{number}/bonus", "developments", entry.id)
    for place, card in enumerate(pack.cards or ()):
        for number in range(card.copies):
            name = card.id if number == 0 else f"{card.id}-{number + 1}"
            yield Printed(card.reward, f"/cards/{place}/reward", "raids", name)
