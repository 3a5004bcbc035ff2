"""What happens by itself, until somebody has to decide something or the table has to.

Where a zone that it needs was not told, the course stops there and leaves open what is pending.
"""

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from schemas.base import Malformed
from schemas.brian_boru import State, Trick
from service.games.brian_boru import upkeep
from service.games.brian_boru.course import Course, Unknown
from service.games.brian_boru.inference import pending_completed
from service.games.brian_boru.may import UPKEEP
from service.games.brian_boru.pack import Box
from service.games.brian_boru.regions import claim_step
from service.games.brian_boru.table import Table, all_in_the_box, strange
from service.games.brian_boru.tricks import award, board_is_full, clear_away, drafted, last_cards_left, pass_on
from service.referee.choices import Choices

STEPS: dict[str, Callable[[Course], bool]] = {
    "draft": pass_on,
    "trick": award,
    "actions": clear_away,
    "marriage": upkeep.marriage_step,
    "battle": upkeep.battle_step,
    "church": upkeep.church_step,
    "claims": claim_step,
}
"""What each phase does by itself; true when things go on from there."""
NO_TRICK = Trick(town=None)


def proceed(course: Course) -> None:
    try:
        while course.state.phase in STEPS and STEPS[course.state.phase](course):
            pass
    except Unknown as unknown:
        course.forget(unknown.stage, unknown.spare)


def make_table(state: State, box: Box, choices: Choices) -> Table:
    """A table from outside: everything that it names must be in the box, and what is due by itself is done."""
    table = Table(state, box, choices)
    if not all_in_the_box(table):
        raise Malformed(strange(state, box))
    completed = pending_completed(table)
    if completed is not state.pending:
        table.read(replace(state, pending=completed))
    if _something_is_due(table):
        course = Course(table)
        if state.phase is UNSET or state.phase == "actions":
            course.set(phase="trick")  # all cards of a trick lie there: who has won it is read off them
        proceed(course)
        table.read(course.written())
    return table


def _something_is_due(table: Table) -> bool:
    state = table.state
    if state.phase in UPKEEP:
        return state.pending == ()
    if state.phase == "draft":
        return all(player.picked for player in state.players) or drafted(table)
    if state.phase == "actions" or state.phase is UNSET:
        trick = state.trick or NO_TRICK
        return trick.winner is UNSET and trick.town is not None and len(trick.played or ()) == table.count
    if state.phase == "trick":
        if state.trick is None:
            return board_is_full(table) or last_cards_left(table)
        return len(table.played or ()) == table.count
    return False
