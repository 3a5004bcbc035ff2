"""A Brian Boru table: every zone by an accessor that answers a value or an ``Unknown``.

Rules read these accessors; only this module and ``inference`` read the fields of a state. Accessors whose name begins
with ``known_`` answer as much as was sent: for proofs and contradictions, never for "there is none".
"""

from collections.abc import Collection, Mapping
from typing import Any, Self

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Alliance, Card, Held, Pending, Phase, Played, State
from service.games.brian_boru.inference import Named, Place, known_cards, known_marriages, names_in, trick_completed
from service.games.brian_boru.pack import HAND, MARRIAGES, Box
from service.referee import table as core
from service.referee.choices import Choices
from service.referee.hidden import HIDDEN
from service.referee.known import Truth, Unknown
from service.referee.names import Seating
from service.referee.table import PLAYERS, STATE, zone_of_player, zone_of_table

MOST_UNKNOWN = 2
"""With so few players some are not known: three to five play."""
UPKEEP: tuple[Phase, ...] = ("marriage", "battle", "church", "claims")
TRICKS: tuple[Phase, ...] = ("trick", "actions")
IN_PHASES: Mapping[str, Collection[Phase]] = {
    **dict.fromkeys(("/trick", "/trick/played", "/trick/winner"), TRICKS),
    "/pending": UPKEEP,
    "/marker": ("opening", "trick", *UPKEEP),
}
"""The phases in which these zones can decide something."""
NO_TOWNS: Mapping[str, Held] = {}


class Table(core.Table[State, Box]):
    """A state with its pack and choices."""

    def __init__(self, state: State, box: Box, choices: Choices) -> None:
        super().__init__(state, box, choices, seats_known=len(state.players) > MOST_UNKNOWN)
        self.count: Any = len(self.order) if self.seats_known else Unknown(PLAYERS)
        """How many play."""

    # ---------------------------------------------------------------- zones of the table

    phase = zone_of_table("phase")
    round = zone_of_table("round")
    marker = zone_of_table("marker")
    """Who holds the marker; nobody while it lies on a town, and before it was drawn."""
    towns = zone_of_table("towns")
    """What lies in the towns that have a disc."""
    raiders = zone_of_table("raiders")
    """The raiders in the battle area."""
    face_up = zone_of_table("face_up")
    alliance = zone_of_table("alliance")
    marriage_card = zone_of_table("marriage_card")
    marriage_pile = zone_of_table("marriage_pile")
    marriages_gone = zone_of_table("marriages_gone")
    viking_pile = zone_of_table("viking_pile")
    vikings_gone = zone_of_table("vikings_gone")
    trick = zone_of_table("trick")
    discard = zone_of_table("discard")
    unseen = zone_of_table("unseen")
    pending = zone_of_table("pending")
    """The decisions of the upkeep that are still to be made."""
    shuffles = zone_of_table("shuffles")

    # ---------------------------------------------------------------- zones of a player

    points = zone_of_player("points")
    coins = zone_of_player("coins")
    renown = zone_of_player("renown")
    space = zone_of_player("marriage")
    """The space of the marriage track on which a player stands."""
    church = zone_of_player("church")
    raiders_of = zone_of_player("raiders")
    claims = zone_of_player("claims")
    marriages = zone_of_player("marriages")
    hand = zone_of_player("hand")
    dealt = zone_of_player("dealt")
    picked = zone_of_player("picked")

    def everybodys(self, zone: str) -> Any:
        """This zone of every player by name; unknown if not all players, or not all of the zones, are known."""
        known = self.known_of(zone)
        if self.seats_known and len(known) == self.count:
            return known
        seats = enumerate(self.order)
        missing = [f"{PLAYERS}/{seat}/{zone}" for seat, name in seats if name not in known]
        return Unknown(*([] if self.seats_known else [PLAYERS]), *missing)

    @property
    def not_needed(self) -> frozenset[str]:
        """Where the phase is known: what belongs to other phases. No step of the upkeep leads back to a trick."""
        phase = self.state.phase
        if isinstance(self.phase, Unknown) and phase not in UPKEEP:
            return frozenset()
        zones = [zone for zone, phases in IN_PHASES.items() if phase not in phases]
        idle = {f"{STATE}{zone}" for zone in zones}
        if phase != "draft":
            idle.update(f"{PLAYERS}/{seat}/picked" for seat in range(len(self.order)))
        return frozenset(idle)

    # ---------------------------------------------------------------- figures

    @property
    def seating(self) -> Seating:
        return Seating(self.order, self.count if self.seats_known else max(HAND), self.seats_known)

    @property
    def hand_size(self) -> Any:
        """How many cards everybody is dealt."""
        return HAND[self.count] if self.seats_known and self.count in HAND else Unknown(PLAYERS)

    @property
    def rounds(self) -> Any:
        """How many rounds are played."""
        return MARRIAGES[self.count] + 1 if self.seats_known and self.count in MARRIAGES else Unknown(PLAYERS)

    @property
    def cards_left_at_end(self) -> int:
        """With how many cards in hand the action phase ends; if not all players are known, the fewest that may be."""
        may_play_all = not self.seats_known or self.count == 5
        return 0 if may_play_all and self.choices["tricks_of_five"] == "five" else 1

    # ---------------------------------------------------------------- the board

    def owner(self, town: str) -> Any:
        """Whose disc lies in a town; None if there is none."""
        held = self.towns.get(town)
        return None if held is None else held.disc

    def is_free(self, town: str) -> Truth:
        """Whether a town has no disc."""
        towns = self.towns
        return towns if isinstance(towns, Unknown) else town not in towns

    def has_viking(self, town: str) -> bool:
        """Whether a Viking token lies in a town."""
        held = self.towns.get(town)
        return held is not None and bool(held.viking)

    def has_monastery(self, town: str) -> bool:
        held = self.towns.get(town)
        return held is not None and bool(held.monastery)

    @property
    def is_full(self) -> bool:
        """Whether every town has a disc."""
        return len(self.towns) == len(self.box.towns)

    def controlled(self, name: str) -> list[str]:
        """The towns in which this player's disc lies open, in the order of the pack."""
        towns = self.towns
        return [
            town for town in self.box.towns if (held := towns.get(town)) and held.disc == name and not held.viking
        ]

    def free_towns(self, region: str | None = None) -> list[str]:
        """The towns without a disc, in the order of the pack."""
        towns = self.towns
        return [town for town in (self.box.regions[region] if region else self.box.towns) if town not in towns]

    def viking_towns(self) -> list[str]:
        """The towns under a Viking token, in the order of the pack."""
        return _under_vikings(self.towns, self.box)

    def region_of(self, town: str) -> str:
        return self.box.region_of[town]

    def towns_around(self, town: str) -> Collection[str]:
        """The towns of the region of a town, in the order of the pack."""
        return self.box.regions[self.region_of(town)]

    # ---------------------------------------------------------------- the trick, the marker, decisions

    @property
    def is_marker_with_nobody(self) -> Truth:
        """Whether the marker lies on a town, or was not drawn yet."""
        marker = self.marker
        return marker if isinstance(marker, Unknown) else marker is None

    @property
    def is_trick_there(self) -> Truth:
        trick = self.trick
        return trick if isinstance(trick, Unknown) else trick is not None

    @property
    def is_between_tricks(self) -> Truth:
        """Whether no trick is under way: nobody holds the marker while it lies on the town of a trick."""
        trick = self.trick
        if isinstance(trick, Unknown):
            return False if self.marker is None else trick
        return trick is None

    @property
    def cards_played(self) -> Any:
        """The cards of the trick that wait to be acted on."""
        trick = self.trick
        if trick is None or isinstance(trick, Unknown):
            return () if trick is None else trick
        return Unknown(f"{STATE}/trick/played") if trick.played is UNSET else trick.played

    @property
    def active_town(self) -> Any:
        """The town of the trick; None if there is no trick, or the winner has taken it."""
        trick = self.trick
        return trick if trick is None or isinstance(trick, Unknown) else trick.town

    @property
    def winner(self) -> Any:
        """Who has won the trick; None if there is none, or nobody has won it yet."""
        trick = self.trick
        if trick is None or isinstance(trick, Unknown):
            return trick
        return Unknown(f"{STATE}/trick/winner") if trick.winner is UNSET else trick.winner

    def loser_of(self, decision: Pending) -> Any:
        """Who loses a town in a raid; None if it is another decision."""
        return Unknown(f"{STATE}/pending") if decision.loser is UNSET else decision.loser

    def card_region_of(self, decision: Pending) -> Any:
        """The region of the card for which a town is chosen; None if it is another decision."""
        return Unknown(f"{STATE}/pending") if decision.region is UNSET else decision.region

    def clockwise(self, first: str) -> list[str]:
        """All names, beginning with this one."""
        start = self.order.index(first)
        return self.order[start:] + self.order[:start]

    def left_of(self, name: str) -> str:
        return self.order[(self.order.index(name) + 1) % len(self.order)]

    # ---------------------------------------------------------------- as it was sent, before what happened by itself

    @property
    def steps_listed(self) -> list[str]:
        """The names of the steps that the state lists as unresolved."""
        return [entry.step for entry in self.sent_state.unresolved or ()]

    def as_sent(self) -> Self:
        """The table with the values from before the steps that are unresolved."""
        return self.with_state(replace(self.sent_state, unresolved=UNSET))

    @property
    def had_nothing_pending(self) -> bool:
        """Whether the table came with nothing to decide, so that steps of the upkeep may have followed."""
        return bool(self.sent_state.pending == ())

    @property
    def was_in_opening(self) -> bool:
        """Whether the table came in the opening; the last disc may have ended it since."""
        return bool(self.sent_state.phase == "opening")

    @property
    def had_only_last_cards(self) -> bool:
        """Whether the table came with nothing but last cards in hand: they have gone out by themselves, unplayed."""
        sent = self.sent_state
        if sent.phase != "trick" or self._known.phase == "trick" or sent.trick is not None:
            return False
        return any(len(player.hand) == 1 for player in sent.players if player.hand)

    # ---------------------------------------------------------------- as much as was sent

    @property
    def _known(self) -> State:
        """The state without the zones that an unresolved step may still change."""
        if not self.unsettled:
            return self.state  # type: ignore[no-any-return]
        if "known" not in self.derived:
            self.derived["known"] = _without(self.state, self.unsettled)
        return self.derived["known"]  # type: ignore[no-any-return]

    def known_of(self, zone: str) -> dict[str, Any]:
        """This zone of the players of whom it is known."""
        if self.unsettled and f"players/{zone}" in self.unsettled:
            return {}
        players = self.by_name.items()
        return {name: value for name, player in players if (value := getattr(player, zone)) is not UNSET}

    def known_towns(self) -> Mapping[str, Held]:
        return self._known.towns or NO_TOWNS

    def known_free_towns(self) -> list[str]:
        """The towns of which no disc is known."""
        towns = self.known_towns()
        return [town for town in self.box.towns if town not in towns]

    def known_viking_towns(self) -> list[str]:
        return _under_vikings(self.known_towns(), self.box)

    def known_pending(self) -> tuple[Pending, ...]:
        return self._known.pending or ()

    def known_played(self) -> tuple[Played, ...]:
        trick = self._known.trick
        return trick.played or () if trick else ()

    def known_shuffles(self) -> tuple[tuple[Card, ...], ...]:
        """The order of the cards for each deal to come, if it is known."""
        return self._known.shuffles or ()

    def known_alliance(self) -> Alliance | None:
        return self._known.alliance or None

    @property
    def named(self) -> "Named":
        """The components that the state names."""
        if "named" not in self.derived:
            self.derived["named"] = Named(self._known)
        return self.derived["named"]  # type: ignore[no-any-return]

    def place_of(self, card: int) -> Place | None:
        """Where a card is known to be."""
        if "cards" not in self.derived:
            self.derived["cards"] = {number: place for place, number in known_cards(self._known)}
        return self.derived["cards"].get(card)  # type: ignore[no-any-return]

    def known_vikings(self, *, but_the_next: bool = False) -> list[int]:
        """The strengths of the Viking cards that are named, the next one of the pile or not among them."""
        pile, gone = self._known.viking_pile or (), self._known.vikings_gone or ()
        return [*gone, *(strength for strength in pile[but_the_next:] if strength != HIDDEN)]

    def known_names(self) -> set[str]:
        """Everybody whom the zones of the table name."""
        return names_in(self._known)

    def known_marriages(self) -> list[str]:
        """Every marriage card that is named, as often as it is."""
        return known_marriages(self._known)

    def supposing(self, phase: Phase) -> Self:
        """This table, whose phase is unknown, in this phase."""
        table = self.with_state(replace(self._known, phase=phase, unresolved=UNSET))
        table.read(replace(table.state, trick=trick_completed(table)))
        table.choices = self.choices.under()
        return table


def _under_vikings(towns: Mapping[str, Held], box: Box) -> list[str]:
    return [town for town in box.towns if (held := towns.get(town)) and held.viking]


def _without(state: State, zones: Collection[str]) -> State:
    """A state without these zones, those of players as ``players/zone``."""
    of_players = {zone.removeprefix("players/"): UNSET for zone in zones if zone.startswith("players/")}
    of_table: dict[str, Any] = {zone: UNSET for zone in zones if not zone.startswith("players/")}
    return replace(
        state, **of_table, unresolved=UNSET, players=tuple(replace(player, **of_players) for player in state.players)
    )
