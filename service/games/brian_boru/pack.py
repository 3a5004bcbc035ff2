"""The components of a box, indexed for the engine, and the check of a pack that somebody wrote."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from schemas.brian_boru import ActionCard, MarriageCard, Pack, Token, Town
from service.referee.budget import counted, step
from service.referee.game import Problem
from service.referee.hidden import HIDDEN
from service.referee.packs import filter_by, named_twice

HAND = {3: 8, 4: 6, 5: 5}
"""How many action cards each player is dealt."""
MARRIAGES = {3: 2, 4: 3, 5: 3}
"""How many marriage cards lie on the Princess."""
CARDS = 25
BOUGHT = ("church", "raider", "courtship")
"""Symbols of which more can be bought."""
ACTIONS = ("primary", "upper", "lower")
A_CARD = 10
"""The steps of checking an action card."""
COMPARISONS = 10
"""How many components are compared in one step."""


class Box(NamedTuple):
    """A pack made ready."""

    pack: Pack
    towns: dict[str, Town]
    roads: dict[str, frozenset[str]]
    """The towns at the other ends of a town's roads."""
    regions: dict[str, tuple[str, ...]]
    """The towns of each region."""
    tokens: dict[str, Token]
    cards: dict[int, ActionCard]
    numbers: frozenset[int]
    runs_printed: dict[tuple[int, str], list[tuple[str, int]]]
    """The symbols of each action of each card, see ``runs``."""
    marriages: dict[str, MarriageCard]
    princess: str
    vikings: Counter[int]
    viking_deck: list[int]
    """Their strengths in ascending order."""
    top: int
    """The highest space of the marriage track."""
    stand_in: bool
    spread_points: tuple[int, ...]
    """Points for towns in so many regions, from none to all."""
    region_of: dict[str, str]
    """The region of each town."""
    known_cards: frozenset[int | str]
    """The numbers that a state may name, and the question mark for what is hidden."""
    known_marriages: frozenset[str]
    """The marriage cards that it may name, and the question mark."""
    known_regions: frozenset[str]

    def runs(self, number: int, action: str) -> list[tuple[str, int]]:
        """The symbols of an action from left to right, equal neighbours counted together."""
        return self.runs_printed[number, action]

    def spread(self, regions: int) -> int:
        """Points for towns in so many regions."""
        return self.spread_points[regions]


def compile_pack(pack: Pack) -> Box:
    step(len(pack.regions) * (len(pack.towns) + len(pack.spread)) // COMPARISONS)
    roads: dict[str, set[str]] = {town.id: set() for town in pack.towns}
    for road in counted(pack.roads):
        one, other = road.ends
        roads[one].add(other)
        roads[other].add(one)
    cards = {card.number: card for card in pack.cards if card.number is not None}
    return Box(
        pack=pack,
        towns={town.id: town for town in pack.towns},
        roads={town: frozenset(others) for town, others in roads.items()},
        regions={
            region.id: tuple(town.id for town in pack.towns if town.region == region.id) for region in pack.regions
        },
        tokens={token.region: token for token in pack.tokens},
        cards=cards,
        numbers=frozenset(cards),
        runs_printed={
            (card.number, action): _runs(getattr(card, action) or ())
            for card in pack.cards
            for action in ACTIONS
            if card.number is not None
        },
        marriages={card.id: card for card in pack.marriages},
        princess=next(card.id for card in pack.marriages if card.princess),
        vikings=Counter(card.strength for card in pack.vikings),
        viking_deck=sorted(card.strength for card in pack.vikings),
        top=len(pack.track) - 1,
        stand_in=any(entry.provenance == "stand-in" for _, entries in _entries(pack) for entry in entries),
        spread_points=tuple(
            max((row for row in pack.spread if row.regions <= count), key=lambda row: row.regions).points
            for count in range(len(pack.regions) + 1)
        ),
        region_of={town.id: town.region for town in pack.towns},
        known_cards=frozenset((*cards, HIDDEN)),
        known_marriages=frozenset((*(card.id for card in pack.marriages), HIDDEN)),
        known_regions=frozenset(region.id for region in pack.regions),
    )


def _runs(symbols: Sequence[str]) -> list[tuple[str, int]]:
    return [(symbol, len(list(group))) for symbol, group in groupby(symbols)]


# ---------------------------------------------------------------- what is wrong or odd in a pack


def check_pack(pack: Pack) -> Iterator[Problem]:
    step((len(pack.regions) + len(pack.tokens)) * len(pack.towns) // COMPARISONS)
    yield from _map(pack)
    yield from _tokens(pack)
    yield from _cards(pack)
    yield from _marriages(pack)
    yield from _tables(pack)
    for kind, entries in _entries(pack):
        for place, entry in enumerate(counted(entries)):
            if entry.provenance == "stand-in":
                yield "warning", f"/{kind}/{place}/provenance", f"Entry {place} of {kind} is marked as a stand-in."


def _entries(pack: Pack) -> Iterator[tuple[str, Sequence[Any]]]:
    for kind in ("regions", "tokens", "towns", "roads", "cards", "track", "marriages", "vikings", "spread"):
        yield kind, getattr(pack, kind)


def _map(pack: Pack) -> Iterator[Problem]:
    """Regions, towns and roads."""
    yield from named_twice("regions", "id", [region.id for region in pack.regions])
    yield from named_twice("towns", "id", [town.id for town in pack.towns])
    regions, towns = {region.id for region in pack.regions}, {town.id for town in pack.towns}
    for place, town in enumerate(pack.towns):
        if town.region not in regions:
            yield "error", f"/towns/{place}/region", f"Town {town.id} lies in {town.region}, which is no region."
        if town.id == HIDDEN:
            yield "error", f"/towns/{place}/id", "A question mark stands for what is hidden; a town needs an id."
    for place, region in enumerate(pack.regions):
        if not any(town.region == region.id for town in pack.towns):
            yield "error", f"/regions/{place}", f"There is no town in {region.id}."
    if len(regions) < max(HAND):
        yield "warning", "/regions", f"With {len(regions)} regions five players cannot open in a region each."
    yield from _roads(pack, towns)


def _roads(pack: Pack, towns: set[str]) -> Iterator[Problem]:
    seen: set[frozenset[str]] = set()
    for place, road in enumerate(counted(pack.roads)):
        for end, name in enumerate(road.ends):
            if name not in towns:
                yield "error", f"/roads/{place}/ends/{end}", f"The road leads to {name}, which is no town."
        if road.ends[0] == road.ends[1]:
            yield "error", f"/roads/{place}", f"The road leads from {road.ends[0]} to itself."
        elif frozenset(road.ends) in seen:
            yield "warning", f"/roads/{place}", f"The road from {road.ends[0]} to {road.ends[1]} is listed twice."
        seen.add(frozenset(road.ends))


def _tokens(pack: Pack) -> Iterator[Problem]:
    """One claim token a region."""
    yield from named_twice("tokens", "region", [token.region for token in pack.tokens])
    regions, with_token = {region.id for region in pack.regions}, {token.region for token in pack.tokens}
    for place, token in enumerate(pack.tokens):
        if token.region not in regions:
            yield "error", f"/tokens/{place}/region", f"The token belongs to {token.region}, which is no region."
        elif token.threshold > 2 * sum(town.region == token.region for town in pack.towns):
            yield "warning", f"/tokens/{place}/threshold", f"The threshold of {token.region} can never be reached."
    for place, region in enumerate(pack.regions):
        if region.id not in with_token:
            yield "error", f"/regions/{place}", f"There is no claim token for {region.id}."


def _cards(pack: Pack) -> Iterator[Problem]:
    """Action cards: numbers, colours and symbols."""
    yield from named_twice("cards", "number", [card.number for card in pack.cards])
    if len(pack.cards) != CARDS:
        yield "error", "/cards", f"The pack has {len(pack.cards)} action cards; the game is played with {CARDS}."
    colours = {town.colour for town in pack.towns}
    for place, card in enumerate(counted(pack.cards, A_CARD)):
        if card.number is None:
            yield "error", f"/cards/{place}/number", f"Card {place} has no number."
        for action in ACTIONS:
            for text in _symbols(action, getattr(card, action)):
                yield "error", f"/cards/{place}/{action}", text
        if card.colour != "white" and card.colour not in colours:
            yield "warning", f"/cards/{place}/colour", f"No town is {card.colour}."


def _symbols(action: str, symbols: tuple[str, ...] | None) -> Iterator[str]:
    if symbols is None:
        return
    if not symbols:
        yield "An action has at least one symbol."
    elif action == "primary" and (symbols[0] != "take" or symbols.count("take") > 1):
        yield "A primary action begins with `take`, and has it once."
    elif action != "primary" and "take" in symbols:
        yield "Only a primary action takes the town."
    for symbol in ("expand", "free"):
        if symbols.count(symbol) > 1:
            yield f"An action has `{symbol}` at most once."
    runs = [symbol for symbol, _ in groupby(symbols)]
    for symbol in BOUGHT:
        if runs.count(symbol) > 1:
            yield f"The symbols `{symbol}` of one action must stand side by side."


def _marriages(pack: Pack) -> Iterator[Problem]:
    """Marriage cards and Viking cards."""
    yield from named_twice("marriages", "id", [card.id for card in pack.marriages])
    regions = {region.id for region in pack.regions}
    for place, card in enumerate(pack.marriages):
        if card.region is not None and card.region not in regions:
            yield (
                "error",
                f"/marriages/{place}/region",
                f"{card.id} brings a town in {card.region}, which is no region.",
            )
        if card.id == HIDDEN:
            yield "error", f"/marriages/{place}/id", "A question mark stands for what is hidden; a card needs an id."
    princesses = sum(card.princess for card in pack.marriages)
    if princesses != 1:
        yield "error", "/marriages", f"The pack has {princesses} cards for the Princess; there is one."
    ordinary, needed = len(pack.marriages) - princesses, max(MARRIAGES.values())
    if ordinary < needed:
        yield (
            "error",
            "/marriages",
            f"{ordinary} marriage cards besides the Princess are too few; {needed} are needed.",
        )
    rounds = needed + 1
    if len(pack.vikings) < rounds:
        yield "error", "/vikings", f"{len(pack.vikings)} Viking cards are too few for {rounds} rounds."


def _tables(pack: Pack) -> Iterator[Problem]:
    """The marriage track and the table of points for regions."""
    if len(pack.track) < 2:
        yield "error", "/track", "The marriage track needs a start and at least one space above it."
    yield from named_twice("spread", "regions", [row.regions for row in pack.spread])
    if not any(row.regions == 0 for row in pack.spread):
        yield "error", "/spread", "The table of points for regions must begin with 0 regions."


filter_pack = filter_by(
    cards=lambda card: {"number": (card.number,), "colour": (card.colour,)},
    towns=lambda town: {"region": (town.region,), "colour": (town.colour,)},
    tokens=lambda token: {"region": (token.region,)},
)
