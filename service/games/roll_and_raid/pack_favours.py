"""Where a pack names its favour dice: each place that unlocks one, with a pointer to it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import UNSET

from schemas.roll_and_raid_pack import Bonus, GainEffect, Pack


class Named(NamedTuple):
    """A favour die, where it is named, and what unlocks it: a thing in a zone of the sheet, filled so far."""

    favour: str
    pointer: str
    zone: str
    name: str
    filled: int = 0


def favours_named(pack: Pack) -> Iterator[Named]:
    yield from _on_hexagons(pack)
    yield from _on_tracks(pack)
    yield from _in_settlements(pack)
    yield from _with_gods(pack)
    yield from _with_developments_and_cards(pack)


def _given(gives: Any, pointer: str, zone: str, name: str, filled: int = 0) -> Iterator[Named]:
    if isinstance(gives, Bonus):
        for place, favour in enumerate(gives.favours):
            yield Named(favour, f"{pointer}/favours/{place}", zone, name, filled)


def _on_hexagons(pack: Pack) -> Iterator[Named]:
    for zone in ("armoury", "port"):
        storage = getattr(pack, zone)
        for place, hexagon in enumerate(storage.hexagons if storage is not UNSET else ()):
            for number, favour in enumerate(hexagon.favours):
                yield Named(favour, f"/{zone}/hexagons/{place}/favours/{number}", zone, hexagon.id)


def _on_tracks(pack: Pack) -> Iterator[Named]:
    for place, track in enumerate(pack.tracks or ()):
        for box, gives in enumerate(track.boxes):
            yield from _given(gives, f"/tracks/{place}/boxes/{box}", "tracks", track.colour, box + 1)


def _in_settlements(pack: Pack) -> Iterator[Named]:
    for place, entry in enumerate(pack.settlements or ()):
        if entry.favour is not None:
            yield Named(entry.favour, f"/settlements/{place}/favour", "settlements", entry.id, entry.houses)
        yield from _given(entry.loyalty, f"/settlements/{place}/loyalty", "settlements", entry.id, entry.houses)


def _with_gods(pack: Pack) -> Iterator[Named]:
    for place, god in enumerate(pack.gods or ()):
        for number, box in enumerate(god.boxes):
            yield from _given(box.gives, f"/gods/{place}/boxes/{number}/gives", "gods", god.id, number + 1)


def _with_developments_and_cards(pack: Pack) -> Iterator[Named]:
    for place, entry in enumerate(pack.developments or ()):
        for number, effect in enumerate(entry.effects):
            if isinstance(effect, GainEffect):
                pointer = f"/developments/{place}/effects/{number}/bonus"
                yield from _given(effect.bonus, pointer, "developments", entry.id)
    for place, card in enumerate(pack.cards or ()):
        yield from _given(card.reward, f"/cards/{place}/reward", "raids", card.id)
