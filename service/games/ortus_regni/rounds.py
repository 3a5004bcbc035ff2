"""Turns, rounds and the turn of the Vikings, as far as nobody has to decide and nothing is drawn."""

from msgspec import UNSET

from schemas.ortus_regni import Invasion
from service.games.ortus_regni.course import Course
from service.games.ortus_regni.parts import have_landed
from service.games.ortus_regni.setup import MARKERS
from service.games.ortus_regni.table import Table, may_be_out
from service.games.ortus_regni.untold import Paused, Unknown


def proceed(course: Course) -> None:
    """What happens by itself, until somebody has to decide something or the table has to."""
    try:
        while course.pending is None:
            if course.state.phase == "vikings":
                viking_turn(course)
            elif course.state.phase == "turn" and course.state.turn in course.out:
                next_turn(course)
            else:
                return
    except Unknown:
        course.set(pending=UNSET)


def next_turn(course: Course) -> None:
    """turn/order, end/seats-fixed: clockwise, whoever is still there; after the last seat come the Vikings."""
    state = course.state
    if not course.complete or state.first is UNSET or not isinstance(state.turn, str):
        lose_turn(course)
        raise Paused
    seats = course.from_seat(state.first)
    rest = [name for name in seats[seats.index(state.turn) + 1 :] if name not in course.out]
    if rest and may_be_out(course, rest[0]):
        lose_turn(course)
        raise Paused
    if rest:
        course.set(turn=rest[0], acted=False)
    else:
        course.set(phase="vikings", turn=None, acted=False)


def _round_may_be_over(course: Course) -> None:
    """Who is next is not told, or what the Vikings do: nothing is claimed that the end of a round changes."""
    state, landed = course.state, have_landed(course)
    course.set(phase=UNSET, round=UNSET)
    if landed:
        return
    if landed is False:
        nearly = state.black_markers is UNSET or state.black_markers >= MARKERS - 1
        course.set(arrived=UNSET if nearly else False)
    course.set(black_markers=UNSET, white_marker=UNSET)


def lose_turn(course: Course) -> None:
    """Whose turn it is, and in which round, is not known any more."""
    course.set(turn=UNSET, acted=UNSET)
    _round_may_be_over(course)


def new_round(course: Course) -> None:
    state = course.state
    number = state.round if state.round is UNSET else min(state.round + 1, 999)
    first: str | None = None
    if course.complete and state.first is not UNSET:
        first = next(name for name in course.from_seat(state.first) if name not in course.out)
    if first is None or may_be_out(course, first):
        course.set(turn=UNSET, phase="turn", acted=False, round=number)
        raise Paused
    course.set(phase="turn", turn=first, acted=False, round=number, pending=None)
    rule = "turn/vikings-last" if first == state.first else "end/seats-fixed"
    course.tell("round-over", rule, round="?" if state.round is UNSET else state.round, player=first)


# ---------------------------------------------------------------- The turn of the Vikings


def viking_turn(course: Course) -> None:
    """turn/vikings-last, vikings/black-marker, vikings/white-back, vikings/eighth-marker, vikings/their-turn."""
    state = course.state
    landed = have_landed(course)
    if landed:
        _begin(course, 1)
        return
    eight = state.black_markers == MARKERS
    if landed is None or state.black_markers is UNSET or (state.white_marker is UNSET and not eight):
        lose_turn(course)
        raise Paused
    if state.black_markers < MARKERS and state.white_marker:
        course.set(white_marker=False)
        course.tell("white-back", "vikings/white-back")
        new_round(course)
        return
    rule = "vikings/their-turn"
    if state.black_markers < MARKERS:
        rule = "vikings/eighth-marker"
        course.set(black_markers=state.black_markers + 1)
        course.tell("marker-forward", "vikings/black-marker", count=state.black_markers + 1)
        if state.black_markers + 1 < MARKERS:
            new_round(course)
            return
    _arrive(course, rule)


def _arrive(course: Course, rule: str) -> None:
    """vikings/arrival, vikings/markers-away."""
    course.set(arrived=True, black_markers=0, white_marker=False)
    if course.seats is None:
        raise Paused
    course.tell("vikings-landed", rule, count=course.seats + 1)
    course.tell("markers-away", "vikings/markers-away")
    _begin(course, course.seats + 1)


def _begin(course: Course, count: int) -> None:
    """Cards are revealed first; with none left, nothing is."""
    deck, pile = course.state.viking_deck, course.state.viking_discard
    if deck == () and pile == ():
        course.tell("vikings-none", "vikings/none-left")
        wake(course)
    else:
        course.set(pending=Invasion(step="reveal", count=count))


def is_active(course: Table) -> bool:
    """vikings/active, vikings/at-least: as many as Earls started and one more."""
    if course.state.vikings is UNSET or course.seats is None:
        raise Unknown
    return len(course.state.vikings) > course.seats


def wake(course: Course) -> None:
    """After the reveal: a cube is drawn, or the Vikings wait."""
    count, needed = len(course.state.vikings or ()), (course.seats or 0) + 1
    if course.state.vikings is UNSET or course.seats is None:
        lose_turn(course)
        raise Paused
    if is_active(course):
        course.set(pending=Invasion(step="cube"))
        course.tell("vikings-wake", "vikings/active" if count == needed else "vikings/at-least", count=count)
    else:
        course.set(pending=None)
        course.tell("vikings-wait", "vikings/active", count=count, needed=needed)
        new_round(course)
