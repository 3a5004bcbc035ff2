"""A state made ready for questions.

A zone that was not told stays unknown: every question here answers None in that case, and who asks must say what
it assumes instead.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from schemas.base import Fault, Malformed
from schemas.kingdomino import Choose, Discard, Draw, Line, Move, Place, Player, Reveal, State
from service.games.kingdomino.grid import STEP, index_of
from service.games.kingdomino.kingdom import Board, board_of_dominoes, board_of_squares, placements
from service.games.kingdomino.pack import LINE, Box
from service.referee.budget import counted, step
from service.referee.choices import Choices

if TYPE_CHECKING:
    from service.games.kingdomino.timing import Turn


class Table:
    """A state with its pack and choices. Kingdoms are laid out when they are first asked for."""

    __slots__ = (
        "_boards",
        "_in_hand",
        "_places",
        "_standing",
        "box",
        "by_name",
        "choices",
        "count",
        "dominoes_in_play",
        "gone",
        "kings",
        "kings_each",
        "line_size",
        "most_dominoes",
        "now",
        "repeats",
        "rounds",
        "sent_state",
        "size",
        "state",
    )

    def __init__(
        self,
        state: State,
        box: Box,
        choices: Choices,
        boards: dict[str, Board | None],
        gone: frozenset[int] = frozenset(),
    ) -> None:
        self.gone = gone
        """Dominoes that moves took away into zones that were not told."""
        self.box = box
        self.choices = choices
        self.by_name: Mapping[str, Player] = {player.name: player for player in state.players}
        self.count = len(state.players) if len(state.players) > 1 else None
        self.kings_each = 2 if self.count == 2 else 1
        self.kings = None if self.count is None else self.count * self.kings_each
        """How many kings play, if the number of players is known."""
        self.size = 7 if "great-duel" in state.options.variants else 5
        every, short = len(box.halves), choices.peek("three_players") == "twelve-out"
        self.line_size = None if self.count is None else LINE - 1 if short and self.count == 3 else LINE
        self.dominoes_in_play = None if self.count is None else every
        if self.count == 2 and self.size == 5:
            self.dominoes_in_play = every // 2
        elif self.line_size == LINE - 1:
            self.dominoes_in_play = every * (LINE - 1) // LINE
        self.rounds = (self.dominoes_in_play or 0) // (self.line_size or LINE)
        """How many lines the game has; 0 if it is not told how many play."""
        self.most_dominoes = self.rounds * self.kings_each or every // (2 if self.size == 7 else LINE)
        """How many dominoes a player has had at the end of a game, whatever is told of the others."""
        self._boards = boards
        self.repeats = False
        """Whether some domino is told in two places; a legal move never leads there."""
        self.sent_state = state
        """The state as it came, before anything settled."""
        self.state = settled(state, self)
        self.now: Turn | UnsetType | None = UNSET
        """What is to be done now, once ``turn`` has read it."""
        self._places: dict[tuple[str, int], dict[str, int]] = {}
        self._standing: list[str] | None = None
        self._in_hand: list[str] | None = None

    @property
    def seats_known(self) -> bool:
        """Whether all players of the table are known by name."""
        return self.count is not None

    @property
    def line_sizes(self) -> tuple[int, ...]:
        """How long a line may be when it is not told how many play."""
        return (LINE,) if self.choices.peek("three_players") == "all-48" else (LINE - 1, LINE)

    def pile_top(self) -> tuple[int, ...] | None:
        """The dominoes that come next, where the pile is known, or where only they are not seen elsewhere."""
        pile, size = self.state.pile, self.line_size
        if pile is UNSET or size is None or len(pile) < size:
            return None
        if "?" not in pile[:size]:
            return tuple(number for number in pile[:size] if number != "?")
        unseen = self.box.halves.keys() - set(all_numbers(self.state))
        known = tuple(number for number in pile if number != "?")
        if len(pile) == size and len(known) + len(unseen) == size:
            return tuple(sorted((*known, *unseen)))
        return None

    def lines_chosen(self) -> int | None:
        return lines_chosen(self.state, self)

    def pile_left(self) -> int | None:
        """How many dominoes are in the pile: as told, or as the lines laid so far leave it."""
        if self.state.pile is not UNSET:
            return len(self.state.pile)
        lines, in_play, size = self.lines_chosen(), self.dominoes_in_play, self.line_size
        if lines is None or in_play is None or size is None or self.state.next_line is UNSET:
            return None
        return max(0, in_play - size * (lines + bool(self.state.next_line)))

    def board(self, name: str) -> Board | None:
        """A player's kingdom, or None if it was not told, or if of that player nothing is."""
        if name not in self._boards:
            self._boards[name] = self._lay_out(self.by_name.get(name))
        return self._boards[name]

    def _lay_out(self, player: Player | None) -> Board | None:
        if player is None:
            return None
        if player.kingdom is not UNSET:
            return board_of_dominoes(player.kingdom, self.box.halves)
        return None if player.squares is UNSET else board_of_squares(player.squares)

    def places(self, name: str, domino: int) -> dict[str, int] | None:
        """Where a domino may lie in a player's kingdom (``placements``), or None if it was not told."""
        board = self.board(name)
        if board is None:
            return None
        found = self._places.get((name, domino))
        if found is None:
            found = self._places[name, domino] = placements(board, self.box.halves[domino], self.size)
        return found

    def after(self, state: State, move: Move) -> "Table":
        """The table after a move. Only a placing changes a kingdom, and only by a domino."""
        boards, gone = self._boards, self.gone
        if isinstance(move, Place):
            board = boards.get(move.player)
            if board is not None:
                first = index_of(move.x, move.y)
                board = board.with_domino(first, first + STEP[move.to], self.box.halves[move.domino])
                boards = {**boards, move.player: board}
        if isinstance(move, Place | Discard):
            gone |= {move.domino}
        elif isinstance(move, Choose) and state.leftovers is UNSET and state.next_line == ():
            gone |= set(left_over(self.state.next_line or ())) - {move.domino}
        return self._with(state, boards, gone)

    def _with(self, state: State, boards: dict[str, Board | None], gone: frozenset[int]) -> "Table":
        """The same game with another state, which has settled: what the number of players and the options make of a
        game is carried over.
        """
        table = Table.__new__(Table)
        table.box, table.choices = self.box, self.choices
        table.count, table.kings_each, table.kings = self.count, self.kings_each, self.kings
        table.size, table.line_size, table.dominoes_in_play = self.size, self.line_size, self.dominoes_in_play
        table.rounds, table.most_dominoes = self.rounds, self.most_dominoes
        same = state.players is self.state.players  # as after a choice
        table.by_name = self.by_name if same else {player.name: player for player in state.players}
        table.state = table.sent_state = state
        table._boards, table.gone, table.repeats = boards, gone, False
        table._standing, table._in_hand, table.now, table._places = None, None, UNSET, {}
        return table

    def kings_on_lines(self) -> list[str]:
        """Whose kings stand on a domino, as far as the lines are told; as often as they do."""
        if self._standing is None:
            slots = (*(self.state.current_line or ()), *(self.state.next_line or ()))
            self._standing = [slot.king for slot in slots if slot.king is not None]
        return self._standing

    def kings_in_hand(self) -> list[str] | None:
        """Whose kings stand on no domino; None if that cannot be known."""
        if self._in_hand is None and self.count is not None and self.has_both_lines:
            each, standing = self.kings_each, self.kings_on_lines()
            self._in_hand = [name for name in self.by_name for _ in range(each - standing.count(name))]
        return self._in_hand

    @property
    def has_both_lines(self) -> bool:
        return self.state.current_line is not UNSET and self.state.next_line is not UNSET


def kings_rule(table: Table) -> str:
    """The rule that gives each player the kings."""
    return {2: "two-players/kings", 3: "three-players/kings"}.get(table.count or 0, "setup/kings")


def make_table(state: State, box: Box, choices: Choices) -> Table:
    """A table from outside: every domino that it names must be in the box."""
    told = all_numbers(state)
    step(len(told))
    different = set(told)
    if not box.halves.keys() >= different:
        raise Malformed(
            Fault(pointer, f"The pack {box.pack.id!r} has no domino {number}.")
            for pointer, number in numbers(state)
            if number not in box.halves
        )
    table = Table(state, box, choices, {})
    table.repeats = len(different) < len(told)
    return table


def settled(state: State, table: Table) -> State:
    """The state after everything that happens by itself: chosen lines move up, and the game ends.

    A line that everybody has chosen from becomes the line to be placed; with three players the domino left over
    goes out. So the same table is always written in the same way.
    """
    state = _with_phase(state, table)
    if state.phase == "over" or state.next_line is UNSET:
        return state
    if state.phase != "first-round" and state.current_line:
        return state
    # With all kings on the next line nothing can be left to place, whether that is told or not.
    if state.next_line and _all_chosen(state.next_line, table):
        return _moved_up(state, state.next_line)
    if state.current_line == () and state.phase == "play" and not state.next_line and _is_used_up(state, table):
        return replace(state, phase="over")
    return state


def _moved_up(state: State, line: Line) -> State:
    """The dominoes with kings on them are to be placed now; one without goes out."""
    chosen = tuple(slot for slot in line if slot.king is not None)
    left, leftovers = left_over(line), state.leftovers
    if leftovers is UNSET and state.phase == "first-round":
        leftovers = left or UNSET  # none can have gone out before
    elif leftovers is not UNSET:
        leftovers = leftovers + left
    return replace(state, phase="play", current_line=chosen, next_line=(), leftovers=leftovers)


def left_over(line: Line) -> tuple[int, ...]:
    """The dominoes without a king."""
    return tuple(slot.domino for slot in line if slot.king is None)


def _is_used_up(state: State, table: Table) -> bool:
    """Whether no line can come any more; a pile that was not told is what the lines laid so far leave."""
    if state.pile is not UNSET:
        return not state.pile
    lines = lines_chosen(state, table)
    return lines is not None and lines == table.rounds


def _with_phase(state: State, table: Table) -> State:
    """The phase, where it was not told but the lines show it."""
    if state.phase is not UNSET or state.current_line is UNSET:
        return state
    if state.current_line:
        return replace(state, phase="play")
    if state.next_line and table.kings is not None:
        on_lines = sum(slot.king is not None for slot in state.next_line)
        if on_lines < table.kings - 1:  # more than one king in hand: nobody has placed yet
            return replace(state, phase="first-round")
    return state


def lines_chosen(state: State, table: Table) -> int | None:
    """From how many lines everybody has chosen; the kings still to place make up for what is not placed yet."""
    if state.phase == "first-round":
        return 0
    if state.current_line is UNSET or table.count is None:
        return None
    waiting = [slot.king for slot in state.current_line]
    for player in state.players:
        count = had(player)
        if count is not None:
            return (count + waiting.count(player.name)) // table.kings_each
    return None


def had(player: Player) -> int | None:
    """How many dominoes a player has placed or discarded, if all of it is told."""
    if player.discarded is UNSET:
        return None
    if player.kingdom is not UNSET:
        return len(player.kingdom) + len(player.discarded)
    return None if player.squares is UNSET else len(player.squares) // 2 + len(player.discarded)


def _all_chosen(line: Line, table: Table) -> bool:
    kings = sum(slot.king is not None for slot in line)
    return kings == (len(line) if table.kings is None else table.kings)


def all_numbers(state: State) -> list[int]:
    """Every domino number that a state names, as often as it does."""
    found = [number for number in state.pile or () if number != "?"]
    for player in state.players:
        found += [lying.domino for lying in player.kingdom or ()]
        found += player.discarded or ()
    found += [slot.domino for slot in state.current_line or ()]
    found += [slot.domino for slot in state.next_line or ()]
    found += state.leftovers or ()
    return found


def numbers(state: State) -> Iterator[tuple[str, int]]:
    """Every domino number that a state names, with the place where it does."""
    for zone, told in _zones(state):
        for place, entry in enumerate(counted(told)):
            if isinstance(entry, int):
                yield f"{zone}/{place}", entry
            elif entry != "?":
                yield f"{zone}/{place}/domino", entry.domino


def _zones(state: State) -> Iterator[tuple[str, Sequence[Any]]]:
    """The zones that are told, with their places."""
    for seat, player in enumerate(state.players):
        yield f"/players/{seat}/kingdom", player.kingdom or ()
        yield f"/players/{seat}/discarded", player.discarded or ()
    yield "/current_line", state.current_line or ()
    yield "/next_line", state.next_line or ()
    yield "/pile", state.pile or ()
    yield "/leftovers", state.leftovers or ()


def check_references(table: Table, move: Move) -> None:
    """A move may only name players and dominoes that exist."""
    faults: list[Fault] = []
    match move:
        case Choose() | Place() | Discard():
            if move.player not in table.by_name:
                faults.append(Fault("/player", f"Nobody at this table is called {move.player!r}."))
            if move.domino not in table.box.halves:
                faults.append(Fault("/domino", f"The pack {table.box.pack.id!r} has no domino {move.domino}."))
        case Reveal() if move.dominoes is not UNSET:
            for place, number in enumerate(move.dominoes):
                if number not in table.box.halves:
                    faults.append(
                        Fault(f"/dominoes/{place}", f"The pack {table.box.pack.id!r} has no domino {number}.")
                    )
        case Draw():
            for place, name in enumerate(move.kings):
                if name not in table.by_name:
                    faults.append(Fault(f"/kings/{place}", f"Nobody at this table is called {name!r}."))
    if faults:
        raise Malformed(faults)
