"""The state as one player may see it: what the schema says is not seen by everybody is hidden."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from service.referee import shapes
from service.referee.hidden import HIDDEN

Mask = Callable[[Any], Any]
"""What is seen of the value of a zone by somebody who may not look into it."""


def view_by_schema(state_type: Any, **others: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    """The ``view`` of a game.

    ``others`` are zones of the table with secrets that the schema cannot say, such as bids until they are revealed:
    for each of them what a player sees of its value.
    """
    of_table = _masks(state_type, ("owner", "nobody"))
    player_type = shapes.player_type(state_type)
    of_owner, of_others = _masks(player_type, ("nobody",)), _masks(player_type, ("owner", "nobody"))

    def view(state: Any, player: str) -> Any:
        changes: dict[str, Any] = {}
        for name, mask in of_table:
            changes[name] = mask(getattr(state, name))
        if of_others:
            entries = [_masked(entry, of_owner if entry.name == player else of_others) for entry in state.players]
            changes["players"] = tuple(entries)
        for name, seen in others.items():
            if value := getattr(state, name):  # neither left out nor null
                changes[name] = seen(value, player)
        return replace(state, **changes)

    return view


def _masked(entry: Any, masks: list[tuple[str, Mask]]) -> Any:
    return replace(entry, **{name: mask(getattr(entry, name)) for name, mask in masks}) if masks else entry


def _masks(shape: Any, seen_by: tuple[str, ...]) -> list[tuple[str, Mask]]:
    return [(zone.name, _mask(zone)) for zone in shapes.zones_of(shape) if zone.seen_by in seen_by]


def _mask(zone: shapes.Zone) -> Mask:
    if zone.holds == "piles":
        return _piles
    if zone.holds == "cards":
        return _all_but_last if zone.last_open else _cards
    return _card if zone.may_hide else _nothing


# A zone that was left out, and one with nothing in it, stays as it is.


def _cards(cards: Any) -> Any:
    return (HIDDEN,) * len(cards) if cards else cards


def _all_but_last(cards: Any) -> Any:
    return (*_cards(cards[:-1]), cards[-1]) if cards else cards


def _piles(piles: Any) -> Any:
    return tuple([_cards(cards) for cards in piles]) if piles else piles


def _card(card: Any) -> Any:
    return card if card is UNSET or card is None else HIDDEN


def _nothing(value: Any) -> Any:
    return None if value is None else UNSET
