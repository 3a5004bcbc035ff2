"""Whether everything that a state or a move names is in the pack, and sits at the table."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from schemas.base import Fault, Malformed, pointer_step
from schemas.brian_boru import Card, Deal, Move, Pick, Prepare, State
from service.games.brian_boru.pack import Box
from service.games.brian_boru.table import Named, Table, marriages_with_places
from service.referee.budget import step
from service.referee.names import strangers_in


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
    for pointer, card in marriages_with_places(state):
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
    faults.extend(strangers_in(table.seating, _names_in(move), table.known_names))
    faults.extend(_strange_in(table, move))
    if faults:
        raise Malformed(faults)


def _names_in(move: Move) -> Iterator[tuple[str, str]]:
    """The players whom a move names, and where."""
    for field in ("player", "loser"):
        name = getattr(move, field, None)
        if name is not None:
            yield f"/{field}", name
    if isinstance(move, Deal) and move.hands is not UNSET:
        yield from ((f"/hands/{pointer_step(name)}", name) for name in move.hands)


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
                places = [(f"/hands/{pointer_step(name)}/{place}", card) for place, card in enumerate(cards)]
                yield from _no_cards(places, box)
        case Prepare() if move.marriage is not UNSET and move.marriage not in box.marriages:
            yield Fault("/marriage", f"The pack {box.pack.id!r} has no marriage card {move.marriage!r}.")


def _no_cards(told: list[tuple[str, Any]], box: Box) -> Iterator[Fault]:
    for pointer, card in told:
        if card != "?" and card not in box.cards:
            yield Fault(pointer, f"The pack {box.pack.id!r} has no card {card}.")
