"""What follows from the zones that were sent: who loses a town next, who has won a trick, how many cards are kept.

A field of a decision that follows from other zones may be left out. It is filled in here; if it was sent, ``audit``
compares it with what it follows from.
"""

from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from schemas.brian_boru import Pending, Phase, Trick
from service.games.brian_boru.table import Table

BY_DECISION = {
    "card-town": "settle",
    "track-town": "settle",
    "princess": "wed",
    "raid": "raid",
    "monastery": "build",
    "monastery-of-four": "build",
}
"""The move that makes each decision of the upkeep."""


PHASE_OF: dict[str, Phase] = {
    "card-town": "marriage",
    "princess": "marriage",
    "track-town": "marriage",
    "raid": "battle",
    "monastery": "church",
    "monastery-of-four": "church",
}
"""The step to which each decision belongs."""


CHOSEN = 2
"""How many cards each player keeps before passing on the rest."""


Decision = Literal["card-town", "princess", "track-town", "raid", "monastery", "monastery-of-four"]


# ---------------------------------------------------------------- Decisions of the upkeep


def pending_decision(what: Decision, player: str, loser: str | None = None, region: str | None = None) -> Pending:
    """A decision to be made, with every field."""
    return Pending(decision=what, player=player, loser=loser, region=region)


def pending_completed(table: Table) -> tuple[Pending, ...] | UnsetType:
    """The decisions that are sent, with the fields that were left out as far as they follow."""
    pending = table.known.pending
    if pending is UNSET or all(each.loser is not UNSET and each.region is not UNSET for each in pending):
        return pending
    losers = _losers_of(table, pending)
    return tuple(_completed(table, each, loser) for each, loser in zip(pending, losers, strict=True))


def _completed(table: Table, pending: Pending, loser: str | UnsetType) -> Pending:
    if pending.loser is UNSET:
        pending = replace(pending, loser=loser if pending.decision == "raid" else None)
    if pending.region is UNSET and pending.decision != "card-town":
        pending = replace(pending, region=None)
    elif pending.region is UNSET:
        regions = card_regions(table, pending.player)
        pending = replace(pending, region=next(iter(regions)) if regions and len(regions) == 1 else UNSET)
    return pending


def _losers_of(table: Table, pending: tuple[Pending, ...]) -> list[str | UnsetType]:
    """battle/fewest, battle/loser-order: the losers whose turn is still to come are the last of their order."""
    unknown: list[str | UnsetType] = [UNSET] * len(pending)
    state = table.known
    if table.count is None or state.towns is UNSET or any(player.raiders is UNSET for player in state.players):
        return unknown
    losers = [name for name in in_turn(table) if name in losers_of(table)[0] and table.controlled(name)]
    if len(losers) < len(pending) or (len(losers) > 1 and state.marker is UNSET):
        return unknown
    return list(losers[-len(pending) :]) if pending else []


def losers_of(table: Table) -> tuple[list[str], str | None]:
    """battle/fewest, battle/most-chooses: who loses a town, and the one player who chooses it, if there is one."""
    raiders = {name: player.raiders or 0 for name, player in table.by_name.items()}
    most, fewest = max(raiders.values()), min(raiders.values())
    leaders = [name for name, count in raiders.items() if count == most]
    return [name for name, count in raiders.items() if count == fewest], leaders[0] if len(leaders) == 1 else None


def in_turn(table: Table) -> list[str]:
    """Clockwise from the marker, where it is known who holds it."""
    marker = table.known.marker
    return table.clockwise(marker) if isinstance(marker, str) and marker in table.by_name else table.order


def card_regions(table: Table, player: str) -> set[str] | None:
    """marriage/region-town: the regions of the cards that this player may just have won; None if they are unknown."""
    known = table.by_name.get(player)
    cards = UNSET if known is None else known.marriages
    card = table.known.marriage_card
    if cards is UNSET or "?" in cards or card == "?" or (not cards and card is UNSET):
        return None
    won = [table.box.marriages[each] for each in (*cards, *((card,) if card else ()))]
    return {each.region for each in won if each.region is not None}


# ---------------------------------------------------------------- Cards


def to_keep(table: Table, name: str) -> int | None:
    """draft/pick-two, draft/keep-last: how many cards this player is to keep now; None where that is not known."""
    player = table.player(name)
    if player.dealt is not UNSET:
        lying = len(player.dealt) + len(player.picked or ())
    elif (
        table.known.phase not in (UNSET, "draft")
        or table.hand_size is None
        or (table.hand_size % CHOSEN and player.hand is UNSET)
    ):  # cards have been played from the hands
        return None
    else:
        lying = CHOSEN if player.hand is UNSET else table.hand_size - len(player.hand)
    return min(lying, CHOSEN)


def trick_completed(table: Table) -> Trick | UnsetType | None:
    """trick/winner, symbol/take: the winner, if only one card is left and the town was not taken yet."""
    trick = table.known.trick
    if not trick or trick.winner is not UNSET or trick.town is None or table.known.phase != "actions":
        return trick
    played = trick.played or ()
    return replace(trick, winner=played[0].player) if len(played) == 1 else trick


def winner_of(table: Table, trick: Trick) -> str | None:
    """Who wins a trick in which everybody has played; None when the town is not known any more."""
    if trick.town is None or not trick.played:
        return None
    cards, colour = table.box.cards, table.box.towns[trick.town].colour
    eligible = [played for played in trick.played if cards[played.card].colour in (colour, "white")]
    leader = trick.played[0]
    if leader not in eligible and (not eligible or table.choices["leader_without_match"] == "as-white"):
        eligible.append(leader)
    return max(eligible, key=lambda played: played.card).player
