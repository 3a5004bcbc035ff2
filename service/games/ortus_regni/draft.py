"""An Ortus Regni table being changed: what moves and steps do to it."""

from collections.abc import Iterable
from random import Random
from typing import Any, Self

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Deed, Fief, Mercenary, Player
from service.games.ortus_regni.cards import HIDDEN, hidden, is_out_of_cards, without
from service.games.ortus_regni.inference import completed, sendable, sendable_parts
from service.games.ortus_regni.parts import deed, fief_of, have_landed, in_fief, smallest_free
from service.games.ortus_regni.setup import shuffled
from service.games.ortus_regni.table import Table, may_be_out
from service.games.ortus_regni.untold import lord_of, sure
from service.referee import draft as core

WIDTH = 2**53


class Draft(core.Draft, Table):
    """An Ortus Regni table being changed."""

    def event(self, kind: str, rule: str, /, **detail: Any) -> None:
        for value in detail.values():
            sure(value)
        super().event(kind, rule, **detail)

    def set(self, **zones: Any) -> None:
        """Give zones new values; of a pending decision everything is filled in that follows."""
        self.state = self.state.__copy__()
        if "pending" in zones:
            zones["pending"] = sendable(zones["pending"])
        super().set(**zones)
        self.clear_derived()
        if "pending" in zones:
            whole = completed(self, zones["pending"])
            super().set(pending=sendable(whole))

    def set_of(self, player: str, **zones: Any) -> None:
        for zone in ("fiefs", "mercenaries"):
            if zone in zones:
                zones[zone] = sendable_parts(zones[zone])
        super().set_of(player, **zones)
        self.clear_derived()

    def finished(self) -> Self:
        """The table after the move."""
        self.sent_state = self.state
        self.read(self.state)
        return self

    def hold_vikings_back(self, rule: str) -> None:
        """The white marker goes forward before the Vikings land; where that is not known, it is left out."""
        landed = have_landed(self)
        if landed is None:
            self.set(white_marker=UNSET)
        elif not landed:
            self.set(white_marker=True)
            self.event("white-forward", rule)

    # ------------------------------------------------------------ chance

    def draw_chance(self) -> Random | None:
        """What the seed has left, if there was one."""
        told = self.state.chance
        if told is UNSET:
            return None
        chance = Random(told)
        self.set(chance=int(chance.random() * WIDTH))
        return chance

    def shuffle(self, cards: tuple[Any, ...], told: Any = UNSET) -> tuple[Any, ...]:
        """Shuffled: hidden from then on, unless a seed decides. What is told to come up first lies on top."""
        chance = self.draw_chance()
        if chance is None or HIDDEN in cards:
            return hidden(len(cards))
        if told is UNSET or HIDDEN in told:
            return shuffled(cards, chance)
        return (*told, *shuffled(without(cards, told), chance))

    # ------------------------------------------------------------ Earl cards

    def spend(self, name: str, *cards: str) -> None:
        """Cards leave a hand."""
        hand = self.by_name[name].hand
        if cards and hand is not UNSET:
            self.set_of(name, hand=without(hand, cards))

    def discard(self, owner: str, *cards: Any) -> None:
        """end/original-owner: onto the pile of the card's colour, or out of the game with its Earl."""
        if not cards or owner not in self.by_name:
            return
        zone = "removed" if owner in self.out else "discard"
        pile = getattr(self.by_name[owner], zone)
        if pile is not UNSET:
            self.set_of(owner, **{zone: (*pile, *cards)})

    def forget_discards(self) -> None:
        """Cards of unknown colours were discarded."""
        for name, player in self.by_name.items():
            gone = name in self.out or may_be_out(self, name)
            self.set_of(name, discard=UNSET, removed=UNSET if gone else player.removed)

    def discard_deeds(self, deeds: Iterable[Deed], holder: str) -> None:
        for card in deeds:
            self.discard(card.owner, card.card)
            if card.owner != holder:
                self.event("owner-pile", "end/original-owner", player=card.owner, card=card.card)

    def draw(self, name: str, count: int, told: Any = UNSET) -> tuple[Any, ...]:
        """Cards come from the top of an Earl deck into the hand; as told, where the deck is hidden."""
        player = self.by_name[name]
        deck = player.deck
        if deck is UNSET and is_out_of_cards(self, name):
            drawn: tuple[Any, ...] = ()
        elif not isinstance(deck, tuple):
            drawn = hidden(count) if told is UNSET else tuple(told)
        else:
            drawn = deck[:count]
            if told is not UNSET:
                drawn = tuple(one if one != HIDDEN else other for one, other in zip(drawn, told, strict=False))
            self.set_of(name, deck=deck[count:])
        if player.hand is not UNSET:
            self.set_of(name, hand=(*player.hand, *drawn))
        return drawn

    # ------------------------------------------------------------ Army cards

    def supply(self) -> int | None:
        """How many Army cards can still be drawn."""
        deck, pile = self.state.army_deck, self.state.army_discard
        return None if deck is UNSET or pile is UNSET else len(deck) + len(pile)

    def draw_armies(self, name: str, count: int, told: Any = UNSET) -> int:
        """army/reshuffle, army/supply: Armies come into the pool, as many as there are."""
        drawn: list[Any] = []
        for place in range(count):
            deck, pile = self.state.army_deck, self.state.army_discard
            if deck == () and pile:
                deck = self.shuffle(pile, UNSET if told is UNSET else told[place:])
                self.set(army_deck=deck, army_discard=())
                self.event("army-reshuffled", "army/reshuffle", count=len(deck))
            if deck == ():
                self.event("armies-short", "army/supply", player=name, count=len(drawn))
                break
            top = HIDDEN if deck is UNSET else deck[0]
            if top == HIDDEN and told is not UNSET and place < len(told):
                top = told[place]
            drawn.append(top)
            if deck is not UNSET:
                self.set(army_deck=deck[1:])
        pool = self.by_name[name].pool
        if pool is not UNSET and drawn:
            self.set_of(name, pool=(*pool, *drawn))
        return len(drawn)

    def discard_armies(self, *armies: Any) -> None:
        """neutral/own-discards."""
        if armies and self.state.army_discard is not UNSET:
            self.set(army_discard=(*self.state.army_discard, *armies))

    # ------------------------------------------------------------ Earldoms

    def change_fief(self, name: str, number: Any, **parts: Any) -> None:
        fiefs = self.by_name[name].fiefs
        if fiefs is not UNSET:
            self.set_of(name, fiefs=tuple(replace(one, **parts) if one.id == number else one for one in fiefs))

    def attach(self, name: str, number: Any, card: Deed) -> None:
        fief = fief_of(self.by_name[name], number)
        if fief is not None and fief.properties is not UNSET:
            self.change_fief(name, number, properties=(*fief.properties, in_fief(card, name)))

    def add_fief(self, name: str, anchor: Deed, properties: tuple[Any, ...] = ()) -> int | None:
        """property/castle: a Castle or Palace makes a new Fief, with the smallest number that is free."""
        fiefs = self.by_name[name].fiefs
        if fiefs is UNSET:
            return None
        number = smallest_free(fief.id for fief in fiefs)
        fief = Fief(id=number, anchor=in_fief(anchor, name), lord=None, properties=properties)
        self.set_of(name, fiefs=(*fiefs, fief))
        return number

    def raze(self, name: str, number: Any) -> Fief | None:
        """A Fief leaves an Earldom; where its cards go is for the caller to say."""
        player = self.by_name[name]
        fief = fief_of(player, number)
        if fief is not None and player.fiefs is not UNSET:
            self.set_of(name, fiefs=tuple(one for one in player.fiefs if one.id != number))
        return fief

    def remove_property(self, name: str, number: Any, card: Any) -> Deed:
        """A Property leaves a Fief."""
        fief = fief_of(self.by_name[name], number)
        if fief is not None and fief.properties is not UNSET:
            rest = list(fief.properties)
            rest.remove(card)
            self.change_fief(name, number, properties=tuple(rest))
        return deed(card, name)

    def unseat(self, name: str, number: Any) -> str | None:
        """A Lord leaves a Castle for the discard pile; nobody knows the pile where nobody knows the Lord."""
        player = self.by_name[name]
        fief = fief_of(player, number)
        if player.fiefs is UNSET or (fief is not None and fief.lord is UNSET):
            self.set_of(name, discard=UNSET)
            self.change_fief(name, number, lord=None)
            return None
        if fief is None or fief.lord is None:
            return None
        self.change_fief(name, number, lord=None)
        self.discard(name, fief.lord)
        return lord_of(fief)

    def remove_mercenary(self, name: str, number: Any) -> Mercenary | None:
        player = self.by_name[name]
        found = next((one for one in player.mercenaries or () if one.id == number), None)
        if found is not None and player.mercenaries is not UNSET:
            self.set_of(name, mercenaries=tuple(one for one in player.mercenaries if one.id != number))
        return found

    def kill_mercenary(self, name: str, number: Any) -> None:
        """A Mercenary goes to the pile of its own colour, its garrison to the Army pile."""
        found = self.remove_mercenary(name, number)
        if found is None:
            if self.by_name[name].mercenaries is UNSET:  # whose card it was, and which garrison he had
                self.forget_discards()
                self.set(army_discard=UNSET)
            return
        self.discard_deeds([Deed("mercenary", name if found.owner is None else found.owner)], name)  # type: ignore[arg-type]
        if found.garrison is UNSET:
            self.set(army_discard=UNSET)
        elif found.garrison is not None:
            self.discard_armies(found.garrison)


def has_nothing_left(player: Player) -> bool:
    """end/last-fief: whether it is known that an Earl has no Fief."""
    return player.fiefs == ()
