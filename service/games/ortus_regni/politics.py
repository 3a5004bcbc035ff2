"""Treachery, Intrigue and the answers to them: what speaks for and against. The effects stand in ``disputes``."""

from collections import Counter
from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Dispute, Give, Intrigue, Pick, PlayAllies, Player, Treachery
from service.games.ortus_regni.cards import HIDDEN, has_armies, holds
from service.games.ortus_regni.may import may
from service.games.ortus_regni.parts import fief_of, mercenary_of, type_of
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.untold import is_politics, properties_of, sure
from service.referee.budget import step
from service.referee.findings import Findings
from service.referee.known import is_known, is_unknown

MOST = 2
"""How many cards a Treachery costs a hand, and an Intrigue takes at most."""
AIMS = {"lord": "lord", "hand": "hand", "mercenary": "mercenary", "properties": "properties", "armies": "armies"}
"""The rule of each use, by what it aims at."""
PEACE = 2
"""The rounds of a tournament without attacks and politics."""


# ---------------------------------------------------------------- declaring


def enemy(table: Table, player: str, target: str, findings: Findings) -> None:
    """politics/enemy: another Earl, still in the game."""
    if target == player:
        findings.breaks("politics/enemy")
    elif target in table.out:
        findings.breaks("politics/enemy", "out", player=target)
    else:
        findings.allows("politics/enemy")


def _peace(table: Table, findings: Findings) -> None:
    """tournament/peace, setup/first-round-politics."""
    number = table.state.round
    if table.tournament and number is UNSET:
        findings.assumes("later-round")
    elif table.tournament and number is not UNSET and number <= PEACE:
        findings.breaks("tournament/peace", round=number)
    elif number == 1:
        findings.allows("setup/first-round-politics")


def check_treachery(table: Table, move: Treachery, findings: Findings) -> None:
    """treachery/lord, treachery/hand, treachery/mercenary and what each needs."""
    may(table, "treachery", move.player, findings)
    holds(table, move.player, ["treachery"], findings)
    enemy(table, move.player, move.target, findings)
    _peace(table, findings)
    target = table.by_name[move.target]
    match move.aim:
        case "lord":
            _aim_at_lord(target, move.fief, findings)
        case "hand":
            _aim_at_hand(target, findings)
        case "mercenary":
            _aim_at_mercenary(target, move.mercenary, findings, "treachery/mercenary")


def _aim_at_lord(target: Player, number: Any, findings: Findings) -> None:
    fief = fief_of(target, number)
    if number is UNSET:
        findings.breaks("treachery/lord", "unnamed")
    elif target.fiefs is UNSET or (fief is not None and fief.lord is UNSET):
        findings.assumes("lord-to-kill", player=target.name, fief=number)
    elif fief is None or fief.lord is None:
        findings.breaks("treachery/lord", player=target.name, fief=number)
    else:
        findings.allows("treachery/lord")
        if fief.lord == "prince":
            findings.allows("treachery/prince")


def _aim_at_hand(target: Player, findings: Findings) -> None:
    if target.hand is UNSET:
        findings.assumes("hand-left", player=target.name)
    elif not target.hand:
        findings.breaks("treachery/short-hand", player=target.name)
    else:
        findings.allows("treachery/hand")


def _aim_at_mercenary(target: Player, number: Any, findings: Findings, rule: str) -> None:
    if number is UNSET:
        findings.breaks(rule, "unnamed")
    elif target.mercenaries is UNSET:
        fact = "mercenary-to-kill" if rule == "treachery/mercenary" else "mercenary-to-take"
        findings.assumes(fact, player=target.name, mercenary=number)
    elif mercenary_of(target, number) is None:
        findings.breaks(rule, player=target.name, mercenary=number)
    else:
        findings.allows(rule)


def check_intrigue(table: Table, move: Intrigue, findings: Findings) -> None:
    """intrigue/properties, intrigue/armies, intrigue/mercenary, intrigue/one-or-two, intrigue/empty-target."""
    may(table, "intrigue", move.player, findings)
    holds(table, move.player, ["intrigue"], findings)
    enemy(table, move.player, move.target, findings)
    _peace(table, findings)
    if move.count is not UNSET and move.count > MOST:
        findings.breaks("intrigue/one-or-two", count=move.count)
    target = table.by_name[move.target]
    match move.aim:
        case "properties":
            _aim_at_properties(target, move, findings)
        case "armies":
            if target.pool is UNSET:
                findings.assumes("armies-there", player=target.name)
            elif not target.pool:
                findings.breaks("intrigue/empty-target", "pool", player=target.name)
            else:
                findings.allows("intrigue/armies")
        case "mercenary":
            _aim_at_mercenary(target, move.mercenary, findings, "intrigue/mercenary")


def _aim_at_properties(target: Player, move: Intrigue, findings: Findings) -> None:
    fief = fief_of(target, move.fief)
    if any(type_of(card) in ("castle", "palace") for card in move.cards):
        findings.breaks("intrigue/properties", "castle")
    if move.fief is UNSET:
        findings.breaks("intrigue/properties", "unnamed")
    elif target.fiefs is UNSET or (fief is not None and fief.properties is UNSET):
        findings.assumes("properties-there", player=target.name, fief=move.fief)
    elif fief is None:
        findings.breaks("intrigue/properties", "no-fief", player=target.name, fief=move.fief)
    elif not fief.properties:
        findings.breaks("intrigue/empty-target", player=target.name, fief=move.fief)
    else:
        findings.allows("intrigue/properties")
        _named(properties_of(fief), move, findings)


def _named(there: tuple[Any, ...], move: Intrigue, findings: Findings) -> None:
    """intrigue/defender-picks, intrigue/one-or-two: who names what is taken."""
    wanted = min(MOST if move.count is UNSET else move.count, len(there))
    if len(there) > MOST:
        if move.cards:
            findings.breaks("intrigue/defender-picks", "named", count=len(there))
        else:
            findings.allows("intrigue/defender-picks")
        return
    if not move.cards:
        if wanted < len(there) and len(set(there)) > 1:
            findings.breaks("intrigue/one-or-two", "unnamed")
        return
    findings.allows("intrigue/one-or-two")
    for card in Counter(move.cards) - Counter(there):
        findings.breaks("intrigue/properties", card=type_of(card), fief=move.fief)
    if move.count is not UNSET and len(move.cards) != wanted:
        findings.breaks("intrigue/one-or-two", "count", count=len(move.cards), expected=wanted)


# ---------------------------------------------------------------- answering


def check_allies(table: Table, move: PlayAllies, findings: Findings) -> None:
    """allies/answer, allies/no-action, allies/none."""
    may(table, "allies", move.player, findings)
    if move.play:
        holds(table, move.player, ["allies"], findings)
        findings.allows("allies/answer", "allies/no-action")
    else:
        findings.allows("allies/none")


def check_dispute(table: Table, move: Dispute, findings: Findings) -> None:
    """dispute/vassals-only, dispute/turns, dispute/stop."""
    may(table, "dispute", move.player, findings)
    if move.vassal is None:
        findings.allows("dispute/stop")
    elif move.vassal == "hand":
        holds(table, move.player, ["vassal"], findings)
        findings.allows("dispute/vassals-only")
    else:
        _lord_vassal(table, move, findings)


def _lord_vassal(table: Table, move: Dispute, findings: Findings) -> None:
    player, pending = table.by_name[move.player], table.pending
    fief = fief_of(player, move.vassal)
    committed: tuple[Any, ...] = ()
    if is_politics(pending):
        committed = pending.attackers if move.player == pending.attacker else pending.defenders
    if is_known(committed) and move.vassal in committed:
        findings.breaks("dispute/vassals-only", "twice", fief=move.vassal)
    elif player.fiefs is UNSET or (fief is not None and fief.lord is UNSET):
        findings.assumes("vassal-lord", player=move.player, fief=move.vassal)
    elif fief is None or fief.lord != "vassal":
        findings.breaks("dispute/vassals-only", player=move.player, fief=move.vassal)
    elif is_unknown(committed):
        findings.assumes("vassal-lord", player=move.player, fief=move.vassal)
    else:
        findings.allows("dispute/vassals-only")


def check_pick(table: Table, move: Pick, findings: Findings) -> None:
    """treachery/hand, treachery/short-hand: two cards, drawn blind, or what there is."""
    may(table, "pick", None, findings)
    pending = table.pending
    if not is_politics(pending) or findings.broken:
        return
    hand = table.by_name[pending.target].hand
    if move.cards is UNSET:
        if table.state.chance is UNSET or hand is UNSET or HIDDEN in hand:
            findings.needs("pick-told", player=pending.target)
        return
    expected = MOST if hand is UNSET else min(MOST, len(hand))
    if hand is UNSET and len(move.cards) < MOST:
        findings.assumes("hand-size", player=pending.target, count=len(move.cards))
        expected = len(move.cards)
    if len(move.cards) != expected:
        findings.breaks("treachery/hand", "count", count=len(move.cards), expected=expected)
    else:
        holds(table, pending.target, move.cards, findings)


def check_give(table: Table, move: Give, findings: Findings) -> None:
    """intrigue/defender-picks, intrigue/armies."""
    may(table, "give", move.player, findings)
    pending = table.pending
    if is_unknown(pending) and not findings.broken:
        fact = "armies-due" if move.armies else "gift-due"
        findings.assumes(fact, player=move.player, cards=len(move.cards), armies=len(move.armies))
    if not is_politics(pending) or findings.broken:
        return
    player = table.by_name[pending.target]
    if pending.aim == "armies":
        has_armies(table, move.player, move.armies, findings)
        if move.cards or not 0 < len(move.armies) <= MOST:
            findings.breaks("intrigue/armies", "count", count=len(move.armies), expected=MOST)
            return
        expected = pending.count if player.pool is UNSET else min(sure(pending.count), len(player.pool))
        if len(move.armies) != expected:
            findings.breaks("intrigue/armies", "count", count=len(move.armies), expected=expected)
        return
    fief = fief_of(player, pending.fief)
    if player.fiefs is UNSET or (fief is not None and fief.properties is UNSET):
        findings.assumes("properties-there", player=move.player, fief=pending.fief)
    else:
        there = () if fief is None else properties_of(fief)
        step(len(there))
        for card in Counter(move.cards) - Counter(there):
            findings.breaks("intrigue/properties", card=type_of(card), fief=pending.fief)
    if len(move.cards) != pending.count or move.armies:
        findings.breaks("intrigue/defender-picks", "count", count=len(move.cards), expected=pending.count)
