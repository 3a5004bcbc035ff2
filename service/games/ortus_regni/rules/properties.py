"""Cartas de propiedad, Mazo de ejércitos: Castles, Properties, and the Armies that they bring."""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Attach, Castle, Deed, Recruit
from service.games.ortus_regni.cards import holds
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.draws import check_armies
from service.games.ortus_regni.holdings import archbishop, has, has_in_some_fief, is_there, owns, surely
from service.games.ortus_regni.pack import ANCHORS, PROPERTIES
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings, fact
from service.referee.known import Truth, is_unknown, negation, truth

MOST = 2
"""How many Armies are recruited at most."""

# ---------------------------------------------------------------- Property cards (Cartas de propiedad)


def check_castle(table: Table, move: Castle, findings: Findings) -> None:
    """property/castle, property/palace-again."""
    check_due(table, "castle", move.player, findings)
    holds(table, move.player, [move.card], findings)
    findings.requires("property/castle", move.card in ANCHORS, card=move.card)
    if move.card == "palace":
        findings.allows("property/palace-again")


def apply_castle(draft: Draft, move: Castle) -> None:
    draft.spend(move.player, move.card)
    draft.set(acted=True)
    number = draft.add_fief(move.player, Deed(move.card, move.player))  # type: ignore[arg-type]
    draft.event("castle-built", "property/castle", player=move.player, card=move.card, fief=number or None)


def own_fief(table: Table, name: str, number: int, findings: Findings) -> Any:
    """property/own-fief: the Fief, None when there is no such Fief, or an ``Unknown``."""
    fief = table.fief(name, number)
    detail: dict[str, Any] = {"player": name, "fief": number}
    findings.requires("property/own-fief", is_there(fief), assume=fact("fief-there", **detail), cite=False, **detail)
    return fief


def check_attach(table: Table, move: Attach, findings: Findings) -> None:
    """property/own-fief, property/many, property/cathedral, property/land-army, property/market."""
    check_due(table, "attach", move.player, findings)
    missing = holds(table, move.player, [move.card], findings)
    if move.card not in PROPERTIES:
        variant = "castle" if move.card in ANCHORS else "no-property"
        findings.breaks("property/own-fief", variant, card=move.card)
        return
    if missing and owns(table, move.player, move.card) is True:
        findings.breaks("property/stays", player=move.player, card=move.card)
    fief = own_fief(table, move.player, move.fief, findings)
    if is_there(fief) is True:
        findings.allows("property/own-fief")
        if surely(lambda: has(fief, move.card)):
            findings.allows("property/many")
    if move.card == "cathedral":
        _one_cathedral(table, findings)
    elif move.card == "market":
        findings.allows("property/market")
    if move.card == "land":
        findings.allows("property/land-army")
    if move.card == "land" and fief is not None:
        market = truth(lambda: has(fief, "market"))
        if is_unknown(market):
            _land_somewhere(table, move, findings)
        else:
            check_armies(table, move.armies, 2 if market else 1, findings, "property/land-army")
    elif move.armies:
        findings.breaks("property/land-army", "count", count=len(move.armies), expected=0)


def _land_somewhere(table: Table, move: Attach, findings: Findings) -> None:
    """property/land-army: how many Armies come hangs on a Market in a Fief of which that is unknown."""
    two = move.armies is not UNSET and len(move.armies) > 1
    findings.assumes("market-there" if two else "no-market", player=move.player, fief=move.fief)
    if move.armies:
        check_armies(table, move.armies, 2 if two else 1, findings, "property/land-army")


def _one_cathedral(table: Table, findings: Findings) -> None:
    """property/cathedral: one in the whole game."""
    holder = archbishop(table)
    findings.requires("property/cathedral", negation(is_there(holder)), assume=fact("no-cathedral"), player=holder)


def apply_attach(draft: Draft, move: Attach) -> None:
    draft.spend(move.player, move.card)
    draft.set(acted=True)
    fief = draft.fief(move.player, move.fief)
    draft.attach(move.player, move.fief, Deed(move.card, move.player))  # type: ignore[arg-type]
    draft.event("attached", "property/own-fief", player=move.player, card=move.card, fief=move.fief)
    if move.card == "land":
        market = truth(lambda: has(fief, "market"))
        named = 1 if move.armies is UNSET else len(move.armies)
        wanted = named if is_unknown(market) else 2 if market else 1
        drawn = draft.draw_armies(move.player, wanted, move.armies)
        draft.event("armies-drawn", "property/land-army", player=move.player, count=drawn)


# ---------------------------------------------------------------- Army deck (Mazo de ejércitos)


def can_recruit_two(table: Table, name: str) -> Truth:
    """army/recruit-two: a Land and a Market in one Fief."""
    return has_in_some_fief(table, name, "land", "market")


def check_recruit(table: Table, move: Recruit, findings: Findings) -> None:
    """army/recruit, army/recruit-two, army/recruit-one."""
    check_due(table, "recruit", move.player, findings)
    name, two = move.player, can_recruit_two(table, move.player)
    land = fact("has-land", player=name)
    findings.requires("army/recruit", owns(table, name, "land"), assume=land, cite=False, player=name)
    if move.count > 1:
        allowed, most = False if move.count > MOST else two, MOST if two is True else 1
        market, why = fact("has-market", player=name), _why_one(table, name) if move.count == MOST else ""
        evidence: dict[str, Any] = {"player": name, "count": move.count, "most": most}
        if findings.requires("army/recruit-two", allowed, why, assume=market, **evidence) is not False:
            findings.allows("army/recruit-two")
    elif findings.requires("army/recruit", move.count > 0, "none") and two is True:
        findings.allows("army/recruit-one")
    if not findings.broken:
        check_armies(table, move.armies, move.count, findings, "army/recruit")


def _why_one(table: Table, name: str) -> str:
    """army/recruit-two: why an Earl cannot draw two Armies, as far as it is known."""
    land, market = owns(table, name, "land"), owns(table, name, "market")
    if market is False:
        return "no-market"
    return "apart" if land is True and market is True else ""


def apply_recruit(draft: Draft, move: Recruit) -> None:
    draft.set(acted=True)
    drawn = draft.draw_armies(move.player, move.count, move.armies)
    draft.event("armies-drawn", "army/recruit", player=move.player, count=drawn)
