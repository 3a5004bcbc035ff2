"""Contradictions on one clan sheet: what nobody can have written on it, whatever else lies on the table."""

from collections import Counter

from msgspec import UNSET

from schemas.roll_and_raid import Clan
from schemas.roll_and_raid_pack import ExtraDieEffect
from service.games.roll_and_raid.sheet_counts import is_unlocked
from service.games.roll_and_raid.sheet_draft import ZONE_OF
from service.games.roll_and_raid.table import Table, boxes_marked
from service.games.roll_and_raid.turn import dice_allowed
from service.referee.findings import Findings


def audit_sheet(table: Table, clan: Clan, findings: Findings, *, thorough: bool) -> None:
    """What stands on one sheet, held against itself and against the pack."""
    _hall(table, clan, findings)
    _storage(table, clan, findings)
    _waiting(table, clan, findings)
    _sheet(table, clan, findings)
    _gods(table, clan, findings)
    _favours(table, clan, findings, thorough=thorough)
    _dice(table, clan, findings)


def is_sound(table: Table, clan: Clan) -> bool:
    """Whether a sheet cannot be objected to; a development that is there twice is a matter of house rules."""
    if len(set(clan.developments or ())) != len(clan.developments or ()):
        return False
    findings = Findings()
    audit_sheet(table, clan, findings, thorough=False)
    return not findings.broken


def _hall(table: Table, clan: Clan, findings: Findings) -> None:
    """sheet/printed, hall/crossed-once, altar/limit: Vikings recruited, left and given."""
    hall, altar = table.box.pack.great_hall, table.box.pack.altar
    if altar is not UNSET and altar.boxes is not None and clan.altar is not UNSET and clan.altar > altar.boxes:
        findings.breaks("altar/limit", "sheet", player=clan.name, count=clan.altar, there=altar.boxes)
    if clan.hall is UNSET:
        return
    if hall is not UNSET and hall.capacity is not None and clan.hall > hall.capacity:
        _no_room(clan, "hall", clan.hall, hall.capacity, findings)
    if clan.vikings is UNSET:
        return
    crossed, given = clan.hall - clan.vikings, vikings_given(clan)
    if crossed < 0:
        findings.breaks("hall/crossed-once", "left", player=clan.name, vikings=clan.vikings, gained=clan.hall)
    elif given > crossed:
        findings.breaks("hall/crossed-once", "sheet", player=clan.name, crossed=given, gained=crossed)


def vikings_given(clan: Clan) -> int:
    """Vikings that are known to have been crossed out."""
    given = clan.altar if clan.altar is not UNSET else 0
    return given + sum(clan.sacrifices.values()) if clan.sacrifices else given


def _no_room(clan: Clan, zone: str, count: int, there: int, findings: Findings) -> None:
    findings.breaks("sheet/printed", player=clan.name, zone=zone, count=count, there=there)


def _storage(table: Table, clan: Clan, findings: Findings) -> None:
    """storage/spent, sheet/no-gaps: what is left was stored, and in the printed order."""
    for zone, goods in (("port", "ships"), ("armoury", "axes")):
        filled, left, storage = getattr(clan, zone), getattr(clan, goods), getattr(table.box, zone)
        if filled is UNSET:
            continue
        count = len(filled)
        if len(set(filled)) != count:
            _no_room(clan, zone, count, len(set(filled)), findings)
        if left is not UNSET and left > count:
            findings.breaks(
                "storage/spent",
                "sheet",
                player=clan.name,
                spent=count - left,
                stored=count,
                product=goods,
            )
        if storage is not None and storage.order == "fixed":
            expected = table.box.orders[zone][:count]
            if filled != expected and not set(filled).issuperset(expected):
                missing = [name for name in expected if name not in filled]
                findings.breaks("sheet/no-gaps", player=clan.name, name=missing[0], zone=zone)


def _waiting(table: Table, clan: Clan, findings: Findings) -> None:
    """sheet/printed: what found no room was lost at once, so all that waits for a place has one."""
    box = table.box
    waiting = clan.waiting or ()
    for good in dict.fromkeys(waiting):
        zone = ZONE_OF[good]
        told = getattr(clan, zone)
        if told is UNSET or getattr(box, zone) is None:
            continue
        stored, there = (sum(told.values()), box.houses) if good == "house" else (len(told), len(box.touches[zone]))
        count = stored + waiting.count(good)
        if count > there:
            _no_room(clan, zone, count, there, findings)


def _sheet(table: Table, clan: Clan, findings: Findings) -> None:
    """sheet/printed, development/once."""
    box = table.box
    if box.tracks is not None:
        for colour, track in box.tracks.items():
            marked = boxes_marked(clan, colour)
            if marked is not UNSET and marked > len(track):
                _no_room(clan, "tracks", marked, len(track), findings)
    if clan.settlements and box.settlements is not None:
        for name, houses in clan.settlements.items():
            if houses > box.settlements[name].houses:
                _no_room(clan, "settlements", houses, box.settlements[name].houses, findings)
    owned = clan.developments
    if owned and len(set(owned)) != len(owned) and table.choices["developments_again"] == "once":
        for name in sorted(name for name, count in Counter(owned).items() if count > 1):
            findings.breaks("development/once", player=clan.name, development=name)


def _gods(table: Table, clan: Clan, findings: Findings) -> None:
    """sheet/printed, gods/first-free."""
    gods = table.box.gods
    for name, values in clan.gods.items() if clan.gods else ():
        if gods is not None and len(values) > len(gods[name].boxes):
            _no_room(clan, "gods", len(values), len(gods[name].boxes), findings)
        if 0 in values:
            findings.breaks("gods/first-free", "value", player=clan.name, value=0, god=name)


def _favours(table: Table, clan: Clan, findings: Findings, *, thorough: bool) -> None:
    """favour/once, favour/unlocked."""
    used = clan.favours_used
    if not used:
        return
    if len(set(used)) != len(used):
        findings.breaks("favour/once", player=clan.name, favour=Counter(used).most_common(1)[0][0])
    if thorough and table.box.complete:  # without all parts something unknown may have unlocked it
        for favour in used:
            if is_unlocked(clan, table.box, favour) is False:
                findings.breaks("favour/unlocked", "sheet", player=clan.name, favour=favour)


def _dice(table: Table, clan: Clan, findings: Findings) -> None:
    """dice/each-once, dice/two-of-three."""
    used = clan.dice_used
    if not used:
        return
    if len(set(used)) != len(used):
        findings.breaks("dice/each-once", "many", player=clan.name, die=Counter(used).most_common(1)[0][0])
    elif (
        len(used) > 2
        and len(used) > dice_allowed(table, clan)
        and not table.box.might(clan.developments, ExtraDieEffect)
    ):
        findings.breaks("dice/two-of-three", "many", player=clan.name, count=len(used))
