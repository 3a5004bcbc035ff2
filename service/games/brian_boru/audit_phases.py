"""Contradictions of a position with its phase."""

from collections import Counter
from functools import partial

from service.games.brian_boru.inference import CHOSEN, to_keep, winner_of
from service.games.brian_boru.pack import CARDS
from service.games.brian_boru.rules.claims import unsettled_claims
from service.games.brian_boru.setup import START_COINS, START_POINTS, START_RENOWN
from service.games.brian_boru.table import Table
from service.games.brian_boru.turns import is_clockwise
from service.referee.findings import Findings
from service.referee.known import Unknown, attempt, is_known, is_unknown, truth


def check_phase(table: Table, findings: Findings) -> None:
    """Contradictions of the phase, where it is known, with the other zones."""
    phase = table.phase
    if isinstance(phase, Unknown):
        return
    if phase in ("deal", "draft", "trick", "actions") and table.marriage_card is None:
        findings.breaks("preparation/marriage", "none")
    if phase != "draft":
        _nothing_to_choose_from(table, findings)
    if phase in ("preparation", "over"):
        _between_rounds(table, findings)
    match phase:
        case "opening":
            _opening(table, findings)
        case "preparation" if not findings.broken and _has_just_opened(table):
            _opening(table, findings)
        case "draft":
            _draft(table, findings)
        case "trick" | "actions":
            _trick(table, findings)
        case "over" if truth(lambda: table.marriage_pile == ()) is False:
            findings.breaks("end/last-round", count=len(table.marriage_pile))
    if phase in ("draft", "trick", "actions") and not findings.broken:
        _count_cards(table, findings)


# ---------------------------------------------------------------- The opening, and between rounds

START = {
    "coins": START_COINS,
    "renown": START_RENOWN,
    "points": START_POINTS,
    "marriage": 0,
    "raiders": 0,
    "church": 0,
}
"""What everybody has before the first round."""


def _opening(table: Table, findings: Findings) -> None:
    """setup/start, opening/order, opening/region."""
    _nothing_yet(table, findings)
    towns, marker = table.known_towns(), table.marker
    if marker is None and towns:
        findings.breaks("setup/first-player", "opened")
    for name in table.order:
        for zone, amount in START.items():
            there = table.of(name, zone)
            if is_known(there) and there != amount:
                findings.breaks("setup/start", player=name, zone=zone, count=there, expected=amount)
    discs = Counter(held.disc for held in towns.values())
    for name, count in discs.items():
        if count > 1:
            findings.breaks("opening/order", "twice", player=name, count=count)
    if discs and isinstance(marker, str) and not findings.broken:
        placed = table.clockwise(marker)[: len(discs)]
        if set(placed) != set(discs):
            findings.breaks("opening/order", "skipped", player=next(name for name in placed if name not in discs))
    regions = Counter(table.region_of(town) for town in towns)
    shared = sorted(region for region, count in regions.items() if count > 1)
    if shared and not findings.broken and table.choices["opening_regions"] == "own":
        findings.breaks("opening/region", "shared", region=shared[0])


def _has_just_opened(table: Table) -> bool:
    """Whether the first round is about to begin: all have opened, and nothing else has happened."""
    return truth(lambda: table.round == 1) is True or table.was_in_opening


def _nothing_yet(table: Table, findings: Findings) -> None:
    """setup/start: what the table cannot have before the first round."""
    discs = table.known_towns().values()
    there = {
        "claims": any(table.known_of("claims").values()) or truth(lambda: table.face_up != ()) is True,
        "raiders": truth(lambda: table.raiders > 0) is True,
        "viking": any(held.viking for held in discs),
        "monastery": any(held.monastery for held in discs),
        "round": truth(lambda: table.round > 1) is True,
    }
    for zone, is_there in there.items():
        if is_there:
            findings.breaks("setup/start", "table", zone=zone)


def _between_rounds(table: Table, findings: Findings) -> None:
    """battle/clear, claims/flip, claims/majority, claims/vikings: how the upkeep leaves the table."""
    if truth(lambda: table.raiders > 0) is True:
        findings.breaks("battle/clear", count=table.raiders)
    may_be_first = table.phase == "preparation" and truth(lambda: table.round == 1) is not False
    zones = (table.everybodys("claims"), table.towns, table.face_up, table.alliance)
    if not may_be_first and not any(map(is_unknown, zones)):
        for rule, region in unsettled_claims(table):
            findings.breaks(rule, region=region)


# ---------------------------------------------------------------- The draft


def _draft(table: Table, findings: Findings) -> None:
    """draft/pick-two, draft/deal: everybody has had as many cards."""
    for name, picked in table.known_of("picked").items():
        expected = attempt(partial(to_keep, table, name))
        if picked and is_known(expected) and len(picked) != (expected or len(picked)):
            findings.breaks("draft/pick-two", count=len(picked))
    had = {}
    for name in table.order:
        cards = attempt(partial(_cards_had, table, name))
        if not isinstance(cards, Unknown):
            had[name] = cards
    uneven = len(set(had.values())) > 1
    if had and not uneven:
        kept, lying = next(iter(had.values()))
        uneven = kept % CHOSEN != 0 or kept + lying != table.hand_size
    if uneven:
        findings.breaks("draft/deal", "uneven", counts={name: sum(counts) for name, counts in had.items()})


def _nothing_to_choose_from(table: Table, findings: Findings) -> None:
    """draft/keep-last: before and after the draft nobody has cards to choose from, or has just chosen some."""
    for zone in ("dealt", "picked"):
        for name, cards in table.known_of(zone).items():
            if cards:
                findings.breaks("draft/keep-last", zone, player=name)


def _cards_had(table: Table, name: str) -> tuple[int, int]:
    """How many cards a player has kept, and how many lie there to be chosen or have just been."""
    return len(table.hand(name)), len(table.dealt(name)) + len(table.picked(name))


# ---------------------------------------------------------------- The trick


def _trick(table: Table, findings: Findings) -> None:
    """trick/order, trick/leader, trick/winner: a trick that can have been played so."""
    if table.is_trick_there is True:
        _played(table, findings)
        if table.active_town is not None and isinstance(table.marker, str):
            findings.breaks("trick/leader", "on_board", town=table.active_town, player=table.marker)
    elif table.trick is None and table.phase == "actions":
        findings.breaks("action/own-card", "nobody")
    elif table.trick is None and table.marker is None:
        findings.breaks("trick/leader", "nobody")
    _hands(table, findings)


def _played(table: Table, findings: Findings) -> None:
    """trick/order, trick/winner, trick/empty-town: the cards, the winner and the town of a trick that lies there."""
    town, winner = table.active_town, table.winner
    names = [played.player for played in table.known_played()]
    if is_known(table.cards_played):
        if len(set(names)) != len(names):
            findings.breaks("trick/order", "twice", players=names)
        elif not is_clockwise(table, names) or (table.phase == "trick" and _is_somebody_skipped(table, names)):
            findings.breaks("trick/order", "seats", players=names)
        elif table.phase == "actions" and town is not None and isinstance(winner, str):
            _winner(table, town, winner, findings)
    if winner is None and (town is None or table.phase == "actions"):
        findings.breaks("trick/winner", "nobody")
    elif isinstance(winner, str) and table.phase == "trick":
        findings.breaks("trick/winner", "early", player=winner)
    elif town is None and isinstance(winner, str) and winner in names:
        findings.breaks("trick/winner", "acted", player=winner)
    occupied = truth(lambda: town is not None and not table.is_free(town)) is True
    if occupied and table.choices["expand_into_active"] == "forbidden":
        findings.breaks("trick/empty-town", town=town)


def _is_somebody_skipped(table: Table, names: list[str]) -> bool:
    """trick/order: whether somebody who sits between these players has not played."""
    return bool(names) and names != table.clockwise(names[0])[: len(names)]


def _winner(table: Table, town: str, winner: str, findings: Findings) -> None:
    """trick/winner: by the cards, all of which or some of which still lie there."""
    cards = table.cards_played
    if len(cards) < table.count:
        _winner_of_the_rest(table, town, winner, findings)
    elif winner_of(table, town, cards) != winner:
        findings.breaks("trick/winner", player=winner, winner=winner_of(table, town, cards))


def _winner_of_the_rest(table: Table, town: str, winner: str, findings: Findings) -> None:
    """trick/winner, action/ascending: who takes the town has not acted, and no card left is better."""
    cards = {played.player: played.card for played in table.cards_played}
    if winner not in cards:
        findings.breaks("trick/winner", "not_taken", player=winner, town=town)
        return
    colours = (table.box.towns[town].colour, "white")
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


# ---------------------------------------------------------------- Cards


def _hands(table: Table, findings: Findings) -> None:
    """trick/order: everybody has as many cards, those played in this trick counted."""
    everybody_played = table.phase == "actions"
    under_way = everybody_played or table.is_trick_there is True
    cards_known = everybody_played or is_known(table.cards_played)
    waiting = set() if everybody_played else {played.player for played in table.known_played()}
    counts = {
        name: len(hand) + (everybody_played or name in waiting) for name, hand in table.known_of("hand").items()
    }
    if not counts:
        return
    most, fewest = max(counts.values()), min(counts.values())
    if most - fewest > (not cards_known):  # some may have played in an unknown trick
        findings.breaks("trick/order", "hands", counts=counts)
    elif (
        cards_known and is_known(table.trick) and fewest <= under_way and fewest < under_way + table.cards_left_at_end
    ):
        findings.breaks("trick/last-card", "played")


def _count_cards(table: Table, findings: Findings) -> None:
    """components/cards, draft/unseen: all cards are somewhere."""
    expected, unseen = CARDS - table.hand_size * table.count, table.unseen
    if is_known(unseen) and len(unseen) != expected:
        findings.breaks("draft/unseen", count=len(unseen), expected=expected)
    total = len(table.named.cards)
    if table.named.every_card_zone and total != CARDS and not findings.broken:
        findings.breaks("components/cards", "count", count=total, expected=CARDS)
