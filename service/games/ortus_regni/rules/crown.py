"""Estandarte, La carta del rey: the uses of a Banner, the crown, and the offerings to a new King."""

from typing import Any

from msgspec.structs import replace

from schemas.ortus_regni import Bequeath, Claim, Coronation, Offer
from service.games.ortus_regni.cards import has_armies, holds_banner
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import archbishop, has_prince, is_there, owns, perhaps, prince_seat, surely
from service.games.ortus_regni.parts import Paused, is_coronation
from service.games.ortus_regni.steps import lose_turn
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings, fact
from service.referee.hidden import without
from service.referee.known import Unknown, any_of, attempt, is_known, is_unknown, negation

LEAD = 2
"""How many Banners a King needs at least, and how many more than each rival."""


# ---------------------------------------------------------------- The succession (Estandarte)


def check_bequeath(table: Table, move: Bequeath, findings: Findings) -> None:
    """bequeath/prince, bequeath/church, bequeath/archbishop."""
    check_due(table, "bequeath", move.player, findings)
    holds_banner(table, move.player, findings)
    name, prince = move.player, fact("has-prince", player=move.player)
    findings.requires("bequeath/prince", has_prince(table, name), assume=prince, player=name)
    holder, churches = archbishop(table), owns(table, name, "church")
    if surely(lambda: holder == name) and churches is not True:
        findings.allows("bequeath/archbishop")
        return
    allowed = any_of(negation(is_there(holder)), churches)
    assume = fact("church-allows", player=name)
    findings.requires("bequeath/church", allowed, assume=assume, player=name, archbishop=holder)


def apply_bequeath(draft: Draft, move: Bequeath) -> None:
    """bequeath/prince, bequeath/shuffle."""
    draft.spend(move.player, "banner")
    draft.discard(move.player, "banner")
    draft.set(acted=True)
    seat = prince_seat(draft, move.player)
    if seat is not None:
        draft.unseat(move.player, seat.id)
    deck, discarded = draft.deck(move.player), draft.discarded(move.player)
    if seat is not None and isinstance(deck, tuple) and is_known(discarded):
        draft.set_of(move.player, deck=draft.shuffle((*deck, *discarded)))
    else:
        draft.draw_chance()  # they are shuffled all the same
        draft.forget_of(move.player, "deck")
    draft.change_of(move.player, "discard", lambda _: ())
    draft.event("bequeathed", "bequeath/shuffle", player=move.player)


# ---------------------------------------------------------------- The crown (Estandarte)


def check_claim(table: Table, move: Claim, findings: Findings) -> None:
    """crown/banner, king/claimed."""
    check_due(table, "claim", move.player, findings)
    holds_banner(table, move.player, findings)
    free = negation(is_there(table.king))
    findings.requires("king/claimed", free, assume=fact("crown-free"), cite=False, player=table.king)
    findings.allows("crown/banner")


def apply_claim(draft: Draft, move: Claim) -> None:
    draft.spend(move.player, "banner")
    draft.set(acted=True)
    draft.add(move.player, banners=1)
    banners = draft.banners(move.player)
    draft.event("banner-laid", "crown/banner", player=move.player, banners=None if is_unknown(banners) else banners)
    crown_the_leader(draft, "crown/lead", move.player)


def next_king(table: Table) -> str | None:
    """crown/lead: at least two Banners, and two more than each rival; None for nobody, or where that is unknown."""
    if table.king is not None or not table.seats_known:
        return None
    banners: list[Any] = [table.banners(name) for name in table.living]
    if any(is_unknown(count) for count in banners):
        return None
    *_, second, most = 0, 0, *sorted(banners)
    return table.living[banners.index(most)] if most >= LEAD and most - second >= LEAD else None


def crown_the_leader(draft: Draft, rule: str, *claimants: str, goes_on: bool = True) -> None:
    """crown/lead, king/heir: with a Banner more or a rival gone, the lead of one of these may be enough. ``goes_on``:
    not where the game may be over, after which nobody becomes King.
    """
    name = next_king(draft)
    if name is not None and goes_on:
        crown(draft, name, rule)
        return
    may_lead = not isinstance(draft.king, str) and any(_may_lead(draft, claimant) for claimant in claimants)
    if name is not None or may_lead:
        _crown_unknown(draft)


def _may_lead(draft: Draft, name: str) -> bool:
    """Whether an Earl has the lead for all that is known, but something that decides it is unknown."""
    own, rivals = draft.banners(name), [other for other in draft.living if other != name]
    if draft.seats_known and draft.king is None and all(is_known(draft.banners(other)) for other in (name, *rivals)):
        return False
    most = max((draft.known_number(other, "banners") for other in rivals), default=0)
    return perhaps(lambda: own >= max(LEAD, most + LEAD))


def _crown_unknown(draft: Draft) -> None:
    """There may be a King now: then the Banners are gone, and offerings are due."""
    draft.forget("king", "royal_army", "pending")
    for name in draft.living:
        banners = draft.banners(name)
        if is_unknown(banners) or banners:
            draft.forget_of(name, "banners", "discard")


def crown(draft: Draft, name: str, rule: str = "crown/lead") -> None:
    """crown/lead, crown/banners-go, crown/offering."""
    draft.set(king=name, royal_army=())
    draft.event("crowned", rule, player=name)
    for other in draft.living:
        draft.discard(other, *["banner"] * draft.known_number(other, "banners"))
        draft.set_of(other, banners=0)
    draft.event("banners-gone", "crown/banners-go")
    offering = attempt(lambda: tuple([other for other in draft.others(name) if draft.pool(other)]))
    if isinstance(offering, Unknown):
        draft.forget("pending")  # who has to offer
    elif offering:
        draft.set(pending=Coronation(offering=offering))


# ---------------------------------------------------------------- Offerings


def check_offer(table: Table, move: Offer, findings: Findings) -> None:
    """crown/offering, crown/offering-order."""
    check_due(table, "offer", move.player, findings)
    if is_coronation(table.pending) and surely(lambda: table.king == move.player):
        findings.breaks("crown/offering", "king", player=move.player)
    has_armies(table, move.player, [move.army], findings)
    findings.allows("crown/offering")


def apply_offer(draft: Draft, move: Offer) -> None:
    pending, turn = draft.pending, draft.turn
    draft.change_of(move.player, "pool", lambda pool: without(pool, [move.army]))
    draft.change("royal_army", lambda royal: (*royal, move.army))
    draft.event("offered", "crown/offering", player=move.player, army=move.army)
    gone = isinstance(turn, str) and draft.is_out(turn) is not False
    if not is_coronation(pending):
        if gone:
            lose_turn(draft)
        raise Paused
    waiting = pending.offering[1:]
    draft.set(pending=replace(pending, offering=waiting) if waiting else None)
    if not waiting and gone and turn not in draft.out:
        lose_turn(draft)
        raise Paused
