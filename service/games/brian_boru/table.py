"""A state made ready for questions.

A zone that was not told stays unknown: every question here answers None in that case, and who asks must say what
it assumes instead.
"""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from schemas.base import Fault, Malformed, pointer_step
from schemas.brian_boru import Card, Deal, Held, Move, Pick, Played, Player, Prepare, State
from service.games.brian_boru.pack import HAND, MARRIAGES, Box
from service.referee import table as core
from service.referee.budget import step
from service.referee.choices import Choices
from service.referee.known import Truth, Unknown
from service.referee.table import STATE

if TYPE_CHECKING:
    from service.games.brian_boru.timing import Turn

MOST_UNKNOWN = 2
"""With so few players some are not known: three to five play."""


class Table(core.Table[State, Box]):
    """A state with its pack and choices."""

    def __init__(self, state: State, box: Box, choices: Choices) -> None:
        super().__init__(state, box, choices, seats_known=len(state.players) > MOST_UNKNOWN)

    def read(self, state: State) -> None:
        super().read(state)
        self.known: State = state
        """The state without the zones that an unresolved step may still change."""
        self.count: int | None = len(self.order) if self.seats_known else None
        """How many play; None when only part of the players is known."""
        if self.unsettled:
            self.known = _without(state, self.unsettled)
            self.by_name = {player.name: player for player in self.known.players}

    def clear_derived(self) -> None:
        self._cards: dict[int, str] | None = None
        self._named: Named | None = None
        self.now: Turn | UnsetType | None = UNSET
        """What is to be done now, once ``turn`` has read it."""

    # ---------------------------------------------------------------- zones: a value or an ``Unknown``

    @property
    def phase(self) -> Any:
        return self.zone("phase")

    @property
    def towns(self) -> Any:
        """What lies in the towns that have a disc."""
        return self.zone("towns")

    @property
    def pending(self) -> Any:
        """The decisions of the upkeep that are still to be made."""
        return self.zone("pending")

    @property
    def raiders(self) -> Any:
        """The raiders in the battle area."""
        return self.zone("raiders")

    @property
    def is_between_tricks(self) -> Truth:
        """Whether no trick is under way: nobody holds the marker while it lies on the town of a trick."""
        trick, marker = self.zone("trick"), self.zone("marker")
        if isinstance(trick, Unknown):
            return False if marker is None else trick
        return trick is None

    @property
    def cards_played(self) -> Any:
        """The cards of the trick that wait to be acted on."""
        trick = self.zone("trick")
        if trick is None or isinstance(trick, Unknown):
            return () if trick is None else trick
        return Unknown(f"{STATE}/trick/played") if trick.played is UNSET else trick.played

    @property
    def is_full(self) -> bool:
        """Whether every town has a disc."""
        return len(self.towns) == len(self.box.towns)

    # ---------------------------------------------------------------- what is known

    @property
    def named(self) -> "Named":
        """The components that the state names."""
        if self._named is None:
            self._named = Named(self.known)
        return self._named

    @property
    def played(self) -> tuple[Played, ...] | None:
        """The cards that wait to be acted on; None when they were not told."""
        trick = self.known.trick
        if trick is None:
            return ()
        return None if trick is UNSET or trick.played is UNSET else trick.played

    @property
    def hand_size(self) -> int | None:
        return HAND.get(self.count or 0)

    @property
    def rounds(self) -> int | None:
        return None if self.count not in MARRIAGES else MARRIAGES[self.count] + 1

    @property
    def cards_left_at_end(self) -> int:
        """With how many cards in hand the action phase ends; with none if that may be, not all players being told."""
        return 0 if self.count in (5, None) and self.choices["tricks_of_five"] == "five" else 1

    def player(self, name: str) -> Player:
        """What is known of a player; nothing of one who was not sent."""
        return self.by_name.get(name) or Player(name=name)

    def clockwise(self, first: str) -> list[str]:
        """All names, beginning with this one."""
        start = self.order.index(first)
        return self.order[start:] + self.order[:start]

    def left_of(self, name: str) -> str:
        return self.order[(self.order.index(name) + 1) % len(self.order)]

    def held(self, town: str) -> Held | None:
        """What lies in a town; None when nothing does, or when the towns were not told."""
        return None if self.known.towns is UNSET else self.known.towns.get(town)

    def is_free(self, town: str) -> bool | None:
        """Whether a town has no disc."""
        return None if self.known.towns is UNSET else town not in self.known.towns

    def controlled(self, name: str) -> list[str]:
        """The towns in which this player's disc lies open, in the order of the pack."""
        towns = self.known.towns or {}
        return [
            town for town in self.box.towns if (held := towns.get(town)) and held.disc == name and not held.viking
        ]

    def free_towns(self, region: str | None = None) -> list[str]:
        """The towns without a disc, in the order of the pack."""
        towns = self.known.towns or {}
        return [town for town in (self.box.regions[region] if region else self.box.towns) if town not in towns]

    def place_of(self, card: int) -> str | None:
        """Where a card is told to be: in whose ``hand``, ``dealt`` or ``picked``, on the table, or put away."""
        if self._cards is None:
            self._cards = {number: zone for zone, number in cards_told(self.known)}
        return self._cards.get(card)


def _without(state: State, zones: Collection[str]) -> State:
    """A state without these zones, those of players as ``players/zone``."""
    of_players = {zone.removeprefix("players/"): UNSET for zone in zones if zone.startswith("players/")}
    of_table: dict[str, Any] = {zone: UNSET for zone in zones if not zone.startswith("players/")}
    return replace(
        state, **of_table, unresolved=UNSET, players=tuple(replace(player, **of_players) for player in state.players)
    )


class Named:
    """The components of every zone that is known, each as often as it is named and the hidden ones too.

    Read in one go: whether they exist, and whether any of them is there twice, is asked of every state.
    """

    __slots__ = ("cards", "every_card_zone", "marriages", "tokens")

    def __init__(self, state: State) -> None:
        self.cards: list[Card] = [*(state.discard or ()), *(state.unseen or ())]
        self.tokens: list[str] = [*(state.face_up or ())]
        """The regions of the claim tokens."""
        self.marriages: list[str] = [*(state.marriage_pile or ()), *(state.marriages_gone or ())]
        trick = state.trick
        trick_known = trick is None or (trick is not UNSET and trick.played is not UNSET)
        self.every_card_zone = not (state.discard is UNSET or state.unseen is UNSET) and trick_known
        """Whether all zones of action cards are told."""
        if state.marriage_card:
            self.marriages.append(state.marriage_card)
        if trick:
            self.cards += [played.card for played in trick.played or ()]
        for player in state.players:
            hand, dealt, picked = player.hand, player.dealt, player.picked
            if hand is UNSET or dealt is UNSET or picked is UNSET:
                self.every_card_zone = False
            if hand:
                self.cards += hand
            if dealt:
                self.cards += dealt
            if picked:
                self.cards += picked
            if player.claims:
                self.tokens += player.claims
            if player.marriages:
                self.marriages += player.marriages


def cards_told(state: State) -> Iterator[tuple[str, int]]:
    """Every action card that a state names, as often as it does, with its zone."""
    for player in state.players:
        for zone in ("hand", "dealt", "picked"):
            for card in getattr(player, zone) or ():
                if card != "?":
                    yield f"{zone} {player.name}", card
    for card in state.discard or ():
        if card != "?":
            yield "discard", card
    for card in state.unseen or ():
        if card != "?":
            yield "unseen", card
    if state.trick:
        for played in state.trick.played or ():
            yield f"trick {played.player}", played.card


def all_in_the_box(table: Table) -> bool:
    """Whether everything that is named is in the pack, as it nearly always is; ``strange`` tells what is not."""
    state, box, named, trick = table.state, table.box, table.named, table.state.trick
    return (
        box.known_cards.issuperset(named.cards)
        and box.known_regions.issuperset(named.tokens)
        and box.known_marriages.issuperset(named.marriages)
        and (not state.towns or state.towns.keys() <= box.towns.keys())
        and (not trick or trick.town is None or trick.town in box.towns)
        and (not state.shuffles or all(map(box.known_cards.issuperset, state.shuffles)))
        and (not state.pending or box.known_regions.issuperset([p.region for p in state.pending if p.region]))
    )


def strange(state: State, box: Box) -> Iterator[Fault]:
    """What is named but not in the pack."""
    numbers: set[Card] = set(Named(state).cards).union(*(state.shuffles or ()))
    numbers.discard("?")
    for number in sorted(card for card in numbers - box.numbers if card != "?"):
        yield Fault(_place_of_card(state, number), f"The pack {box.pack.id!r} has no card {number}.")
    for town in state.towns or ():
        if town not in box.towns:
            yield _no_town(f"/towns/{pointer_step(town)}", town, box)
    if state.trick and state.trick.town is not None and state.trick.town not in box.towns:
        yield _no_town("/trick/town", state.trick.town, box)
    yield from _strange_regions(state, box)
    for pointer, card in _marriages_told(state):
        if card != "?" and card not in box.marriages:
            yield Fault(pointer, f"The pack {box.pack.id!r} has no marriage card {card!r}.")


def _strange_regions(state: State, box: Box) -> Iterator[Fault]:
    told = [(f"/face_up/{place}", region) for place, region in enumerate(state.face_up or ())]
    for seat, player in enumerate(state.players):
        told += [(f"/players/{seat}/claims/{place}", region) for place, region in enumerate(player.claims or ())]
    told += [(f"/pending/{n}/region", p.region) for n, p in enumerate(state.pending or ()) if p.region]
    for pointer, region in told:
        if region not in box.regions:
            yield Fault(pointer, f"The pack {box.pack.id!r} has no region {region!r}.")


def _marriages_told(state: State) -> Iterator[tuple[str, str]]:
    for seat, player in enumerate(state.players):
        for place, card in enumerate(player.marriages or ()):
            yield f"/players/{seat}/marriages/{place}", card
    if state.marriage_card:
        yield "/marriage_card", state.marriage_card
    for zone in ("marriage_pile", "marriages_gone"):
        for place, card in enumerate(getattr(state, zone) or ()):
            yield f"/{zone}/{place}", card


def marriages_told(state: State) -> list[str]:
    """Every marriage card that a state names, as often as it does."""
    return [card for _, card in _marriages_told(state) if card != "?"]


def _place_of_card(state: State, number: int) -> str:
    zones: list[tuple[str, Any]] = [("/discard", state.discard), ("/unseen", state.unseen)]
    for seat, player in enumerate(state.players):
        zones += [(f"/players/{seat}/{zone}", getattr(player, zone)) for zone in ("hand", "dealt", "picked")]
    zones += [(f"/shuffles/{place}", deck) for place, deck in enumerate(state.shuffles or ())]
    for pointer, cards in zones:
        for place, card in enumerate(cards or ()):
            if card == number:
                return f"{pointer}/{place}"
    played = [entry.card for entry in state.trick.played or ()] if state.trick else []
    return f"/trick/played/{played.index(number)}/card"


def _no_town(pointer: str, town: str, box: Box) -> Fault:
    return Fault(pointer, f"The pack {box.pack.id!r} has no town {town!r}.")


REFERENCES = 5
"""The steps of looking at what one move of a log names."""


def check_references(table: Table, move: Move) -> None:
    """A move may only name players and components that exist."""
    step(REFERENCES)
    faults: list[Fault] = []
    for field in ("player", "loser"):
        name = getattr(move, field, None)
        if name is not None and table.seats_known and name not in table.by_name:
            faults.append(Fault(f"/{field}", f"Nobody at this table is called {name!r}."))
    faults.extend(_strange_in(table, move))
    if faults:
        raise Malformed(faults)


def _strange_in(table: Table, move: Move) -> Iterator[Fault]:
    box = table.box
    for field in ("town", "expand", "free"):
        town = getattr(move, field, None)
        if town and town not in box.towns:
            yield _no_town(f"/{field}", town, box)
    if card := getattr(move, "card", None):
        yield from _no_cards([("/card", card)], box)
    match move:
        case Pick():
            yield from _no_cards([(f"/cards/{place}", card) for place, card in enumerate(move.cards)], box)
        case Deal() if move.hands is not UNSET:
            for name, cards in move.hands.items():
                if table.seats_known and name not in table.by_name:
                    yield Fault(f"/hands/{pointer_step(name)}", f"Nobody at this table is called {name!r}.")
                places = [(f"/hands/{pointer_step(name)}/{place}", card) for place, card in enumerate(cards)]
                yield from _no_cards(places, box)
        case Prepare() if move.marriage is not UNSET and move.marriage not in box.marriages:
            yield Fault("/marriage", f"The pack {box.pack.id!r} has no marriage card {move.marriage!r}.")


def _no_cards(told: list[tuple[str, Any]], box: Box) -> Iterator[Fault]:
    for pointer, card in told:
        if card != "?" and card not in box.cards:
            yield Fault(pointer, f"The pack {box.pack.id!r} has no card {card}.")
