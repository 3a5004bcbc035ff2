"""A pack made ready for the engine. ``pack_check`` says what is wrong or missing in one."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from schemas.roll_and_raid_pack import (
    PARTS,
    Bonus,
    Counted,
    Development,
    Effect,
    Gives,
    God,
    IncomeEffect,
    OtherEffect,
    Pack,
    RaidCard,
    RaidDice,
    Settlement,
    Storage,
    Term,
)
from service.games.roll_and_raid.pack_favours import Printed, bonuses_in, favours_named
from service.referee.budget import counted, step
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown
from service.referee.packs import filter_by

COLOURS = ("brown", "grey", "orange")
ROUNDS = 16
FESTIVALS = (4, 8, 12, 16)
DICE_A_ROUND = 2
DEVELOPMENT = 4
"""The lowest value that buys a development."""
CLANS = range(1, 7)
STORAGE = {"axe": "armoury", "ship": "port"}
"""Where each product is stored; houses go to settlements."""
AT_HAND = {"axe": "axes", "ship": "ships", "viking": "vikings"}
PRODUCTS: Mapping[str, Bonus] = {
    "axe": Bonus(axes=1),
    "ship": Bonus(ships=1),
    "house": Bonus(houses=1),
    "viking": Bonus(vikings=1),
}
TRISKELS = ("sacrifices", "developments", "gods", "battle")
TWO_DICE = RaidDice(dice=2)
NEEDED_PARTS = tuple(part for part in PARTS if part != "set_aside")

Source = tuple[str, str, int]
"""Where a favour die is unlocked: the zone, the thing in it, and how far it has to be filled."""
PART_OF = {"raids": "cards", "hall": "great_hall", "rounds": "seasons"}
"""The part of the pack in which the things of a zone stand, where it has another name."""


class Box(NamedTuple):
    """A pack made ready. A part that the pack does not have is None."""

    pack: Pack
    seasons: tuple[str, ...] | None
    village: str | None
    tracks: dict[str, tuple[Bonus | None, ...]] | None
    port: Storage | None
    armoury: Storage | None
    touches: dict[str, dict[str, tuple[str, ...]]]
    """By ``port`` and ``armoury``: the favour dice that each hexagon touches, in the order of the hexagons."""
    orders: dict[str, tuple[str, ...]]
    """The hexagons of both in their printed order."""
    settlements: dict[str, Settlement] | None
    houses: int
    """The houses that all settlements take."""
    gods: dict[str, God] | None
    values: dict[str, int] | None
    """The value of each favour die."""
    sources: dict[str, list[Source]]
    glory: list[tuple[Source, int]]
    """What gives glory on the way, and how much."""
    filled: dict[str, dict[str, Bonus]]
    """By ``port`` and ``armoury``: what filling a hexagon gives."""
    at_hall: dict[int, Bonus]
    """What writing down the Viking in a place of the great hall gives."""
    at_round: dict[int, Bonus]
    """What crossing the box of a round gives."""
    incomes: dict[str, Bonus]
    """What a complete settlement brings at the start of a round."""
    is_sheet_read: bool
    """Whether what a clan gains may depend on what stands on its sheet already: choices, and bonuses of places."""
    whole: frozenset[str]
    """The parts that are there and finished."""
    developments: dict[str, Development] | None
    cards: dict[str, RaidCard] | None
    set_aside: frozenset[str]
    card_ids: frozenset[str] | None
    """What a card may be called in a state: a raid card, one that is set aside, or hidden."""
    raid_dice: RaidDice
    """raids/dice: two, added up, unless the pack has others."""
    decks: dict[int, tuple[int, ...]] | None
    """For each number of clans the levels of the deck, the first to come first."""
    display: dict[int, int]
    festivals: dict[int, tuple[tuple[int, int], ...]] | None
    terms: dict[str, tuple[Term, ...]] | None
    """What each triskel adds up."""
    tie_breaks: tuple[Counted, ...]
    known: list[tuple[str, str, frozenset[str]]]
    """For each zone of a sheet that names things of the pack: what they are called, and their ids."""
    by_kind: dict[type, dict[str, list[Effect]]]
    """The effects of developments: by kind, then by development."""
    stand_in: bool
    complete: bool
    """Whether every part is there and says all, so that nothing can be undetermined for want of it."""

    @property
    def has_texts(self) -> bool:
        """Whether a development may do something that the engine cannot read."""
        return OtherEffect in self.by_kind or "developments" not in self.whole

    def is_untyped(self, part: str, name: str, entries: Any) -> bool:
        """Whether something may exist of which the pack does not say what it is."""
        return part not in self.whole and (entries is None or name not in entries)

    def effects(self, owned: Any, kind: type) -> list[Any]:
        """What the developments of a clan do that is of this kind; nothing, as far as they are unknown."""
        found = self.by_kind.get(kind)
        if found is None or isinstance(owned, Unknown) or not owned:
            return []
        effects = [effect for name in owned if name in found for effect in found[name]]
        if cost := (len(owned) + len(effects)) // 8:
            step(cost)
        return effects

    def might(self, owned: Any, kind: type) -> list[Any]:
        """What developments of a clan that are unknown might do of this kind."""
        found = self.by_kind.get(kind)
        if found is None or not (owned is UNSET or isinstance(owned, Unknown)):
            return []
        effects = [effect for each in found.values() for effect in each]
        step(len(effects) // 8)
        return effects


def as_bonus(gives: Gives) -> Bonus | None:
    """A product by its name is one of it."""
    return PRODUCTS[gives] if isinstance(gives, str) else gives


def compile_pack(pack: Pack) -> Box:
    whole = frozenset(part for part in PARTS if getattr(pack, part) is not UNSET and part not in pack.unfinished)
    printed = [one for one in counted(bonuses_in(pack)) if one.gives is not None]
    texts = [one for one in printed if isinstance(one.gives, Bonus) and one.gives.other]
    by_kind = _by_kind(pack)
    cards = None if pack.cards is UNSET else {copy: card for card in pack.cards for copy in counted(copies_of(card))}
    storages = {zone: None if getattr(pack, zone) is UNSET else getattr(pack, zone) for zone in ("port", "armoury")}
    tracks = _index(pack.tracks, "colour")
    set_aside = frozenset(card.id for card in pack.set_aside or ())
    return Box(
        pack=pack,
        seasons=None if pack.seasons is UNSET else pack.seasons.rounds,
        village=None if pack.village_die is UNSET else pack.village_die.colour,
        tracks=None
        if tracks is None
        else {name: tuple(map(as_bonus, track.boxes)) for name, track in tracks.items()},
        port=storages["port"],
        armoury=storages["armoury"],
        touches={
            zone: {hexagon.id: hexagon.favours for hexagon in storage.hexagons} if storage else {}
            for zone, storage in storages.items()
        },
        orders={
            zone: tuple(hexagon.id for hexagon in storage.hexagons) if storage else ()
            for zone, storage in storages.items()
        },
        settlements=_index(pack.settlements),
        houses=sum(settlement.houses for settlement in pack.settlements or ()),
        gods=_index(pack.gods),
        values=None if pack.favours is UNSET else {favour.id: favour.value for favour in pack.favours},
        sources=_sources(pack),
        glory=[
            ((one.zone, one.name, one.filled), one.gives.glory)
            for one in printed
            if isinstance(one.gives, Bonus) and one.gives.glory
        ],
        filled={
            zone: {one.id: bonus for one in storage.hexagons if (bonus := as_bonus(one.gives)) is not None}
            for zone, storage in storages.items()
            if storage is not None
        },
        at_hall={} if pack.great_hall is UNSET else _bonuses(pack.great_hall.bonuses, "at"),
        at_round={} if pack.seasons is UNSET else _bonuses(pack.seasons.bonuses, "round"),
        incomes={one.id: bonus for one in pack.settlements or () if (bonus := as_bonus(one.income)) is not None},
        is_sheet_read=_is_sheet_read(pack, printed),
        whole=whole,
        developments=_index(pack.developments),
        cards=cards,
        set_aside=set_aside,
        card_ids=None if cards is None or "cards" not in whole else frozenset({HIDDEN} | set_aside | cards.keys()),
        raid_dice=pack.raid_dice if pack.raid_dice is not UNSET else TWO_DICE,
        decks=None if pack.decks is UNSET else {deck.clans: _levels(deck.levels) for deck in pack.decks},
        display={shown.clans: shown.cards for shown in pack.display or ()},
        festivals=None
        if pack.festivals is UNSET
        else {festival.round: _rows(festival.rows) for festival in pack.festivals},
        terms=None
        if pack.scoring is UNSET
        else {name: terms for name in TRISKELS if (terms := getattr(pack.scoring, name)) is not UNSET},
        tie_breaks=() if pack.scoring is UNSET else pack.scoring.tie_breaks,
        known=list(_known(pack)),
        by_kind=by_kind,
        stand_in=any(provenance_of(pack, entry) == "stand-in" for _, entry in entries_of(pack)),
        complete=whole.issuperset(NEEDED_PARTS) and not texts and OtherEffect not in by_kind,
    )


def _known(pack: Pack) -> Iterator[tuple[str, str, frozenset[str]]]:
    zones = {"settlements": "settlement", "gods": "god", "developments": "development"}
    for zone, kind in zones.items():
        if _is_whole(pack, zone):
            yield zone, kind, frozenset(entry.id for entry in getattr(pack, zone))
    for zone in ("port", "armoury"):
        if _is_whole(pack, zone):
            yield zone, f"hexagon of the {zone}", frozenset(hexagon.id for hexagon in getattr(pack, zone).hexagons)
    if _is_whole(pack, "favours"):
        favours = frozenset(favour.id for favour in pack.favours or ())
        yield "favours_used", "favour die", favours
        yield "raised", "die", favours.union(COLOURS)


def _is_whole(pack: Pack, part: str) -> bool:
    return getattr(pack, part) is not UNSET and part not in pack.unfinished


def _is_sheet_read(pack: Pack, printed: list[Printed]) -> bool:
    every_round = [one.income for one in pack.settlements or ()]
    for development in pack.developments or ():
        every_round += [effect.bonus for effect in development.effects if isinstance(effect, IncomeEffect)]
    if any(one.zone in ("hall", "armoury", "port") for one in printed):
        return True
    return any(isinstance(gives, Bonus) and gives.one_of for gives in (*every_round, *(one.gives for one in printed)))


def _bonuses(entries: Any, key: str) -> dict[int, Bonus]:
    """Printed bonuses by their place."""
    return {getattr(entry, key): bonus for entry in entries if (bonus := as_bonus(entry.gives)) is not None}


def _by_kind(pack: Pack) -> dict[type, dict[str, list[Effect]]]:
    found: dict[type, dict[str, list[Effect]]] = {}
    for development in pack.developments or ():
        for effect in counted(development.effects):
            found.setdefault(type(effect), {}).setdefault(development.id, []).append(effect)
    return found


def _index(entries: Any, key: str = "id") -> Any:
    return None if entries is UNSET else {getattr(entry, key): entry for entry in entries}


def _levels(levels: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(int(level) for level in sorted(levels) for _ in range(levels[level]))


def _rows(rows: Any) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((row.least, row.points) for row in rows))


def provenance_of(pack: Pack, entry: Any) -> str:
    """Where an entry comes from: as it says itself, or as the head of the pack says for all."""
    provenance: str = pack.provenance if entry.provenance is UNSET else entry.provenance
    return provenance


def entries_of(pack: Pack) -> Iterator[tuple[str, Any]]:
    """Every entry that can have a provenance of its own, with the pointer to it."""
    for part in PARTS:
        content = getattr(pack, part)
        if content is UNSET:
            continue
        if isinstance(content, tuple):
            yield from ((f"/{part}/{place}", entry) for place, entry in enumerate(content))
        else:
            yield f"/{part}", content


def _sources(pack: Pack) -> dict[str, list[Source]]:
    """What unlocks each favour die: any one of these."""
    found: dict[str, list[Source]] = {}
    for named in counted(favours_named(pack)):
        found.setdefault(named.favour, []).append((named.zone, named.name, named.filled))
    return found


def copies_of(card: RaidCard) -> list[str]:
    """What the copies of a raid card are called in a state: by its id, then with a number after it."""
    return [card.id, *(f"{card.id}-{number}" for number in range(2, card.copies + 1))]


def filter_pack(pack: Pack, query: Mapping[str, Any]) -> Pack:
    """Only the raid cards of this level, and only this part."""
    kept: Pack = _filter_cards(pack, query)
    part = query.get("part")
    return kept if part is None else replace(kept, **{name: UNSET for name in PARTS if name != part})


_filter_cards = filter_by(cards=lambda card: {"level": (card.level,)})
