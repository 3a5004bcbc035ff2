"""An Ortus Regni table being changed: what moves and steps do to it."""

from collections.abc import Iterable
from random import Random
from typing import Any, Self

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Deed, Fief, Mercenary
from service.games.ortus_regni.cards import is_out_of_cards, most_drawn
from service.games.ortus_regni.components import as_deed, in_fief, smallest_free
from service.games.ortus_regni.holdings import have_landed, surely
from service.games.ortus_regni.inference import completed
from service.games.ortus_regni.parts import sure
from service.games.ortus_regni.sendable import sendable, sendable_parts
from service.games.ortus_regni.table import Table
from service.referee import draft as core
from service.referee.chance import shuffled
from service.referee.findings import Happening
from service.referee.hidden import HIDDEN, hidden, without
from service.referee.known import Unknown, is_known, is_unknown

WIDTH = 2**53
WITH_PARTS = ("fiefs", "mercenaries")
"""The zones of an Earl that a table hands out with an ``Unknown`` for each part that was left out."""


class Draft(core.Draft, Table):
    """An Ortus Regni table being changed."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.parts = table.parts.copy()
        self.decision, self.ended = table.pending, ""

    def event(self, kind: str, rule: str, /, **detail: Any) -> None:
        if Unknown in map(type, detail.values()):
            sure(next(value for value in detail.values() if isinstance(value, Unknown)))
        self.happenings.append(Happening(kind, rule, detail))

    def restore(self, snapshot: core.Snapshot) -> None:
        super().restore(snapshot)
        self.parts = {}

    def set(self, **zones: Any) -> None:
        """Give zones new values; of a pending decision everything is filled in that follows."""
        pending = zones.get("pending")
        if pending is not None:
            pending = zones["pending"] = sendable(pending)
        core.Draft.set(self, **zones)
        self.derived = {}
        if pending is not None:  # else there is none, or it stays as it is
            self._complete(pending)

    def _complete(self, pending: Any) -> None:
        """Fill in what follows about a new decision."""
        whole = completed(self, pending)
        if whole is not pending:
            core.Draft.set(self, pending=sendable(whole))
        self.derived["pending"] = whole

    def set_of(self, player: str, **zones: Any) -> None:
        for zone in WITH_PARTS:
            if zone in zones:
                zones[zone] = sendable_parts(zones[zone])
                self.parts.pop((zone, player), None)
        super().set_of(player, **zones)
        self.derived = {}

    def finished(self) -> Self:
        """The table after the move."""
        super().finished()
        self.read_again()
        if self.turn is None and surely(lambda: self.phase == "turn"):
            self.forget("turn")  # it was sent as nobody's, but the move was one of an Earl's turn
            super().finished()
        return self

    def see_who_is_out(self) -> None:
        """Where it was not sent who is out: who shows it now, besides those who have left since."""
        self.out = self.out | self.seen_to_be_out()
        self.living = [name for name in self.order if name not in self.out]

    def hold_vikings_back(self, rule: str) -> None:
        """The white marker goes forward before the Vikings land; where that is not known, it is left out."""
        landed = have_landed(self)
        if is_unknown(landed):
            self.forget("white_marker")
        elif not landed:
            self.set(white_marker=True)
            self.event("white-forward", rule)

    # ---------------------------------------------------------------- chance

    def draw_chance(self) -> Random | None:
        """What the seed has left, if there was one."""
        if is_unknown(self.chance):
            return None
        chance = Random(self.chance)
        self.set(chance=int(chance.random() * WIDTH))
        return chance

    def shuffle(self, cards: tuple[Any, ...], first: Any = UNSET) -> tuple[Any, ...]:
        """Shuffled: hidden from then on, unless a seed decides. ``first`` are cards that come first by a move."""
        chance = self.draw_chance()
        if chance is None or HIDDEN in cards:
            return hidden(len(cards))
        if first is UNSET or HIDDEN in first:
            return shuffled(cards, chance)
        return (*first, *shuffled(without(cards, first), chance))

    # ---------------------------------------------------------------- Earl cards

    def spend(self, name: str, *cards: str) -> None:
        """Cards leave a hand."""
        if cards:
            self.change_of(name, "hand", lambda hand: without(hand, cards))

    def discard(self, owner: str, *cards: Any) -> None:
        """end/original-owner: onto the pile of the card's colour, or out of the game with its Earl."""
        if cards:
            self.change_of(owner, "removed" if owner in self.out else "discard", lambda pile: (*pile, *cards))

    def forget_discards(self) -> None:
        """Cards of unknown colours were discarded."""
        for name in self.order:
            self.forget_of(name, "discard", *(() if self.is_out(name) is False else ("removed",)))

    def discard_deeds(self, deeds: Iterable[Deed], holder: str) -> None:
        for deed in deeds:
            self.discard(deed.owner, deed.card)
            if deed.owner in self.out:
                self.event("owner-gone", "end/spoils-stay", player=deed.owner, card=deed.card)
            elif deed.owner != holder:
                self.event("owner-pile", "end/original-owner", player=deed.owner, card=deed.card)

    def draw(self, name: str, count: int, named: Any = UNSET) -> tuple[Any, ...]:
        """Cards come from the top of an Earl deck into the hand; as a move names them, where the deck is hidden."""
        deck = self.deck(name)
        if is_unknown(deck) and is_out_of_cards(self, name):
            drawn: tuple[Any, ...] = ()
        elif not isinstance(deck, tuple):
            drawn = hidden(most_drawn(self, name, count)) if named is UNSET else tuple(named)
        else:
            drawn = deck[:count]
            if named is not UNSET:
                drawn = tuple(one if one != HIDDEN else other for one, other in zip(drawn, named, strict=False))
            deck = deck[count:]
        hand = self.hand(name)
        self.set_of(name, deck=deck, hand=hand if is_unknown(hand) else (*hand, *drawn))
        return drawn

    # ---------------------------------------------------------------- Army cards

    def draw_armies(self, name: str, count: int, named: Any = UNSET) -> int:
        """army/reshuffle, army/supply: Armies come into the pool, as many as there are."""
        drawn: list[Any] = []
        for place in range(count):
            named_now = HIDDEN if named is UNSET or place >= len(named) else named[place]
            deck = self.army_deck
            if is_unknown(deck):
                drawn.append(named_now)
                continue
            if not deck and surely(lambda: self.army_discard):
                deck = self.shuffle(self.army_discard, UNSET if named is UNSET else named[place:])
                self.set(army_deck=deck, army_discard=())
                self.event("army-reshuffled", "army/reshuffle", count=len(deck))
            if not deck:
                self.event("armies-short", "army/supply", player=name, count=len(drawn))
                break
            drawn.append(named_now if deck[0] == HIDDEN else deck[0])
            self.set(army_deck=deck[1:])
        if drawn:
            self.change_of(name, "pool", lambda pool: (*pool, *drawn))
        return len(drawn)

    def discard_armies(self, *armies: Any) -> None:
        """neutral/own-discards."""
        if armies:
            self.change("army_discard", lambda pile: (*pile, *armies))

    # ---------------------------------------------------------------- Earldoms

    def change_fief(self, name: str, number: Any, **parts: Any) -> None:
        self.change_of(name, "fiefs", lambda fiefs: _changed(fiefs, number, parts))

    def change_mercenary(self, name: str, number: Any, **parts: Any) -> None:
        self.change_of(name, "mercenaries", lambda mercenaries: _changed(mercenaries, number, parts))

    def attach(self, name: str, number: Any, card: Deed) -> None:
        """A Property goes into a Fief."""
        fief = self.known_fief(name, number)
        if fief is not None and is_known(fief.properties):
            self.change_fief(name, number, properties=(*fief.properties, in_fief(card, name)))

    def add_fief(self, name: str, anchor: Deed, properties: tuple[Any, ...] = ()) -> int | None:
        """property/castle: a Castle or Palace makes a new Fief, with the smallest number that is free."""
        fiefs = self.fiefs(name)
        if is_unknown(fiefs):
            return None
        number = smallest_free(fief.id for fief in fiefs)
        fief = Fief(id=number, anchor=in_fief(anchor, name), lord=None, properties=properties)
        self.set_of(name, fiefs=(*fiefs, fief))
        return number

    def raze(self, name: str, number: Any) -> Fief | None:
        """A Fief leaves an Earldom; where its cards go is for the caller to say."""
        fief: Fief | None = self.known_fief(name, sure(number))
        if fief is not None:
            self.change_of(name, "fiefs", lambda fiefs: tuple([one for one in fiefs if one.id != number]))
        return fief

    def remove_property(self, name: str, number: Any, card: Any) -> Deed:
        """A Property leaves a Fief."""
        fief = self.known_fief(name, sure(number))
        if fief is not None and is_known(fief.properties):
            rest = list(fief.properties)
            rest.remove(card)
            self.change_fief(name, number, properties=tuple(rest))
        return as_deed(card, name)

    def unseat(self, name: str, number: Any) -> str | None:
        """A Lord leaves a Castle for the discard pile; nobody knows the pile where nobody knows the Lord."""
        fief = self.fief(name, sure(number))
        if is_unknown(fief) or (fief is not None and is_unknown(fief.lord)):
            self.forget_of(name, "discard")
            self.change_fief(name, number, lord=None)
            return None
        if fief is None or fief.lord is None:
            return None
        self.change_fief(name, number, lord=None)
        self.discard(name, fief.lord)
        return str(fief.lord)

    def remove_mercenary(self, name: str, number: Any) -> Mercenary | None:
        mercenary: Any = self.mercenary(name, sure(number))
        if is_unknown(mercenary) or mercenary is None:
            return None
        self.change_of(name, "mercenaries", lambda entries: tuple([one for one in entries if one.id != number]))
        return mercenary  # type: ignore[no-any-return]

    def kill_mercenary(self, name: str, number: Any) -> None:
        """A Mercenary goes to the pile of its own colour, its garrison to the Army pile."""
        mercenary: Any = self.remove_mercenary(name, number)
        if mercenary is None:
            if is_unknown(self.mercenaries(name)):  # whose card it was, and which garrison he had
                self.forget_discards()
                self.forget("army_discard")
            return
        owner = name if mercenary.owner is None else mercenary.owner
        self.discard_deeds([Deed("mercenary", owner)], name)  # type: ignore[arg-type]
        if is_unknown(mercenary.garrison):
            self.forget("army_discard")
        elif mercenary.garrison is not None:
            self.discard_armies(mercenary.garrison)


def _changed(entries: Any, number: Any, parts: dict[str, Any]) -> Any:
    """These Fiefs or Mercenaries, with new parts for the one with this number."""
    return tuple([replace(one, **parts) if one.id == number else one for one in entries])
