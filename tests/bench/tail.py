"""The slowest answers under a steady load of 70 % of what a worker can take.

Requests are due at even times whatever became of the earlier ones, and an answer's time counts from when its request
was due: a server that stalls cannot hide behind a client that waits for it.
"""

import selectors
import statistics
import time
from collections import deque
from contextlib import ExitStack
from typing import NamedTuple

from tests.bench.bodies import Book
from tests.bench.client import Connection, burst, connected, request
from tests.bench.ratios import SETTINGS, pinned
from tests.bench.servers import SERVICE, running

LOAD = 0.7
SECONDS = 20.0
CONNECTIONS = 16
MOST_RATIO = 10.0
BURSTS = 25


class Tail(NamedTuple):
    """Seconds: the middle answer, one in a hundred, one in a thousand."""

    rate: float
    count: int
    p50: float
    p99: float
    p999: float


def measure(book: Book, seconds: float = SECONDS) -> Tail:
    _, core = pinned()
    path = f"/v1/games/{book.game.META.id}/validate"
    requests = [request(path, body) for body in book.questions("validate")]
    with ExitStack() as stack:
        server = stack.enter_context(running(SERVICE, core, SETTINGS["uncached"]))
        connections = connected(stack, server.port, CONNECTIONS)
        burst(connections, requests)
        # What it takes for a while, not at its best moment: a machine that others use too is not always as fast.
        pace = statistics.median(burst(connections, requests * 8) for _ in range(BURSTS)) / (len(requests) * 8)
        rate = LOAD / pace
        times = sorted(_at(rate, seconds, connections, requests))
    return Tail(rate, len(times), *(times[int(len(times) * part)] for part in (0.5, 0.99, 0.999)))


def _at(rate: float, seconds: float, connections: list[Connection], requests: list[bytes]) -> list[float]:
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
                connection.send(requests[sent % len(requests)])
                sent += 1
            wait = max(0.0, began + sent / rate - time.perf_counter()) if free and sent < wanted else None
            for key, _ in selector.select(wait):
                answer = key.data.receive()
                found.append(time.perf_counter() - due_of.pop(key.data))
                free.append(key.data)
                if answer.status != 200:
                    raise RuntimeError(f"Expected a 200: {answer.head.decode()}")
    return found
