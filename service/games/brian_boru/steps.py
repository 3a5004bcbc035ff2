"""What happens by itself, until somebody has to decide something or the table has to."""

from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from schemas.base import Malformed
from schemas.brian_boru import State, Trick
from service.games.brian_boru.inference import pending_completed
from service.games.brian_boru.pack import Box
from service.games.brian_boru.references import all_in_the_box, strange
from service.games.brian_boru.rules.battle import battle_step
from service.games.brian_boru.rules.church import church_step
from service.games.brian_boru.rules.claims import claim_step
from service.games.brian_boru.rules.draft import everybody_has_picked, pass_on
from service.games.brian_boru.rules.marriage import marriage_step, no_town_for_the_track, skip_track_towns
from service.games.brian_boru.rules.opening import begin_rounds, everybody_has_opened
from service.games.brian_boru.rules.tricks import (
    award,
    end_actions,
    end_before_trick,
    everybody_has_acted,
    everybody_has_played,
    last_cards_left,
    next_trick,
    one_card_left,
)
from service.games.brian_boru.table import Draft, Table
from service.referee.choices import Choices
from service.referee.known import Condition, Truth, all_of, any_of
from service.referee.steps import Step, run_steps

PHASE = ("phase", "pending")


DRAFT = ("phase", "trick", "players/hand", "players/dealt", "players/picked")


MARRIAGE = (
    "marriage_card",
    "marriage_pile",
    "marriages_gone",
    "players/marriage",
    "players/coins",
    "players/renown",
    "players/points",
    "players/marriages",
)


BATTLE = ("raiders", "players/raiders", "players/points", "players/renown")


CHURCH = ("marker", "players/church", "players/points")


CLAIMS = ("face_up", "round", "players/claims")


NOTHING_PLAYED = Trick(town=None)


def _in_phase(table: Table, phase: str, *conditions: Condition) -> Truth:
    return all_of(lambda: table.phase == phase, *conditions)


def _nothing_is_pending(table: Table) -> bool:
    return len(table.pending) == 0


def _actions_end(table: Table) -> Truth:
    """Whether the trick is over, and no other follows."""
    last = any_of(partial(last_cards_left, table), lambda: table.is_full)
    return _in_phase(table, "actions", partial(everybody_has_acted, table), last)


def _no_trick_begins(table: Table) -> Truth:
    nothing_to_play_for = any_of(lambda: table.is_full, partial(one_card_left, table))
    return _in_phase(table, "trick", table.is_between_tricks, nothing_to_play_for)


def _draft_ends_on_full_board(table: Table) -> Truth:
    """Whether the upkeep may follow the draft at once."""
    return _in_phase(table, "draft", lambda: table.is_full, partial(everybody_has_picked, table))


UPKEEP = (
    Step(
        "marriage",
        (*MARRIAGE, *PHASE),
        lambda table: _in_phase(table, "marriage", partial(_nothing_is_pending, table)),
        marriage_step,
    ),
    Step(
        "track-towns",
        PHASE,
        lambda table: _in_phase(table, "marriage", partial(no_town_for_the_track, table)),
        skip_track_towns,
    ),
    Step(
        "battle",
        (*BATTLE, *PHASE),
        lambda table: _in_phase(table, "battle", partial(_nothing_is_pending, table)),
        battle_step,
    ),
    Step(
        "church",
        (*CHURCH, *PHASE),
        lambda table: _in_phase(table, "church", partial(_nothing_is_pending, table)),
        church_step,
    ),
    Step(
        "claims",
        (*CLAIMS, *PHASE),
        lambda table: _in_phase(table, "claims", partial(_nothing_is_pending, table)),
        claim_step,
    ),
)


OPENING = Step(
    "opening",
    ("phase",),
    lambda table: _in_phase(table, "opening", partial(everybody_has_opened, table)),
    begin_rounds,
)


PASSING_ON = Step(
    "passing-on",
    DRAFT,
    lambda table: _in_phase(table, "draft", partial(everybody_has_picked, table)),
    pass_on,
)


IN_UPKEEP = tuple(zone for each in UPKEEP for zone in each.writes)
"""What the whole upkeep may write, for steps that lead to it."""


NO_TRICK = Step("no-trick", ("discard", "players/hand", *IN_UPKEEP), _no_trick_begins, end_before_trick)


DRAFT_BEFORE_UPKEEP = Step("last-draft", (*DRAFT, *NO_TRICK.writes), _draft_ends_on_full_board, pass_on)


WINNER = Step(
    "winner",
    ("phase", "trick"),
    lambda table: _in_phase(table, "trick", partial(everybody_has_played, table)),
    award,
)


END_OF_ACTIONS = Step("end-of-actions", ("trick", "discard", "players/hand", *IN_UPKEEP), _actions_end, end_actions)


NEXT_TRICK = Step(
    "next-trick",
    ("phase", "trick"),
    lambda table: _in_phase(table, "actions", partial(everybody_has_acted, table)),
    next_trick,
)


STEPS: dict[str, tuple[Step, ...]] = {
    "opening": (OPENING,),
    "draft": (DRAFT_BEFORE_UPKEEP, PASSING_ON),
    "trick": (NO_TRICK, WINNER),
    "actions": (END_OF_ACTIONS, NEXT_TRICK),
    **dict.fromkeys(("marriage", "battle", "church", "claims"), UPKEEP),
}
"""The steps of each phase. One that is unresolved leaves open what the later ones write, too."""


def proceed(draft: Draft, *, at_rest: bool = False) -> None:
    """Do what happens by itself; ``at_rest``: on a table as it was sent, not after a move."""
    phase = None
    while phase != draft.state.phase and not draft.unsettled:
        phase = draft.state.phase
        run_steps(draft, STEPS.get(phase, ()), at_rest=at_rest)
        at_rest = False


def make_table(state: State, box: Box, choices: Choices) -> Table:
    """A table from outside: everything that it names must be in the box, and what is due by itself is done."""
    table = Table(state if state.unresolved is UNSET else replace(state, unresolved=UNSET), box, choices)
    table.sent_state = state
    if not all_in_the_box(table):
        raise Malformed(strange(state, box))
    draft = Draft(table)
    completed = pending_completed(table)
    if completed is not state.pending:
        draft.set(pending=completed)
    if _trick_is_won(table):
        draft.set(phase="trick")  # all cards of a trick lie there: who has won it is read off them
    draft.set(unresolved=state.unresolved)
    proceed(draft, at_rest=True)
    table.read(draft.written())
    return table


def _trick_is_won(table: Table) -> bool:
    state, trick = table.state, table.state.trick or NOTHING_PLAYED
    complete = trick.winner is UNSET and trick.town is not None and len(trick.played or ()) == table.count
    return complete and (state.phase is UNSET or state.phase == "actions")
