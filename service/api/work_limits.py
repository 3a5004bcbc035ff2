"""How much may be computed: by one request (steps, seconds, bytes of its answer), and at the same time."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from random import getrandbits
from typing import Any, NamedTuple

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
LEASE_SECONDS = 60
"""A place in Redis that is not given back, because a process died, is free after so many seconds."""
LATE_CLIENTS, LATE_PLACES = 1000, 50
"""For so many clients, and so many places of each, a process remembers what Redis has still to give back."""


class Place(NamedTuple):
    """A request that is counted: in Redis under a name of its own, or in this process."""

    client: str
    name: str = ""


class ClientConcurrency:
    """Counts the requests of each client that are being handled, in this process or in Redis for all."""

    def __init__(self, limit: int, cache: TieredCache | None = None, clock: Callable[[], float] = time.time) -> None:
        """No limit for 0."""
        self.limit = limit
        self.clock = clock
        self._redis = cache.redis if cache is not None else None
        self._counts: Counter[str] = Counter()
        self._late: dict[str, list[str]] = {}
        """By client: places that Redis may still count, because it was skipped. They go with the next call."""
        self._lock = threading.Lock()

    def enter(self, client: str) -> Place | None:
        """Count a request; a problem when the client has too many already. None where there is no limit."""
        if not self.limit:
            return None
        place, count = self._take(client)
        if count > self.limit:
            self.leave(place)
            message = f"At most {self.limit} requests of one client are answered at the same time. Send them in turn."
            raise Problem(429, message, headers=[("Retry-After", str(RETRY_SECONDS))])
        return place

    def leave(self, place: Place | None) -> None:
        if place is None:
            return
        if self._redis is not None and place.name:
            if self._redis.ask(_remove(key_of("concurrent", place.client), place.name)) is None:
                self._remember(place.client, place.name)
            return
        with self._lock:
            self._counts[place.client] -= 1
            if not self._counts[place.client]:
                del self._counts[place.client]

    def _take(self, client: str) -> tuple[Place, int]:
        """A place, and how many this client has now. Where Redis cannot count, this process does."""
        if self._redis is not None:
            place = Place(client, f"{getrandbits(64):x}")
            with self._lock:
                late = self._late.pop(client, [])
            count = self._redis.ask(_add(key_of("concurrent", client), place.name, self.clock(), late))
            if count is not None:
                return place, count
            self._remember(client, *late, place.name)  # Redis may have counted it before the timeout
        with self._lock:
            self._counts[client] += 1
            return Place(client), self._counts[client]

    def _remember(self, client: str, *names: str) -> None:
        """Have Redis give these places back with the next request of the client."""
        with self._lock:
            if client in self._late or len(self._late) < LATE_CLIENTS:
                late = self._late.setdefault(client, [])
                late += names
                del late[LATE_PLACES:]  # the first ones: while Redis is skipped it counts no new ones


def _add(key: str, name: str, now: float, late: list[str]) -> Callable[[Any], int]:
    """Adds a name to the sorted set of a client, and returns how many there are; old and late ones go first."""

    def command(redis: Any) -> int:
        pipeline = redis.pipeline(transaction=False)
        if late:
            pipeline.zrem(key, *late)
        pipeline.zremrangebyscore(key, "-inf", now - LEASE_SECONDS)
        pipeline.zadd(key, {name: now})
        pipeline.zcard(key)
        pipeline.expire(key, LEASE_SECONDS)
        return int(pipeline.execute()[2])

    return command


def _remove(key: str, name: str) -> Callable[[Any], int]:
    return lambda redis: int(redis.zrem(key, name))


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
