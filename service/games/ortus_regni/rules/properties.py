"""Cartas de propiedad, Mazo de ejércitos: Castles, Properties, and the Armies that they bring."""

from typing import Any

from msgspec import UNSET

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Attach, Castle, Deed, Fief, Player, Recruit
from service.games.ortus_regni.cards import holds
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.draws import check_armies
from service.games.ortus_regni.parts import any_of, archbishop, fief_of, has, owns
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import may
from service.referee.findings import Findings

# ---------------------------------------------------------------- Property cards (Cartas de propiedad)


def check_castle(table: Table, move: Castle, findings: Findings) -> None:
    """property/castle, property/palace-again."""
    may(table, "castle", move.player, findings)
    holds(table, move.player, [move.card], findings)
    findings.allows("property/castle")
    if move.card == "palace":
        findings.allows("property/palace-again")


def apply_castle(draft: Draft, move: shapes.Castle) -> None:
    draft.spend(move.player, move.card)
    draft.set(acted=True)
    number = draft.add_fief(move.player, Deed(move.card, move.player))
    draft.event("castle-built", "property/castle", player=move.player, card=move.card, fief=number or "?")


def own_fief(table: Table, name: str, number: int, findings: Findings) -> Any:
    """property/own-fief: the Fief, or None when it is not told or not there."""
    player = table.by_name[name]
    fief = fief_of(player, number)
    if player.fiefs is UNSET:
        findings.assumes("fief-there", player=name, fief=number)
    elif fief is None:
        findings.breaks("property/own-fief", player=name, fief=number)
    return fief


def check_attach(table: Table, move: Attach, findings: Findings) -> None:
    """property/own-fief, property/many, property/cathedral, property/land-army, property/market."""
    may(table, "attach", move.player, findings)
    holds(table, move.player, [move.card], findings)
    fief = own_fief(table, move.player, move.fief, findings)
    if fief is not None:
        findings.allows("property/own-fief")
        if has(fief, move.card):
            findings.allows("property/many")
    if move.card == "cathedral":
        _one_cathedral(table, findings)
    elif move.card == "market":
        findings.allows("property/market")
    if move.card == "land":
        findings.allows("property/land-army")
    if move.card == "land" and (fief is not None or table.by_name[move.player].fiefs is UNSET):
        market = None if fief is None else has(fief, "market")
        if market is not None:
            check_armies(table, move.armies, 2 if market else 1, findings, "property/land-army")
        else:
            _land_somewhere(table, move, findings)
    elif move.armies:
        findings.breaks("property/land-army", "count", count=len(move.armies), expected=0)


def _land_somewhere(table: Table, move: Attach, findings: Findings) -> None:
    """property/land-army: how many Armies come hangs on a Market in a Fief that nobody told."""
    two = move.armies is not UNSET and len(move.armies) > 1
    findings.assumes("market-there" if two else "no-market", player=move.player, fief=move.fief)
    if move.armies:
        check_armies(table, move.armies, 2 if two else 1, findings, "property/land-army")


def _one_cathedral(table: Table, findings: Findings) -> None:
    """property/cathedral: one in the whole game."""
    holder = archbishop(table)
    if holder is UNSET:
        findings.assumes("no-cathedral")
    elif holder is not None:
        findings.breaks("property/cathedral", player=holder)
    else:
        findings.allows("property/cathedral")


def apply_attach(draft: Draft, move: shapes.Attach) -> None:
    draft.spend(move.player, move.card)
    draft.set(acted=True)
    fief = fief_of(draft.by_name[move.player], move.fief)
    draft.attach(move.player, move.fief, Deed(move.card, move.player))
    draft.event("attached", "property/own-fief", player=move.player, card=move.card, fief=move.fief)
    if move.card == "land":
        told = 1 if move.armies is UNSET else len(move.armies)
        market = None if fief is None else has(fief, "market")
        wanted = told if market is None else 2 if market else 1
        drawn = draft.draw_armies(move.player, wanted, move.armies)
        draft.event("armies-drawn", "property/land-army", player=move.player, count=drawn)


# ---------------------------------------------------------------- Army deck (Mazo de ejércitos)


def can_recruit_two(player: Player) -> bool | None:
    """army/recruit-two: a Land and a Market in one Fief."""
    if player.fiefs is UNSET:
        return None
    return any_of(None if has(fief, "land") is None else _land_and_market(fief) for fief in player.fiefs)


def _land_and_market(fief: Fief) -> bool:
    return bool(has(fief, "land") and has(fief, "market"))


def check_recruit(table: Table, move: Recruit, findings: Findings) -> None:
    """army/recruit, army/recruit-two, army/recruit-one."""
    may(table, "recruit", move.player, findings)
    player = table.by_name[move.player]
    land, two = owns(player, "land"), can_recruit_two(player)
    if land is False:
        findings.breaks("army/recruit", player=move.player)
    elif land is None:
        findings.assumes("has-land", player=move.player)
    if move.count == 0:
        findings.breaks("army/recruit", "none")
    elif move.count > 2 or (move.count == 2 and two is False):
        findings.breaks("army/recruit-two", count=move.count, most=2 if two else 1)
    elif move.count == 2:
        if two is None:
            findings.assumes("has-market", player=move.player)
        findings.allows("army/recruit-two")
    else:
        findings.allows("army/recruit")
        if two:
            findings.allows("army/recruit-one")
    if not findings.broken:
        check_armies(table, move.armies, move.count, findings, "army/recruit")


def apply_recruit(draft: Draft, move: shapes.Recruit) -> None:
    draft.set(acted=True)
    drawn = draft.draw_armies(move.player, move.count, move.armies)
    draft.event("armies-drawn", "army/recruit", player=move.player, count=drawn)
