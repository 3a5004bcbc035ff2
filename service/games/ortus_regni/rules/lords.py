"""Cartas de personalidades: Lords, Abbots, Mercenaries and their garrisons."""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Appoint, Garrison, Hire, Mercenary, Monastery
from service.games.ortus_regni.cards import has_armies, holds
from service.games.ortus_regni.components import smallest_free
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import has, has_prince, is_there, prince_seat, royal_capacity, seat_of
from service.games.ortus_regni.pack import FACES
from service.games.ortus_regni.parts import known_lord
from service.games.ortus_regni.rules.properties import own_fief
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings, fact
from service.referee.hidden import without
from service.referee.known import all_of, attempt, is_known, is_unknown, negation

# ---------------------------------------------------------------- Face cards (Cartas de personalidades)


def check_appoint(table: Table, move: Appoint, findings: Findings) -> None:
    """lord/appoint, lord/one-prince, lord/replace, lord/several."""
    check_due(table, "appoint", move.player, findings)
    missing = holds(table, move.player, [move.card], findings)
    if missing and (seat := seat_of(table, move.player, move.card)) is not None:
        findings.breaks("lord/replace", player=move.player, fief=seat.id, card=move.card)
    fief = own_fief(table, move.player, move.fief, findings)
    if move.card not in FACES:
        findings.breaks("lord/appoint", card=move.card)
        return
    findings.allows("lord/appoint")
    if is_known(fief) and fief is not None and known_lord(fief) is not None:
        findings.allows("lord/replace")
    if move.card == "prince":
        no_prince(table, move.player, findings)
    else:
        findings.allows("lord/several")


def no_prince(table: Table, name: str, findings: Findings) -> None:
    """lord/one-prince: no Prince is played while a Prince is Lord."""
    seat, assume = prince_seat(table, name), fact("no-prince", player=name)
    none = negation(has_prince(table, name))
    findings.requires("lord/one-prince", none, assume=assume, player=name, fief=seat and seat.id)


def apply_appoint(draft: Draft, move: Appoint) -> None:
    draft.spend(move.player, move.card)
    draft.set(acted=True)
    before = draft.unseat(move.player, move.fief)
    draft.change_fief(move.player, move.fief, lord=move.card)
    draft.event("appointed", "lord/appoint", player=move.player, card=move.card, fief=move.fief)
    if before is not None:
        draft.event("lord-replaced", "lord/replace", player=move.player, fief=move.fief, card=before)


# ---------------------------------------------------------------- Monasteries


def check_monastery(table: Table, move: Monastery, findings: Findings) -> None:
    """monastery/abbot, monastery/whole-hand, monastery/seen-by-all."""
    check_due(table, "monastery", move.player, findings)
    fief = own_fief(table, move.player, move.fief, findings)
    if fief is not None:
        abbot = all_of(lambda: fief.lord == "monk", lambda: has(fief, "church", "cathedral"))
        assume = fact("abbot-there", player=move.player, fief=move.fief)
        findings.requires("monastery/abbot", abbot, assume=assume, fief=move.fief)
    if move.target == move.player:
        findings.breaks("monastery/whole-hand", "self")
    elif move.target in table.out:
        findings.breaks("politics/enemy", "out", player=move.target)
    findings.allows("monastery/whole-hand", "monastery/seen-by-all")
    hand = table.hand(move.target)
    if move.shown is UNSET or is_unknown(hand):
        return
    if len(move.shown) != len(hand):
        findings.breaks("monastery/whole-hand", player=move.target, count=len(move.shown), expected=len(hand))
    else:
        holds(table, move.target, move.shown, findings)


def apply_monastery(draft: Draft, move: Monastery) -> None:
    """monastery/seen-by-all: shown at once, then back to the hand."""
    draft.set(acted=True)
    if move.shown is not UNSET:
        draft.change_of(move.target, "hand", lambda _: move.shown)
    draft.event("hand-shown", "monastery/seen-by-all", player=move.player, target=move.target)


# ---------------------------------------------------------------- Mercenaries


def check_hire(table: Table, move: Hire, findings: Findings) -> None:
    """mercenary/placed."""
    check_due(table, "hire", move.player, findings)
    holds(table, move.player, ["mercenary"], findings)
    findings.allows("mercenary/placed")


def apply_hire(draft: Draft, move: Hire) -> None:
    draft.spend(move.player, "mercenary")
    draft.set(acted=True)
    mercenaries, number = draft.mercenaries(move.player), 0
    if is_known(mercenaries):
        number = smallest_free(mercenary.id for mercenary in mercenaries)
        draft.set_of(move.player, mercenaries=(*mercenaries, Mercenary(id=number, garrison=None)))
    draft.event("hired", "mercenary/placed", player=move.player, mercenary=number or None)


def check_garrison(table: Table, move: Garrison, findings: Findings) -> None:
    """mercenary/garrison, king/garrison, king/capacity."""
    check_due(table, "garrison", move.player, findings)
    has_armies(table, move.player, [move.army], findings)
    if move.mercenary is None:
        _garrison_king(table, move, findings)
        return
    rule = "mercenary/garrison"
    detail: dict[str, Any] = {"player": move.player, "mercenary": move.mercenary}
    mercenary, assume = table.mercenary(move.player, move.mercenary), fact("garrison-free", **detail)
    if findings.requires(rule, is_there(mercenary), "none", assume=assume, cite=False, **detail) is True:
        free, army = negation(is_there(mercenary.garrison)), mercenary.garrison
        findings.requires(rule, free, assume=assume, mercenary=move.mercenary, army=army)


def _garrison_king(table: Table, move: Garrison, findings: Findings) -> None:
    king = fact("is-king", player=move.player)
    if (
        findings.requires("king/garrison", lambda: table.king == move.player, assume=king, player=move.player)
        is False
    ):
        return
    royal, capacity = table.royal_army, attempt(lambda: royal_capacity(table))
    detail: dict[str, Any] = {"count": lambda: len(royal), "capacity": capacity}
    room = findings.requires("king/capacity", lambda: capacity > len(royal), assume=fact("royal-room"), **detail)
    if room is False:
        findings.because("king/capacity-count")


def apply_garrison(draft: Draft, move: Garrison) -> None:
    draft.change_of(move.player, "pool", lambda pool: without(pool, [move.army]))
    if move.mercenary is None:
        draft.change("royal_army", lambda royal: (*royal, move.army))
        draft.event("royal-garrisoned", "king/garrison", player=move.player, army=move.army)
        return
    draft.change_mercenary(move.player, move.mercenary, garrison=move.army)
    draft.event("garrisoned", "mercenary/garrison", player=move.player, army=move.army, mercenary=move.mercenary)
