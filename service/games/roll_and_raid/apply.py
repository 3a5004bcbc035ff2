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
from service.games.roll_and_raid.die_values import altar_gives, shown_on, value_of
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.flow import close_festival, leave_open, proceed
from service.games.roll_and_raid.inference import inferred
from service.games.roll_and_raid.pack import COLOURS
from service.games.roll_and_raid.production import raise_by
from service.games.roll_and_raid.rules.choice import apply_choose, apply_reveal
from service.games.roll_and_raid.rules.conflicts import apply_bid, apply_retreat
from service.games.roll_and_raid.rules.maintenance import apply_refill
from service.games.roll_and_raid.rules.payment import apply_pay
from service.games.roll_and_raid.rules.raids import apply_attack, apply_yield, judge_roll, own_raid
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
    raid = own_raid(draft, move.player) if draft.state.phase == "resolution" else None
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
            judge_roll(draft, raid, altar_gives(draft, clan, "raid") if unwritten else 0)
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


_APPLY: dict[type, Callable[[Draft, Any], None]] = {
    Sacrifice: _sacrifice,
    Roll: _roll,
    UseDie: _use,
    Altar: _altar,
    Store: _store,
    Done: _done,
    Choose: apply_choose,
    Bid: apply_bid,
    Reveal: apply_reveal,
    Retreat: apply_retreat,
    Attack: apply_attack,
    Yield: apply_yield,
    Pay: apply_pay,
    Refill: apply_refill,
}
