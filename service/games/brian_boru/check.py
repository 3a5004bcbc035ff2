"""What speaks for and against a move, rule by rule, in the order of the book.

Whose turn it is stands in ``may``; the symbols of an action in ``actions``, the upkeep in ``decisions``.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any

from msgspec import UNSET

from schemas.brian_boru import (
    Act,
    Build,
    Card,
    Deal,
    Lead,
    Move,
    Open,
    Pick,
    Play,
    Prepare,
    Raid,
    Settle,
    Start,
    Wed,
)
from service.games.brian_boru.actions import check_symbols
from service.games.brian_boru.decisions import check_build, check_raid, check_settle, check_wed
from service.games.brian_boru.may import fits_phase, may
from service.games.brian_boru.pack import CARDS
from service.games.brian_boru.table import Table, marriages_told
from service.games.brian_boru.tricks import CHOSEN, hidden, to_keep
from service.games.brian_boru.turn import turn
from service.referee.findings import Findings

# ---------------------------------------------------------------- Setup


def check_start(table: Table, move: Start, findings: Findings) -> None:
    """setup/first-player: drawn once, before anybody opens."""
    state = table.state
    if state.phase not in (UNSET, "opening") or (state.phase is UNSET and turn(table) is not None):
        may(table, "start", None, findings)
    elif state.marker or state.towns or (state.phase is UNSET and fits_phase(table, "start") is None):
        findings.breaks("setup/first-player")
    else:
        findings.allows("setup/first-player")
        if state.phase is UNSET or state.marker is UNSET:
            findings.assumes("not-drawn")


def check_open(table: Table, move: Open, findings: Findings) -> None:
    """opening/order, opening/empty-town, opening/region."""
    may(table, "open", move.player, findings)
    towns = table.state.towns
    if towns is UNSET:
        findings.assumes("free-town-opening", town=move.town)
        if table.choices["opening_regions"] == "own":
            findings.assumes("own-region", town=move.town, player=move.player)
        return
    if move.town in towns:
        findings.breaks("opening/empty-town", town=move.town, player=towns[move.town].disc)
    else:
        findings.allows("opening/empty-town")
    region = table.box.towns[move.town].region
    others = [town for town in table.box.regions[region] if town in towns and towns[town].disc != move.player]
    if others:
        if table.choices["opening_regions"] == "own":
            findings.breaks("opening/region", region=region, player=towns[others[0]].disc, town=others[0])
        return
    findings.allows("opening/region")


# ---------------------------------------------------------------- Preparation phase


def check_prepare(table: Table, move: Prepare, findings: Findings) -> None:
    may(table, "prepare", None, findings)
    _viking_card(table, move, findings)
    _marriage_card(table, move, findings)
    if any(player.raiders or player.church or player.marriage for player in table.state.players):
        findings.allows("round/carry-over")


def _viking_card(table: Table, move: Prepare, findings: Findings) -> None:
    """preparation/vikings, components/viking-cards: the top card, which must be one that can still come."""
    pile, gone = table.state.viking_pile, table.state.vikings_gone or ()
    top = pile[0] if pile else "?"
    if move.vikings is UNSET:
        if top == "?":
            findings.needs("viking-top")
        else:
            findings.allows("preparation/vikings")
        return
    known = sum(1 for strength in chain(gone, pile[1:] if pile else ()) if strength == move.vikings)
    if known >= table.box.vikings[move.vikings]:
        findings.breaks("components/viking-cards", strength=move.vikings, count=table.box.vikings[move.vikings])
    elif top not in ("?", move.vikings):
        findings.breaks("preparation/vikings")
    elif not pile:
        findings.assumes("from-viking-deck", strength=move.vikings)
    else:
        findings.allows("preparation/vikings")


def _marriage_card(table: Table, move: Prepare, findings: Findings) -> None:
    """preparation/marriage, setup/marriage-pile: the top card; the Princess comes last."""
    pile, princess = table.state.marriage_pile, table.box.princess
    top = pile[0] if pile else "?"
    if move.marriage is UNSET:
        if pile == ():
            findings.breaks("setup/marriage-pile", count=0, expected=1)
        elif top == "?":
            findings.needs("marriage-top")
        else:
            findings.allows("preparation/marriage")
        return
    if pile == ():
        findings.breaks("setup/marriage-pile", count=0, expected=1)
    elif top not in ("?", move.marriage):
        findings.breaks("preparation/marriage")
    elif top == "?" and move.marriage in marriages_told(table.state):
        rule = "setup/marriage-pile" if move.marriage == princess else "components/marriage-cards"
        findings.breaks(rule, "again", card=table.box.marriages[move.marriage].name)
    elif pile is UNSET:
        findings.assumes("from-marriage-pile", card=table.box.marriages[move.marriage].name)
    elif (move.marriage == princess) != (len(pile) == 1):
        findings.breaks("setup/marriage-pile", "again", card=table.box.marriages[move.marriage].name)
    else:
        findings.allows("preparation/marriage")


# ---------------------------------------------------------------- Draft phase


def check_deal(table: Table, move: Deal, findings: Findings) -> None:
    """draft/deal, components/cards: the same number for everybody, no card twice, and as a known shuffle has it."""
    may(table, "deal", None, findings)
    size = table.hand_size
    if size is None:
        findings.needs("whole-table")
        return
    hands = {} if move.hands is UNSET else move.hands
    for name, cards in hands.items():
        if len(cards) != size:
            findings.breaks("draft/deal", player=name, count=len(cards), expected=size)
    told = [card for cards in hands.values() for card in cards if card != "?"]
    for card in sorted({card for card in told if told.count(card) > 1}):
        findings.breaks("components/cards", "twice", card=card)
    if findings.broken:
        return
    if hands and table.state.shuffles and not _as_shuffled(table, move):
        # The message names no card: what the shuffle holds is nobody's to know.
        findings.breaks("draft/deal", "shuffle")
    else:
        findings.allows("draft/deal")


def _as_shuffled(table: Table, move: Deal) -> bool:
    known, _ = hands_dealt(table, Deal())
    for name, cards in (move.hands or {}).items():
        there, told = set(known[name]) - {"?"}, set(cards) - {"?"}
        if len(told - there) > known[name].count("?") or len(there - told) > cards.count("?"):
            return False
    return True


def hands_dealt(table: Table, move: Deal) -> tuple[dict[str, tuple[Card, ...]], tuple[Card, ...]]:
    """The hands and the card that stays out, as far as they are told or a known shuffle gives them."""
    size = table.hand_size
    assert size is not None
    state = table.state
    deck: tuple[Card, ...] = state.shuffles[0] if state.shuffles else hidden(CARDS)
    hands = {name: deck[seat * size : (seat + 1) * size] for seat, name in enumerate(table.order)}
    hands.update({} if move.hands is UNSET else move.hands)
    return hands, deck[size * len(table.order) : CARDS]


def check_pick(table: Table, move: Pick, findings: Findings) -> None:
    """draft/pick-two, draft/keep-last, draft/from-dealt, draft/no-swap."""
    may(table, "pick", move.player, findings)
    player = table.by_name[move.player]
    known = [card for card in move.cards if card != "?"]
    _number_kept(table, move, findings)
    for card in sorted({card for card in known if known.count(card) > 1}):
        findings.breaks("components/cards", "twice", card=card)
    for card in dict.fromkeys(known):
        place = table.place_of(card)
        if place == f"dealt {move.player}":
            continue
        if place in (f"hand {move.player}", f"picked {move.player}"):
            findings.breaks("draft/no-swap", card=card)
        elif place is not None or (player.dealt is not UNSET and "?" not in player.dealt):
            findings.breaks("draft/from-dealt", card=card, player=move.player)
        elif player.dealt is UNSET:
            findings.assumes("dealt-card", card=card, player=move.player)
    if player.dealt is not UNSET and not findings.broken:
        hidden = player.dealt.count("?")
        if sum(card not in player.dealt for card in known) > hidden or len(player.dealt) < len(move.cards):
            findings.breaks("draft/from-dealt", "few", player=move.player)
    findings.allows("draft/from-dealt")


def _number_kept(table: Table, move: Pick, findings: Findings) -> None:
    """draft/pick-two, draft/keep-last: two cards, or the one that is left with five players."""
    count, expected = len(move.cards), to_keep(table, move.player)
    dealt = table.by_name[move.player].dealt
    if count not in (1, CHOSEN) or (count == 1 and expected == CHOSEN):
        findings.breaks("draft/pick-two", count=count)
    elif expected is not None and count != expected:
        findings.breaks("draft/keep-last", "whole", count=count, expected=expected)
    elif expected is None:
        findings.assumes("last-card" if count == 1 else "two-cards", player=move.player)
    elif count == 1 or (dealt is not UNSET and len(dealt) == CHOSEN):
        findings.allows("draft/keep-last")
    else:
        findings.allows("draft/pick-two")


# ---------------------------------------------------------------- Action phase: tricks


def check_lead(table: Table, move: Lead, findings: Findings) -> None:
    if _only_last_cards_were_left(table):
        findings.breaks("trick/last-card", player=move.player)
        return
    may(table, "lead", move.player, findings)
    in_hand(table, move.player, move.card, findings)
    free = table.is_free(move.town)
    if free is None:
        findings.assumes("free-town", town=move.town)
    elif not free:
        held = table.held(move.town)
        viking = held is not None and held.viking
        findings.breaks("trick/empty-town", "viking" if viking else "", town=move.town)
    else:
        findings.allows("trick/empty-town")
    lead_colour(table, move, findings)


def _only_last_cards_were_left(table: Table) -> bool:
    """Whether the table came with nothing but last cards in hand: they have gone out by themselves, unplayed."""
    if table.sent_state.phase != "trick" or table.state.phase == "trick" or table.sent_state.trick is not None:
        return False
    return any(len(player.hand) == 1 for player in table.sent_state.players if player.hand)


def matches(table: Table, card: int, town: str) -> bool:
    """Whether a card has the town's colour or is white."""
    return table.box.cards[card].colour in (table.box.towns[town].colour, "white")


def lead_colour(table: Table, move: Lead, findings: Findings) -> None:
    """trick/lead-colour, trick/no-match: the town's colour or white, unless nothing in hand fits any free town."""
    if matches(table, move.card, move.town):
        findings.allows("trick/lead-colour")
        return
    hand = table.by_name[move.player].hand
    possible = can_lead(table, move.player, move.town)
    if possible is False:
        findings.allows("trick/no-match")
    elif possible or (free_colours(table) or set()) & {table.box.cards[move.card].colour}:
        findings.breaks(
            "trick/lead-colour",
            town=move.town,
            colour=table.box.towns[move.town].colour,
            card=move.card,
            card_colour=table.box.cards[move.card].colour,
        )
    elif hand is UNSET:
        findings.assumes("leader-hand", player=move.player)
    else:
        findings.needs("leader-hand", player=move.player)


def free_colours(table: Table) -> set[str] | None:
    """The colours of the towns without a disc; None when the towns were not told."""
    if table.state.towns is UNSET:
        return None
    return {town.colour for name, town in table.box.towns.items() if name not in table.state.towns}


def can_lead(table: Table, player: str, town: str | None = None) -> bool | None:
    """Whether a card of this hand fits some free town; None when the cards or the towns told do not say.

    Where no towns are told, one may be named that is taken to be free.
    """
    hand, colours = table.by_name[player].hand, free_colours(table)
    if hand is UNSET or (colours is None and town is None):
        return None
    known = {table.box.cards[card].colour for card in hand if card != "?"}
    if known & {*(colours or ()), "white"} or (town is not None and table.box.towns[town].colour in known):
        return True
    return None if "?" in hand or colours is None else False


def check_play(table: Table, move: Play, findings: Findings) -> None:
    may(table, "play", move.player, findings)
    in_hand(table, move.player, move.card, findings)
    findings.allows("trick/any-card")


def in_hand(table: Table, player: str, card: int, findings: Findings) -> None:
    """trick/in-hand: a card of one's own; a hidden one may be any that is not seen elsewhere."""
    hand, place = table.by_name[player].hand, table.place_of(card)
    if hand is not UNSET and len(hand) == 1 == table.cards_left_at_end:
        findings.breaks("trick/last-card", player=player)
    if place == f"hand {player}":
        findings.allows("trick/in-hand")
    elif place is not None and (place == "discard" or place.startswith("trick ")):
        findings.breaks("trick/in-hand", "gone", card=card)
    elif place is not None or (hand is not UNSET and "?" not in hand):
        findings.breaks("trick/in-hand", card=card, player=player)
    elif hand is UNSET:
        findings.assumes("holds-card", player=player, card=card)
    else:
        findings.allows("trick/in-hand")


# ---------------------------------------------------------------- Action phase: actions


def card_of(table: Table, move: Act) -> int | None:
    """The card that a player acts on: the one in front of the player, or the one that the move tells."""
    for played in table.played or ():
        if played.player == move.player:
            return played.card
    return None if move.card is UNSET else move.card


def check_act(table: Table, move: Act, findings: Findings) -> None:
    """action/own-card, action/primary, action/secondary, then the symbols."""
    may(table, "act", move.player, findings)
    card, trick = card_of(table, move), table.state.trick
    if card is None or trick is None:
        if table.played is None:
            findings.needs("card-before", player=move.player)
        elif not findings.broken:
            findings.breaks("action/own-card", "none", player=move.player)
        return
    if move.card is not UNSET and move.card != card:
        findings.breaks("action/own-card", player=move.player, card=card)
        return
    _primary_or_secondary(table, move, card, findings)
    runs = table.box.runs(card, move.action)
    if runs:
        check_symbols(table, move, runs, findings)


def _primary_or_secondary(table: Table, move: Act, card: int, findings: Findings) -> None:
    trick = table.state.trick
    winner = trick.winner if trick else UNSET
    primary = move.action == "primary"
    if winner is UNSET:
        findings.assumes("won" if primary else "lost", player=move.player)
    elif winner == move.player and not primary:
        findings.breaks("action/primary", player=move.player)
    elif winner != move.player and primary:
        findings.breaks("action/secondary", player=move.player, winner=winner)
    else:
        findings.allows("action/primary" if primary else "action/secondary")
    if move.action == "lower" and table.box.cards[card].lower is None:
        findings.breaks("action/secondary", "single", card=card)


CHECKS: dict[type, Callable[[Table, Any, Findings], None]] = {
    Start: check_start,
    Open: check_open,
    Prepare: check_prepare,
    Deal: check_deal,
    Pick: check_pick,
    Lead: check_lead,
    Play: check_play,
    Act: check_act,
    Settle: check_settle,
    Wed: check_wed,
    Raid: check_raid,
    Build: check_build,
}


def check(table: Table, move: Move, findings: Findings) -> None:
    CHECKS[type(move)](table, move, findings)
