"""What a side loses: how much, and what the damage does to Towers, Properties and Castles."""

from typing import Any, NamedTuple

from msgspec.structs import replace

from schemas.ortus_regni import Deed
from service.games.ortus_regni.components import as_deed, type_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.forces import size
from service.games.ortus_regni.parts import sure
from service.games.ortus_regni.rules.capture import end_battle, slots_of
from service.games.ortus_regni.table import Table
from service.referee.hidden import without

# ---------------------------------------------------------------- How much is lost


class Losses(NamedTuple):
    """What a side has to give up: how many units take a point, how many Towers and Properties are lost."""

    units: int
    towers: int
    properties: int
    falls: bool
    """Whether the besieged Castle or Palace falls."""


def dealt_to(battle: Any, side: str) -> int:
    """card/normal, card/attacker-wins, card/defender-wins: the damage that a side takes."""
    if side == "attackers":
        return 0 if battle.outcome == "attacker" else battle.damage[1]
    return 0 if battle.outcome == "defender" else battle.damage[0]


def losses_of(table: Table, battle: Any, side: str) -> Losses:
    """All that a side loses. Here and below ``UnknownRead`` is raised where something unknown decides."""
    units = units_hit(battle, side)
    towers, properties = towers_lost(table, battle, side), properties_lost(table, battle, side)
    return Losses(units, towers, properties, falls=_does_target_fall(table, battle, side))


def units_hit(battle: Any, side: str) -> int:
    """damage/one-each, damage/all: how many units take a point."""
    damage = dealt_to(battle, side)
    return min(damage, size(getattr(battle, side))) if damage else 0


def towers_lost(table: Table, battle: Any, side: str) -> int:
    """attack/towers: how many Towers fall; none but the defender's, and in no other attack."""
    if side == "attackers" or battle.kind != "towers":
        return 0
    excess = excess_of(battle)
    return min(excess, len(table.towers(battle.defender))) if excess else 0


def properties_lost(table: Table, battle: Any, side: str) -> int:
    """attack/raid: how many Properties are destroyed; none but those of the Fief that is raided."""
    if side == "attackers" or battle.kind != "raid":
        return 0
    through = _through_towers(table, battle)
    fief = table.fief(battle.defender, battle.fief) if through else None
    return 0 if fief is None else min(through, len(fief.properties))


def _does_target_fall(table: Table, battle: Any, side: str) -> bool:
    """attack/siege-falls: whether the besieged Castle or Palace falls."""
    if side == "attackers" or battle.kind != "siege":
        return False
    through = _through_towers(table, battle)
    fief = table.fief(battle.defender, battle.fief) if through else None
    return fief is not None and through >= table.box.resists[type_of(fief.anchor)]


def excess_of(battle: Any) -> int:
    """damage/forces-first: the points that are left when every unit of the defender has taken one."""
    return dealt_to(battle, "defenders") - units_hit(battle, "defenders")


def _through_towers(table: Table, battle: Any) -> int:
    """tower/absorbs: the points that are left for the target behind the Towers."""
    excess = excess_of(battle)
    return max(excess - len(table.towers(battle.defender)), 0) if excess else 0


# ---------------------------------------------------------------- What falls


def take_losses(
    draft: Draft, battle: Any, losses: Losses, towers: tuple[Any, ...] = (), properties: tuple[Any, ...] = ()
) -> None:
    """attack/towers, attack/raid, attack/siege: what the defender loses besides units, then the captures."""
    _pass_on(draft, battle, losses)
    name, destroyed = battle.defender, []
    if towers:
        _towers_fall(draft, name, towers)
    for card in properties:
        destroyed.append(draft.remove_property(name, battle.fief, card))
    if losses.falls:
        destroyed += _castle_falls(draft, battle)
        battle = _without_lord(battle)
    if properties:
        cards = [type_of(card) for card in properties]
        draft.event("properties-destroyed", "attack/raid", player=name, fief=battle.fief, cards=cards)
    if destroyed:
        battle = replace(battle, assigned=True, destroyed=tuple(destroyed))
        if slots_of(draft, battle) > 0:
            draft.set(pending=replace(battle, step="capture"))
            return
        if battle.attacker is None:
            draft.event("no-capture", "vikings/no-capture")
    end_battle(draft, battle)


def _pass_on(draft: Draft, battle: Any, losses: Losses) -> None:
    """damage/forces-first, tower/absorbs, ransom/out-of-reach: what is left for Towers and target."""
    excess = dealt_to(battle, "defenders") - losses.units
    if excess <= 0:
        return
    draft.event("excess", "damage/forces-first", player=battle.defender, count=excess)
    if battle.kind == "towers":
        return
    absorbed = min(excess, len(draft.towers(battle.defender)))
    if absorbed:
        draft.event("towers-absorb", "tower/absorbs", count=absorbed)
    fief = draft.fief(battle.defender, battle.fief)
    if fief is None:
        draft.event("out-of-reach", "ransom/out-of-reach", player=battle.defender, count=excess - absorbed)
    elif battle.kind == "siege" and not losses.falls:
        detail = {"player": battle.defender, "card": type_of(fief.anchor), "count": excess - absorbed}
        draft.event("siege-failed", "attack/siege", **detail)


def _towers_fall(draft: Draft, name: str, towers: tuple[Any, ...]) -> None:
    """tower/shown: shown to everybody, then discarded."""
    draft.change_of(name, "towers", lambda there: without(there, towers))
    draft.discard(name, *towers)
    draft.event("towers-lost", "tower/shown", player=name, cards=list(towers))


def _without_lord(battle: Any) -> Any:
    """ransom/fallen-seat: the Lord of the Castle that fell is no longer among the forces."""
    force = battle.defenders
    lords = tuple(number for number in force.lords if number != battle.fief)
    doomed = tuple(number for number in battle.doomed if number != battle.fief)
    return replace(battle, defenders=replace(force, lords=lords), doomed=doomed)


def _castle_falls(draft: Draft, battle: Any) -> list[Deed]:
    """attack/siege-falls, capture/lord-stays, ransom/fallen-seat: the Lord goes, whatever was paid for him."""
    name, force = battle.defender, battle.defenders
    fief = draft.raze(name, battle.fief)
    if fief is None:
        return []
    lord, properties = sure(fief.lord), sure(fief.properties)
    draft.event("siege-won", "attack/siege-falls", player=name, fief=fief.id, card=type_of(fief.anchor))
    if lord is not None:
        draft.discard(name, lord)
        rule = "ransom/fallen-seat" if battle.fief in force.lords else "capture/lord-stays"
        draft.event("lords-dead", rule, player=name, fief=fief.id, card=lord)
    return [as_deed(card, name) for card in (fief.anchor, *properties)]
