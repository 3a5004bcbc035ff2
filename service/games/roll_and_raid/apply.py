"""What a legal move does to the table; what happens by itself after it stands in ``flow``."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from schemas.base import with_entry
from schemas.roll_and_raid import (
    Altar,
    Attack,
    Bid,
    Choose,
    Clan,
    Done,
    Help,
    Move,
    Pay,
    Raid,
    Refill,
    Retreat,
    Reveal,
    Roll,
    Sacrifice,
    Store,
    UseDie,
    Yield,
)
from service.games.roll_and_raid import conflicts
from service.games.roll_and_raid.die_values import altar_gives, shown_on, value_of
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.flow import (
    are_cards_known,
    begin_round,
    close_festival,
    leave_open,
    proceed,
    resolve_bids,
)
from service.games.roll_and_raid.inference import inferred
from service.games.roll_and_raid.maintenance import missing_cards
from service.games.roll_and_raid.pack import COLOURS
from service.games.roll_and_raid.production import raise_by
from service.games.roll_and_raid.table import Table, help_bought, is_open
from service.games.roll_and_raid.turn import may_wait, turn
from service.games.roll_and_raid.uses import carry_out
from service.referee.findings import Happening


def apply(table: Table, move: Move) -> tuple[Table, list[Happening]]:
    draft = Draft(table)
    unknown = () if isinstance(move, Store) else may_wait(table)
    if unknown and turn(table) is not None:
        for name in unknown:  # that nothing waits is assumed
            draft.set_of(name, waiting=())
    _APPLY[type(move)](draft, move)
    proceed(draft)
    leave_open(draft, move)
    draft.state = inferred(draft.state)
    draft.clear_derived()
    return draft.finished(), draft.happenings


# ---------------------------------------------------------------- 1. Production


def _sacrifice(draft: Draft, move: Sacrifice) -> None:
    clan, number = draft.by_name[move.player], draft.state.round
    assert number is not UNSET
    draft.add(move.player, vikings=-move.vikings)
    if clan.sacrifices is not UNSET:
        draft.set_of(move.player, sacrifices=with_entry(clan.sacrifices, str(number), move.vikings))
    draft.event("sacrificed", "festival/vikings", player=move.player, vikings=move.vikings, round=number)


def _roll(draft: Draft, move: Roll) -> None:
    close_festival(draft)
    draft.set(dice=move.dice, phase="production")
    shown = {colour: getattr(move.dice, colour) for colour in COLOURS}
    draft.event("rolled", "production/common", **shown)


def _use(draft: Draft, move: UseDie) -> None:
    clan = draft.by_name[move.player]
    value = move.value if move.value is not UNSET else value_of(draft, clan, move)
    assert value is not None
    sheet = draft.sheet(move.player)
    carry_out(sheet, draft, move, value)
    draft.write(sheet)


def _altar(draft: Draft, move: Altar) -> None:
    clan = draft.by_name[move.player]
    raid = _own_raid(draft, move.player) if draft.state.phase == "resolution" else None
    rerolls = help_bought(clan)[1]
    if raid is not None and move.benefit == "reroll" and rerolls:
        _help(draft, clan, rerolls=-1)
        _reroll(draft, raid, move.player)
        return
    draft.add(move.player, vikings=-1, altar=1)
    if move.benefit == "die":
        _raise(draft, clan, str(move.die))
    elif move.benefit == "raid":
        _help(draft, clan, plus=1)
        draft.event("help-plus", "altar/plus-two", player=move.player)
        if raid is not None:
            unwritten = help_bought(clan)[0] is UNSET
            conflicts.judge_roll(draft, raid, altar_gives(draft, clan, "raid") if unwritten else 0)
    elif raid is None:
        _help(draft, clan, rerolls=1)
        draft.event("help-reroll", "altar/reroll", player=move.player)
    else:
        _reroll(draft, raid, move.player)


def _raise(draft: Draft, clan: Clan, die: str) -> None:
    by = raise_by(draft, clan)
    if clan.raised is not UNSET:
        draft.set_of(clan.name, raised=with_entry(clan.raised, die, clan.raised.get(die, 0) + by))
    shown = shown_on(draft, die)
    if shown is None or clan.raised is UNSET:
        draft.event("raised-by", "altar/own-use", player=clan.name, die=die, by=by)
    else:
        value = shown + clan.raised.get(die, 0) + by
        draft.event("raised", "altar/plus-one", player=clan.name, die=die, value=value)


def _help(draft: Draft, clan: Clan, plus: int = 0, rerolls: int = 0) -> None:
    if clan.help is not UNSET:
        had = help_bought(clan)
        more = [UNSET if count is UNSET else count + by for count, by in zip(had, (plus, rerolls), strict=True)]
        draft.set_of(clan.name, help=Help(plus=more[0], rerolls=more[1]))


def _reroll(draft: Draft, raid: Raid, player: str) -> None:
    draft.change_raid(raid.card, step="attack")
    draft.event("rerolls", "altar/reroll", player=player)


def _store(draft: Draft, move: Store) -> None:
    sheet = draft.sheet(move.player)
    sheet.put(move.good, move.place)
    if sheet["waiting"] is not UNSET:
        sheet.settle()
    draft.write(sheet)


def _done(draft: Draft, move: Done) -> None:
    draft.set_of(move.player, done=True)
    if draft.state.phase is UNSET:  # that it is time for this move is assumed
        draft.set(phase="production")
    draft.event("ended-production", "production/done", player=move.player)
    if draft.state.phase == "production" and is_open(draft, "done", (False,)) is None:
        draft.set(phase=UNSET)
        for name, clan in draft.by_name.items():
            if clan.raised:
                draft.set_of(name, raised=UNSET)


# ---------------------------------------------------------------- 2. Raids


def _choose(draft: Draft, move: Choose) -> None:
    draft.set_of(move.player, choice=move.number)
    if draft.state.phase is UNSET:  # that it is time for this move is assumed
        draft.set(phase="choice")
    draft.event("chosen", "raid/at-once", player=move.player)
    _perhaps_last(draft)


def _perhaps_last(draft: Draft) -> None:
    """raid/at-once: where it is not known whether all have chosen, neither is what the choices led to."""
    if draft.state.phase != "choice":
        return
    still_open = is_open(draft, "choice", (None, "?"))
    if still_open is None or (still_open is False and not are_cards_known(draft)):
        draft.set(phase=UNSET, raids=UNSET)


def _bid(draft: Draft, move: Bid) -> None:
    raid = draft.raid_for(move.player)
    if raid is not None:
        raid = draft.change_contender(raid.card, move.player, bid=move.vikings, status="in")
    draft.event("bid", "conflict/bid", player=move.player)
    if raid is not None and draft.raid_now() is UNSET:  # that it is time for this raid is assumed
        resolve_bids(draft, raid)


def _reveal(draft: Draft, move: Reveal) -> None:
    raid = draft.raid_for(move.player)
    if draft.state.phase == "choice":
        draft.set_of(move.player, choice=move.number)
        draft.event("told", "raid/at-once", player=move.player)
        _perhaps_last(draft)
    elif raid is not None:
        draft.change_contender(raid.card, move.player, bid=move.number, status="in")
        draft.event("told", "conflict/bid", player=move.player)


def _retreat(draft: Draft, move: Retreat) -> None:
    conflicts.pay_retreat(draft, draft.raid_for(move.player), move.player, move.pay)


def _own_raid(draft: Draft, player: str) -> Raid:
    """The raid under way, of which this clan has the right: that is what allows its move."""
    raid = draft.raid_for(player)
    assert raid is not None
    if raid.right is UNSET:
        draft.change_contender(raid.card, player, status="in")
        raid = draft.change_raid(raid.card, right=player)
    return raid


def _attack(draft: Draft, move: Attack) -> None:
    raid = _own_raid(draft, move.player)
    dice = tuple(sorted(move.dice))
    draft.event("attacked", "raids/roll", player=move.player, card=raid.card, dice=list(dice))
    conflicts.judge_roll(draft, draft.change_raid(raid.card, dice=dice))


def _yield(draft: Draft, move: Yield) -> None:
    raid = _own_raid(draft, move.player)
    if raid.step == "pay":
        draft.event("declined", "payment/compulsory", player=move.player, card=raid.card)
        conflicts.pass_on(draft, raid)
    else:
        conflicts.fail(draft, raid)


def _pay(draft: Draft, move: Pay) -> None:
    raid = _own_raid(draft, move.player)
    draft.add(move.player, vikings=-move.vikings, axes=-move.axes, ships=-move.ships)
    paid = {"vikings": move.vikings, "axes": move.axes, "ships": move.ships}
    draft.event("paid", "payment/season", player=move.player, card=raid.card, season=draft.season, **paid)
    conflicts.take(draft, raid, move.player)


# ---------------------------------------------------------------- 3. Maintenance


def _refill(draft: Draft, move: Refill) -> None:
    """maintenance/refill, maintenance/renumber: new cards after those that were left."""
    state = draft.state
    cards = move.cards if move.cards is not UNSET else (state.deck or ())[: missing_cards(draft) or 0]
    if state.deck is not UNSET:
        draft.set(deck=state.deck[len(cards) :])
    if state.display is not UNSET:
        draft.set(display=(*state.display, *cards))
    draft.event("refilled", "maintenance/refill", cards=list(cards))
    if state.phase == "maintenance" and draft.state.display:
        draft.event("renumbered", "maintenance/renumber", cards=list(draft.state.display))
    if state.round is UNSET or state.phase is UNSET:
        begin_round(draft, UNSET)
    else:
        begin_round(draft, state.round + (state.phase == "maintenance"))


_APPLY: dict[type, Callable[[Draft, Any], None]] = {
    Sacrifice: _sacrifice,
    Roll: _roll,
    UseDie: _use,
    Altar: _altar,
    Store: _store,
    Done: _done,
    Choose: _choose,
    Bid: _bid,
    Reveal: _reveal,
    Retreat: _retreat,
    Attack: _attack,
    Yield: _yield,
    Pay: _pay,
    Refill: _refill,
}
