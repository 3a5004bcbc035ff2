"""Captured Lords: who pays for them, with what, and what becomes of the others."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from schemas.ortus_regni import NOBODY, Force, Ransom, Stake
from service.games.ortus_regni.components import type_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import surely
from service.games.ortus_regni.parts import PENDING, is_battle
from service.games.ortus_regni.rules.damage import begin_damage
from service.games.ortus_regni.rules.stakes import as_stake, check_stake, hand_over, is_anchor, stakes_of
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import loser_of, winner_of
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings, fact
from service.referee.known import UnknownRead, truth

# ---------------------------------------------------------------- Lords are captured


def resolve(draft: Draft, battle: Any) -> None:
    """card/attacker-wins, card/defender-wins: the loser's Lords are captured."""
    force = {"attacker": battle.defenders, "defender": battle.attackers}.get(battle.outcome, NOBODY)
    lords: tuple[int, ...] = force.lords
    if lords:
        draft.event("captured-lords", "ransom/absorbs", player=loser_of(battle), fiefs=list(lords))
    if winner_of(battle) is None and lords:
        _taken_by_vikings(draft, battle, lords)
        return
    go_on(draft, replace(battle, captured=lords))


def _taken_by_vikings(draft: Draft, battle: Any, lords: tuple[int, ...]) -> None:
    """ransom/vikings, ransom/viking-captives."""
    draft.event("no-ransom", "ransom/vikings", player=battle.defender)
    if draft.choices["viking_captives"] == "at-once":
        for number in lords:
            lord = draft.unseat(battle.defender, number)
            detail = {"player": battle.defender, "fief": number, "card": lord or "?"}
            draft.event("lords-dead", "ransom/viking-captives", **detail)
        battle = replace(battle, defenders=replace(battle.defenders, lords=()))
        lords = ()
    begin_damage(draft, replace(battle, doomed=lords))


# ---------------------------------------------------------------- The ransom


def check_ransom(table: Table, move: Ransom, findings: Findings) -> None:
    """ransom/price, ransom/payer-picks, ransom/own-castle, ransom/last-anchor, ransom/before-damage."""
    check_due(table, "ransom", move.player, findings)
    battle = table.pending
    if is_battle(battle) and _is_taken_by_vikings(battle):
        findings.breaks("ransom/vikings")
    elif not findings.broken:
        seat: dict[str, Any] = {"player": move.player, "fief": move.lord}
        captured, assume = truth(lambda: move.lord in battle.captured), fact("captured", **seat)
        findings.requires("ransom/price", captured, "not-captured", assume=assume, cite=False, **seat)
    if move.pay is None:
        findings.allows("ransom/refused")
        return
    findings.allows("ransom/price", "ransom/payer-picks")
    check_stake(table, move.player, move.pay, findings, "ransom/price")
    for rule in _against_paying(table, move.player, move.lord, move.pay):
        findings.breaks(rule, player=move.player, fief=move.pay.fief)


def _is_taken_by_vikings(battle: Any) -> bool:
    """Whether it is known that no Lord of this battle can be ransomed."""
    return battle.attacker is None and surely(lambda: battle.outcome != "defender")


def payable(table: Table, name: str, lord: int) -> Iterator[Stake]:
    """What an Earl may pay for a captured Lord."""
    return (stake for stake in stakes_of(table, name) if not _against_paying(table, name, lord, stake))


def _against_paying(table: Table, name: str, lord: int, stake: Any) -> list[str]:
    """ransom/own-castle, ransom/last-anchor: the rules against paying with a Castle or Palace."""
    rules: list[str] = []
    if not is_anchor(stake) or stake.fief is None:
        return rules
    if stake.fief == lord:
        rules.append("ransom/own-castle")
    if surely(lambda: len(table.fiefs(name)) == 1):
        rules.append("ransom/last-anchor")
    return rules


def apply_ransom(draft: Draft, move: Ransom) -> None:
    battle = draft.pending
    if not is_battle(battle):
        raise UnknownRead(PENDING)
    battle = replace(battle, captured=tuple(lord for lord in battle.captured if lord != move.lord))
    if move.pay is None:
        draft.event("not-ransomed", "ransom/refused", player=move.player, fief=move.lord)
        go_on(draft, replace(battle, doomed=(*battle.doomed, move.lord)))
        return
    receiver, pay = winner_of(battle), as_stake(move.pay)
    assert receiver is not None
    fief = draft.known_fief(move.player, pay.fief)
    paid = pay.card if pay.card is not None else fief.anchor if fief is not None else "castle"
    draft.event("ransomed", "ransom/price", player=move.player, fief=move.lord, card=type_of(paid))
    trophies, orphans, lord = hand_over(draft, move.player, pay, receiver)
    if pay.card is None:
        battle = _lost_seat(draft, battle, move, lord)
    placing, reattaching = (*battle.placing, *trophies), (*battle.reattaching, *orphans)
    go_on(draft, replace(battle, placing=placing, reattaching=reattaching))


def _lost_seat(draft: Draft, battle: Any, move: Ransom, lord: Any) -> Any:
    """ransom/other-lord: the Lord of a Castle that is paid is discarded; if he fights, once the battle is over."""
    if lord is None:
        return battle
    number = move.pay.fief if move.pay is not None else 0
    side = "attackers" if move.player == battle.attacker else "defenders"
    force: Force = getattr(battle, side)
    if number not in force.lords:
        draft.discard(move.player, lord)
        return battle
    rest = tuple(other for other in force.lords if other != number)
    # He still absorbs a point and is discarded afterwards: just like a card from the hand.
    force = replace(force, lords=rest, hand=(*force.hand, lord))
    gone = {zone: tuple(n for n in getattr(battle, zone) if n != number) for zone in ("captured", "doomed")}
    return replace(battle, **{side: force}, **gone)


def go_on(draft: Draft, battle: Any) -> None:
    """The next decision about captured Lords, or the damage."""
    if battle.reattaching:
        draft.set(pending=replace(battle, step="reattach"))
        return
    if battle.placing:
        draft.set(pending=replace(battle, step="place"))
        return
    if battle.captured:
        draft.set(pending=replace(battle, step="ransom"))
        return
    begin_damage(draft, battle)
