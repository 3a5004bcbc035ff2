"""Fase de acción, Bazas; Acciones: who carries out which action, and its symbols from left to right.

``check_symbols`` compares a move with the symbols, ``carry_out`` does what they say; what each symbol means stands in
``symbols``. Both walk the same runs of equal symbols; for a run the sum is what counts, two coins for each extra.
"""

from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Act
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.inference import trick_completed
from service.games.brian_boru.pack import BOUGHT
from service.games.brian_boru.rules.symbols import (
    EXPANSION,
    EXTRA,
    check_expansion,
    check_extras,
    check_freeing,
    check_no_extras,
    free_town,
    gain,
    gains,
    pay,
    slide,
    take,
)
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import check_timing, fits_phase
from service.referee.findings import Findings
from service.referee.known import Unknown, is_known, is_unknown

COINS_IN_THE_BOX = 60


OPTIONAL = frozenset((*BOUGHT, "expand"))
"""Symbols that offer something for coins."""


# ---------------------------------------------------------------- Fase de acción, Bazas: which action


def card_of(table: Table, move: Act) -> int | None:
    """The card that a player acts on: the one in front of the player, or the one that the move names."""
    for played in table.known_played():
        if played.player == move.player:
            return played.card
    return None if move.card is UNSET else move.card


def check_act(table: Table, move: Act, findings: Findings) -> None:
    """action/own-card, action/primary, action/secondary, then the symbols."""
    check_timing(table, "act", move.player, findings)
    card = card_of(table, move)
    if card is None or table.trick is None:
        if is_known(table.cards_played):
            findings.breaks("action/own-card", "none", player=move.player)
        elif not findings.broken:  # else no card makes it legal
            findings.needs("card-before", player=move.player)
        return
    if move.card not in (UNSET, card):
        findings.breaks("action/own-card", player=move.player, card=card)
        return
    _primary_or_secondary(table, move, card, findings)
    runs = table.box.runs(card, move.action)
    if runs:
        check_symbols(table, move, runs, findings)


def _primary_or_secondary(table: Table, move: Act, card: int, findings: Findings) -> None:
    """action/primary, action/secondary: the winner carries out the primary action, everybody else a secondary one."""
    player, winner, primary = move.player, _winner_of_the_trick(table), move.action == "primary"
    if isinstance(winner, Unknown):
        findings.assumes("won" if primary else "lost", player=player)
    elif winner is None:
        return  # the trick is not won, so it is no time for actions
    elif (winner == player) == primary:
        findings.allows("action/primary" if primary else "action/secondary")
    elif primary:
        findings.breaks("action/secondary", player=player, winner=winner)
    else:
        findings.breaks("action/primary", player=player)
    if move.action == "lower" and table.box.cards[card].lower is None:
        findings.breaks("action/secondary", "single", card=card)


def _winner_of_the_trick(table: Table) -> Any:
    """trick/winner: who has won, if actions are carried out now; the phase may be unknown."""
    if is_unknown(table.phase):
        table = fits_phase(table, "act") or table
    return table.winner


def apply_act(draft: Draft, move: Act) -> None:
    card = card_of(draft, move)
    assert card is not None
    carry_out(draft, move, card)
    played = draft.known_played()
    if played:
        left = [entry for entry in played if entry.player != move.player]
        draft.set(trick=replace(draft.trick, played=tuple(left)))
        if len(left) == 1:
            draft.set(trick=trick_completed(draft))
    draft.change("discard", lambda discard: (*discard, card))
    draft.event("discarded", "trick/discard", player=move.player, card=card)


# ---------------------------------------------------------------- Acciones: all symbols, in order


def check_symbols(table: Table, move: Act, runs: list[tuple[str, int]], findings: Findings) -> None:
    """action/left-to-right: by a house rule what the one order forbids may be done in the other."""
    _check_in_order(table, move, symbols_in_order(table, move, runs), findings)


def symbols_in_order(table: Table, move: Act, runs: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The symbols in the order in which they are carried out: from the left, unless only the right will do."""
    if table.choices["symbol_order"] == "left-to-right" or len(runs) == 1:
        return runs
    left, right = Findings(), Findings()
    _check_in_order(table, move, runs, left)
    if not left.broken and not _needed(left):
        return runs
    _check_in_order(table, move, runs[::-1], right)
    better = not right.broken and (left.broken or _needed(right) < _needed(left))
    return runs[::-1] if better else runs


def _needed(findings: Findings) -> int:
    """How many coins of an unknown number are assumed."""
    return max((detail["needed"] for fact, detail in findings.assumed if fact == "coins"), default=0)


def _check_in_order(table: Table, move: Act, runs: list[tuple[str, int]], findings: Findings) -> None:
    symbols = [symbol for symbol, _ in runs]
    bought = bool(move.extra.church or move.extra.raider or move.extra.courtship)
    if bought or move.expand is not UNSET or move.free is not UNSET:
        _only_what_is_printed(move, symbols, findings)
    findings.allows("action/all-symbols")
    coins = table.coins(move.player)
    purse: Purse = UnknownPurse() if isinstance(coins, Unknown) else coins
    for place, (symbol, count) in enumerate(runs):
        if symbol == "coin":
            purse += count
        elif symbol == "pay":
            purse = max(purse - count, 0) if isinstance(purse, int) else purse.paying(count)
        elif symbol in BOUGHT:
            if bought and (extra := getattr(move.extra, symbol)):
                check_extras(table, move.player, symbol, count, extra, findings)
                purse = _price(table, move.player, EXTRA * extra, purse, runs[place + 1 :], findings)
            else:
                check_no_extras(table, move.player, symbol, count, findings)
        elif symbol == "expand" and move.expand is not UNSET:
            gained = _gained_before(table, move, symbols[:place])
            check_expansion(table, move.player, move.expand, gained, findings)
            purse = _price(table, move.player, EXPANSION, purse, runs[place + 1 :], findings)
        elif symbol == "free":
            check_freeing(table, move, findings)
    if isinstance(purse, int) and sum(table.known_of("coins").values()) > COINS_IN_THE_BOX:
        findings.allows("components/unlimited")
    if not bought and move.expand is UNSET and not OPTIONAL.isdisjoint(symbols):
        findings.allows("action/optional")


def _only_what_is_printed(move: Act, symbols: list[str], findings: Findings) -> None:
    """action/all-symbols: nothing is bought or freed without its symbol."""
    wanted = [symbol for symbol in BOUGHT if getattr(move.extra, symbol)]
    wanted += [symbol for symbol in ("expand", "free") if getattr(move, symbol) is not UNSET]
    for symbol in wanted:
        if symbol not in symbols:
            findings.breaks("action/all-symbols", symbol=symbol)


def _gained_before(table: Table, move: Act, symbols: list[str]) -> list[str]:
    """symbol/take, symbol/free: what these symbols, already carried out, have given to the player."""
    if "take" not in symbols and "free" not in symbols:
        return []
    gained, taken = gains(table, move.player, symbols), table.known_viking_towns()
    freed = move.free if move.free is not UNSET else taken[0] if taken else None
    return [town for town in gained if town not in taken or town == freed]


def carry_out(draft: Draft, move: Act, card: int) -> None:
    """All symbols of the action, then the card goes to the discard pile and the disc finds its space."""
    name, started = move.player, draft.space(move.player)
    for symbol, count in symbols_in_order(draft, move, draft.box.runs(card, move.action)):
        match symbol:
            case "take":
                take(draft, name)
            case "coin":
                draft.add(name, coins=count)
                draft.event("coins", "symbol/coin", player=name, coins=count)
            case "pay":
                for _ in range(count):
                    pay(draft, name)
            case "renown":
                draft.add(name, renown=count)
                draft.event("renown", "symbol/renown", player=name, renown=count)
            case "church" | "raider" | "courtship":
                gain(draft, name, symbol, count, getattr(move.extra, symbol))
            case "expand" if move.expand is not UNSET:
                draft.add(name, coins=-EXPANSION)
                draft.lay_disc(move.expand, name)
                draft.event(
                    "expanded", "symbol/expand-road", player=name, town=move.expand, coins=-EXPANSION, price=EXPANSION
                )
            case "free":
                free_town(draft, move)
    if not isinstance(started, Unknown) and draft.space(name) != started:
        slide(draft, name)


# ---------------------------------------------------------------- Acciones: the price


def _price(
    table: Table, player: str, price: int, purse: "Purse", rest: list[tuple[str, int]], findings: Findings
) -> "Purse":
    """action/left-to-right, action/price: coins there are, or were gained further left; never points."""
    if isinstance(purse, UnknownPurse):
        if (needed := purse.needed(price)) > 0:
            findings.assumes("coins", player=player, price=price, needed=needed)
        else:
            findings.allows("action/price")
        return purse.paying(price)
    if price <= purse:
        findings.allows("action/price")
        return purse - price
    to_come = sum(count for symbol, count in rest if symbol == "coin")
    late = price <= purse + to_come and table.choices["symbol_order"] == "left-to-right"
    findings.breaks("action/left-to-right" if late else "action/price", player=player, price=price, coins=purse)
    return purse - price


class UnknownPurse(NamedTuple):
    """The coins of somebody who started with an unknown number of them: ``gained`` more, and ``least`` at least."""

    gained: int = 0
    least: int = 0

    def __add__(self, coins: int) -> "UnknownPurse":  # type: ignore[override]
        return UnknownPurse(self.gained + coins, self.least + coins)

    def paying(self, coins: int) -> "UnknownPurse":
        """symbol/pay: what is not there is not paid in coins."""
        return UnknownPurse(self.gained - coins, max(self.least - coins, 0))

    def needed(self, price: int) -> int:
        """How many coins are needed at the start to pay this price now."""
        return 0 if self.least >= price else price - self.gained


Purse = int | UnknownPurse
