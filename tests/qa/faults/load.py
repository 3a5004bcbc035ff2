"""Clients that go on asking whatever happens, and write down what became of every single request.

Each client keeps its connection open, as apps and proxies do, and compares every answer byte by byte with what an
app without any cache answered to the same question on a quiet day.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from service.app import create_app
from service.settings import CACHEABLE, Settings
from tests.api.questions import POSTS
from tests.qa.bench.client import Answer, Connection, request

CLIENTS = 6
PAUSE_SECONDS = 0.004
"""Between two requests of a client: the faults are what is measured, not the machine."""


class Question(NamedTuple):
    """The bytes to send, and the body that has to come back: one of these, when two releases answer side by side."""

    sent: bytes
    truths: tuple[bytes, ...]


class Record(NamedTuple):
    """What became of one request."""

    at: float
    seconds: float
    outcome: str
    """``ok``, ``wrong`` (another body), ``refused`` (no connection), ``cut`` (no answer on a connection that was
    there before), ``cut fresh`` (the same on one made for this request), or the status."""
    tier: str
    app_ms: float


def questions(operations: Sequence[str] = CACHEABLE) -> list[Question]:
    """The questions of the OpenAPI document, about every game, that go through the cache."""
    client = create_app(Settings(log_requests=False, rate_limit="off", cached_operations=())).test_client()
    found = []
    for path, content in POSTS.items():
        if path.rpartition("/")[2] in operations and not path.endswith("/diagram"):  # a picture tells no version
            body = json.dumps(content).encode()
            answer = client.post(path, data=body, content_type="application/json")
            assert answer.status_code == 200, (path, answer.get_data(as_text=True))
            found.append(Question(request(path, body), (answer.data,)))
    return found


class Load:
    """A number of clients, and their records so far."""

    def __init__(self, port: Callable[[], int], asked: Sequence[Question], clients: int, pause: float) -> None:
        self.records: list[Record] = []
        self._port = port
        self._asked = asked
        self._pause = pause
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._client, args=(number,), daemon=True) for number in range(clients)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(30)

    def since(self, moment: float, until: float = float("inf")) -> list[Record]:
        """The requests sent in this time."""
        return [record for record in list(self.records) if moment <= record.at < until]

    def wait_for(self, wanted: Callable[[Record], bool], since: float, patience: float) -> float | None:
        """The seconds from a moment until the first answer like this came; None when patience ran out."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            for record in self.since(since):
                if wanted(record):
                    return record.at + record.seconds - since
            time.sleep(0.02)
        return None

    def _client(self, number: int) -> None:
        chance = Random(number)
        connection: Connection | None = None
        while not self._over.is_set():
            asked = chance.choice(self._asked)
            fresh = connection is None
            began = time.monotonic()
            try:
                connection = connection or Connection(self._port())
            except OSError:
                self._note(began, "refused")
                self._over.wait(0.02)
                continue
            try:
                answer = connection.ask(asked.sent)
            except OSError:
                self._note(began, "cut fresh" if fresh else "cut")
                connection.__exit__(None, None, None)
                connection = None
                continue
            self._note(began, _outcome(answer, asked), answer)
            if answer.closes:
                connection.__exit__(None, None, None)
                connection = None
            self._over.wait(self._pause)
        if connection is not None:
            connection.__exit__(None, None, None)

    def _note(self, began: float, outcome: str, answer: Answer | None = None) -> None:
        tier, app_ms = "", 0.0
        if answer is not None:
            tier = answer.header("Brehon-Cache") or ""
            app_ms = float((answer.header("Server-Timing") or "dur=0").rpartition("dur=")[2])
        self.records.append(Record(began, time.monotonic() - began, outcome, tier, app_ms))


def _outcome(answer: Answer, asked: Question) -> str:
    if answer.status != 200:
        return str(answer.status)
    return "ok" if answer.body in asked.truths else "wrong"


@contextmanager
def load(
    port: int | Callable[[], int], asked: Sequence[Question], clients: int = CLIENTS, pause: float = PAUSE_SECONDS
) -> Iterator[Load]:
    """Clients at work for as long as the block takes."""
    running = Load(port if callable(port) else lambda: port, asked, clients, pause)
    running.start()
    try:
        yield running
    finally:
        running.stop()
