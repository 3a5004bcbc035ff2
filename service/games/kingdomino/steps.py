"""What happens by itself: a line that everybody has chosen from moves up, and the game ends.

So the same table is always written in the same way. Each move says which of the steps it may lead to.
"""

from schemas.kingdomino import State
from service.games.kingdomino.draft import Draft
from service.games.kingdomino.inference import (
    FIRST_ROUND,
    OVER,
    PLAY,
    fill_in,
    has_begun,
    in_phase,
    lines_in_kingdoms,
)
from service.games.kingdomino.pack import LINE, Box
from service.games.kingdomino.table import NEXT_LINE, Table, check_numbers
from service.referee.choices import Choices
from service.referee.known import Truth, Unknown, all_of, any_of, is_unknown, truth
from service.referee.steps import Step, run_steps
from service.referee.table import PLAYERS


def make_table(state: State, box: Box, choices: Choices) -> Table:
    """The table of a state, after what happens by itself; every domino that it names must be in the box."""
    repeats = check_numbers(state, box)
    draft = Draft(Table(state, box, choices))
    draft.repeats = repeats
    settle(draft, LINE_MOVES_UP, GAME_ENDS, at_rest=True)
    return draft


def settle(draft: Draft, *steps: Step, at_rest: bool = False) -> None:
    """Complete what happens by itself, and write down what follows."""
    if at_rest and not draft.unsettled:
        fill_in(draft)
    if steps:
        run_steps(draft, steps, at_rest=at_rest)
    if is_unknown(draft.phase) and not draft.unsettled:
        fill_in(draft)


# ---------------------------------------------------------------- the line moves up


def is_all_chosen(table: Table) -> Truth:
    """Whether every king stands on the next line; then nothing is left to place, whether that was sent or not."""
    line = table.known_line("next_line")
    if not line or table.known_line("current_line"):
        return False
    if in_phase(table, FIRST_ROUND) is True and has_begun(table):
        return False  # a contradiction: in the first round nobody has any domino yet
    standing = len([slot for slot in line if slot.king is not None])
    if table.seats_known and len(line) >= table.line_size:
        return bool(standing == table.kings) and len(line) == table.line_size  # a longer one is a contradiction
    answers = {_is_all(standing, len(line), size, kings) for size, kings in _lines_and_kings(table, len(line))}
    if None in answers or len(answers) > 1:
        return Unknown(NEXT_LINE) if table.seats_known else Unknown(NEXT_LINE, PLAYERS)
    return True in answers


def _lines_and_kings(table: Table, length: int) -> list[tuple[int, int]]:
    """How many dominoes a line may have, and how many kings play then; the line that lies there has this length."""
    if not isinstance(table.kings, Unknown):
        return [(table.line_size, table.kings)]
    shortest = table.line_sizes[0]
    both = ((shortest, LINE - 1), (LINE, LINE))  # of three players, and of two or four
    return [(size, kings) for size, kings in both if size == length or length < shortest]


def _is_all(standing: int, length: int, size: int, kings: int) -> bool | None:
    """Whether all kings stand on the line; None if dominoes decide that were not sent."""
    if standing >= kings:
        return True
    return False if standing + max(0, size - length) < kings else None


def move_line_up(draft: Draft) -> None:
    """round/order, three-players/leftover: the dominoes with kings are to be placed now; one without goes out."""
    line = draft.known_line("next_line")
    chosen = tuple([slot for slot in line if slot.king is not None])
    left = tuple([slot.domino for slot in line if slot.king is None])
    if isinstance(draft.next_line, Unknown) and draft.kings != draft.line_size:
        draft.forget("leftovers")  # which one goes out was not sent
    elif left and isinstance(draft.leftovers, Unknown) and in_phase(draft, FIRST_ROUND) is True:
        draft.set(leftovers=left)  # none can have gone out before
    elif left:
        draft.change("leftovers", lambda leftovers: leftovers + left)
    draft.set(phase=PLAY, current_line=chosen, next_line=())
    for domino in left:
        draft.event("leftover", "three-players/leftover", domino=domino)
    draft.event("round", "round/order", kings=[slot.king for slot in chosen])


LINE_MOVES_UP = Step(
    "line-up", ("phase", "current_line", "next_line", "leftovers"), is_all_chosen, move_line_up, "round/order"
)


# ---------------------------------------------------------------- the game ends


def is_all_placed(table: Table) -> Truth:
    """Whether nothing is left to place and no line lies there: with dominoes in the pile one would lie there."""
    if table.known_line("next_line") or truth(lambda: len(table.pile) > 0) is True:
        return False
    return all_of(
        lambda: table.current_line == (),
        in_phase(table, PLAY),
        any_of(lambda: table.next_line == (), lambda: lines_in_kingdoms(table) == table.rounds),
    )


def end_game(draft: Draft) -> None:
    """end/over."""
    draft.set(phase=OVER)
    draft.event("over", "end/over")


GAME_ENDS = Step("over", ("phase",), is_all_placed, end_game, "end/over")
