"""Aliados, Resolviendo una disputa política: Vassal by Vassal, until one side stops."""

from typing import Any

from msgspec.structs import replace

from schemas.ortus_regni import Dispute, PlayAllies
from service.games.ortus_regni.cards import holds
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import lord_in
from service.games.ortus_regni.parts import PENDING, Paused, is_politics
from service.games.ortus_regni.rules.politics_results import RESULTS
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings, fact
from service.referee.known import UnknownRead, all_of, is_unknown, negation, truth

# ---------------------------------------------------------------- Allies (Aliados)


def check_allies(table: Table, move: PlayAllies, findings: Findings) -> None:
    """allies/answer, allies/no-action, allies/none."""
    check_due(table, "allies", move.player, findings)
    if move.play:
        holds(table, move.player, ["allies"], findings)
        findings.allows("allies/answer", "allies/no-action")
    else:
        findings.allows("allies/none")


def apply_allies(draft: Draft, move: PlayAllies) -> None:
    pending = draft.pending
    if move.play:
        draft.spend(move.player, "allies")
        draft.event("allies-played", "allies/answer", player=move.player)
    if not is_politics(pending):
        raise Paused if move.play else UnknownRead(PENDING)
    if move.play:
        draft.set(pending=replace(pending, step="attacker", allies=True))
    else:
        draft.event("allies-passed", "allies/none", player=move.player)
        settle(draft, pending, success=True)


# -------------------- Resolving a political dispute (Resolviendo una disputa política)


def check_dispute(table: Table, move: Dispute, findings: Findings) -> None:
    """dispute/vassals-only, dispute/turns, dispute/stop."""
    check_due(table, "dispute", move.player, findings)
    if move.vassal is None:
        findings.allows("dispute/stop")
    elif move.vassal == "hand":
        holds(table, move.player, ["vassal"], findings)
        findings.allows("dispute/vassals-only")
    elif isinstance(move.vassal, str):
        findings.breaks("dispute/vassals-only", "card", card=move.vassal)
    else:
        _lord_vassal(table, move, findings)


def _lord_vassal(table: Table, move: Dispute, findings: Findings) -> None:
    """dispute/vassals-only: a Vassal Lord, who is not in the dispute yet."""
    pending, rule = table.pending, "dispute/vassals-only"
    committed: Any = ()
    if is_politics(pending):
        committed = pending.attackers if move.player == pending.attacker else pending.defenders
    twice = truth(lambda: move.vassal in committed)
    if twice is True:
        findings.breaks(rule, "twice", fief=move.vassal)
        return
    detail: dict[str, Any] = {"player": move.player, "fief": move.vassal}
    free = all_of(lambda: lord_in(table, move.player, move.vassal) == "vassal", negation(twice))
    findings.requires(rule, free, assume=fact("vassal-lord", **detail), **detail)


def apply_dispute(draft: Draft, move: Dispute) -> None:
    """dispute/turns: Vassal by Vassal, until one side stops."""
    pending = draft.pending
    if move.vassal == "hand":
        draft.spend(move.player, "vassal")
    if move.vassal is not None:
        draft.event("vassal-added", "dispute/turns", player=move.player, vassal=move.vassal)
    if not is_politics(pending):
        raise UnknownRead(PENDING) if move.vassal is None else Paused
    attacking = move.player == pending.attacker
    if move.vassal is None:
        winner = pending.target if attacking else pending.attacker
        draft.event("dispute-stopped", "dispute/majority", player=move.player, winner=winner)
        settle(draft, pending, success=not attacking)
    elif attacking:
        draft.set(pending=replace(pending, step="defender", attackers=_one_more(pending.attackers, move.vassal)))
    else:
        draft.set(pending=replace(pending, step="attacker", defenders=_one_more(pending.defenders, move.vassal)))


def _one_more(vassals: Any, vassal: Any) -> Any:
    return vassals if is_unknown(vassals) else (*vassals, vassal)


def settle(draft: Draft, pending: Any, *, success: bool) -> None:
    """dispute/majority, dispute/hand-vassals, dispute/lord-vassals, politics/spent; then the effect."""
    draft.discard(pending.attacker, pending.card)
    if pending.allies:
        draft.discard(pending.target, "allies")
    sides = ((pending.attacker, pending.attackers, success), (pending.target, pending.defenders, not success))
    for name, vassals, won in sides:
        for vassal in vassals:
            if vassal == "hand":
                draft.discard(name, "vassal")
            elif not won:
                draft.unseat(name, vassal)
                draft.event("vassal-lord-lost", "dispute/lord-vassals", player=name, fief=vassal)
    spent = (*pending.attackers, *pending.defenders).count("hand")
    if spent:
        draft.event("vassals-spent", "dispute/hand-vassals", count=spent)
    draft.event("cards-spent", "politics/spent")
    if not success:
        draft.event("politics-failed", "dispute/majority", player=pending.attacker)
        draft.set(pending=None)
        return
    RESULTS[pending.aim](draft, replace(pending, allies=False, attackers=(), defenders=()))
