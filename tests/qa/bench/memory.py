"""``python -m tests.qa.bench.memory [N]``: what one worker holds in memory after N requests of all kinds.

The requests are those of a long day: every operation, three languages, the reference pages, questions that nobody
has asked before (so that the cache fills up to its bound), and what people and robots send by mistake.
"""

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from tests.qa.bench.bodies import Book
from tests.qa.bench.client import CONNECTIONS, Answer, Connection, request
from tests.qa.bench.servers import SERVICE, Server, resident_bytes, running

REQUESTS = 100_000
LIMIT_MEGABYTES = 120
STEPS = 10
LANGUAGES = ("en", "es", "pl", "pl-PL,pl;q=0.9,en;q=0.5", "de")
OPERATIONS = ("validate", "legal-moves", "score", "audit", "replay")
REPLAYS_OF = 4
"""A replay takes twenty times as long as anything else: fewer of them."""

Kind = Callable[[int], bytes]


class Mixture:
    """An endless mixture of requests, the same in every run."""

    def __init__(self, book: Book) -> None:
        self._base = f"/v1/games/{book.game.meta.id}"
        self._name = book.recipe.players[0].encode()
        self._chance = Random(1)
        self._numbers = count()
        self._bodies = {operation: book.questions(operation) for operation in OPERATIONS}
        self._bodies["replay"] = self._bodies["replay"][:REPLAYS_OF]
        self._kinds: list[tuple[Kind, int]] = [
            (self._question, 55),
            (self._new_question, 25),
            (self._setup, 4),
            (self._reference, 6),
            (self._malformed, 10),
        ]

    def __iter__(self) -> Iterator[bytes]:
        for content, _ in self.with_expectation():
            yield content

    def with_expectation(self) -> Iterator[tuple[bytes, bool]]:
        """Each request, and whether it has to be answered by a 200."""
        kinds, weights = zip(*self._kinds, strict=True)
        for number in self._numbers:
            (kind,) = self._chance.choices(kinds, weights)
            yield kind(number), kind != self._malformed

    def _pick(self) -> tuple[str, bytes]:
        (operation,) = self._chance.choices(OPERATIONS, (40, 20, 30, 9, 1))
        return operation, self._chance.choice(self._bodies[operation])

    def _question(self, number: int) -> bytes:
        operation, body = self._pick()
        return request(f"{self._base}/{operation}", body, Accept_Language=self._chance.choice(LANGUAGES))

    def _new_question(self, number: int) -> bytes:
        """One that nobody has asked before: another name makes another case."""
        operation, body = self._pick()
        other = b'"%b-%d"' % (self._name, number)
        return request(f"{self._base}/{operation}", body.replace(b'"%b"' % self._name, other))

    def _setup(self, number: int) -> bytes:
        return request(f"{self._base}/setup", b'{"players": ["ana", "bruno", "carla"], "seed": %d}' % number)

    def _reference(self, number: int) -> bytes:
        paths = (
            "/v1/games",
            f"{self._base}/rules",
            f"{self._base}/rules?q=castle{number}",
            "/healthz",
            "/openapi.json",
        )
        return request(self._chance.choice(paths), method="GET", Accept_Language=self._chance.choice(LANGUAGES))

    def _malformed(self, number: int) -> bytes:
        """Cut off, mistyped, unknown, misaddressed: never the same twice."""
        operation, body = self._pick()
        path = f"{self._base}/{operation}"
        some = self._chance.randrange(len(body))
        return self._chance.choice(
            (
                request(path, body[:some]),
                request(path, body[:some] + b"\xff" + body[some:]),
                request(path, b'{"state": {"players": [{"name": "x%d", "castle": 1}]}}' % number),
                request(path, b"[" * 5000),
                request(path, body, Content_Type=f"text/x-{number}"),
                request(f"{path}?lang=x{number}", body),
                request(f"/v1/games/chess-{number}/validate", body),
                request(path, method="PUT"),
            )
        )


def send(server: Server, mixture: Mixture, times: int) -> dict[int, int]:
    """Send this many requests over several connections; how often each status came back."""
    statuses: dict[int, int] = {}
    connections: list[Connection | None] = [None] * CONNECTIONS
    for number, content in zip(range(times), mixture, strict=False):
        place = number % CONNECTIONS
        connection = connections[place] or Connection(server.port)
        answer: Answer = connection.ask(content)
        statuses[answer.status] = statuses.get(answer.status, 0) + 1
        if answer.closes:
            connection.__exit__(None, None, None)
        connections[place] = None if answer.closes else connection
    for connection in filter(None, connections):
        connection.__exit__(None, None, None)
    return statuses


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.qa.bench.memory", description=__doc__)
    parser.add_argument("requests", nargs="?", type=int, default=REQUESTS)
    wanted = parser.parse_args().requests
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    mixture = Mixture(Book())
    with running(SERVICE) as server:
        worker = server.worker
        statuses: dict[int, int] = {}
        print(f"| requests | resident MB |\n|---|---|\n| 0 | {_megabytes(worker):.1f} |", flush=True)
        for step in range(1, STEPS + 1):
            until = wanted * step // STEPS
            for status, times in send(server, mixture, until - wanted * (step - 1) // STEPS).items():
                statuses[status] = statuses.get(status, 0) + times
            print(f"| {until} | {_megabytes(worker):.1f} |", flush=True)
        held = _megabytes(worker)
        same_worker = server.worker == worker
    print("\nStatuses: " + ", ".join(f"{status}: {times}" for status, times in sorted(statuses.items())) + ".")
    met = held < LIMIT_MEGABYTES and same_worker and all(status < 500 for status in statuses)
    print(f"Goal: below {LIMIT_MEGABYTES} MB, no 5xx, and still the same worker: {'ok' if met else 'MISSED'}")
    return 0 if met else 1


def _megabytes(process: int) -> float:
    return resident_bytes(process) / 1e6


if __name__ == "__main__":
    sys.exit(main())
