"""Forces in battle: how many units they have, and what they deal."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from schemas.ortus_regni import Force
from service.games.ortus_regni.components import fief_of, mercenary_of
from service.games.ortus_regni.untold import PENDING, garrison_of, lord_of
from service.referee.budget import step
from service.referee.known import UnknownRead

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
    """Whether it is told which Lords and which garrisons fight."""
    try:
        dealt_by(table, name, force)
    except UnknownRead:
        return False
    return True


def dealt_by(table: "Table", name: str | None, force: Force) -> int:
    """damage/total: what everything fielded deals together; raises ``Unknown`` where a Lord or garrison is."""
    deals = table.box.deals
    total = 0
    for card in (*force.hand, *force.pool, *force.royal, *force.vikings):
        total += deals.get(card, 0)
    total += deals["mercenary"] * len(force.mercenaries) + (deals["king"] if force.king else 0)
    if name is None:
        return total
    player = table.by_name[name]
    if (force.lords and player.fiefs is UNSET) or (force.garrisons and player.mercenaries is UNSET):
        raise UnknownRead(PENDING)
    for number in force.lords:
        fief = fief_of(player, number)
        lord = None if fief is None else lord_of(fief)
        total += 0 if lord is None else deals[lord]
    for number in force.garrisons:
        mercenary = mercenary_of(player, number)
        garrison = None if mercenary is None else garrison_of(mercenary)
        total += 0 if garrison is None else deals[garrison]
    return total


def within(part: Force, whole: Force) -> list[tuple[str, Any]]:
    """What a force names that another does not have."""
    strange: list[tuple[str, Any]] = [("king", "king")] if part.king and not whole.king else []
    for zone in PARTS:
        told, there = getattr(part, zone), getattr(whole, zone)
        if told and told != there:
            step(len(told) + len(there))
            strange += [(zone, unit) for unit in (Counter(told) - Counter(there)).elements()]
    return strange
