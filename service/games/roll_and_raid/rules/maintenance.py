"""3. Fase de mantenimiento: the table turns up raid cards, and the next round begins."""

from msgspec import UNSET, UnsetType

from schemas.roll_and_raid import Clan, Refill
from schemas.roll_and_raid_pack import IncomeEffect
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.may import may
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings
from service.referee.known import is_known, is_unknown

GAINS = ("vikings", "axes", "ships", "hall", "armoury", "port", "tracks", "settlements", "waiting")
"""The zones of a clan in which gains are written."""


# ---------------------------------------------------------------- maintenance/refill, maintenance/renumber


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


def _order_known(table: Table, count: int) -> bool:
    """Whether the deck tells which cards come, or the pack which levels they have."""
    deck, box = table.state.deck, table.box
    if deck is not UNSET and "?" not in deck[:count]:
        return True
    return box.cards is not None and table.clans in (box.decks or {}) and cards_drawn(table) is not None


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


def cards_drawn(table: Table) -> int | None:
    """How many raid cards have left the deck: those on display and those won; None when not all are told."""
    state = table.state
    if not table.whole or state.display is UNSET or any(clan.raids is UNSET for clan in state.players):
        return None
    return len(state.display) + sum(len(clan.raids or ()) for clan in state.players)


def apply_refill(draft: Draft, move: Refill) -> None:
    """maintenance/refill, maintenance/renumber: new cards after those that were left."""
    state = draft.state
    cards = move.cards if move.cards is not UNSET else (state.deck or ())[: missing_cards(draft) or 0]
    if state.deck is not UNSET:
        draft.set(deck=state.deck[len(cards) :])
    if state.display is not UNSET:
        draft.set(display=(*state.display, *cards))
    draft.event("refilled", "maintenance/refill", cards=list(cards))
    if state.phase == "maintenance" and draft.state.display:
        draft.event("renumbered", "maintenance/renumber", cards=list(draft.state.display))
    if state.round is UNSET or state.phase is UNSET:
        begin_round(draft, UNSET)
    else:
        begin_round(draft, state.round + (state.phase == "maintenance"))


# ---------------------------------------------------------------- the next round begins


def begin_round(draft: Draft, number: int | UnsetType) -> None:
    """production/round-track, round/season, and what developments bring at the start of a round."""
    seasons = draft.box.seasons
    season: str | UnsetType = UNSET
    if draft.state.season is not UNSET and number is not UNSET and seasons is not None:
        season = seasons[number - 1]
    clear_round(draft)  # on a table that was sent, the dice of the last round may still lie
    draft.set(round=number, phase="start", season=season, dice=None)
    if number is not UNSET:
        draft.event("round", "production/round-track", round=number)
    if is_known(draft.season):
        draft.event("season", "round/season", season=draft.season, round=number)
    for name, clan in list(draft.by_name.items()):
        draft.add(name, rounds=1)
        if clan.developments is UNSET or number is UNSET:
            forget_income(draft, clan)
            continue
        for development, effect in _income(draft, clan):
            if not effect.rounds or number in effect.rounds:
                sheet = draft.sheet(name)
                sheet.tell("income", "development/effect", development=development)
                sheet.gain(effect.bonus, "development/effect")
                draft.write(sheet)
                if sheet.needs or sheet.assumes:
                    draft.set_of(name, **dict.fromkeys(GAINS, UNSET))


def clear_round(draft: Draft) -> None:
    """Dice, choices and the end of production belong to one round."""
    for name, clan in draft.by_name.items():
        draft.set_of(
            name,
            dice_used=() if clan.dice_used is not UNSET else UNSET,
            raised={} if clan.raised is not UNSET else UNSET,
            done=False if clan.done is not UNSET else UNSET,
            choice=None if clan.choice is not UNSET else UNSET,
        )


def forget_income(draft: Draft, clan: Clan) -> None:
    """Where it is not known what the developments of a clan have brought, what they may write on is unknown."""
    if draft.box.might(clan.developments, IncomeEffect) or _income(draft, clan):
        draft.set_of(clan.name, **dict.fromkeys(GAINS, UNSET))


def _income(draft: Draft, clan: Clan) -> list[tuple[str, IncomeEffect]]:
    return [(name, effect) for name in clan.developments or () for effect in draft.box.effects((name,), IncomeEffect)]
