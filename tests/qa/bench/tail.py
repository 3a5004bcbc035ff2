"""The slowest answers under a steady load of 70 % of what a worker can take.

Requests are due at even times whatever became of the earlier ones, and an answer's time counts from when its request
was due: a server that stalls cannot hide behind a client that waits for it.

What a worker can take changes with the machine, so it is measured again before every few seconds of load, and the
echo has its turns in between: what its slowest answers take is what the machine adds to ours. A machine that slows
down within a turn makes a queue, so the figures are those of the middle turn, and the worst one is given too.
"""

import selectors
import statistics
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle, islice
from typing import NamedTuple

from tests.qa.bench.bodies import Book
from tests.qa.bench.client import Connection, burst, connected, request
from tests.qa.bench.lineup import AUTHORIZATION, pinned, started
from tests.qa.bench.servers import Server

LOAD = 0.7
TURNS = 10
SECONDS = 2.0
"""Of load in each turn."""
CONNECTIONS = 16
MOST_RATIO = 10.0
BURSTS = 5
BURST = 128


class Tail(NamedTuple):
    """Seconds, in the middle turn: the middle answer, one in a hundred, one in a thousand."""

    rate: float
    count: int
    p50: float
    p99: float
    p999: float
    worst: float
    """p99 of the worst turn."""


class Loaded:
    """A server under load, turn after turn."""

    def __init__(self, stack: ExitStack, server: Server, path: str, bodies: list[bytes]) -> None:
        self.requests = cycle([request(path, body, Authorization=AUTHORIZATION) for body in bodies])
        self.connections = connected(stack, server.port, CONNECTIONS)
        self.rates: list[float] = []
        self.turns: list[list[float]] = []
        self._burst()

    def _burst(self) -> float:
        return burst(self.connections, list(islice(self.requests, BURST)))

    def turn(self, seconds: float) -> None:
        rate = LOAD * BURST / statistics.median(self._burst() for _ in range(BURSTS))
        self.rates.append(rate)
        self.turns.append(sorted(_at(rate, seconds, self.connections, self.requests)))

    @property
    def tail(self) -> Tail:
        p50, p99, p999 = (
            statistics.median(times[int(len(times) * part)] for times in self.turns) for part in (0.5, 0.99, 0.999)
        )
        worst = max(times[int(len(times) * 0.99)] for times in self.turns)
        return Tail(statistics.median(self.rates), sum(map(len, self.turns)), p50, p99, p999, worst)


def measure(book: Book, turns: int = TURNS, seconds: float = SECONDS) -> tuple[Tail, Tail]:
    """Ours, and the echo's."""
    bodies = book.questions("validate")
    _, core = pinned()
    with started(["service", "echo"], core) as servers, ExitStack() as stack:
        ours = Loaded(stack, servers["service"], f"/v1/games/{book.game.meta.id}/validate", bodies)
        echo = Loaded(stack, servers["echo"], "/echo", bodies)
        for _ in range(turns):
            ours.turn(seconds)
            echo.turn(seconds)
    return ours.tail, echo.tail


def _at(rate: float, seconds: float, connections: list[Connection], requests: Iterator[bytes]) -> list[float]:
    """The time of every answer."""
    free = deque(connections)
    due_of: dict[Connection, float] = {}
    found: list[float] = []
    began, sent, wanted = time.perf_counter(), 0, int(rate * seconds)
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            selector.register(connection.fileno(), selectors.EVENT_READ, connection)
        while len(found) < wanted:
            now = time.perf_counter()
            while free and sent < wanted and now >= began + sent / rate:
                connection = free.popleft()
                due_of[connection] = began + sent / rate
                connection.send(next(requests))
                sent += 1
            wait = max(0.0, began + sent / rate - time.perf_counter()) if free and sent < wanted else None
            for key, _ in selector.select(wait):
                answer = key.data.receive()
                found.append(time.perf_counter() - due_of.pop(key.data))
                free.append(key.data)
                if answer.status != 200:
                    raise RuntimeError(f"Expected a 200: {answer.head.decode()}")
    return found
