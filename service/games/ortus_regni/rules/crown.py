"""Estandarte, La carta del rey: the uses of a Banner, the crown, and the offerings to a new King."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Bequeath, Claim, Coronation, Offer
from service.games.ortus_regni.cards import HIDDEN, has_armies, holds
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.parts import archbishop, lords_told, owns, prince_fief
from service.games.ortus_regni.steps import lose_turn
from service.games.ortus_regni.table import Table, may_be_out
from service.games.ortus_regni.timing import may
from service.games.ortus_regni.untold import Paused, is_coronation
from service.referee.findings import Findings

LEAD = 2
"""How many Banners a King needs at least, and how many more than each rival."""


# ---------------------------------------------------------------- The succession (Estandarte)


def check_bequeath(table: Table, move: Bequeath, findings: Findings) -> None:
    """bequeath/prince, bequeath/church, bequeath/archbishop."""
    may(table, "bequeath", move.player, findings)
    holds(table, move.player, ["banner"], findings)
    player = table.by_name[move.player]
    if prince_fief(player) is not None:
        findings.allows("bequeath/prince")
    elif lords_told(player):
        findings.breaks("bequeath/prince", player=move.player)
    else:
        findings.assumes("has-prince", player=move.player)
    holder, churches = archbishop(table), owns(player, "church")
    if holder is None or churches:
        findings.allows("bequeath/church")
    elif holder == move.player:
        findings.allows("bequeath/archbishop")
    elif holder is UNSET or churches is None:
        findings.assumes("church-allows", player=move.player)
    else:
        findings.breaks("bequeath/church", player=move.player, archbishop=holder)


def apply_bequeath(draft: Draft, move: shapes.Bequeath) -> None:
    """bequeath/prince, bequeath/shuffle."""
    draft.spend(move.player, "banner")
    draft.discard(move.player, "banner")
    draft.set(acted=True)
    fief = prince_fief(draft.by_name[move.player])
    if fief is not None:
        draft.unseat(move.player, fief.id)
    player = draft.by_name[move.player]
    deck: Any = UNSET
    if fief is not None and isinstance(player.deck, tuple) and player.discard is not UNSET:
        deck = draft.shuffle((*player.deck, *player.discard))
    else:
        draft.draw_chance()  # they are shuffled all the same
    draft.set_of(move.player, deck=deck, discard=() if player.discard is not UNSET else UNSET)
    draft.event("bequeathed", "bequeath/shuffle", player=move.player)


# ---------------------------------------------------------------- The crown (Estandarte)


def check_claim(table: Table, move: Claim, findings: Findings) -> None:
    """crown/banner, king/claimed."""
    may(table, "claim", move.player, findings)
    holds(table, move.player, ["banner"], findings)
    king = table.state.king
    if king is UNSET:
        findings.assumes("crown-free")
    elif king is not None:
        findings.breaks("king/claimed", player=king)
    findings.allows("crown/banner")


def apply_claim(draft: Draft, move: shapes.Claim) -> None:
    draft.spend(move.player, "banner")
    draft.set(acted=True)
    banners = draft.by_name[move.player].banners
    if banners is not UNSET:
        draft.set_of(move.player, banners=banners + 1)
    draft.event("banner-laid", "crown/banner", player=move.player, banners="?" if banners is UNSET else banners + 1)
    test_crown(draft, "crown/lead", move.player)


def next_king(table: Table) -> str | None:
    """crown/lead: at least two Banners, and two more than each rival; None for nobody, or when it is not told."""
    if table.state.king is not None or not table.seats_known:
        return None
    banners: list[Any] = [table.by_name[name].banners for name in table.living]
    if UNSET in banners:
        return None
    *_, second, most = 0, 0, *sorted(banners)
    return table.living[banners.index(most)] if most >= LEAD and most - second >= LEAD else None


def test_crown(draft: Draft, rule: str, *claimants: str) -> None:
    """crown/lead, king/heir: with a Banner more or a rival gone, the lead of one of these may be enough."""
    name = next_king(draft)
    if name is not None:
        crown(draft, name, rule)
    elif not isinstance(draft.state.king, str) and any(_may_lead(draft, claimant) for claimant in claimants):
        _crown_unknown(draft)


def _may_lead(draft: Draft, name: str) -> bool:
    """Whether an Earl has the lead for all that is told, but something that decides it is not."""
    own = draft.by_name[name].banners
    rivals: list[Any] = [draft.by_name[other].banners for other in draft.living if other != name]
    if draft.seats_known and draft.state.king is None and own is not UNSET and UNSET not in rivals:
        return False
    most = max((banners for banners in rivals if banners is not UNSET), default=0)
    return own is UNSET or own >= max(LEAD, most + LEAD)


def _crown_unknown(draft: Draft) -> None:
    """There may be a King now: then the Banners are gone, and offerings are due."""
    draft.set(king=UNSET, royal_army=UNSET, pending=UNSET)
    for name in draft.living:
        if draft.by_name[name].banners != 0:
            draft.set_of(name, banners=UNSET, discard=UNSET)


def crown(draft: Draft, name: str, rule: str = "crown/lead") -> None:
    """crown/lead, crown/banners-go, crown/offering."""
    draft.set(king=name, royal_army=())
    draft.event("crowned", rule, player=name)
    for other in draft.living:
        banners = draft.by_name[other].banners or 0
        draft.discard(other, *["banner"] * banners)
        draft.set_of(other, banners=0)
    draft.event("banners-gone", "crown/banners-go")
    offering = tuple(other for other in draft.others(name) if draft.by_name[other].pool)
    if any(draft.by_name[other].pool is UNSET for other in draft.others(name)):
        draft.set(pending=UNSET)  # who has to offer is not told
    elif offering:
        draft.set(pending=Coronation(offering=offering))


# ---------------------------------------------------------------- Offerings


def check_offer(table: Table, move: Offer, findings: Findings) -> None:
    """crown/offering, crown/offering-order."""
    may(table, "offer", move.player, findings)
    has_armies(table, move.player, [move.army], findings)
    findings.allows("crown/offering")


def apply_offer(draft: Draft, move: Offer) -> None:
    pending, pool = draft.pending, draft.by_name[move.player].pool
    if pool is not UNSET:
        rest = list(pool)
        rest.remove(move.army if move.army in rest else HIDDEN)
        draft.set_of(move.player, pool=tuple(rest))
    if draft.state.royal_army is not UNSET:
        draft.set(royal_army=(*draft.state.royal_army, move.army))
    draft.event("offered", "crown/offering", player=move.player, army=move.army)
    turn = draft.state.turn
    gone = isinstance(turn, str) and (turn in draft.out or may_be_out(draft, turn))
    if not is_coronation(pending):
        if gone:
            lose_turn(draft)
        raise Paused
    waiting = pending.offering[1:]
    draft.set(pending=replace(pending, offering=waiting) if waiting else None)
    if not waiting and gone and turn not in draft.out:
        lose_turn(draft)
        raise Paused
