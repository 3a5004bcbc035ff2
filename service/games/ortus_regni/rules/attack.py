"""An attack is declared: who may attack whom, and what."""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import NOBODY, Attack, Battle, Force, Order
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.forces import dealt_by
from service.games.ortus_regni.holdings import capacity_of, has_some_lord, is_there, least_capacity
from service.games.ortus_regni.pack import FACES
from service.games.ortus_regni.rules.politics import PEACE
from service.games.ortus_regni.table import Table, may_be_out
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import AssumedFact, Findings, fact
from service.referee.hidden import HIDDEN
from service.referee.known import Truth, Unknown, all_of, any_of, is_unknown, truth
from service.referee.table import PLAYERS

# ---------------------------------------------------------------- Declaring an attack


def check_attack(table: Table, move: Attack, findings: Findings) -> None:
    """combat/other-earl, setup/first-round, tournament/peace, combat/at-least-one, attack/empty-target."""
    check_due(table, "attack", move.player, findings)
    _check_round(table, findings)
    if move.kind == "vikings":
        findings.breaks("combat/other-earl", "vikings")
        return
    if move.target is UNSET:
        findings.breaks("combat/sequence", "no-earl")
        return
    if findings.requires("combat/other-earl", move.target != move.player, cite=False):
        findings.requires("combat/other-earl", move.target not in table.out, "out", player=move.target)
    unit = fact("unit-there", player=move.player)
    able = can_field(table, move.player)
    findings.requires("combat/at-least-one", able, assume=unit, cite=False, player=move.player)
    check_target(table, move.target, move.kind, move.fief, findings)


def _check_round(table: Table, findings: Findings) -> None:
    """setup/first-round, tournament/peace: not in the first round, of a tournament not in the first two."""
    rule, rounds = ("tournament/peace", PEACE) if table.tournament else ("setup/first-round", 1)
    now = table.round
    evidence: dict[str, Any] = {"round": now} if table.tournament else {}
    later = now if is_unknown(now) else now > rounds
    findings.requires(rule, later, assume=fact("later-round"), cite=False, **evidence)


def can_field(table: Table, name: str) -> Truth:
    """combat/at-least-one: whether an Earl has any unit to field."""
    lord = has_some_lord(table, name)
    if lord is True:
        return True
    mercenaries, king = table.mercenaries(name), table.king
    return any_of(
        lord,
        mercenaries if is_unknown(mercenaries) else bool(mercenaries),
        king if is_unknown(king) else king == name,
        _has_face(table, name),
        lambda: _has_army(table, name),
    )


def _has_face(table: Table, name: str) -> Truth:
    """Whether a Face card is in hand, as far as the cards are not hidden."""
    if any(card in FACES for card in table.known_hand(name)):
        return True
    hand = table.hand(name)
    return hand if is_unknown(hand) else Unknown(f"{PLAYERS}/*/hand") if HIDDEN in hand else False


def _has_army(table: Table, name: str) -> Truth:
    """Whether an Army is in the pool, and a Land to field it."""
    pool = table.pool(name)
    if is_unknown(pool):
        return all_of(pool, lambda: _has_capacity(table, name))
    return bool(pool) and _has_capacity(table, name)


def _has_capacity(table: Table, name: str) -> Truth:
    return least_capacity(table, name) > 0 or truth(lambda: capacity_of(table, name) > 0)


def apply_attack(draft: Draft, move: Attack) -> None:
    """combat/white-marker: the attack holds the Vikings back."""
    draft.set(acted=True)
    draft.hold_vikings_back("combat/white-marker")
    draft.event("attacked", ATTACK_RULES[move.kind], player=move.player, target=move.target, kind=move.kind)
    battle = Battle(
        attacker=move.player,
        defender=move.target,  # type: ignore[arg-type]
        kind=move.kind,  # type: ignore[arg-type]
        fief=None if move.fief is UNSET else move.fief,
        step="field-attacker",
        **NOTHING_YET,
    )
    draft.set(pending=battle)


NOTHING_YET: dict[str, Any] = {
    "controller": None,
    "attackers": NOBODY,
    "defenders": NOBODY,
    "card": None,
    "outcome": None,
    "decider": None,
    "damage": (0, 0),
    "assigned": False,
    "captured": (),
    "doomed": (),
    "destroyed": (),
    "placing": (),
    "reattaching": (),
}
"""What an Earl's battle is at its first step. It all follows from the step, but working it out takes long."""


# ---------------------------------------------------------------- What is attacked


ATTACK_RULES = {"towers": "attack/towers", "raid": "attack/raid", "siege": "attack/siege"}


def check_target(table: Table, target: str, kind: str, number: Any, findings: Findings) -> None:
    """attack/towers, attack/raid, attack/siege, attack/empty-target: a Fief of the target, or its line of Towers."""
    named = number is not UNSET and number is not None
    findings.allows(ATTACK_RULES[kind])
    if kind == "towers":
        findings.requires("combat/sequence", not named, "fief", cite=False)
        towers = table.towers(target)
        there = towers if is_unknown(towers) else bool(towers)
        _check_not_empty(table, there, "towers", fact("towers-there", player=target), findings, player=target)
        if there is not True and may_be_out(table, target):
            findings.assumes("still-in", player=target)
        return
    if findings.requires("combat/sequence", named, "no-fief", cite=False) is False:
        return
    fief, seat = table.fief(target, number), {"player": target, "fief": number}
    found = findings.requires(
        "property/own-fief", is_there(fief), assume=fact("fief-there", **seat), cite=False, **seat
    )
    if kind == "raid" and found is not False:
        if is_unknown(fief) and table.choices["empty_target"] != "forbidden":
            return
        properties = fief if is_unknown(fief) else fief.properties
        there = properties if is_unknown(properties) else bool(properties)
        _check_not_empty(table, there, "", fact("raid-target", **seat), findings, **seat)


def _check_not_empty(
    table: Table, there: Truth, variant: str, assume: AssumedFact, findings: Findings, **evidence: Any
) -> None:
    """attack/empty-target: whether nothing may be attacked."""
    if there is not True and table.choices["empty_target"] != "forbidden":
        if there is False:
            findings.allows("attack/empty-target")
    else:
        findings.requires("attack/empty-target", there, variant, assume=assume, cite=False, **evidence)


# ---------------------------------------------------------------- The Vikings attack


def viking_attack(draft: Draft, move: Order) -> None:
    """vikings/alone: all Vikings in play attack, and nobody with them."""
    draft.event("vikings-attack", "vikings/alone", player=move.player, target=move.target, kind=move.kind)
    vikings = draft.vikings
    force: Any = vikings if is_unknown(vikings) else Force(vikings=vikings)
    battle = Battle(
        attacker=None,
        controller=move.player,
        defender=str(move.target),
        kind=move.kind or "siege",
        fief=move.fief,
        step="field-defender",
        attackers=force,
        damage=force if is_unknown(force) else (dealt_by(draft, None, force), 0),
    )
    draft.set(pending=battle)
