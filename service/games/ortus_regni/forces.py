"""Forces in battle: who may be fielded, what they deal, and who of them takes a point."""

from collections import Counter
from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import NOBODY, Field, Force
from service.games.ortus_regni.cards import has_armies, holds
from service.games.ortus_regni.pack import FACES
from service.games.ortus_regni.parts import capacity_of, fief_of, has_lord, least_capacity, lords_told, mercenary_of
from service.games.ortus_regni.rules.lords import no_prince
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.games.ortus_regni.untold import is_battle
from service.referee.budget import step
from service.referee.findings import Findings
from service.referee.known import is_unknown

PARTS = ("hand", "lords", "pool", "mercenaries", "garrisons", "royal", "vikings")


# ---------------------------------------------------------------- Fielding


def check_field(table: Table, move: Field, findings: Findings) -> None:
    """combat/sequence, combat/at-least-one, combat/defence-free, and where each unit comes from."""
    check_due(table, "field", move.player, findings)
    force, battle = move.force, table.pending
    if is_battle(battle) and battle.attacker is None:
        findings.allows("vikings/alone")
    if force.vikings:
        findings.breaks("vikings/alone", player=move.player)
    if force == NOBODY:
        if is_unknown(battle):
            findings.assumes("defends", player=move.player)
            findings.allows("combat/defence-free")
        elif is_battle(battle) and battle.step == "field-defender":
            findings.allows("combat/defence-free")
        else:
            findings.breaks("combat/at-least-one", player=move.player)
        return
    if force.hand:
        _from_hand(table, move.player, force, findings)
    if force.lords:
        _lords(table, move.player, force, findings)
    if force.pool:
        _from_pool(table, move.player, force, findings)
    if force.mercenaries or force.garrisons:
        _mercenaries(table, move.player, force, findings)
    if force.king or force.royal:
        _king(table, move.player, force, findings)


def _from_hand(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/hand, lord/one-prince."""
    holds(table, name, force.hand, findings)
    findings.allows("field/hand")
    for card in dict.fromkeys(force.hand):
        if card not in FACES:
            findings.breaks("field/hand", player=name, card=card)
    princes = force.hand.count("prince")
    if princes > 1:
        findings.breaks("lord/one-prince", "two", player=name, count=princes)
    if princes:
        no_prince(table, name, findings)


def _lords(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/lords."""
    player = table.by_name[name]
    for number in dict.fromkeys(force.lords):
        fief = fief_of(player, number)
        if force.lords.count(number) > 1:
            findings.breaks("field/lords", "twice", fief=number)
        if player.fiefs is UNSET or (fief is not None and fief.lord is UNSET):
            findings.assumes("lord-there", player=name, fief=number)
        elif fief is None or fief.lord is None:
            findings.breaks("field/lords", player=name, fief=number)
        else:
            findings.allows("field/lords")


def _from_pool(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/pool, field/capacity, field/land-again."""
    has_armies(table, name, force.pool, findings)
    capacity = capacity_of(table.by_name[name])
    if capacity is None and len(force.pool) <= least_capacity(table.by_name[name]):
        findings.allows("field/capacity", "field/land-again")
    elif capacity is None:
        findings.assumes("capacity", player=name, count=len(force.pool))
    elif len(force.pool) > capacity:
        findings.breaks("field/capacity", player=name, count=len(force.pool), capacity=capacity)
    else:
        findings.allows("field/capacity", "field/land-again")


def _mercenaries(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/mercenary, field/no-land."""
    player = table.by_name[name]
    for zone, numbers in (("mercenaries", force.mercenaries), ("garrisons", force.garrisons)):
        for number in dict.fromkeys(numbers):
            mercenary = mercenary_of(player, number)
            if numbers.count(number) > 1:
                findings.breaks("field/mercenary", "twice", mercenary=number)
            untold = mercenary is not None and zone == "garrisons" and mercenary.garrison is UNSET
            if player.mercenaries is UNSET or untold:
                fact = "garrison-there" if zone == "garrisons" else "mercenary-there"
                findings.assumes(fact, player=name, mercenary=number)
            elif mercenary is None:
                findings.breaks("field/mercenary", player=name, mercenary=number)
            elif zone == "garrisons" and mercenary.garrison is None:
                findings.breaks("field/mercenary", "garrison", mercenary=number)
            else:
                findings.allows("field/mercenary", "field/no-land")


def _king(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/king, field/no-land."""
    king, royal = table.state.king, table.state.royal_army
    if king is UNSET:
        findings.assumes("is-king", player=name)
    elif king != name:
        findings.breaks("field/king", player=name)
        return
    findings.allows("field/king", "field/no-land")
    if force.royal:
        if royal is UNSET:
            findings.assumes("royal-there", armies=list(force.royal))
            return
        for army, count in (Counter(force.royal) - Counter(royal)).items():
            findings.breaks("field/king", "royal", army=army, count=count)


def can_field(table: Table, name: str) -> bool | None:
    """combat/at-least-one: whether an Earl has any unit to field; None when hidden or untold cards decide."""
    player = table.by_name[name]
    if has_lord(player) or player.mercenaries or table.state.king == name:
        return True
    faces = [card for card in player.hand or () if card in FACES]
    if faces or (player.pool and least_capacity(player) > 0):
        return True
    untold = player.hand is UNSET or "?" in player.hand or not lords_told(player) or player.mercenaries is UNSET
    untold = untold or (bool(player.pool) and capacity_of(player) is None)
    untold = untold or table.state.king is UNSET or (player.pool is UNSET and capacity_of(player) != 0)
    return None if untold else False


def within(part: Force, whole: Force) -> list[tuple[str, Any]]:
    """What a force names that another does not have."""
    strange: list[tuple[str, Any]] = [("king", "king")] if part.king and not whole.king else []
    for zone in PARTS:
        told, there = getattr(part, zone), getattr(whole, zone)
        if told and told != there:
            step(len(told) + len(there))
            strange += [(zone, unit) for unit in (Counter(told) - Counter(there)).elements()]
    return strange
