"""What one player may see: everything but the raid deck, and choices and bids of others until all are revealed."""

from msgspec import UNSET
from msgspec.structs import replace

from schemas.roll_and_raid import Clan, Contender, State


def view(state: State, player: str) -> State:
    return replace(
        state,
        players=tuple(_clan(clan, player, state) for clan in state.players),
        deck=UNSET if state.deck is UNSET else ("?",) * len(state.deck),
        raids=UNSET
        if state.raids is UNSET
        else tuple(
            replace(raid, clans=tuple(_contender(contender, player) for contender in raid.clans))
            for raid in state.raids
        ),
    )


def _clan(clan: Clan, player: str, state: State) -> Clan:
    """A choice is a secret while the choice is on (and when nobody says so); afterwards everybody has seen it."""
    secret = state.phase in ("choice", UNSET) and clan.name != player and isinstance(clan.choice, int)
    return replace(clan, choice="?") if secret else clan


def _contender(contender: Contender, player: str) -> Contender:
    secret = contender.player != player and isinstance(contender.bid, int)
    return replace(contender, bid="?") if secret else contender
