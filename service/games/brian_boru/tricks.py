"""Cards as far as nobody has to decide: passed on in the draft, won and cleared away in tricks."""

from collections.abc import Iterable
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Card, Hidden, Player, Trick
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.pack import HAND
from service.games.brian_boru.table import Table
from service.referee.known import Condition, Truth, Unknown, UnknownRead, all_of, any_of, truth
from service.referee.table import PLAYERS

HIDDEN: Hidden = "?"
CHOSEN = 2
"""How many cards each player keeps before passing on the rest."""

# ---------------------------------------------------------------- Draft phase


def everybody_has_picked(table: Table) -> Truth:
    """draft/simultaneous: whether everybody has put down the cards to keep, or has all cards of the draft in hand."""
    everybody: Condition = True if table.seats_known else Unknown(PLAYERS)
    picked = all_of(everybody, *(partial(_has_picked, table, name) for name in table.order))
    return any_of(picked, partial(drafted, table))


def _has_picked(table: Table, name: str) -> bool:
    return len(table.of(name, "picked")) > 0


def pass_on(draft: Draft) -> None:
    """draft/pass-left, draft/keep-last: once everybody has chosen, the rest goes to the left; the last cards stay."""
    players = draft.by_name
    left = [_left(draft, player) for player in players.values()]
    if all(count is None for count in left):  # more cards are passed on, or the draft is over
        draft.needs("draft", "dealt")
    dealt = {draft.left_of(name): player.dealt for name, player in players.items()}
    for name, player in list(players.items()):
        hand = UNSET if player.hand is UNSET else in_order((*player.hand, *(player.picked or ())))
        draft.set_of(name, hand=hand, picked=(), dealt=dealt[name])
    if any(left):
        draft.event("passed", "draft/pass-left")
        return
    for name in draft.order:
        draft.set_of(name, dealt=())
    draft.event("kept", "draft/keep-last")
    draft.set(phase="trick", trick=None)


def _left(draft: Draft, player: Player) -> int | None:
    """How many cards a player who has chosen passes on, as far as that is known; it is the same for everybody."""
    if player.dealt is not UNSET:
        return len(player.dealt)
    if player.hand is UNSET or player.picked is UNSET or draft.hand_size is None:
        return None
    return max(draft.hand_size - len(player.hand) - len(player.picked), 0)


def drafted(table: Table) -> Truth:
    """Whether everybody has all the cards of the draft in hand."""
    return all_of(
        True if table.seats_known else Unknown(PLAYERS),
        *(partial(_is_empty, table, name, zone) for name in table.order for zone in ("dealt", "picked")),
        *(partial(_has_whole_hand, table, name) for name in table.order),
    )


def _is_empty(table: Table, name: str, zone: str) -> bool:
    return len(table.of(name, zone)) == 0


def _has_whole_hand(table: Table, name: str) -> bool:
    return len(table.of(name, "hand")) == table.hand_size


def to_keep(table: Table, name: str) -> int | None:
    """draft/pick-two, draft/keep-last: how many cards this player is to keep now; None where that is not known."""
    player = table.player(name)
    if player.dealt is not UNSET:
        lying = len(player.dealt) + len(player.picked or ())
    elif table.hand_size is None or (table.hand_size % CHOSEN and player.hand is UNSET):
        return None
    else:
        lying = CHOSEN if player.hand is UNSET else table.hand_size - len(player.hand)
    return min(lying, CHOSEN)


def hidden(count: int) -> tuple[Card, ...]:
    return (HIDDEN,) * count


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A hand is written in ascending order, what is hidden last: so the order of picking leaves no trace."""
    return tuple(sorted(cards, key=lambda card: 1000 if card == "?" else card))


def without(cards: tuple[Card, ...], taken: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that are left; a card that is not among the known ones was one of the hidden."""
    rest = list(cards)
    for card in taken:
        rest.remove(card if card in rest else "?")
    return tuple(rest)


# ---------------------------------------------------------------- Action phase


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


def winner_of(table: Table, trick: Trick) -> str | None:
    """Who wins a trick in which everybody has played; None when the town is not known any more."""
    if trick.town is None or not trick.played:
        return None
    cards, colour = table.box.cards, table.box.towns[trick.town].colour
    eligible = [played for played in trick.played if cards[played.card].colour in (colour, "white")]
    leader = trick.played[0]
    if leader not in eligible and (not eligible or table.choices["leader_without_match"] == "as-white"):
        eligible.append(leader)
    return max(eligible, key=lambda played: played.card).player


def everybody_has_acted(table: Table) -> bool:
    """Whether a trick lies there of which no card is left."""
    return table.is_between_tricks is not True and len(table.cards_played) == 0


def next_trick(draft: Draft) -> None:
    """When everybody has acted the trick is over."""
    draft.set(trick=None, phase="trick")


def last_cards_left(table: Table) -> Truth:
    """trick/last-card, trick/five-tricks: whether everybody has only cards left that are not played."""
    sizes = {len(player.hand) for player in table.known.players if player.hand is not UNSET}
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
    sizes = [len(player.hand) for player in table.known.players if player.hand is not UNSET]
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
