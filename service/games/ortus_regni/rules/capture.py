"""What an attacker captures of what was destroyed, and how a battle ends."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from schemas.ortus_regni import Capture, Deed
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import surely
from service.games.ortus_regni.pack import ANCHORS, FACES, PROPERTIES
from service.games.ortus_regni.parts import PENDING, is_battle, sure
from service.games.ortus_regni.rules.leaving import fall_without_fief, may_have_fallen
from service.games.ortus_regni.steps import ROUND
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.budget import step
from service.referee.findings import Findings, fact
from service.referee.known import UnknownRead, all_of, attempt, is_unknown

# ---------------------------------------------------------------- Capturing


MOST_SLOTS = 2
"""As many cards as an attacker can capture at most."""


def slots_of(table: Table, battle: Any) -> int:
    """capture/slots: one for a Prince Lord, one for Vassal Lords, however many; none for Vikings."""
    force = battle.attackers
    if battle.attacker is None or not force.lords:
        return 0
    lords = {sure(fief.lord) for fief in table.fiefs(battle.attacker) if fief.id in force.lords}
    return len(lords & {"prince", "vassal"})


def check_capture(table: Table, move: Capture, findings: Findings) -> None:
    """capture/slots, capture/destroyed, tower/no-prize."""
    check_due(table, "capture", move.player, findings)
    battle = table.pending
    if is_battle(battle) and battle.kind == "towers":
        findings.breaks("tower/no-prize", player=move.player)
    if is_battle(battle) and battle.attacker is None:
        findings.breaks("vikings/no-capture", player=move.player)
    _check_named(move, findings)
    if findings.broken:
        return
    if is_battle(battle) and surely(lambda: table.fiefs(battle.defender) == ()):
        findings.allows("end/after-battle")
    count = len(move.cards)
    most = 0 if not count else attempt(lambda: slots_of(table, battle))
    fits = all_of(count <= MOST_SLOTS, lambda: count <= most)
    slots = MOST_SLOTS if is_unknown(most) else most
    findings.requires(
        "capture/slots", fits, assume=fact("slots", player=move.player, count=count), count=count, slots=slots
    )
    wanted = Counter(_deeds(move))
    step(count)
    for deed, number in wanted.items():
        findings.requires(
            "capture/destroyed",
            lambda deed=deed, number=number: battle.destroyed.count(deed) >= number,  # type: ignore[misc]
            assume=fact("destroyed", card=deed.card, owner=deed.owner),
            card=deed.card,
        )
    findings.allows("capture/slots", "capture/destroyed")


def _check_named(move: Capture, findings: Findings) -> None:
    """capture/lord-stays, tower/no-prize, capture/destroyed: only what can be destroyed can be taken."""
    for spoil in dict.fromkeys(move.cards):
        if spoil.card in FACES:
            findings.breaks("capture/lord-stays", card=spoil.card)
        elif spoil.card == "tower":
            findings.breaks("tower/no-prize", "capture", player=move.player)
        elif spoil.card not in ANCHORS and spoil.card not in PROPERTIES:
            findings.breaks("capture/destroyed", card=spoil.card)


def _deeds(move: Capture) -> list[Deed]:
    """The cards that a move takes, as a state has them."""
    return [Deed(spoil.card, spoil.owner) for spoil in move.cards]  # type: ignore[arg-type]


def apply_capture(draft: Draft, move: Capture) -> None:
    battle = draft.pending
    if not is_battle(battle):
        raise UnknownRead(PENDING)
    rest = list(battle.destroyed)
    placing = []
    for deed in _deeds(move):
        rest.remove(deed)
        if deed.card in ANCHORS:
            number = draft.add_fief(move.player, deed)
            draft.event("new-fief", "property/castle", player=move.player, fief=number or None, card=deed.card)
        else:
            placing.append(deed)
    if move.cards:
        draft.event("captured", "capture/slots", player=move.player, cards=[deed.card for deed in move.cards])
    else:
        draft.event("nothing-captured", "capture/slots", player=move.player)
    battle = replace(battle, destroyed=tuple(rest), placing=tuple(placing))
    if placing:
        draft.set(pending=replace(battle, step="place"))
    else:
        end_battle(draft, battle)


# ---------------------------------------------------------------- The end of a battle


def end_battle(draft: Draft, battle: Any) -> None:
    """field/hand-spent, ransom/refused, damage/back-unseen, end/after-battle."""
    draft.discard_deeds(battle.destroyed, battle.defender)
    sides = ((battle.attacker, battle.attackers), (battle.defender, battle.defenders))
    for name, force in sides:
        if name is None:
            continue
        if force.hand:
            draft.discard(name, *force.hand)
            draft.event("hand-spent", "field/hand-spent", player=name, cards=list(force.hand))
        if force.pool:
            draft.change_of(name, "pool", lambda pool, force=force: (*pool, *force.pool))  # type: ignore[misc]
            draft.event("forces-home", "damage/back-unseen", player=name)
    loser = battle.attacker if battle.outcome == "defender" else battle.defender
    for number in battle.doomed:
        lord = None if loser is None else draft.unseat(loser, number)
        if lord is not None:
            draft.event("lords-dead", "ransom/refused", player=loser, fief=number, card=lord)
    draft.set(pending=None)
    by_vikings = battle.attacker is None
    if by_vikings:
        draft.set(phase="vikings")
    fall_without_fief(draft, battle.defender, battle.attacker)
    for name in (battle.defender, battle.attacker):
        if name is not None and is_unknown(draft.fiefs(name)) and _has_lost_a_fief(draft, battle, name):
            may_have_fallen(draft, name)
    if by_vikings and draft.phase != "over":
        draft.ended = ROUND  # a coronation that it brought comes before the next turn


def _has_lost_a_fief(draft: Draft, battle: Any, name: str) -> bool:
    """attack/siege-falls: whether an Earl may have lost the last Fief before this move of the battle."""
    return name == battle.defender and battle.kind == "siege" and draft.decision.step in ("capture", "place")
