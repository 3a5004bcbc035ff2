"""What can come out of a pile: the top cards where they are known, else what the count of the cards leaves."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from service.games.ortus_regni.cards import HIDDEN, armies_left, is_out_of_cards, left_of
from service.games.ortus_regni.table import Table
from service.referee.findings import Findings


def check_drawn(table: Table, name: str, told: Any, count: int, findings: Findings, rule: str) -> None:
    """turn/top-card: cards from the top of an Earl deck, as many as there are."""
    deck: Any = () if is_out_of_cards(table, name) else table.by_name[name].deck
    if deck is UNSET:
        findings.assumes("card-to-draw", player=name, count=count if told is UNSET else len(told))
    elif told is not UNSET and len(told) != min(count, len(deck)):
        findings.breaks(rule, "count", player=name, count=len(told), expected=min(count, len(deck)))
        return
    if told is UNSET:
        return
    tops = deck[: len(told)] if deck is not UNSET else (HIDDEN,) * len(told)
    new: list[str] = []
    for top, card in zip(tops, told, strict=False):
        if top == HIDDEN and card != HIDDEN:
            new.append(card)
        elif card not in (top, HIDDEN):
            # The message names no card: what lies on the deck is nobody's to know.
            findings.breaks("turn/top-card", player=name)
            return
    _can_come(table, name, new, findings)


def _can_come(table: Table, name: str, cards: Iterable[str], findings: Findings) -> None:
    """components/earl-cards, hand/own-deck: hidden cards that were turned up can be these."""
    for card, count in Counter(cards).items():
        if left_of(table, name, card) < count:
            findings.breaks("hand/own-deck", player=name, card=card)


def check_among(table: Table, name: str, told: Any, among: tuple[Any, ...], findings: Findings) -> None:
    """hand/own-deck: cards drawn from all of these, in no known order."""
    unknown = among.count(HIDDEN)
    for card, count in Counter(told).items():
        if card == HIDDEN:
            continue
        missing = count - among.count(card)
        if missing > 0 and (missing > unknown or left_of(table, name, card) < missing):
            findings.breaks("hand/own-deck", player=name, card=card)
        unknown -= max(missing, 0)


def expected_armies(table: Table, count: int) -> int:
    """army/supply: as many as there are."""
    deck, pile = table.state.army_deck, table.state.army_discard
    return count if deck is UNSET or pile is UNSET else min(count, len(deck) + len(pile))


def check_armies(table: Table, told: Any, count: int, findings: Findings, rule: str) -> None:
    """Armies from the top of the Army deck, the discard pile shuffled into a new one where it runs out."""
    if told is UNSET:
        return
    deck, expected = table.state.army_deck, expected_armies(table, count)
    if len(told) != expected:
        findings.breaks(rule, "count", count=len(told), expected=expected)
        return
    new: Counter[str] = Counter()
    for place, army in enumerate(told):
        known = deck is not UNSET and place < len(deck)
        top = deck[place] if known else HIDDEN
        if top == HIDDEN and army != HIDDEN and (known or deck is UNSET):
            new[army] += 1
        elif army not in (top, HIDDEN) and top != HIDDEN:
            findings.breaks(rule, "top")
            return
    for army, more in new.items():
        left = armies_left(table, army)
        if left is not None and left < more:
            findings.breaks("army/supply", "none-left", army=army)


def check_pile(told: Iterable[str], deck: Any, gone: Iterable[str], box: dict[str, int]) -> tuple[str, str] | None:
    """Cards from the top of a neutral deck: what is wrong with them ("top" or "gone"), and with which.

    ``gone`` are the cards known to lie elsewhere. Where the deck runs out, the rest comes from the shuffled pile.
    """
    cards = list(told)
    for place, card in enumerate(cards):
        if deck is not UNSET and place < len(deck) and deck[place] not in (HIDDEN, card):
            return "top", card
    known = Counter(card for card in gone if card != HIDDEN)
    if deck is not UNSET:
        known.update(card for card in deck[len(cards) :] if card != HIDDEN)
    for card, count in Counter(cards).items():
        if known[card] + count > box.get(card, 0):
            return "gone", card
    return None
