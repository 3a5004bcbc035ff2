"""What is possible in a pack, but looks like a slip of the pen: warnings of the check."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid_pack import Bonus, Cost, GloryEffect, Pack, PrintedTerm, TableTerm
from service.games.roll_and_raid.component_names import name_in
from service.games.roll_and_raid.pack_favours import bonuses_in
from service.games.roll_and_raid.pack_texts import said
from service.referee.budget import counted
from service.referee.game import Problem
from service.referee.translated import Translated

FACES = 6
HELP = 6
"""What three Vikings on the altar add to a raid roll: more is hardly ever paid."""


def implausible(pack: Pack) -> Iterator[Problem]:
    yield from _sheet(pack)
    yield from _cards(pack)
    yield from _tables(pack)
    yield from _glory(pack)
    for part in ("settlements", "gods", "developments", "cards"):
        yield from _same_name(part, [name_in(entry, "en") for entry in getattr(pack, part) or ()])


def _sheet(pack: Pack) -> Iterator[Problem]:
    for place, track in enumerate(pack.tracks or ()):
        if all(gives is None for gives in counted(track.boxes)):
            yield "warning", f"/tracks/{place}/boxes", said("no-product", colour=track.colour)
    for place, favour in enumerate(pack.favours or ()):
        if favour.value > FACES:
            yield "warning", f"/favours/{place}/value", said("favour-high", value=favour.value)


def _cards(pack: Pack) -> Iterator[Problem]:
    dice = pack.raid_dice
    count = 2 if dice is UNSET else max(dice.dice, dice.winter or 0)
    most = FACES if dice is not UNSET and dice.counts == "highest" else FACES * count
    for place, card in enumerate(pack.cards or ()):
        if card.defence > most + HELP:
            yield "warning", f"/cards/{place}/defence", said("defence-high", defence=card.defence, most=most)
        summer, winter = _total(card.summer), _total(card.winter)
        if winter < summer:
            message = said("winter-cheaper", card=Translated(partial(name_in, card)), winter=winter, summer=summer)
            yield "warning", f"/cards/{place}/winter", message


def _total(cost: Cost) -> int:
    return cost.vikings + cost.axes + cost.ships + cost.goods


def _tables(pack: Pack) -> Iterator[Problem]:
    """More is never worth less."""
    for place, festival in enumerate(pack.festivals or ()):
        yield from _falling(f"/festivals/{place}/rows", festival.rows)
    for pointer, term in _terms(pack):
        if isinstance(term, TableTerm):
            yield from _falling(f"{pointer}/rows", term.rows)


def _falling(pointer: str, rows: Any) -> Iterator[Problem]:
    in_order = sorted(counted(enumerate(rows)), key=lambda entry: entry[1].least)
    for (_, before), (place, row) in pairwise(in_order):
        if row.points < before.points:
            message = said("rows-fall", least=row.least, points=row.points, before=before.points)
            yield "warning", f"{pointer}/{place}/points", message


def _terms(pack: Pack) -> Iterator[tuple[str, Any]]:
    """Every term of the scoring and of developments, with the pointer to it."""
    if pack.scoring is not UNSET:
        for triskel in ("sacrifices", "developments", "gods", "battle"):
            for number, term in enumerate(getattr(pack.scoring, triskel) or ()):
                yield f"/scoring/{triskel}/{number}", term
    for place, development in enumerate(pack.developments or ()):
        for number, effect in enumerate(development.effects):
            if isinstance(effect, GloryEffect):
                for which, term in enumerate(effect.terms):
                    yield f"/developments/{place}/effects/{number}/terms/{which}", term


def _glory(pack: Pack) -> Iterator[Problem]:
    """Glory that is gained on the way is worth nothing unless a triskel counts it."""
    if pack.scoring is UNSET or any(isinstance(term, PrintedTerm) and term.on == "gains" for _, term in _terms(pack)):
        return
    for place in counted(bonuses_in(pack)):
        if isinstance(place.gives, Bonus) and place.gives.glory:
            yield "warning", f"{place.pointer}/glory", said("gains-uncounted")
            return


def _same_name(part: str, names: Iterable[str]) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for place, name in enumerate(counted(names)):
        if name in seen:
            first = f"/{part}/{seen[name]}"
            yield "warning", f"/{part}/{place}/name", said("same-name", part=part, name=name, first=first)
        seen.setdefault(name, place)
