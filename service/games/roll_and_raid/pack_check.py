"""The check of a pack: which parts are missing, what each needs, and what is wrong with those that are there.

The owner of a printed game begins with the template, fills in one part after the other, and asks after each.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid_pack import (
    Bonus,
    EachTerm,
    GainEffect,
    GloryEffect,
    IncomeEffect,
    MajorityTerm,
    OtherEffect,
    OtherTerm,
    Pack,
    RecolourEffect,
    SetsTerm,
    Storage,
    TableTerm,
)
from service.games.roll_and_raid.pack import copies_of
from service.games.roll_and_raid.pack_favours import favours_named
from service.games.roll_and_raid.pack_plausible import implausible
from service.games.roll_and_raid.pack_progress import still_to_do
from service.games.roll_and_raid.pack_texts import said
from service.referee.budget import counted, step
from service.referee.game import Problem
from service.referee.hidden import HIDDEN

COLOURS = ("brown", "grey", "orange")
ROUND_TRACK = "seasons"
"""The part with the boxes of the round track."""
OF = {
    "houses": "settlements",
    "track-boxes": "tracks",
    "god-boxes": "gods",
    "god-values": "gods",
    "developments": "developments",
    "raids": "cards",
    "raids-of-type": "cards",
    "raids-of-region": "cards",
    "festival-vikings": "festivals",
}
"""What can be narrowed with ``of``, and the part of the pack in which that stands."""
KEYS = {
    "track-boxes": "colour",
    "raids": "level",
    "raids-of-type": "type",
    "raids-of-region": "region",
    "festival-vikings": "round",
}
"""The field of an entry that ``of`` names; elsewhere ``id``."""
EACH_PROBLEM = 2
"""The steps of one problem."""
Known = Mapping[str, list[str]]


def check_pack(pack: Pack) -> Iterator[Problem]:
    """Errors first, in the order of the parts; then what is still to be typed in, and what is made up."""
    for problem in _problems(pack):
        step(EACH_PROBLEM + len(problem[2]))  # a sentence may list all that there is
        yield problem


def _problems(pack: Pack) -> Iterator[Problem]:
    known = _known(pack)
    yield from _sheet(pack)
    yield from _gods_and_settlements(pack)
    yield from _favours(pack)
    yield from _developments(pack, known)
    yield from _cards(pack)
    yield from _decks(pack)
    yield from _scoring(pack, known)
    yield from implausible(pack)
    yield from still_to_do(pack)


def _known(pack: Pack) -> Known:
    """What ``of`` may name, sorted, by what is counted; nothing for parts that are missing or unfinished."""
    return {
        count: sorted({str(name) for entry in entries if (name := getattr(entry, KEYS.get(count, "id"))) is not None})
        for count, part in OF.items()
        if part not in pack.unfinished and (entries := getattr(pack, part)) is not UNSET
    }


def _twice(part: str, field: str, keys: Iterable[Any]) -> Iterator[Problem]:
    seen: dict[Any, int] = {}
    for place, key in enumerate(counted(keys)):
        if key in seen:
            yield "error", f"/{part}/{place}/{field}", said("twice", key=key, first=f"/{part}/{seen[key]}")
        elif key == HIDDEN:
            yield "error", f"/{part}/{place}/{field}", said("question-mark")
        seen.setdefault(key, place)


# ---------------------------------------------------------------- the sheet


def _sheet(pack: Pack) -> Iterator[Problem]:
    """Production tracks, great hall, port and armoury."""
    if pack.tracks is not UNSET:
        yield from _twice("tracks", "colour", [track.colour for track in pack.tracks])
        for colour in COLOURS if "tracks" not in pack.unfinished else ():
            if all(track.colour != colour for track in pack.tracks):
                yield "error", "/tracks", said("no-track", colour=colour)
        for place, track in enumerate(pack.tracks):
            for box, gives in enumerate(counted(track.boxes)):
                yield from _bonus(f"/tracks/{place}/boxes/{box}", gives)
    yield from _hall_and_rounds(pack)
    for part in ("port", "armoury"):
        storage = getattr(pack, part)
        if storage is not UNSET:
            yield from _storage(part, storage)


def _hall_and_rounds(pack: Pack) -> Iterator[Problem]:
    hall = pack.great_hall
    if hall is not UNSET:
        if hall.capacity is not None and hall.start > hall.capacity:
            yield "error", "/great_hall/start", said("hall-start", start=hall.start, capacity=hall.capacity)
        yield from _twice("great_hall/bonuses", "at", [bonus.at for bonus in hall.bonuses])
        for place, bonus in enumerate(hall.bonuses):
            yield from _bonus(f"/great_hall/bonuses/{place}/gives", bonus.gives)
            if hall.capacity is not None and bonus.at > hall.capacity:
                message = said("hall-bonus", at=bonus.at, capacity=hall.capacity)
                yield "error", f"/great_hall/bonuses/{place}/at", message
    if pack.seasons is not UNSET:
        yield from _twice(f"{ROUND_TRACK}/bonuses", "round", [bonus.round for bonus in pack.seasons.bonuses])
        for place, box in enumerate(pack.seasons.bonuses):
            yield from _bonus(f"/seasons/bonuses/{place}/gives", box.gives)
    altar = pack.altar
    if altar is not UNSET and altar.costs and altar.boxes not in (None, len(altar.costs)):
        yield "error", "/altar/costs", said("altar-costs", count=len(altar.costs), boxes=altar.boxes)


def _storage(part: str, storage: Storage) -> Iterator[Problem]:
    yield from _twice(f"{part}/hexagons", "id", [hexagon.id for hexagon in storage.hexagons])
    if storage.start > len(storage.hexagons):
        yield "error", f"/{part}/start", said("storage-start", start=storage.start, count=len(storage.hexagons))
    for place, hexagon in enumerate(storage.hexagons):
        yield from _bonus(f"/{part}/hexagons/{place}/gives", hexagon.gives)


def _bonus(pointer: str, gives: Any) -> Iterator[Problem]:
    if not isinstance(gives, Bonus):
        return
    if (gives.track is None) != (gives.boxes == 0):
        yield "error", pointer, said("half-bonus")
    if gives.one_of and len(set(gives.one_of)) < 2:
        yield "error", f"{pointer}/one_of", said("one-of")


def _every_round(pointer: str, gives: Any) -> Iterator[Problem]:
    """What comes every round leaves no mark by which it could be counted or unlocked."""
    yield from _bonus(pointer, gives)
    if isinstance(gives, Bonus) and gives.favours:
        yield "error", f"{pointer}/favours", said("income-favours")
    if isinstance(gives, Bonus) and gives.glory:
        yield "error", f"{pointer}/glory", said("income-glory")


def _gods_and_settlements(pack: Pack) -> Iterator[Problem]:
    yield from _twice("settlements", "id", [settlement.id for settlement in pack.settlements or ()])
    yield from _twice("gods", "id", [god.id for god in pack.gods or ()])
    for place, settlement in enumerate(pack.settlements or ()):
        yield from _bonus(f"/settlements/{place}/loyalty", settlement.loyalty)
        yield from _every_round(f"/settlements/{place}/income", settlement.income)
    for place, god in enumerate(pack.gods or ()):
        for box, entry in enumerate(counted(god.boxes)):
            yield from _bonus(f"/gods/{place}/boxes/{box}/gives", entry.gives)


# ---------------------------------------------------------------- favour dice


def _favours(pack: Pack) -> Iterator[Problem]:
    """Every favour die has a value, and something that unlocks it."""
    if pack.favours is UNSET:
        return
    yield from _twice("favours", "id", [favour.id for favour in pack.favours])
    known = {favour.id for favour in pack.favours}
    unlocked = set()
    for named in counted(favours_named(pack)):
        unlocked.add(named.favour)
        if named.favour not in known and "favours" not in pack.unfinished:
            yield "error", named.pointer, said("favour-not-listed", favour=named.favour)
    for place, entry in enumerate(pack.favours):
        if entry.id in COLOURS:
            yield "error", f"/favours/{place}/id", said("favour-colour", favour=entry.id)
        if entry.id not in unlocked:
            yield "warning", f"/favours/{place}", said("favour-locked", favour=entry.id)


# ---------------------------------------------------------------- developments


def _developments(pack: Pack, known: Known) -> Iterator[Problem]:
    developments = pack.developments or ()
    yield from _twice("developments", "id", [development.id for development in developments])
    names = {development.id for development in developments}
    for place, development in enumerate(developments):
        pointer = f"/developments/{place}"
        for number, other in enumerate(development.after):
            absent = other not in names and "developments" not in pack.unfinished
            if absent or other == development.id:
                message = said("after", development=development.id, other=other)
                yield "error", f"{pointer}/after/{number}", message
        if development.cost.goods:
            yield "error", f"{pointer}/cost/goods", said("cost-goods")
        for number, need in enumerate(development.needs):
            yield from _counted(f"{pointer}/needs/{number}", need, known)
        for number, effect in enumerate(development.effects):
            yield from _effect(f"{pointer}/effects/{number}", effect, known)


def _effect(pointer: str, effect: Any, known: Known) -> Iterator[Problem]:
    match effect:
        case IncomeEffect():
            yield from _every_round(f"{pointer}/bonus", effect.bonus)
        case OtherEffect():
            yield "warning", pointer, said("other")
        case GainEffect():
            yield from _bonus(f"{pointer}/bonus", effect.bonus)
        case RecolourEffect() if effect.die == effect.as_:
            yield "error", f"{pointer}/as", said("same-colour")
        case GloryEffect():
            for number, term in enumerate(effect.terms):
                yield from _term(f"{pointer}/terms/{number}", term, known)


# ---------------------------------------------------------------- cards


def _cards(pack: Pack) -> Iterator[Problem]:
    """Raid cards, and the cards that are set aside."""
    cards = pack.cards or ()
    yield from _twice("cards", "id", [card.id for card in cards])
    yield from _twice("set_aside", "id", [card.id for card in pack.set_aside or ()])
    for place, card in enumerate(cards):
        yield from _bonus(f"/cards/{place}/reward", card.reward)
    ids = {card.id for card in cards}
    for place, card in enumerate(cards):
        for copy in copies_of(card)[1:]:
            if copy in ids:
                yield "error", f"/cards/{place}/copies", said("copy-taken", card=card.id, copy=copy)
    for place, aside in enumerate(pack.set_aside or ()):
        if aside.id in ids:
            yield "error", f"/set_aside/{place}/id", said("aside-and-raid", card=aside.id)


def _decks(pack: Pack) -> Iterator[Problem]:
    """The decks that are made of the raid cards, and how many of them lie open."""
    there: Counter[int] = Counter()
    for card in pack.cards or ():
        there[card.level] += card.copies
    whole = pack.cards is not UNSET and "cards" not in pack.unfinished
    yield from _twice("decks", "clans", [deck.clans for deck in pack.decks or ()])
    yield from _twice("display", "clans", [shown.clans for shown in pack.display or ()])
    for place, deck in enumerate(pack.decks or ()):
        for level, count in deck.levels.items():
            if whole and count > there[int(level)]:
                message = said("few-cards", count=count, level=level, there=there[int(level)])
                yield "error", f"/decks/{place}/levels/{level}", message
    for part in ("decks", "display"):
        content = getattr(pack, part)
        if content is not UNSET:
            absent = sorted(set(range(1, 7)) - {entry.clans for entry in content})
            if absent:
                yield "warning", f"/{part}", said("no-clans", numbers=", ".join(map(str, absent)))


# ---------------------------------------------------------------- scoring


def _scoring(pack: Pack, known: Known) -> Iterator[Problem]:
    yield from _twice("festivals", "round", [festival.round for festival in pack.festivals or ()])
    whole = pack.festivals is not UNSET and "festivals" not in pack.unfinished
    if whole and len({festival.round for festival in pack.festivals or ()}) < 4:
        yield "error", "/festivals", said("festivals")
    if pack.scoring is UNSET:
        return
    for triskel in ("sacrifices", "developments", "gods", "battle"):
        for number, term in enumerate(getattr(pack.scoring, triskel) or ()):
            yield from _term(f"/scoring/{triskel}/{number}", term, known)
    for number, tie_break in enumerate(pack.scoring.tie_breaks):
        yield from _counted(f"/scoring/tie_breaks/{number}", tie_break, known)


def _term(pointer: str, term: Any, known: Known) -> Iterator[Problem]:
    match term:
        case OtherTerm():
            yield "warning", pointer, said("other")
        case EachTerm() | TableTerm() | MajorityTerm():
            yield from _counted(pointer, term, known)
            if isinstance(term, TableTerm):
                yield from _twice(f"{pointer[1:]}/rows", "least", [row.least for row in term.rows])
        case SetsTerm():
            for number, one in enumerate(term.each_of):
                yield from _counted(f"{pointer}/each_of/{number}", one, known)


def _counted(pointer: str, narrowed: Any, known: Known) -> Iterator[Problem]:
    """What ``of`` names must exist."""
    step()
    if narrowed.of is UNSET:
        return
    if narrowed.count not in OF:
        yield "error", f"{pointer}/of", said("not-narrowed", count=narrowed.count)
        return
    names = known.get(narrowed.count)
    if names is not None and narrowed.of not in names:
        message = said("of-unknown", of=repr(narrowed.of), part=OF[narrowed.count], names=", ".join(names))
        yield "error", f"{pointer}/of", message
