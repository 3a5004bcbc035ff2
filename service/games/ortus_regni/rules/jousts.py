"""Jousts: who holds one, who enters with what, who stays out. What comes of it stands in ``joust_results``."""

from typing import Any

from msgspec.structs import replace

from schemas.ortus_regni import Declaration, Enter, Excuse, HoldJoust, Joust, StayOut
from service.games.ortus_regni.cards import holds, holds_banner
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import has_prince, has_some_lord, is_there, lord_in, surely
from service.games.ortus_regni.pack import ARMIES
from service.games.ortus_regni.parts import sure
from service.games.ortus_regni.rules.stakes import as_stake, check_stake, is_anchor
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import undeclared
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings, fact
from service.referee.hidden import HIDDEN
from service.referee.known import Truth, any_of, is_known, is_unknown, negation, truth

DEALT = 2
NO_JOUSTERS = (*ARMIES, "king")
"""What no hand holds."""

# ---------------------------------------------------------------- declaring


def check_joust(table: Table, move: HoldJoust, findings: Findings) -> None:
    """joust/call, joust/first-round."""
    check_due(table, "joust", move.player, findings)
    holds_banner(table, move.player, findings)
    findings.allows("joust/call")
    if surely(lambda: table.round == 1):
        findings.allows("joust/first-round")


def apply_joust(draft: Draft, move: HoldJoust) -> None:
    draft.spend(move.player, "banner")
    draft.set(acted=True, pending=Joust(organiser=move.player, step="declare", declared=()))
    draft.event("joust-called", "joust/call", player=move.player)


def check_excuse(table: Table, move: Excuse, findings: Findings) -> None:
    """joust/excuse: a Banner from the hand; the organiser needs a second one."""
    check_due(table, "excuse", move.player, findings)
    holds(table, move.player, ["banner"], findings, "joust/excuse")
    findings.allows("joust/excuse")


def is_exempt(table: Table, name: str) -> Truth:
    """joust/exempt, joust/bare: nothing but one Castle or Palace without Properties, Lord or not."""
    return truth(lambda: len(table.fiefs(name)) == 1 and not any(fief.properties for fief in table.fiefs(name)))


def can_send(table: Table, name: str) -> Truth:
    """joust/no-jouster: whether an Earl has anybody to joust."""
    return any_of(lambda: table.hand(name), has_some_lord(table, name))


def check_stay_out(table: Table, move: StayOut, findings: Findings) -> None:
    """joust/exempt: only who has nothing to bet, or (where that is played) nobody to send."""
    check_due(table, "stay-out", move.player, findings)
    name, exempt = move.player, is_exempt(table, move.player)
    if exempt is True:
        findings.allows("joust/exempt", "joust/bare")
    elif is_unknown(exempt):
        findings.assumes("exempt", player=name)
    elif table.choices["without_jouster"] == "stays-out" and (sends := can_send(table, name)) is not True:
        nobody = fact("no-jouster", player=name)
        findings.requires("joust/no-jouster", negation(sends), assume=nobody, player=name)
        findings.allows("joust/no-jouster")
    else:
        findings.breaks("joust/bet", "stay-out", player=name)


def check_enter(table: Table, move: Enter, findings: Findings) -> None:
    """joust/bet, joust/exempt, joust/last-anchor, joust/jouster, joust/no-jouster, joust/prince.

    joust/same-castle.
    """
    check_due(table, "enter", move.player, findings)
    _bet(table, move, findings)
    _jouster(table, move, findings)
    if move.bet and move.jouster and is_anchor(move.bet) and move.bet.fief == move.jouster.fief:
        findings.allows("joust/same-castle")


def _bet(table: Table, move: Enter, findings: Findings) -> None:
    """joust/bet, joust/exempt, joust/last-anchor."""
    if move.bet is None:
        exempt, assume = is_exempt(table, move.player), fact("exempt", player=move.player)
        if findings.requires("joust/bet", exempt, "none", assume=assume, cite=False, player=move.player) is True:
            findings.allows("joust/exempt", "joust/bare")
        return
    check_stake(table, move.player, move.bet, findings, "joust/bet")
    last = is_anchor(move.bet) and surely(lambda: len(table.fiefs(move.player)) == 1)
    if last and table.choices["bet_last_castle"] == "forbidden":
        findings.breaks("joust/last-anchor", player=move.player, fief=move.bet.fief)
    elif last:
        findings.allows("joust/last-anchor")
    findings.allows("joust/bet")


def _jouster(table: Table, move: Enter, findings: Findings) -> None:
    """joust/jouster, joust/champion, joust/prince."""
    name, jouster = move.player, move.jouster
    if jouster is None:
        _without_jouster(table, name, findings)
        return
    if (jouster.fief is None) == (jouster.card is None):
        findings.breaks("joust/jouster", "one", player=name)
        return
    findings.allows("joust/jouster")
    if jouster.card in NO_JOUSTERS:
        findings.breaks("joust/unfit", player=name, card=jouster.card)
        return
    if jouster.card is not None:
        if jouster.card == "champion":
            findings.allows("joust/champion")
        missing = holds(table, name, [jouster.card], findings)
        if missing == ["mercenary"] and table.known_mercenaries(name):
            findings.breaks("joust/unfit", player=name, card="mercenary")
        check_prince(table, name, jouster.card, findings)
        return
    lord = lord_in(table, name, jouster.fief)
    if surely(lambda: lord == "champion"):
        findings.allows("joust/champion")
    detail: dict[str, Any] = {"player": name, "fief": jouster.fief}
    findings.requires("joust/jouster", is_there(lord), assume=fact("jousting-lord", **detail), **detail)


def _without_jouster(table: Table, name: str, findings: Findings) -> None:
    """joust/no-jouster: nobody is sent."""
    sends = can_send(table, name)
    if sends is True or table.choices["without_jouster"] == "stays-out":
        findings.breaks("joust/no-jouster" if sends is False else "joust/jouster", "none", player=name)
        return
    findings.requires("joust/no-jouster", negation(sends), assume=fact("nobody-to-send", player=name), player=name)
    findings.allows("joust/no-jouster")


def check_prince(table: Table, name: str, card: str, findings: Findings) -> None:
    """joust/prince: a Prince from the hand beside a Prince Lord."""
    if card not in ("prince", HIDDEN):
        return
    prince, forbidden = has_prince(table, name), table.choices["prince_jouster"] == "forbidden"
    if prince is not True:
        if forbidden and is_unknown(prince):
            findings.assumes("no-prince", player=name)
    elif card == HIDDEN:
        if forbidden:
            findings.assumes("no-prince-jousts", player=name)
    elif forbidden:
        findings.breaks("joust/prince", player=name)
    else:
        findings.allows("joust/prince")


def apply_declaration(draft: Draft, move: Excuse | Enter | StayOut) -> None:
    joust = draft.pending
    match move:
        case Excuse():
            draft.spend(move.player, "banner")
            one = Declaration(player=move.player, choice="excuse", bet=None, jouster=None, dealt=())
        case Enter():
            if move.jouster is not None and move.jouster.card is not None:
                draft.spend(move.player, move.jouster.card)
            bet = None if move.bet is None else as_stake(move.bet)
            one = Declaration(player=move.player, choice="enter", bet=bet, jouster=move.jouster, dealt=())
        case StayOut():
            one = Declaration(player=move.player, choice="stay-out", bet=None, jouster=None, dealt=())
    if isinstance(move, Enter):
        draft.event("entered" if move.bet is not None else "entered-without-bet", "joust/bet", player=move.player)
    else:
        draft.event("excused" if isinstance(move, Excuse) else "stayed-out", "joust/excuse", player=move.player)
    joust = replace(sure(joust), declared=(*joust.declared, one))
    waiting = undeclared(draft, joust)
    if not draft.seats_known:  # the organiser, who is in the game, declares last
        waiting = []
    if joust.organiser not in [declaration.player for declaration in joust.declared] or any(
        draft.is_out(name) is False for name in waiting
    ):
        draft.set(pending=joust)
        return
    if any(waiting):
        sure(draft.eliminated)  # whether they are still in the game
    if [declaration.choice for declaration in joust.declared].count("enter") < 2:
        _cancel(draft, joust)
    else:
        draft.set(pending=replace(joust, step="deal"))


def hand_card_of(declaration: Any) -> str | None:
    """The card of the hand that jousts; None if a Lord does, or nobody."""
    jouster = sure(declaration.jouster)
    return None if jouster is None else jouster.card


def discard_banners(draft: Draft, joust: Any) -> None:
    """joust/banners."""
    draft.discard(joust.organiser, "banner")
    excused = [declaration.player for declaration in joust.declared if declaration.choice == "excuse"]
    for name in excused:
        draft.discard(name, "banner")
    draft.event("joust-banners-spent", "joust/banners", count=1 + len(excused))


def _cancel(draft: Draft, joust: Any) -> None:
    """joust/cancelled, joust/one-entrant, joust/cancelled-jouster, joust/cancelled-turn."""
    discard_banners(draft, joust)
    for declaration in joust.declared:
        name, card = declaration.player, hand_card_of(declaration)
        if card is not None and is_known(draft.hand(name)):
            draft.set_of(name, hand=(*draft.hand(name), card))
            draft.event("jouster-back", "joust/cancelled-jouster", player=name)
    excused = any(declaration.choice == "excuse" for declaration in joust.declared)
    draft.event("joust-cancelled", "joust/cancelled" if excused else "joust/one-entrant", player=joust.organiser)
    draft.event("turn-goes-on", "joust/cancelled-turn", player=joust.organiser)
    draft.set(pending=None)
