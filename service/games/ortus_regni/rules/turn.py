"""Realizando un turno: Towers, the Banquet, and the draw that ends a turn."""

from typing import Any

from schemas.ortus_regni import Banquet, End, Tower
from service.games.ortus_regni.cards import holds, is_out_of_cards
from service.games.ortus_regni.components import type_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.draws import check_drawn
from service.games.ortus_regni.holdings import surely
from service.games.ortus_regni.pack import ARMIES
from service.games.ortus_regni.rules.leaving import leave
from service.games.ortus_regni.steps import TURN
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings

MANY = 10
"""So many cards in hand that somebody might ask whether that is allowed."""


# ---------------------------------------------------------------- The end of a turn (Realizando un turno)


def check_end(table: Table, move: End, findings: Findings) -> None:
    """turn/end-draw, end/no-card."""
    check_due(table, "end", move.player, findings)
    drawn = _drawn(move)
    check_drawn(table, move.player, drawn, 1, findings, "turn/end-draw")
    findings.allows("end/no-card" if is_out_of_cards(table, move.player) else "turn/end-draw")
    if table.acted is False:
        findings.allows("turn/no-duty")
    if len(table.known_hand(move.player)) >= MANY:
        findings.allows("hand/no-limit")
    anchors = [type_of(fief.anchor) for fief in table.known_fiefs(move.player)]
    if anchors and "palace" not in anchors:
        findings.allows("property/palace")


def _drawn(move: End) -> Any:
    """The cards that a move says were drawn."""
    return (move.drawn,) if isinstance(move.drawn, str) else move.drawn


def apply_end(draft: Draft, move: End) -> None:
    """turn/end-draw, end/no-card, end/turn-over."""
    draft.set(pending=None, phase="turn", turn=move.player)
    if is_out_of_cards(draft, move.player):
        leave(draft, move.player, "no-card", "end/no-card")
        draft.event("turn-over", "end/turn-over", player=move.player)
        return
    draft.draw(move.player, 1, _drawn(move))
    draft.event("turn-ended", "turn/end-draw", player=move.player)
    draft.ended = TURN


# ---------------------------------------------------------------- Banquet (Banquete)


def check_banquet(table: Table, move: Banquet, findings: Findings) -> None:
    """banquet/two-cards, banquet/short."""
    check_due(table, "banquet", move.player, findings)
    holds(table, move.player, ["banquet"], findings)
    check_drawn(table, move.player, move.drawn, 2, findings, "banquet/two-cards")
    findings.allows("banquet/two-cards")
    if surely(lambda: len(table.deck(move.player) or ()) < 2):
        findings.allows("banquet/short")


def apply_banquet(draft: Draft, move: Banquet) -> None:
    draft.spend(move.player, "banquet")
    draft.discard(move.player, "banquet")
    draft.set(acted=True)
    drawn = draft.draw(move.player, 2, move.drawn)
    rule = "banquet/two-cards" if len(drawn) == 2 else "banquet/short"
    draft.event("banquet", rule, player=move.player, count=len(drawn))


# ---------------------------------------------------------------- Towers (Torres)


def check_tower(table: Table, move: Tower, findings: Findings) -> None:
    """tower/any-card, turn/own-turn."""
    check_due(table, "tower", move.player, findings)
    if move.card in ARMIES:
        findings.breaks("tower/any-card", "army", card=move.card)
        return
    holds(table, move.player, [move.card], findings)
    findings.allows("tower/any-card")


def apply_tower(draft: Draft, move: Tower) -> None:
    draft.spend(move.player, move.card)
    draft.change_of(move.player, "towers", lambda towers: (*towers, move.card))
    draft.event("tower-placed", "tower/hidden", player=move.player)
