"""Damage: who takes points, and who assigns them."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec import convert, to_builtins
from msgspec.structs import replace

from schemas.ortus_regni import NOBODY, Force, Suffer
from service.games.ortus_regni.cards import armies_left, left_of
from service.games.ortus_regni.components import type_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.forces import hidden_among, size, within
from service.games.ortus_regni.holdings import surely
from service.games.ortus_regni.pack import ANCHORS, PROPERTIES
from service.games.ortus_regni.parts import PENDING, is_battle, sure
from service.games.ortus_regni.rules.losses import (
    dealt_to,
    losses_of,
    properties_lost,
    take_losses,
    towers_lost,
    units_hit,
)
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import loser_of
from service.games.ortus_regni.timing_checks import check_due
from service.referee.budget import step
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN, shown, without
from service.referee.known import UnknownRead, attempt, is_known, is_unknown

Lost = Callable[[Table, Any, str], int]
"""How many Towers or Properties a side of a battle loses."""

# ---------------------------------------------------------------- Assigning damage


def check_suffer(table: Table, move: Suffer, findings: Findings) -> None:
    """damage/own-side, damage/all, damage/one-each, tower/defender-picks, attack/raid-picks, tower/shown."""
    check_due(table, "suffer", move.player, findings)
    in_time = not findings.broken
    _check_named(move, findings)
    _check_tower_cards(table, move, findings)
    battle = table.pending
    if not in_time:
        return
    if is_unknown(battle):
        _assumes_losses(move, findings, "damage-due")
        _check_towers(table, move, findings)
        _check_properties(table, move, findings)
    if not is_battle(battle):
        return
    side = side_of(battle)
    force = getattr(battle, side)
    strange = () if is_unknown(force) else within(move.hit, force)
    for zone, unit in strange:
        findings.breaks("damage/own-side", "unit", zone=zone, unit=unit)
    if strange:
        return
    if is_known(force):
        _check_hidden_armies(table, move, force, findings)
    findings.allows("damage/advice")
    if any(number in move.hit.garrisons for number in move.hit.mercenaries):
        findings.allows("damage/garrison-too")
    units: Any = attempt(lambda: units_hit(battle, side))
    if is_known(units):
        hits = size(move.hit)
        rule = "damage/all" if hits < units else "damage/one-each"
        findings.requires(rule, hits == units, cite=False, count=hits, expected=units)
    if is_unknown(units) or is_unknown(attempt(lambda: losses_of(table, battle, side))):
        _assumes_losses(move, findings)
    _check_towers(table, move, findings)
    _check_properties(table, move, findings)


def side_of(battle: Any) -> str:
    """Who assigns damage in this step of a battle."""
    return "attackers" if battle.step == "damage-attacker" else "defenders"


def lost_now(count: Lost, table: Table, player: str) -> int:
    """How many Towers or Properties this Earl loses now. Who fights in the own turn attacks, and loses none."""
    battle = table.pending
    if is_battle(battle):
        return count(table, battle, side_of(battle))
    if is_unknown(battle) and surely(lambda: table.phase == "turn" and table.turn == player):
        return 0
    raise UnknownRead(PENDING)


def _check_named(move: Suffer, findings: Findings) -> None:
    """attack/raid, attack/raid-picks, tower/shown, damage/army: what a move names can be lost, and is named."""
    findings.requires("tower/shown", HIDDEN not in move.towers, cite=False, player=move.player)
    findings.requires("damage/army", HIDDEN not in move.hit.pool, cite=False, player=move.player)
    types = [type_of(card) for card in move.properties]
    if any(card in ANCHORS for card in types):
        findings.breaks("attack/raid")
    for card in dict.fromkeys(types):
        if card not in ANCHORS and card not in PROPERTIES:
            findings.breaks("attack/raid-picks", "no-property", card=card)


def _check_hidden_armies(table: Table, move: Suffer, force: Force, findings: Findings) -> None:
    """damage/own-side, army/supply: Armies that fall are among those of which nobody remembers what they are."""
    for army, count in hidden_among(move.hit, force).items():
        left = armies_left(table, army)
        if left is not None and left < count - force.pool.count(army):
            findings.breaks("damage/own-side", "unit", zone="pool", unit=army)
            findings.because("army/supply")
        else:
            findings.assumes("army-fights", player=move.player, army=army, count=count)


def does_army_fight(table: Table, player: str, army: str, count: int) -> bool:
    """Whether so many of these Armies fight on the side that assigns damage now: a predicate of facts."""
    battle = table.pending
    if not is_battle(battle):
        return False
    force: Force = getattr(battle, side_of(battle))
    return force.pool.count(army) >= count


def do_towers_fall(table: Table, player: str, count: int) -> bool:
    """Whether so many Towers of this Earl fall now: a predicate of facts."""
    return is_battle(table.pending) and lost_now(towers_lost, table, player) == count


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


def _check_towers(table: Table, move: Suffer, findings: Findings) -> None:
    """tower/defender-picks, tower/shown: so many Towers fall."""
    count = len(move.towers)
    expected: Any = attempt(lambda: lost_now(towers_lost, table, move.player))
    if is_unknown(expected):
        if count:  # else what is lost in all is assumed, and that is no Tower
            findings.assumes("towers-fall", player=move.player, count=count)
    elif count != expected:
        if "tower/defender-picks" not in findings.broken_rules:
            findings.breaks("tower/defender-picks", count=count, expected=expected)
    elif count:
        findings.allows("tower/defender-picks", "tower/shown")


def _check_tower_cards(table: Table, move: Suffer, findings: Findings) -> None:
    """tower/defender-picks: the cards that fall are among one's own Towers."""
    name, towers = move.player, table.towers(move.player)
    if not move.towers or is_unknown(towers):
        return
    unknown = towers.count(HIDDEN)
    for card, count in Counter(shown(move.towers)).items():
        missing = count - towers.count(card)
        if missing > unknown or (missing > 0 and left_of(table, name, card) < missing):
            findings.breaks("tower/defender-picks", "card", player=name, card=card)
        elif missing > 0:  # shown now for the first time
            findings.assumes("tower-there", player=name, card=card, count=count)
            unknown -= missing


def _check_properties(table: Table, move: Suffer, findings: Findings) -> None:
    """attack/raid-picks: so many Properties of the raided Fief are destroyed, and these."""
    expected: Any = attempt(lambda: lost_now(properties_lost, table, move.player))
    if is_unknown(expected):
        return
    if len(move.properties) != expected:
        findings.breaks("attack/raid-picks", count=len(move.properties), expected=expected)
        return
    if not move.properties:
        return
    battle = table.pending
    findings.allows("attack/raid-picks")
    there = table.properties(battle.defender, battle.fief)
    step(len(move.properties) + len(there))
    for card in Counter(move.properties) - Counter(there):
        if type_of(card) in PROPERTIES:
            findings.breaks("attack/raid-picks", "card", card=type_of(card), fief=battle.fief)


def apply_suffer(draft: Draft, move: Suffer) -> None:
    battle = draft.pending
    draft.event("assigned", "damage/all", player=move.player, count=size(move.hit))
    if not is_battle(battle):
        raise UnknownRead(PENDING)
    if battle.step == "damage-attacker":
        defend(draft, _hit(draft, battle, "attackers", move.hit))
    else:
        losses = losses_of(draft, battle, "defenders")
        if move.hit != NOBODY:
            battle = _hit(draft, battle, "defenders", move.hit)
        take_losses(draft, battle, losses, move.towers, move.properties)


# ---------------------------------------------------------------- The attacker first, then the defender


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
    losses = losses_of(draft, battle, "defenders")  # unknown where it is whether the defender has to choose
    if losses.towers or losses.properties:
        draft.set(pending=replace(battle, step="damage-defender"))
        return
    take_losses(draft, battle, losses)


# ---------------------------------------------------------------- Units that take a point


def _hit(draft: Draft, battle: Any, side: str, hit: Force) -> Any:
    """damage/army, damage/mercenary, damage/lord, king/no-harm: Armies and Mercenaries die, nobody else does."""
    name = battle.attacker if side == "attackers" else battle.defender
    force: Force = getattr(battle, side)
    dead: list[Any] = [*hit.pool, *hit.royal]
    draft.discard_armies(*dead)
    if hit.royal:
        draft.change("royal_army", lambda royal: _survivors(royal, hit.royal))
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
        pool=without(force.pool, hit.pool),
        royal=_survivors(force.royal, hit.royal),
        vikings=_survivors(force.vikings, hit.vikings),
        mercenaries=tuple(n for n in force.mercenaries if n not in hit.mercenaries),
        garrisons=tuple(n for n in force.garrisons if n not in hit.garrisons and n not in hit.mercenaries),
    )
    return replace(battle, **{side: force})


def _survivors(units: tuple[Any, ...], dead: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple((Counter(units) - Counter(dead)).elements())


def _vikings_die(draft: Draft, hit: Force) -> None:
    draft.change("vikings", lambda vikings: _survivors(vikings, hit.vikings))
    draft.change("viking_discard", lambda pile: (*pile, *hit.vikings))
    draft.event("vikings-killed", "damage/army", cards=list(hit.vikings))


def _garrison_dies(draft: Draft, name: str, number: int) -> list[str]:
    """The Army, if it is known which."""
    if is_unknown(draft.mercenaries(name)):
        draft.forget("army_discard")
        return []
    garrison = draft.garrison(name, number)
    if sure(garrison) is None:
        return []
    draft.discard_armies(garrison)
    draft.change_mercenary(name, number, garrison=None)
    return [garrison]
