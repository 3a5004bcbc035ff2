"""What a legal move does to the table; what happens by itself after it stands in ``rounds``."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Battle, Deed, Joust, Mercenary, Move, Politics
from service.games.ortus_regni import battles, captures, damage, disputes, jousts, lists, ransoms, vikings
from service.games.ortus_regni.cards import HIDDEN, hidden, is_out_of_cards, without
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.ending import eliminate, fall_without_fief, test_crown
from service.games.ortus_regni.losing_track import lose_track
from service.games.ortus_regni.openings import deck_told
from service.games.ortus_regni.parts import fief_of, has, prince_fief, smallest_free
from service.games.ortus_regni.rounds import lose_turn, next_turn, proceed
from service.games.ortus_regni.setup import OPENING_HAND
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.untold import PENDING, Paused, is_battle, is_joust, is_politics, sure
from service.referee.findings import Happening
from service.referee.known import UnknownRead


def apply(table: Table, move: Move) -> tuple[Table, list[Happening]]:
    draft = Draft(table)
    try:
        EFFECTS[type(move)](draft, move)
    except Paused:
        draft.set(pending=UNSET)
    except UnknownRead:
        lose_track(draft, table.pending, move)
    else:
        proceed(draft)
    return draft.finished(), draft.happenings


# ---------------------------------------------------------------- Setup


def _build(draft: Draft, move: shapes.Build) -> None:
    cards = deck_told(draft, move)
    known = HIDDEN not in cards
    draft.set_of(
        move.player,
        built=(*(sorted(cards) if known else cards), *move.towers),
        deck=draft.shuffle(cards),
        towers=move.towers,
    )
    draft.event("built", "deck/size", player=move.player)
    decks = [player.deck for player in draft.by_name.values()]
    if None not in decks:
        draft.set(phase="start" if draft.seats_known and UNSET not in decks else UNSET)


def _start(draft: Draft, move: shapes.Start) -> None:
    """setup/first-earl, setup/cube-back, setup/opening-hand."""
    draft.set(first=move.player, turn=move.player, phase="mulligan", pending=None)
    hands = move.hands or {}
    for name in draft.order:
        draft.draw(name, OPENING_HAND, hands.get(name, UNSET))
    draft.event("first-earl", "setup/first-earl", player=move.player)
    draft.event("hands-drawn", "setup/opening-hand", count=OPENING_HAND)
    draft.event("cube-back", "setup/cube-back", player=move.player)


def _mulligan(draft: Draft, move: shapes.Mulligan) -> None:
    player = draft.by_name[move.player]
    if move.redraw:
        if isinstance(player.deck, tuple) and player.hand is not UNSET:
            draft.set_of(move.player, deck=draft.shuffle((*player.hand, *player.deck), move.drawn), hand=())
            draft.draw(move.player, OPENING_HAND, move.drawn)
        else:
            draft.draw_chance()
            if isinstance(player.deck, tuple):  # cards that nobody told are shuffled into it
                draft.set_of(move.player, deck=hidden(len(player.deck)))
            if player.hand is not UNSET:
                draft.set_of(move.player, hand=hidden(OPENING_HAND) if move.drawn is UNSET else move.drawn)
        draft.event("redrawn", "setup/mulligan", player=move.player, count=OPENING_HAND)
    else:
        draft.event("kept", "setup/mulligan", player=move.player)
    first = draft.state.first
    if not draft.seats_known or first is UNSET:
        draft.set(turn=UNSET, phase=UNSET)
        raise Paused
    seats = draft.from_seat(first)
    after = seats[seats.index(move.player) + 1 :]
    draft.set(turn=after[0] if after else first, phase="mulligan" if after else "turn")
    if not after:
        draft.event("play-begins", "turn/order", player=first)


# ---------------------------------------------------------------- Free actions, end of the turn


def _tower(draft: Draft, move: shapes.Tower) -> None:
    draft.spend(move.player, move.card)
    towers = draft.by_name[move.player].towers
    if towers is not UNSET:
        draft.set_of(move.player, towers=(*towers, move.card))
    draft.event("tower-placed", "tower/hidden", player=move.player)


def _garrison(draft: Draft, move: shapes.Garrison) -> None:
    player = draft.by_name[move.player]
    if player.pool is not UNSET:
        draft.set_of(move.player, pool=without(player.pool, [move.army]))
    if move.mercenary is None:
        royal = draft.state.royal_army
        draft.set(royal_army=royal if royal is UNSET else (*royal, move.army))
        draft.event("royal-garrisoned", "king/garrison", player=move.player, army=move.army)
        return
    mercenaries = player.mercenaries
    if mercenaries is not UNSET:
        manned = (replace(one, garrison=move.army) if one.id == move.mercenary else one for one in mercenaries)
        draft.set_of(move.player, mercenaries=tuple(manned))
    draft.event("garrisoned", "mercenary/garrison", player=move.player, army=move.army, mercenary=move.mercenary)


def _end(draft: Draft, move: shapes.End) -> None:
    """turn/end-draw, end/no-card, end/turn-over."""
    draft.set(pending=None, phase="turn", turn=move.player)
    if is_out_of_cards(draft, move.player):
        _leave(draft, move.player, "no-card", "end/no-card")
        draft.event("turn-over", "end/turn-over", player=move.player)
        return
    draft.draw(move.player, 1, UNSET if move.drawn is UNSET else (move.drawn,))
    draft.event("turn-ended", "turn/end-draw", player=move.player)
    next_turn(draft)


def _concede(draft: Draft, move: shapes.Concede) -> None:
    draft.set(pending=None, phase="turn", turn=move.player)
    _leave(draft, move.player, "conceded", "end/concede")


def _leave(draft: Draft, name: str, reason: str, rule: str) -> None:
    """Out of the game in the own turn; whose turn comes then is for ``proceed`` to find out, if it can."""
    eliminate(draft, name, reason, rule)
    if draft.state.pending is UNSET and draft.state.phase != "over":
        lose_turn(draft)  # there may be a King now, to whom Armies are owed first


# ---------------------------------------------------------------- Actions


def _castle(draft: Draft, move: shapes.Castle) -> None:
    draft.spend(move.player, move.card)
    draft.set(acted=True)
    number = draft.add_fief(move.player, Deed(move.card, move.player))
    draft.event("castle-built", "property/castle", player=move.player, card=move.card, fief=number or "?")


def _attach(draft: Draft, move: shapes.Attach) -> None:
    draft.spend(move.player, move.card)
    draft.set(acted=True)
    fief = fief_of(draft.by_name[move.player], move.fief)
    draft.attach(move.player, move.fief, Deed(move.card, move.player))
    draft.event("attached", "property/own-fief", player=move.player, card=move.card, fief=move.fief)
    if move.card == "land":
        told = 1 if move.armies is UNSET else len(move.armies)
        market = None if fief is None else has(fief, "market")
        wanted = told if market is None else 2 if market else 1
        drawn = draft.draw_armies(move.player, wanted, move.armies)
        draft.event("armies-drawn", "property/land-army", player=move.player, count=drawn)


def _appoint(draft: Draft, move: shapes.Appoint) -> None:
    draft.spend(move.player, move.card)
    draft.set(acted=True)
    before = draft.unseat(move.player, move.fief)
    draft.change_fief(move.player, move.fief, lord=move.card)
    draft.event("appointed", "lord/appoint", player=move.player, card=move.card, fief=move.fief)
    if before is not None:
        draft.event("lord-replaced", "lord/replace", player=move.player, fief=move.fief, card=before)


def _hire(draft: Draft, move: shapes.Hire) -> None:
    draft.spend(move.player, "mercenary")
    draft.set(acted=True)
    mercenaries, number = draft.by_name[move.player].mercenaries, 0
    if mercenaries is not UNSET:
        number = smallest_free(one.id for one in mercenaries)
        draft.set_of(move.player, mercenaries=(*mercenaries, Mercenary(id=number, garrison=None)))
    draft.event("hired", "mercenary/placed", player=move.player, mercenary=number or "?")


def _recruit(draft: Draft, move: shapes.Recruit) -> None:
    draft.set(acted=True)
    drawn = draft.draw_armies(move.player, move.count, move.armies)
    draft.event("armies-drawn", "army/recruit", player=move.player, count=drawn)


def _monastery(draft: Draft, move: shapes.Monastery) -> None:
    """monastery/seen-by-all: shown at once, then back to the hand."""
    draft.set(acted=True)
    hand = draft.by_name[move.target].hand
    if move.shown is not UNSET and hand is not UNSET:
        draft.set_of(move.target, hand=move.shown)
    draft.event("hand-shown", "monastery/seen-by-all", player=move.player, target=move.target)


def _banquet(draft: Draft, move: shapes.Banquet) -> None:
    draft.spend(move.player, "banquet")
    draft.discard(move.player, "banquet")
    draft.set(acted=True)
    drawn = draft.draw(move.player, 2, move.drawn)
    rule = "banquet/two-cards" if len(drawn) == 2 else "banquet/short"
    draft.event("banquet", rule, player=move.player, count=len(drawn))


def _bequeath(draft: Draft, move: shapes.Bequeath) -> None:
    """bequeath/prince, bequeath/shuffle."""
    draft.spend(move.player, "banner")
    draft.discard(move.player, "banner")
    draft.set(acted=True)
    fief = prince_fief(draft.by_name[move.player])
    if fief is not None:
        draft.unseat(move.player, fief.id)
    player = draft.by_name[move.player]
    deck: Any = UNSET
    if fief is not None and isinstance(player.deck, tuple) and player.discard is not UNSET:
        deck = draft.shuffle((*player.deck, *player.discard))
    else:
        draft.draw_chance()  # they are shuffled all the same
    draft.set_of(move.player, deck=deck, discard=() if player.discard is not UNSET else UNSET)
    draft.event("bequeathed", "bequeath/shuffle", player=move.player)


def _claim(draft: Draft, move: shapes.Claim) -> None:
    draft.spend(move.player, "banner")
    draft.set(acted=True)
    banners = draft.by_name[move.player].banners
    if banners is not UNSET:
        draft.set_of(move.player, banners=banners + 1)
    draft.event("banner-laid", "crown/banner", player=move.player, banners="?" if banners is UNSET else banners + 1)
    test_crown(draft, "crown/lead", move.player)


# ---------------------------------------------------------------- What was received


def _place(draft: Draft, move: shapes.Place) -> None:
    pending: Any = draft.pending
    draft.attach(move.player, move.fief, move.card)
    draft.event("placed", "property/land-arrives", player=move.player, card=move.card.card, fief=move.fief)
    if isinstance(pending, Politics | Joust | Battle) and pending.step == "place":
        draft.set(pending=replace(pending, placing=_less(pending.placing, move.card)))
    elif is_battle(pending):
        draft.set(pending=replace(pending, reattaching=_less(pending.reattaching, move.card)))
    elif is_joust(pending):
        draft.set(pending=replace(pending, reattaching=_less(pending.reattaching, (move.player, move.card))))
    _after_placing(draft)


def _less(queue: Any, one: Any) -> tuple[Any, ...]:
    rest = list(queue)
    rest.remove(one)
    return tuple(rest)


def _after_placing(draft: Draft) -> None:
    pending = draft.pending
    if is_politics(pending):
        if not pending.placing:
            draft.set(pending=None)
            fall_without_fief(draft, pending.target)
    elif is_joust(pending):
        lists.go_on(draft)
    elif is_battle(pending):
        if not sure(pending.assigned):
            ransoms.go_on(draft, pending)
        elif not pending.placing:
            captures.clear(draft, pending)
    else:
        raise UnknownRead(PENDING)


EFFECTS: dict[type, Callable[[Draft, Any], None]] = {
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
