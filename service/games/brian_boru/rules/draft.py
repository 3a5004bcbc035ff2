"""The draft phase: the action cards are dealt, chosen and passed on."""

from functools import partial

from msgspec import UNSET

from schemas.brian_boru import Card, Deal, Pick, Player
from service.games.brian_boru.inference import CHOSEN, to_keep
from service.games.brian_boru.pack import CARDS
from service.games.brian_boru.table import Draft, Table, hidden, sorted_hand, without
from service.games.brian_boru.timing import check_timing
from service.referee.findings import Findings
from service.referee.known import Condition, Truth, Unknown, all_of, any_of
from service.referee.table import PLAYERS

# ---------------------------------------------------------------- Deal


def check_deal(table: Table, move: Deal, findings: Findings) -> None:
    """draft/deal, components/cards: the same number for everybody, no card twice, and as a known shuffle has it."""
    check_timing(table, "deal", None, findings)
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
    if hands and table.known.shuffles and not _as_shuffled(table, move):
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
    state = table.known
    deck: tuple[Card, ...] = state.shuffles[0] if state.shuffles else hidden(CARDS)
    hands = {name: deck[seat * size : (seat + 1) * size] for seat, name in enumerate(table.order)}
    hands.update({} if move.hands is UNSET else move.hands)
    return hands, deck[size * len(table.order) : CARDS]


def apply_deal(draft: Draft, move: Deal) -> None:
    hands, rest = hands_dealt(draft, move)
    for name in draft.order:
        draft.set_of(name, hand=(), picked=(), dealt=sorted_hand(hands[name]))
    shuffles = draft.state.shuffles
    draft.set(phase="draft", trick=None, discard=(), unseen=rest, shuffles=shuffles[1:] if shuffles else shuffles)
    draft.event("dealt", "draft/deal", count=len(hands[draft.order[0]]))
    if rest:
        draft.event("unseen", "draft/unseen")


# ---------------------------------------------------------------- Choosing cards


def check_pick(table: Table, move: Pick, findings: Findings) -> None:
    """draft/pick-two, draft/keep-last, draft/from-dealt, draft/no-swap."""
    check_timing(table, "pick", move.player, findings)
    player = table.player(move.player)
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
        if place is not None or (player.dealt is not UNSET and "?" not in player.dealt):
            findings.breaks("draft/from-dealt", card=card, player=move.player)
        else:
            findings.assumes("dealt-card", card=card, player=move.player)
    if player.dealt is not UNSET and not findings.broken:
        hidden = player.dealt.count("?")
        if sum(card not in player.dealt for card in known) > hidden or len(player.dealt) < len(move.cards):
            findings.breaks("draft/from-dealt", "few", player=move.player)
    findings.allows("draft/from-dealt")


def _number_kept(table: Table, move: Pick, findings: Findings) -> None:
    """draft/pick-two, draft/keep-last: two cards, or the one that is left with five players."""
    count, expected = len(move.cards), to_keep(table, move.player)
    dealt = table.player(move.player).dealt
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


def apply_pick(draft: Draft, move: Pick) -> None:
    player = draft.player(move.player)
    dealt = player.dealt
    if dealt is not UNSET:
        # Who does not say which cards are kept leaves open which are passed on.
        dealt = hidden(len(dealt) - len(move.cards)) if "?" in move.cards else without(dealt, move.cards)
    draft.set_of(move.player, dealt=dealt, picked=sorted_hand(move.cards))
    draft.event("picked", "draft/pick-two", player=move.player)


# ---------------------------------------------------------------- Passing on


def everybody_has_picked(table: Table) -> Truth:
    """draft/simultaneous: whether everybody has put down the cards to keep, or has all cards of the draft in hand."""
    known = table.by_name.values()
    if any(player.picked == () for player in known) and any(
        player.dealt for player in known if player.dealt is not UNSET
    ):
        return False
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
        hand = UNSET if player.hand is UNSET else sorted_hand((*player.hand, *(player.picked or ())))
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
