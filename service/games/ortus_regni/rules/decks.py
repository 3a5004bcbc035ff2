"""Construyendo un mazo de conde, Despliegue del juego: decks, the first Earl, opening hands."""

from collections import Counter
from typing import Any

from msgspec import UNSET

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Build, Mulligan, Start
from service.games.ortus_regni.cards import HIDDEN, hidden
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.draws import check_among
from service.games.ortus_regni.pack import COPIES, DECK, FREE_TOWERS, cards_of
from service.games.ortus_regni.setup import OPENING_HAND
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import may
from service.games.ortus_regni.untold import Paused
from service.referee.findings import Findings

# -------------------- Building an Earl deck (Construyendo un mazo de conde)


def cards_brought(table: Table, move: Build) -> tuple[Any, ...]:
    """The cards of a deck, which may be one of the pack's."""
    return cards_of(table.box.decks[move.deck]) if isinstance(move.deck, str) else move.deck


def check_build(table: Table, move: Build, findings: Findings) -> None:
    """deck/size, deck/copies, deck/palace-apart, deck/any-mix, tournament/towers."""
    may(table, "build", move.player, findings)
    check_deck(cards_brought(table, move), move.towers, findings, tournament=table.tournament)


def check_deck(cards: tuple[Any, ...], towers: tuple[Any, ...], findings: Findings, *, tournament: bool) -> None:
    if len(cards) != DECK:
        findings.breaks("deck/size", count=len(cards))
    else:
        findings.allows("deck/size")
    for card, count in sorted(Counter((*cards, *towers)).items()):
        if card == "palace":
            findings.breaks("deck/palace-apart")
        elif card != HIDDEN and count > COPIES:
            findings.breaks("deck/copies", card=card, count=count)
    findings.allows("deck/any-mix")
    if len(towers) != (FREE_TOWERS if tournament else 0):
        findings.breaks("tournament/towers", "" if tournament else "none", count=len(towers))
    elif tournament:
        findings.allows("tournament/towers")


def apply_build(draft: Draft, move: shapes.Build) -> None:
    cards = cards_brought(draft, move)
    known = HIDDEN not in cards
    draft.set_of(
        move.player,
        built=(*(sorted(cards) if known else cards), *move.towers),
        deck=draft.shuffle(cards),
        towers=move.towers,
    )
    draft.event("built", "deck/size", player=move.player)
    decks = [player.deck for player in draft.by_name.values()]
    if None not in decks:
        draft.set(phase="start" if draft.seats_known and UNSET not in decks else UNSET)


# ---------------------------------------------------------------- Setup (Despliegue del juego)


def check_start(table: Table, move: Start, findings: Findings) -> None:
    """setup/first-earl, setup/opening-hand."""
    may(table, "start", None, findings)
    for name, cards in (move.hands or {}).items():
        if len(cards) != OPENING_HAND:
            findings.breaks("setup/opening-hand", player=name, count=len(cards))
        check_among(table, name, cards, table.by_name[name].deck or (HIDDEN,) * DECK, findings)
    findings.allows("setup/first-earl", "setup/opening-hand")


def apply_start(draft: Draft, move: shapes.Start) -> None:
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
    may(table, "mulligan", move.player, findings)
    findings.allows("setup/mulligan")
    if move.drawn is UNSET:
        return
    if len(move.drawn) != (OPENING_HAND if move.redraw else 0):
        findings.breaks("setup/mulligan", "count", count=len(move.drawn))
        return
    player = table.by_name[move.player]
    if isinstance(player.deck, tuple) and player.hand is not UNSET:
        check_among(table, move.player, move.drawn, (*player.deck, *player.hand), findings)


def apply_mulligan(draft: Draft, move: shapes.Mulligan) -> None:
    player = draft.by_name[move.player]
    if move.redraw:
        if isinstance(player.deck, tuple) and player.hand is not UNSET:
            draft.set_of(move.player, deck=draft.shuffle((*player.hand, *player.deck), move.drawn), hand=())
            draft.draw(move.player, OPENING_HAND, move.drawn)
        else:
            draft.draw_chance()
            if isinstance(player.deck, tuple):  # cards that nobody told are shuffled into it
                draft.set_of(move.player, deck=hidden(len(player.deck)))
            if player.hand is not UNSET:
                draft.set_of(move.player, hand=hidden(OPENING_HAND) if move.drawn is UNSET else move.drawn)
        draft.event("redrawn", "setup/mulligan", player=move.player, count=OPENING_HAND)
    else:
        draft.event("kept", "setup/mulligan", player=move.player)
    first = draft.state.first
    if not draft.seats_known or first is UNSET:
        draft.set(turn=UNSET, phase=UNSET)
        raise Paused
    seats = draft.from_seat(first)
    after = seats[seats.index(move.player) + 1 :]
    draft.set(turn=after[0] if after else first, phase="mulligan" if after else "turn")
    if not after:
        draft.event("play-begins", "turn/order", player=first)
