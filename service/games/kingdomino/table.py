"""A Kingdomino table: every zone by an accessor that answers a value or an ``Unknown``.

Rules read these accessors; only this module and ``inference`` read the fields of a state. Accessors whose name begins
with ``known_`` answer as much as was sent: for proofs and contradictions, never for "there is none".
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from schemas.base import Fault, Malformed
from schemas.kingdomino import Choose, Discard, Draw, Line, Move, Place, Player, Reveal, Square, State
from service.games.kingdomino.inference import (
    MOST_PLAYERS,
    PLAYERS_OF_GREAT_DUEL,
    figures,
    kings_to_each,
    names_at_the_table,
)
from service.games.kingdomino.kingdom import Board, board_of_dominoes, board_of_squares, placements
from service.games.kingdomino.pack import LINE, Box
from service.referee import table as core
from service.referee.budget import counted, step
from service.referee.choices import Choices
from service.referee.hidden import HIDDEN, shown
from service.referee.known import Unknown, truth
from service.referee.names import Seating, strangers_in
from service.referee.shapes import names_in
from service.referee.table import PLAYERS, STATE, zone_of_table

NEXT_LINE = f"{STATE}/next_line"
NOBODY: tuple[Any, ...] = ()


class Table(core.Table[State, Box]):
    """A position, with the figures that the number of players and the variants give."""

    def __init__(self, state: State, box: Box, choices: Choices) -> None:
        self.variants = state.options.variants
        self.size = 7 if "great-duel" in self.variants else 5
        self.repeats = False
        """Whether some domino stands in two places; a legal move never leads there."""
        self.boards: dict[str, Board | Unknown] = {}
        """The kingdoms that were laid out already."""
        super().__init__(state, box, choices, seats_known=False)

    def read(self, state: State) -> None:
        super().read(state)
        self.count_players()

    def count_players(self) -> None:
        """The figures that follow from the number of players; all of them are unknown if it is."""
        self.names: Any = names_at_the_table(self.state)
        """All players: in the order of the seats if all of them were sent."""
        self.seats_known = not isinstance(self.names, Unknown)
        self.count: Any = self.names
        """How many play."""
        self.kings_each: Any = self.names
        self.kings: Any = self.names
        every = len(self.box.halves)
        three_may_play = not self.seats_known or len(self.names) == 3
        short = three_may_play and self.choices.peek("three_players") == "twelve-out"
        self.most_dominoes: int = every // (2 if self.size == 7 else LINE)
        """How many dominoes a player has had at the end of a game; the most of any game if it is unknown how many
        play.
        """
        self.line_sizes: tuple[int, ...] = (LINE - 1, LINE) if short else (LINE,)
        """How long a line may be: one length if it is known how many play."""
        self.line_size: Any = self.names
        self.dominoes_in_play: Any = self.names
        self.rounds: Any = self.names
        """How many lines the game has."""
        if not isinstance(self.names, Unknown):
            count = self.count = len(self.names)
            self.kings_each = kings_to_each(count)
            self.kings = count * self.kings_each
            self.line_size, self.dominoes_in_play = figures(count, every, short=short, large=self.size == 7)
            self.line_sizes = (self.line_size,)
            self.rounds = self.dominoes_in_play // self.line_size
            self.most_dominoes = self.rounds * self.kings_each or self.most_dominoes

    @property
    def partly_sent(self) -> frozenset[str]:
        line = self.known_line("next_line")
        return frozenset({NEXT_LINE} if 0 < len(line) < self.line_sizes[0] else ())

    @property
    def not_needed(self) -> frozenset[str]:
        """After the first round nobody asks whose king was drawn when; while a line lies there, how many follow."""
        later = truth(lambda: self.phase in ("play", "over")) is True
        idle = ["kings_drawn"] * later + ["pile"] * bool(self.known_line("next_line"))
        return frozenset(f"{STATE}/{zone}" for zone in idle)

    # ---------------------------------------------------------------- zones

    phase = zone_of_table("phase")
    kings_drawn = zone_of_table("kings_drawn")
    current_line = zone_of_table("current_line")
    """What is still to be placed."""

    @property
    def next_line(self) -> Any:
        """The line that is chosen from; unknown also if only a part of it was sent."""
        line = self.state.next_line
        if line is UNSET or self.unsettled or 0 < len(line) < self.line_sizes[0]:
            return Unknown(NEXT_LINE)
        return line

    pile = zone_of_table("pile")
    leftovers = zone_of_table("leftovers")

    def discarded(self, player: str) -> Any:
        return self.of(player, "discarded")

    def board(self, player: str) -> Any:
        """A player's kingdom, whether it was sent by dominoes or by squares."""
        board = self.boards.get(player)
        if board is None:
            board = self.boards[player] = self._lay_out(player)
        return board

    def _lay_out(self, player: str) -> Board | Unknown:
        entry: Player | None = self.by_name.get(player)
        if entry is None:
            return Unknown(PLAYERS)
        if entry.kingdom is not UNSET:
            return board_of_dominoes(entry.kingdom, self.box.halves)
        if entry.squares is not UNSET:
            return board_of_squares(entry.squares)
        return Unknown(f"{PLAYERS}/{self.order.index(player)}/kingdom")

    def places(self, player: str, domino: int) -> Any:
        """Where a domino may lie in a player's kingdom (``placements``)."""
        board = self.board(player)
        if isinstance(board, Unknown):
            return board
        places = self.derived.get((player, domino))
        if places is None:
            places = self.derived[player, domino] = placements(board, self.box.halves[domino], self.size)
        return places

    def had(self, player: str) -> Any:
        """How many dominoes a player has placed or discarded."""
        entry: Player | None = self.by_name.get(player)
        if entry is None:
            return Unknown(PLAYERS)
        discarded = self.of(player, "discarded")
        if entry.squares is not UNSET:
            return len(entry.squares) // 2 + len(discarded)
        return len(self.of(player, "kingdom")) + len(discarded)

    # ---------------------------------------------------------------- as much as was sent

    def known_line(self, zone: str) -> Line:
        """The dominoes of a line that were sent."""
        line: Any = getattr(self.state, zone)
        return () if line is UNSET or (self.unsettled and zone in self.unsettled) else line

    def known_kings(self) -> list[str]:
        """Whose kings were sent as standing on a domino, as often as they do."""
        lines = (self.known_line("current_line"), self.known_line("next_line"))
        return [slot.king for line in lines for slot in line if slot.king is not None]

    def known_kings_drawn(self) -> tuple[str, ...]:
        return self.state.kings_drawn or NOBODY

    def known_names(self) -> list[str]:
        """Whose kings were sent, on a domino or as drawn."""
        return [*self.known_kings(), *self.known_kings_drawn()]

    @property
    def seating(self) -> Seating:
        names = self.names if self.seats_known else self.order
        return Seating(names, len(names) if self.seats_known else self.most_players, self.seats_known)

    @property
    def most_players(self) -> int:
        """How many can play at most, by the variants."""
        return PLAYERS_OF_GREAT_DUEL if "great-duel" in self.variants else MOST_PLAYERS

    def known_pile(self) -> Sequence[int]:
        """The numbers in the pile that were sent."""
        return shown(self.state.pile or ())

    def known_leftovers(self) -> tuple[int, ...]:
        return NOBODY if "leftovers" in self.unsettled else self.state.leftovers or NOBODY

    def known_lying(self, player: str) -> list[int]:
        """The numbers of the dominoes that were sent as lying in this kingdom."""
        entry = self.by_name.get(player)
        return [] if entry is None else [lying.domino for lying in entry.kingdom or ()]

    def known_squares(self, player: str) -> tuple[Square, ...]:
        """The squares of a kingdom that was sent square by square."""
        entry = self.by_name.get(player)
        return NOBODY if entry is None else entry.squares or NOBODY

    def known_discarded(self, player: str) -> tuple[int, ...]:
        entry = self.by_name.get(player)
        return NOBODY if entry is None else entry.discarded or NOBODY

    def is_by_squares(self, player: str) -> bool:
        """Whether this kingdom was sent square by square."""
        entry = self.by_name.get(player)
        return entry is not None and entry.squares is not UNSET

    def known_by_squares(self) -> list[str]:
        """Whose kingdoms were sent square by square."""
        return [name for name, entry in self.by_name.items() if entry.squares is not UNSET]

    def known_numbers(self) -> list[int]:
        """Every domino number that the state names, as often as it does."""
        return all_numbers(self.state)

    def known_had(self) -> dict[str, int]:
        """How many dominoes those have placed or discarded of whom that is known."""
        return {
            name: len(entry.discarded) + (len(entry.kingdom) if entry.squares is UNSET else len(entry.squares) // 2)
            for name, entry in self.by_name.items()
            if entry.discarded is not UNSET and (entry.kingdom is not UNSET or entry.squares is not UNSET)
        }

    def known_least_had(self, player: str) -> int:
        """How many dominoes a player has at least placed or discarded."""
        entry = self.by_name[player]
        lying, by_squares, discarded = entry.kingdom or (), entry.squares or (), entry.discarded or ()
        return len(lying) + (len(by_squares) + 1) // 2 + len(discarded)

    def known_outside_kingdoms(self) -> list[int]:
        """The numbers that the state names elsewhere than in kingdoms."""
        outside = [slot.domino for zone in ("current_line", "next_line") for slot in getattr(self.state, zone) or ()]
        outside += self.known_pile()
        outside += self.state.leftovers or ()
        for name in self.order:
            outside += self.known_discarded(name)
        return outside

    def known_places(self) -> dict[int, list[tuple[str, str | None]]]:
        """For every domino that the state names: the zones that it is in, each with the player whose zone it is."""
        places: dict[int, list[tuple[str, str | None]]] = {}
        for pointer, number in numbers(self.state):
            steps = pointer.split("/")
            owned = steps[1] == "players"
            place = (steps[3], self.order[int(steps[2])]) if owned else (steps[1], None)
            places.setdefault(number, []).append(place)
        return places

    def known_elsewhere(self, zone: str) -> set[int]:
        """The dominoes that were sent in other zones than this one."""
        uncertain = {zone, *self.unsettled}
        return {
            number
            for number, places in self.known_places().items()
            if any(name not in uncertain for name, _ in places)
        }


def kings_rule(table: Table) -> str:
    """The rule that gives each player the kings."""
    if isinstance(table.count, Unknown):
        return "two-players/kings"  # which gives the most
    return {2: "two-players/kings", 3: "three-players/kings"}.get(table.count, "setup/kings")


# ---------------------------------------------------------------- numbers and names that a request may use


def all_numbers(state: State) -> list[int]:
    """Every domino number that a state names, as often as it does."""
    named = [number for number in state.pile or () if isinstance(number, int)]
    for player in state.players:
        named += [lying.domino for lying in player.kingdom or ()]
        named += player.discarded or ()
    named += [slot.domino for slot in state.current_line or ()]
    named += [slot.domino for slot in state.next_line or ()]
    named += state.leftovers or ()
    return named


def numbers(state: State) -> Iterator[tuple[str, int]]:
    """Every domino number that a state names, with the place where it does."""
    for zone, content in _zones(state):
        for place, entry in enumerate(counted(content)):
            if isinstance(entry, int):
                yield f"{zone}/{place}", entry
            elif entry != HIDDEN:
                yield f"{zone}/{place}/domino", entry.domino


def _zones(state: State) -> Iterator[tuple[str, Sequence[Any]]]:
    """The zones that were sent, with their places."""
    for seat, player in enumerate(state.players):
        yield f"/players/{seat}/kingdom", player.kingdom or ()
        yield f"/players/{seat}/discarded", player.discarded or ()
    yield "/current_line", state.current_line or ()
    yield "/next_line", state.next_line or ()
    yield "/pile", state.pile or ()
    yield "/leftovers", state.leftovers or ()


def check_numbers(state: State, box: Box) -> bool:
    """Whether some domino stands in two places; ``Malformed`` if one is not in the box."""
    named = all_numbers(state)
    step(len(named))
    different = set(named)
    if not box.halves.keys() >= different:
        raise Malformed(
            Fault(pointer, f"The pack {box.pack.id!r} has no domino {number}.")
            for pointer, number in numbers(state)
            if number not in box.halves
        )
    return len(different) < len(named)


def check_references(table: Table, move: Move) -> None:
    """A move may only name players who may sit at the table, and dominoes that exist."""
    faults: list[Fault] = []
    if table.seats_known or not isinstance(move, Draw):  # else the move itself tells who plays
        faults += strangers_in(table.seating, names_in(move), table.known_names)
    match move:
        case Choose() | Place() | Discard():
            faults += _absent(table, "/domino", move.domino)
        case Reveal() if move.dominoes is not UNSET:
            for place, number in enumerate(move.dominoes):
                faults += _absent(table, f"/dominoes/{place}", number)
    if faults:
        raise Malformed(faults)


def _absent(table: Table, pointer: str, number: int) -> Iterator[Fault]:
    if number not in table.box.halves:
        yield Fault(pointer, f"The pack {table.box.pack.id!r} has no domino {number}.")
