"""What happens by itself: the turn passes, after the last seat come the Vikings, and a new round begins.

A move that ends something says so (``draft.ended``). A step that needs something unknown stands in ``unresolved`` of
the state under its name, so that a table that is sent with it goes on where it stopped.
"""

from typing import Any

from schemas.base import Malformed
from schemas.ortus_regni import Invasion, State
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import have_landed, is_surely, perhaps, surely
from service.games.ortus_regni.pack import Box
from service.games.ortus_regni.references import is_sound, strange
from service.games.ortus_regni.setup import MARKERS
from service.games.ortus_regni.table import Table, playing
from service.referee.choices import Choices
from service.referee.known import UnknownRead, is_known, is_unknown
from service.referee.steps import Step, run_steps
from service.referee.table import PLAYERS, STATE

TURN, REVEAL, ROUND = "turn-passes", "vikings-wake", "round-ends"
"""What a move may have ended: a turn, the revealing of Vikings, a round."""
WRITES = ("phase", "round", "turn", "acted", "pending", "black_markers", "white_marker", "arrived")


def make_table(state: State, box: Box, choices: Choices) -> Table:
    """The table of a state, after what happens by itself; everybody whom the state names must sit at it."""
    table = Table(state, playing(state, box), choices)
    if not is_sound(table) and (faults := list(strange(state))):
        raise Malformed(faults)
    if not table.listed_steps and not _are_vikings_due(table):
        return table
    draft = Draft(table)
    draft.ended = next((name for name in table.listed_steps if name in (TURN, REVEAL, ROUND)), "")
    run_steps(draft, STEPS, at_rest=True)
    return draft


# ---------------------------------------------------------------- the turn passes


def _is_turn_over(table: Table) -> bool:
    if table.ended:
        return bool(table.ended == TURN)
    if not table.out or table.pending is not None:
        return False
    return is_surely(table.phase, "turn") and is_known(table.turn) and table.turn in table.out


def may_be_over(table: Table, fallen: str | None = None) -> bool:
    """end/last-earl: whether fewer than two Earls are known to be in the game, without one who may have fallen."""
    return sum(name != fallen and table.is_out(name) is False for name in table.living) < 2


def last_earl_wins(draft: Draft) -> None:
    """end/last-earl."""
    draft.set(phase="over", turn=None, pending=None)
    draft.event("won", "end/last-earl", player=draft.living[0])


def pass_turn(draft: Draft) -> None:
    """turn/order, end/seats-fixed: clockwise, whoever is still there; after the last seat come the Vikings."""
    if not draft.seats_known:
        raise UnknownRead((PLAYERS,))
    if len(draft.living) == 1:
        draft.ended = ""
        last_earl_wins(draft)
        return
    if draft.turn in draft.out and may_be_over(draft):  # the Earl whose turn it was has just left
        raise UnknownRead((f"{STATE}/eliminated",))
    seats = draft.from_seat(draft.first)
    rest = [name for name in seats[seats.index(draft.turn) + 1 :] if name not in draft.out]
    draft.ended = ""
    if not rest:
        draft.set(phase="vikings", turn=None, acted=False)
    elif not draft.is_out(rest[0]):
        draft.set(turn=rest[0], acted=False)


# ---------------------------------------------------------------- the Vikings' turn


def _are_vikings_due(table: Table) -> bool:
    return not table.ended and is_surely(table.phase, "vikings") and table.pending is None


def viking_turn(draft: Draft) -> None:
    """turn/vikings-last, vikings/black-marker, vikings/white-back, vikings/eighth-marker, vikings/their-turn."""
    if have_landed(draft):
        _begin(draft, 1)
        return
    black = draft.black_markers
    if black < MARKERS and draft.white_marker:
        draft.set(white_marker=False)
        draft.event("white-back", "vikings/white-back")
        draft.ended = ROUND
        return
    rule = "vikings/their-turn"
    if black < MARKERS:
        rule = "vikings/eighth-marker"
        draft.set(black_markers=black + 1)
        draft.event("marker-forward", "vikings/black-marker", count=black + 1)
        if black + 1 < MARKERS:
            draft.ended = ROUND
            return
    _arrive(draft, rule)


def _arrive(draft: Draft, rule: str) -> None:
    """vikings/arrival, vikings/markers-away."""
    draft.set(arrived=True, black_markers=0, white_marker=False)
    draft.event("vikings-landed", rule, count=draft.seats + 1)
    draft.event("markers-away", "vikings/markers-away")
    _begin(draft, draft.seats + 1)


def _begin(draft: Draft, count: int) -> None:
    """Cards are revealed first; with none left, nothing is."""
    if surely(lambda: draft.viking_deck == () and draft.viking_discard == ()):
        draft.event("vikings-none", "vikings/none-left")
        draft.ended = REVEAL
    else:
        draft.set(pending=Invasion(step="reveal", count=count))


def is_active(table: Table) -> bool:
    """vikings/active, vikings/at-least: as many as Earls started and one more."""
    return bool(len(table.vikings) > table.seats)


def wake(draft: Draft) -> None:
    """After the reveal: a cube is drawn, or the Vikings wait."""
    count, needed = len(draft.vikings), draft.seats + 1
    if is_active(draft):
        draft.ended = ""
        draft.set(pending=Invasion(step="cube"))
        draft.event("vikings-wake", "vikings/active" if count == needed else "vikings/at-least", count=count)
    else:
        draft.ended = ROUND
        draft.set(pending=None)
        draft.event("vikings-wait", "vikings/active", count=count, needed=needed)


# ---------------------------------------------------------------- a new round


def new_round(draft: Draft) -> None:
    """turn/vikings-last, end/seats-fixed: the first Earl who is still there begins."""
    number = draft.round
    if not draft.seats_known:
        raise UnknownRead((PLAYERS,))
    first = next(name for name in draft.from_seat(draft.first) if name not in draft.out)
    if draft.is_out(first):
        return
    draft.ended = ""
    following = number if is_unknown(number) else min(number + 1, 999)
    draft.set(phase="turn", turn=first, acted=False, round=following)
    rule = "turn/vikings-last" if first == draft.first else "end/seats-fixed"
    draft.event("round-over", rule, round=None if is_unknown(number) else number, player=first)


STEPS = (
    Step(TURN, WRITES, _is_turn_over, pass_turn, "turn/order"),
    Step("vikings-come", WRITES, _are_vikings_due, viking_turn, "turn/vikings-last"),
    Step(REVEAL, WRITES, lambda table: table.ended == REVEAL, wake, "vikings/active"),
    Step(ROUND, WRITES, lambda table: table.ended == ROUND, new_round, "turn/vikings-last"),
)


def run_after_move(draft: Draft, move: Any) -> None:
    """What happens by itself after a move."""
    if is_unknown(draft.eliminated):
        draft.see_who_is_out()
    if draft.ended or _is_turn_over(draft) or _are_vikings_due(draft):
        run_steps(draft, STEPS)


# ---------------------------------------------------------------- too little is known for a step


def lose_turn(draft: Draft) -> None:
    """Whose turn it is, and in which round, is not known any more."""
    landed, black = have_landed(draft), draft.black_markers
    draft.forget("turn", "acted", "phase", "round")
    if landed is True:
        return
    if landed is False:
        draft.set(arrived=False)
        if perhaps(lambda: black >= MARKERS - 1):
            draft.forget("arrived")
    draft.forget("black_markers", "white_marker")
