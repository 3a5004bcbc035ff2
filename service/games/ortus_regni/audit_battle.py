"""Pending battles that cannot arise: steps with the wrong forces, cards or losses."""

from typing import Any

from schemas.ortus_regni import NOBODY, Force
from service.games.ortus_regni.audit_turn import as_far_as_known, in_turn
from service.games.ortus_regni.forces import dealt_by, is_strength_known, size, within
from service.games.ortus_regni.holdings import church_decider, surely
from service.games.ortus_regni.inference import BEFORE_THE_CARD, EARLY, are_forces_whole
from service.games.ortus_regni.pack import FACES
from service.games.ortus_regni.parts import sure
from service.games.ortus_regni.rules.capture import slots_of
from service.games.ortus_regni.rules.politics import PEACE
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import loser_of
from service.referee.findings import Findings
from service.referee.known import is_known, is_unknown


def audit_battle(table: Table, battle: Any, findings: Findings) -> None:
    """combat/sequence and the rules of its steps."""
    if battle.attacker is None:
        if surely(lambda: table.phase == "turn") or table.arrived is False:
            findings.breaks("vikings/alone", "stage")
        if battle.step in ("field-attacker", "capture", "reattach"):
            findings.breaks("combat/sequence", "stage", step=battle.step)
        else:
            as_far_as_known(_only_vikings_in_play, table, battle, findings)
    else:
        in_turn(table, battle.attacker, findings)
        if battle.attacker == battle.defender:
            findings.breaks("combat/other-earl")
        if surely(lambda: table.round == 1):
            findings.breaks("setup/first-round")
        elif table.tournament and surely(lambda: table.round <= PEACE):
            findings.breaks("tournament/peace", round=table.round)
        force = battle.attackers
        if surely(lambda: force.vikings):
            findings.breaks("vikings/alone", player=battle.attacker)
    if battle.defender in table.out:
        findings.breaks("combat/other-earl", "out", player=battle.defender)
    if not findings.broken:
        for check in (_forces, _deals, _at_least_one, _result, _step):
            as_far_as_known(check, table, battle, findings)


def _only_vikings_in_play(table: Table, battle: Any, findings: Findings) -> None:
    force = battle.attackers
    if within(Force(vikings=force.vikings), Force(vikings=sure(table.vikings))):
        findings.breaks("components/viking-deck", "many", card="viking", count=size(force), limit=0)


# ---------------------------------------------------------------- Forces


def _forces(table: Table, battle: Any, findings: Findings) -> None:
    """field/lords, field/mercenary, field/king, field/capacity, damage/total: who fights is there."""
    if battle.attacker is not None and is_known(battle.attackers):
        _side(table, battle, battle.attacker, battle.attackers, findings)
    if battle.defenders != NOBODY:
        _side(table, battle, battle.defender, battle.defenders, findings)


def _side(table: Table, battle: Any, name: str, force: Force, findings: Findings) -> None:
    for card in force.hand:
        if card not in FACES:
            findings.breaks("field/hand", player=name, card=card)
    for number in force.lords:
        if table.lord(name, number) is None and battle.assigned is False:
            findings.breaks("field/lords", player=name, fief=number)
    for number in {*force.mercenaries, *force.garrisons}:
        if table.mercenary(name, number) is None:
            findings.breaks("field/mercenary", player=name, mercenary=number)
    if (force.king or force.royal) and surely(lambda: table.king != name):
        findings.breaks("field/king", player=name)


def _deals(table: Table, battle: Any, findings: Findings) -> None:
    """damage/total, combat/at-least-one: each side has fielded in its time, and deals what its units deal."""
    step = battle.step
    sides: tuple[tuple[Any, Any, int, bool], ...] = (
        (battle.attacker, battle.attackers, battle.damage[0], step != "field-attacker"),
        (battle.defender, battle.defenders, battle.damage[1], step not in ("field-attacker", "field-defender")),
    )
    for name, force, damage, there in sides:
        if is_unknown(force):
            continue
        if not there:
            if damage or force != NOBODY:
                findings.breaks("combat/sequence", "stage", step=step)
        elif (step in EARLY or are_forces_whole(table, battle)) and is_strength_known(table, name, force):
            deals = dealt_by(table, name, force)
            if damage != deals:
                findings.breaks("damage/total", "stage", count=damage, expected=deals)


def _at_least_one(table: Table, battle: Any, findings: Findings) -> None:
    if battle.step != "field-attacker" and battle.step in EARLY and battle.attackers == NOBODY:
        if battle.attacker is None:
            findings.breaks("combat/at-least-one", "side")
        else:
            findings.breaks("combat/at-least-one", player=battle.attacker)


# ---------------------------------------------------------------- Card and step


def _result(table: Table, battle: Any, findings: Findings) -> None:
    """card/drawn, card/no-defender, card/church-decides: card and outcome fit the step."""
    card, outcome = battle.card, battle.outcome
    early = battle.step in BEFORE_THE_CARD
    if early and (sure(card) is not None or sure(outcome) is not None):
        findings.breaks("card/drawn", "stage", step=battle.step)
    elif battle.step == "card" and battle.defenders == NOBODY:
        findings.breaks("card/no-defender", "stage")
    elif battle.step == "church":
        decider = church_decider(table)
        if card != "church" or sure(outcome) is not None or decider is None:
            findings.breaks("card/church-decides", "stage")
        elif is_known(decider) and battle.decider not in (decider, None):
            findings.breaks("card/church-decides", "turn", player=battle.decider, turn=decider)
    elif not early and (sure(outcome) is None or not _fits(sure(card), outcome)):
        findings.breaks("card/drawn", "stage", step=battle.step)


def _fits(card: str | None, outcome: str) -> bool:
    """Without a card the attack met nobody; the Church decides as it likes."""
    return outcome == "attacker" if card is None else card in ("church", outcome)


def _step(table: Table, battle: Any, findings: Findings) -> None:
    """ransom/before-damage, capture/slots, damage/own-side: something is to be decided in this step."""
    step = battle.step
    if step in EARLY:
        lost = battle.captured or battle.doomed or battle.destroyed or battle.placing or battle.reattaching
        if lost or (battle.assigned and not findings.broken):
            findings.breaks("combat/sequence", "stage", step=step)
        return
    if findings.broken:
        return
    loser, wrong = loser_of(battle), False
    if step == "ransom":
        force = battle.attackers if loser == battle.attacker else battle.defenders
        wrong = not battle.captured or battle.outcome == "normal" or bool(set(battle.captured) - set(force.lords))
        wrong = wrong or loser is None or (battle.attacker is None and battle.outcome == "attacker")
    elif step == "place":
        wrong = not battle.placing or (battle.attacker is None and battle.outcome != "defender")
    elif step == "reattach":
        wrong = not battle.reattaching
    elif step == "capture":
        wrong = battle.kind == "towers" or not slots_of(table, battle) or not battle.destroyed
    if wrong or (battle.assigned and step not in ("place", "capture")):
        findings.breaks("combat/sequence", "stage", step=step)
