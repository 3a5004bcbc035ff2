"""Vikings that a clan has at hand for the altar, and the boxes that are left for them there."""

from typing import Any

from msgspec import UNSET

from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.die_values import at_least, stock
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings, fact
from service.referee.known import Truth, Unknown, all_of


def altar_room(table: Table, clan: ClanSheet) -> Any:
    """altar/limit: how many Vikings the altar still takes; None when there is no limit."""
    altar = table.box.pack.altar
    if altar is UNSET or altar.boxes is None:
        return None
    given = clan.altar
    return given if isinstance(given, Unknown) else max(0, altar.boxes - given)


def can_give(table: Table, clan: ClanSheet) -> Truth:
    """Whether a clan has a Viking for the altar and a box for it."""
    vikings, room = clan.vikings, altar_room(table, clan)
    unknown = [zone for zone in (vikings, room) if isinstance(zone, Unknown)]
    if unknown:  # asked often, so no function of a function
        return all_of(lambda: vikings > 0, room is None or (lambda: room > 0))
    return bool(vikings > 0 and room != 0)


def gives_a_viking(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """altar/vikings, altar/limit."""
    findings.requires(
        "altar/vikings",
        at_least(clan, "vikings", 1),
        assume=stock(clan, "vikings", 1),
        cite=False,
        player=clan.name,
        vikings=lambda: clan.vikings,
        count=1,
    )
    room = altar_room(table, clan)
    if room is not None:
        assume = fact("room", player=clan.name, zone="altar", count=1)
        findings.requires("altar/limit", lambda: room > 0, assume=assume, player=clan.name, there=0, count=1)
