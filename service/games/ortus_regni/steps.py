"""Turns, rounds and the turn of the Vikings, as far as nobody has to decide and nothing is drawn."""

from msgspec import UNSET

from schemas.ortus_regni import Invasion
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.parts import have_landed
from service.games.ortus_regni.setup import MARKERS
from service.games.ortus_regni.table import Table, may_be_out
from service.games.ortus_regni.untold import PENDING, Paused
from service.referee.known import UnknownRead, is_unknown


def proceed(draft: Draft) -> None:
    """What happens by itself, until somebody has to decide something or the table has to."""
    try:
        while draft.pending is None:
            if draft.state.phase == "vikings":
                viking_turn(draft)
            elif draft.state.phase == "turn" and draft.state.turn in draft.out:
                next_turn(draft)
            else:
                return
    except UnknownRead:
        draft.set(pending=UNSET)


def next_turn(draft: Draft) -> None:
    """turn/order, end/seats-fixed: clockwise, whoever is still there; after the last seat come the Vikings."""
    state = draft.state
    if not draft.seats_known or state.first is UNSET or not isinstance(state.turn, str):
        lose_turn(draft)
        raise Paused
    seats = draft.from_seat(state.first)
    rest = [name for name in seats[seats.index(state.turn) + 1 :] if name not in draft.out]
    if rest and may_be_out(draft, rest[0]):
        lose_turn(draft)
        raise Paused
    if rest:
        draft.set(turn=rest[0], acted=False)
    else:
        draft.set(phase="vikings", turn=None, acted=False)


def _round_may_be_over(draft: Draft) -> None:
    """Who is next is not told, or what the Vikings do: nothing is claimed that the end of a round changes."""
    state, landed = draft.state, have_landed(draft)
    draft.set(phase=UNSET, round=UNSET)
    if landed:
        return
    if landed is False:
        nearly = state.black_markers is UNSET or state.black_markers >= MARKERS - 1
        draft.set(arrived=UNSET if nearly else False)
    draft.set(black_markers=UNSET, white_marker=UNSET)


def lose_turn(draft: Draft) -> None:
    """Whose turn it is, and in which round, is not known any more."""
    draft.set(turn=UNSET, acted=UNSET)
    _round_may_be_over(draft)


def new_round(draft: Draft) -> None:
    state = draft.state
    number = state.round if state.round is UNSET else min(state.round + 1, 999)
    first: str | None = None
    if draft.seats_known and state.first is not UNSET:
        first = next(name for name in draft.from_seat(state.first) if name not in draft.out)
    if first is None or may_be_out(draft, first):
        draft.set(turn=UNSET, phase="turn", acted=False, round=number)
        raise Paused
    draft.set(phase="turn", turn=first, acted=False, round=number, pending=None)
    rule = "turn/vikings-last" if first == state.first else "end/seats-fixed"
    draft.event("round-over", rule, round="?" if state.round is UNSET else state.round, player=first)


# ---------------------------------------------------------------- The turn of the Vikings


def viking_turn(draft: Draft) -> None:
    """turn/vikings-last, vikings/black-marker, vikings/white-back, vikings/eighth-marker, vikings/their-turn."""
    state = draft.state
    landed = have_landed(draft)
    if landed:
        _begin(draft, 1)
        return
    eight = state.black_markers == MARKERS
    if landed is None or state.black_markers is UNSET or (state.white_marker is UNSET and not eight):
        lose_turn(draft)
        raise Paused
    if state.black_markers < MARKERS and state.white_marker:
        draft.set(white_marker=False)
        draft.event("white-back", "vikings/white-back")
        new_round(draft)
        return
    rule = "vikings/their-turn"
    if state.black_markers < MARKERS:
        rule = "vikings/eighth-marker"
        draft.set(black_markers=state.black_markers + 1)
        draft.event("marker-forward", "vikings/black-marker", count=state.black_markers + 1)
        if state.black_markers + 1 < MARKERS:
            new_round(draft)
            return
    _arrive(draft, rule)


def _arrive(draft: Draft, rule: str) -> None:
    """vikings/arrival, vikings/markers-away."""
    draft.set(arrived=True, black_markers=0, white_marker=False)
    if is_unknown(draft.seats):
        raise Paused
    draft.event("vikings-landed", rule, count=draft.seats + 1)
    draft.event("markers-away", "vikings/markers-away")
    _begin(draft, draft.seats + 1)


def _begin(draft: Draft, count: int) -> None:
    """Cards are revealed first; with none left, nothing is."""
    deck, pile = draft.state.viking_deck, draft.state.viking_discard
    if deck == () and pile == ():
        draft.event("vikings-none", "vikings/none-left")
        wake(draft)
    else:
        draft.set(pending=Invasion(step="reveal", count=count))


def is_active(draft: Table) -> bool:
    """vikings/active, vikings/at-least: as many as Earls started and one more."""
    if draft.state.vikings is UNSET or is_unknown(draft.seats):
        raise UnknownRead(PENDING)
    return bool(len(draft.state.vikings) > draft.seats)


def wake(draft: Draft) -> None:
    """After the reveal: a cube is drawn, or the Vikings wait."""
    count, needed = len(draft.state.vikings or ()), (0 if is_unknown(draft.seats) else draft.seats) + 1
    if draft.state.vikings is UNSET or is_unknown(draft.seats):
        lose_turn(draft)
        raise Paused
    if is_active(draft):
        draft.set(pending=Invasion(step="cube"))
        draft.event("vikings-wake", "vikings/active" if count == needed else "vikings/at-least", count=count)
    else:
        draft.set(pending=None)
        draft.event("vikings-wait", "vikings/active", count=count, needed=needed)
        new_round(draft)
