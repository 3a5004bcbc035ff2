"""How long one request may compute.

The clock is that of the thread, not of the wall: whether a question is too costly does not depend on how many others
are being answered. It is read between the steps of what can be long: the moves of a log, the moves that are listed,
the questions of a batch.
"""

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from schemas.base import Fault

T = TypeVar("T")


class TooCostly(Exception):
    """The question is well formed, but more work than one request may make. The api turns it into a 422 problem."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.fault = Fault(pointer, message)


class Deadline:
    """The time that one request has left, in seconds of the thread that handles it."""

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
