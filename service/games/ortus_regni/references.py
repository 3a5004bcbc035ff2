"""What a state or a move names that is not there."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from schemas import ortus_regni as shapes
from schemas.base import Fault, Malformed
from schemas.ortus_regni import (
    Build,
    Deed,
    End,
    Intrigue,
    Move,
    Player,
    State,
    Treachery,
)
from service.games.ortus_regni.table import Table
from service.referee.budget import step
from service.referee.names import strangers_in
from service.referee.shapes import moves_of, names_in, naming_fields

OWN_COLOUR = "A card of the Earl's own colour is named by its type alone."


def is_sound(table: Table) -> bool:
    """Whether everything in a state is well formed; ``strange`` tells what is not, at more leisure."""
    state, earldoms = table.state, table.earldoms
    if any(player.deck is None for player in table.by_name.values()) and state.phase != "decks":
        return False
    return state.seats is UNSET and earldoms.are_well_numbered


def known_names(table: Table) -> Iterator[str]:
    """Everybody whom the zones of the state name.

    Outside of a decision zone by zone, with what is known about the Earldoms anyway: every validate asks for them,
    and with ``shapes.names_in`` (20 µs instead of 2) it would take 2.8 % longer.
    """
    state = table.state
    named = [state.first, state.turn, state.king, *(gone.player for gone in state.eliminated or ())]
    if state.pending:
        named += [name for _, name in names_in(state.pending)]
    named += {card.owner for card in table.earldoms.abroad}
    return (name for name in named if isinstance(name, str))


def _decks_too_late(state: State) -> Iterator[Fault]:
    """Decks that are not brought yet, after the phase in which they are brought."""
    for seat, player in enumerate(state.players):
        if player.deck is None and state.phase not in (UNSET, "decks"):
            yield Fault(f"/players/{seat}/deck", "A deck is null only in the phase 'decks'.")


def strange(state: State) -> Iterator[Fault]:
    """Too few seats, decks that are not brought yet, numbers used twice, an Earl's own cards written as another's."""
    names = {player.name for player in state.players}
    if state.seats is not UNSET and state.seats < len(names):
        yield Fault("/seats", f"There are {len(names)} Earls, but only {state.seats} seats.")
    yield from _decks_too_late(state)
    for seat, player in enumerate(state.players):
        yield from _numbers(seat, player)
        for pointer, owner in _foreign(player):
            if owner == player.name:
                yield Fault(f"/players/{seat}{pointer}", OWN_COLOUR)


def _foreign(player: Player) -> Iterator[tuple[str, str]]:
    """The owners of cards that are written as another Earl's, and where they are."""
    for place, fief in enumerate(player.fiefs or ()):
        step(len(fief.properties or ()))
        if type(fief.anchor) is Deed:
            yield f"/fiefs/{place}/anchor/owner", fief.anchor.owner
        for n, card in enumerate(fief.properties or ()):
            if type(card) is Deed:
                yield f"/fiefs/{place}/properties/{n}/owner", card.owner
    for place, mercenary in enumerate(player.mercenaries or ()):
        if mercenary.owner is not None:
            yield f"/mercenaries/{place}/owner", mercenary.owner


def _numbers(seat: int, player: Player) -> Iterator[Fault]:
    """Every Fief and every Mercenary of an Earl has a number of its own; Properties stand on a Castle or Palace."""
    for zone in ("fiefs", "mercenaries"):
        numbers = [part.id for part in getattr(player, zone) or ()]
        if len(set(numbers)) != len(numbers):
            place = next(n for n, number in enumerate(numbers) if number in numbers[:n])
            yield Fault(f"/players/{seat}/{zone}/{place}/id", f"The number {numbers[place]} is used twice.")
    for place, fief in enumerate(player.fiefs or ()):
        # A card written by its type alone can be nothing else; one with an owner is of any type.
        if type(fief.anchor) is Deed and fief.anchor.card not in ("castle", "palace"):
            yield Fault(f"/players/{seat}/fiefs/{place}/anchor", "A Fief stands on a Castle or a Palace.")
        for n, card in enumerate(fief.properties or ()):
            if type(card) is Deed and card.card in ("castle", "palace"):
                text = "A Castle or Palace is no Property of a Fief, but a Fief of its own."
                yield Fault(f"/players/{seat}/fiefs/{place}/properties/{n}", text)


OF_ONE_EARL = {
    kind
    for kind in moves_of(Move)
    if kind not in (Build, End) and [field.name for field in naming_fields(kind)] == ["player"]
}
"""Moves that name nobody but the Earl who makes them, and nothing else that could be malformed."""


REFERENCES = 5
"""The steps of looking at what one move of a log names."""


def check_references(table: Table, move: Move) -> None:
    """A move may only name Earls and decks that exist."""
    step(REFERENCES)
    if type(move) in OF_ONE_EARL and getattr(move, "player", None) in table.by_name:
        return
    faults = list(strangers_in(table.seating, names_in(move), lambda: known_names(table)))
    if isinstance(move, Build) and isinstance(move.deck, str) and move.deck not in table.box.decks:
        known = ", ".join(table.box.decks)
        faults.append(
            Fault("/deck", f"The pack {table.box.pack.id!r} has no deck {move.deck!r}; there are: {known}.")
        )
    if isinstance(move, Treachery | Intrigue):
        faults += _superfluous(move)
    if isinstance(move, End) and isinstance(move.drawn, tuple) and len(move.drawn) == 1:
        faults.append(Fault("/drawn", "One card is named by itself, without a list."))
    faults += _own_colour(move)
    if faults:
        raise Malformed(faults)


WANTED = {
    "lord": ("fief",),
    "mercenary": ("mercenary",),
    "properties": ("fief", "count", "cards"),
    "armies": ("count",),
    "hand": (),
}
"""What a Treachery or an Intrigue tells besides its target, by its aim; of aims that no card has, anything."""


def _superfluous(move: Treachery | Intrigue) -> Iterator[Fault]:
    for field in ("fief", "mercenary", "count", "cards"):
        if getattr(move, field, UNSET) and field not in WANTED.get(move.aim, (field,)):
            yield Fault(f"/{field}", f"With the aim {move.aim!r} there is no {field!r} to name.")


def _own_colour(move: Move) -> Iterator[Fault]:
    """Cards of a Fief that a move names are written as in the state: with an owner only if it is another Earl's."""
    match move:
        case Intrigue():
            holder = move.target
        case shapes.Give() | shapes.Suffer() | shapes.Enter() | shapes.Ransom():
            holder = move.player
        case _:
            return
    for pointer, card in _deeds_in(move):
        if type(card) is Deed and card.owner == holder:
            yield Fault(f"{pointer}/owner", OWN_COLOUR)


def _deeds_in(move: Any) -> Iterator[tuple[str, Any]]:
    """Cards of Earldoms that a move names."""
    for field in ("cards", "properties"):
        cards = getattr(move, field, ())
        if isinstance(cards, tuple):
            yield from ((f"/{field}/{n}", card) for n, card in enumerate(cards))
    yield "/card", getattr(move, "card", None)
    for field in ("bet", "pay"):
        if stake := getattr(move, field, None):
            yield f"/{field}/card", stake.card
