"""What one Earl may see: everything but the other hands, pools and Towers, the decks and what lies in discard piles.

honour/no-search: nobody may look through a pile, not even an own one. honour/last-battle-card: only the last Battle
card lies open. honour/counts: how many cards somebody has is told to everybody who asks.
"""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Joust, Jouster, Player, State

SEARCHED = ("honour/no-search", "honour/last-battle-card", "honour/counts", "tower/hidden", "joust/face-down")
"""The rules by which the view is made."""


def view(state: State, player: str) -> State:
    return replace(
        state,
        players=tuple(_own(other) if other.name == player else _from_outside(other) for other in state.players),
        battle_deck=_hidden(state.battle_deck),
        battle_discard=_top_only(state.battle_discard),
        army_deck=_hidden(state.army_deck),
        army_discard=_hidden(state.army_discard),
        viking_deck=_hidden(state.viking_deck),
        viking_discard=_hidden(state.viking_discard),
        chance=UNSET,
        pending=_joust(state.pending, player) if isinstance(state.pending, Joust) else state.pending,
    )


def _own(player: Player) -> Player:
    return replace(
        player, deck=_hidden(player.deck), discard=_hidden(player.discard), removed=_hidden(player.removed)
    )


def _from_outside(player: Player) -> Player:
    return replace(
        player,
        built=_hidden(player.built),
        deck=_hidden(player.deck),
        discard=_hidden(player.discard),
        hand=_hidden(player.hand),
        towers=_hidden(player.towers),
        pool=_hidden(player.pool),
        removed=_hidden(player.removed),
    )


def _joust(joust: Joust, player: str) -> Joust:
    """joust/face-down: a jouster from a hand is shown when everybody has declared."""
    if joust.step not in ("declare", "deal") or joust.declared is UNSET:
        return joust
    return replace(
        joust,
        declared=tuple(
            replace(one, jouster=Jouster(card="?"))
            if one.player != player and one.jouster and one.jouster.card is not None
            else one
            for one in joust.declared
        ),
    )


def _hidden(cards: Any) -> Any:
    return ("?",) * len(cards) if cards else cards


def _top_only(cards: Any) -> Any:
    return cards if not cards else ("?",) * (len(cards) - 1) + cards[-1:]
