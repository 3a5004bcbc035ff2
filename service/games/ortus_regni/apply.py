"""What a legal move does to the table; what happens by itself after it stands in ``rounds``."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Battle, Deed, Joust, Mercenary, Move, Politics, State
from service.games.ortus_regni import battles, captures, damage, disputes, jousts, lists, ransoms, vikings
from service.games.ortus_regni.cards import HIDDEN, hidden, is_out_of_cards, without
from service.games.ortus_regni.course import Course
from service.games.ortus_regni.ending import eliminate, fall_without_fief, test_crown
from service.games.ortus_regni.losing_track import lose_track
from service.games.ortus_regni.openings import deck_told
from service.games.ortus_regni.parts import fief_of, has, prince_fief, smallest_free
from service.games.ortus_regni.rounds import lose_turn, next_turn, proceed
from service.games.ortus_regni.setup import OPENING_HAND
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.untold import Paused, Unknown, is_battle, is_joust, is_politics, sure
from service.referee.findings import Happening


def apply(table: Table, move: Move) -> tuple[State, list[Happening]]:
    course = Course(table)
    try:
        EFFECTS[type(move)](course, move)
    except Paused:
        course.set(pending=UNSET)
    except Unknown:
        lose_track(course, table.pending, move)
    else:
        proceed(course)
    return course.written(), course.happenings


# ---------------------------------------------------------------- Setup


def _build(course: Course, move: shapes.Build) -> None:
    cards = deck_told(course, move)
    known = HIDDEN not in cards
    course.change(
        move.player,
        built=(*(sorted(cards) if known else cards), *move.towers),
        deck=course.shuffle(cards),
        towers=move.towers,
    )
    course.tell("built", "deck/size", player=move.player)
    decks = [player.deck for player in course.by_name.values()]
    if None not in decks:
        course.set(phase="start" if course.complete and UNSET not in decks else UNSET)


def _start(course: Course, move: shapes.Start) -> None:
    """setup/first-earl, setup/cube-back, setup/opening-hand."""
    course.set(first=move.player, turn=move.player, phase="mulligan", pending=None)
    hands = move.hands or {}
    for name in course.order:
        course.draw(name, OPENING_HAND, hands.get(name, UNSET))
    course.tell("first-earl", "setup/first-earl", player=move.player)
    course.tell("hands-drawn", "setup/opening-hand", count=OPENING_HAND)
    course.tell("cube-back", "setup/cube-back", player=move.player)


def _mulligan(course: Course, move: shapes.Mulligan) -> None:
    player = course.by_name[move.player]
    if move.redraw:
        if isinstance(player.deck, tuple) and player.hand is not UNSET:
            course.change(move.player, deck=course.shuffle((*player.hand, *player.deck), move.drawn), hand=())
            course.draw(move.player, OPENING_HAND, move.drawn)
        else:
            course.chance()
            if isinstance(player.deck, tuple):  # cards that nobody told are shuffled into it
                course.change(move.player, deck=hidden(len(player.deck)))
            if player.hand is not UNSET:
                course.change(move.player, hand=hidden(OPENING_HAND) if move.drawn is UNSET else move.drawn)
        course.tell("redrawn", "setup/mulligan", player=move.player, count=OPENING_HAND)
    else:
        course.tell("kept", "setup/mulligan", player=move.player)
    first = course.state.first
    if not course.complete or first is UNSET:
        course.set(turn=UNSET, phase=UNSET)
        raise Paused
    seats = course.from_seat(first)
    after = seats[seats.index(move.player) + 1 :]
    course.set(turn=after[0] if after else first, phase="mulligan" if after else "turn")
    if not after:
        course.tell("play-begins", "turn/order", player=first)


# ---------------------------------------------------------------- Free actions, end of the turn


def _tower(course: Course, move: shapes.Tower) -> None:
    course.spend(move.player, move.card)
    towers = course.by_name[move.player].towers
    if towers is not UNSET:
        course.change(move.player, towers=(*towers, move.card))
    course.tell("tower-placed", "tower/hidden", player=move.player)


def _garrison(course: Course, move: shapes.Garrison) -> None:
    player = course.by_name[move.player]
    if player.pool is not UNSET:
        course.change(move.player, pool=without(player.pool, [move.army]))
    if move.mercenary is None:
        royal = course.state.royal_army
        course.set(royal_army=royal if royal is UNSET else (*royal, move.army))
        course.tell("royal-garrisoned", "king/garrison", player=move.player, army=move.army)
        return
    mercenaries = player.mercenaries
    if mercenaries is not UNSET:
        manned = (replace(one, garrison=move.army) if one.id == move.mercenary else one for one in mercenaries)
        course.change(move.player, mercenaries=tuple(manned))
    course.tell("garrisoned", "mercenary/garrison", player=move.player, army=move.army, mercenary=move.mercenary)


def _end(course: Course, move: shapes.End) -> None:
    """turn/end-draw, end/no-card, end/turn-over."""
    course.set(pending=None, phase="turn", turn=move.player)
    if is_out_of_cards(course, move.player):
        _leave(course, move.player, "no-card", "end/no-card")
        course.tell("turn-over", "end/turn-over", player=move.player)
        return
    course.draw(move.player, 1, UNSET if move.drawn is UNSET else (move.drawn,))
    course.tell("turn-ended", "turn/end-draw", player=move.player)
    next_turn(course)


def _concede(course: Course, move: shapes.Concede) -> None:
    course.set(pending=None, phase="turn", turn=move.player)
    _leave(course, move.player, "conceded", "end/concede")


def _leave(course: Course, name: str, reason: str, rule: str) -> None:
    """Out of the game in the own turn; whose turn comes then is for ``proceed`` to find out, if it can."""
    eliminate(course, name, reason, rule)
    if course.state.pending is UNSET and course.state.phase != "over":
        lose_turn(course)  # there may be a King now, to whom Armies are owed first


# ---------------------------------------------------------------- Actions


def _castle(course: Course, move: shapes.Castle) -> None:
    course.spend(move.player, move.card)
    course.set(acted=True)
    number = course.found(move.player, Deed(move.card, move.player))
    course.tell("castle-built", "property/castle", player=move.player, card=move.card, fief=number or "?")


def _attach(course: Course, move: shapes.Attach) -> None:
    course.spend(move.player, move.card)
    course.set(acted=True)
    fief = fief_of(course.by_name[move.player], move.fief)
    course.attach(move.player, move.fief, Deed(move.card, move.player))
    course.tell("attached", "property/own-fief", player=move.player, card=move.card, fief=move.fief)
    if move.card == "land":
        told = 1 if move.armies is UNSET else len(move.armies)
        market = None if fief is None else has(fief, "market")
        wanted = told if market is None else 2 if market else 1
        drawn = course.draw_armies(move.player, wanted, move.armies)
        course.tell("armies-drawn", "property/land-army", player=move.player, count=drawn)


def _appoint(course: Course, move: shapes.Appoint) -> None:
    course.spend(move.player, move.card)
    course.set(acted=True)
    before = course.unseat(move.player, move.fief)
    course.change_fief(move.player, move.fief, lord=move.card)
    course.tell("appointed", "lord/appoint", player=move.player, card=move.card, fief=move.fief)
    if before is not None:
        course.tell("lord-replaced", "lord/replace", player=move.player, fief=move.fief, card=before)


def _hire(course: Course, move: shapes.Hire) -> None:
    course.spend(move.player, "mercenary")
    course.set(acted=True)
    mercenaries, number = course.by_name[move.player].mercenaries, 0
    if mercenaries is not UNSET:
        number = smallest_free(one.id for one in mercenaries)
        course.change(move.player, mercenaries=(*mercenaries, Mercenary(id=number, garrison=None)))
    course.tell("hired", "mercenary/placed", player=move.player, mercenary=number or "?")


def _recruit(course: Course, move: shapes.Recruit) -> None:
    course.set(acted=True)
    drawn = course.draw_armies(move.player, move.count, move.armies)
    course.tell("armies-drawn", "army/recruit", player=move.player, count=drawn)


def _monastery(course: Course, move: shapes.Monastery) -> None:
    """monastery/seen-by-all: shown at once, then back to the hand."""
    course.set(acted=True)
    hand = course.by_name[move.target].hand
    if move.shown is not UNSET and hand is not UNSET:
        course.change(move.target, hand=move.shown)
    course.tell("hand-shown", "monastery/seen-by-all", player=move.player, target=move.target)


def _banquet(course: Course, move: shapes.Banquet) -> None:
    course.spend(move.player, "banquet")
    course.discard(move.player, "banquet")
    course.set(acted=True)
    drawn = course.draw(move.player, 2, move.drawn)
    rule = "banquet/two-cards" if len(drawn) == 2 else "banquet/short"
    course.tell("banquet", rule, player=move.player, count=len(drawn))


def _bequeath(course: Course, move: shapes.Bequeath) -> None:
    """bequeath/prince, bequeath/shuffle."""
    course.spend(move.player, "banner")
    course.discard(move.player, "banner")
    course.set(acted=True)
    fief = prince_fief(course.by_name[move.player])
    if fief is not None:
        course.unseat(move.player, fief.id)
    player = course.by_name[move.player]
    deck: Any = UNSET
    if fief is not None and isinstance(player.deck, tuple) and player.discard is not UNSET:
        deck = course.shuffle((*player.deck, *player.discard))
    else:
        course.chance()  # they are shuffled all the same
    course.change(move.player, deck=deck, discard=() if player.discard is not UNSET else UNSET)
    course.tell("bequeathed", "bequeath/shuffle", player=move.player)


def _claim(course: Course, move: shapes.Claim) -> None:
    course.spend(move.player, "banner")
    course.set(acted=True)
    banners = course.by_name[move.player].banners
    if banners is not UNSET:
        course.change(move.player, banners=banners + 1)
    course.tell("banner-laid", "crown/banner", player=move.player, banners="?" if banners is UNSET else banners + 1)
    test_crown(course, "crown/lead", move.player)


# ---------------------------------------------------------------- What was received


def _place(course: Course, move: shapes.Place) -> None:
    pending: Any = course.pending
    course.attach(move.player, move.fief, move.card)
    course.tell("placed", "property/land-arrives", player=move.player, card=move.card.card, fief=move.fief)
    if isinstance(pending, Politics | Joust | Battle) and pending.step == "place":
        course.set(pending=replace(pending, placing=_less(pending.placing, move.card)))
    elif is_battle(pending):
        course.set(pending=replace(pending, reattaching=_less(pending.reattaching, move.card)))
    elif is_joust(pending):
        course.set(pending=replace(pending, reattaching=_less(pending.reattaching, (move.player, move.card))))
    _after_placing(course)


def _less(queue: Any, one: Any) -> tuple[Any, ...]:
    rest = list(queue)
    rest.remove(one)
    return tuple(rest)


def _after_placing(course: Course) -> None:
    pending = course.pending
    if is_politics(pending):
        if not pending.placing:
            course.set(pending=None)
            fall_without_fief(course, pending.target)
    elif is_joust(pending):
        lists.go_on(course)
    elif is_battle(pending):
        if not sure(pending.assigned):
            ransoms.go_on(course, pending)
        elif not pending.placing:
            captures.clear(course, pending)
    else:
        raise Unknown


EFFECTS: dict[type, Callable[[Course, Any], None]] = {
    shapes.Build: _build,
    shapes.Start: _start,
    shapes.Mulligan: _mulligan,
    shapes.Tower: _tower,
    shapes.Garrison: _garrison,
    shapes.End: _end,
    shapes.Concede: _concede,
    shapes.Castle: _castle,
    shapes.Attach: _attach,
    shapes.Appoint: _appoint,
    shapes.Hire: _hire,
    shapes.Recruit: _recruit,
    shapes.Monastery: _monastery,
    shapes.Emissary: vikings.send,
    shapes.Treachery: disputes.begin,
    shapes.Intrigue: disputes.begin,
    shapes.Banquet: _banquet,
    shapes.Bequeath: _bequeath,
    shapes.Claim: _claim,
    shapes.HoldJoust: jousts.call,
    shapes.Attack: battles.attack,
    shapes.PlayAllies: disputes.answer,
    shapes.Dispute: disputes.dispute,
    shapes.Pick: disputes.pick,
    shapes.Give: disputes.give,
    shapes.Place: _place,
    shapes.Excuse: jousts.declare,
    shapes.Enter: jousts.declare,
    shapes.StayOut: jousts.declare,
    shapes.Deal: lists.deal,
    shapes.Field: battles.field,
    shapes.Reveal: battles.reveal,
    shapes.Decide: battles.decide,
    shapes.Ransom: ransoms.ransom,
    shapes.Suffer: damage.suffer,
    shapes.Capture: captures.capture,
    shapes.Offer: vikings.offer,
    shapes.RevealVikings: vikings.reveal_vikings,
    shapes.Cube: vikings.draw_cube,
    shapes.Order: vikings.give_order,
}
