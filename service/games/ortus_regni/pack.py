"""The components of a box, indexed for the engine, and the check of a pack that somebody wrote."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from schemas.ortus_regni import Card, DeckEntry, Pack
from service.referee.budget import counted
from service.referee.game import Problem
from service.referee.packs import filter_by

DECK = 24
"""How many cards an Earl deck has."""
COPIES = 6
"""How many cards of a type a colour has."""
FREE_TOWERS = 2
"""How many Towers an Earl brings to a tournament."""
EARLS = range(2, 7)
CUBES = {"vassal": 1, "monk": 2}
"""emissary/cubes: how many cubes an emissary adds."""
FACES = ("prince", "vassal", "champion", "monk")
ANCHORS = ("castle", "palace")
PROPERTIES = ("land", "market", "church", "cathedral")
POLITICS = ("treachery", "intrigue", "allies", "banquet", "banner")
TYPES = ("castle", *PROPERTIES, *FACES, "mercenary", *POLITICS)
ARMIES = ("infantry", "knights")
VIKINGS = ("viking", "chieftain")
BATTLE_CARDS = ("normal", "attacker", "defender", "church")
JOUST_CARDS = ("prince", "vassal", "nothing")
UNITS = (*FACES, "mercenary", *ARMIES, *VIKINGS, "king")
STRONGHOLDS = ("palace", "castle", *PROPERTIES, "tower")
PILES = {"battle": BATTLE_CARDS, "army": ARMIES, "vikings": VIKINGS, "joust": JOUST_CARDS}

A_DECK = 50
"""The steps of checking a deck."""


class Box(NamedTuple):
    """A pack made ready."""

    pack: Pack
    deals: dict[str, int]
    """The damage that each unit deals; each absorbs one point."""
    resists: dict[str, int]
    """The damage of one attack that fells each card."""
    piles: dict[tuple[str, int], dict[str, int]]
    decks: dict[str, DeckEntry]
    stand_in: bool

    def pile(self, deck: str, earls: int = 2) -> dict[str, int]:
        """How many of each card a neutral deck has with so many Earls."""
        return self.piles[deck, earls]


def towers_of(deck: DeckEntry) -> tuple[Any, ...]:
    """The two free Towers of a deck, if it names any."""
    return deck.towers


def cards_of(deck: DeckEntry) -> tuple[Card, ...]:
    """The cards of a deck, in the order of the pack."""
    return tuple(card for card, count in deck.cards.items() for _ in range(count))


def compile_pack(pack: Pack) -> Box:
    piles: dict[tuple[str, int], dict[str, int]] = {(name, earls): {} for name in PILES for earls in EARLS}
    for pile in pack.piles:
        for earls in EARLS:
            piles[pile.deck, earls][pile.card] = pile.count + pile.each_more * (earls - EARLS[0])
    return Box(
        pack=pack,
        deals={unit.card: unit.deals for unit in pack.units},
        resists={entry.card: entry.damage for entry in pack.strongholds},
        piles=piles,
        decks={deck.id: deck for deck in pack.decks},
        stand_in=any(
            entry.provenance == "stand-in"
            for kind in ("units", "strongholds", "piles")
            for entry in getattr(pack, kind)
        ),
    )


# ---------------------------------------------------------------- what is wrong or odd in a pack


def check_pack(pack: Pack) -> Iterator[Problem]:
    yield from _complete("units", [unit.card for unit in pack.units], UNITS)
    for place, unit in enumerate(pack.units):
        if unit.absorbs != 1:
            yield (
                "error",
                f"/units/{place}/absorbs",
                f"Every unit absorbs 1 point; {unit.card} absorbs more or less here.",
            )
    yield from _complete("strongholds", [entry.card for entry in pack.strongholds], STRONGHOLDS)
    for place, entry in enumerate(pack.strongholds):
        if entry.card not in ("palace", "castle") and entry.damage != 1:
            yield "error", f"/strongholds/{place}/damage", f"A {entry.card} falls to 1 point of damage."
    yield from _piles(pack)
    yield from _decks(pack)
    for kind in ("units", "strongholds", "piles", "decks"):
        for place, part in enumerate(getattr(pack, kind)):
            if part.provenance == "stand-in":
                yield "warning", f"/{kind}/{place}/provenance", f"Entry {place} of {kind} is marked as a stand-in."


def _complete(kind: str, cards: list[str], wanted: tuple[str, ...]) -> Iterator[Problem]:
    for place, card in enumerate(cards):
        if card not in wanted:
            yield "error", f"/{kind}/{place}/card", f"There is no {card!r} here; there are: {', '.join(wanted)}."
        elif card in cards[:place]:
            yield "error", f"/{kind}/{place}/card", f"{card} is there already, at /{kind}/{cards.index(card)}."
    for card in wanted:
        if card not in cards:
            yield "error", f"/{kind}", f"There is no entry for {card}."


def _piles(pack: Pack) -> Iterator[Problem]:
    for name, wanted in PILES.items():
        places = [place for place, pile in enumerate(pack.piles) if pile.deck == name]
        cards = [pack.piles[place].card for place in places]
        for place in places:
            card = pack.piles[place].card
            if card not in wanted:
                yield "error", f"/piles/{place}/card", f"The {name} deck has no {card!r}."
            elif cards.count(card) > 1:
                yield "error", f"/piles/{place}/card", f"{card} of the {name} deck is listed more than once."
        for card in wanted:
            if card not in cards:
                yield "error", "/piles", f"There is no entry for {card} of the {name} deck."
        if places and sum(pack.piles[place].count for place in places) != DECK:
            yield "error", f"/piles/{places[0]}/count", f"The {name} deck for two Earls has {DECK} cards."
        for place in places:
            if name != "army" and pack.piles[place].each_more:
                yield "error", f"/piles/{place}/each_more", "Only the Army deck grows with the number of Earls."


def _decks(pack: Pack) -> Iterator[Problem]:
    """Whether the decks that are ready to play could be brought to a table."""
    if not pack.decks:
        yield "warning", "/decks", "No deck is ready to play: a table with a seed cannot be set up."
    seen: dict[str, int] = {}
    for place, deck in enumerate(counted(pack.decks, A_DECK)):
        if deck.id in seen:
            yield "error", f"/decks/{place}/id", f"{deck.id} is there already, at /decks/{seen[deck.id]}."
        seen.setdefault(deck.id, place)
        size = sum(deck.cards.values())
        if size != DECK:
            yield "error", f"/decks/{place}/cards", f"{deck.id} has {size} cards; an Earl deck has exactly {DECK}."
        for card, count in (Counter(deck.cards) + Counter(deck.towers)).items():
            if card == "palace":
                yield "error", f"/decks/{place}/cards", "The Palace is not part of a deck: it lies on the table."
            elif count > COPIES:
                yield (
                    "error",
                    f"/decks/{place}/cards/{card}",
                    f"{count} cards {card} are too many; there are {COPIES}.",
                )
        if deck.towers and len(deck.towers) != FREE_TOWERS:
            yield "error", f"/decks/{place}/towers", f"In a tournament an Earl starts with {FREE_TOWERS} Towers."
        if not deck.towers:
            yield "warning", f"/decks/{place}/towers", f"{deck.id} has no Towers for a tournament."


filter_pack = filter_by(
    decks=lambda entry: {"deck": (entry.id,), "card": entry.cards},
    piles=lambda entry: {"pile": (entry.deck,)},
    units=lambda entry: {"card": (entry.card,)},
)
