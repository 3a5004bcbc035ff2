"""What one player may see: everything but the other hands, the piles, the card left out and the discard pile.

Coins, raiders, renown and discs lie open. The discard pile is hidden from everybody: nobody may look through it. The
Princess of Denmark is known to lie at the bottom of the marriage pile.
"""

from schemas.brian_boru import State
from service.games.brian_boru.inference import with_hidden_cards

PRINCESS_LAST = 1


def view(state: State, player: str) -> State:
    return with_hidden_cards(state, player, marriages_seen=PRINCESS_LAST)
