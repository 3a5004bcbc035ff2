"""What follows from what was sent: who plays, the phase, how many lines were chosen from, how large the pile is.

Nothing follows from a zone that was left out. Functions that take a table compute as if it were known; they raise
``UnknownRead`` where something unknown decides (``known.attempt`` and ``known.truth`` catch that).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import UNSET

from schemas.kingdomino import State
from service.games.kingdomino.pack import LINE
from service.referee.known import Truth, Unknown, UnknownRead, truth
from service.referee.table import PLAYERS, STATE

if TYPE_CHECKING:
    from service.games.kingdomino.draft import Draft
    from service.games.kingdomino.table import Table

T = TypeVar("T")

FIRST_ROUND, PLAY, OVER = "first-round", "play", "over"
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
PLAYERS_OF_GREAT_DUEL = 2
MOST_KINGS = 2
"""The most kings that a player has in any game."""


# ---------------------------------------------------------------- the players


def names_at_the_table(state: State) -> list[str] | Unknown:
    """All players: those who were sent, if there are several; else those whose kings were drawn."""
    names = [player.name for player in state.players]
    if len(names) == 1:
        names = list(dict.fromkeys((*names, *(state.kings_drawn or ()))))
    return names if len(names) > 1 else Unknown(PLAYERS)


def kings_to_each(count: int) -> int:
    return MOST_KINGS if count == 2 else 1


def figures(count: int, every: int, *, short: bool, large: bool) -> tuple[int, int]:
    """How many dominoes lie in a line, and how many are played with; ``short``: three players play with 36."""
    size = LINE - 1 if short and count == 3 else LINE
    return size, every // 2 if count == 2 and not large else every * size // LINE


# ---------------------------------------------------------------- the phase


def in_phase(table: "Table", name: str) -> Truth:
    """Whether this is the phase, as far as what was sent shows."""
    phase = table.phase
    if type(phase) is str:
        return phase == name
    possible = kept(table, "phases", possible_phases)
    return phase if name in possible and len(possible) > 1 else name in possible


def fill_in(draft: "Draft") -> None:
    """Write down the phase where only one is possible."""
    if draft.state.phase is UNSET:
        possible = possible_phases(draft)
        if len(possible) == 1:
            draft.set(phase=possible.pop())


def possible_phases(table: "Table") -> set[str]:
    """The phases in which a table at rest may be."""
    phases = {FIRST_ROUND, PLAY, OVER}
    if truth(lambda: table.kings_drawn == ()) is True:
        return {FIRST_ROUND}
    if table.known_line("current_line"):
        return {PLAY}
    if table.known_line("next_line") or truth(lambda: len(table.pile) > 0) is True or _some_have_more_to_come(table):
        phases.discard(OVER)
    if has_begun(table):
        phases.discard(FIRST_ROUND)
    if truth(lambda: not _can_be_play(table)) is True:
        phases.discard(PLAY)
    if truth(lambda: not _can_be_first_round(table)) is True:
        phases.discard(FIRST_ROUND)
    return phases or {FIRST_ROUND, PLAY, OVER}


def has_begun(table: "Table") -> bool:
    """Whether something shows that the first round is over."""
    if table.known_line("current_line") or table.known_leftovers() or truth(lambda: _has_second_line(table)) is True:
        return True
    return any(
        table.known_lying(name) or table.known_squares(name) or table.known_discarded(name) for name in table.order
    )


def _has_second_line(table: "Table") -> bool:
    """Whether the pile shows that more than one line was turned up."""
    return bool(len(table.pile) < table.dominoes_in_play - table.line_size)


def _some_have_more_to_come(table: "Table") -> bool:
    """Whether somebody has had fewer dominoes than everybody has at the end."""
    return table.seats_known and any(had < table.most_dominoes for had in table.known_had().values())


def _can_be_play(table: "Table") -> bool:
    """In a round, with nothing to place, all kings but one stand on the next line; and two lines were turned up."""
    laid = 2 if table.known_line("next_line") else 1
    if truth(lambda: len(table.pile) > table.dominoes_in_play - laid * table.line_size) is True:
        return False
    line = table.next_line
    if table.current_line:
        return True
    return bool(line) and sum(slot.king is not None for slot in line) >= table.kings - 1


def _can_be_first_round(table: "Table") -> bool:
    """In the first round at most one line was turned up, and it still lies there."""
    left = table.dominoes_in_play - len(table.pile)
    if left > table.line_size:
        return False
    return bool(left == 0 or table.next_line != ())


# ---------------------------------------------------------------- lines and pile


def lines_chosen(table: "Table") -> int:
    """From how many lines everybody has chosen: by the pile, the dominoes left over, or else the kingdoms."""
    if in_phase(table, FIRST_ROUND):
        return 0
    if not isinstance(table.pile, Unknown):
        return _lines_turned_up(table) - is_line_there(table)
    if table.seats_known and table.kings < table.line_size and not isinstance(table.leftovers, Unknown):
        return len(table.leftovers)  # one of each line
    return lines_in_kingdoms(table)


def _lines_turned_up(table: "Table") -> int:
    return int(table.dominoes_in_play - len(table.pile)) // int(table.line_size)


def lines_in_kingdoms(table: "Table") -> int:
    """The same by the kingdoms alone; the kings still to place make up for what is not placed yet."""
    if in_phase(table, FIRST_ROUND):
        return 0
    waiting, each = [slot.king for slot in table.current_line], table.kings_each
    for name, had in table.known_had().items():
        return int(had + waiting.count(name)) // int(each)
    raise UnknownRead((f"{PLAYERS}/0/kingdom", f"{PLAYERS}/0/discarded"))


def pile_left(table: "Table") -> int:
    """How many dominoes are in the pile: as sent, or as the lines laid so far leave it."""
    pile = table.pile
    if not isinstance(pile, Unknown):
        return len(pile)
    return kept(table, "pile_left", _by_lines)


def _by_lines(table: "Table") -> int:
    try:
        left = table.dominoes_in_play - table.line_size * (lines_in_kingdoms(table) + is_line_there(table))
    except UnknownRead as error:
        raise UnknownRead((f"{STATE}/pile", *error.zones)) from None
    return max(0, int(left))


def is_line_there(table: "Table") -> bool:
    """Whether a line lies there to be chosen from."""
    if table.known_line("next_line"):
        return True
    line = table.next_line
    if not isinstance(line, Unknown):
        return bool(line)
    turned_up = truth(lambda: _lines_turned_up(table) > lines_in_kingdoms(table))
    if not isinstance(turned_up, Unknown):
        return turned_up
    # In a round with nothing left to place, somebody is still to choose.
    return (in_phase(table, PLAY) is True and truth(lambda: table.current_line == ()) is True) or bool(line)


def is_pile_used_up(table: "Table") -> bool:
    """Whether no line can be turned up any more."""
    pile = table.pile
    if not isinstance(pile, Unknown):
        return not pile
    has_no_line = truth(lambda: table.next_line == ()) is True
    if has_no_line and in_phase(table, FIRST_ROUND) is True:
        return False
    if has_no_line and _is_under_way(table):
        return True  # else a line would lie there
    return pile_left(table) == 0


def is_last_round(table: "Table") -> bool:
    """Whether dominoes are only placed: no line lies there, and none can follow."""
    if table.known_line("next_line") or truth(lambda: len(table.pile) > 0) is True:
        return False
    if in_phase(table, FIRST_ROUND):
        return False
    if isinstance(table.next_line, Unknown):
        return bool(lines_in_kingdoms(table) == table.rounds)
    return is_pile_used_up(table)


def _is_under_way(table: "Table") -> bool:
    """Whether some have placed in this round already and others have not."""
    return truth(lambda: 0 < len(table.current_line) < table.kings) is True


def is_reveal_early(table: "Table") -> bool:
    """Whether a line lies there, or must lie there although it was not sent."""
    if isinstance(table.next_line, Unknown) and _is_under_way(table):
        return True
    return is_line_there(table)


def left_to_place(table: "Table", player: str) -> int:
    """How many dominoes wait for a player: one for each king in each line so far, less those the player has had."""
    had = table.had(player)
    if had >= table.most_dominoes:
        return 0
    return int(lines_chosen(table) * table.kings_each - had)


# ---------------------------------------------------------------- kings


def kings_in_hand(table: "Table") -> list[str]:
    """Whose kings stand on no domino."""
    standing = table.known_kings()
    if len(standing) == table.kings:
        return []
    if isinstance(table.current_line, Unknown) or isinstance(table.next_line, Unknown):
        raise UnknownRead((f"{STATE}/current_line", f"{STATE}/next_line"))
    if table.kings_each == 1:
        return [name for name in table.names if name not in standing]
    return [name for name in table.names for _ in range(table.kings_each - standing.count(name))]


def kept(table: "Table", name: str, compute: "Callable[[Table], T]") -> T:
    """The value, computed once for each table."""
    derived: dict[str, Any] = table.derived
    if name not in derived:
        try:
            derived[name] = compute(table)
        except UnknownRead as error:
            derived[name] = error
    value: Any = derived[name]
    if isinstance(value, UnknownRead):
        raise value
    return value  # type: ignore[no-any-return]
