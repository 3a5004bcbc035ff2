"""Contradictions on one clan sheet: what nobody can have written on it, whatever else lies on the table."""

from collections import Counter

from msgspec import UNSET

from schemas.roll_and_raid_pack import ExtraDieEffect, God
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import Box
from service.games.roll_and_raid.pack_costs import altar_boxes, altar_price
from service.games.roll_and_raid.product_choices import ZONE_OF
from service.games.roll_and_raid.rules.other import unread
from service.games.roll_and_raid.sheet_counts import is_unlocked
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.timing import dice_allowed
from service.referee.findings import Findings
from service.referee.known import Unknown, is_known


def audit_sheet(table: Table, clan: ClanSheet, findings: Findings, *, thorough: bool) -> None:
    """What stands on one sheet, compared with itself and with the pack."""
    _altar(table, clan, findings)
    _hall(table, clan, findings)
    _storage(table, clan, findings)
    _waiting(table, clan, findings)
    _tracks_and_settlements(table, clan, findings)
    _developments(table, clan, findings)
    _gods(table, clan, findings)
    _favours(table, clan, findings, thorough=thorough)
    _dice(table, clan, findings)


def is_sound(table: Table, clan: ClanSheet) -> bool:
    """Whether a sheet cannot be objected to; a development that is there twice is a matter of house rules."""
    owned = clan.known("developments", ())
    if len(set(owned)) != len(owned):
        return False
    findings = Findings()
    audit_sheet(table, clan, findings, thorough=False)
    return not findings.broken


def _altar(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """altar/limit."""
    there = altar_boxes(table.box)
    if there is not None and clan.known("altar", 0) > there:
        findings.breaks("altar/limit", "sheet", player=clan.name, count=clan.altar, there=there)


def _hall(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """sheet/printed, hall/crossed-once: Vikings recruited, left and given."""
    hall = table.box.pack.great_hall
    if hall is not UNSET and hall.capacity is not None and clan.known("hall", 0) > hall.capacity:
        _no_room(clan, "hall", clan.hall, hall.capacity, findings)
    if not clan.is_known("hall", "vikings"):
        return
    crossed, given = clan.hall - clan.vikings, known_vikings_given(table.box, clan)
    if crossed < 0:
        findings.breaks("hall/crossed-once", "left", player=clan.name, vikings=clan.vikings, gained=clan.hall)
    elif given > crossed:
        findings.breaks("hall/crossed-once", "sheet", player=clan.name, crossed=given, gained=crossed)


def known_vikings_given(box: Box, clan: ClanSheet) -> int:
    """Vikings that are known to have been given on the altar and at festivals."""
    given: int = altar_price(box, clan.known("altar", 0)) + sum(clan.known("sacrifices", {}).values())
    return given


def _no_room(clan: ClanSheet, zone: str, count: int, there: int, findings: Findings) -> None:
    findings.breaks("sheet/printed", player=clan.name, zone=zone, count=count, there=there)


def _storage(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """storage/spent, sheet/no-gaps: what is left was stored, and in the printed order."""
    for zone, goods in (("port", "ships"), ("armoury", "axes")):
        if not clan.is_known(zone):
            continue
        filled, storage = getattr(clan, zone), getattr(table.box, zone)
        count = len(filled)
        left = clan.known(goods, 0)
        if len(set(filled)) != count:
            _no_room(clan, zone, count, len(set(filled)), findings)
        if left > count:
            detail = {"player": clan.name, "spent": count - left, "stored": count, "product": goods}
            findings.breaks("storage/spent", "sheet", **detail)
        if storage is not None and storage.order == "fixed":
            expected = table.box.orders[zone][:count]
            if filled != expected and not set(filled).issuperset(expected):
                missing = [name for name in expected if name not in filled]
                findings.breaks("sheet/no-gaps", player=clan.name, name=missing[0], zone=zone)


def _waiting(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """sheet/printed: what found no room was lost at once, so all that waits for a place has one."""
    box, waiting = table.box, clan.known("waiting", ())
    for good in dict.fromkeys(one for one in waiting if one in ZONE_OF):
        zone = ZONE_OF[good]
        filled = getattr(clan, zone)
        if isinstance(filled, Unknown) or zone not in box.whole:
            continue
        is_house = good == "house"
        stored, there = (sum(filled.values()), box.houses) if is_house else (len(filled), len(box.touches[zone]))
        count = stored + waiting.count(good)
        if count > there:
            _no_room(clan, zone, count, there, findings)


def _tracks_and_settlements(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """sheet/printed."""
    box = table.box
    for colour, track in (box.tracks or {}).items():
        marked = clan.marked(colour)
        if is_known(marked) and marked > len(track):
            _no_room(clan, "tracks", marked, len(track), findings)
    if box.settlements is not None:
        for name, houses in clan.known("settlements", {}).items():
            if name in box.settlements and houses > box.settlements[name].houses:
                _no_room(clan, "settlements", houses, box.settlements[name].houses, findings)


def _developments(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """development/once."""
    owned = clan.known("developments", ())
    if len(set(owned)) != len(owned) and table.choices["developments_again"] == "once":
        for name in sorted(name for name, count in Counter(owned).items() if count > 1):
            findings.breaks("development/once", player=clan.name, development=name)


def _gods(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """sheet/printed, gods/first-free."""
    gods = table.box.gods
    for name, values in clan.known("gods", {}).items():
        if gods is not None and name in gods:
            _god(clan, gods[name], values, findings)
        if 0 in values:
            findings.breaks("gods/first-free", "value", player=clan.name, value=0, god=name)


def _god(clan: ClanSheet, god: God, values: tuple[int, ...], findings: Findings) -> None:
    if len(values) > len(god.boxes):
        _no_room(clan, "gods", len(values), len(god.boxes), findings)
    for value, box in zip(values, god.boxes, strict=False):
        if 0 < value < box.least:
            findings.breaks("gods/first-free", "least", god=god.id, least=box.least, value=value)


def _favours(table: Table, clan: ClanSheet, findings: Findings, *, thorough: bool) -> None:
    """favour/once, favour/unlocked."""
    used = clan.known("favours_used", ())
    if len(set(used)) != len(used):
        findings.breaks("favour/once", player=clan.name, favour=Counter(used).most_common(1)[0][0])
    if thorough and table.box.complete:  # without all parts something unknown may have unlocked it
        for favour in used:
            if is_unlocked(clan, table.box, favour) is False:
                findings.breaks("favour/unlocked", "sheet", player=clan.name, favour=favour)


def _dice(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """dice/each-once, dice/two-of-three."""
    used = clan.known("dice_used", ())
    if len(set(used)) != len(used):
        findings.breaks("dice/each-once", "many", player=clan.name, die=Counter(used).most_common(1)[0][0])
    elif unread(table.box, clan, ("production",)):
        return  # what a text of the pack allows nobody can say
    elif len(used) > max(2, dice_allowed(table, clan)) and not table.possible_effects(clan, ExtraDieEffect):
        findings.breaks("dice/two-of-three", "many", player=clan.name, count=len(used))
