"""Fase de draft: the action cards are dealt, chosen and passed on."""

from functools import partial

from msgspec import UNSET

from schemas.brian_boru import Card, Deal, Pick
from service.games.brian_boru.draft import Draft, sorted_hand
from service.games.brian_boru.inference import CHOSEN, Place, to_keep
from service.games.brian_boru.pack import CARDS, HAND
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import check_timing, may_be_phase
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN, hidden, without
from service.referee.known import Condition, Truth, Unknown, UnknownRead, all_of, any_of, attempt, is_unknown, truth
from service.referee.table import PLAYERS

# ---------------------------------------------------------------- Fase de draft: dealing


def check_deal(table: Table, move: Deal, findings: Findings) -> None:
    """components/cards, draft/deal: the same number for everybody, no card twice, and as a known shuffle has it."""
    check_timing(table, "deal", None, findings)
    size = table.hand_size
    if isinstance(size, Unknown):
        findings.needs("whole-table")
        return
    hands = {} if move.hands is UNSET else move.hands
    for name, cards in hands.items():
        findings.requires("draft/deal", len(cards) == size, cite=False, player=name, count=len(cards), expected=size)
    shown = [card for cards in hands.values() for card in cards if card != HIDDEN]
    for card in sorted({card for card in shown if shown.count(card) > 1}):
        findings.breaks("components/cards", "twice", card=card)
    if not findings.broken:
        # The message names no card: what the shuffle holds is nobody's to know.
        findings.requires("draft/deal", not hands or _as_shuffled(table, move), "shuffle")


def _as_shuffled(table: Table, move: Deal) -> bool:
    """Whether the hands are those of the shuffle, as far as both are known."""
    shuffled, _ = hands_dealt(table, Deal())
    for name, cards in (move.hands or {}).items():
        there, shown = set(shuffled[name]) - {HIDDEN}, set(cards) - {HIDDEN}
        if len(shown - there) > shuffled[name].count(HIDDEN) or len(there - shown) > cards.count(HIDDEN):
            return False
    return True


def hands_dealt(table: Table, move: Deal) -> tuple[dict[str, tuple[Card, ...]], tuple[Card, ...]]:
    """The hands and the card that stays out, as far as they are named or a known shuffle gives them."""
    size = table.hand_size
    deck: tuple[Card, ...] = next(iter(table.known_shuffles()), hidden(CARDS))
    hands = {name: deck[seat * size : (seat + 1) * size] for seat, name in enumerate(table.order)}
    hands.update({} if move.hands is UNSET else move.hands)
    return hands, deck[size * len(table.order) : CARDS]


def apply_deal(draft: Draft, move: Deal) -> None:
    hands, rest = hands_dealt(draft, move)
    for name in draft.order:
        draft.set_of(name, hand=(), picked=(), dealt=sorted_hand(hands[name]))
    draft.change("shuffles", lambda shuffles: shuffles[1:])
    draft.set(phase="draft", trick=None, discard=(), unseen=rest)
    draft.event("dealt", "draft/deal", count=len(hands[draft.order[0]]))
    if rest:
        draft.event("unseen", "draft/unseen")


# ---------------------------------------------------------------- Fase de draft: choosing cards


def check_pick(table: Table, move: Pick, findings: Findings) -> None:
    """draft/pick-two, draft/from-dealt, draft/no-swap, draft/keep-last."""
    check_timing(table, "pick", move.player, findings)
    player, dealt = move.player, table.dealt(move.player)
    _number_kept(table, move, dealt, findings)
    shown = [card for card in move.cards if card != HIDDEN]
    for card in sorted({card for card in shown if shown.count(card) > 1}):
        findings.breaks("components/cards", "twice", card=card)
    for card in dict.fromkeys(shown):
        if isinstance(dealt, Unknown) or card not in dealt:
            _may_be_dealt(table, player, card, findings)
    if not isinstance(dealt, Unknown) and not findings.broken:
        findings.requires("draft/from-dealt", _are_there(dealt, move.cards), "few", player=player)
    findings.allows("draft/from-dealt")


def _number_kept(table: Table, move: Pick, dealt: tuple[Card, ...] | Unknown, findings: Findings) -> None:
    """draft/pick-two, draft/keep-last: two cards, or the one that is left with five players."""
    count, expected = len(move.cards), _to_keep_now(table, move.player, dealt)
    if count not in (1, CHOSEN) or (count == 1 and truth(lambda: expected == CHOSEN) is True):
        findings.breaks("draft/pick-two", count=count)
    elif isinstance(expected, Unknown):
        findings.assumes("last-card" if count == 1 else "two-cards", player=move.player)
    elif "draft/keep-last" in findings.broken_rules:
        return  # the draft is over, which says enough
    elif expected == 0:
        findings.breaks("draft/keep-last", "none", player=move.player)
    else:
        is_last = count == 1 or (not isinstance(dealt, Unknown) and len(dealt) == CHOSEN)
        kept = findings.requires(
            "draft/keep-last",
            count == expected,
            "whole",
            cite=is_last,
            player=move.player,
            count=count,
            expected=expected,
        )
        if kept and not is_last:
            findings.allows("draft/pick-two")


def _to_keep_now(table: Table, player: str, dealt: tuple[Card, ...] | Unknown) -> int | Unknown:
    """How many cards the player is to keep; outside of the draft none, since no cards lie there to choose from."""
    if isinstance(dealt, Unknown) and not may_be_phase(table, "draft"):
        return 0
    return attempt(partial(to_keep, table, player))


def _may_be_dealt(table: Table, player: str, card: int, findings: Findings) -> None:
    """draft/from-dealt, draft/no-swap: a hidden card may be any that is not seen elsewhere."""
    place = table.place_of(card)
    if place in (Place("hand", player), Place("picked", player)):
        findings.breaks("draft/no-swap", card=card)
    if place is None and truth(lambda: HIDDEN in table.dealt(player)) is not False:
        findings.assumes("dealt-card", card=card, player=player)
    else:
        findings.breaks("draft/from-dealt", card=card, player=player)


def _are_there(dealt: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    """Whether so many cards were dealt, and so many hidden ones."""
    unseen = [card for card in cards if card != HIDDEN and card not in dealt]
    return len(unseen) <= dealt.count(HIDDEN) and len(cards) <= len(dealt)


def apply_pick(draft: Draft, move: Pick) -> None:
    dealt = draft.dealt(move.player)
    if not isinstance(dealt, Unknown):
        # Who does not say which cards are kept leaves open which are passed on.
        named = HIDDEN not in move.cards
        dealt = without(dealt, move.cards) if named else hidden(len(dealt) - len(move.cards))
    draft.set_of(move.player, dealt=dealt, picked=sorted_hand(move.cards))
    draft.event("picked", "draft/pick-two", player=move.player)


# ---------------------------------------------------------------- Fase de draft: passing on


NO_TOWN_LEFT = "no-town-left"
"""The automatic step after the draft: with whole hands only a full board keeps the first trick from being played."""


def everybody_has_picked(table: Table) -> Truth:
    """draft/simultaneous: whether everybody has put down the cards to keep, or has all cards of the draft in hand."""
    picked = table.known_of("picked")
    if all(picked.values()):
        if table.seats_known and len(picked) == table.count:
            return True
    elif any(table.known_of("dealt").values()):
        return False
    everybody: Condition = True if table.seats_known else Unknown(PLAYERS)
    all_picked = all_of(everybody, *(partial(_has_picked, table, name) for name in table.order))
    return any_of(all_picked, partial(drafted, table))


def _has_picked(table: Table, name: str) -> bool:
    return len(table.picked(name)) > 0


def pass_on(draft: Draft) -> None:
    """draft/pass-left, draft/keep-last: once everybody has chosen, the rest goes to the left; the last cards stay."""
    passed = _cards_passed(draft) > 0
    dealt = {draft.left_of(name): draft.dealt(name) for name in draft.order}
    for name in draft.order:
        kept, hand = draft.picked(name), draft.hand(name)
        hand = hand if isinstance(hand, Unknown) else sorted_hand((*hand, *kept))
        draft.set_of(name, hand=hand, picked=(), dealt=dealt[name] if passed else ())
    if passed:
        draft.event("passed", "draft/pass-left")
        return
    draft.event("kept", "draft/keep-last")
    draft.set(phase="trick", trick=None)
    draft.next_step = NO_TOWN_LEFT


def _cards_passed(draft: Draft) -> int:
    """How many cards everybody passes on, which is the same for all: by the cards that are left, or that are kept."""
    for cards in draft.known_of("dealt").values():
        return len(cards)
    hands, picked = draft.known_of("hand"), draft.known_of("picked")
    kept = [len(hands[name]) + len(picked[name]) for name in hands if name in picked]
    if not kept or is_unknown(draft.hand_size):
        raise UnknownRead(draft.everybodys("dealt").zones)
    return max(int(draft.hand_size) - kept[0], 0)


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
    count = len(table.hand(name))
    return count in HAND.values() and bool(count == table.hand_size)
