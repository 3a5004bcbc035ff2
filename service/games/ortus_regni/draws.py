"""What can come out of a pile: the top cards where they are known, else what the count of the cards leaves."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from service.games.ortus_regni.cards import armies_left, is_out_of_cards, left_of, most_drawn
from service.games.ortus_regni.table import Table
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN, hidden
from service.referee.known import is_unknown


def check_drawn(table: Table, name: str, cards: Any, count: int, findings: Findings, rule: str) -> None:
    """turn/top-card: cards from the top of an Earl deck, as many as there are; ``cards`` are those of the move."""
    deck: Any = () if is_out_of_cards(table, name) else table.deck(name)
    if is_unknown(deck):
        most = most_drawn(table, name, count)
        if cards is not UNSET and len(cards) > most:
            _wrong_number(name, len(cards), most, findings, rule)
            return
        findings.assumes("card-to-draw", player=name, count=most if cards is UNSET else len(cards))
    elif cards is not UNSET and len(cards) != min(count, len(deck)):
        _wrong_number(name, len(cards), min(count, len(deck)), findings, rule)
        return
    if cards is UNSET:
        return
    tops = hidden(len(cards)) if is_unknown(deck) else deck[: len(cards)]
    new: list[str] = []
    for top, card in zip(tops, cards, strict=False):
        if top == HIDDEN and card != HIDDEN:
            new.append(card)
        elif card not in (top, HIDDEN):
            # The message names no card: what lies on the deck is nobody's to know.
            findings.breaks("turn/top-card", player=name)
            return
    _can_come(table, name, new, findings)


def _wrong_number(name: str, count: int, expected: int, findings: Findings, rule: str) -> None:
    """end/no-card where there is none; else the rule by which so many cards are drawn."""
    if expected:
        findings.breaks(rule, "count", player=name, count=count, expected=expected)
    else:
        findings.breaks("end/no-card", player=name)


def _can_come(table: Table, name: str, cards: Iterable[str], findings: Findings) -> None:
    """components/earl-cards, hand/own-deck: hidden cards that were turned up can be these."""
    for card, count in Counter(cards).items():
        if left_of(table, name, card) < count:
            findings.breaks("hand/own-deck", player=name, card=card)


def check_among(table: Table, name: str, cards: Any, among: tuple[Any, ...], findings: Findings) -> None:
    """hand/own-deck: cards drawn from all of these, in no known order."""
    unknown = among.count(HIDDEN)
    for card, count in Counter(cards).items():
        if card == HIDDEN:
            continue
        missing = count - among.count(card)
        if missing > 0 and (missing > unknown or left_of(table, name, card) < missing):
            findings.breaks("hand/own-deck", player=name, card=card)
        unknown -= max(missing, 0)


def expected_armies(table: Table, count: int) -> int:
    """army/supply: as many as there are."""
    deck, pile = table.army_deck, table.army_discard
    return count if is_unknown(deck) or is_unknown(pile) else min(count, len(deck) + len(pile))


def check_armies(table: Table, armies: Any, count: int, findings: Findings, rule: str) -> None:
    """Armies from the top of the Army deck, the discard pile shuffled into a new one where it runs out."""
    if armies is UNSET:
        return
    deck, expected = table.army_deck, expected_armies(table, count)
    if len(armies) != expected:
        findings.breaks(rule, "count", count=len(armies), expected=expected)
        return
    # What comes after the deck comes from the shuffled pile.
    tops = hidden(len(armies)) if is_unknown(deck) else deck[: len(armies)]
    if any(top not in (HIDDEN, army) and army != HIDDEN for top, army in zip(tops, armies, strict=False)):
        findings.breaks(rule, "top")
        return
    if HIDDEN not in tops:
        return
    new = Counter(army for top, army in zip(tops, armies, strict=False) if top == HIDDEN and army != HIDDEN)
    for army, more in new.items():
        left = armies_left(table, army)
        if left is not None and left < more:
            findings.breaks("army/supply", "none-left", army=army)


def check_pile(named: Iterable[str], deck: Any, gone: Iterable[str], box: dict[str, int]) -> tuple[str, str] | None:
    """Cards from the top of a neutral deck: what is wrong with them ("top" or "gone"), and with which.

    ``gone`` are the cards known to lie elsewhere. Where the deck runs out, the rest comes from the shuffled pile.
    """
    cards, known_deck = list(named), () if is_unknown(deck) else deck
    for top, card in zip(known_deck, cards, strict=False):
        if top not in (HIDDEN, card):
            return "top", card
    known = Counter(card for card in (*gone, *known_deck[len(cards) :]) if card != HIDDEN)
    for card, count in Counter(cards).items():
        if known[card] + count > box.get(card, 0):
            return "gone", card
    return None
