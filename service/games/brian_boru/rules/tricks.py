"""Fase de acción, Bazas: tricks are led, played and won, until no other can follow."""

from functools import partial

from msgspec.structs import replace

from schemas.brian_boru import Card, Lead, Play, Played, Trick
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.inference import winner_of
from service.games.brian_boru.pack import HAND
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import check_timing
from service.games.brian_boru.turns import is_clockwise
from service.referee.findings import Findings, fact
from service.referee.hidden import HIDDEN, hidden, without
from service.referee.known import Truth, Unknown, UnknownRead, any_of, is_known, is_unknown, truth
from service.referee.table import PLAYERS

# ---------------------------------------------------------------- Fase de acción, Bazas: leading


def check_lead(table: Table, move: Lead, findings: Findings) -> None:
    """trick/leader, trick/empty-town, trick/lead-colour, trick/no-match, trick/in-hand, trick/last-card."""
    if table.had_only_last_cards:
        findings.breaks("trick/last-card", player=move.player)
        return
    check_timing(table, "lead", move.player, findings)
    _everybody_can_play(table, move.player, findings)
    in_hand(table, move.player, move.card, findings)
    town, free = move.town, table.is_free(move.town)
    variant = "viking" if free is False and table.has_viking(town) else ""
    findings.requires("trick/empty-town", free, variant, assume=fact("free-town", town=town), town=town)
    lead_colour(table, move, findings)


def _everybody_can_play(table: Table, leader: str, findings: Findings) -> None:
    """trick/last-card: before a trick all have as many cards, so another hand may show that none is to be played."""
    others = [len(hand) for name, hand in table.known_of("hand").items() if name != leader]
    if not findings.broken and others and min(others) <= table.cards_left_at_end:
        findings.breaks("trick/last-card", player=leader)


def matches(table: Table, card: int, town: str) -> bool:
    """Whether a card has the town's colour or is white."""
    return table.box.cards[card].colour in (table.box.towns[town].colour, "white")


def lead_colour(table: Table, move: Lead, findings: Findings) -> None:
    """trick/lead-colour, trick/no-match: the town's colour or white, unless nothing in hand fits any free town."""
    if matches(table, move.card, move.town):
        findings.allows("trick/lead-colour")
        return
    possible = can_lead(table, move.player, move.town)
    if isinstance(possible, Unknown):  # the card of the move is in hand, too
        possible = any_of(possible, lambda: table.box.cards[move.card].colour in free_colours(table))
    if isinstance(possible, Unknown):
        add = findings.assumes if is_unknown(table.hand(move.player)) else findings.needs
        add("leader-hand", player=move.player)
    elif possible:
        findings.breaks(
            "trick/lead-colour",
            town=move.town,
            colour=table.box.towns[move.town].colour,
            card=move.card,
            card_colour=table.box.cards[move.card].colour,
        )
    else:
        findings.allows("trick/no-match")


def free_colours(table: Table) -> set[str]:
    """The colours of the towns without a disc."""
    towns = table.towns
    return {town.colour for name, town in table.box.towns.items() if name not in towns}


def can_lead(table: Table, player: str, town: str | None = None) -> Truth:
    """Whether a card of this hand fits some free town; where the towns are unknown, one may be taken to be free."""
    hand, towns = table.hand(player), table.towns
    if isinstance(hand, Unknown):
        return hand
    if isinstance(towns, Unknown) and town is None:
        return towns
    colours = set() if isinstance(towns, Unknown) else free_colours(table)
    if town is not None:
        colours.add(table.box.towns[town].colour)
    in_hand = {table.box.cards[card].colour for card in hand if card != HIDDEN}
    if in_hand & {*colours, "white"}:
        return True
    if HIDDEN in hand:
        return Unknown(f"{PLAYERS}/hand")
    return towns if isinstance(towns, Unknown) else False


# ---------------------------------------------------------------- Fase de acción, Bazas: playing a card


def check_play(table: Table, move: Play, findings: Findings) -> None:
    """trick/in-hand, trick/order, trick/any-card."""
    check_timing(table, "play", move.player, findings)
    in_hand(table, move.player, move.card, findings)
    findings.allows("trick/any-card")


def in_hand(table: Table, player: str, card: int, findings: Findings) -> None:
    """trick/in-hand: a card of one's own; a hidden one may be any that is not seen elsewhere."""
    hand = table.hand(player)
    if not isinstance(hand, Unknown):
        if len(hand) == 1 == table.cards_left_at_end:
            findings.breaks("trick/last-card", player=player)
        if card in hand:
            findings.allows("trick/in-hand")
            return
    place = table.place_of(card)
    if place is not None and place.zone in ("discard", "trick"):
        findings.breaks("trick/in-hand", "gone", card=card)
    elif place is None and truth(lambda: HIDDEN in hand) is not False:
        findings.assumes("holds-card", player=player, card=card)
    else:
        findings.breaks("trick/in-hand", card=card, player=player)


def apply_play(draft: Draft, move: Play | Lead) -> None:
    draft.change_of(move.player, "hand", lambda hand: without(hand, (move.card,)))
    played = Played(player=move.player, card=move.card)
    if isinstance(move, Lead):
        draft.set(marker=None, phase="trick", trick=Trick(town=move.town, played=(played,), winner=None))
        draft.event("led", "trick/leader", player=move.player, card=move.card, town=move.town)
    else:
        cards = draft.cards_played
        if is_known(cards) and draft.trick is not None:
            draft.set(trick=replace(draft.trick, played=(*cards, played)))
        draft.set(marker=None)
        draft.event("played", "trick/order", player=move.player, card=move.card)


# ---------------------------------------------------------------- Fase de acción, Bazas: the winner


def everybody_has_played(table: Table) -> bool:
    """Whether the trick is complete, and it is known for which town it is."""
    played = table.cards_played
    if not table.seats_known:
        return len(played) >= min(HAND) and bool(Unknown(PLAYERS))
    if len(played) != table.count or table.active_town is None:
        return False
    # With a winner already, or in another order than that of the seats, the trick is a contradiction.
    return not isinstance(table.winner, str) and is_clockwise(table, [entry.player for entry in played])


def award(draft: Draft) -> None:
    """trick/winner: once everybody has played, the trick has a winner, and the actions begin."""
    played, town = draft.cards_played, draft.active_town
    winner = winner_of(draft, town, played)
    draft.set(phase="actions", trick=replace(draft.trick, winner=winner))
    card = next(entry.card for entry in played if entry.player == winner)
    draft.event("won", "trick/winner", player=winner, card=card, town=town)


# ---------------------------------------------------------------- Fase de acción, Bazas: the end of a trick


def everybody_has_acted(table: Table) -> bool:
    """Whether a trick lies there of which no card is left."""
    return table.is_between_tricks is not True and len(table.cards_played) == 0


def next_trick(draft: Draft) -> None:
    """When everybody has acted the trick is over."""
    draft.set(trick=None, phase="trick")


def _known_hand_sizes(table: Table) -> list[int]:
    """How many cards those have in hand of whom that is known; raises ``UnknownRead`` if it is known of nobody."""
    sizes = [len(hand) for hand in table.known_of("hand").values()]
    if not sizes:
        raise UnknownRead(tuple(f"{PLAYERS}/{seat}/hand" for seat in range(len(table.order))))
    return sizes


def last_cards_left(table: Table) -> bool:
    """trick/last-card, trick/five-tricks: whether everybody has only cards left that are not played."""
    sizes, left = _known_hand_sizes(table), table.cards_left_at_end
    if not table.seats_known and max(sizes) == 1 > left:  # with five who play all cards, or with fewer
        raise UnknownRead((PLAYERS,))
    return max(sizes) <= left and min(sizes) == max(sizes)  # uneven hands are a contradiction


def end_actions(draft: Draft) -> None:
    """trick/no-town-left, trick/last-card: after this trick no other can be played, and the upkeep begins."""
    draft.set(trick=None)
    if truth(partial(last_cards_left, draft)) is not True:
        draft.event("no-town-left", "trick/no-town-left")
    elif any(_known_hand_sizes(draft)):
        draft.event("action-phase-over", "trick/last-card")
    else:
        draft.event("all-played", "trick/five-tricks")
    _to_upkeep(draft)


def one_card_left(table: Table) -> bool:
    """Whether everybody has only the card left that is not played."""
    return set(_known_hand_sizes(table)) == {1} == {table.cards_left_at_end}  # uneven hands are a contradiction


def end_before_trick(draft: Draft) -> None:
    """trick/no-town-left, trick/last-card: no trick can be played, and the upkeep begins."""
    if truth(lambda: draft.is_full) is True:
        draft.event("no-town-left", "trick/no-town-left")
    else:
        draft.event("action-phase-over", "trick/last-card")
    _to_upkeep(draft)


def _to_upkeep(draft: Draft) -> None:
    """trick/last-card-hidden: the cards left go to the discard pile unseen, and the upkeep begins."""
    hands = draft.known_of("hand")
    unknown = hidden(
        max(map(len, hands.values()), default=0)
    )  # whose hand is unknown has as many cards as the others
    last: list[Card] = [card for name in draft.order for card in hands.get(name, unknown)]
    for name in draft.order:
        draft.set_of(name, hand=())
    if not draft.seats_known or not hands:
        draft.forget("discard")
    elif last:
        draft.change("discard", lambda discard: (*discard, *last))
    if last:
        draft.event("last-cards", "trick/last-card-hidden")
    draft.set(phase="marriage", pending=())
    draft.next_step = None
