"""An Ortus Regni table: every zone by an accessor that answers a value or an ``Unknown``.

Rules read these accessors; only this module and ``inference`` read the fields of a state. What the table hands out is
safe to read as if everything were known: in a Fief, a Mercenary or a pending decision each part that was left out is
an ``Unknown``, which raises ``UnknownRead`` when it is used. Accessors whose name begins with ``known_`` answer as
much as was sent: for proofs and contradictions, never for "there is none".
"""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import astuple, force_setattr

from schemas.ortus_regni import Battle, Fief, Joust, Mercenary, State
from service.games.ortus_regni.cards import cards_by_colour, known_armies
from service.games.ortus_regni.earldoms import Earldoms
from service.games.ortus_regni.inference import completed, with_what_follows
from service.games.ortus_regni.pack import EARLS, Box, cards_of
from service.referee import table as core
from service.referee.choices import Choices
from service.referee.known import Truth, Unknown, UnknownRead
from service.referee.names import Seating
from service.referee.table import PLAYERS, STATE, zone_of_player, zone_of_table

UNREAD = object()


def _known_of_earl(name: str) -> Callable[["Table", str], Any]:
    """What was sent of a zone of an Earl."""
    read = zone_of_player(name)

    def known(table: "Table", earl: str) -> Any:
        value = read(table, earl)
        return () if isinstance(value, Unknown) else value

    return known


class Table(core.Table[State, Box]):
    """A position."""

    ended = ""
    """What the last move has ended, until the step after it is done (``steps``)."""
    decision: Any = None
    """What was pending when the last move was made."""

    def __init__(self, state: State, box: Box, choices: Choices) -> None:
        super().__init__(state, box, choices, seats_known=False)

    def read(self, state: State) -> None:
        self.parts: dict[tuple[str, str], Any] = {}
        """Fiefs and Mercenaries as they are handed out, by zone and Earl; most moves leave them as they are."""
        super().read(with_what_follows(state))
        self.count_earls()

    def read_again(self) -> None:
        """Compute anew what follows, after the state was changed; from a state with these zones nothing follows."""
        state = self.state
        if self.unsettled or UNSET in (state.phase, state.turn, state.pending, state.eliminated):
            self.read(state)

    def count_earls(self) -> None:
        """Who plays, and who has left the game."""
        state: State = self.state
        sent = len(self.order)
        self.seats: Any = state.seats
        """How many Earls started."""
        if state.seats is UNSET:
            self.seats = sent if sent in EARLS else Unknown(PLAYERS)
        self.seats_known = not isinstance(self.seats, Unknown) and sent == self.seats
        self.fewest_seats: int = max(sent, min(EARLS)) if isinstance(self.seats, Unknown) else self.seats
        """How many Earls started at least."""
        self.out: set[str] = set() if state.eliminated is not UNSET else self.seen_to_be_out()
        """Who is known to have left the game."""
        if state.eliminated:
            self.out = {gone.player for gone in state.eliminated}
        self.living: list[str] = [name for name in self.order if name not in self.out] if self.out else self.order
        """Who is not known to have left the game, clockwise."""

    @property
    def seating(self) -> Seating:
        known = not isinstance(self.seats, Unknown)
        return Seating(self.order, self.seats if known else max(EARLS), known)

    def seen_to_be_out(self) -> set[str]:
        """end/cards-removed, end/cubes-removed, end/last-fief: where it was not sent who is out: who has removed
        cards, no cube or no Fief.
        """
        state, pending = self.state, self.state.pending
        gone: set[str] = {player.name for player in state.players if _has_left(player)}
        out: set[Any] = {player.name for player in state.players if player.fiefs == ()}
        if not out or pending is UNSET:
            return gone
        if isinstance(pending, Joust) and pending.step in ("place", "reattach"):
            # Who has just lost the last Castle to a bet is out when everything is placed.
            out = out if self.choices["bet_last_castle"] == "forbidden" else set()
        elif isinstance(pending, Battle):
            out -= {pending.attacker, pending.defender}
        # Of all Earls somebody is still in the game.
        return gone if self.seats_known and len(out) == len(state.players) else gone | out

    @property
    def listed_steps(self) -> list[str]:
        """The steps that the state lists as unresolved."""
        return [] if self.state.unresolved is UNSET else [entry.step for entry in self.state.unresolved]

    # ---------------------------------------------------------------- zones of the table

    phase = zone_of_table("phase")
    round = zone_of_table("round")
    first = zone_of_table("first")
    turn = zone_of_table("turn")
    acted = zone_of_table("acted")
    eliminated = zone_of_table("eliminated")
    king = zone_of_table("king")
    royal_army = zone_of_table("royal_army")
    battle_deck = zone_of_table("battle_deck")
    battle_discard = zone_of_table("battle_discard")
    army_deck = zone_of_table("army_deck")
    army_discard = zone_of_table("army_discard")
    viking_deck = zone_of_table("viking_deck")
    viking_discard = zone_of_table("viking_discard")
    vikings = zone_of_table("vikings")
    black_markers = zone_of_table("black_markers")
    white_marker = zone_of_table("white_marker")
    arrived = zone_of_table("arrived")
    chance = zone_of_table("chance")
    """What a seed has left. Unknown where there is none."""

    @property
    def phase_and_turn_as_sent(self) -> tuple[Any, Any]:
        """The phase and whose turn it is, before anything happened by itself; ``UNSET`` where they were left out."""
        return self.sent_state.phase, self.sent_state.turn

    @property
    def pending(self) -> Any:
        """The decision that is pending, None if there is none. Everything is filled in that follows; a part that does
        not is an ``Unknown``.
        """
        if self.state.pending is None and not self.unsettled:
            return None
        pending = self.derived.get("pending", UNREAD)
        if pending is UNREAD:
            pending = self.derived["pending"] = completed(self, self.zone("pending"))
        return pending

    @property
    def tournament(self) -> bool:
        return bool(self.state.options.variants)

    # ---------------------------------------------------------------- zones of Earls, by name

    colour = zone_of_player("colour")
    built = zone_of_player("built")
    deck = zone_of_player("deck")
    discarded = zone_of_player("discard")
    hand = zone_of_player("hand")
    towers = zone_of_player("towers")
    pool = zone_of_player("pool")
    banners = zone_of_player("banners")
    emissaries = zone_of_player("emissaries")
    cubes = zone_of_player("cubes")
    removed = zone_of_player("removed")
    mulligan = zone_of_player("mulligan")

    def fiefs(self, name: str) -> Any:
        """An Earl's Fiefs; a Lord or Properties that were left out are an ``Unknown`` in the Fief."""
        fiefs = self.parts.get(("fiefs", name))
        return self._with_unknown_parts(name, "fiefs", ("lord", "properties")) if fiefs is None else fiefs

    def mercenaries(self, name: str) -> Any:
        """An Earl's Mercenaries; a garrison that was left out is an ``Unknown``."""
        mercenaries = self.parts.get(("mercenaries", name))
        return self._with_unknown_parts(name, "mercenaries", ("garrison",)) if mercenaries is None else mercenaries

    def _with_unknown_parts(self, name: str, zone: str, parts: tuple[str, ...]) -> Any:
        entries = self.of(name, zone)
        if not isinstance(entries, Unknown) and any([UNSET in astuple(one) for one in entries]):  # noqa: C419
            pointer = f"{PLAYERS}/{self.order.index(name)}/{zone}"
            entries = tuple([_filled(one, f"{pointer}/{place}", parts) for place, one in enumerate(entries)])
        self.parts[zone, name] = entries
        return entries

    def fief(self, name: str, number: Any) -> Any:
        """The Fief with this number; None if the Earl has none, an ``Unknown`` if his Fiefs were left out."""
        return _numbered(self.fiefs(name), number)

    def mercenary(self, name: str, number: Any) -> Any:
        """The Mercenary with this number; None if there is none, an ``Unknown`` if they were left out."""
        return _numbered(self.mercenaries(name), number)

    # ---------------------------------------------------------------- battle

    def lord(self, name: str, number: Any) -> Any:
        """The Lord of a Fief; None if there is none, or no such Fief."""
        fief = self.fief(name, number)
        return fief if fief is None or isinstance(fief, Unknown) else fief.lord

    def properties(self, name: str, number: Any) -> Any:
        """The Properties of a Fief; none if there is no such Fief."""
        fief = self.fief(name, number)
        return () if fief is None else fief if isinstance(fief, Unknown) else fief.properties

    def garrison(self, name: str, number: Any) -> Any:
        """The garrison of a Mercenary; None if there is none, or no such Mercenary."""
        mercenary = self.mercenary(name, number)
        return mercenary if mercenary is None or isinstance(mercenary, Unknown) else mercenary.garrison

    # ---------------------------------------------------------------- as much as was sent

    def known_zone(self, name: str) -> Any:
        """A list of cards of the table, none if it was left out."""
        value = self.zone(name)
        return () if isinstance(value, Unknown) else value

    def known_cards(self, name: str, *zones: str) -> list[Any]:
        """The cards that were sent in these zones of an Earl."""
        sent = [self.of(name, zone) for zone in zones]
        return [card for cards in sent if not isinstance(cards, Unknown) for card in cards or ()]

    def known_number(self, name: str, zone: str) -> int:
        """A number of an Earl (``banners``, ``cubes``), none if it was left out."""
        number = self.of(name, zone)
        return 0 if isinstance(number, Unknown) else number

    def are_known(self, name: str, *zones: str) -> bool:
        """Whether all of these zones of an Earl are known."""
        return not any(isinstance(self.of(name, zone), Unknown) for zone in zones)

    known_hand = _known_of_earl("hand")
    known_towers = _known_of_earl("towers")
    known_pool = _known_of_earl("pool")

    def known_fiefs(self, name: str) -> tuple[Fief, ...]:
        fiefs: Any = self.fiefs(name)
        return () if isinstance(fiefs, Unknown) else fiefs

    def known_mercenaries(self, name: str) -> tuple[Mercenary, ...]:
        mercenaries: Any = self.mercenaries(name)
        return () if isinstance(mercenaries, Unknown) else mercenaries

    def known_fief(self, name: str, number: Any) -> Any:
        """The Fief with this number, if it was sent; else None."""
        fief = self.fief(name, number)
        return None if isinstance(fief, Unknown) else fief

    # ---------------------------------------------------------------- what follows

    @property
    def earldoms(self) -> Earldoms:
        """What each Earl has, read."""
        earldoms: Earldoms | None = self.derived.get("earldoms")
        if earldoms is None:
            earldoms = self.derived["earldoms"] = Earldoms(self)
        return earldoms

    @property
    def colours(self) -> dict[str, list[str]]:
        """The known cards of each Earl's colour, wherever they lie, hidden ones as "?"."""
        colours: dict[str, list[str]] | None = self.derived.get("colours")
        if colours is None:
            colours = self.derived["colours"] = cards_by_colour(self)
        return colours

    @property
    def armies(self) -> list[str]:
        """The known Army cards, wherever they lie, hidden ones as "?"."""
        armies: list[str] | None = self.derived.get("armies")
        if armies is None:
            armies = self.derived["armies"] = known_armies(self)
        return armies

    # ---------------------------------------------------------------- seats

    def from_seat(self, first: str) -> list[str]:
        """All names, beginning with this one; which seat an Earl has who was not sent is unknown."""
        if first not in self.by_name:
            raise UnknownRead((PLAYERS,))
        start = self.order.index(first)
        return self.order[start:] + self.order[:start]

    def others(self, name: str) -> list[str]:
        """The other Earls who are still in the game, clockwise from this one's left if that seat is known."""
        if name not in self.by_name:
            return [other for other in self.order if other not in self.out]
        return [other for other in self.from_seat(name)[1:] if other not in self.out]

    def is_out(self, name: str) -> Truth:
        """Whether an Earl has left the game; who has a Fief or a cube has not, and of two nobody has, or it would be
        over.
        """
        if name in self.out:
            return True
        if self.state.eliminated is not UNSET or (self.seats_known and len(self.order) <= 2):
            return False
        if self.known_fiefs(name) or self.known_number(name, "cubes"):
            return False
        return Unknown(f"{STATE}/eliminated")


def _filled(part: Any, pointer: str, names: tuple[str, ...]) -> Any:
    """The part, with an ``Unknown`` for each of these fields that was left out."""
    left_out = [name for name in names if getattr(part, name) is UNSET]
    if not left_out:
        return part
    part = part.__copy__()
    for name in left_out:
        force_setattr(part, name, Unknown(f"{pointer}/{name}"))
    return part


def _numbered(entries: Any, number: Any) -> Any:
    if isinstance(number, Unknown) or isinstance(entries, Unknown):
        return number if isinstance(number, Unknown) else entries
    found = [one for one in entries if one.id == number]
    return found[0] if found else None


def playing(state: State, box: Box) -> Box:
    """The pack; marked where somebody sits down with a deck of ours rather than an own one."""
    if state.phase not in ("start", "mulligan") or box.stand_in:
        return box
    made_up = [sorted(cards_of(deck)) for deck in box.decks.values() if deck.provenance == "stand-in"]
    built = [player.built for player in state.players if player.built]
    stand_in = any(sorted(cards[: len(deck)]) == deck for cards in built for deck in made_up)
    return box._replace(stand_in=True) if stand_in else box


UNFINISHED = (Battle, Joust)
"""Who is out is known when these are over."""


def _has_left(player: Any) -> bool:
    """end/cards-removed, end/cubes-removed: an Earl who is in the game has removed no card, and has a cube."""
    return player.removed not in ((), UNSET) or (player.cubes == 0 and player.fiefs in ((), UNSET))


def may_be_out(table: Table, name: str) -> bool:
    """Whether an Earl may have left the game; of two none has, or it would be over."""
    return isinstance(table.is_out(name), Unknown)
