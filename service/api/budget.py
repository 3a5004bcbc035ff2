"""How long one request may compute.

The time is that of the thread, not that of the wall: whether a question is too costly does not depend on who else
is asking, so the same question is refused on a quiet day and on a busy one. It is looked at between the steps of
what can be long (the moves of a log, the moves that are listed, the questions of a batch): the work stops at a clean
place, and the worker goes on with the next request. No step is long by itself; searches in a game have bounds of
their own.
"""

import threading
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from schemas.base import Fault
from service.api.problems import TOO_COSTLY, Problem

T = TypeVar("T")
INTERVAL = 0.001
"""Seconds between two looks at the clock of the thread, a call to the kernel that takes as long as a short step. The
clock of the wall, which is cheap to read, tells when they are over: a thread cannot have computed for longer.
"""


class _Budget(threading.local):
    """Of the request that this thread is at work on; without end where nobody set one."""

    seconds = float("inf")
    ends: float | None = None


_BUDGET = _Budget()


def begin(seconds: float) -> None:
    """A request begins. The clock is started by who first looks at it: most questions have nothing long in them, and
    the clock of a thread is a call to the kernel.
    """
    _BUDGET.seconds = seconds
    _BUDGET.ends = None


def is_spent() -> bool:
    now = time.thread_time()
    if _BUDGET.ends is None:
        _BUDGET.ends = now + _BUDGET.seconds
    return now > _BUDGET.ends


def too_costly(pointer: str) -> Problem:
    """The question is refused from here on."""
    told = f"The {_BUDGET.seconds:g} seconds that a request may compute are used up here: ask for less at a time."
    return Problem(422, told, [Fault(pointer, told)], kind=TOO_COSTLY)


def within(steps: Iterable[T], pointer: str = "", *, numbered: bool = False) -> Iterator[T]:
    """The steps, as long as there is time for them; ``numbered``: the pointer goes on with the number of the step."""
    is_spent()  # starts the clock: the first step may be slow to come
    looked = time.monotonic()
    for number, step in enumerate(steps):
        if (now := time.monotonic()) - looked >= INTERVAL:
            looked = now
            if is_spent():
                raise too_costly(f"{pointer}/{number}" if numbered else pointer)
        yield step
