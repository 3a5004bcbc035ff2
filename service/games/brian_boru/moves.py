"""Legal moves, the nearest ones to an illegal move, and why a kind of move is refused.

Legality is not written again here: whose turn it is comes from ``turn``, and what a move may name from the functions
on which ``check`` rests too, or from ``check_symbols`` itself.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import prod
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import (
    Act,
    Build,
    Deal,
    Lead,
    Move,
    Open,
    Pending,
    Pick,
    Play,
    Prepare,
    Raid,
    Settle,
    Start,
    Wed,
)
from service.games.brian_boru.actions import (
    EXPANSION,
    EXTRA,
    OPTIONAL,
    can_expand,
    check_symbols,
    gains,
    most_extra,
    viking_towns,
)
from service.games.brian_boru.check import can_lead, card_of, check_open, check_prepare, matches
from service.games.brian_boru.may import may
from service.games.brian_boru.pack import ACTIONS, BOUGHT
from service.games.brian_boru.table import Table
from service.games.brian_boru.tricks import CHOSEN
from service.games.brian_boru.turn import turn
from service.games.brian_boru.upkeep import can_build
from service.referee.budget import CHECK, counted, step
from service.referee.findings import Findings

BY_TABLE = ("start", "prepare", "deal")
LISTED = 1000
"""How many moves of one action are listed at most; with the base pack there are never so many."""
LACK_OF_COINS = ("action/price", "action/left-to-right")
MOST_EXTRA = 99
"""The most of one symbol that a move can buy, as its schema has it."""
COMPARED = 20
"""The steps of comparing a move with the one that was asked about."""


def legal_moves(table: Table, player: str | None, kind: str | None) -> Iterator[Move]:
    """Every legal move that can be listed. Of hidden cards, and of what chance brings, there is no list."""
    now = turn(table)
    if now is None or kind not in (None, now.kind):
        return
    if now.kind in BY_TABLE:
        if player is None:
            yield from _by_the_table(table, now.kind)
        return
    for name in now.players:
        if player in (None, name) and name in table.by_name:
            yield from _by(table, name, now.kind)


def _by_the_table(table: Table, kind: str) -> Iterator[Move]:
    findings = Findings()
    match kind:
        case "start":
            yield from (Start(player=name) for name in table.order)
        case "prepare":
            check_prepare(table, Prepare(), findings)
            if findings.verdict == "legal":
                yield Prepare()
        case _:
            if table.hand_size is not None:
                yield Deal()


def _by(table: Table, name: str, kind: str) -> Iterator[Move]:
    match kind:
        case "act":
            yield from _acts(table, name)
        case "play":
            hand = table.by_name[name].hand or ()
            yield from (Play(player=name, card=card) for card in counted(hand) if card != "?")
        case "lead":
            yield from _leads(table, name)
        case "pick":
            yield from _picks(table, name)
        case "open":
            yield from (move for move in _openings(table, name) if _opens(table, move))
        case _:
            if table.state.pending and (kind == "wed" or table.state.towns is not UNSET):
                yield from _decisions(table, table.state.pending[0])


def _picks(table: Table, name: str) -> Iterator[Pick]:
    dealt = table.by_name[name].dealt or ()
    if 0 < len(dealt) <= CHOSEN:
        yield Pick(player=name, cards=dealt)  # the last cards are kept whole, known or not
        return
    known = [card for card in dealt if card != "?"]
    yield from (Pick(player=name, cards=pair) for pair in counted(combinations(known, CHOSEN)))


def _openings(table: Table, name: str) -> Iterator[Open]:
    return (Open(player=name, town=town) for town in table.free_towns())


def _opens(table: Table, move: Open) -> bool:
    step(CHECK)
    findings = Findings()
    check_open(table, move, findings)
    return not findings.broken


def _leads(table: Table, name: str) -> Iterator[Move]:
    if table.state.towns is UNSET:
        return
    hand = [card for card in table.by_name[name].hand or () if card != "?"]
    anything = can_lead(table, name) is False
    for town in table.free_towns():
        for card in counted(hand):
            if anything or matches(table, card, town):
                yield Lead(player=name, town=town, card=card)


def _decisions(table: Table, pending: Pending) -> Iterator[Move]:
    name = pending.player
    match pending.decision:
        case "card-town" | "track-town":
            if pending.region is not UNSET:
                yield from (Settle(player=name, town=town) for town in counted(table.free_towns(pending.region)))
        case "princess":
            yield from (Wed(player=name, choice=choice) for choice in ("military", "trade", "spurn"))
        case "raid":
            loser = pending.loser
            if loser:
                yield from (Raid(player=name, loser=loser, town=town) for town in counted(table.controlled(loser)))
        case _:
            yield from (Build(player=name, town=town) for town in counted(can_build(table, name)))


# ---------------------------------------------------------------- actions


def _acts(table: Table, name: str) -> Iterator[Act]:
    for action, runs in _actions(table, name):
        yield from islice(_legal_acts(table, name, action, runs), LISTED)


def _actions(table: Table, name: str) -> Iterator[tuple[Any, list[tuple[str, int]]]]:
    """The actions that this player can choose between, with their symbols."""
    card = card_of(table, Act(player=name, action="primary"))
    trick = table.state.trick
    if card is None or not trick or trick.winner is UNSET:
        return
    for action in ("primary",) if trick.winner == name else ("upper", "lower"):
        if runs := table.box.runs(card, action):
            yield action, runs


def _legal_acts(table: Table, name: str, action: Any, runs: list[tuple[str, int]]) -> Iterator[Act]:
    purchases = _purchases(table, name, runs)
    move = Act(player=name, action=action)
    if "free" in purchases:
        move = replace(move, free=purchases["free"][0])
    if _can_act(table, move, runs):
        yield from _completed(table, move, runs, [*purchases.items()])


def _completed(
    table: Table, move: Act, runs: list[tuple[str, int]], purchases: list[tuple[str, Sequence[Any]]]
) -> Iterator[Act]:
    """This legal move, with every legal choice of the purchases that are left.

    An extra that breaks a rule ends the list: more of it cost more. So does an expansion without the coins; one
    without a road may rest on another token freed.
    """
    if not purchases:
        yield move
        return
    (symbol, values), rest = purchases[0], purchases[1:]
    if symbol == "free" and move.expand is not UNSET:
        yield from (other for value in values if _can_act(table, other := replace(move, free=value), runs))
        return
    yield from _completed(table, move, runs, rest)
    for value in values[1:]:
        bought = {"extra": replace(move.extra, **{symbol: value})} if symbol in BOUGHT else {symbol: value}
        other = replace(move, **bought)
        broken = _broken_by(table, other, runs)
        if broken and (symbol != "expand" or _out_of_coins(table, broken)):
            return
        if rest or not broken:
            yield from _completed(table, other, runs, rest)


def _out_of_coins(table: Table, broken: set[str]) -> bool:
    """Whether no other town can be paid for either; in the other order of symbols one may."""
    return table.choices["symbol_order"] == "left-to-right" and not broken.isdisjoint(LACK_OF_COINS)


def _can_act(table: Table, move: Act, runs: list[tuple[str, int]]) -> bool:
    return not _broken_by(table, move, runs)


def _broken_by(table: Table, move: Act, runs: list[tuple[str, int]]) -> set[str]:
    step(CHECK)
    findings = Findings()
    check_symbols(table, move, runs, findings)
    return {finding.rule for finding in findings.broken}


def _purchases(table: Table, name: str, runs: list[tuple[str, int]]) -> dict[str, Sequence[Any]]:
    """How many extras of each symbol, which towns to expand to, and which to free; the cheapest of each first."""
    symbols = dict(runs)
    coins = (table.by_name[name].coins or 0) + sum(count for symbol, count in runs if symbol == "coin")
    found: dict[str, Sequence[Any]] = {}
    for symbol in BOUGHT:
        if symbol in symbols:
            room = most_extra(table, name, symbol, symbols[symbol])
            most = min(coins // EXTRA, MOST_EXTRA)
            found[symbol] = range((most if room is None else min(most, room)) + 1)
    if "expand" in symbols and table.state.towns is not UNSET:
        affordable = table.by_name[name].coins is UNSET or coins >= EXPANSION
        found["expand"] = [UNSET, *_expansions(table, name, affordable, gains(table, name, symbols))]
    if "free" in symbols and (freed := viking_towns(table)):
        found["free"] = freed
    return found


def _can_buy(table: Table, name: str) -> bool:
    """Whether one of the actions offers something for coins."""
    return any(symbol in OPTIONAL for _, runs in _actions(table, name) for symbol, _ in runs)


def _has_more_acts(table: Table, name: str) -> bool:
    """Whether more moves of an action are legal than are listed. They are counted only where there can be so many."""
    for action, runs in _actions(table, name):
        if prod(map(len, _purchases(table, name, runs).values())) > LISTED:
            moves = _legal_acts(table, name, action, runs)
            if next(islice(moves, LISTED, None), None) is not None:
                return True
    return False


def _expansions(table: Table, name: str, affordable: bool, gained: list[str]) -> list[str]:
    """Where this player can expand to, in the order of the pack. The town of the trick is asked about anyway."""
    held, trick = table.state.towns or {}, table.state.trick
    active = trick.town if trick else None
    if not affordable and active is None:
        return []
    around: set[str] = set()
    for town, lying in counted(held.items()):
        if lying.disc == name and not lying.viking:
            around |= table.box.roads[town]
    for town in gained:
        around |= table.box.roads[town]
    around = {town for town in around if town == active or (affordable and town not in held)}
    if not around:
        return []
    step(CHECK * len(around))
    return [town for town in table.box.towns if town in around and _can_expand(table, name, town, gained)]


def _can_expand(table: Table, name: str, town: str, gained: list[str]) -> bool:
    """After what the other symbols bring, or before."""
    return can_expand(table, name, town, gained) or (bool(gained) and can_expand(table, name, town))


# ---------------------------------------------------------------- what cannot be listed, and what comes near


def unlisted(table: Table, player: str | None, kind: str | None, findings: Findings) -> None:
    """Which zones were left out that a list of moves would need, and whether a list was cut off."""
    now = turn(table)
    if now is None:
        findings.needs("due")
    elif kind in (None, now.kind):
        for name in now.players:
            if player in (None, name) and name in table.by_name:
                _unlisted_of(table, name, now.kind, findings)
        if now.kind == "prepare":
            check_prepare(table, Prepare(), findings)


def _unlisted_of(table: Table, name: str, kind: str, findings: Findings) -> None:
    player, trick = table.by_name[name], table.state.trick
    if kind in ("lead", "play") and (player.hand is UNSET or "?" in player.hand):
        findings.needs("hand-told", player=name)
    if kind == "pick" and (player.dealt is UNSET or ("?" in player.dealt and len(player.dealt) > CHOSEN)):
        findings.needs("dealt-told", player=name)
    if kind == "act" and trick and trick.winner is UNSET:
        findings.needs("trick-told")
    if kind == "act" and player.coins is UNSET and _can_buy(table, name):
        findings.needs("purse", player=name)
    for pending in (table.state.pending or ())[:1]:
        if pending.loser is UNSET:
            findings.needs("loser-known")
        if pending.region is UNSET:
            findings.needs("card-region-known", player=name)
    if kind not in ("play", "pick", "wed") and table.state.towns is UNSET:
        findings.needs("towns-told")
    if kind == "act" and _has_more_acts(table, name):
        findings.needs("more-ways", count=LISTED)


def nearest(table: Table, move: Move) -> Iterator[Move]:
    """Moves like this one, the most alike first."""
    wanted = msgspec.to_builtins(move)
    listed = list(legal_moves(table, None, None))

    def unlike(other: Move) -> int:
        told = msgspec.to_builtins(other)
        return sum(2 if field not in told else told[field] != value for field, value in wanted.items())

    own = [other for other in listed if getattr(other, "player", None) == getattr(move, "player", None)]
    yield from sorted(counted(own, COMPARED), key=unlike)
    yield from sorted(counted(listed, COMPARED), key=unlike)
    if not listed:
        yield from sorted(counted(_of_the_same_kind(table, move), COMPARED), key=unlike)


def _of_the_same_kind(table: Table, move: Move) -> Iterator[Move]:
    """Where it is not told what is due: the same kind of move with another town or card."""
    match move:
        case Act():
            card = card_of(table, move)
            for action in ACTIONS if card is not None else ():
                runs = table.box.runs(card or 0, action)
                for other in islice(_legal_acts(table, move.player, action, runs), LISTED):
                    yield replace(other, card=move.card)
        case Lead() | Play():
            yield from (replace(move, card=card) for card in table.by_name[move.player].hand or () if card != "?")
            if isinstance(move, Lead):
                yield from (replace(move, town=town) for town in table.free_towns())
        case Open() | Settle():
            yield from (replace(move, town=town) for town in table.free_towns())
        case Raid():
            yield from (replace(move, town=town) for town in table.controlled(move.loser))
        case Build():
            yield from (replace(move, town=town) for town in can_build(table, move.player))


def refuse(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Why no move of this kind is legal now."""
    now = turn(table)
    name = player or (now.players[0] if now and now.players else table.order[0])
    may(table, kind, None if kind in BY_TABLE else name, findings)
