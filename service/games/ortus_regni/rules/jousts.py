"""Jousts: who holds one, who enters with what, who stays out. What comes of it stands in ``lists``."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Declaration, Enter, Excuse, HoldJoust, Joust, StayOut
from service.games.ortus_regni.cards import HIDDEN, holds
from service.games.ortus_regni.components import fief_of, has_lord, lords_told, prince_fief
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.rules.stakes import check_stake
from service.games.ortus_regni.table import Table, may_be_out
from service.games.ortus_regni.timing import undeclared
from service.games.ortus_regni.timing_checks import check_due
from service.games.ortus_regni.untold import PENDING, is_joust, sure
from service.referee.findings import Findings
from service.referee.known import UnknownRead

DEALT = 2

# ---------------------------------------------------------------- declaring


def check_joust(table: Table, move: HoldJoust, findings: Findings) -> None:
    """joust/call, joust/first-round."""
    check_due(table, "joust", move.player, findings)
    holds(table, move.player, ["banner"], findings)
    findings.allows("joust/call")
    if table.state.round == 1:
        findings.allows("joust/first-round")


def check_excuse(table: Table, move: Excuse, findings: Findings) -> None:
    """joust/excuse: a Banner from the hand; the organiser needs a second one."""
    check_due(table, "excuse", move.player, findings)
    holds(table, move.player, ["banner"], findings, "joust/excuse")
    findings.allows("joust/excuse")


def is_exempt(table: Table, name: str) -> bool | None:
    """joust/exempt, joust/bare: nothing but one Castle or Palace without Properties, Lord or not."""
    fiefs = table.by_name[name].fiefs
    if fiefs is UNSET or (len(fiefs) == 1 and fiefs[0].properties is UNSET):
        return None
    return len(fiefs) == 1 and not fiefs[0].properties


def can_send(table: Table, name: str) -> bool | None:
    """joust/no-jouster: whether an Earl has anybody to joust."""
    player = table.by_name[name]
    return True if player.hand else None if player.hand is UNSET and not has_lord(player) else has_lord(player)


def check_stay_out(table: Table, move: StayOut, findings: Findings) -> None:
    """joust/exempt: only who has nothing to bet, or (where that is played) nobody to send."""
    check_due(table, "stay-out", move.player, findings)
    exempt = is_exempt(table, move.player)
    if exempt is None:
        findings.assumes("exempt", player=move.player)
    elif exempt:
        findings.allows("joust/exempt", "joust/bare")
    elif table.choices["without_jouster"] == "stays-out" and not (sends := can_send(table, move.player)):
        if sends is None:
            findings.assumes("nobody-to-send", player=move.player)
        findings.allows("joust/no-jouster")
    else:
        findings.breaks("joust/bet", "stay-out", player=move.player)


def check_enter(table: Table, move: Enter, findings: Findings) -> None:
    """joust/bet, joust/exempt, joust/last-anchor, joust/jouster, joust/no-jouster, joust/prince.

    joust/same-castle.
    """
    check_due(table, "enter", move.player, findings)
    _bet(table, move, findings)
    _jouster(table, move, findings)
    if move.bet and move.jouster and move.bet.card is None and move.bet.fief == move.jouster.fief:
        findings.allows("joust/same-castle")


def _bet(table: Table, move: Enter, findings: Findings) -> None:
    exempt = is_exempt(table, move.player)
    if move.bet is None:
        if exempt is False:
            findings.breaks("joust/bet", "none", player=move.player)
        elif exempt is None:
            findings.assumes("exempt", player=move.player)
        else:
            findings.allows("joust/exempt", "joust/bare")
        return
    check_stake(table, move.player, move.bet, findings, "joust/bet")
    fiefs = table.by_name[move.player].fiefs
    last = move.bet.card is None and fiefs is not UNSET and len(fiefs) == 1
    if last and table.choices["bet_last_castle"] == "forbidden":
        findings.breaks("joust/last-anchor", player=move.player, fief=move.bet.fief)
    elif last:
        findings.allows("joust/last-anchor")
    findings.allows("joust/bet")


def _jouster(table: Table, move: Enter, findings: Findings) -> None:
    player, jouster = table.by_name[move.player], move.jouster
    if jouster is None:
        sends = can_send(table, move.player)
        if sends or table.choices["without_jouster"] == "stays-out":
            findings.breaks("joust/no-jouster" if sends is False else "joust/jouster", "none", player=move.player)
            return
        if sends is None:
            findings.assumes("nobody-to-send", player=move.player)
        findings.allows("joust/no-jouster")
        return
    if (jouster.fief is None) == (jouster.card is None):
        findings.breaks("joust/jouster", "one", player=move.player)
        return
    findings.allows("joust/jouster")
    lord = fief_of(player, jouster.fief)
    if jouster.card == "champion" or (lord is not None and lord.lord == "champion"):
        findings.allows("joust/champion")
    if jouster.card is not None:
        holds(table, move.player, [jouster.card], findings)
        check_prince(table, move.player, jouster.card, findings)
        return
    fief = fief_of(player, jouster.fief)
    if player.fiefs is UNSET or (fief is not None and fief.lord is UNSET):
        findings.assumes("jousting-lord", player=move.player, fief=jouster.fief)
    elif fief is None or fief.lord is None:
        findings.breaks("joust/jouster", player=move.player, fief=jouster.fief)


def check_prince(table: Table, name: str, card: str, findings: Findings) -> None:
    """joust/prince: a Prince from the hand beside a Prince Lord."""
    if card not in ("prince", HIDDEN):
        return
    player, forbidden = table.by_name[name], table.choices["prince_jouster"] == "forbidden"
    if prince_fief(player) is None:
        if forbidden and not lords_told(player):
            findings.assumes("no-prince", player=name)
    elif card == HIDDEN:
        if forbidden:
            findings.assumes("no-prince-jousts", player=name)
    elif forbidden:
        findings.breaks("joust/prince", player=name)
    else:
        findings.allows("joust/prince")


def apply_joust(draft: Draft, move: HoldJoust) -> None:
    draft.spend(move.player, "banner")
    draft.set(acted=True, pending=Joust(organiser=move.player, step="declare", declared=()))
    draft.event("joust-called", "joust/call", player=move.player)


def apply_declaration(draft: Draft, move: Excuse | Enter | StayOut) -> None:
    joust = draft.pending
    match move:
        case Excuse():
            draft.spend(move.player, "banner")
            one = Declaration(player=move.player, choice="excuse", bet=None, jouster=None, dealt=())
        case Enter():
            if move.jouster is not None and move.jouster.card is not None:
                draft.spend(move.player, move.jouster.card)
            one = Declaration(player=move.player, choice="enter", bet=move.bet, jouster=move.jouster, dealt=())
        case StayOut():
            one = Declaration(player=move.player, choice="stay-out", bet=None, jouster=None, dealt=())
    if isinstance(move, Enter):
        draft.event("entered" if move.bet is not None else "entered-without-bet", "joust/bet", player=move.player)
    else:
        draft.event("excused" if isinstance(move, Excuse) else "stayed-out", "joust/excuse", player=move.player)
    if not is_joust(joust):
        raise UnknownRead(PENDING)
    declared = (*joust.declared, one)
    joust = replace(joust, declared=declared)
    waiting = undeclared(draft, joust)
    if not draft.seats_known or any(not may_be_out(draft, name) for name in waiting):
        draft.set(pending=joust)
        return
    if waiting:
        raise UnknownRead(PENDING)  # whether they are still in the game
    entrants = [other for other in declared if other.choice == "enter"]
    if len(entrants) < 2:
        _cancel(draft, joust)
    else:
        draft.set(pending=replace(joust, step="deal"))


def discard_banners(draft: Draft, joust: Any) -> None:
    """joust/banners."""
    draft.discard(joust.organiser, "banner")
    excused = [one.player for one in joust.declared if one.choice == "excuse"]
    for name in excused:
        draft.discard(name, "banner")
    draft.event("joust-banners-spent", "joust/banners", count=1 + len(excused))


def _cancel(draft: Draft, joust: Any) -> None:
    """joust/cancelled, joust/one-entrant, joust/cancelled-jouster, joust/cancelled-turn."""
    discard_banners(draft, joust)
    for one in joust.declared:
        card = one.jouster.card if sure(one.jouster) is not None else None
        hand = draft.by_name[one.player].hand
        if card is not None and hand is not UNSET:
            draft.set_of(one.player, hand=(*hand, card))
            draft.event("jouster-back", "joust/cancelled-jouster", player=one.player)
    excused = any(one.choice == "excuse" for one in joust.declared)
    draft.event("joust-cancelled", "joust/cancelled" if excused else "joust/one-entrant", player=joust.organiser)
    draft.event("turn-goes-on", "joust/cancelled-turn", player=joust.organiser)
    draft.set(pending=None)
