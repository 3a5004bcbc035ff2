"""Construyendo un mazo de conde, Despliegue del juego: decks, the first Earl, opening hands."""

from collections import Counter
from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Build, Mulligan, Start
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.draws import check_among
from service.games.ortus_regni.holdings import surely
from service.games.ortus_regni.pack import COPIES, DECK, FREE_TOWERS, cards_of
from service.games.ortus_regni.parts import Paused
from service.games.ortus_regni.setup import OPENING_HAND
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN, hidden
from service.referee.known import UnknownRead, is_known, is_unknown
from service.referee.table import PLAYERS

# -------------------- Building an Earl deck (Construyendo un mazo de conde)


def cards_brought(table: Table, move: Build) -> tuple[Any, ...]:
    """The cards of a deck, which may be one of the pack's."""
    return cards_of(table.box.decks[move.deck]) if isinstance(move.deck, str) else move.deck


def check_build(table: Table, move: Build, findings: Findings) -> None:
    """deck/size, deck/copies, deck/palace-apart, deck/any-mix, tournament/towers."""
    check_due(table, "build", move.player, findings)
    check_deck(cards_brought(table, move), move.towers, findings, tournament=table.tournament)


def check_deck(cards: tuple[Any, ...], towers: tuple[Any, ...], findings: Findings, *, tournament: bool) -> None:
    findings.requires("deck/size", len(cards) == DECK, count=len(cards))
    for card, count in sorted(Counter((*cards, *towers)).items()):
        if card == "palace":
            findings.breaks("deck/palace-apart")
        elif card != HIDDEN and count > COPIES:
            findings.breaks("deck/copies", card=card, count=count)
    findings.allows("deck/any-mix")
    right = len(towers) == (FREE_TOWERS if tournament else 0)
    variant = "" if tournament else "none"
    findings.requires("tournament/towers", right, variant, cite=tournament, count=len(towers))


def apply_build(draft: Draft, move: Build) -> None:
    cards = cards_brought(draft, move)
    known = HIDDEN not in cards
    draft.set_of(
        move.player,
        built=(*(sorted(cards) if known else cards), *move.towers),
        deck=draft.shuffle(cards),
        towers=move.towers,
    )
    draft.event("built", "deck/size", player=move.player)
    if not any(draft.deck(name) is None for name in draft.order):
        everybody = draft.seats_known and all(is_known(draft.deck(name)) for name in draft.order)
        draft.set(phase="start" if everybody else UNSET)


# ---------------------------------------------------------------- Setup (Despliegue del juego)


def check_start(table: Table, move: Start, findings: Findings) -> None:
    """setup/first-earl, setup/opening-hand."""
    check_due(table, "start", None, findings)
    for name, cards in (move.hands or {}).items():
        if len(cards) != OPENING_HAND:
            findings.breaks("setup/opening-hand", player=name, count=len(cards))
        deck = table.deck(name)
        check_among(table, name, cards, hidden(DECK) if is_unknown(deck) or not deck else deck, findings)
    findings.allows("setup/first-earl", "setup/opening-hand")


def apply_start(draft: Draft, move: Start) -> None:
    """setup/first-earl, setup/cube-back, setup/opening-hand."""
    draft.set(first=move.player, turn=move.player, phase="mulligan", pending=None)
    hands = move.hands or {}
    for name in draft.order:
        draft.draw(name, OPENING_HAND, hands.get(name, UNSET))
    draft.event("first-earl", "setup/first-earl", player=move.player)
    draft.event("hands-drawn", "setup/opening-hand", count=OPENING_HAND)
    draft.event("cube-back", "setup/cube-back", player=move.player)


def check_mulligan(table: Table, move: Mulligan, findings: Findings) -> None:
    """setup/mulligan, setup/mulligan-order: once, the whole hand, in turn order."""
    check_due(table, "mulligan", move.player, findings)
    if is_known(table.mulligan(move.player)):
        findings.breaks("setup/mulligan", "twice", player=move.player)
    if surely(lambda: _has_passed(table, move.player)):
        findings.breaks("setup/mulligan-order")
    findings.allows("setup/mulligan")
    if move.drawn is UNSET:
        return
    if len(move.drawn) != (OPENING_HAND if move.redraw else 0):
        findings.breaks("setup/mulligan", "count", count=len(move.drawn))
        return
    deck, hand = table.deck(move.player), table.hand(move.player)
    if isinstance(deck, tuple) and is_known(hand):
        check_among(table, move.player, move.drawn, (*deck, *hand), findings)


def _has_passed(table: Table, name: str) -> bool:
    """setup/mulligan-order: whether an Earl has decided who comes after this one."""
    if not table.seats_known:
        raise UnknownRead((PLAYERS,))
    seats = table.from_seat(table.first)
    return any(is_known(table.mulligan(other)) for other in seats[seats.index(name) + 1 :])


def apply_mulligan(draft: Draft, move: Mulligan) -> None:
    draft.set_of(move.player, mulligan=move.redraw)
    if move.redraw:
        _redraw(draft, move)
        draft.event("redrawn", "setup/mulligan", player=move.player, count=OPENING_HAND)
    else:
        draft.event("kept", "setup/mulligan", player=move.player)
    first = draft.first
    if not draft.seats_known or is_unknown(first):
        draft.set(turn=UNSET, phase=UNSET)
        raise Paused
    seats = draft.from_seat(first)
    after = seats[seats.index(move.player) + 1 :]
    draft.set(turn=after[0] if after else first, phase="mulligan" if after else "turn")
    if not after:
        draft.event("play-begins", "turn/order", player=first)


def _redraw(draft: Draft, move: Mulligan) -> None:
    """setup/mulligan: the whole hand is shuffled back, and five new cards are drawn."""
    deck, hand = draft.deck(move.player), draft.hand(move.player)
    if is_known(deck) and is_known(hand):
        draft.set_of(move.player, deck=draft.shuffle((*hand, *deck), move.drawn), hand=())
        draft.draw(move.player, OPENING_HAND, move.drawn)
        return
    draft.draw_chance()
    draft.change_of(move.player, "deck", lambda deck: hidden(len(deck)))  # unknown cards are shuffled into it
    draft.change_of(move.player, "hand", lambda _: hidden(OPENING_HAND) if move.drawn is UNSET else move.drawn)
