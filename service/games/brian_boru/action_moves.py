"""Legal actions with everything that can be bought on the way."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from math import prod
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Act
from service.games.brian_boru.pack import BOUGHT
from service.games.brian_boru.rules.actions import OPTIONAL, card_of, check_symbols
from service.games.brian_boru.rules.symbols import (
    EXPANSION,
    EXTRA,
    can_expand,
    gains,
    most_extra,
)
from service.games.brian_boru.table import Table
from service.referee.budget import CHECK, counted, step
from service.referee.findings import Findings
from service.referee.known import Unknown, attempt, is_known, is_unknown

LISTED = 1000
"""How many moves of one action are listed at most; with the base pack there are never so many."""


LACK_OF_COINS = ("action/price", "action/left-to-right", "coins")


MOST_EXTRA = 99
"""The most of one symbol that a move can buy, as its schema has it."""


def acts(table: Table, name: str) -> Iterator[Act]:
    for action, runs in _actions(table, name):
        yield from islice(legal_acts(table, name, action, runs), LISTED)


def _actions(table: Table, name: str) -> Iterator[tuple[Any, list[tuple[str, int]]]]:
    """The actions that this player can choose between, with their symbols."""
    card, winner = card_of(table, Act(player=name, action="primary")), table.winner
    if card is None or isinstance(winner, Unknown):
        return
    for action in ("primary",) if winner == name else ("upper", "lower"):
        if runs := table.box.runs(card, action):
            yield action, runs


def legal_acts(
    table: Table, name: str, action: Any, runs: list[tuple[str, int]], *, certain: bool = True
) -> Iterator[Act]:
    """This action with all purchases; ``certain``: only those that assume no more than the action without any."""
    purchases = _purchases(table, name, runs)
    move = _without_purchases(name, action, purchases)
    findings = _findings_of(table, move, runs)
    if not findings.broken:
        offer = Offer(table, runs, findings.assumed if certain else None)
        yield from _completed(offer, move, [*purchases.items()])


def _without_purchases(name: str, action: Any, purchases: dict[str, Sequence[Any]]) -> Act:
    return Act(player=name, action=action, free=purchases["free"][0] if "free" in purchases else UNSET)


class Offer(NamedTuple):
    """The symbols of an action, and what a list of its purchases may assume (anything if None)."""

    table: Table
    runs: list[tuple[str, int]]
    assumed: list[tuple[str, dict[str, Any]]] | None

    def against(self, move: Act) -> set[str]:
        """The rules that this move breaks, and the further facts that it assumes."""
        findings = _findings_of(self.table, move, self.runs)
        broken = {finding.rule for finding in findings.broken}
        if self.assumed is not None:
            broken |= {fact for fact, detail in findings.assumed if (fact, detail) not in self.assumed}
        return broken


def _findings_of(table: Table, move: Act, runs: list[tuple[str, int]]) -> Findings:
    step(CHECK)
    findings = Findings()
    check_symbols(table, move, runs, findings)
    return findings


def _completed(offer: Offer, move: Act, purchases: list[tuple[str, Sequence[Any]]]) -> Iterator[Act]:
    """This legal move, with every legal choice of the purchases that are left.

    An extra that breaks a rule ends the list: more of it cost more. So does an expansion without the coins; one
    without a road may rest on another token freed.
    """
    if not purchases:
        yield move
        return
    (symbol, values), rest = purchases[0], purchases[1:]
    if symbol == "free" and move.expand is not UNSET:
        yield from (other for value in values if not offer.against(other := replace(move, free=value)))
        return
    yield from _completed(offer, move, rest)
    for value in values[1:]:
        bought = {"extra": replace(move.extra, **{symbol: value})} if symbol in BOUGHT else {symbol: value}
        other = replace(move, **bought)
        broken = offer.against(other)
        if broken and (symbol != "expand" or _out_of_coins(offer.table, broken)):
            return
        if rest or not broken:
            yield from _completed(offer, other, rest)


def _out_of_coins(table: Table, broken: set[str]) -> bool:
    """Whether no other town can be paid for either; in the other order of symbols one may."""
    return table.choices["symbol_order"] == "left-to-right" and not broken.isdisjoint(LACK_OF_COINS)


def _purchases(table: Table, name: str, runs: list[tuple[str, int]]) -> dict[str, Sequence[Any]]:
    """How many extras of each symbol, which towns to expand to, and which to free; the cheapest of each first."""
    symbols = dict(runs)
    purse = table.coins(name)
    coins = (0 if isinstance(purse, Unknown) else purse) + sum(count for symbol, count in runs if symbol == "coin")
    purchases: dict[str, Sequence[Any]] = {}
    for symbol in BOUGHT:
        if symbol in symbols:
            room = attempt(partial(most_extra, table, name, symbol, symbols[symbol]))
            most = min(coins // EXTRA, MOST_EXTRA)
            purchases[symbol] = range((most if isinstance(room, Unknown) else min(most, room)) + 1)
    if "expand" in symbols and is_known(table.towns):
        affordable = is_unknown(purse) or coins >= EXPANSION
        purchases["expand"] = [UNSET, *_expansions(table, name, affordable, gains(table, name, symbols))]
    if "free" in symbols and (freed := table.known_viking_towns()):
        purchases["free"] = freed
    return purchases


def _can_buy(table: Table, name: str) -> bool:
    """Whether one of the actions offers something for coins."""
    return any(symbol in OPTIONAL for _, runs in _actions(table, name) for symbol, _ in runs)


def has_more_acts(table: Table, name: str) -> bool:
    """Whether more moves of an action are legal than are listed. They are counted only where there can be so many."""
    for action, runs in _actions(table, name):
        if prod(map(len, _purchases(table, name, runs).values())) > LISTED:
            moves = legal_acts(table, name, action, runs)
            if next(islice(moves, LISTED, None), None) is not None:
                return True
    return False


def _expansions(table: Table, name: str, affordable: bool, gained: list[str]) -> list[str]:
    """Where this player can expand to, in the order of the pack. The town of the trick is asked about anyway."""
    held, active = table.towns, table.active_town
    if isinstance(active, Unknown):
        active = None
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


def unlisted_actions(table: Table, name: str, findings: Findings) -> None:
    """The coins, raiders and spaces on which purchases depend, and what the actions assume without any."""
    if is_unknown(table.coins(name)) and _can_buy(table, name):
        findings.needs("purse", player=name)
    for action, runs in _actions(table, name):
        purchases = _purchases(table, name, runs)
        move = _without_purchases(name, action, purchases)
        findings.assumed += _findings_of(table, move, runs).assumed
        for symbol, fact in (("raider", "raiders-there"), ("courtship", "steps-left")):
            unknown = table.raiders if symbol == "raider" else table.space(name)
            if len(purchases.get(symbol, ())) > 1 and is_unknown(unknown):
                findings.needs(fact, player=name, count=dict(runs)[symbol] + 1)
