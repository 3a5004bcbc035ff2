"""The action phase: leading, playing and winning tricks."""

from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Card, Lead, Play, Played, Trick
from service.games.brian_boru.inference import winner_of
from service.games.brian_boru.pack import HAND
from service.games.brian_boru.table import Draft, Table, hidden, without
from service.games.brian_boru.timing import check_timing
from service.referee.findings import Findings
from service.referee.known import Truth, Unknown, UnknownRead, truth
from service.referee.table import PLAYERS

# ---------------------------------------------------------------- Leading


def check_lead(table: Table, move: Lead, findings: Findings) -> None:
    if _only_last_cards_were_left(table):
        findings.breaks("trick/last-card", player=move.player)
        return
    check_timing(table, "lead", move.player, findings)
    _everybody_can_play(table, move.player, findings)
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
    if table.sent_state.phase != "trick" or table.known.phase == "trick" or table.sent_state.trick is not None:
        return False
    return any(len(player.hand) == 1 for player in table.sent_state.players if player.hand)


def _everybody_can_play(table: Table, leader: str, findings: Findings) -> None:
    """trick/last-card: before a trick all have as many cards, so another hand may show that none is to be played."""
    others = (player.hand for name, player in table.by_name.items() if name != leader)
    if not findings.broken and any(hand is not UNSET and len(hand) <= table.cards_left_at_end for hand in others):
        findings.breaks("trick/last-card", player=leader)


def matches(table: Table, card: int, town: str) -> bool:
    """Whether a card has the town's colour or is white."""
    return table.box.cards[card].colour in (table.box.towns[town].colour, "white")


def lead_colour(table: Table, move: Lead, findings: Findings) -> None:
    """trick/lead-colour, trick/no-match: the town's colour or white, unless nothing in hand fits any free town."""
    if matches(table, move.card, move.town):
        findings.allows("trick/lead-colour")
        return
    hand = table.player(move.player).hand
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
    if table.known.towns is UNSET:
        return None
    return {town.colour for name, town in table.box.towns.items() if name not in table.known.towns}


def can_lead(table: Table, player: str, town: str | None = None) -> bool | None:
    """Whether a card of this hand fits some free town; None when the cards or the towns told do not say.

    Where no towns are told, one may be named that is taken to be free.
    """
    hand, colours = table.player(player).hand, free_colours(table)
    if hand is UNSET or (colours is None and town is None):
        return None
    known = {table.box.cards[card].colour for card in hand if card != "?"}
    if known & {*(colours or ()), "white"} or (town is not None and table.box.towns[town].colour in known):
        return True
    return None if "?" in hand or colours is None else False


# ---------------------------------------------------------------- Playing a card


def check_play(table: Table, move: Play, findings: Findings) -> None:
    check_timing(table, "play", move.player, findings)
    in_hand(table, move.player, move.card, findings)
    findings.allows("trick/any-card")


def in_hand(table: Table, player: str, card: int, findings: Findings) -> None:
    """trick/in-hand: a card of one's own; a hidden one may be any that is not seen elsewhere."""
    hand, place = table.player(player).hand, table.place_of(card)
    if hand is not UNSET and len(hand) == 1 == table.cards_left_at_end:
        findings.breaks("trick/last-card", player=player)
    if place == f"hand {player}":
        findings.allows("trick/in-hand")
    elif place is not None and (place == "discard" or place.startswith("trick ")):
        findings.breaks("trick/in-hand", "gone", card=card)
    elif place is not None or (hand is not UNSET and "?" not in hand):
        findings.breaks("trick/in-hand", card=card, player=player)
    else:
        findings.assumes("holds-card", player=player, card=card)


def apply_play(draft: Draft, move: Play | Lead) -> None:
    player, state = draft.player(move.player), draft.state
    if player.hand is not UNSET:
        draft.set_of(move.player, hand=without(player.hand, (move.card,)))
    played = Played(player=move.player, card=move.card)
    if isinstance(move, Lead):
        draft.set(marker=None, phase="trick", trick=Trick(town=move.town, played=(played,)))
        draft.event("led", "trick/leader", player=move.player, card=move.card, town=move.town)
    else:
        if state.trick and state.trick.played is not UNSET:
            draft.set(trick=replace(state.trick, played=(*state.trick.played, played)))
        draft.set(marker=None)
        draft.event("played", "trick/order", player=move.player, card=move.card)


# ---------------------------------------------------------------- The winner


def everybody_has_played(table: Table) -> bool:
    """Whether the trick is complete, and it is known for which town it is."""
    played = table.cards_played
    if not table.seats_known:
        return len(played) >= min(HAND) and bool(Unknown(PLAYERS))
    return len(played) == table.count and table.zone("trick").town is not None


def award(draft: Draft) -> None:
    """trick/winner: once everybody has played, the trick has a winner, and the actions begin."""
    trick, played = draft.state.trick, draft.cards_played
    winner = winner_of(draft, trick)
    assert winner is not None
    draft.set(phase="actions", trick=replace(trick, winner=winner))
    card = next(entry.card for entry in played if entry.player == winner)
    draft.event("won", "trick/winner", player=winner, card=card, town=trick.town)


# ---------------------------------------------------------------- The end of a trick


def everybody_has_acted(table: Table) -> bool:
    """Whether a trick lies there of which no card is left."""
    return table.is_between_tricks is not True and len(table.cards_played) == 0


def next_trick(draft: Draft) -> None:
    """When everybody has acted the trick is over."""
    draft.set(trick=None, phase="trick")


def last_cards_left(table: Table) -> Truth:
    """trick/last-card, trick/five-tricks: whether everybody has only cards left that are not played."""
    sizes = {len(player.hand) for player in table.by_name.values() if player.hand is not UNSET}
    most, left = max(sizes, default=0), table.cards_left_at_end
    if not sizes:
        return Unknown(*(f"{PLAYERS}/{seat}/hand" for seat in range(len(table.order))))
    if table.count is None and most == 1 > left:  # with five who play all cards, or with fewer
        return Unknown(PLAYERS)
    return most <= left


def end_actions(draft: Draft) -> None:
    """trick/last-card, trick/no-town-left: after this trick no other can be played, and the upkeep begins."""
    draft.set(trick=None)
    if truth(partial(last_cards_left, draft)) is not True:
        draft.event("no-town-left", "trick/no-town-left")
    elif any(player.hand for player in draft.by_name.values()):
        draft.event("action-phase-over", "trick/last-card")
    else:
        draft.event("all-played", "trick/five-tricks")
    _to_upkeep(draft)


def one_card_left(table: Table) -> bool:
    """Whether everybody has only the card left that is not played."""
    sizes = [len(player.hand) for player in table.by_name.values() if player.hand is not UNSET]
    if not sizes:
        raise UnknownRead((f"{PLAYERS}/0/hand",))
    return sizes[0] == 1 == table.cards_left_at_end


def end_before_trick(draft: Draft) -> None:
    """trick/no-town-left, trick/last-card: no trick can be played, and the upkeep begins."""
    if truth(lambda: draft.is_full) is True:
        draft.event("no-town-left", "trick/no-town-left")
    else:
        draft.event("action-phase-over", "trick/last-card")
    _to_upkeep(draft)


def _to_upkeep(draft: Draft) -> None:
    """trick/last-card-hidden: the cards left go to the discard pile unseen, and the upkeep begins."""
    last: list[Card] = []
    sizes = [len(player.hand) for player in draft.by_name.values() if player.hand is not UNSET]
    for name, player in list(draft.by_name.items()):
        # Who has not told a hand has as many cards as the others.
        last.extend(hidden(max(sizes, default=0)) if player.hand is UNSET else player.hand)
        draft.set_of(name, hand=())
    if draft.count is None or not sizes:
        draft.set(discard=UNSET)
    elif last and draft.state.discard is not UNSET:
        draft.set(discard=(*draft.state.discard, *last))
    if last:
        draft.event("last-cards", "trick/last-card-hidden")
    draft.set(phase="marriage", pending=())
