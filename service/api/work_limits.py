"""How much may be computed: by one request (steps, seconds, bytes of its answer), and at the same time."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

from flask import Flask, g

from service.api.problems import Problem
from service.cache import TieredCache, key_of
from service.operations.question import Deadline, Work
from service.referee.budget import Budget
from service.settings import Settings

EXPENSIVE_STEPS = 50_000
"""A request that has used so many steps is expensive: an ordinary one uses a few hundred."""
EXPENSIVE_BODY = 256 * 1024
"""So is one with a body of so many bytes."""
WAIT_SECONDS = 1.0
RETRY_SECONDS = 1
SHARED_SECONDS = 60
"""A counter in Redis expires after so many seconds without a request: a process that died gives nothing back."""


class ClientConcurrency:
    """Counts the requests of each client that are being handled, in this process or in Redis for all."""

    def __init__(self, limit: int, cache: TieredCache | None = None) -> None:
        """No limit for 0."""
        self.limit = limit
        self._redis = cache.redis if cache is not None else None
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def enter(self, client: str) -> None:
        """Count a request; a problem when the client has too many already."""
        if not self.limit:
            return
        if self._change(client, 1) > self.limit:
            self.leave(client)
            message = f"At most {self.limit} requests of one client are answered at the same time. Send them in turn."
            raise Problem(429, message, headers=[("Retry-After", str(RETRY_SECONDS))])

    def leave(self, client: str) -> None:
        if self.limit:
            self._change(client, -1)

    def _change(self, client: str, by: int) -> int:
        if self._redis is not None:
            count = self._redis.ask(_increment(key_of("concurrent", client), by))
            if count is not None:
                return count
        with self._lock:
            self._counts[client] += by
            count = self._counts[client]
            if count <= 0:
                del self._counts[client]
        return count


def _increment(key: str, by: int) -> Callable[[Any], int]:
    def command(client: Any) -> int:
        pipeline = client.pipeline(transaction=False)
        pipeline.incrby(key, by)
        pipeline.expire(key, SHARED_SECONDS)
        return int(pipeline.execute()[0])

    return command


class ExpensiveRequests:
    """Lets at most so many expensive requests compute at a time in this process; others wait briefly."""

    def __init__(self, at_once: int, wait_seconds: float) -> None:
        self.at_once = at_once
        self.wait_seconds = wait_seconds
        self._free = threading.Semaphore(at_once)

    def enter(self) -> None:
        """Wait for a place; a problem when none becomes free in time."""
        if not self._free.acquire(timeout=self.wait_seconds):
            message = f"{self.at_once} expensive requests are being answered here already. Come back in a moment."
            raise Problem(429, message, headers=[("Retry-After", str(RETRY_SECONDS))])

    def leave(self) -> None:
        self._free.release()


def install(app: Flask, settings: Settings) -> None:
    """Give each request its budget and deadline; an expensive one needs a place, which it gives back at its end."""
    expensive = ExpensiveRequests(settings.expensive_requests, WAIT_SECONDS)

    def enter() -> None:
        if not g.is_expensive:
            expensive.enter()
            g.is_expensive = True

    @app.before_request
    def begin() -> None:
        g.is_expensive = False
        g.enter_expensive = enter
        budget = Budget(settings.step_budget, EXPENSIVE_STEPS, enter)
        g.work = Work(Deadline(settings.time_budget), budget, settings.answer_limit)

    @app.teardown_request
    def end(error: BaseException | None) -> None:
        if g.get("is_expensive"):
            expensive.leave()


def check_body_size(size: int) -> None:
    """A request with a large body is expensive before it is decoded."""
    if size > EXPENSIVE_BODY:
        g.enter_expensive()
