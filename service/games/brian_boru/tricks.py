"""Cards as far as nobody has to decide: passed on in the draft, won and cleared away in tricks."""

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Card, Hidden, Player, Trick
from service.games.brian_boru.course import Course
from service.games.brian_boru.table import Table

HIDDEN: Hidden = "?"
CHOSEN = 2
"""How many cards each player keeps before passing on the rest."""

# ---------------------------------------------------------------- Draft phase


def pass_on(course: Course) -> bool:
    """draft/pass-left, draft/keep-last: once everybody has chosen, the rest goes to the left; the last cards stay."""
    players = course.by_name
    if course.count is None or not (drafted(course) or all(player.picked for player in players.values())):
        return False
    left = [_left(course, player) for player in players.values()]
    dealt = {course.left_of(name): player.dealt for name, player in players.items()}
    for name, player in list(players.items()):
        hand = UNSET if player.hand is UNSET else in_order((*player.hand, *(player.picked or ())))
        course.change(name, hand=hand, picked=(), dealt=dealt[name])
    if any(left):
        course.tell("passed", "draft/pass-left")
        return False
    if all(count is None for count in left):  # more cards are passed on, or the draft is over
        course.set(phase=UNSET)
        return False
    for name in course.order:
        course.change(name, dealt=())
    course.tell("kept", "draft/keep-last")
    course.set(phase="trick", trick=None)
    return True


def _left(course: Course, player: Player) -> int | None:
    """How many cards a player who has chosen passes on, as far as that is known; it is the same for everybody."""
    if player.dealt is not UNSET:
        return len(player.dealt)
    if player.hand is UNSET or player.picked is UNSET or course.hand_size is None:
        return None
    return max(course.hand_size - len(player.hand) - len(player.picked), 0)


def drafted(table: Table) -> bool:
    """Whether everybody is known to have all the cards of the draft in hand."""
    return all(
        player.dealt == player.picked == () and player.hand is not UNSET and len(player.hand) == table.hand_size
        for player in table.by_name.values()
    )


def to_keep(table: Table, name: str) -> int | None:
    """draft/pick-two, draft/keep-last: how many cards this player is to keep now; None where that is not known."""
    player = table.by_name[name]
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


def award(course: Course) -> bool:
    """trick/winner, trick/no-town-left: once everybody has played, the trick has a winner, and the actions begin."""
    trick = course.state.trick
    if trick is None and board_is_full(course):
        course.tell("no-town-left", "trick/no-town-left")
        _to_upkeep(course)
        return True
    if trick is None and last_cards_left(course):
        course.tell("action-phase-over", "trick/last-card")
        _to_upkeep(course)
        return True
    played = course.played
    if not trick or played is None or len(played) != course.count:
        return False
    winner = winner_of(course, trick)
    if winner is None:
        return False
    course.set(phase="actions", trick=replace(trick, winner=winner))
    card = next(entry.card for entry in played if entry.player == winner)
    course.tell("won", "trick/winner", player=winner, card=card, town=trick.town)
    return True


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


def clear_away(course: Course) -> bool:
    """trick/last-card: when everybody has acted the trick is over, and with one card each the action phase too."""
    trick = course.state.trick
    if not trick or course.played != ():
        return False
    course.set(trick=None)
    sizes = {len(player.hand) for player in course.by_name.values() if player.hand is not UNSET}
    most, left = max(sizes, default=0), course.cards_left_at_end
    if not sizes or (course.count is None and most == 1 > left):  # with five who play all cards, or with fewer
        course.set(discard=UNSET)
        for name in course.order:
            course.change(name, hand=UNSET)
        course.forget("marriage")  # another trick, or the upkeep
        return False
    if most > left:
        course.set(phase="trick")
        return True
    if most:
        course.tell("action-phase-over", "trick/last-card")
    else:
        course.tell("all-played", "trick/five-tricks")
    _to_upkeep(course)
    return True


def last_cards_left(table: Table) -> bool:
    """Whether it is known that everybody has only the card left that is not played."""
    for player in table.state.players:
        if player.hand is not UNSET:
            return len(player.hand) == 1 == table.cards_left_at_end
    return False


def board_is_full(table: Table) -> bool:
    """Whether it is known that every town has a disc."""
    return table.state.towns is not UNSET and len(table.state.towns) == len(table.box.towns)


def _to_upkeep(course: Course) -> None:
    """trick/last-card-hidden: the cards left go to the discard pile unseen, and the upkeep begins."""
    last: list[Card] = []
    sizes = [len(player.hand) for player in course.by_name.values() if player.hand is not UNSET]
    for name, player in list(course.by_name.items()):
        # Who has not told a hand has as many cards as the others.
        last.extend(hidden(max(sizes, default=0)) if player.hand is UNSET else player.hand)
        course.change(name, hand=())
    if course.count is None or not sizes:
        course.set(discard=UNSET)
    elif last and course.state.discard is not UNSET:
        course.set(discard=(*course.state.discard, *last))
    if last:
        course.tell("last-cards", "trick/last-card-hidden")
    course.set(phase="marriage", pending=())
