"""What speaks for and against an Earl's own turn, in the order of the book: free actions, then actions.

What comes before the first turn stands in ``openings``, Treachery and Intrigue in ``politics``, jousts in
``jousts``, attacks in ``battles``.
"""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import (
    Appoint,
    Attach,
    Banquet,
    Bequeath,
    Castle,
    Claim,
    Concede,
    Emissary,
    End,
    Fief,
    Garrison,
    Hire,
    Monastery,
    Player,
    Recruit,
    Tower,
)
from service.games.ortus_regni.cards import has_armies, holds, is_out_of_cards
from service.games.ortus_regni.draws import check_armies, check_drawn
from service.games.ortus_regni.may import may
from service.games.ortus_regni.pack import FACES
from service.games.ortus_regni.parts import (
    any_of,
    archbishop,
    fief_of,
    has,
    lords_told,
    mercenary_of,
    owns,
    prince_fief,
    type_of,
)
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.untold import known_lord
from service.referee.findings import Findings
from service.referee.known import is_unknown

MANY = 10
"""So many cards in hand that somebody might ask whether that is allowed."""


# ---------------------------------------------------------------- Free actions, end of the turn


def check_tower(table: Table, move: Tower, findings: Findings) -> None:
    """tower/any-card, turn/own-turn."""
    may(table, "tower", move.player, findings)
    holds(table, move.player, [move.card], findings)
    findings.allows("tower/any-card")


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


def check_concede(table: Table, move: Concede, findings: Findings) -> None:
    """end/concede, honour/no-flight."""
    may(table, "concede", move.player, findings)
    findings.allows("end/concede")


# ---------------------------------------------------------------- Property cards


def check_castle(table: Table, move: Castle, findings: Findings) -> None:
    """property/castle, property/palace-again."""
    may(table, "castle", move.player, findings)
    holds(table, move.player, [move.card], findings)
    findings.allows("property/castle")
    if move.card == "palace":
        findings.allows("property/palace-again")


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


# ---------------------------------------------------------------- Face cards


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


def check_hire(table: Table, move: Hire, findings: Findings) -> None:
    """mercenary/placed."""
    may(table, "hire", move.player, findings)
    holds(table, move.player, ["mercenary"], findings)
    findings.allows("mercenary/placed")


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


def check_emissary(table: Table, move: Emissary, findings: Findings) -> None:
    """emissary/who, emissary/cubes, emissary/after-arrival."""
    may(table, "emissary", move.player, findings)
    holds(table, move.player, [move.card], findings)
    if move.card not in ("vassal", "monk"):
        findings.breaks("emissary/who", card=move.card)
    else:
        findings.allows("emissary/who", "emissary/cubes")
    if table.state.arrived is True:
        findings.allows("emissary/after-arrival")


# ---------------------------------------------------------------- Recruiting


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


# ---------------------------------------------------------------- Banquet, Banner


def check_banquet(table: Table, move: Banquet, findings: Findings) -> None:
    """banquet/two-cards, banquet/short."""
    may(table, "banquet", move.player, findings)
    holds(table, move.player, ["banquet"], findings)
    check_drawn(table, move.player, move.drawn, 2, findings, "banquet/two-cards")
    findings.allows("banquet/two-cards")
    deck = table.by_name[move.player].deck
    if deck is not UNSET and len(deck or ()) < 2:
        findings.allows("banquet/short")


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
