"""The check of a pack: which parts are missing, what each needs, and what is wrong with those that are there.

The owner of a printed game begins with the template, fills in one part after the other, and asks after each.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid_pack import (
    PARTS,
    Bonus,
    EachTerm,
    GainEffect,
    GloryEffect,
    IncomeEffect,
    Pack,
    RecolourEffect,
    SetsTerm,
    Storage,
    TableTerm,
)
from service.games.roll_and_raid.pack_favours import favours_named
from service.games.roll_and_raid.pack_template import GUIDE
from service.referee.budget import counted, step
from service.referee.game import Problem
from service.referee.hidden import HIDDEN

COLOURS = ("brown", "grey", "orange")
OF = {
    "houses": "settlements",
    "track-boxes": "tracks",
    "god-boxes": "gods",
    "god-values": "gods",
    "developments": "developments",
    "raids": "cards",
    "festival-vikings": "festivals",
}
"""What can be narrowed with ``of``, and the part of the pack in which that stands."""
KEYS = {"tracks": "colour", "cards": "level", "festivals": "round"}
"""The field by which an entry of a part is named; elsewhere ``id``."""
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
    yield from _scoring(pack, known)
    yield from _missing(pack)
    yield from _stand_ins(pack)


def _known(pack: Pack) -> Known:
    """The names in each part that is there, sorted."""
    return {
        part: sorted({str(getattr(entry, KEYS.get(part, "id"))) for entry in entries})
        for part in set(OF.values())
        if (entries := getattr(pack, part)) is not UNSET
    }


def _missing(pack: Pack) -> Iterator[Problem]:
    missing = [part for part in PARTS if getattr(pack, part) is UNSET]
    for part in missing:
        first = "next to be typed in" if part == missing[0] else "missing"
        needs, without = GUIDE[part]
        place = PARTS.index(part) + 1
        yield (
            "warning",
            f"/{part}",
            f"Part {place} of {len(PARTS)}, `{part}`, is {first}. It needs {needs}. Without it {without}.",
        )


def _stand_ins(pack: Pack) -> Iterator[Problem]:
    for part in PARTS:
        content = getattr(pack, part)
        if content is UNSET:
            continue
        entries = content if isinstance(content, tuple) else (content,)
        made_up = [place for place, entry in enumerate(entries) if entry.provenance == "stand-in"]
        if made_up:
            pointer = f"/{part}/{made_up[0]}" if isinstance(content, tuple) else f"/{part}"
            count = f"{len(made_up)} of {len(entries)} entries are" if isinstance(content, tuple) else "The part is"
            yield "warning", f"{pointer}/provenance", f"{count} marked as a stand-in (`{part}`)."


def _twice(part: str, field: str, keys: Iterable[Any]) -> Iterator[Problem]:
    seen: dict[Any, int] = {}
    for place, key in enumerate(counted(keys)):
        if key in seen:
            yield "error", f"/{part}/{place}/{field}", f"{key} is there already, at /{part}/{seen[key]}."
        elif key == HIDDEN:
            yield "error", f"/{part}/{place}/{field}", "A question mark stands for what is hidden; an id is needed."
        seen.setdefault(key, place)


# ---------------------------------------------------------------- the sheet


def _sheet(pack: Pack) -> Iterator[Problem]:
    """Production tracks, great hall, port and armoury."""
    if pack.tracks is not UNSET:
        yield from _twice("tracks", "colour", [track.colour for track in pack.tracks])
        for colour in COLOURS:
            if all(track.colour != colour for track in pack.tracks):
                yield "error", "/tracks", f"There is no {colour} track; each of the three dice has one."
        for place, track in enumerate(pack.tracks):
            for box, gives in enumerate(counted(track.boxes)):
                yield from _bonus(f"/tracks/{place}/boxes/{box}", gives)
    hall = pack.great_hall
    if hall is not UNSET and hall.capacity is not None and hall.start > hall.capacity:
        yield "error", "/great_hall/start", f"{hall.start} Vikings at the start do not fit into {hall.capacity}."
    for part in ("port", "armoury"):
        storage = getattr(pack, part)
        if storage is not UNSET:
            yield from _storage(part, storage)


def _storage(part: str, storage: Storage) -> Iterator[Problem]:
    yield from _twice(f"{part}/hexagons", "id", [hexagon.id for hexagon in storage.hexagons])
    if storage.start > len(storage.hexagons):
        yield "error", f"/{part}/start", f"{storage.start} cannot be filled of {len(storage.hexagons)} hexagons."


def _bonus(pointer: str, gives: Any) -> Iterator[Problem]:
    if isinstance(gives, Bonus) and (gives.track is None) != (gives.boxes == 0):
        yield "error", pointer, "A bonus on a production track needs both `track` and `boxes`."


def _gods_and_settlements(pack: Pack) -> Iterator[Problem]:
    yield from _twice("settlements", "id", [settlement.id for settlement in pack.settlements or ()])
    yield from _twice("gods", "id", [god.id for god in pack.gods or ()])
    for place, settlement in enumerate(pack.settlements or ()):
        yield from _bonus(f"/settlements/{place}/loyalty", settlement.loyalty)
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
        if named.favour not in known:
            yield "error", named.pointer, f"The favour die {named.favour} is not in the list of favour dice."
    for place, entry in enumerate(pack.favours):
        if entry.id in COLOURS:
            yield "error", f"/favours/{place}/id", f"{entry.id} is a resource die; a favour die needs another id."
        if entry.id not in unlocked:
            yield "warning", f"/favours/{place}", f"Nothing unlocks the favour die {entry.id}."


# ---------------------------------------------------------------- developments


def _developments(pack: Pack, known: Known) -> Iterator[Problem]:
    developments = pack.developments or ()
    yield from _twice("developments", "id", [development.id for development in developments])
    names = {development.id for development in developments}
    for place, development in enumerate(developments):
        pointer = f"/developments/{place}"
        for number, other in enumerate(development.after):
            if other not in names or other == development.id:
                yield "error", f"{pointer}/after/{number}", f"{development.id} comes after {other}, which cannot be."
        if development.cost.goods:
            yield "error", f"{pointer}/cost/goods", "What a development costs is given as axes, ships and Vikings."
        for number, need in enumerate(development.needs):
            yield from _counted(f"{pointer}/needs/{number}", need, known)
        for number, effect in enumerate(development.effects):
            yield from _effect(f"{pointer}/effects/{number}", effect, known)


def _effect(pointer: str, effect: Any, known: Known) -> Iterator[Problem]:
    match effect:
        case IncomeEffect():
            yield from _bonus(f"{pointer}/bonus", effect.bonus)
            if effect.bonus.favours:
                yield (
                    "error",
                    f"{pointer}/bonus/favours",
                    "A favour die is unlocked once; it cannot come every round.",
                )
        case GainEffect():
            yield from _bonus(f"{pointer}/bonus", effect.bonus)
        case RecolourEffect() if effect.die == effect.as_:
            yield "error", f"{pointer}/as", "The die has this colour already."
        case GloryEffect():
            for number, term in enumerate(effect.terms):
                yield from _term(f"{pointer}/terms/{number}", term, known)


# ---------------------------------------------------------------- cards


def _cards(pack: Pack) -> Iterator[Problem]:
    """Raid cards, and the decks that are made of them."""
    cards = pack.cards or ()
    yield from _twice("cards", "id", [card.id for card in cards])
    yield from _twice("set_aside", "id", [card.id for card in pack.set_aside or ()])
    for place, card in enumerate(cards):
        yield from _bonus(f"/cards/{place}/reward", card.reward)
    ids = {card.id for card in cards}
    for place, aside in enumerate(pack.set_aside or ()):
        if aside.id in ids:
            yield "error", f"/set_aside/{place}/id", f"{aside.id} is both a raid card and set aside."
    there = Counter(card.level for card in cards)
    yield from _twice("decks", "clans", [deck.clans for deck in pack.decks or ()])
    yield from _twice("display", "clans", [shown.clans for shown in pack.display or ()])
    for place, deck in enumerate(pack.decks or ()):
        for level, count in deck.levels.items():
            if pack.cards is not UNSET and count > there[int(level)]:
                yield (
                    "error",
                    f"/decks/{place}/levels/{level}",
                    f"{count} cards of level {level} are needed; there are {there[int(level)]}.",
                )
    for part in ("decks", "display"):
        content = getattr(pack, part)
        if content is not UNSET:
            absent = sorted(set(range(1, 7)) - {entry.clans for entry in content})
            if absent:
                yield "warning", f"/{part}", f"There is nothing for these numbers of clans: {absent}."


# ---------------------------------------------------------------- scoring


def _scoring(pack: Pack, known: Known) -> Iterator[Problem]:
    yield from _twice("festivals", "round", [festival.round for festival in pack.festivals or ()])
    if pack.festivals is not UNSET and len({festival.round for festival in pack.festivals}) < 4:
        yield "error", "/festivals", "Each of the rounds 4, 8, 12 and 16 needs its table."
    if pack.scoring is UNSET:
        return
    for triskel in ("sacrifices", "developments", "gods", "battle"):
        for number, term in enumerate(getattr(pack.scoring, triskel)):
            yield from _term(f"/scoring/{triskel}/{number}", term, known)
    for number, tie_break in enumerate(pack.scoring.tie_breaks):
        yield from _counted(f"/scoring/tie_breaks/{number}", tie_break, known)


def _term(pointer: str, term: Any, known: Known) -> Iterator[Problem]:
    match term:
        case EachTerm() | TableTerm():
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
        yield "error", f"{pointer}/of", f"`{narrowed.count}` cannot be narrowed; leave `of` out."
        return
    part = OF[narrowed.count]
    names = known.get(part)
    if names is not None and narrowed.of not in names:
        yield "error", f"{pointer}/of", f"There is no {narrowed.of!r} in `{part}`; there are: {', '.join(names)}."
