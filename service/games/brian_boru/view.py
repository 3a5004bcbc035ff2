"""What one player may see: everything but the other hands, the piles, the card left out and the discard pile.

Coins, raiders, renown and discs lie open. The discard pile is hidden from everybody: nobody may look through it. The
Princess of Denmark is known to lie at the bottom of the marriage pile.
"""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Player, State

PRINCESS_LAST = 1


def view(state: State, player: str) -> State:
    pile = state.marriage_pile
    return replace(
        state,
        players=tuple(other if other.name == player else _from_outside(other) for other in state.players),
        marriage_pile=pile if not pile else ("?",) * (len(pile) - PRINCESS_LAST) + pile[-PRINCESS_LAST:],
        viking_pile=_hidden(state.viking_pile),
        discard=_hidden(state.discard),
        unseen=_hidden(state.unseen),
        shuffles=UNSET if state.shuffles is UNSET else tuple(_hidden(deck) for deck in state.shuffles),
    )


def _from_outside(player: Player) -> Player:
    return replace(player, hand=_hidden(player.hand), dealt=_hidden(player.dealt), picked=_hidden(player.picked))


def _hidden(cards: Any) -> Any:
    return cards if cards is UNSET else ("?",) * len(cards)
