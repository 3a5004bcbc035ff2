"""What one player may see: everything but the pile. Nobody sees which dominoes are still to come."""

from schemas.kingdomino import State
from service.games.kingdomino.table import with_hidden_pile


def view(state: State, player: str) -> State:
    return with_hidden_pile(state)
