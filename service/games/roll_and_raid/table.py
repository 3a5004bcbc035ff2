"""A state made ready for questions.

A zone that was not told stays unknown, and a part that the pack does not have too: who asks must say what it
assumes or needs instead.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from schemas.base import Fault, Malformed, pointer_step
from schemas.roll_and_raid import Altar, Attack, Clan, Contender, Move, Raid, Refill, State, Store, UseDie
from schemas.roll_and_raid_pack import Cost, DiscountEffect
from service.games.roll_and_raid.pack import COLOURS, STORAGE, Box, less
from service.games.roll_and_raid.reading import Reading
from service.referee.choices import Choices

SEASONS = ("summer", "winter")
TARGETS = {"track": "track", "god": "god", "development": "development"}
"""The field of a use that names what the die goes to."""


class Turn(NamedTuple):
    """The phase, and for each kind of move that is due the clans that may make it (nobody where the table does)."""

    phase: str
    kinds: dict[str, list[str]]

    @property
    def players(self) -> list[str]:
        return list(dict.fromkeys(chain.from_iterable(self.kinds.values())))


class Table:
    """A state with its pack and choices."""

    __slots__ = ("_readings", "box", "by_name", "choices", "clans", "due", "order", "sent_state", "state")

    def __init__(self, state: State, box: Box, choices: Choices) -> None:
        self.box = box
        self.choices = choices
        self.sent_state = state
        """The state as it came, before anything happened by itself."""
        self.read(state)

    def read(self, state: State) -> None:
        self.state = state
        self.by_name: dict[str, Clan] = {clan.name: clan for clan in state.players}
        self.order: list[str] = list(self.by_name)
        self._readings: list[Reading] | None = None
        self.due: Turn | None = None
        """What is due, once somebody has asked (``turn``)."""
        told = len(state.players)
        self.clans: int | None = state.clans if state.clans is not UNSET else told if told > 1 else None
        """How many clans play; None when that is not known."""

    @property
    def readings(self) -> list[Reading]:
        """What has been computed about the sheets, in the order of the players."""
        if self._readings is None:
            self._readings = [Reading() for _ in self.state.players]
        return self._readings

    @property
    def seats_known(self) -> bool:
        """Whether all players of the table are known by name, or not even how many there are."""
        return self.whole or self.clans is None

    @property
    def whole(self) -> bool:
        """Whether every clan of the game is told."""
        return self.clans == len(self.order)

    @property
    def season(self) -> str | None:
        """Summer or winter, as it is told or as the pack has it for this round."""
        state = self.state
        if state.season is not UNSET:
            return state.season
        if self.box.seasons is None or state.round is UNSET:
            return None
        return self.box.seasons[state.round - 1]

    @property
    def display_size(self) -> int | None:
        """setup/display: as many raid cards as clans, unless the pack has another number."""
        if self.clans is None:
            return None
        return self.box.display.get(self.clans, self.clans if self.clans > 1 else None)

    @property
    def raid(self) -> Raid | None:
        """The raid in which something is to be decided now, where that is known."""
        return self.raid_now() or None

    def raid_now(self) -> Raid | UnsetType | None:
        """The raid in which something is to be decided now: by conflict first, then by the order of the cards; None
        where all are over. ``UNSET`` where it is not known.
        """
        raids = self.state.raids
        if raids is UNSET:
            return UNSET
        for place, raid in enumerate(raids):
            statuses = [contender.status for contender in raid.clans]
            if "retreating" in statuses or raid.step == "bid":
                return raid
            if raid.step != "over" and self.state.phase != "conflict":
                first = self.state.phase is not UNSET or not any(map(_may_be_fought_for, raids[place + 1 :]))
                return raid if first else UNSET
            if UNSET in statuses:  # somebody may have a retreat to pay for
                return UNSET
        return None

    def raid_for(self, player: str) -> Raid | None:
        """The raid under way; where that is not known, the one that a clan takes part in."""
        raid = self.raid_now()
        if raid is UNSET:
            own = self.raid_of(player)
            return own[0] if own else None
        return raid

    def raid_of(self, name: str) -> tuple[Raid, Contender] | None:
        """The raid that a clan takes part in."""
        for raid in self.state.raids or ():
            for contender in raid.clans:
                if contender.player == name:
                    return raid, contender
        return None

    def cost(self, clan: Clan, card: str) -> Cost | None:
        """payment/season: what a clan pays for a card now; None when the pack or the season does not say."""
        season = self.season
        if season is None or self.box.cards is None or card not in self.box.cards:
            return None
        return self._cost_in(season, clan, card)

    def able_to_pay(self, clan: Clan, card: str) -> bool | None:
        """payment/unable: whether a clan can pay for a card of the pack now; None when that is not known."""
        seasons = SEASONS if self.season is None else (self.season,)
        able = {can_pay(clan, self._cost_in(season, clan, card)) for season in seasons}
        if able == {False} and self.box.might(clan.developments, DiscountEffect):
            return None
        return able.pop() if len(able) == 1 else None

    def _cost_in(self, season: str, clan: Clan, card: str) -> Cost:
        cost: Cost = getattr((self.box.cards or {})[card], season)
        for effect in self.box.effects(clan.developments, DiscountEffect):
            if effect.season in (None, season):
                cost = less(cost, effect.less)
        return cost

    def in_phase(self, phase: Any) -> "Table":
        """The same table with a phase."""
        table = Table(replace(self.state, phase=phase), self.box, self.choices)
        table._readings = self.readings
        return table

    def after(self, state: State, move: Move) -> "Table":
        """The table after a move, with the readings of the sheets that have not changed."""
        table, before = Table(state, self.box, self.choices), self.state.players
        table._readings = readings = list(self.readings)
        for seat, clan in enumerate(state.players):
            if clan is not before[seat]:
                readings[seat] = Reading()
        return table


def _may_be_fought_for(raid: Raid) -> bool:
    """Whether clans may have to bid or to pay for a retreat in this raid, which comes before all rolls."""
    statuses = [contender.status for contender in raid.clans]
    return raid.step == "bid" or "retreating" in statuses or UNSET in statuses


def is_open(table: Table, zone: str, waiting: tuple[Any, ...], but: str = "") -> bool | None:
    """Whether a clan (other than ``but``) has still to end production or to choose; None when that is not known."""
    values = [getattr(clan, zone) for clan in table.by_name.values() if clan.name != but]
    if any(value in waiting for value in values if value is not UNSET):
        return True
    return None if UNSET in values or not table.whole else False


def boxes_marked(clan: Clan, colour: str) -> int | UnsetType:
    """The boxes marked on one production track; ``UNSET`` where that is not known."""
    marked: int | UnsetType = UNSET if clan.tracks is UNSET else getattr(clan.tracks, colour)
    return marked


def help_bought(clan: Clan) -> tuple[int | UnsetType, int | UnsetType]:
    """How often +2 and how many new rolls were bought for raids; ``UNSET`` where that is not known."""
    return (UNSET, UNSET) if clan.help is UNSET else (clan.help.plus, clan.help.rerolls)


def at_hand(clan: Clan) -> tuple[Any, Any, Any]:
    """Vikings, axes and ships that a clan can pay with."""
    return clan.vikings, clan.axes, clan.ships


def can_pay(clan: Clan, cost: Cost) -> bool | None:
    """Whether a clan can pay; None when its stock is not known well enough."""
    vikings, axes, ships = at_hand(clan)
    asked = [(vikings, cost.vikings), (axes, cost.axes), (ships, cost.ships)]
    if any(there is not UNSET and there < count for there, count in asked):
        return False
    spare = sum(there - count for there, count in asked[1:] if there is not UNSET)
    unknown = any(there is UNSET and count for there, count in asked)
    if spare < cost.goods:
        return None if unknown or axes is UNSET or ships is UNSET else False
    return None if unknown else True


# ---------------------------------------------------------------- what is named but does not exist


def cards_told(state: State) -> list[str]:
    """Every raid card on display, in the deck or won that a state tells, as often as it does; hidden ones too."""
    told = [*(state.display or ()), *(state.deck or ())]
    for clan in state.players:
        if clan.raids:
            told += clan.raids
    return told


def _places_of_cards(state: State) -> Iterator[tuple[str, str]]:
    """The same with their places."""
    for place, card in enumerate(state.display or ()):
        yield f"/display/{place}", card
    for place, card in enumerate(state.deck or ()):
        yield f"/deck/{place}", card
    for seat, clan in enumerate(state.players):
        for place, card in enumerate(clan.raids or ()):
            yield f"/players/{seat}/raids/{place}", card


def is_familiar(table: Table) -> bool:
    """Whether everything that is named is in the pack."""
    state, known = table.state, table.box.card_ids
    if known is not None and not (known.issuperset(state.display or ()) and known.issuperset(state.deck or ())):
        return False
    if state.raids:
        raided = [raid.card for raid in state.raids]
        if "?" in raided or (known is not None and not known.issuperset(raided)):
            return False
    for seat, reading in enumerate(table.readings):
        if reading.familiar is None:
            clan = state.players[seat]
            cards = known is None or known.issuperset(clan.raids or ())
            reading.familiar = cards and not any(_strange_on_sheet(clan, table.box))
        if not reading.familiar:
            return False
    return True


def strange(state: State, box: Box) -> Iterator[Fault]:
    """What is named but not in the pack."""
    known = box.card_ids
    for place, raid in enumerate(state.raids or ()):
        if raid.card == "?":
            yield Fault(f"/raids/{place}/card", "A clan raids a card that lies face up: tell which.")
    if known is not None:
        raids = ((f"/raids/{place}/card", raid.card) for place, raid in enumerate(state.raids or ()))
        yield from _unknown([*_places_of_cards(state), *raids], known, "raid card", box)
    for seat, clan in enumerate(state.players):
        for fault in _strange_on_sheet(clan, box):
            yield Fault(f"/players/{seat}{fault.pointer}", fault.message)


def _unknown(told: Iterable[tuple[str, str]], known: Any, kind: str, box: Box) -> Iterator[Fault]:
    for pointer, name in told:
        if name not in known:
            yield Fault(pointer, f"The pack {box.pack.id!r} has no {kind} {name!r}.")


def _strange_on_sheet(clan: Clan, box: Box) -> Iterator[Fault]:
    for zone, kind, known in box.known:
        told = getattr(clan, zone)
        if told and not known.issuperset(told):
            steps = [pointer_step(name) for name in told] if isinstance(told, dict) else range(len(told))
            places = [(f"/{zone}/{step}", name) for step, name in zip(steps, told, strict=True)]
            yield from _unknown(places, known, kind, box)


def check_references(table: Table, move: Move) -> None:
    """A move may only name clans and things that exist, and has to name what its die goes to."""
    faults: list[Fault] = []
    name = getattr(move, "player", None)
    if name is not None and name not in table.by_name:
        faults.append(Fault("/player", f"Nobody at this table is called {name!r}."))
    faults.extend(_strange_in(table.box, move))
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
            known: Any = box.settlements
            if move.good != "house":
                known = box.touches[zone] if getattr(box, zone) else None
            if known is not None and move.place not in known:
                yield Fault("/place", f"The pack {box.pack.id!r} has no place {move.place!r} ({zone}).")
        case Attack() if move.favour is not UNSET:
            yield from _strange_die(move.favour, box, "/favour")
        case Refill() if move.cards is not UNSET and box.cards is not None:
            places = [(f"/cards/{place}", card) for place, card in enumerate(move.cards)]
            yield from _unknown(places, box.cards.keys() | box.set_aside, "raid card", box)


def _strange_die(die: str, box: Box, pointer: str = "/die") -> Iterator[Fault]:
    if die not in COLOURS and box.values is not None and die not in box.values:
        yield Fault(
            pointer, f"The pack {box.pack.id!r} has no favour die {die!r}; resource dice go by their colours."
        )


def _strange_use(move: UseDie, box: Box) -> Iterator[Fault]:
    for use, field in TARGETS.items():
        told = getattr(move, field)
        if move.to == use and told is UNSET and not (use == "track" and move.die in COLOURS):
            yield Fault(f"/{field}", f"A die used for {use!r} needs `{field}`.")
        elif move.to != use and told is not UNSET:
            yield Fault(f"/{field}", f"A die used for {move.to!r} has no `{field}`.")
    if move.god and box.gods is not None and move.god not in box.gods:
        yield Fault("/god", f"The pack {box.pack.id!r} has no god {move.god!r}.")
    if move.development and box.developments is not None and move.development not in box.developments:
        yield Fault("/development", f"The pack {box.pack.id!r} has no development {move.development!r}.")
