"""What a state or a move names: it must be in the pack, and at the table."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import UNSET

from schemas.base import Fault, Malformed, pointer_step
from schemas.roll_and_raid import Altar, Attack, Move, Refill, Store, UseDie
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import COLOURS, STORAGE, Box
from service.games.roll_and_raid.places import has_unfinished_places, zone_of
from service.games.roll_and_raid.table import Table
from service.referee.hidden import HIDDEN
from service.referee.names import strangers_in
from service.referee.shapes import names_in

TARGETS = {"track": "track", "god": "god", "development": "development"}
"""The field of a use that names what the die goes to."""


def cards_named(table: Table) -> Iterator[tuple[str, str]]:
    """Every raid card on display, in the deck or won, as often as it is named, with its place; hidden ones too."""
    for zone in ("display", "deck"):
        yield from ((f"/{zone}/{place}", card) for place, card in enumerate(table.raw(zone)))
    for seat, clan in enumerate(table.known_clans()):
        yield from ((f"/players/{seat}/raids/{place}", card) for place, card in enumerate(clan.raw("raids")))


def is_familiar(table: Table) -> bool:
    """Whether everything that is named is in the pack."""
    known = table.box.card_ids
    if known is not None and not (known.issuperset(table.raw("display")) and known.issuperset(table.raw("deck"))):
        return False
    raided = [raid.card for raid in table.raw("raids")]
    if HIDDEN in raided or (known is not None and not known.issuperset(raided)):
        return False
    for clan in table.known_clans():
        if clan.familiar is None:
            cards = known is None or known.issuperset(clan.raw("raids"))
            clan.familiar = cards and not any(_strange_on_sheet(clan, table.box))
        if not clan.familiar:
            return False
    return True


def strange(table: Table) -> Iterator[Fault]:
    """What is named but not in the pack."""
    box = table.box
    raided = [(f"/raids/{place}/card", raid.card) for place, raid in enumerate(table.raw("raids"))]
    for pointer, card in raided:
        if card == HIDDEN:
            yield Fault(pointer, "A clan raids a card that lies face up: tell which.")
    if box.card_ids is not None:
        yield from _unknown([*cards_named(table), *raided], box.card_ids, "raid card", box)
    for seat, clan in enumerate(table.known_clans()):
        for fault in _strange_on_sheet(clan, box):
            yield Fault(f"/players/{seat}{fault.pointer}", fault.message)


def _unknown(named: Iterable[tuple[str, str]], known: Any, kind: str, box: Box) -> Iterator[Fault]:
    for pointer, name in named:
        if name not in known:
            yield Fault(pointer, f"The pack {box.pack.id!r} has no {kind} {name!r}.")


def _strange_on_sheet(clan: ClanSheet, box: Box) -> Iterator[Fault]:
    for zone, kind, known in box.known:
        named = clan.raw(zone)
        if not known.issuperset(named):
            steps = [pointer_step(name) for name in named] if isinstance(named, dict) else range(len(named))
            places = [(f"/{zone}/{step}", name) for step, name in zip(steps, named, strict=True)]
            yield from _unknown(places, known, kind, box)


def check_references(table: Table, move: Move) -> None:
    """A move may only name clans and things that exist, and has to name what its die goes to."""
    faults = [*strangers_in(table.seating, names_in(move), table.known_names), *_strange_in(table.box, move)]
    if faults:
        raise Malformed(faults)


def _strange_in(box: Box, move: Move) -> Iterator[Fault]:
    match move:
        case UseDie():
            if move.die not in COLOURS:
                yield from _strange_die(move.die, box)
            yield from _strange_use(move, box)
        case Altar():
            if (move.benefit == "die") != (move.die is not UNSET):
                wanted = "needs" if move.benefit == "die" else "has no"
                yield Fault("/die", f"The benefit {move.benefit!r} {wanted} `die`.")
            if move.die is not UNSET:
                yield from _strange_die(move.die, box)
        case Store():
            zone = STORAGE.get(move.good, "settlements")
            if zone in box.whole and not has_unfinished_places(box) and zone_of(box, move.place) is None:
                yield Fault("/place", f"The pack {box.pack.id!r} has no hexagon or settlement {move.place!r}.")
        case Attack() if move.favour is not UNSET:
            yield from _strange_die(move.favour, box, "/favour")
        case Refill() if move.cards is not UNSET and box.cards is not None and "cards" in box.whole:
            places = [(f"/cards/{place}", card) for place, card in enumerate(move.cards)]
            yield from _unknown(places, box.cards.keys() | box.set_aside, "raid card", box)


def _strange_die(die: str, box: Box, pointer: str = "/die") -> Iterator[Fault]:
    if die not in COLOURS and "favours" in box.whole and die not in (box.values or ()):
        yield Fault(
            pointer, f"The pack {box.pack.id!r} has no favour die {die!r}; resource dice go by their colours."
        )


def _strange_use(move: UseDie, box: Box) -> Iterator[Fault]:
    for use, field in TARGETS.items():
        target = getattr(move, field)
        if move.to == use and target is UNSET and not (use == "track" and move.die in COLOURS):
            yield Fault(f"/{field}", f"A die used for {use!r} needs `{field}`.")
        elif move.to != use and target is not UNSET:
            yield Fault(f"/{field}", f"A die used for {move.to!r} has no `{field}`.")
    if move.god and "gods" in box.whole and move.god not in (box.gods or ()):
        yield Fault("/god", f"The pack {box.pack.id!r} has no god {move.god!r}.")
    if move.development and "developments" in box.whole and move.development not in (box.developments or ()):
        yield Fault("/development", f"The pack {box.pack.id!r} has no development {move.development!r}.")
