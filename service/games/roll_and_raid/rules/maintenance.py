"""3. Fase de mantenimiento: the table turns up raid cards, and the next round begins."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid import Refill
from schemas.roll_and_raid_pack import Bonus, IncomeEffect, OtherEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.rules.other import may_be_unread, unread
from service.games.roll_and_raid.rules.turn import check_turn
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings, fact
from service.referee.hidden import HIDDEN
from service.referee.known import Truth, Unknown, UnknownRead, attempt, is_known, is_unknown, truth
from service.referee.table import PLAYERS, STATE

GAINS = ("vikings", "axes", "ships", "hall", "armoury", "port", "tracks", "settlements", "waiting")
"""The zones of a clan in which gains are written."""
TEXT_GAINS = (*GAINS, "gods", "altar", "favours_used", "help")
"""The zones of a clan that a text which the engine cannot read may change at the start of a round."""
NEW_ROUND: dict[str, Any] = {"dice_used": (), "raised": {}, "done": False, "choice": None}
"""Dice, choices and the end of production belong to one round."""


# ---------------------------------------------------------------- how many cards are turned up


def cards_to_turn_up(table: Table) -> Any:
    """maintenance/refill: how many raid cards are to be turned up."""
    display, size = table.display, table.display_size
    if isinstance(display, Unknown):
        return display
    if isinstance(size, Unknown):
        return size
    gap, left = max(0, size - len(display)), cards_left(table)
    return gap if isinstance(left, Unknown) else min(gap, left)


def is_display_full(table: Table) -> Truth:
    """maintenance/refill, maintenance/deck-empty: whether there is nothing for the table to turn up."""
    gap = attempt(lambda: max(0, table.display_size - len(table.display)))
    if isinstance(gap, Unknown) or gap == 0:
        return gap if isinstance(gap, Unknown) else True
    left = cards_left(table)
    return Unknown(f"{STATE}/deck") if isinstance(left, Unknown) else bool(left == 0)


def cards_left(table: Table) -> Any:
    """How many cards the deck has: as it was sent, or as the pack has them less those drawn."""
    deck = table.deck
    if is_known(deck):
        return len(deck)
    return attempt(lambda: max(0, len(deck_levels(table)) - cards_drawn(table)))


def deck_levels(table: Table) -> Any:
    """setup/deck: the levels of the cards in a whole deck, in the order in which they come."""
    levels = (table.box.decks or {}).get(table.clans or 0)
    return Unknown("/pack/decks") if levels is None else levels


def cards_drawn(table: Table) -> int:
    """How many raid cards have left the deck: those on display and those won."""
    if not table.whole:
        raise UnknownRead((PLAYERS,))
    return len(table.display) + sum(len(clan.raids) for clan in table.known_clans())


# ---------------------------------------------------------------- cards are turned up


def check_refill(table: Table, move: Refill, findings: Findings) -> None:
    """setup/display, setup/removed, setup/level-order, setup/lowest-first, setup/one-place, maintenance/refill."""
    check_turn(table, "refill", None, findings)
    expected = cards_to_turn_up(table)
    if is_unknown(expected):
        _needs_count(table, move, findings)
    if move.cards is UNSET:
        if is_unknown(attempt(lambda: next_cards(table))):
            findings.needs("deck-top")
        return
    count = len(move.cards)
    early = bool(findings.broken)
    for place, card in enumerate(move.cards):
        _check_card(table, move, place, card, findings)
    if early:
        findings.breaks("maintenance/refill", "early")
    elif is_known(expected):
        findings.requires(
            "maintenance/refill",
            cards_left(table) if count < expected and is_unknown(cards_left(table)) else count == expected,
            assume=fact("deck-out", count=count),
            cite=False,
            expected=expected,
            count=count,
        )
    if not _is_order_known(table, move.cards):
        findings.assumes("card-order", cards=list(move.cards))
    findings.allows("setup/display", "setup/level-order", "setup/lowest-first")


def _needs_count(table: Table, move: Refill, findings: Findings) -> None:
    """It is unknown how many cards are to be turned up."""
    if is_known(table.seats) and is_unknown(table.display_size):
        findings.needs("pack-display")
    elif move.cards is not UNSET:
        findings.assumes("cards-short", count=len(move.cards))
    else:
        if is_unknown(table.seats):
            findings.needs("clans-known")
        if is_unknown(table.display):
            findings.needs("display-known", number=1)


def next_cards(table: Table) -> tuple[str, ...]:
    """The cards that come next, if the deck shows them."""
    count = cards_to_turn_up(table)
    if is_known(count) and count == 0:
        return ()
    cards: tuple[str, ...] = table.deck if isinstance(count, Unknown) else table.deck[:count]
    if HIDDEN in cards:
        raise UnknownRead((f"{STATE}/deck",))
    return cards


def _check_card(table: Table, move: Refill, place: int, card: str, findings: Findings) -> None:
    """setup/removed, setup/one-place, maintenance/refill: whether this card can come now."""
    won = {one for clan in table.known_clans() for one in clan.known("raids", ())}
    if card in table.box.set_aside:
        findings.breaks("setup/removed", card=card)
    elif card in table.known_zone("display", ()) or card in won or card in (move.cards or ())[:place]:
        findings.breaks("maintenance/refill", "gone", card=card)
    else:
        _check_order(table, place, card, findings)


def _check_order(table: Table, place: int, card: str, findings: Findings) -> None:
    """maintenance/refill, setup/lowest-first, setup/level-order: by the deck, or by the levels still in it."""
    deck = table.known_zone("deck", ())
    if place < len(deck) and deck[place] != HIDDEN:
        findings.requires("maintenance/refill", deck[place] == card, "top", cite=False, card=card)
        return
    findings.requires("maintenance/refill", card not in deck, "top", cite=False, card=card)
    levels = attempt(lambda: deck_levels(table)[cards_drawn(table) + place :])
    if isinstance(levels, Unknown) or not levels or table.box.cards is None or card not in table.box.cards:
        return
    expected, level = levels[0], table.box.cards[card].level
    findings.requires("setup/lowest-first", level <= expected, cite=False, level=level, expected=expected)
    findings.requires("setup/level-order", level >= expected, cite=False, level=level, expected=expected)


def _is_order_known(table: Table, cards: tuple[str, ...]) -> bool:
    """Whether the deck shows which cards come, or the pack which levels they have."""
    if truth(lambda: HIDDEN not in table.deck[: len(cards)]) is True:
        return True
    by_level = attempt(lambda: (len(deck_levels(table)), cards_drawn(table)))
    typed = table.box.cards is not None and all(card in table.box.cards for card in cards)
    return typed and is_known(by_level)


def apply_refill(draft: Draft, move: Refill) -> None:
    """maintenance/refill, maintenance/renumber: new cards after those that were left."""
    cards = next_cards(draft) if move.cards is UNSET else move.cards
    draft.change("deck", lambda deck: deck[len(cards) :])
    draft.change("display", lambda display: (*display, *cards))
    draft.event("refilled", "maintenance/refill", cards=list(cards))
    phase = draft.known_phase
    if phase == "maintenance" and draft.known_zone("display", ()):
        draft.event("renumbered", "maintenance/renumber", cards=list(draft.display))
    number = draft.round if phase else draft.phase
    begin_round(draft, number if is_unknown(number) else number + (phase == "maintenance"))


# ---------------------------------------------------------------- the next round begins


def begin_round(draft: Draft, number: Any) -> None:
    """production/round-track, round/season, and what developments bring at the start of a round."""
    seasons, season = draft.box.seasons, draft.zone("season")
    known = is_known(season) and is_known(number) and seasons is not None
    clans, changes = draft.known_clans(), {}
    for clan in clans:
        zones = _to_clear(clan, NEW_ROUND)  # on a table that was sent, the dice of the last round may still lie
        if not isinstance(clan.rounds, Unknown):
            zones["rounds"] = clan.rounds + 1
        if zones:
            changes[clan.name] = zones
    draft.set_of_each(changes)
    draft.set(round=number, phase="start", season=seasons[number - 1] if known and seasons else UNSET, dice=None)
    if is_known(number):
        draft.event("round", "production/round-track", round=number)
    if is_known(draft.season):
        draft.event("season", "round/season", season=draft.season, round=number)
    for clan in clans:
        _income_of(draft, clan, number)


def _income_of(draft: Draft, clan: ClanSheet, number: Any) -> None:
    """What the box of the round, settlements and developments bring to a clan; unknown where one of them is."""
    name, box = clan.name, draft.box
    if is_known(number) and number in box.at_round:
        _gain(draft, name, "round-bonus", "production/round-track", box.at_round[number], round=number)
    if is_unknown(clan.developments) or is_unknown(number) or (box.incomes and is_unknown(clan.settlements)):
        forget_income(draft, name)
        return
    for place, bonus in box.incomes.items():
        if clan.settlements.get(place, 0) >= (box.settlements or {})[place].houses:
            _gain(draft, name, "settlement-income", "settlement/complete", bonus, settlement=place)
    for development, effect in _income(draft, clan):
        if not effect.rounds or number in effect.rounds:
            _gain(draft, name, "income", "development/effect", effect.bonus, development=development)
    _tell_texts(draft, clan)


def _gain(draft: Draft, player: str, event: str, rule: str, bonus: Bonus, **detail: Any) -> None:
    """What comes at the start of a round; unknown where it is unknown whether there is room for it."""
    sheet = draft.sheet(player)
    sheet.tell(event, rule, **detail)
    sheet.gain(bonus, rule)
    draft.write(sheet)
    if sheet.needs or sheet.assumes:
        draft.forget_of(player, *GAINS)


def _tell_texts(draft: Draft, clan: ClanSheet) -> None:
    """development/effect: what a text brings at the start of a round nobody but the table can say."""
    texts = unread(draft.box, clan, ("round",))
    for development, effect in _effects(draft, clan, OtherEffect):
        if fact("pack-other", text=effect.text) in texts:
            detail = {"player": clan.name, "development": development, "text": effect.text}
            draft.event("other-effect", "development/effect", **detail)
    if texts:
        draft.forget_of(clan.name, *TEXT_GAINS)


def clear_round(draft: Draft, fresh: Mapping[str, Any] = NEW_ROUND) -> None:
    """What belongs to one round is cleared; what is unknown stays unknown."""
    changes = {clan.name: _to_clear(clan, fresh) for clan in draft.known_clans()}
    draft.set_of_each({name: zones for name, zones in changes.items() if zones})


def _to_clear(clan: ClanSheet, fresh: Mapping[str, Any]) -> dict[str, Any]:
    """The zones of a clan that are known to be not as at the beginning of a round, with their new values."""
    now = clan.__dict__
    return {zone: new for zone, new in fresh.items() if not isinstance(now[zone], Unknown) and now[zone] != new}


def forget_income(draft: Draft, player: str) -> None:
    """Where it is unknown what the developments of a clan have brought, so is what they may write on."""
    clan, box = draft.clan(player), draft.box
    if draft.possible_effects(clan, IncomeEffect) or _income(draft, clan) or _may_bring(draft, clan):
        draft.forget_of(player, *GAINS)
    if may_be_unread(draft, clan, ("round",)) or unread(box, clan, ("round",)):
        draft.forget_of(player, *TEXT_GAINS)


def _may_bring(table: Table, clan: ClanSheet) -> bool:
    """Whether the box of a round, or a settlement, may bring something to a clan."""
    box = table.box
    if box.at_round and is_unknown(table.round):
        return True
    return any(
        is_unknown(clan.settlements) or clan.settlements.get(place, 0) >= (box.settlements or {})[place].houses
        for place in box.incomes
    )


def may_bring_income(table: Table, clan: ClanSheet) -> bool:
    """Whether anything may come to a clan at the start of a round."""
    if table.known_effects(clan, IncomeEffect) or table.possible_effects(clan, IncomeEffect):
        return True
    return bool(table.box.at_round or table.box.incomes)


def _income(table: Table, clan: ClanSheet) -> list[tuple[str, IncomeEffect]]:
    """The developments of a clan that bring something, as far as they are known."""
    return _effects(table, clan, IncomeEffect)


def _effects(table: Table, clan: ClanSheet, kind: type) -> list[tuple[str, Any]]:
    """The effects of this kind that a clan has, each with its development."""
    if not table.known_effects(clan, kind):
        return []
    owned = clan.known("developments", ())
    return [(name, effect) for name in owned for effect in table.box.effects((name,), kind)]
