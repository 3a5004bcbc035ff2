"""Vikings that a clan has at hand for the altar, and the boxes that are left for them there."""

from typing import Any

from msgspec import UNSET

from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.die_values import at_least, stock
from service.games.roll_and_raid.pack_costs import altar_boxes
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings, fact
from service.referee.known import Truth, Unknown, all_of


def altar_room(table: Table, clan: ClanSheet) -> Any:
    """altar/limit: how many Vikings the altar still takes; None when there is no limit."""
    there = altar_boxes(table.box)
    if there is None:
        return None
    given = clan.altar
    return given if isinstance(given, Unknown) else max(0, there - given)


def box_price(table: Table, clan: ClanSheet) -> Any:
    """altar/vikings: how many Vikings the next box of the altar costs; one, unless the pack says more."""
    altar = table.box.pack.altar
    if altar is UNSET or not altar.costs:
        return 1
    marked = clan.altar
    if not isinstance(marked, Unknown):
        return altar.costs[marked] if marked < len(altar.costs) else 1
    return altar.costs[0] if len(set(altar.costs)) == 1 else marked


def can_give(table: Table, clan: ClanSheet) -> Truth:
    """Whether a clan has a Viking for the altar and a box for it."""
    vikings, room, price = clan.vikings, altar_room(table, clan), box_price(table, clan)
    unknown = [zone for zone in (vikings, room, price) if isinstance(zone, Unknown)]
    if unknown:  # asked often, so no function of a function
        return all_of(lambda: vikings > 0, lambda: vikings >= price, room is None or (lambda: room > 0))
    return bool(vikings >= price and room != 0)


def gives_a_viking(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """altar/vikings, altar/limit."""
    price = box_price(table, clan)
    if isinstance(price, Unknown):
        findings.needs("sheet-known", player=clan.name, zone="altar")
        price = 1
    findings.requires(
        "altar/vikings",
        at_least(clan, "vikings", price),
        assume=stock(clan, "vikings", price),
        cite=False,
        player=clan.name,
        vikings=lambda: clan.vikings,
        count=price,
    )
    room = altar_room(table, clan)
    if room is not None:
        assume = fact("room", player=clan.name, zone="altar", count=1)
        findings.requires("altar/limit", lambda: room > 0, assume=assume, player=clan.name, there=0, count=1)
