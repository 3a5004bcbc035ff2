"""What follows from the zones that were sent: who loses a town next, and where the disc of a marriage card goes.

A field of a decision that follows from other zones may be left out. It is filled in here; if it was sent, ``audit``
compares it with what it follows from.
"""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from schemas.brian_boru import Pending
from service.games.brian_boru.table import Table


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
