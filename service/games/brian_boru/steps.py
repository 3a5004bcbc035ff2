"""What happens by itself, until somebody has to decide something or the table has to."""

from collections.abc import Callable
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from schemas.base import Malformed
from schemas.brian_boru import State, Trick
from service.games.brian_boru.inference import pending_completed, trick_completed
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
from service.referee.known import Truth, all_of, any_of, is_unknown, truth
from service.referee.steps import Step, run_steps
from service.referee.table import unsettled_in

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


def _is_due(phase: str) -> Callable[[Table], Truth]:
    """Whether a step of the upkeep is due: in its phase, with nothing left to decide."""
    return lambda table: table.phase == phase and len(table.pending) == 0


def _track_towns_are_skipped(table: Table) -> bool:
    return table.phase == "marriage" and no_town_for_the_track(table)


def _actions_end(table: Table) -> Truth:
    """Whether the trick is over, and no other follows."""
    acted = table.phase == "actions" and truth(partial(everybody_has_acted, table))
    if acted is False:
        return False
    return all_of(acted, any_of(partial(last_cards_left, table), lambda: table.is_full))


def _no_trick_begins(table: Table) -> Truth:
    """Whether no trick is under way, and none can be played."""
    between = table.phase == "trick" and table.is_between_tricks
    if between is False:
        return False
    return all_of(between, any_of(lambda: table.is_full, partial(one_card_left, table)))


def _draft_ends_on_full_board(table: Table) -> Truth:
    """Whether the upkeep may follow the draft at once."""
    full = table.phase == "draft" and truth(lambda: table.is_full)
    return False if full is False else all_of(full, partial(everybody_has_picked, table))


UPKEEP = (
    Step(
        "marriage",
        (*MARRIAGE, *PHASE),
        _is_due("marriage"),
        marriage_step,
    ),
    Step(
        "track-towns",
        PHASE,
        _track_towns_are_skipped,
        skip_track_towns,
    ),
    Step(
        "battle",
        (*BATTLE, *PHASE),
        _is_due("battle"),
        battle_step,
    ),
    Step(
        "church",
        (*CHURCH, *PHASE),
        _is_due("church"),
        church_step,
    ),
    Step(
        "claims",
        (*CLAIMS, *PHASE),
        _is_due("claims"),
        claim_step,
    ),
)


OPENING = Step(
    "opening",
    ("phase",),
    lambda table: table.phase == "opening" and everybody_has_opened(table),
    begin_rounds,
)


PASSING_ON = Step(
    "passing-on",
    DRAFT,
    lambda table: table.phase == "draft" and everybody_has_picked(table),
    pass_on,
)


IN_UPKEEP = tuple(zone for each in UPKEEP for zone in each.writes)
"""What the whole upkeep may write, for steps that lead to it."""


NO_TRICK = Step("no-trick", ("discard", "players/hand", *IN_UPKEEP), _no_trick_begins, end_before_trick)


DRAFT_BEFORE_UPKEEP = Step("last-draft", (*DRAFT, *NO_TRICK.writes), _draft_ends_on_full_board, pass_on)


WINNER = Step(
    "winner",
    ("phase", "trick"),
    lambda table: table.phase == "trick" and everybody_has_played(table),
    award,
)


END_OF_ACTIONS = Step("end-of-actions", ("trick", "discard", "players/hand", *IN_UPKEEP), _actions_end, end_actions)


NEXT_TRICK = Step(
    "next-trick",
    ("phase", "trick"),
    lambda table: table.phase == "actions" and everybody_has_acted(table),
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
        if not at_rest and _waits_for_a_player(draft):
            return
        phase = draft.state.phase
        run_steps(draft, STEPS.get(phase, ()), at_rest=at_rest)
        at_rest = False


def _waits_for_a_player(draft: Draft) -> bool:
    """Whether it is plain after a move that nothing happens by itself: a shortcut for most moves."""
    phase, played = draft.phase, draft.cards_played
    if phase in ("preparation", "deal"):
        return True
    if phase == "draft":
        return everybody_has_picked(draft) is False
    if is_unknown(played):
        return False
    return bool(played) and (phase == "actions" or (phase == "trick" and len(played) < (draft.count or 0)))


def make_table(state: State, box: Box, choices: Choices) -> Table:
    """A table from outside: everything that it names must be in the box, and what is due by itself is done."""
    table = Table(state if state.unresolved is UNSET else replace(state, unresolved=UNSET), box, choices)
    table.sent_state = state
    unsettled_in(state)  # a pointer to no zone is malformed
    if not all_in_the_box(table):
        raise Malformed(strange(state, box))
    draft = Draft(table)
    completed = pending_completed(table)
    if completed is not state.pending:
        draft.set(pending=completed)
    draft.set(trick=trick_completed(table))
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
