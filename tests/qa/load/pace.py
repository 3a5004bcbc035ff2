"""Requests at a fixed pace, whatever the answers take: who waits for an answer before the next measures too kindly.

Each client has a time for every request, and the time of an answer counts from when its request was due, not from
when the client got round to it.
"""

import threading
import time
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from tests.qa.bench.bodies import COUNT, RECIPES, Book
from tests.qa.bench.client import Connection
from tests.qa.bench.memory import Mixture

Told = tuple[bytes, bool]


class Result(NamedTuple):
    """What became of all requests."""

    seconds: list[float]
    """Of each answer, in the order in which they came."""
    statuses: dict[int, int]
    errors: dict[str, int]
    """What must not be: a 5xx, a good question refused, a connection that breaks."""
    lasted: float

    @property
    def rate(self) -> float:
        return len(self.seconds) / self.lasted


def mixture(count: int, positions: int = COUNT) -> list[Told]:
    """So many requests about every game, in turns; from so many positions of each."""
    games = [Mixture(Book(name, positions)).with_expectation() for name in RECIPES]
    return list(islice(_in_turns(games), count))


def _in_turns(sources: list[Iterator[Told]]) -> Iterator[Told]:
    while True:
        for source in sources:
            yield next(source)


class Clients:
    """Several connections that send a list of requests between them, at a rate or as fast as they can."""

    def __init__(self, port: int, asked: list[Told], count: int) -> None:
        self._port = port
        self._asked = asked
        self._count = count
        self._lock = threading.Lock()
        self._next = 0

    def send(self, seconds: float, rate: float | None = None) -> Result:
        result = Result([], {}, {}, 0.0)
        began = time.perf_counter()
        threads = [
            threading.Thread(target=self._client, args=(number, began, seconds, rate, result))
            for number in range(self._count)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return result._replace(lasted=time.perf_counter() - began)

    def _client(self, number: int, began: float, seconds: float, rate: float | None, result: Result) -> None:
        step = self._count / rate if rate else 0.0
        due = began + number * step / self._count
        connection: Connection | None = None
        while due < began + seconds:
            now = time.perf_counter()
            if due > now:
                time.sleep(due - now)
            content, is_good = self._take()
            try:
                connection = connection or Connection(self._port)
                answer = connection.ask(content)
            except OSError as error:
                self._note(result, f"{type(error).__name__}")
                connection = None
            else:
                self._count_answer(result, answer.status, is_good, time.perf_counter() - (due if rate else now))
                if answer.closes:
                    connection.__exit__(None, None, None)
                    connection = None
            due = due + step if rate else time.perf_counter()
        if connection is not None:
            connection.__exit__(None, None, None)

    def _take(self) -> Told:
        """The next of the list, and after the last the first again."""
        with self._lock:
            self._next += 1
            return self._asked[self._next % len(self._asked)]

    def _count_answer(self, result: Result, status: int, is_good: bool, seconds: float) -> None:
        with self._lock:
            result.seconds.append(seconds)
            result.statuses[status] = result.statuses.get(status, 0) + 1
        if status >= 500 or (is_good and status != 200):
            self._note(result, f"{status} to a {'good' if is_good else 'bad'} request")

    def _note(self, result: Result, what: str) -> None:
        with self._lock:
            result.errors[what] = result.errors.get(what, 0) + 1
