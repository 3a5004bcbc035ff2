"""What one player may see: everything but the raid deck, and choices and bids of others until all are revealed."""

from schemas.roll_and_raid import State
from service.games.roll_and_raid.table import with_secrets_hidden


def view(state: State, player: str) -> State:
    return with_secrets_hidden(state, player)
