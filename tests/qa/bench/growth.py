"""How the cost grows with the size of a question: longer bodies, longer logs, larger batches. It should be linear.

Whole requests through the WSGI app, without a socket; the best of several turns counts.
"""

import io
import json
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any, NamedTuple

from service.app import create_app
from service.settings import Settings
from tests.qa.bench.bodies import Book
from tests.qa.bench.inprocess import Task, best_times, over

TURNS = 5
REPEATED = 50
LONGEST = "roll-and-raid"
"""The game with the longest logs: no other lasts for more than some 230 moves."""
MOST_IN_BATCH = 100
WORST_GROWTH = 1.5
"""A unit of the largest question may cost this much more than a unit of a tenth of it."""


class Size(NamedTuple):
    """One size of a question, and what a request of it takes."""

    what: str
    units: int
    body_bytes: int
    seconds: float

    @property
    def per_unit(self) -> float:
        return self.seconds / self.units


Answer = Callable[[bytes], object]


def measure(book: Book, turns: int = TURNS) -> list[list[Size]]:
    """A table for each kind of growth, smallest first."""
    app = create_app(Settings(cached_operations=(), log_requests=False))
    longest = Book(LONGEST, 1)
    tables = [list(_bodies(book)), list(_logs(book)), list(_logs(longest)), list(_overlong(longest))]
    tables.append(list(_batches(book)))
    return [[_timed(app, *one, turns) for one in table] for table in tables]


def is_linear(table: list[Size]) -> bool:
    """Small questions are dearer for each unit, as something is the same for all; large ones must not be."""
    largest = table[-1]
    tenth = min(table, key=lambda size: abs(size.units - largest.units / 10))
    return largest.per_unit <= WORST_GROWTH * tenth.per_unit


def _timed(app: Any, what: str, units: int, path: str, body: bytes, turns: int) -> Size:
    times = max(1, REPEATED // units)
    run = over([body] * times, lambda body: call(app, path, body))
    best = best_times([Task(what, run, times)], turns, time.process_time)
    return Size(what, units, len(body), best[what])


def call(app: Any, path: str, body: bytes, **headers: str) -> bytes:
    """One request, as gunicorn would make it."""
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        **headers,
    }
    statuses: list[str] = []
    answer = b"".join(app(environ, lambda status, headers, *more: statuses.append(status)))
    if statuses != ["200 OK"]:
        raise RuntimeError(f"{path}: {statuses} {answer[:500]!r}")
    return answer


def _bodies(book: Book) -> Iterator[tuple[str, int, str, bytes]]:
    """The same question, set with more and more blanks, as programs that lay JSON out for people do."""
    question = json.loads(book.questions("validate")[0])
    path = f"/v1/games/{book.game.meta.id}/validate"
    for wanted in (0, 10, 20, 50, 100, 200):
        body, indent = json.dumps(question, separators=(",", ":")).encode(), 0
        while len(body) < wanted * 1000:
            indent += 1
            body = json.dumps(question, indent=indent).encode()
        yield "kB of a body", round(len(body) / 1000) or 1, path, body


def _logs(book: Book) -> Iterator[tuple[str, int, str, bytes]]:
    """Replays of the first so many moves of a game, as long as it lasts."""
    log = book.log(0)
    path = f"/v1/games/{book.game.meta.id}/replay"
    whole = len(log.moves)
    for moves in (*(part for part in (10, 20, 50, 100, 200, 500) if part < whole), whole):
        yield f"moves of {book.game.meta.title}", moves, path, book.replay(log, log.moves[:moves])


def _overlong(book: Book) -> Iterator[tuple[str, int, str, bytes]]:
    """No game lasts for thousands of moves, but logs may be sent that do: all of it is read, and judged to the end of
    the game.
    """
    log = book.log(0)
    path = f"/v1/games/{book.game.meta.id}/replay"
    for length in (1000, 2000, 5000, 10000):
        moves = list(islice(cycle(log.moves), length))
        yield "moves of a log that goes on after the end", length, path, book.replay(log, moves)


def _batches(book: Book) -> Iterator[tuple[str, int, str, bytes]]:
    bodies = [json.loads(body) for body in book.questions("validate")[:MOST_IN_BATCH]]
    for count in (1, 2, 5, 10, 20, 50, MOST_IN_BATCH):
        questions = [
            {"game": book.game.meta.id, "operation": "validate", "body": bodies[number % len(bodies)]}
            for number in range(count)
        ]
        yield "questions of a batch", count, "/v1/batch", json.dumps({"questions": questions}).encode()
