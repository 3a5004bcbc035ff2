"""Cartas de personalidades: Lords, Abbots, Mercenaries and their garrisons."""

from msgspec import UNSET
from msgspec.structs import replace

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Appoint, Garrison, Hire, Mercenary, Monastery
from service.games.ortus_regni.cards import has_armies, holds, without
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.pack import FACES
from service.games.ortus_regni.parts import has, lords_told, mercenary_of, prince_fief, smallest_free
from service.games.ortus_regni.rules.properties import own_fief
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import may
from service.games.ortus_regni.untold import known_lord
from service.referee.findings import Findings
from service.referee.known import is_unknown

# ---------------------------------------------------------------- Face cards (Cartas de personalidades)


def check_appoint(table: Table, move: Appoint, findings: Findings) -> None:
    """lord/appoint, lord/one-prince, lord/replace, lord/several."""
    may(table, "appoint", move.player, findings)
    holds(table, move.player, [move.card], findings)
    fief = own_fief(table, move.player, move.fief, findings)
    if move.card not in FACES:
        findings.breaks("lord/appoint", card=move.card)
        return
    findings.allows("lord/appoint")
    if fief is not None and known_lord(fief) is not None:
        findings.allows("lord/replace")
    if move.card == "prince":
        no_prince(table, move.player, findings)
    else:
        findings.allows("lord/several")


def no_prince(table: Table, name: str, findings: Findings) -> None:
    """lord/one-prince: no Prince is played while a Prince is Lord."""
    player = table.by_name[name]
    there = prince_fief(player)
    if there is not None:
        findings.breaks("lord/one-prince", player=name, fief=there.id)
    elif not lords_told(player):
        findings.assumes("no-prince", player=name)
    else:
        findings.allows("lord/one-prince")


def apply_appoint(draft: Draft, move: shapes.Appoint) -> None:
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
    may(table, "monastery", move.player, findings)
    fief = own_fief(table, move.player, move.fief, findings)
    church = None if fief is None else has(fief, "church", "cathedral")
    if fief is not None and (fief.lord not in ("monk", UNSET) or church is False):
        findings.breaks("monastery/abbot", fief=move.fief)
    elif fief is not None and fief.lord == "monk" and church:
        findings.allows("monastery/abbot")
    elif fief is not None or table.by_name[move.player].fiefs is UNSET:
        findings.assumes("abbot-there", player=move.player, fief=move.fief)
    if move.target == move.player:
        findings.breaks("monastery/whole-hand", "self")
    elif move.target in table.out:
        findings.breaks("politics/enemy", "out", player=move.target)
    findings.allows("monastery/whole-hand", "monastery/seen-by-all")
    hand = table.by_name[move.target].hand
    if move.shown is UNSET or hand is UNSET:
        return
    if len(move.shown) != len(hand):
        findings.breaks("monastery/whole-hand", player=move.target, count=len(move.shown), expected=len(hand))
    else:
        holds(table, move.target, move.shown, findings)


def apply_monastery(draft: Draft, move: shapes.Monastery) -> None:
    """monastery/seen-by-all: shown at once, then back to the hand."""
    draft.set(acted=True)
    hand = draft.by_name[move.target].hand
    if move.shown is not UNSET and hand is not UNSET:
        draft.set_of(move.target, hand=move.shown)
    draft.event("hand-shown", "monastery/seen-by-all", player=move.player, target=move.target)


# ---------------------------------------------------------------- Mercenaries


def check_hire(table: Table, move: Hire, findings: Findings) -> None:
    """mercenary/placed."""
    may(table, "hire", move.player, findings)
    holds(table, move.player, ["mercenary"], findings)
    findings.allows("mercenary/placed")


def apply_hire(draft: Draft, move: shapes.Hire) -> None:
    draft.spend(move.player, "mercenary")
    draft.set(acted=True)
    mercenaries, number = draft.by_name[move.player].mercenaries, 0
    if mercenaries is not UNSET:
        number = smallest_free(one.id for one in mercenaries)
        draft.set_of(move.player, mercenaries=(*mercenaries, Mercenary(id=number, garrison=None)))
    draft.event("hired", "mercenary/placed", player=move.player, mercenary=number or "?")


def check_garrison(table: Table, move: Garrison, findings: Findings) -> None:
    """mercenary/garrison, king/garrison, king/capacity."""
    may(table, "garrison", move.player, findings)
    has_armies(table, move.player, [move.army], findings)
    if move.mercenary is None:
        _garrison_king(table, move, findings)
        return
    player = table.by_name[move.player]
    mercenary = mercenary_of(player, move.mercenary)
    if player.mercenaries is UNSET:
        findings.assumes("garrison-free", player=move.player, mercenary=move.mercenary)
    elif mercenary is None:
        findings.breaks("mercenary/garrison", "none", player=move.player, mercenary=move.mercenary)
    elif mercenary.garrison is UNSET:
        findings.assumes("garrison-free", player=move.player, mercenary=move.mercenary)
    elif mercenary.garrison is not None:
        findings.breaks("mercenary/garrison", mercenary=move.mercenary, army=mercenary.garrison)
    else:
        findings.allows("mercenary/garrison")


def royal_capacity(table: Table) -> int | None:
    """king/capacity, king/capacity-count: one less than the Earls."""
    if is_unknown(table.seats):
        return None
    started = table.choices["royal_army_size"] == "started"
    return int(table.seats if started else table.seats - len(table.out)) - 1


def _garrison_king(table: Table, move: Garrison, findings: Findings) -> None:
    king, royal = table.state.king, table.state.royal_army
    if king is UNSET:
        findings.assumes("is-king", player=move.player)
    elif king != move.player:
        findings.breaks("king/garrison", player=move.player)
        return
    else:
        findings.allows("king/garrison")
    capacity = royal_capacity(table)
    if royal is UNSET or capacity is None:
        findings.assumes("royal-room")
    elif len(royal) >= capacity:
        findings.breaks("king/capacity", count=len(royal), capacity=capacity)
        findings.because("king/capacity-count")
    else:
        findings.allows("king/capacity")


def apply_garrison(draft: Draft, move: shapes.Garrison) -> None:
    player = draft.by_name[move.player]
    if player.pool is not UNSET:
        draft.set_of(move.player, pool=without(player.pool, [move.army]))
    if move.mercenary is None:
        royal = draft.state.royal_army
        draft.set(royal_army=royal if royal is UNSET else (*royal, move.army))
        draft.event("royal-garrisoned", "king/garrison", player=move.player, army=move.army)
        return
    mercenaries = player.mercenaries
    if mercenaries is not UNSET:
        manned = (replace(one, garrison=move.army) if one.id == move.mercenary else one for one in mercenaries)
        draft.set_of(move.player, mercenaries=tuple(manned))
    draft.event("garrisoned", "mercenary/garrison", player=move.player, army=move.army, mercenary=move.mercenary)
