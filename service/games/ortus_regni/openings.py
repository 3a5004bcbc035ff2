"""What speaks for and against decks, the first Earl and new opening hands."""

from collections import Counter
from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import (
    Build,
    Mulligan,
    Start,
)
from service.games.ortus_regni.cards import HIDDEN
from service.games.ortus_regni.draws import check_among
from service.games.ortus_regni.may import may
from service.games.ortus_regni.pack import COPIES, DECK, FREE_TOWERS, cards_of
from service.games.ortus_regni.setup import OPENING_HAND
from service.games.ortus_regni.table import (
    Table,
)
from service.referee.findings import Findings


def deck_told(table: Table, move: Build) -> tuple[Any, ...]:
    """The cards of a deck, which may be one of the pack's."""
    return cards_of(table.box.decks[move.deck]) if isinstance(move.deck, str) else move.deck


def check_build(table: Table, move: Build, findings: Findings) -> None:
    """deck/size, deck/copies, deck/palace-apart, deck/any-mix, tournament/towers."""
    may(table, "build", move.player, findings)
    check_deck(deck_told(table, move), move.towers, findings, tournament=table.tournament)


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


def check_start(table: Table, move: Start, findings: Findings) -> None:
    """setup/first-earl, setup/opening-hand."""
    may(table, "start", None, findings)
    for name, cards in (move.hands or {}).items():
        if len(cards) != OPENING_HAND:
            findings.breaks("setup/opening-hand", player=name, count=len(cards))
        check_among(table, name, cards, table.by_name[name].deck or (HIDDEN,) * DECK, findings)
    findings.allows("setup/first-earl", "setup/opening-hand")


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
