"""What happens by itself, until somebody has to decide something or the table has to report something.

A step that needs something unknown stands in ``unresolved`` of the state. Each move says which steps it may lead to.
"""

from msgspec import UNSET

from schemas.base import Malformed
from schemas.roll_and_raid import Attack, Bid, Choose, Done, Help, Pay, Retreat, Reveal, State, Store, Yield
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.inference import fill_in, inferred
from service.games.roll_and_raid.pack import ROUNDS, Box
from service.games.roll_and_raid.references import is_familiar, strange
from service.games.roll_and_raid.rules.choice import is_number_of_a_card, reveal_choices
from service.games.roll_and_raid.rules.conflicts import excuse, in_retreat, is_excused, is_resolvable, resolve_bids
from service.games.roll_and_raid.rules.maintenance import (
    GAINS,
    NEW_ROUND,
    TEXT_GAINS,
    begin_round,
    clear_round,
    is_display_full,
    may_bring_income,
)
from service.games.roll_and_raid.rules.other import may_be_unread, unread
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.timing import known_waiting, may_wait
from service.referee.choices import Choices
from service.referee.hidden import HIDDEN
from service.referee.known import Condition, Truth, Unknown, all_of, any_of, is_known, is_unknown
from service.referee.steps import Step, run_steps
from service.referee.table import PLAYERS

FRESH = Help(plus=0, rerolls=0)
RAIDING = ("conflict", "resolution")
IN_RAIDS = (Bid, Retreat, Attack, Yield, Pay)
"""Moves that are made in raids only."""


# ---------------------------------------------------------------- 1. Production is over


def is_production_over(table: Table) -> Truth:
    """production/done: every clan has ended it."""
    if table.known_phase not in (None, "production"):
        return False
    for clan in table.known_clans():
        if clan.done is False:
            return False
    return all_of(lambda: table.phase == "production", *(clan.done for clan in table.known_clans()), _all(table))


def _all(table: Table) -> Truth:
    """Whether every clan was sent."""
    return table.whole or (Unknown(PLAYERS) if is_known(table.seats) else table.seats)


def end_production(draft: Draft) -> None:
    for clan in draft.known_clans():
        if clan.known("raised", {}):
            draft.set_of(clan.name, raised={})
    draft.set(phase="choice")


PRODUCTION_OVER = Step(
    "production-over", ("phase", "players/raised"), is_production_over, end_production, "production/done"
)


# ---------------------------------------------------------------- 2.1 The choices are revealed


def is_choice_over(table: Table) -> Truth:
    """raid/at-once: all have chosen, and nothing is kept back."""
    if table.known_phase not in (None, "choice"):
        return False
    for clan in table.known_clans():
        if clan.choice is None:
            return False
    return all_of(lambda: table.phase == "choice", *(_has_chosen(clan) for clan in table.known_clans()), _all(table))


def _has_chosen(clan: ClanSheet) -> Truth:
    choice = clan.choice
    return choice if isinstance(choice, Unknown) else isinstance(choice, int)


CHOICES_REVEALED = Step("choices-revealed", ("phase", "raids"), is_choice_over, reveal_choices, "raid/at-once")


# ---------------------------------------------------------------- 2.2 Conflicts, one card after the other


def is_pass_over(table: Table) -> bool:
    """conflict/bid: all bids are known, or a clan retreats that has nothing to pay with."""
    raid = table.current_raid
    return raid is not None and table.is_raiding and is_known(raid) and is_resolvable(table, raid)


def resolve_pass(draft: Draft) -> None:
    resolve_bids(draft, draft.current_raid)


def are_conflicts_over(table: Table) -> Truth:
    if table.known_phase not in (None, "conflict"):
        return False
    return all_of(lambda: table.phase == "conflict", _is_nothing_left(table))


def _is_nothing_left(table: Table) -> Truth:
    """Whether nobody has to bid, to roll or to pay for a retreat."""
    raid = table.current_raid
    return raid if isinstance(raid, Unknown) else raid is None


def end_conflicts(draft: Draft) -> None:
    draft.set(phase="resolution")


def is_retreat_free(table: Table) -> Truth:
    """retreat/nothing, development/effect: whether a clan in retreat has nothing to pay, or nothing to pay with."""
    return any_of(*(is_excused(table, player) for _, player in in_retreat(table)))


def is_retreat_known_free(table: Table) -> bool:
    """The same, where a clan that has retreated before is known, or assumed, to pay for it."""
    return is_retreat_free(table) is True


def end_free_retreats(draft: Draft) -> None:
    for card, player in in_retreat(draft):
        excuse(draft, card, player)


PASS_OVER = Step("bids", ("phase", "raids", "players/vikings"), is_pass_over, resolve_pass, "conflict/bid")
RETREATS = Step("retreats", ("phase", "raids"), is_retreat_free, end_free_retreats, "retreat/pay")
KNOWN_RETREATS = RETREATS._replace(is_due=is_retreat_known_free)
CONFLICTS_OVER = Step("conflicts-over", ("phase",), are_conflicts_over, end_conflicts, "round/phases")


# ---------------------------------------------------------------- 2.3 The raids are over


def is_round_over(table: Table) -> Truth:
    """All raids are over, and nobody has a product without a place."""
    if table.known_phase not in (None, "resolution") or known_waiting(table):
        return False
    waiting = [clan.waiting for clan in map(table.clan, may_wait(table))]
    return all_of(lambda: table.phase == "resolution", _is_nothing_left(table), *waiting)


def close_round(draft: Draft) -> None:
    """altar/unused: help that was not used is lost."""
    clans = draft.known_clans()
    keep = all(clan.known("help", FRESH) == FRESH for clan in clans) or draft.choices["unused_help"] == "kept"
    for clan in clans if not keep else ():
        if any(is_known(count) and count for count in (clan.help_plus, clan.help_rerolls)):
            draft.event("help-lost", "altar/unused", player=clan.name)
    clear_round(draft, NEW_ROUND if keep else {**NEW_ROUND, "help": FRESH})
    draft.set(raids=(), dice=None, phase="maintenance")


THIS_ROUND = tuple(f"players/{zone}" for zone in ("dice_used", "raised", "help", "done", "choice"))
"""The zones of a clan that a new round clears."""
ROUND_OVER = Step("round-over", ("phase", "raids", "dice", *THIS_ROUND), is_round_over, close_round, "round/phases")


def is_last_round_over(table: Table) -> Truth:
    return _in_maintenance(table, lambda: table.round == ROUNDS)


def _in_maintenance(table: Table, condition: Condition) -> Truth:
    if table.known_phase not in (None, "maintenance"):
        return False
    return all_of(lambda: table.phase == "maintenance", condition)


def end_game(draft: Draft) -> None:
    """maintenance/last-round, end/last-round."""
    draft.set(phase="over")
    draft.event("no-maintenance", "maintenance/last-round")
    draft.event("over", "end/last-round", round=ROUNDS)


GAME_OVER = Step("game-over", ("phase",), is_last_round_over, end_game, "end/last-round")


# ---------------------------------------------------------------- 3. The next round begins


def is_nothing_to_turn_up(table: Table) -> Truth:
    """maintenance/deck-empty: whether there is nothing for the table to turn up."""
    return _in_maintenance(table, is_display_full(table))


def begin_next_round(draft: Draft) -> None:
    number, cards, size = draft.round + 1, len(draft.display), draft.display_size
    if is_known(size) and cards < size:
        draft.event("deck-empty", "maintenance/deck-empty", count=cards)
    begin_round(draft, number)


NEXT_ROUND = Step(
    "next-round",
    ("phase", "round", "season", "dice", "players/rounds", *THIS_ROUND),
    is_nothing_to_turn_up,
    begin_next_round,
    "production/round-track",
)


def next_round(table: Table) -> Step:
    """The step to the next round; with what may come to these clans at its start."""
    clans = table.known_clans()
    gains: tuple[str, ...] = ()
    if any(may_be_unread(table, clan, ("round",)) or unread(table.box, clan, ("round",)) for clan in clans):
        gains = TEXT_GAINS
    elif any(may_bring_income(table, clan) for clan in clans):
        gains = GAINS
    writes = dict.fromkeys((*NEXT_ROUND.writes, *(f"players/{zone}" for zone in gains)))
    return NEXT_ROUND._replace(writes=tuple(writes)) if gains else NEXT_ROUND


# ---------------------------------------------------------------- what a move leads to


def proceed(draft: Draft, move: object) -> None:
    """All that happens by itself after a move."""
    fill_in(draft)
    match move:
        case Done() if is_production_over(draft) is not False:
            run_steps(draft, (PRODUCTION_OVER,))
        case Choose() | Reveal() if not draft.known_raids() and is_choice_over(draft) is not False:
            run_steps(draft, (CHOICES_REVEALED, *(_last_steps(draft) if _may_end_the_round(draft, move) else ())))
    phase = draft.known_phase
    raiding = phase in RAIDING or (phase is None and _may_be_raiding(draft, move))
    if raiding and not draft.unsettled:
        unclear = is_unknown(draft.current_raid)
        goes_on = isinstance(move, Retreat) or (isinstance(move, Bid) and is_unknown(draft.raids))
        _settle_raids(draft, bids_made=isinstance(move, Bid | Reveal), goes_on=unclear and goes_on)
        draft.clear_derived()


def _may_end_the_round(table: Table, move: Choose | Reveal) -> bool:
    """raid/fist: whether it is unknown if others play, and no clan that was sent is known to raid."""
    if is_known(table.seats) or move.number == HIDDEN:
        return False
    if is_number_of_a_card(table, move.number) is not False:  # where it is unknown, that is assumed
        return False
    return not any(is_number_of_a_card(table, clan.known("choice", 0)) is True for clan in table.known_clans())


def _may_be_raiding(table: Table, move: object) -> bool:
    """Whether this may be a move in raids, where the phase is unknown."""
    if isinstance(move, IN_RAIDS) or table.known_raids():
        return True
    if not isinstance(move, Store) or is_known(table.raids):
        return False  # the last product that is stored may end a round
    return not any(clan.done is False or clan.choice is None for clan in table.known_clans())


def _settle_raids(draft: Draft, *, bids_made: bool = False, goes_on: bool = False) -> None:
    """Conflicts, raids and the end of the round. ``bids_made``: clans may have retreated just now. ``goes_on``:
    another clan has still to do something.
    """
    if is_pass_over(draft):
        _run(draft, PASS_OVER)
    raid = draft.current_raid
    if is_known(raid) and raid is not None and not raid.known_retreating and not draft.unsettled:
        return  # somebody has to bid, to roll or to pay
    conflicts: tuple[Step, ...] = (RETREATS if bids_made else KNOWN_RETREATS, CONFLICTS_OVER)
    if raid is None and draft.known_phase == "resolution":
        conflicts = ()  # nobody has a retreat to pay for
    _run(draft, *conflicts, *(() if goes_on or _is_raid_open(draft) else _last_steps(draft)))


def _last_steps(table: Table) -> tuple[Step, ...]:
    """The end of the round; and the next one, unless cards are to be turned up before."""
    if is_display_full(table) is False:
        return (ROUND_OVER, GAME_OVER)
    return (ROUND_OVER, GAME_OVER, next_round(table))


def _is_raid_open(table: Table) -> bool:
    """Whether a raid is known not to be over."""
    return any(raid.step != "over" for raid in table.known_raids())


def _run(draft: Draft, *steps: Step, at_rest: bool = False) -> None:
    """Run steps, and write down what follows, until nothing more happens."""
    run_steps(draft, steps, at_rest=at_rest)
    while not draft.unsettled and fill_in(draft):
        run_steps(draft, steps, at_rest=at_rest)


# ---------------------------------------------------------------- a table that was sent


def make_table(state: State, box: Box, choices: Choices) -> Table:
    """A table from outside: everything that it names must be in the box, and what is due by itself is done."""
    table = Table(inferred(state), box, choices)
    if not is_familiar(table):
        raise Malformed(strange(table))
    if table.unsettled:
        return _resumed(table)
    if not _is_something_due(table):
        return table
    draft = Draft(table)
    _run(draft, PRODUCTION_OVER, CHOICES_REVEALED, PASS_OVER, RETREATS, CONFLICTS_OVER, ROUND_OVER, at_rest=True)
    if draft.known_phase == "maintenance":
        _run(draft, GAME_OVER, next_round(draft))
    draft.clear_derived()
    return draft


def _is_something_due(table: Table) -> bool:
    match table.known_phase:
        case "production":
            return all(clan.known("done", False) for clan in table.known_clans())
        case "choice":
            return all(isinstance(clan.known("choice", None), int) for clan in table.known_clans())
        case "conflict" | "resolution":
            return is_known(table.raids)
    return False


def _resumed(table: Table) -> Table:
    """The table with what its unresolved steps do, as far as what they were missing is known now."""
    draft = Draft(table)
    listed, goes_on = draft.unresolved_steps, draft.unsettled == {"phase"}
    may_end = not draft.unsettled.issubset(CHOICES_REVEALED.writes)
    draft.unsettled = frozenset()  # the values from before the steps are those to go on from
    draft.set(unresolved=UNSET)
    if PRODUCTION_OVER.name in listed:
        run_steps(draft, (PRODUCTION_OVER,))
    elif CHOICES_REVEALED.name in listed:
        run_steps(draft, (CHOICES_REVEALED, *(_last_steps(draft) if may_end else ())))
        if not draft.unsettled and draft.known_phase in RAIDING:
            _settle_raids(draft)
    else:
        _settle_raids(draft, bids_made=RETREATS.name in listed, goes_on=goes_on)
    draft.clear_derived()
    return draft
