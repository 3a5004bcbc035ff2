"""3. Maintenance: what speaks for and against the raid cards that the table turns up."""

from msgspec import UNSET

from schemas.roll_and_raid import Refill
from service.games.roll_and_raid.may import may
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings
from service.referee.known import is_unknown


def missing_cards(table: Table) -> int | None:
    """How many raid cards are to be turned up; None when that is not known."""
    state, size = table.state, table.display_size
    if is_unknown(size) or state.display is UNSET:
        return None
    gap: int = max(0, size - len(state.display))
    left = cards_left(table)
    return gap if left is None else min(gap, left)


def cards_left(table: Table) -> int | None:
    """How many cards the deck has: as it is told, or as the pack has them less those drawn; None when not known."""
    if table.state.deck is not UNSET:
        return len(table.state.deck)
    levels, drawn = (table.box.decks or {}).get(table.clans or 0), cards_drawn(table)
    return None if levels is None or drawn is None else max(0, len(levels) - drawn)


def check_refill(table: Table, move: Refill, findings: Findings) -> None:
    """maintenance/refill, setup/display, setup/removed, setup/level-order, setup/lowest-first, setup/one-place."""
    may(table, "refill", None, findings)
    state, expected = table.state, missing_cards(table)
    if expected is None:
        _display_size(table, move, findings)
    if move.cards is UNSET:
        if expected != 0 and (state.deck is UNSET or "?" in state.deck[:expected]):
            findings.needs("deck-top")
        return
    if expected is not None and len(move.cards) < expected and cards_left(table) is None:
        findings.assumes("deck-out", count=len(move.cards))
    elif expected is not None and len(move.cards) != expected:
        findings.breaks("maintenance/refill", expected=expected, count=len(move.cards))
    won = {card for clan in state.players for card in clan.raids or ()}
    for place, card in enumerate(move.cards):
        if card in table.box.set_aside:
            findings.breaks("setup/removed", card=card)
        elif card in (state.display or ()) or card in won or card in move.cards[:place]:
            findings.breaks("maintenance/refill", "gone", card=card)
        else:
            _next_card(table, place, card, findings)
    if not _order_known(table, len(move.cards)):
        findings.assumes("card-order", cards=list(move.cards))
    findings.allows("setup/display", "setup/level-order", "setup/lowest-first")


def cards_drawn(table: Table) -> int | None:
    """How many raid cards have left the deck: those on display and those won; None when not all are told."""
    state = table.state
    if not table.whole or state.display is UNSET or any(clan.raids is UNSET for clan in state.players):
        return None
    return len(state.display) + sum(len(clan.raids or ()) for clan in state.players)


def _order_known(table: Table, count: int) -> bool:
    """Whether the deck tells which cards come, or the pack which levels they have."""
    deck, box = table.state.deck, table.box
    if deck is not UNSET and "?" not in deck[:count]:
        return True
    return box.cards is not None and table.clans in (box.decks or {}) and cards_drawn(table) is not None


def _display_size(table: Table, move: Refill, findings: Findings) -> None:
    """How many cards are to be turned up is not known."""
    if table.clans is not None and is_unknown(table.display_size):
        findings.needs("pack-display")
    elif move.cards is not UNSET:
        findings.assumes("cards-short", count=len(move.cards))
    else:
        if table.clans is None:
            findings.needs("clans-known")
        if table.state.display is UNSET:
            findings.needs("display-told", number=1)


def _next_card(table: Table, place: int, card: str, findings: Findings) -> None:
    """Against a deck that is told, or against the levels that are still in it."""
    deck, box = table.state.deck, table.box
    if deck and place < len(deck) and deck[place] != "?":
        if deck[place] != card:
            findings.breaks("maintenance/refill", "top", card=card)
        return
    if card in (deck or ()):
        findings.breaks("maintenance/refill", "top", card=card)
    levels, drawn = (box.decks or {}).get(table.clans or 0), cards_drawn(table)
    if levels is None or box.cards is None or drawn is None:
        return
    drawn += place
    expected, level = levels[drawn] if 0 <= drawn < len(levels) else None, box.cards[card].level
    if expected is not None and level > expected:
        findings.breaks("setup/lowest-first", level=level, expected=expected)
    elif expected is not None and level < expected:
        findings.breaks("setup/level-order", level=level, expected=expected)
