"""What one player may see: everything but the pile. Nobody sees which dominoes are still to come."""

from msgspec import UNSET
from msgspec.structs import replace

from schemas.kingdomino import State


def view(state: State, player: str) -> State:
    if state.pile is UNSET:
        return state
    return replace(state, pile=("?",) * len(state.pile))
