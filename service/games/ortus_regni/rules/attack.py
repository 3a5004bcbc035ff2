"""An attack is declared: who may attack whom, and what."""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Attack, Battle, Force, Order
from service.games.ortus_regni.components import (
    capacity_of,
    fief_of,
    has_lord,
    least_capacity,
    lords_told,
)
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.forces import dealt_by
from service.games.ortus_regni.pack import FACES
from service.games.ortus_regni.rules.politics import PEACE
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.games.ortus_regni.untold import UNTOLD
from service.referee.findings import Findings
from service.referee.known import is_unknown

# ---------------------------------------------------------------- Declaring an attack


def check_attack(table: Table, move: Attack, findings: Findings) -> None:
    """combat/other-earl, setup/first-round, tournament/peace, combat/at-least-one, attack/empty-target."""
    check_due(table, "attack", move.player, findings)
    _not_yet(table, findings)
    if move.target == move.player:
        findings.breaks("combat/other-earl")
    elif move.target in table.out:
        findings.breaks("combat/other-earl", "out", player=move.target)
    else:
        findings.allows("combat/other-earl")
    able = can_field(table, move.player)
    if able is None:
        findings.assumes("unit-there", player=move.player)
    elif not able:
        findings.breaks("combat/at-least-one", player=move.player)
    check_target(table, move.target, move.kind, move.fief, findings)


def _not_yet(table: Table, findings: Findings) -> None:
    number = table.state.round
    if number is UNSET:
        findings.assumes("later-round")
    elif table.tournament and number <= PEACE:
        findings.breaks("tournament/peace", round=number)
    elif number == 1:
        findings.breaks("setup/first-round")


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


def apply_attack(draft: Draft, move: Attack) -> None:
    """combat/white-marker: the attack holds the Vikings back."""
    draft.set(acted=True)
    draft.hold_vikings_back("combat/white-marker")
    draft.event("attacked", ATTACK_RULES[move.kind], player=move.player, target=move.target, kind=move.kind)
    battle = Battle(
        attacker=move.player,
        defender=move.target,
        kind=move.kind,
        fief=None if move.fief is UNSET else move.fief,
        step="field-attacker",
    )
    draft.set(pending=battle)


# ---------------------------------------------------------------- What is attacked


ATTACK_RULES = {"towers": "attack/towers", "raid": "attack/raid", "siege": "attack/siege"}


def check_target(table: Table, target: str, kind: str, number: Any, findings: Findings) -> None:
    """attack/towers, attack/raid, attack/siege, attack/empty-target: a Fief of the target, or its line of Towers."""
    player = table.by_name[target]
    named = number is not UNSET and number is not None
    findings.allows(ATTACK_RULES[kind])
    if kind == "towers":
        if named:
            findings.breaks("combat/sequence", "fief")
        if player.towers is UNSET:
            findings.assumes("towers-there", player=target)
        elif not player.towers:
            _empty(table, findings, "towers", target)
        return
    fief = fief_of(player, number)
    if not named:
        findings.breaks("combat/sequence", "no-fief")
    elif player.fiefs is UNSET:
        findings.assumes("fief-there", player=target, fief=number)
        if kind == "raid" and table.choices["empty_target"] == "forbidden":
            findings.assumes("raid-target", player=target, fief=number)
    elif fief is None:
        findings.breaks("property/own-fief", player=target, fief=number)
    elif kind == "raid" and fief.properties is UNSET:
        findings.assumes("raid-target", player=target, fief=number)
    elif kind == "raid" and not fief.properties:
        _empty(table, findings, "", target, fief=number)


def _empty(table: Table, findings: Findings, variant: str, target: str, **detail: Any) -> None:
    if table.choices["empty_target"] == "forbidden":
        findings.breaks("attack/empty-target", variant, player=target, **detail)
    else:
        findings.allows("attack/empty-target")


# ---------------------------------------------------------------- The Vikings attack


def viking_attack(draft: Draft, move: Order) -> None:
    """vikings/alone: all Vikings in play attack, and nobody with them."""
    force: Any = UNTOLD if draft.state.vikings is UNSET else Force(vikings=draft.state.vikings)
    draft.event("vikings-attack", "vikings/alone", player=move.player, target=move.target, kind=move.kind)
    battle = Battle(
        attacker=None,
        controller=move.player,
        defender=str(move.target),
        kind=move.kind or "siege",
        fief=move.fief,
        step="field-defender",
        attackers=force,
        damage=UNTOLD if is_unknown(force) else (dealt_by(draft, None, force), 0),
    )
    draft.set(pending=battle)
