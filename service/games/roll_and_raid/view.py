"""What one player may see: everything but the raid deck, and choices and bids of others until all are revealed."""

from schemas.roll_and_raid import State
from service.games.roll_and_raid.table import with_hidden_bids, with_hidden_choices
from service.referee.view import view_by_schema

by_schema = view_by_schema(State, raids=with_hidden_bids)


def view(state: State, player: str) -> State:
    return with_hidden_choices(by_schema(state, player), player)
