"""The step budget of a request: every loop that a request can make long counts its steps here, inside of the loop.

A step stands for about a microsecond of work: an engine counts 1 for each step of a search, and ``CHECK`` for each
move that it checks. Steps are not time: the same question uses the same number of them on every machine, so it gets
the same answer. Therefore nothing that is cached between requests may count steps: the number would depend on what
was asked before.

A budget belongs to the thread that handles the request. Without one, as in tests of an engine, steps are not limited.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
CHECK = 100
"""The steps of one move that is checked."""


class BudgetSpent(Exception):
    """The question needs more steps than one request may use."""


class Budget:
    """So many steps; ``on_threshold`` is called once when a part of them is used, and may raise."""

    __slots__ = ("_next", "limit", "on_threshold", "threshold", "used")

    def __init__(
        self,
        limit: float = float("inf"),
        threshold: float = float("inf"),
        on_threshold: Callable[[], None] | None = None,
    ) -> None:
        self.limit = limit
        self.used = 0
        self.threshold = threshold
        self.on_threshold = on_threshold
        self._next = min(limit, threshold)

    def step(self, count: int = 1) -> None:
        self.used += count
        if self.used > self._next:
            self._reached()

    def _reached(self) -> None:
        if self.used > self.limit:
            raise BudgetSpent
        self.threshold = float("inf")
        self._next = self.limit
        if self.on_threshold is not None:
            self.on_threshold()

    @property
    def left(self) -> float:
        """The steps that may still be used."""
        return self.limit - self.used

    @contextmanager
    def at_most(self, steps: float) -> Iterator[None]:
        """Within it so many steps may be used; ``BudgetSpent`` then ends only this part of the request."""
        limit = self.limit
        self._limit_to(min(limit, self.used + steps))
        try:
            yield
        finally:
            self._limit_to(limit)

    def _limit_to(self, limit: float) -> None:
        self.limit = limit
        self._next = min(limit, self.threshold)


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.budget = Budget()


_local = _OfThread()


def step(count: int = 1) -> None:
    """Count steps of the request; ``BudgetSpent`` when it has used all of them."""
    _local.budget.step(count)


def in_use() -> Budget:
    """The budget of this thread."""
    return _local.budget


def counted(items: Iterable[T], steps: int = 1) -> Iterator[T]:
    """The items; each counts so many steps before it is handed out."""
    count = _local.budget.step
    for item in items:
        count(steps)
        yield item


@contextmanager
def use(budget: Budget) -> Iterator[None]:
    """Count the steps of this thread into a budget."""
    before, _local.budget = _local.budget, budget
    try:
        yield
    finally:
        _local.budget = before
