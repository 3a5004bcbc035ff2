"""What a question costs, asked in process through the WSGI application."""

import signal
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
from flask import Flask, g

from service.app import create_app
from service.settings import Settings

MOST_CPU, MOST_BYTES, MOST_MEMORY = 1.5, 4 * 1024 * 1024, 32 * 1024 * 1024
"""The bounds: seconds of processor time, bytes of an answer, bytes of extra memory."""
STOPPED_AFTER = 10.0
"""Seconds of processor time after which a question is given up."""
AGAIN = 3
"""A question above the bound of time is asked so often; the least time counts, for other processes disturb it."""


class Cost(NamedTuple):
    """What a question cost. ``memory`` is None where it was not measured: that makes the question slower."""

    status: str
    cpu: float
    bytes: int
    steps: int
    memory: int | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether it was answered, or was too costly to be answered."""
        return self.status in ("200", "422 too-costly")

    def excesses(self) -> list[str]:
        """The bounds that it exceeds."""
        found = []
        if self.cpu > MOST_CPU:
            found.append(f"{self.cpu:.2f} s of processor time")
        if self.bytes > MOST_BYTES:
            found.append(f"{self.bytes} bytes of answer")
        if self.memory is not None and self.memory > MOST_MEMORY:
            found.append(f"{self.memory} bytes of memory")
        if self.status.startswith("5"):
            found.append(f"status {self.status}")
        return found


class Stopped(BaseException):
    """The question took too long; no Exception, so that no error handler catches it."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise ``Stopped`` after so much processor time."""

    def stop(*_: Any) -> None:
        raise Stopped

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Service:
    """The application, without cache and without limits for clients."""

    def __init__(self) -> None:
        settings = Settings(log_requests=False, rate_limit="off", client_concurrency=0, cached_operations=())
        self.app: Flask = create_app(settings)
        self.steps = 0
        self.app.teardown_request(self._note_steps)
        self.client = self.app.test_client()

    def _note_steps(self, error: BaseException | None) -> None:
        self.steps = g.work.budget.used if "work" in g else 0

    def cost(self, path: str, body: bytes, query: str | None = None, *, memory: bool = False) -> Cost:
        """What a question costs: a body, or a query string where there is one."""
        cost = self._ask(path, body, query)
        for _ in range(AGAIN - 1):
            if not MOST_CPU < cost.cpu < STOPPED_AFTER:
                break
            cost = min(cost, self._ask(path, body, query), key=lambda one: one.cpu)
        return cost._replace(memory=self._memory(path, body, query)) if memory else cost

    def _ask(self, path: str, body: bytes, query: str | None) -> Cost:
        self.steps = 0
        began = time.thread_time()
        try:
            with at_most(STOPPED_AFTER):
                response = self._send(path, body, query)
                answer = response.get_data()
        except Stopped:
            return Cost("stopped", STOPPED_AFTER, 0, self.steps)
        except MemoryError:
            return Cost("500 no memory", time.thread_time() - began, 0, self.steps)
        cpu = time.thread_time() - began
        status = str(response.status_code)
        if response.status_code == 422:
            status += " " + msgspec.json.decode(answer)["type"].rpartition(":")[2]
        return Cost(status, cpu, len(answer), self.steps)

    def _memory(self, path: str, body: bytes, query: str | None) -> int:
        """The most memory that Python allocated at the same time for the question."""
        tracemalloc.start()
        try:
            with at_most(10 * STOPPED_AFTER):
                self._send(path, body, query).get_data()
        except (Stopped, MemoryError):
            pass
        finally:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return peak

    def _send(self, path: str, body: bytes, query: str | None) -> Any:
        if query is not None:
            return self.client.get(path, query_string={"q": query})
        return self.client.post(path, data=body, content_type="application/json")
