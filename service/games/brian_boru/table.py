"""A state with its pack and choices, and accessors that answer a value or an ``Unknown``."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Self, cast

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from schemas.base import with_entry
from schemas.brian_boru import Card, Held, Hidden, Played, Player, State
from service.games.brian_boru.pack import HAND, MARRIAGES, Box
from service.referee import draft as core_draft
from service.referee import table as core
from service.referee.choices import Choices
from service.referee.known import Truth, Unknown, UnknownRead
from service.referee.names import Seating
from service.referee.table import PLAYERS, STATE
from service.referee.timing import Due

MOST_UNKNOWN = 2
"""With so few players some are not known: three to five play."""


HIDDEN: Hidden = "?"


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
        self.now: Due | UnsetType | None = UNSET
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
    def marker(self) -> Any:
        """Who holds the marker."""
        return self.zone("marker")

    @property
    def is_marker_with_nobody(self) -> Truth:
        """Whether the marker lies on a town, or was not drawn yet."""
        return self.marker if isinstance(self.marker, Unknown) else self.marker is None

    def owner(self, town: str) -> Any:
        """Whose disc lies in a town; None if there is none."""
        held = self.towns.get(town)
        return None if held is None else held.disc

    def has_viking(self, town: str) -> bool:
        """Whether a Viking token lies in a town."""
        held = self.towns.get(town)
        return held is not None and bool(held.viking)

    def has_monastery(self, town: str) -> bool:
        held = self.towns.get(town)
        return held is not None and bool(held.monastery)

    def known_of(self, zone: str) -> dict[str, Any]:
        """This zone of the players of whom it is known."""
        return {name: getattr(p, zone) for name, p in self.by_name.items() if getattr(p, zone) is not UNSET}

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
    def seating(self) -> Seating:
        return Seating(self.order, max(HAND) if self.count is None else self.count, self.seats_known)

    def known_names(self) -> set[str]:
        """Everybody who has something on the table, or has to decide something."""
        state = self.known
        named: set[Any] = {held.disc for held in state.towns.values()} if state.towns else set()
        named.add(state.marker)
        if state.trick:
            named.update([played.player for played in self.played or ()])
            named.add(state.trick.winner)
        if state.alliance:
            named.add(state.alliance.player)
        for pending in state.pending or ():
            named.update((pending.player, pending.loser))
        return {name for name in named if isinstance(name, str)}

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

    def region_of(self, town: str) -> str:
        return self.box.towns[town].region

    def towns_around(self, town: str) -> Collection[str]:
        """The towns of the region of a town, in the order of the pack."""
        return self.box.regions[self.region_of(town)]

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
            self._cards = {number: zone for zone, number in known_cards(self.known)}
        return self._cards.get(card)


def _without(state: State, zones: Collection[str]) -> State:
    """A state without these zones, those of players as ``players/zone``."""
    of_players = {zone.removeprefix("players/"): UNSET for zone in zones if zone.startswith("players/")}
    of_table: dict[str, Any] = {zone: UNSET for zone in zones if not zone.startswith("players/")}
    return replace(
        state, **of_table, unresolved=UNSET, players=tuple(replace(player, **of_players) for player in state.players)
    )


# ---------------------------------------------------------------- Components


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


def known_cards(state: State) -> Iterator[tuple[str, int]]:
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


def known_marriages(state: State) -> list[str]:
    """Every marriage card that a state names, as often as it does."""
    return [card for _, card in marriages_with_places(state) if card != "?"]


def marriages_with_places(state: State) -> Iterator[tuple[str, str]]:
    for seat, player in enumerate(state.players):
        for place, card in enumerate(player.marriages or ()):
            yield f"/players/{seat}/marriages/{place}", card
    if state.marriage_card:
        yield "/marriage_card", state.marriage_card
    for zone in ("marriage_pile", "marriages_gone"):
        for place, card in enumerate(getattr(state, zone) or ()):
            yield f"/{zone}/{place}", card


def hidden(count: int) -> tuple[Card, ...]:
    return (HIDDEN,) * count


def sorted_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A hand is written in ascending order, what is hidden last: so the order of picking leaves no trace."""
    return tuple(sorted(cards, key=lambda card: 1000 if card == "?" else card))


def without(cards: tuple[Card, ...], taken: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that are left; a card that is not among the known ones was one of the hidden."""
    rest = list(cards)
    for card in taken:
        rest.remove(card if card in rest else "?")
    return tuple(rest)


# ---------------------------------------------------------------- A table being changed


class StageUnknown(UnknownRead):
    """A stage of the upkeep needs zones that are unknown; ``spare`` is a player whom it certainly does not change."""

    def __init__(self, zones: Iterable[str], stage: str, spare: str | None = None) -> None:
        super().__init__(tuple(zones))
        self.stage = stage
        self.spare = spare


STAGES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "second": (("church", "points"), ()),
    "claims": (("claims",), ("face_up", "round")),
}
"""The parts of the upkeep that follow a monastery, with the zones of players and of the table that each may write."""


class Draft(core_draft.Draft, Table):
    """A table of Brian Boru being changed."""

    @property
    def known(self) -> State:  # type: ignore[override]
        """A draft has no zones that an unresolved step may change."""
        return self.state  # type: ignore[no-any-return]

    def finished(self) -> Self:
        """With unresolved steps another table, whose ``known`` leaves out what they may change."""
        if self.unsettled:
            return cast(Self, Table(self.state, self.box, self.choices))
        self.clear_derived()
        return super().finished()

    def lay_disc(self, town: str, name: str) -> None:
        self.change("towns", lambda towns: with_entry(towns, town, Held(disc=name)))

    def change_town(self, town: str, **what: bool) -> None:
        if self.state.towns is not UNSET and town in self.state.towns:
            self.set(towns={**self.state.towns, town: replace(self.state.towns[town], **what)})

    def needs(self, stage: str, *zones: str, of_table: Iterable[str] = (), spare: str | None = None) -> None:
        """Stop before this stage unless these zones of every player, and these of the table, are known."""
        missing = [] if self.seats_known else [PLAYERS]
        for seat, player in enumerate(self.by_name.values()):
            missing += [f"{PLAYERS}/{seat}/{zone}" for zone in zones if getattr(player, zone) is UNSET]
        missing += [f"{STATE}/{zone}" for zone in of_table if getattr(self.state, zone) is UNSET]
        if missing:
            raise StageUnknown(missing, stage, spare)

    def forget_from(self, stage: str, spare: str | None = None) -> None:
        """Leave open what this stage of the upkeep and those after it may write: how far they went is unknown."""
        for each in list(STAGES)[list(STAGES).index(stage) :]:
            of_players, of_table = STAGES[each]
            for name in self.order:
                if each != stage or name != spare:
                    self.forget_of(name, *of_players)
            self.forget(*of_table)
        self.forget("phase", "pending")
