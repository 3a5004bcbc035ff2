"""What happens by itself, until somebody has to decide something or the table has to report something."""

from collections.abc import Callable

from msgspec import UNSET

from schemas.base import Malformed, with_entry
from schemas.roll_and_raid import Attack, Bid, Help, Move, Pay, Retreat, State, Yield
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.inference import inferred
from service.games.roll_and_raid.pack import FESTIVALS, ROUNDS, Box
from service.games.roll_and_raid.references import is_familiar, strange
from service.games.roll_and_raid.rules.choice import are_cards_known, reveal_choices
from service.games.roll_and_raid.rules.conflicts import resolve_bids
from service.games.roll_and_raid.rules.maintenance import begin_round, clear_round, forget_income, missing_cards
from service.games.roll_and_raid.table import Table, help_bought
from service.games.roll_and_raid.turn import may_wait
from service.referee.choices import Choices
from service.referee.known import is_known

FRESH = Help(plus=0, rerolls=0)
THIS_ROUND = ("dice_used", "raised", "help", "done", "choice")
"""The zones of a clan that a new round clears."""

IN_RAIDS = (Bid, Retreat, Attack, Yield, Pay)
"""Moves that are made in raids only."""


def proceed(draft: Draft) -> None:
    """All that happens by itself, and what follows from it."""
    while True:
        while draft.state.phase in STEPS and STEPS[draft.state.phase](draft):
            pass
        state = inferred(draft.state)
        if state is draft.state:
            return
        draft.state = state


# ---------------------------------------------------------------- 1. Production


def _production(draft: Draft) -> bool:
    """When every clan has ended production, the raids begin."""
    for clan in draft.by_name.values():
        if clan.done is not True:
            return False
    if not draft.whole:
        return False
    for name, clan in draft.by_name.items():
        if clan.raised:
            draft.set_of(name, raised={})
    draft.set(phase="choice")
    return True


# ---------------------------------------------------------------- 2. Raids


def _choice(draft: Draft) -> bool:
    """raid/at-once: once all have chosen and nothing is kept back."""
    if not draft.whole or not all(isinstance(clan.choice, int) for clan in draft.by_name.values()):
        return False
    if not are_cards_known(draft):
        return False
    reveal_choices(draft)
    return True


def _conflict(draft: Draft) -> bool:
    """Conflicts first, one card after the other, with their retreats; then the raids."""
    raid = draft.raid_now()
    if raid is None:
        draft.set(phase="resolution")
        return True
    return raid is not UNSET and resolve_bids(draft, raid)


def _resolution(draft: Draft) -> bool:
    raid = draft.raid_now()
    if raid is UNSET or may_wait(draft) or any(clan.waiting for clan in draft.by_name.values()):
        return False
    if raid is not None:
        return resolve_bids(draft, raid)
    _close_round(draft)
    return True


def _close_round(draft: Draft) -> None:
    """altar/unused, maintenance/last-round, end/last-round: help that was not used is lost."""
    keep = all(clan.help in (UNSET, FRESH) for clan in draft.by_name.values())
    keep = keep or draft.choices["unused_help"] == "kept"
    for name, clan in draft.by_name.items():
        if not keep and any(count not in (UNSET, 0) for count in help_bought(clan)):
            draft.event("help-lost", "altar/unused", player=name)
        draft.set_of(name, help=FRESH if not keep and clan.help is not UNSET else clan.help)
    clear_round(draft)
    draft.set(raids=(), dice=None, phase="maintenance")
    if draft.state.round == ROUNDS:
        draft.set(phase="over")
        draft.event("no-maintenance", "maintenance/last-round")
        draft.event("over", "end/last-round", round=ROUNDS)


# ---------------------------------------------------------------- 3. Maintenance, and the next round


def _maintenance(draft: Draft) -> bool:
    """maintenance/deck-empty: where nothing can be turned up, the next round begins."""
    if draft.state.display is UNSET or missing_cards(draft) != 0 or draft.state.round is UNSET:
        return False
    size = draft.display_size
    if is_known(size) and len(draft.state.display) < size:
        draft.event("deck-empty", "maintenance/deck-empty", count=len(draft.state.display))
    begin_round(draft, draft.state.round + 1)
    return False


# ---------------------------------------------------------------- what cannot be seen


def leave_open(draft: Draft, move: Move) -> None:
    """After a move, things may have gone on where that cannot be seen: what they write is unknown then."""
    state, raid = draft.state, draft.raid_now()
    in_a_raid = isinstance(move, IN_RAIDS) or bool(state.raids)
    raiding = state.phase in ("conflict", "resolution") or (state.phase is UNSET and in_a_raid)
    stuck = raiding and raid is UNSET
    if stuck and (isinstance(move, Retreat) or (isinstance(move, Bid) and state.raids is UNSET)):
        # That another clan has still to do something is known, or assumed.
        draft.set(phase=UNSET)
        return
    waiting = any(clan.waiting for clan in draft.by_name.values())
    over = state.raids is UNSET or all(one.step == "over" for one in state.raids)
    if raiding and over and (stuck or (raid is None and not waiting)):
        draft.set(phase=UNSET, raids=UNSET, dice=UNSET)
        for name in draft.by_name:
            draft.set_of(name, **dict.fromkeys(THIS_ROUND, UNSET))
        _perhaps_next_round(draft)
    elif stuck:
        draft.set(phase=UNSET)
    elif state.phase == "maintenance" and (state.round is UNSET or missing_cards(draft) is None):
        draft.set(phase=UNSET)
        _perhaps_next_round(draft)


def _perhaps_next_round(draft: Draft) -> None:
    """maintenance/deck-empty: where perhaps nothing is to be turned up, the next round may have begun."""
    if missing_cards(draft):
        return
    draft.set(round=UNSET, season=UNSET)
    for clan in list(draft.by_name.values()):
        draft.set_of(clan.name, rounds=UNSET)
        forget_income(draft, clan)


def close_festival(draft: Draft) -> None:
    """festival/once: who has made no offering when the dice are rolled has given nothing."""
    number = draft.state.round
    if number is UNSET:  # nobody can say whether it was a festival
        for name, clan in draft.by_name.items():
            if clan.sacrifices is not UNSET and len(clan.sacrifices) < len(FESTIVALS):
                draft.set_of(name, sacrifices=UNSET)
    if number not in FESTIVALS:
        return
    for name, clan in draft.by_name.items():
        if clan.sacrifices is not UNSET and str(number) not in clan.sacrifices:
            draft.set_of(name, sacrifices=with_entry(clan.sacrifices, str(number), 0))


STEPS: dict[str, Callable[[Draft], bool]] = {
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
        draft = Draft(table)
        proceed(draft)
        draft.clear_derived()
        return draft
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
