"""Whether everything that a state or a move names is in the pack, and sits at the table."""

from collections.abc import Collection, Iterator
from typing import Any

from msgspec import UNSET

from schemas.base import Fault, Malformed, pointer_step
from schemas.brian_boru import Deal, Move, Pick, Prepare, State
from service.games.brian_boru.inference import components
from service.games.brian_boru.pack import Box
from service.games.brian_boru.table import Table
from service.referee.budget import step
from service.referee.hidden import HIDDEN
from service.referee.names import strangers_in
from service.referee.shapes import names_in


def all_in_the_box(table: Table) -> bool:
    """Whether everything that is named is in the pack, as it nearly always is; ``strange`` tells what is not."""
    box, named = table.box, table.named
    return (
        box.known_cards.issuperset(named.cards)
        and box.known_regions.issuperset(named.regions)
        and box.known_marriages.issuperset(named.marriages)
        and box.towns.keys() >= set(named.towns)
        and all(map(box.known_cards.issuperset, table.known_shuffles()))
    )


def strange(state: State, box: Box) -> Iterator[Fault]:
    """What is named but not in the pack; of a card the first place."""
    there: dict[str, Collection[Any]] = {
        "card": box.known_cards,
        "town": box.towns,
        "region": box.known_regions,
        "marriage card": box.known_marriages,
    }
    absent = [(kind, pointer, name) for kind, pointer, name in components(state) if name not in there[kind]]
    cards: dict[int, str] = {}
    for kind, pointer, name in absent:
        if kind == "card":
            cards.setdefault(name, pointer)
    for number, pointer in sorted(cards.items()):
        yield _no_card(pointer, number, box)
    for kind, pointer, name in absent:
        if kind != "card":
            yield Fault(pointer, f"The pack {box.pack.id!r} has no {kind} {name!r}.")


def _no_card(pointer: str, number: int, box: Box) -> Fault:
    return Fault(pointer, f"The pack {box.pack.id!r} has no card {number}.")


REFERENCES = 5
"""The steps of looking at what one move of a log names."""


def check_references(table: Table, move: Move) -> None:
    """A move may only name players and components that exist."""
    step(REFERENCES)
    faults: list[Fault] = []
    faults.extend(strangers_in(table.seating, names_in(move), table.known_names))
    faults.extend(_strange_in(table, move))
    if faults:
        raise Malformed(faults)


def _strange_in(table: Table, move: Move) -> Iterator[Fault]:
    box = table.box
    for field in ("town", "expand", "free"):
        town = getattr(move, field, None)
        if town and town not in box.towns:
            yield Fault(f"/{field}", f"The pack {box.pack.id!r} has no town {town!r}.")
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


def _no_cards(named: list[tuple[str, Any]], box: Box) -> Iterator[Fault]:
    for pointer, card in named:
        if card != HIDDEN and card not in box.cards:
            yield _no_card(pointer, card, box)
