"""Realizando un turno: Towers, the Banquet, and the draw that ends a turn."""

from msgspec import UNSET

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Banquet, End, Tower
from service.games.ortus_regni.cards import holds, is_out_of_cards
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.draws import check_drawn
from service.games.ortus_regni.parts import type_of
from service.games.ortus_regni.rules.leaving import leave
from service.games.ortus_regni.steps import next_turn
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import may
from service.referee.findings import Findings

MANY = 10
"""So many cards in hand that somebody might ask whether that is allowed."""


# ---------------------------------------------------------------- The end of a turn (Realizando un turno)


def check_end(table: Table, move: End, findings: Findings) -> None:
    """turn/end-draw, end/no-card."""
    may(table, "end", move.player, findings)
    told = UNSET if move.drawn is UNSET else (move.drawn,)
    check_drawn(table, move.player, told, 1, findings, "turn/end-draw")
    findings.allows("end/no-card" if is_out_of_cards(table, move.player) else "turn/end-draw")
    if table.state.acted is False:
        findings.allows("turn/no-duty")
    player = table.by_name[move.player]
    if player.hand is not UNSET and len(player.hand) >= MANY:
        findings.allows("hand/no-limit")
    if player.fiefs and not any(type_of(fief.anchor) == "palace" for fief in player.fiefs):
        findings.allows("property/palace")


def apply_end(draft: Draft, move: shapes.End) -> None:
    """turn/end-draw, end/no-card, end/turn-over."""
    draft.set(pending=None, phase="turn", turn=move.player)
    if is_out_of_cards(draft, move.player):
        leave(draft, move.player, "no-card", "end/no-card")
        draft.event("turn-over", "end/turn-over", player=move.player)
        return
    draft.draw(move.player, 1, UNSET if move.drawn is UNSET else (move.drawn,))
    draft.event("turn-ended", "turn/end-draw", player=move.player)
    next_turn(draft)


# ---------------------------------------------------------------- Banquet (Banquete)


def check_banquet(table: Table, move: Banquet, findings: Findings) -> None:
    """banquet/two-cards, banquet/short."""
    may(table, "banquet", move.player, findings)
    holds(table, move.player, ["banquet"], findings)
    check_drawn(table, move.player, move.drawn, 2, findings, "banquet/two-cards")
    findings.allows("banquet/two-cards")
    deck = table.by_name[move.player].deck
    if deck is not UNSET and len(deck or ()) < 2:
        findings.allows("banquet/short")


def apply_banquet(draft: Draft, move: shapes.Banquet) -> None:
    draft.spend(move.player, "banquet")
    draft.discard(move.player, "banquet")
    draft.set(acted=True)
    drawn = draft.draw(move.player, 2, move.drawn)
    rule = "banquet/two-cards" if len(drawn) == 2 else "banquet/short"
    draft.event("banquet", rule, player=move.player, count=len(drawn))


# ---------------------------------------------------------------- Towers (Torres)


def check_tower(table: Table, move: Tower, findings: Findings) -> None:
    """tower/any-card, turn/own-turn."""
    may(table, "tower", move.player, findings)
    holds(table, move.player, [move.card], findings)
    findings.allows("tower/any-card")


def apply_tower(draft: Draft, move: shapes.Tower) -> None:
    draft.spend(move.player, move.card)
    towers = draft.by_name[move.player].towers
    if towers is not UNSET:
        draft.set_of(move.player, towers=(*towers, move.card))
    draft.event("tower-placed", "tower/hidden", player=move.player)
