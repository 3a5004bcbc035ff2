"""Contradictions in a position: everything that no draft of play can have brought about.

Only what is told is held against itself; a zone that was left out contradicts nothing.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from schemas.brian_boru import Pending
from service.games.brian_boru.audit_phases import check_phase
from service.games.brian_boru.inference import (
    BY_DECISION,
    PHASE_OF,
    card_regions,
    losers_of,
)
from service.games.brian_boru.pack import CARDS, HAND, MARRIAGES
from service.games.brian_boru.table import Table, known_cards, known_marriages
from service.referee.findings import Findings
from service.referee.names import audit_names


def audit(table: Table, findings: Findings, *, thorough: bool = True) -> None:
    _players(table, findings)
    _each_card_once(table, findings)
    _marriage_cards(table, findings)
    _viking_cards(table, findings)
    _claim_tokens(table, findings)
    _marriage_track(table, findings)
    _alliance(table, findings)
    _pending(table, findings)
    if table.count in HAND and not findings.broken:
        check_phase(table, findings)


# ---------------------------------------------------------------- Components


def _players(table: Table, findings: Findings) -> None:
    """setup/players: three to five, and nobody else has anything on the table."""
    if table.count is not None and table.count not in HAND:
        findings.breaks("setup/players", count=table.count)
    audit_names(table.seating, table.known_names(), findings)


def _each_card_once(table: Table, findings: Findings) -> None:
    """components/cards."""
    if _any_twice(table.named.cards):
        counts = Counter(card for _, card in known_cards(table.known))
        for card in sorted(card for card, count in counts.items() if count > 1):
            findings.breaks("components/cards", card=card)
    for deck in table.known.shuffles or ():
        if len(deck) != CARDS or _any_twice(deck):
            findings.breaks("components/cards", "shuffle")


def _any_twice(told: Sequence[Any]) -> bool:
    """Whether a component is named twice; what is hidden may be as often as it likes."""
    different = len(set(told))
    if different == len(told):
        return False
    hidden = told.count("?")
    return different - bool(hidden) != len(told) - hidden


def _marriage_cards(table: Table, findings: Findings) -> None:
    """components/marriage-cards, setup/marriage-pile."""
    pile = table.known.marriage_pile
    if _any_twice(table.named.marriages):
        told = known_marriages(table.known)
        for card in sorted({card for card in told if told.count(card) > 1}):
            findings.breaks("components/marriage-cards", card=table.box.marriages[card].name)
    princess = table.box.princess
    if pile and (pile[-1] not in (princess, "?") or princess in pile[:-1]):
        findings.breaks("setup/marriage-pile", "princess")
    if pile is UNSET or table.count not in MARRIAGES or table.known.round is UNSET:
        return
    turned = table.known.round - (table.known.phase in ("opening", "preparation"))
    expected = MARRIAGES[table.count] + 1 - turned
    if table.known.phase is UNSET and len(pile) == expected + 1:  # before the round's card was turned up
        return
    if len(pile) != expected and table.choices["nobody_courts"] != "top-of-pile":
        findings.breaks("setup/marriage-pile", count=len(pile), expected=max(expected, 0))


def _viking_cards(table: Table, findings: Findings) -> None:
    """components/viking-cards."""
    state = table.known
    told = [strength for strength in (state.vikings_gone or ()) + (state.viking_pile or ()) if strength != "?"]
    for strength in sorted(set(told)) if sorted(told) != table.box.viking_deck else ():
        if told.count(strength) > table.box.vikings[strength]:
            findings.breaks("components/viking-cards", strength=strength, count=table.box.vikings[strength])
    if state.viking_pile is not UNSET and state.vikings_gone is not UNSET:
        count, expected = len(state.viking_pile) + len(state.vikings_gone), len(table.box.pack.vikings)
        if count != expected:
            findings.breaks("components/viking-cards", "count", count=count, expected=expected)


def _claim_tokens(table: Table, findings: Findings) -> None:
    """components/claim-tokens."""
    told = table.named.tokens
    if len(set(told)) != len(told):
        for region in sorted({region for region in told if told.count(region) > 1}):
            findings.breaks("components/claim-tokens", region=region)


# ---------------------------------------------------------------- tracks and decisions


def _marriage_track(table: Table, findings: Findings) -> None:
    """symbol/slide, symbol/courtship: one disc a space above the start, none beyond the top."""
    spaces: dict[int, str] = {}
    for player in table.known.players:
        space = player.marriage
        if space is UNSET or space == 0:
            continue
        if space > table.box.top:
            findings.breaks("symbol/courtship", "track", player=player.name, space=space, top=table.box.top)
        elif space in spaces:
            findings.breaks("symbol/slide", players=[spaces[space], player.name], space=space)
        spaces[space] = player.name


def _alliance(table: Table, findings: Findings) -> None:
    """marriage/princess: who has the alliance has the card."""
    alliance, princess = table.known.alliance, table.box.princess
    if alliance is UNSET:
        return
    for player in table.known.players:
        if player.marriages is UNSET:
            continue
        has_her = princess in player.marriages
        allied = alliance is not None and alliance.player == player.name
        if has_her != allied:
            findings.breaks("marriage/princess", "card" if allied else "side", player=player.name)


def _pending(table: Table, findings: Findings) -> None:
    """upkeep/order: decisions belong to their step."""
    state = table.known
    if state.phase is UNSET or not state.pending:
        return
    for pending in state.pending:
        if (pending.loser is None) == (pending.decision == "raid"):
            findings.breaks("upkeep/order", "loser")
        elif (pending.region is None) == (pending.decision == "card-town"):
            findings.breaks("upkeep/order", "region")
        elif PHASE_OF[pending.decision] != state.phase:
            due = BY_DECISION[pending.decision]
            findings.breaks("upkeep/order", "pending", due=due, phase=state.phase)
        elif table.count in HAND and all(name in table.by_name for name in (pending.player, pending.loser) if name):
            _who_decides(table, pending, findings)


def _who_decides(table: Table, pending: Pending, findings: Findings) -> None:
    """battle/fewest, battle/most-chooses, church/first, marriage/highest: a decision is with whom the counts say."""
    zone = {"raid": "raiders", "monastery": "church", "card-town": "marriage", "princess": "marriage"}.get(
        pending.decision
    )
    regions = card_regions(table, pending.player) if pending.region else None
    if regions is not None and pending.region not in regions:
        findings.breaks("marriage/region-town", "card", player=pending.player, region=pending.region)
    if zone is None or any(getattr(player, zone) is UNSET for player in table.known.players):
        return
    if pending.decision == "raid":
        losers, chooser = losers_of(table)
        if pending.loser is not UNSET and pending.loser not in losers:
            findings.breaks("battle/fewest", loser=pending.loser, losers=losers)
        elif pending.player != (chooser or pending.loser or pending.player):
            rule = "battle/most-chooses" if chooser else "battle/tied-most"
            findings.breaks(rule, "turn", player=pending.player, turn=chooser or pending.loser)
        return
    counts = {player.name: getattr(player, zone) for player in table.known.players}
    leaders = [name for name, count in counts.items() if count == max(counts.values()) and count]
    if zone == "church" and len(leaders) != 1:
        findings.breaks("church/first", "tied")
    elif leaders != [pending.player]:
        rule = "church/first" if zone == "church" else "marriage/highest"
        findings.breaks(rule, "turn", player=pending.player, turn=leaders[0] if leaders else "-")
