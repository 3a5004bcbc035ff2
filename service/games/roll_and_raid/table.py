"""A Roll & Raid table: every zone by an accessor that answers a value or an ``Unknown``.

Rules read these accessors; only this module and ``inference`` read the fields of a state. A clan is a ``ClanSheet``
and a raid a ``RaidView`` (``clan_sheet``), whose zones are values or ``Unknown`` too. Accessors whose name begins
with ``known_`` answer as much as was sent: for proofs and contradictions, never for "there is none".
"""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.roll_and_raid import Clan, Contender, Raid, State
from schemas.roll_and_raid_pack import Cost, DiscountEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet, ContenderView, RaidView, stranger
from service.games.roll_and_raid.pack import CLANS, Box
from service.games.roll_and_raid.pack_costs import bears_on, less
from service.referee import table as core
from service.referee.choices import Choices
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown, is_unknown
from service.referee.names import Seating
from service.referee.table import PLAYERS, STATE, zone_of_table

SEASONS = ("summer", "winter")

NUMBER_OF_CLANS = frozenset({f"{STATE}/clans"})


class Table(core.Table[State, Box]):
    """A state with its pack and choices."""

    def __init__(self, state: State, box: Box, choices: Choices) -> None:
        self.sheets: dict[str, ClanSheet] = {}
        """The clan sheets that somebody has asked for; replaced, never changed."""
        self.by_seat: tuple[Any, Any, tuple[ClanSheet, ...]] = (UNSET, UNSET, ())
        """The sheets and ``unsettled``, and the sheets of all clans by seat."""
        self.raid_views: tuple[Any, tuple[RaidView, ...]] = (UNSET, ())
        """The raids of a state, and how rules read them."""
        self.complete_raids: Any = UNSET
        """The raids of the state, once it is known that nothing of them was left out."""
        self.raid_now: tuple[Any, Any, Any] = (UNSET, None, None)
        """The raids and the phase, and in which raid something is to be decided."""
        self.pointers = {clan.name: f"{PLAYERS}/{seat}" for seat, clan in enumerate(state.players)}
        super().__init__(state, box, choices, seats_known=False)

    def read(self, state: State) -> None:
        """Take over another state, with the sheets that have not changed."""
        super().read(state)
        self.sheets = {name: clan for name, clan in self.sheets.items() if clan.part is self.by_name.get(name, UNSET)}
        sent = len(state.players)
        self.clans: int | None = state.clans if state.clans is not UNSET else sent if sent > 1 else None
        """How many clans play; None when that is not known."""
        self.whole = self.clans == sent
        """Whether every clan of the game was sent."""
        self.seats_known = self.whole

    def in_phase(self, phase: Any) -> "Table":
        """The same table with a phase."""
        return self.with_state(replace(self.state, phase=phase))

    @property
    def as_sent(self) -> "Table":
        """The table as it was sent, before anything happened by itself."""
        return self if self.sent_state is self.state else self.with_state(self.sent_state)

    @property
    def not_needed(self) -> frozenset[str]:
        """The number of clans, where it follows from the clans that were sent."""
        return NUMBER_OF_CLANS if self.clans is not None else frozenset()

    # ---------------------------------------------------------------- zones

    @property
    def seats(self) -> Any:
        """How many clans play."""
        return Unknown(f"{STATE}/clans", PLAYERS) if self.clans is None else self.clans

    @property
    def seating(self) -> Seating:
        return Seating(self.order, CLANS[-1] if self.clans is None else self.clans, self.clans is not None)

    def is_sent(self, name: str) -> bool:
        """Whether this clan was sent; what is due does not name the others."""
        return name in self.by_name

    def known_names(self) -> list[str]:
        """Every clan that takes part in a raid."""
        return [contender.player for raid in self.known_raids() for contender in raid.contenders]

    phase = zone_of_table("phase")

    @property
    def known_phase(self) -> str | None:
        """The phase, where it is known."""
        phase: Any = self.state.phase
        return None if phase is UNSET or "phase" in self.unsettled else phase

    @property
    def is_raiding(self) -> bool:
        """Whether the clans are known to be in conflicts or raids: by the phase, or by the raids that lie there."""
        phase = self.known_phase
        return bool(self.known_raids()) if phase is None else phase in ("conflict", "resolution")

    round = zone_of_table("round")
    dice = zone_of_table("dice")
    """The resource dice; None before they are rolled."""
    display = zone_of_table("display")
    deck = zone_of_table("deck")

    @property
    def season(self) -> Any:
        """Summer or winter, as it was sent or as the pack has it for this round."""
        season = self.state.season
        if season is UNSET or self.unsettled:
            season = self.zone("season")
        if not isinstance(season, Unknown) or self.box.seasons is None:
            return season
        number = self.round
        return number if isinstance(number, Unknown) else self.box.seasons[number - 1]

    @property
    def raid_dice(self) -> Any:
        """raids/dice: how many raid dice are rolled now."""
        dice = self.box.raid_dice
        if dice.winter is None or dice.winter == dice.dice:
            return dice.dice
        season = self.season
        return season if isinstance(season, Unknown) else dice.winter if season == "winter" else dice.dice

    @property
    def possible_raid_dice(self) -> list[int]:
        """How many raid dice may be rolled now; one number where the season does not matter or is known."""
        dice, count = self.box.raid_dice, self.raid_dice
        return sorted({dice.dice, dice.winter or dice.dice}) if isinstance(count, Unknown) else [count]

    @property
    def display_size(self) -> Any:
        """setup/display: as many raid cards as clans, unless the pack has another number."""
        if self.clans is None:
            return self.seats
        size = self.box.display.get(self.clans, self.clans if self.clans > 1 else None)
        return Unknown("/pack/display") if size is None else size

    @property
    def unresolved_steps(self) -> list[str]:
        """The names of the steps that could not be carried out."""
        return [] if self.state.unresolved is UNSET else [entry.step for entry in self.state.unresolved]

    # ---------------------------------------------------------------- clans

    def clan(self, name: str) -> ClanSheet:
        """The sheet of a clan; of one that was not sent everything is unknown."""
        clan = self.sheets.get(name)
        if clan is not None and clan.unsettled is self.unsettled:
            return clan
        part = self.by_name.get(name)
        if part is None:
            return stranger(name)
        clan = ClanSheet(part, self.pointers[name], self.unsettled)
        self.sheets = {**self.sheets, name: clan}
        return clan

    def known_clans(self) -> tuple[ClanSheet, ...]:
        """The sheets of the clans that were sent, by seat."""
        sheets, unsettled, clans = self.by_seat
        if sheets is not self.sheets or unsettled is not self.unsettled:
            clans = tuple([self.clan(name) for name in self.order])
            self.by_seat = self.sheets, self.unsettled, clans
        return clans

    def known_effects(self, clan: ClanSheet, kind: type) -> list[Any]:
        """What the developments of a clan do that is of this kind, as far as they are known."""
        return self.box.effects(clan.developments, kind)

    def possible_effects(self, clan: ClanSheet, kind: type) -> list[Any]:
        """What developments of a clan that are not known might do of this kind."""
        return self.box.might(clan.developments, kind)

    # ---------------------------------------------------------------- raids

    @property
    def raids(self) -> Any:
        """The raids of this round, in the order of their cards."""
        raids = self.state.raids
        if raids is UNSET or "raids" in self.unsettled:
            return self.zone("raids")
        if self.raid_views[0] is not raids:
            before = self.raid_views[1]
            views = [
                before[place]
                if place < len(before) and before[place].part is raid
                else RaidView(raid, f"{STATE}/raids/{place}")
                for place, raid in enumerate(raids)
            ]
            self.raid_views = raids, tuple(views)
        return self.raid_views[1]

    def known_raids(self) -> tuple[RaidView, ...]:
        """The raids of this round that were sent."""
        raids = self.raids
        return () if isinstance(raids, Unknown) else raids

    @property
    def current_raid(self) -> Any:
        """The raid in which something is to be decided now: by conflict first, then by the order of the cards; None
        where all are over.
        """
        raids, phase = self.raids, self.state.phase
        if isinstance(raids, Unknown):
            return raids
        if self.raid_now[0] is not raids or self.raid_now[1] is not phase or self.unsettled:
            self.raid_now = raids, phase, self._current_raid(raids)
        return self.raid_now[2]

    def _current_raid(self, raids: tuple[RaidView, ...]) -> Any:
        for place, raid in enumerate(raids):
            statuses = raid.statuses
            if raid.step == "bid" or "retreating" in statuses:
                return raid
            if raid.step != "over" and (is_unknown(self.phase) or self.phase != "conflict"):
                first = not is_unknown(self.phase) or not any(map(may_be_fought_for, raids[place + 1 :]))
                return raid if first else self.phase
            if UNSET in statuses:  # somebody may have a retreat to pay for
                return Unknown(*(f"{raid.pointer}/clans/{n}/status" for n, s in enumerate(statuses) if s is UNSET))
        return None

    def raid_with(self, player: str) -> tuple[RaidView, ContenderView] | None:
        """The raid that a clan takes part in, among those that were sent."""
        for raid in self.known_raids():
            contender = raid.contender(player)
            if contender is not None:
                return raid, contender
        return None

    def raid_to_act_in(self, player: str) -> RaidView | None:
        """The raid under way; where that is not known, the one that a clan takes part in."""
        raid = self.current_raid
        if isinstance(raid, Unknown):
            own = self.raid_with(player)
            return own[0] if own else None
        found: RaidView | None = raid
        return found

    def bidders(self, raid: RaidView) -> list[ContenderView]:
        """conflict/tied-only: the clans that bid in a pass, as far as that is known. Where all bid again, those that
        bid less in a tied pass are among them, until somebody has lost the right to raid.
        """
        again = self.choices.peek("bid_again") == "all" and not has_lost_the_right(raid)
        statuses = ("in", "beaten") if again else ("in",)
        return [contender for contender in raid.contenders if contender.known("status", None) in statuses]

    def price(self, clan: ClanSheet, card: str) -> Any:
        """payment/season: what a clan pays for a card now, with the discounts of the developments that are known."""
        if self.box.cards is None or card not in self.box.cards:
            return Unknown("/pack/cards")
        season = self.season
        return season if isinstance(season, Unknown) else self.price_in(season, clan, card)

    def price_in(self, season: str, clan: ClanSheet, card: str) -> Cost:
        """What a clan pays for a card in a season, with the discounts of the developments that are known."""
        printed = (self.box.cards or {})[card]
        cost: Cost = getattr(printed, season)
        for effect in self.box.effects(clan.known("developments", ()), DiscountEffect):
            if effect.season in (None, season) and bears_on(effect, printed):
                cost = less(cost, effect.less)
        return cost

    # ---------------------------------------------------------------- as much as was sent

    def raw(self, zone: str) -> tuple[Any, ...]:
        """What stands in a list of the state, even if an unresolved step may still change it."""
        return getattr(self.state, zone) or ()

    def known_zone(self, zone: str, otherwise: Any) -> Any:
        """What was sent of a zone of the table; something else if nothing was."""
        value = self.zone(zone)
        return otherwise if isinstance(value, Unknown) else value


def has_lost_the_right(raid: RaidView) -> bool:
    """Whether a clan is known to have had the right to raid and to have lost it: it did not pay, or it rolled too
    low and retreats. A closed fist is a retreat after a bid of 0.
    """
    for contender in raid.contenders:
        status = contender.known("status", None)
        if status == "failed":
            return True
        if status in ("retreating", "retreated") and any(contender.known("shown", ())[-1:]):
            return True
    return False


def may_retreat_after_a_roll(table: Table) -> bool:
    """failed_roll, unable_to_pay: whether a raid may go on without the clan that had the right, which retreats."""
    return table.choices.peek("failed_roll") == "passes-on" or table.choices.peek("unable_to_pay") == "retreat"


def has_shown_a_fist(contender: ContenderView) -> bool:
    """Whether the last bid that a clan is known to have shown was 0: then it retreats."""
    return bool(contender.known("shown", ())[-1:] == (0,))


def may_be_fought_for(raid: RaidView) -> bool:
    """Whether clans may have to bid or to pay for a retreat in this raid, which comes before all rolls."""
    statuses = raid.statuses
    return raid.step == "bid" or "retreating" in statuses or UNSET in statuses


def is_open(table: Table, zone: str, waiting: tuple[Any, ...], but: str = "") -> bool | None:
    """Whether a clan (other than ``but``) has still to end production or to choose; None when that is not known."""
    clans = [clan for clan in table.known_clans() if clan.name != but]
    if any(clan.is_known(zone) and getattr(clan, zone) in waiting for clan in clans):
        return True
    return False if table.whole and all(clan.is_known(zone) for clan in clans) else None


def with_hidden_choices(state: State, player: str) -> State:
    """A choice is a secret in the choice, and if the phase is unknown; afterwards everybody has seen it."""
    if state.phase not in ("choice", UNSET):
        return state
    return replace(state, players=tuple(_with_hidden_choice(clan, player) for clan in state.players))


def _with_hidden_choice(clan: Clan, player: str) -> Clan:
    secret = clan.name != player and isinstance(clan.choice, int)
    return replace(clan, choice=HIDDEN) if secret else clan


def with_hidden_bids(raids: tuple[Raid, ...], player: str) -> tuple[Raid, ...]:
    return tuple(replace(raid, clans=tuple(_with_hidden_bid(one, player) for one in raid.clans)) for raid in raids)


def _with_hidden_bid(contender: Contender, player: str) -> Contender:
    secret = contender.player != player and isinstance(contender.bid, int)
    return replace(contender, bid=HIDDEN) if secret else contender
