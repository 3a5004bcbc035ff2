"""Forces in battle: how many units they have, and what they deal."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from schemas.ortus_regni import Force
from service.games.ortus_regni.parts import PENDING, sure
from service.referee.budget import step
from service.referee.hidden import HIDDEN
from service.referee.known import UnknownRead, attempt, is_known

if TYPE_CHECKING:
    from service.games.ortus_regni.table import Table

PARTS = ("hand", "lords", "pool", "mercenaries", "garrisons", "royal", "vikings")


def size(force: Force) -> int:
    """How many units a force has; each absorbs one point."""
    return (
        len(force.hand)
        + len(force.lords)
        + len(force.pool)
        + len(force.mercenaries)
        + len(force.garrisons)
        + len(force.royal)
        + len(force.vikings)
        + force.king
    )


def is_strength_known(table: "Table", name: str | None, force: Force) -> bool:
    """Whether it is known which Lords and which garrisons fight."""
    return is_known(attempt(lambda: dealt_by(table, name, force)))


def dealt_by(table: "Table", name: str | None, force: Force) -> int:
    """damage/total: what everything fielded deals together; an unknown unit raises ``UnknownRead``."""
    deals = table.box.deals
    if HIDDEN in force.pool:
        raise UnknownRead(PENDING)
    total = 0
    for card in (*force.hand, *force.pool, *force.royal, *force.vikings):
        total += deals.get(card, 0)
    total += deals["mercenary"] * len(force.mercenaries) + (deals["king"] if force.king else 0)
    if name is None:
        return total
    for number in force.lords:
        lord = table.lord(name, number)
        total += 0 if sure(lord) is None else deals[lord]
    for number in force.garrisons:
        garrison = table.garrison(name, number)
        total += 0 if sure(garrison) is None else deals[garrison]
    return total


def within(part: Force, whole: Force) -> list[tuple[str, Any]]:
    """What a force names that another does not have."""
    strange: list[tuple[str, Any]] = [("king", "king")] if part.king and not whole.king else []
    for zone in PARTS:
        named, there = getattr(part, zone), getattr(whole, zone)
        if named and named != there:
            step(len(named) + len(there))
            more = list((Counter(named) - Counter(there)).elements())
            strange += [(zone, unit) for unit in more[there.count(HIDDEN) :]]
    return strange


def hidden_among(part: Force, whole: Force) -> dict[str, int]:
    """The Armies that a force names and that can only be hidden ones of another, each with how many are named."""
    more = Counter(part.pool) - Counter(whole.pool)
    return {army: part.pool.count(army) for army in more if army != HIDDEN}
