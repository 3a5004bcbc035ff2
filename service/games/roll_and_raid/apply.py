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
    State,
    Store,
    UseDie,
    Yield,
)
from service.games.roll_and_raid.course import Course
from service.games.roll_and_raid.die_values import altar_gives, shown_on, value_of
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


def apply(table: Table, move: Move) -> tuple[State, list[Happening]]:
    course = Course(table)
    unknown = () if isinstance(move, Store) else may_wait(table)
    if unknown and turn(table) is not None:
        for name in unknown:  # that nothing waits is assumed
            course.change(name, waiting=())
    _APPLY[type(move)](course, move)
    proceed(course)
    leave_open(course, move)
    course.state = inferred(course.state)
    return course.written(), course.happenings


# ---------------------------------------------------------------- 1. Production


def _sacrifice(course: Course, move: Sacrifice) -> None:
    clan, number = course.by_name[move.player], course.state.round
    assert number is not UNSET
    course.add(move.player, vikings=-move.vikings)
    if clan.sacrifices is not UNSET:
        course.change(move.player, sacrifices=with_entry(clan.sacrifices, str(number), move.vikings))
    course.tell("sacrificed", "festival/vikings", player=move.player, vikings=move.vikings, round=number)


def _roll(course: Course, move: Roll) -> None:
    close_festival(course)
    course.set(dice=move.dice, phase="production")
    shown = {colour: getattr(move.dice, colour) for colour in COLOURS}
    course.tell("rolled", "production/common", **shown)


def _use(course: Course, move: UseDie) -> None:
    clan = course.by_name[move.player]
    value = move.value if move.value is not UNSET else value_of(course, clan, move)
    assert value is not None
    sheet = course.sheet(move.player)
    carry_out(sheet, course, move, value)
    course.write(sheet)


def _altar(course: Course, move: Altar) -> None:
    clan = course.by_name[move.player]
    raid = own_raid(course, move.player) if course.state.phase == "resolution" else None
    rerolls = help_bought(clan)[1]
    if raid is not None and move.benefit == "reroll" and rerolls:
        _help(course, clan, rerolls=-1)
        _reroll(course, raid, move.player)
        return
    course.add(move.player, vikings=-1, altar=1)
    if move.benefit == "die":
        _raise(course, clan, str(move.die))
    elif move.benefit == "raid":
        _help(course, clan, plus=1)
        course.tell("help-plus", "altar/plus-two", player=move.player)
        if raid is not None:
            unwritten = help_bought(clan)[0] is UNSET
            judge_roll(course, raid, altar_gives(course, clan, "raid") if unwritten else 0)
    elif raid is None:
        _help(course, clan, rerolls=1)
        course.tell("help-reroll", "altar/reroll", player=move.player)
    else:
        _reroll(course, raid, move.player)


def _raise(course: Course, clan: Clan, die: str) -> None:
    by = raise_by(course, clan)
    if clan.raised is not UNSET:
        course.change(clan.name, raised=with_entry(clan.raised, die, clan.raised.get(die, 0) + by))
    shown = shown_on(course, die)
    if shown is None or clan.raised is UNSET:
        course.tell("raised-by", "altar/own-use", player=clan.name, die=die, by=by)
    else:
        value = shown + clan.raised.get(die, 0) + by
        course.tell("raised", "altar/plus-one", player=clan.name, die=die, value=value)


def _help(course: Course, clan: Clan, plus: int = 0, rerolls: int = 0) -> None:
    if clan.help is not UNSET:
        had = help_bought(clan)
        more = [UNSET if count is UNSET else count + by for count, by in zip(had, (plus, rerolls), strict=True)]
        course.change(clan.name, help=Help(plus=more[0], rerolls=more[1]))


def _reroll(course: Course, raid: Raid, player: str) -> None:
    course.change_raid(raid.card, step="attack")
    course.tell("rerolls", "altar/reroll", player=player)


def _store(course: Course, move: Store) -> None:
    sheet = course.sheet(move.player)
    sheet.put(move.good, move.place)
    if sheet["waiting"] is not UNSET:
        sheet.settle()
    course.write(sheet)


def _done(course: Course, move: Done) -> None:
    course.change(move.player, done=True)
    if course.state.phase is UNSET:  # that it is time for this move is assumed
        course.set(phase="production")
    course.tell("ended-production", "production/done", player=move.player)
    if course.state.phase == "production" and is_open(course, "done", (False,)) is None:
        course.set(phase=UNSET)
        for name, clan in course.by_name.items():
            if clan.raised:
                course.change(name, raised=UNSET)


_APPLY: dict[type, Callable[[Course, Any], None]] = {
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
