"""A loaded question, and what every operation needs to answer it: a game, a reader, and how much it may compute."""

import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from schemas.base import Fault, Malformed
from service.operations.served_game import ServedGame
from service.referee.budget import Budget
from service.referee.names import nobody_called
from service.referee.render import Reader

T = TypeVar("T")
MOST_ANSWER_BYTES = 4 * 1024 * 1024


class TooCostly(Exception):
    """The question is well formed, but more work than one request may make. The api turns it into a 422 problem."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.fault = Fault(pointer, message)


class Deadline:
    """The time that one request has left, in seconds of the thread that handles it.

    The time of the thread, not of the wall: whether a question is too costly does not depend on how many others are
    being answered.
    """

    __slots__ = ("_ends", "seconds")

    def __init__(self, seconds: float = float("inf")) -> None:
        self.seconds = seconds
        self._ends = time.thread_time() + seconds

    def check(self, pointer: str = "") -> None:
        """Raise ``TooCostly`` when the time is used up; the pointer names what to make smaller."""
        if time.thread_time() > self._ends:
            message = (
                f"The {self.seconds:g} seconds that a request may compute are used up here: ask for less at a time."
            )
            raise TooCostly(pointer, message)

    def within(self, steps: Iterable[T], pointer: str = "", *, numbered: bool = False) -> Iterator[T]:
        """The steps, as long as there is time for them; ``numbered`` adds the number of the step to the pointer."""
        for number, step in enumerate(steps):
            self.check(f"{pointer}/{number}" if numbered else pointer)
            yield step


class Work(NamedTuple):
    """How much one request may compute; the questions of a batch share it."""

    deadline: Deadline = Deadline()
    budget: Budget = Budget()
    most_answer_bytes: int = MOST_ANSWER_BYTES


class Question(NamedTuple):
    """A question about one game, loaded by its schema."""

    served: ServedGame
    operation: str
    language: str
    values: dict[str, Any]
    """The fields of the question, as the schema loaded them."""
    work: Work = Work()

    @property
    def viewer(self) -> str | None:
        """The player for whom hidden cards are masked."""
        name: str | None = self.values.get("player" if self.operation == "view" else "viewer")
        return name

    def table(self, field: str = "state") -> Any:
        """The table in this field of the question."""
        return self.served.table(self.values[field], self.values, f"/{field}")

    def reader(self, table: Any) -> Reader:
        """Who reads the answer about this table."""
        return self.served.reader(self.language, table)

    def check_player(self, table: Any, field: str) -> None:
        """Refuse a question whose field names nobody at the table."""
        name = self.values.get(field)
        if name is not None and name not in table.by_name:
            raise _nobody(field, name)

    def shown(self, state: Any) -> Any:
        """A state after a move as the viewer may see it: a card that the move named may be hidden again."""
        if self.viewer is None or state is None:
            return state
        return self.served.game.view(state, self.viewer)

    def opening_table(self) -> Any:
        """The table that the question's ``setup`` describes, as the viewer sees it."""
        table = self.served.opening_table(self.values["setup"], self.values, "/setup")
        if self.viewer is None:
            return table
        self.check_player(table, "viewer")
        game = self.served.game
        return game.table(game.view(table.state, self.viewer), table.box, table.choices)


def masked(question: Question) -> Question:
    """The question as its viewer may see it; verdict, state and ids are all computed from that.

    Without a viewer it is the question itself.
    """
    viewer = question.viewer
    if viewer is None:
        return question
    field = "player" if question.operation == "view" else "viewer"
    values = dict(question.values)
    if "state" in values:
        values["state"] = _view(question, values["state"], viewer, field)
    if "games" in values:
        values["games"] = tuple(_view(question, state, viewer, field) for state in values["games"])
    return question._replace(values=values)


def _view(question: Question, state: Any, viewer: str, field: str) -> Any:
    if all(player.name != viewer for player in state.players):
        raise _nobody(field, viewer)
    return question.served.game.view(state, viewer)


def _nobody(field: str, name: str) -> Malformed:
    return Malformed([nobody_called(f"/{field}", name)])
