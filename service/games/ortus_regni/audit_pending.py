"""Pending decisions that cannot arise: steps with the wrong cards on the table, or with the wrong people."""

from collections.abc import Callable
from functools import partial
from typing import Any

from schemas.ortus_regni import Battle, Coronation, Invasion, Joust, Politics
from service.games.ortus_regni.audit_battle import audit_battle
from service.games.ortus_regni.audit_turn import as_far_as_known, in_turn
from service.games.ortus_regni.holdings import surely
from service.games.ortus_regni.inference import parts_sent_otherwise
from service.games.ortus_regni.parts import sure
from service.games.ortus_regni.rules.jousts import DEALT, NO_JOUSTERS
from service.games.ortus_regni.rules.politics import MOST, PEACE
from service.games.ortus_regni.steps import is_active
from service.games.ortus_regni.table import Table, may_be_out
from service.games.ortus_regni.timing import declarers
from service.referee.findings import Findings
from service.referee.known import attempt, is_known, is_unknown


def audit_pending(table: Table, findings: Findings) -> None:
    """turn/decision-first and the rule of each step."""
    pending = table.pending
    if is_unknown(pending) or not pending:
        return
    if surely(lambda: table.phase in ("decks", "start", "mulligan", "over")):
        findings.breaks("turn/decision-first", "stage", phase=table.phase)
        return
    STAGES[type(pending)](table, pending, findings)
    if not findings.broken:
        _parts_that_follow(table, pending, findings)


def _parts_that_follow(table: Table, pending: Any, findings: Findings) -> None:
    """The rule of each decision: parts that follow from its step say what follows."""
    wrong = parts_sent_otherwise(table, pending)
    if not wrong:
        return
    match pending:
        case Battle() if "fief" in wrong:
            findings.breaks("combat/sequence", "fief")
        case Battle():
            findings.breaks("combat/sequence", "stage", step=pending.step)
        case Politics():
            findings.breaks("politics/enemy", "stage", card=pending.card, aim=pending.aim, step=pending.step)
        case Joust():
            findings.breaks("joust/prize", "stage")
        case Invasion():
            findings.breaks("vikings/controller", "stage")


# ---------------------------------------------------------------- Politics


def _politics(table: Table, pending: Any, findings: Findings) -> None:
    in_turn(table, pending.attacker, findings)
    if pending.target == pending.attacker:
        findings.breaks("politics/enemy")
    elif pending.target in table.out:
        findings.breaks("politics/enemy", "out", player=pending.target)
    if table.tournament and surely(lambda: table.round <= PEACE):
        findings.breaks("tournament/peace", round=table.round)
    aims = ("lord", "hand", "mercenary") if pending.card == "treachery" else ("properties", "armies", "mercenary")
    steps = {"hand": ("pick",), "properties": ("give", "place"), "armies": ("give",)}.get(pending.aim, ())
    if pending.aim not in aims or (pending.step not in ("allies", "attacker", "defender", *steps)):
        findings.breaks("politics/enemy", "stage", card=pending.card, aim=pending.aim, step=pending.step)
        return
    as_far_as_known(_vassals, table, pending, findings)
    if pending.step in ("allies", "attacker", "defender"):
        for check in (_aim_there, _pool_there, _one_or_two):
            as_far_as_known(check, table, pending, findings)
    if is_known(pending.placing) and (pending.step == "place") != bool(pending.placing):
        findings.breaks("intrigue/placed", "stage")


def _vassals(table: Table, pending: Any, findings: Findings) -> None:
    """dispute/turns: the attacker adds the first Vassal, and each side one at a time."""
    disputed = pending.step in ("attacker", "defender")
    if disputed != pending.allies:
        if disputed:
            findings.breaks("dispute/turns", "no-allies")
        else:
            findings.breaks("dispute/turns", "allies", step=pending.step)
        return
    attackers, defenders = len(pending.attackers), len(pending.defenders)
    expected = {"attacker": attackers, "defender": attackers - 1}.get(pending.step, 0)
    if defenders != expected or (not disputed and attackers):
        findings.breaks("dispute/turns", "stage", attackers=attackers, defenders=defenders)
    for name, vassals in ((pending.attacker, pending.attackers), (pending.target, pending.defenders)):
        for number in vassals:
            lord = table.lord(name, number)
            if number != "hand" and is_known(lord) and lord != "vassal":
                findings.breaks("dispute/vassals-only", player=name, fief=number)
            elif number != "hand" and vassals.count(number) > 1:
                findings.breaks("dispute/vassals-only", "twice", fief=number)


def _aim_there(table: Table, pending: Any, findings: Findings) -> None:
    if pending.aim == "lord" and table.lord(pending.target, pending.fief) is None:
        findings.breaks("treachery/lord", player=pending.target, fief=pending.fief)
    if pending.aim == "properties" and table.properties(pending.target, pending.fief) == ():
        findings.breaks("intrigue/empty-target", player=pending.target, fief=pending.fief)


def _pool_there(table: Table, pending: Any, findings: Findings) -> None:
    if pending.aim == "mercenary" and table.mercenary(pending.target, pending.mercenary) is None:
        rule = "treachery/mercenary" if pending.card == "treachery" else "intrigue/mercenary"
        findings.breaks(rule, player=pending.target, mercenary=pending.mercenary)
    if pending.aim == "armies" and table.pool(pending.target) == ():
        findings.breaks("intrigue/empty-target", "pool", player=pending.target)


def _one_or_two(table: Table, pending: Any, findings: Findings) -> None:
    if pending.count > MOST:
        findings.breaks("intrigue/one-or-two", count=pending.count)


# ---------------------------------------------------------------- Jousts


def _joust(table: Table, joust: Any, findings: Findings) -> None:
    """joust/order, joust/deal, joust/sudden-death, joust/prize."""
    in_turn(table, joust.organiser, findings)
    if joust.step in ("place", "reattach"):
        as_far_as_known(_trophies, table, joust, findings)
        return
    before = len(findings.broken)
    as_far_as_known(_in_order, table, joust, findings)
    if len(findings.broken) > before:
        return
    for check in (_no_prize_yet, _entrants, _sudden, _bets):
        as_far_as_known(check, table, joust, findings)


def _trophies(table: Table, joust: Any, findings: Findings) -> None:
    due = joust.placing if joust.step == "place" else joust.reattaching
    if sure(joust.winner) is None or not due or joust.declared or joust.winner in table.out:
        findings.breaks("joust/prize", "stage")


def _in_order(table: Table, joust: Any, findings: Findings) -> None:
    """Clockwise, the organiser last; who may have left the game may be passed over."""
    names, order = [declaration.player for declaration in joust.declared], declarers(table, joust)
    if not table.seats_known:  # as far as the seats of the Earls who were sent say
        table.from_seat(joust.organiser)
        names = [name for name in names if name in table.order]
    waiting = [*order]
    for name in names:
        while waiting and waiting[0] != name and _may_be_passed_over(table, joust, waiting[0]):
            del waiting[0]
        if not waiting or waiting.pop(0) != name:
            findings.breaks("joust/order", "stage", players=names)
            return
    passed = all(_may_be_passed_over(table, joust, name) for name in waiting)
    if table.seats_known and ((not waiting and joust.step == "declare") or (not passed and joust.step != "declare")):
        findings.breaks("joust/order", "stage", players=names)


def _may_be_passed_over(table: Table, joust: Any, name: str) -> bool:
    return name != joust.organiser and may_be_out(table, name)


def _no_prize_yet(table: Table, joust: Any, findings: Findings) -> None:
    if sure(joust.winner) is not None or joust.placing or joust.reattaching:
        findings.breaks("joust/prize", "stage")


def _entrants(table: Table, joust: Any, findings: Findings) -> None:
    entrants = [declaration.player for declaration in joust.declared if declaration.choice == "enter"]
    if joust.step != "declare" and len(entrants) < 2:
        findings.breaks("joust/cancelled", "stage", count=len(entrants))
    if any(declaration.dealt for declaration in joust.declared):
        findings.breaks("joust/deal", "stage")


def _sudden(table: Table, joust: Any, findings: Findings) -> None:
    entrants = {declaration.player for declaration in joust.declared if declaration.choice == "enter"}
    if (joust.step == "sudden") != (len(joust.sudden) > 1) or set(joust.sudden) - entrants:
        findings.breaks("joust/sudden-death", "stage", players=list(joust.sudden))
    if joust.step == "sudden" and len(joust.spent) < min(DEALT, len(joust.sudden)):
        findings.breaks("joust/deal", "stage")


def _bets(table: Table, joust: Any, findings: Findings) -> None:
    """joust/bet, joust/jouster: what was bet and who jousts is still there."""
    for declaration in joust.declared:
        name, bet, jouster = declaration.player, declaration.bet, declaration.jouster
        if declaration.choice != "enter":
            if any(is_known(part) and part is not None for part in (bet, jouster)):
                findings.breaks("joust/bet", "no-entry", player=name)
            continue
        if is_known(bet) and bet is not None and attempt(partial(_is_gone, table, name, bet)) is True:
            findings.breaks("joust/bet", "gone", player=name, fief=bet.fief)
        jousts = is_known(jouster) and jouster is not None and jouster.fief is not None
        if jousts and table.lord(name, jouster.fief) is None:
            findings.breaks("joust/jouster", player=name, fief=jouster.fief)
        elif is_known(jouster) and jouster is not None and jouster.card in NO_JOUSTERS:
            findings.breaks("joust/unfit", player=name, card=jouster.card)


def _is_gone(table: Table, name: str, bet: Any) -> bool:
    fief = table.fief(name, bet.fief)
    return fief is None or (bet.card is not None and bet.card not in fief.properties)


# ---------------------------------------------------------------- King and Vikings


def _coronation(table: Table, pending: Any, findings: Findings) -> None:
    """crown/offering: who has an Army owes one to a King who is there."""
    king = table.king
    if surely(lambda: table.phase == "vikings") and table.arrived is False:
        findings.breaks("vikings/their-turn", "stage")
    if king is None or not pending.offering or surely(lambda: king in pending.offering):
        findings.breaks("crown/offering", "stage")
        return
    for name in pending.offering:
        pool = table.pool(name)
        if (is_known(pool) and pool == ()) or name in table.out:
            findings.breaks("crown/offering", "nothing", player=name)
    sent = [name for name in pending.offering if name in table.order]
    if is_known(king) and king in table.order and sent != [name for name in table.others(king) if name in sent]:
        findings.breaks("crown/offering-order", "stage", players=list(pending.offering))


def _invasion(table: Table, pending: Any, findings: Findings) -> None:
    """vikings/their-turn, vikings/active, vikings/controller."""
    if surely(lambda: table.phase == "turn") or table.arrived is False:
        findings.breaks("vikings/their-turn", "stage")
        return
    as_far_as_known(_revealed if pending.step == "reveal" else _active, table, pending, findings)
    leads = is_known(pending.controller)
    if leads and ((pending.step == "order") != (pending.controller is not None) or pending.controller in table.out):
        findings.breaks("vikings/controller", "stage")


def _revealed(table: Table, invasion: Any, findings: Findings) -> None:
    if invasion.count not in (1, table.seats + 1):
        findings.breaks("vikings/arrival", "count", count=invasion.count, expected=table.seats + 1)
    elif invasion.count > 1 and table.vikings:
        findings.breaks("vikings/arrival", "before", count=len(table.vikings))


def _active(table: Table, invasion: Any, findings: Findings) -> None:
    if not is_active(table):
        findings.breaks("vikings/active", "stage", count=len(table.vikings), expected=table.seats + 1)


STAGES: dict[type, Callable[[Table, Any, Findings], None]] = {
    Politics: _politics,
    Joust: _joust,
    Battle: audit_battle,
    Coronation: _coronation,
    Invasion: _invasion,
}
