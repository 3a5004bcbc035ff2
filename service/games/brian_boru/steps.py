"""What happens by itself, until somebody has to decide something or the table has to."""

from collections.abc import Callable, Mapping
from functools import partial

from schemas.base import Malformed
from schemas.brian_boru import State
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.inference import pending_completed, shows_phase_of_tricks, trick_completed
from service.games.brian_boru.pack import Box
from service.games.brian_boru.references import all_in_the_box, strange
from service.games.brian_boru.rules.battle import battle_step
from service.games.brian_boru.rules.church import (
    MONASTERIES_OF_FOUR,
    SECOND_REWARD,
    church_step,
    monasteries_of_four,
    second_reward,
)
from service.games.brian_boru.rules.claims import CLAIMS, end_round, settle_claims
from service.games.brian_boru.rules.draft import NO_TOWN_LEFT, everybody_has_picked, pass_on
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
from service.games.brian_boru.table import Table
from service.referee.choices import Choices
from service.referee.known import Truth, Unknown, UnknownRead, all_of, any_of, truth
from service.referee.steps import Step, run_steps

PHASE = ("phase", "pending")
NOT_SHOWN_BY_PHASE = (NO_TOWN_LEFT, SECOND_REWARD, MONASTERIES_OF_FOUR, CLAIMS)
"""Steps that the phase alone does not show; a state lists them if they are unresolved."""

# ---------------------------------------------------------------- Opening, draft, tricks


def _draft_ends_on_full_board(draft: Draft) -> Truth:
    """Whether the upkeep may follow the draft at once."""
    full = draft.phase == "draft" and truth(lambda: draft.is_full)
    return False if full is False else all_of(full, partial(everybody_has_picked, draft))


def _no_trick_begins(draft: Draft) -> Truth:
    """Whether no trick is under way, and none can be played."""
    between = draft.phase == "trick" and draft.next_step is None and draft.is_between_tricks
    if between is False:
        return False
    return all_of(between, any_of(lambda: draft.is_full, partial(one_card_left, draft)))


def _actions_end(draft: Draft) -> Truth:
    """Whether the trick is over, and no other follows; also where the trick is over and that alone is unknown."""
    acted = draft.phase == "actions" and truth(partial(everybody_has_acted, draft))
    if acted is False:
        return False
    last = _is_last_trick(draft)
    return True if acted is True and isinstance(last, Unknown) else all_of(acted, last)


def _is_last_trick(draft: Draft) -> Truth:
    return any_of(partial(last_cards_left, draft), lambda: draft.is_full)


def _end_actions(draft: Draft) -> None:
    if isinstance(last := _is_last_trick(draft), Unknown):
        raise UnknownRead(last.zones)
    end_actions(draft)


# ---------------------------------------------------------------- Upkeep


def _is_due(phase: str) -> Callable[[Draft], Truth]:
    """Whether a step of the upkeep is due: in its phase, with nothing left to decide, and no part of it done."""
    return lambda draft: draft.phase == phase and len(draft.pending) == 0 and draft.next_step is None


def _follows(step: str) -> Callable[[Draft], bool]:
    """Whether this part of the upkeep is the next."""
    return lambda draft: draft.next_step == step


def _track_towns_are_skipped(draft: Draft) -> bool:
    return draft.phase == "marriage" and no_town_for_the_track(draft)


SETTLING_CLAIMS = Step(CLAIMS, ("face_up", "players/claims"), _follows(CLAIMS), settle_claims, "claims/majority")


UPKEEP = (
    Step(
        "marriage",
        (
            "marriage_card",
            "marriage_pile",
            "marriages_gone",
            "players/marriage",
            "players/coins",
            "players/renown",
            "players/points",
            "players/marriages",
            *PHASE,
        ),
        _is_due("marriage"),
        marriage_step,
        "marriage/highest",
    ),
    Step("track-towns", PHASE, _track_towns_are_skipped, skip_track_towns, "marriage/no-town-anywhere"),
    Step(
        "battle",
        ("raiders", "players/raiders", "players/points", "players/renown", *PHASE),
        _is_due("battle"),
        battle_step,
        "battle/repelled",
    ),
    Step("church", ("marker", "players/church", *PHASE), _is_due("church"), church_step, "church/first"),
    Step(
        SECOND_REWARD, ("players/church", "players/points"), _follows(SECOND_REWARD), second_reward, "church/second"
    ),
    Step(MONASTERIES_OF_FOUR, PHASE, _follows(MONASTERIES_OF_FOUR), monasteries_of_four, "church/four"),
    Step("round-over", ("round", *PHASE), _is_due("claims"), end_round, "round/phases"),
    SETTLING_CLAIMS,
)


# ---------------------------------------------------------------- The steps of each phase

DRAFT = ("phase", "trick", "players/hand", "players/dealt", "players/picked")


IN_UPKEEP = tuple(zone for each in UPKEEP for zone in each.writes)
"""What the whole upkeep may write, for steps that lead to it."""


BEFORE_UPKEEP = ("discard", "players/hand", *IN_UPKEEP)


STEPS: Mapping[str, tuple[Step, ...]] = {
    "opening": (
        Step(
            "opening",
            ("phase",),
            lambda draft: draft.phase == "opening" and everybody_has_opened(draft),
            begin_rounds,
            "opening/order",
        ),
    ),
    "draft": (
        Step("last-draft", (*DRAFT, *BEFORE_UPKEEP), _draft_ends_on_full_board, pass_on, "draft/pass-left"),
        Step(
            "passing-on",
            DRAFT,
            lambda draft: draft.phase == "draft" and everybody_has_picked(draft),
            pass_on,
            "draft/pass-left",
        ),
    ),
    "trick": (
        Step(
            NO_TOWN_LEFT,
            BEFORE_UPKEEP,
            lambda draft: draft.next_step == NO_TOWN_LEFT and draft.phase == "trick" and draft.is_full,
            end_before_trick,
            "trick/no-town-left",
        ),
        Step("no-trick", BEFORE_UPKEEP, _no_trick_begins, end_before_trick, "trick/last-card"),
        Step(
            "winner",
            ("phase", "trick"),
            lambda draft: draft.phase == "trick" and everybody_has_played(draft),
            award,
            "trick/winner",
        ),
    ),
    "actions": (
        Step("end-of-actions", ("trick", *BEFORE_UPKEEP), _actions_end, _end_actions, "trick/last-card"),
        Step(
            "next-trick",
            ("phase", "trick"),
            lambda draft: draft.phase == "actions" and everybody_has_acted(draft),
            next_trick,
            "trick/leader",
        ),
    ),
    "marriage": UPKEEP,
    "battle": UPKEEP[2:],
    "church": UPKEEP[3:],
    "claims": UPKEEP[6:],
    # The round is over wherever the tokens go.
    **dict.fromkeys(("preparation", "over"), (SETTLING_CLAIMS,)),
}
"""The steps of each phase. One that is unresolved leaves open what the later ones write, too."""


def proceed(draft: Draft, *, at_rest: bool = False) -> None:
    """Do what happens by itself; ``at_rest``: on a table as it was sent, not after a move."""
    done = None
    while not draft.unsettled:
        phase = draft.phase
        if isinstance(phase, Unknown) or phase == done or (not at_rest and _waits_for_a_player(draft, phase)):
            return
        if phase == "trick" and done == "actions":
            return  # the actions are not at an end, so a trick can be played
        run_steps(draft, STEPS.get(phase, ()), at_rest=at_rest)
        done, at_rest = phase, False


def _waits_for_a_player(draft: Draft, phase: str) -> bool:
    """Whether it is plain after a move that nothing happens by itself: a shortcut for most moves."""
    if phase in ("preparation", "deal"):
        return True
    if phase == "draft":
        return everybody_has_picked(draft) is False
    played = draft.known_played()
    return bool(played) and (
        phase == "actions" or (phase == "trick" and draft.seats_known and len(played) < draft.count)
    )


def make_table(state: State, box: Box, choices: Choices) -> Table:
    """A table from outside: everything that it names must be in the box, and what is due by itself is done."""
    draft = Draft(Table(state, box, choices))
    unsettled, draft.unsettled = draft.unsettled, frozenset()
    if not all_in_the_box(draft):
        raise Malformed(strange(state, box))
    if shows_phase_of_tricks(draft):
        draft.set(phase="trick")
    draft.set(pending=pending_completed(draft), trick=trick_completed(draft))
    draft.next_step = next((step for step in draft.steps_listed if step in NOT_SHOWN_BY_PHASE), None)
    proceed(draft, at_rest=True)
    if isinstance(draft.phase, Unknown) and not draft.unsettled:
        draft.unsettled = unsettled  # the steps that are listed wait for the phase, too
    draft.clear_derived()
    return draft
