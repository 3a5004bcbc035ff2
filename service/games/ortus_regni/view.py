"""What one Earl may see: everything but the other hands, pools and Towers, the decks and what lies in discard piles.

honour/no-search: nobody may look through a pile, not even an own one. honour/last-battle-card: only the last Battle
card lies open. honour/counts: how many cards somebody has is open to everybody who asks.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from schemas.ortus_regni import Joust, Jouster, Player, State
from service.referee.hidden import HIDDEN, hidden

SEARCHED = ("honour/no-search", "honour/last-battle-card", "honour/counts", "tower/hidden", "joust/face-down")
"""The rules by which the view is made."""


T = TypeVar("T", bound=Struct)
Mask = Callable[[Any], Any]


def _hidden(cards: Any) -> Any:
    return hidden(len(cards)) if cards else cards


def _top_only(cards: Any) -> Any:
    return (*hidden(len(cards) - 1), *cards[-1:]) if cards else cards


def view(state: State, player: str) -> State:
    """The state as this Earl sees it."""
    return _masked(
        state,
        {
            **dict.fromkeys(("battle_deck", "army_deck", "army_discard", "viking_deck", "viking_discard"), _hidden),
            "battle_discard": _top_only,
            "players": partial(_earls, player),
            "pending": partial(_decision, player),
            "chance": lambda _: UNSET,
        },
    )


PILES: dict[str, Mask] = dict.fromkeys(("deck", "discard", "removed"), _hidden)
"""Hidden from everybody."""
SECRETS: dict[str, Mask] = {**PILES, **dict.fromkeys(("built", "hand", "towers", "pool"), _hidden)}
"""Hidden from the other Earls."""


def _earls(player: str, earls: tuple[Player, ...]) -> tuple[Player, ...]:
    return tuple([_masked(earl, PILES if earl.name == player else SECRETS) for earl in earls])


def _decision(player: str, pending: Any) -> Any:
    """joust/face-down: a jouster from a hand is shown when everybody has declared."""
    if not isinstance(pending, Joust) or pending.step not in ("declare", "deal"):
        return pending
    return _masked(pending, {"declared": partial(_declared, player)})


def _declared(player: str, declared: Any) -> Any:
    if declared is UNSET:
        return UNSET
    return tuple([one if one.player == player else _masked(one, {"jouster": _face_down}) for one in declared])


def _face_down(jouster: Any) -> Any:
    return Jouster(card=HIDDEN) if jouster and jouster.card is not None else jouster


def _masked(part: T, masks: dict[str, Mask]) -> T:
    """The part, with masks over these fields."""
    return replace(part, **{name: mask(getattr(part, name)) for name, mask in masks.items()})
