"""Damage on both sides, and what falls."""

from collections import Counter
from typing import Any, NamedTuple

from msgspec import UNSET, convert, to_builtins
from msgspec.structs import replace

from schemas.ortus_regni import NOBODY, Deed, Force, Player, Suffer
from service.games.ortus_regni.captures import clear, slots_of
from service.games.ortus_regni.cards import HIDDEN, left_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.forces import within
from service.games.ortus_regni.parts import deed, fief_of, mercenary_of, size, type_of
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import loser_of
from service.games.ortus_regni.timing_checks import check_due
from service.games.ortus_regni.untold import PENDING, garrison_of, is_battle, lord_of, properties_of
from service.referee.budget import step
from service.referee.findings import Findings
from service.referee.known import UnknownRead, is_unknown


class Losses(NamedTuple):
    """What a side has to give up: how many units take a point, how many Towers and Properties are lost."""

    units: int
    towers: int
    properties: int
    falls: bool
    """Whether the besieged Castle or Palace falls."""


UNHURT = Losses(0, 0, 0, falls=False)


def dealt_to(battle: Any, side: str) -> int:
    """card/normal, card/attacker-wins, card/defender-wins: the damage that a side takes."""
    if side == "attackers":
        return 0 if battle.outcome == "attacker" else battle.damage[1]
    return 0 if battle.outcome == "defender" else battle.damage[0]


def losses_of(table: Table, battle: Any, side: str) -> Losses:
    """damage/one-each, damage/all, damage/forces-first, tower/absorbs, attack/siege-falls."""
    damage = dealt_to(battle, side)
    if not damage:
        return UNHURT
    units = min(damage, size(getattr(battle, side)))
    excess = damage - units
    if side == "attackers" or not excess:
        return Losses(units, 0, 0, falls=False)
    player = table.by_name[battle.defender]
    towers = len(player.towers or ())
    if battle.kind == "towers":
        return Losses(units, min(excess, towers), 0, falls=False)
    fief = fief_of(player, battle.fief)
    through = max(excess - towers, 0)
    if fief is None:
        return Losses(units, 0, 0, falls=False)
    if battle.kind == "raid":
        return Losses(units, 0, min(through, len(properties_of(fief))), falls=False)
    return Losses(units, 0, 0, falls=through >= table.box.resists[type_of(fief.anchor)])


# ---------------------------------------------------------------- Assigning damage


def check_suffer(table: Table, move: Suffer, findings: Findings) -> None:
    """damage/own-side, damage/all, damage/one-each, tower/defender-picks, attack/raid-picks, tower/shown."""
    check_due(table, "suffer", move.player, findings)
    battle = table.pending
    if is_unknown(battle) and not findings.broken:
        _assumes_losses(move, findings, "damage-due")
    if not is_battle(battle) or findings.broken:
        return
    side = "attackers" if battle.step == "damage-attacker" else "defenders"
    force = getattr(battle, side)
    strange = () if is_unknown(force) else within(move.hit, force)
    for zone, unit in strange:
        findings.breaks("damage/own-side", "unit", zone=zone, unit=unit)
    if findings.broken:
        return
    findings.allows("damage/advice")
    if any(number in move.hit.garrisons for number in move.hit.mercenaries):
        findings.allows("damage/garrison-too")
    try:
        untold = side == "defenders" and target_untold(table, battle)
        losses = UNHURT if untold else losses_of(table, battle, side)
        units = min(dealt_to(battle, side), size(force))
    except UnknownRead:
        _assumes_losses(move, findings)
        return
    hits = size(move.hit)
    if hits != units:
        rule = "damage/all" if hits < units else "damage/one-each"
        findings.breaks(rule, count=hits, expected=units)
    if untold:
        _assumes_losses(move, findings)
        return
    _towers(table, battle, move, losses, findings)
    _properties(table, battle, move, losses, findings)


def _assumes_losses(move: Suffer, findings: Findings, fact: str = "losses") -> None:
    """The fact names what is lost, as the move does."""
    lost = to_builtins(move)
    hit = {zone: units for zone, units in lost["hit"].items() if units}
    findings.assumes(fact, player=move.player, hit=hit, towers=lost["towers"], properties=lost["properties"])


def is_lost(table: Table, **lost: Any) -> bool:
    """Whether exactly this is lost now: the predicate of the facts that ``_assumes_losses`` names."""
    findings = Findings()
    check_suffer(table, convert(lost, Suffer), findings)
    return not findings.broken


def _towers(table: Table, battle: Any, move: Suffer, losses: Losses, findings: Findings) -> None:
    if len(move.towers) != losses.towers:
        findings.breaks("tower/defender-picks", count=len(move.towers), expected=losses.towers)
        return
    if not move.towers:
        return
    findings.allows("tower/defender-picks", "tower/shown")
    towers = table.by_name[battle.defender].towers or ()
    unknown = towers.count(HIDDEN)
    for card, count in Counter(move.towers).items():
        missing = count - towers.count(card)
        if card == HIDDEN:
            if missing > 0:
                findings.breaks("tower/shown", player=battle.defender)
        elif missing > unknown or (missing > 0 and left_of(table, battle.defender, card) < missing):
            findings.breaks("tower/defender-picks", "card", player=battle.defender, card=card)
        else:
            unknown -= max(missing, 0)


def _properties(table: Table, battle: Any, move: Suffer, losses: Losses, findings: Findings) -> None:
    if len(move.properties) != losses.properties:
        findings.breaks("attack/raid-picks", count=len(move.properties), expected=losses.properties)
        return
    if not move.properties:
        return
    findings.allows("attack/raid-picks")
    fief = fief_of(table.by_name[battle.defender], battle.fief)
    there = properties_of(fief) if fief is not None else ()
    step(len(move.properties) + len(there))
    for card in Counter(move.properties) - Counter(there):
        findings.breaks("attack/raid-picks", "card", card=type_of(card), fief=battle.fief)


def begin_damage(draft: Draft, battle: Any) -> None:
    """The attacker assigns first; where nobody takes a point there is nothing to assign."""
    damage = dealt_to(battle, "attackers")
    if battle.attacker is None:
        draft.event("viking-damage", "damage/total", count=damage)
    else:
        draft.event("damage", "damage/total", player=battle.attacker, count=damage)
    draft.event("damage", "damage/total", player=battle.defender, count=dealt_to(battle, "defenders"))
    if losses_of(draft, battle, "attackers").units:
        draft.set(pending=replace(battle, step="damage-attacker"))
        return
    defend(draft, battle)


def defend(draft: Draft, battle: Any) -> None:
    """Then the defender: forces first, then Towers, then the target."""
    if min(dealt_to(battle, "defenders"), size(battle.defenders)):
        draft.set(pending=replace(battle, step="damage-defender"))
        return
    if target_untold(draft, battle):
        raise UnknownRead(PENDING)  # whether anything is lost that the defender chooses
    losses = losses_of(draft, battle, "defenders")
    if losses.towers or losses.properties:
        draft.set(pending=replace(battle, step="damage-defender"))
        return
    take_losses(draft, battle, losses, NOBODY, (), ())


def target_untold(draft: Table, battle: Any) -> bool:
    """Whether it cannot be told what the damage does, because the Towers or the Fief were not told."""
    player = draft.by_name[battle.defender]
    told = player.towers is not UNSET and (battle.kind == "towers" or _fief_told(battle, player))
    return not told and dealt_to(battle, "defenders") > size(battle.defenders)


def _fief_told(battle: Any, player: Player) -> bool:
    """Whether it is known what a raid or siege can destroy."""
    fief = fief_of(player, battle.fief)
    if player.fiefs is UNSET or fief is None:
        return player.fiefs is not UNSET
    return fief.properties is not UNSET if battle.kind == "raid" else True


def suffer(draft: Draft, move: Suffer) -> None:
    battle = draft.pending
    draft.event("assigned", "damage/all", player=move.player, count=size(move.hit))
    if not is_battle(battle):
        raise UnknownRead(PENDING)
    if battle.step == "damage-attacker":
        defend(draft, _hit(draft, battle, "attackers", move.hit))
    elif target_untold(draft, battle):
        raise UnknownRead(PENDING)
    else:
        losses = losses_of(draft, battle, "defenders")
        take_losses(draft, battle, losses, move.hit, move.towers, move.properties)


def _hit(draft: Draft, battle: Any, side: str, hit: Force) -> Any:
    """damage/army, damage/mercenary, damage/lord, king/no-harm: Armies and Mercenaries die, nobody else does."""
    name = battle.attacker if side == "attackers" else battle.defender
    force: Force = getattr(battle, side)
    dead: list[Any] = [*hit.pool, *hit.royal]
    pool, royal, vikings = Counter(force.pool), Counter(force.royal), Counter(force.vikings)
    draft.discard_armies(*dead)
    if hit.royal and draft.state.royal_army is not UNSET:
        left = Counter(draft.state.royal_army) - Counter(hit.royal)
        draft.set(royal_army=tuple(left.elements()))
    if hit.vikings:
        _vikings_die(draft, hit)
    if name is not None:
        dead += [army for number in hit.garrisons for army in _garrison_dies(draft, name, number)]
        if dead:
            draft.event("armies-killed", "damage/army", player=name, armies=dead)
        for number in hit.mercenaries:
            draft.kill_mercenary(name, number)
            draft.event("mercenary-killed", "damage/mercenary", player=name, mercenary=number)
        if hit.king:
            draft.event("king-unhurt", "king/no-harm", player=name)
        # The doomed absorb a point too, but they are dead when the battle is over.
        doomed = battle.doomed if name == loser_of(battle) else ()
        if unhurt := [number for number in hit.lords if number not in doomed]:
            draft.event("lords-unhurt", "damage/lord", player=name, fiefs=unhurt)
    force = replace(
        force,
        pool=tuple((pool - Counter(hit.pool)).elements()),
        royal=tuple((royal - Counter(hit.royal)).elements()),
        vikings=tuple((vikings - Counter(hit.vikings)).elements()),
        mercenaries=tuple(n for n in force.mercenaries if n not in hit.mercenaries),
        garrisons=tuple(n for n in force.garrisons if n not in hit.garrisons and n not in hit.mercenaries),
    )
    return replace(battle, **{side: force})


def _vikings_die(draft: Draft, hit: Force) -> None:
    state = draft.state
    if state.vikings is not UNSET:
        draft.set(vikings=tuple((Counter(state.vikings) - Counter(hit.vikings)).elements()))
    if state.viking_discard is not UNSET:
        draft.set(viking_discard=(*state.viking_discard, *hit.vikings))
    draft.event("vikings-killed", "damage/army", cards=list(hit.vikings))


def _garrison_dies(draft: Draft, name: str, number: int) -> list[str]:
    player = draft.by_name[name]
    mercenary = mercenary_of(player, number)
    garrison = None if mercenary is None else garrison_of(mercenary)
    if player.mercenaries is UNSET:
        draft.set(army_discard=UNSET)
    if garrison is None or player.mercenaries is UNSET:
        return []
    draft.discard_armies(garrison)
    draft.set_of(
        name,
        mercenaries=tuple(replace(one, garrison=None) if one.id == number else one for one in player.mercenaries),
    )
    return [garrison]


# ---------------------------------------------------------------- What falls


def take_losses(
    draft: Draft, battle: Any, losses: Losses, hit: Force, towers: tuple[Any, ...], properties: tuple[Any, ...]
) -> None:
    """attack/towers, attack/raid, attack/siege: the defender's losses, then the captures."""
    if hit != NOBODY:
        battle = _hit(draft, battle, "defenders", hit)
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
    clear(draft, battle)


def _pass_on(draft: Draft, battle: Any, losses: Losses) -> None:
    """damage/forces-first, tower/absorbs, ransom/out-of-reach: what is left for Towers and target."""
    player = draft.by_name[battle.defender]
    excess = dealt_to(battle, "defenders") - losses.units
    if excess <= 0:
        return
    draft.event("excess", "damage/forces-first", player=battle.defender, count=excess)
    if battle.kind == "towers":
        return
    absorbed = min(excess, len(player.towers or ()))
    if absorbed:
        draft.event("towers-absorb", "tower/absorbs", count=absorbed)
    fief = fief_of(player, battle.fief)
    if fief is None:
        draft.event("out-of-reach", "ransom/out-of-reach", player=battle.defender, count=excess - absorbed)
    elif battle.kind == "siege" and not losses.falls:
        detail = {"player": battle.defender, "card": type_of(fief.anchor), "count": excess - absorbed}
        draft.event("siege-failed", "attack/siege", **detail)


def _towers_fall(draft: Draft, name: str, towers: tuple[Any, ...]) -> None:
    """tower/shown: shown to everybody, then discarded."""
    there = draft.by_name[name].towers
    assert there is not UNSET
    rest = list(there)
    for card in towers:
        rest.remove(card if card in rest else HIDDEN)
    draft.set_of(name, towers=tuple(rest))
    draft.discard(name, *towers)
    draft.event("towers-lost", "tower/shown", player=name, cards=list(towers))


def _without_lord(battle: Any) -> Any:
    """ransom/fallen-seat: the Lord of the Castle that fell is no longer among the forces."""
    lords = tuple(number for number in battle.defenders.lords if number != battle.fief)
    doomed = tuple(number for number in battle.doomed if number != battle.fief)
    return replace(battle, defenders=replace(battle.defenders, lords=lords), doomed=doomed)


def _castle_falls(draft: Draft, battle: Any) -> list[Deed]:
    """attack/siege-falls, capture/lord-stays, ransom/fallen-seat: the Lord goes, whatever was paid for him."""
    name = battle.defender
    fief = draft.raze(name, battle.fief)
    if fief is None:
        return []
    lord, properties = lord_of(fief), properties_of(fief)
    draft.event("siege-won", "attack/siege-falls", player=name, fief=fief.id, card=type_of(fief.anchor))
    if lord is not None:
        draft.discard(name, lord)
        rule = "ransom/fallen-seat" if battle.fief in battle.defenders.lords else "capture/lord-stays"
        draft.event("lords-dead", rule, player=name, fief=fief.id, card=lord)
    return [deed(card, name) for card in (fief.anchor, *properties)]
