"""What happens by itself, until somebody has to decide something or the table has to report something."""

from collections.abc import Callable

from msgspec import UNSET

from schemas.base import Malformed, with_entry
from schemas.roll_and_raid import Attack, Bid, Help, Move, Pay, Retreat, State, Yield
from service.games.roll_and_raid.course import Course
from service.games.roll_and_raid.inference import inferred
from service.games.roll_and_raid.pack import FESTIVALS, ROUNDS, Box
from service.games.roll_and_raid.rules.choice import are_cards_known, reveal_choices
from service.games.roll_and_raid.rules.conflicts import resolve_bids
from service.games.roll_and_raid.rules.maintenance import begin_round, clear_round, forget_income, missing_cards
from service.games.roll_and_raid.table import Table, help_bought, is_familiar, strange
from service.games.roll_and_raid.turn import may_wait
from service.referee.choices import Choices

FRESH = Help(plus=0, rerolls=0)
THIS_ROUND = ("dice_used", "raised", "help", "done", "choice")
"""The zones of a clan that a new round clears."""

IN_RAIDS = (Bid, Retreat, Attack, Yield, Pay)
"""Moves that are made in raids only."""


def proceed(course: Course) -> None:
    """All that happens by itself, and what follows from it."""
    while True:
        while course.state.phase in STEPS and STEPS[course.state.phase](course):
            pass
        state = inferred(course.state)
        if state is course.state:
            return
        course.state = state


# ---------------------------------------------------------------- 1. Production


def _production(course: Course) -> bool:
    """When every clan has ended production, the raids begin."""
    for clan in course.by_name.values():
        if clan.done is not True:
            return False
    if not course.whole:
        return False
    for name, clan in course.by_name.items():
        if clan.raised:
            course.change(name, raised={})
    course.set(phase="choice")
    return True


# ---------------------------------------------------------------- 2. Raids


def _choice(course: Course) -> bool:
    """raid/at-once: once all have chosen and nothing is kept back."""
    if not course.whole or not all(isinstance(clan.choice, int) for clan in course.by_name.values()):
        return False
    if not are_cards_known(course):
        return False
    reveal_choices(course)
    return True


def _conflict(course: Course) -> bool:
    """Conflicts first, one card after the other, with their retreats; then the raids."""
    raid = course.raid_now()
    if raid is None:
        course.set(phase="resolution")
        return True
    return raid is not UNSET and resolve_bids(course, raid)


def _resolution(course: Course) -> bool:
    raid = course.raid_now()
    if raid is UNSET or may_wait(course) or any(clan.waiting for clan in course.by_name.values()):
        return False
    if raid is not None:
        return resolve_bids(course, raid)
    _close_round(course)
    return True


def _close_round(course: Course) -> None:
    """altar/unused, maintenance/last-round, end/last-round: help that was not used is lost."""
    keep = all(clan.help in (UNSET, FRESH) for clan in course.by_name.values())
    keep = keep or course.choices["unused_help"] == "kept"
    for name, clan in course.by_name.items():
        if not keep and any(count not in (UNSET, 0) for count in help_bought(clan)):
            course.tell("help-lost", "altar/unused", player=name)
        course.change(name, help=FRESH if not keep and clan.help is not UNSET else clan.help)
    clear_round(course)
    course.set(raids=(), dice=None, phase="maintenance")
    if course.state.round == ROUNDS:
        course.set(phase="over")
        course.tell("no-maintenance", "maintenance/last-round")
        course.tell("over", "end/last-round", round=ROUNDS)


# ---------------------------------------------------------------- 3. Maintenance, and the next round


def _maintenance(course: Course) -> bool:
    """maintenance/deck-empty: where nothing can be turned up, the next round begins."""
    if course.state.display is UNSET or missing_cards(course) != 0 or course.state.round is UNSET:
        return False
    size = course.display_size
    if size is not None and len(course.state.display) < size:
        course.tell("deck-empty", "maintenance/deck-empty", count=len(course.state.display))
    begin_round(course, course.state.round + 1)
    return False


# ---------------------------------------------------------------- what cannot be seen


def leave_open(course: Course, move: Move) -> None:
    """After a move, things may have gone on where that cannot be seen: what they write is unknown then."""
    state, raid = course.state, course.raid_now()
    in_a_raid = isinstance(move, IN_RAIDS) or bool(state.raids)
    raiding = state.phase in ("conflict", "resolution") or (state.phase is UNSET and in_a_raid)
    stuck = raiding and raid is UNSET
    if stuck and (isinstance(move, Retreat) or (isinstance(move, Bid) and state.raids is UNSET)):
        # That another clan has still to do something is known, or assumed.
        course.set(phase=UNSET)
        return
    waiting = any(clan.waiting for clan in course.by_name.values())
    over = state.raids is UNSET or all(one.step == "over" for one in state.raids)
    if raiding and over and (stuck or (raid is None and not waiting)):
        course.set(phase=UNSET, raids=UNSET, dice=UNSET)
        for name in course.by_name:
            course.change(name, **dict.fromkeys(THIS_ROUND, UNSET))
        _perhaps_next_round(course)
    elif stuck:
        course.set(phase=UNSET)
    elif state.phase == "maintenance" and (state.round is UNSET or missing_cards(course) is None):
        course.set(phase=UNSET)
        _perhaps_next_round(course)


def _perhaps_next_round(course: Course) -> None:
    """maintenance/deck-empty: where perhaps nothing is to be turned up, the next round may have begun."""
    if missing_cards(course):
        return
    course.set(round=UNSET, season=UNSET)
    for clan in list(course.by_name.values()):
        course.change(clan.name, rounds=UNSET)
        forget_income(course, clan)


def close_festival(course: Course) -> None:
    """festival/once: who has made no offering when the dice are rolled has given nothing."""
    number = course.state.round
    if number is UNSET:  # nobody can say whether it was a festival
        for name, clan in course.by_name.items():
            if clan.sacrifices is not UNSET and len(clan.sacrifices) < len(FESTIVALS):
                course.change(name, sacrifices=UNSET)
    if number not in FESTIVALS:
        return
    for name, clan in course.by_name.items():
        if clan.sacrifices is not UNSET and str(number) not in clan.sacrifices:
            course.change(name, sacrifices=with_entry(clan.sacrifices, str(number), 0))


STEPS: dict[str, Callable[[Course], bool]] = {
    "production": _production,
    "choice": _choice,
    "conflict": _conflict,
    "resolution": _resolution,
    "maintenance": _maintenance,
}
"""What each phase does by itself; true when things go on from there."""


def make_table(state: State, box: Box, choices: Choices) -> Table:
    """A table from outside: everything that it names must be in the box, and what is due by itself is done."""
    table = Table(inferred(state), box, choices)
    if not is_familiar(table):
        raise Malformed(strange(state, box))
    if _something_is_due(table):
        course = Course(table)
        proceed(course)
        table.read(course.written())
    return table


def _something_is_due(table: Table) -> bool:
    state = table.state
    match state.phase:
        case "production":
            return all(clan.done is True for clan in state.players)
        case "choice":
            return all(isinstance(clan.choice, int) for clan in state.players)
        case "conflict" | "resolution":
            return state.raids is not UNSET
    return False
