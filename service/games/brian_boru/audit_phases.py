"""Contradictions of a position with its phase."""

from collections import Counter

from msgspec import UNSET

from schemas.brian_boru import Trick
from service.games.brian_boru.inference import (
    CHOSEN,
    to_keep,
    winner_of,
)
from service.games.brian_boru.pack import CARDS, HAND
from service.games.brian_boru.rules.claims import unsettled_claims
from service.games.brian_boru.setup import START_COINS, START_POINTS, START_RENOWN
from service.games.brian_boru.table import Table
from service.referee.findings import Findings


def check_phase(table: Table, findings: Findings) -> None:
    state = table.known
    if state.phase in ("deal", "draft", "trick", "actions") and state.marriage_card is None:
        findings.breaks("preparation/marriage", "none")
    if state.phase in ("preparation", "over"):
        _between_rounds(table, findings)
    match state.phase:
        case "opening":
            _opening(table, findings)
        case "draft":
            _draft(table, findings)
        case "trick" | "actions":
            _trick(table, findings)
        case "over" if state.marriage_pile:
            findings.breaks("end/last-round", count=len(state.marriage_pile))
    if state.phase in ("draft", "trick", "actions") and not findings.broken:
        _count_cards(table, findings)


def _opening(table: Table, findings: Findings) -> None:
    """setup/start, opening/order, opening/region."""
    state = table.known
    _nothing_yet(table, findings)
    if state.marker is None and state.towns:
        findings.breaks("setup/first-player", "opened")
    for player in state.players:
        start = {
            "coins": START_COINS,
            "renown": START_RENOWN,
            "points": START_POINTS,
            "marriage": 0,
            "raiders": 0,
            "church": 0,
        }
        for zone, amount in start.items():
            told = getattr(player, zone)
            if told is not UNSET and told != amount:
                findings.breaks("setup/start", player=player.name, zone=zone, count=told, expected=amount)
    towns = state.towns or {}
    discs = Counter(held.disc for held in towns.values())
    for name, count in discs.items():
        if count > 1:
            findings.breaks("opening/order", "twice", player=name, count=count)
    if discs and isinstance(state.marker, str) and not findings.broken:
        placed = table.clockwise(state.marker)[: len(discs)]
        if set(placed) != set(discs):
            findings.breaks("opening/order", "skipped", player=next(name for name in placed if name not in discs))
    regions = Counter(table.box.towns[town].region for town in towns)
    shared = sorted(region for region, count in regions.items() if count > 1)
    if shared and not findings.broken and table.choices["opening_regions"] == "own":
        findings.breaks("opening/region", "shared", region=shared[0])


def _nothing_yet(table: Table, findings: Findings) -> None:
    """setup/start: what the table cannot have before the first round."""
    state, towns = table.known, (table.known.towns or {}).values()
    there = {
        "claims": any(player.claims for player in state.players) or bool(state.face_up),
        "raiders": bool(state.raiders),
        "viking": any(held.viking for held in towns),
        "monastery": any(held.monastery for held in towns),
        "round": state.round is not UNSET and state.round > 1,
    }
    for zone, is_there in there.items():
        if is_there:
            findings.breaks("setup/start", "table", zone=zone)


def _between_rounds(table: Table, findings: Findings) -> None:
    """battle/clear, claims/flip, claims/majority, claims/vikings: how the upkeep leaves the table."""
    state = table.known
    if state.raiders:
        findings.breaks("battle/clear", count=state.raiders)
    first = state.phase == "preparation" and state.round in (UNSET, 1)
    told = all(player.claims is not UNSET for player in state.players) and table.count in HAND
    if first or not told or UNSET in (state.towns, state.face_up, state.alliance):
        return
    for rule, region in unsettled_claims(table):
        findings.breaks(rule, region=region)


def _draft(table: Table, findings: Findings) -> None:
    """draft/pick-two, draft/deal: everybody has had as many cards."""
    had = {}
    for player in table.known.players:
        if player.picked and len(player.picked) != (to_keep(table, player.name) or len(player.picked)):
            findings.breaks("draft/pick-two", count=len(player.picked))
        if UNSET not in (player.hand, player.dealt, player.picked):
            had[player.name] = len(player.hand or ()), len(player.dealt or ()) + len(player.picked or ())
    if len(set(had.values())) > 1:
        findings.breaks("draft/deal", "uneven", counts={name: sum(counts) for name, counts in had.items()})
    elif had:
        kept, lying = next(iter(had.values()))
        if kept % CHOSEN or kept + lying != HAND[table.count or 0]:
            findings.breaks("draft/deal", "uneven", counts={name: sum(counts) for name, counts in had.items()})


def _trick(table: Table, findings: Findings) -> None:
    """trick/order, trick/leader, trick/winner: a trick that can have been played so."""
    state, trick = table.known, table.known.trick
    if trick:
        _played(table, trick, findings)
        if trick.town is not None and state.marker:
            findings.breaks("trick/leader", "on_board", town=trick.town, player=state.marker)
    elif trick is None and state.phase == "actions":
        findings.breaks("action/own-card", "nobody")
    elif trick is None and state.marker is None:
        findings.breaks("trick/leader", "nobody")
    _hands(table, findings)


def _played(table: Table, trick: Trick, findings: Findings) -> None:
    names = [played.player for played in table.played or ()]
    if trick.played is UNSET:
        pass
    elif len(set(names)) != len(names):
        findings.breaks("trick/order", "twice", players=names)
    elif table.known.phase == "trick":
        if names and names != table.clockwise(names[0])[: len(names)]:
            findings.breaks("trick/order", "seats", players=names)
    elif trick.town is not None and trick.winner is not UNSET and len(names) == table.count:
        winner = winner_of(table, trick)
        if winner != trick.winner:
            findings.breaks("trick/winner", player=trick.winner, winner=winner)
    elif trick.town is not None and trick.winner is not UNSET:
        _winner_of_the_rest(table, trick, trick.winner, findings)
    if trick.town is None and trick.winner is not UNSET and trick.winner in names:
        findings.breaks("trick/winner", "acted", player=trick.winner)
    held = table.held(trick.town) if trick.town is not None else None
    if held is not None and table.choices["expand_into_active"] == "forbidden":
        findings.breaks("trick/empty-town", town=trick.town)


def _winner_of_the_rest(table: Table, trick: Trick, winner: str, findings: Findings) -> None:
    """trick/winner, action/ascending: who takes the town has not acted, and no card left is better."""
    cards = {played.player: played.card for played in table.played or ()}
    if winner not in cards:
        findings.breaks("trick/winner", "not_taken", player=winner, town=trick.town)
        return
    colours = (table.box.towns[trick.town or ""].colour, "white")
    fitting = [name for name, card in cards.items() if table.box.cards[card].colour in colours]
    if winner not in fitting:
        # Only who led without a card that fits: still the first in order, and white only if the table plays it so.
        beaten = table.choices["leader_without_match"] != "as-white"
        better = [name for name in cards if name in fitting and (beaten or cards[name] > cards[winner])]
        better = better or [name for name in list(cards)[:1] if name != winner]
    else:
        better = [name for name in fitting if cards[name] > cards[winner]]
    if better:
        findings.breaks("trick/winner", player=winner, winner=max(better, key=cards.__getitem__))


def _hands(table: Table, findings: Findings) -> None:
    """trick/order: everybody has as many cards, those played in this trick counted."""
    state = table.known
    everybody_played = state.phase == "actions"
    under_way = everybody_played or bool(state.trick)
    cards_known = everybody_played or table.played is not None
    waiting = set() if everybody_played else {played.player for played in table.played or ()}
    counts = {
        player.name: len(player.hand) + (everybody_played or player.name in waiting)
        for player in state.players
        if player.hand is not UNSET
    }
    if not counts:
        return
    most, fewest = max(counts.values()), min(counts.values())
    if most - fewest > (not cards_known):  # some may have played in a trick not told
        findings.breaks("trick/order", "hands", counts=counts)
    elif not cards_known or state.trick is UNSET:
        return
    elif fewest <= under_way and fewest < under_way + table.cards_left_at_end:
        findings.breaks("trick/last-card", "played")


def _count_cards(table: Table, findings: Findings) -> None:
    """components/cards, draft/unseen: all cards are somewhere."""
    state = table.known
    if state.unseen is not UNSET:
        expected = CARDS - HAND[table.count or 0] * (table.count or 0)
        if len(state.unseen) != expected:
            findings.breaks("draft/unseen", count=len(state.unseen), expected=expected)
    total = len(table.named.cards)
    if table.named.every_card_zone and total != CARDS and not findings.broken:
        findings.breaks("components/cards", "count", count=total, expected=CARDS)
