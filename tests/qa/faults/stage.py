"""What every fault is shown on: a server with the deployed settings, a real Redis, clients at work, and a verdict.

The service keeps nothing in memory here, caches every operation that can be cached and counts every request in Redis:
no fault of Redis can hide behind a kept answer. The server is gunicorn, or what the variable ``SERVER`` names.
"""

import os
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from prometheus_client.parser import text_string_to_metric_families

from service.cache.breaker import DEFAULT_COOL_DOWN
from service.cache.redis_tier import SLOW_IN_A_ROW
from service.settings import CACHEABLE
from tests.qa.bench.client import Connection, request
from tests.qa.bench.servers import Server
from tests.qa.faults.load import CLIENTS, PAUSE_SECONDS, Load, Record

WORKERS = 2
TIMEOUT_MS = 50
RECOVERY_SECONDS = 10.0
SERVER = os.environ.get("SERVER", "gunicorn")
SETTINGS = {
    "SERVER": SERVER,
    "WORKERS": str(WORKERS),
    "BREHON_CACHE_ENTRIES": "0",
    "BREHON_CACHED": ",".join(CACHEABLE),
    "BREHON_RATE_LIMIT": "10000000/minute",
    "BREHON_LOG_REQUESTS": "0",
}
FAILURES = ("redis_timeout", "redis_slow", "redis_error")
NOTICED = (*FAILURES, "redis_skipped", "redis_refused", "redis_damaged")


class Times(NamedTuple):
    """How long each part takes, in seconds."""

    before: float
    during: float
    strict: bool
    """Whether the machine is quiet enough to hold every single answer against the clock."""
    pause: float = PAUSE_SECONDS
    """Between two requests of a client."""


SHORT = Times(before=0.5, during=0.7, strict=False, pause=0.02)
FULL = Times(before=5.0, during=10.0, strict=True)


class Outcome(NamedTuple):
    """What a fault did, in figures."""

    name: str
    story: str
    before: Sequence[Record]
    during: Sequence[Record]
    after: Sequence[Record]
    recovered: float | None
    redis_failures: int = 0
    felt: int = 1
    """How often the service noticed; a fault that nobody noticed shows nothing."""
    may_cut: int = 0
    """How many requests this fault may cut off: those under way in a process that is killed."""
    may_reset: int = 0
    """How many connections made in the very moment at which the door closes may be reset before an answer."""
    may_refuse: bool = False
    """Whether there is nobody left to connect to."""
    lasted: float = 0.0
    is_of_redis: bool = True
    """What a fault of Redis may cost is a matter of milliseconds; starting a worker takes a processor for longer."""

    @property
    def all(self) -> list[Record]:
        return [*self.before, *self.during, *self.after]

    def count(self, *outcomes: str) -> int:
        return sum(record.outcome in outcomes for record in self.all)

    @property
    def failed(self) -> int:
        """Requests with a status other than 200."""
        return sum(record.outcome.isdecimal() for record in self.all)

    @property
    def allowed_redis_failures(self) -> int:
        """One for each request under way when it began, a few until it is known that it is no chance, and then one
        trial a worker for each cool-down."""
        return CLIENTS + WORKERS * (SLOW_IN_A_ROW + int((self.lasted + (self.recovered or 0)) / DEFAULT_COOL_DOWN))

    @property
    def usual_ms(self) -> float:
        """What an answer takes in the app at most on a quiet day, but for one in two hundred."""
        return percentile([record.app_ms for record in self.before], 0.995)

    @property
    def added_ms(self) -> float:
        """By how much the slowest answer of the fault was slower than that."""
        return max(0.0, slowest(self.during) - self.usual_ms)

    def complaints(self, strict: bool) -> list[str]:
        """Everything that is not as it should be."""
        found = []
        if not self.before or not (self.during or self.after):
            found.append("nobody asked anything")
        if not self.felt:
            found.append("nobody noticed the fault")
        if self.failed:
            found.append(f"{self.failed} answers with an error")
        if wrong := self.count("wrong"):
            found.append(f"{wrong} answers with other bytes")
        if (cut := self.count("cut")) > self.may_cut:
            found.append(f"{cut} requests cut off, {self.may_cut} may be")
        if (cut := self.count("cut fresh")) > max(self.may_cut, self.may_reset):
            found.append(f"{cut} new connections cut off, {max(self.may_cut, self.may_reset)} may be")
        if (refused := self.count("refused")) and not self.may_refuse:
            found.append(f"{refused} connections refused")
        # On a machine that does other work too Redis is slow by itself now and then, and everything takes longer.
        patience, allowed = (1, self.allowed_redis_failures) if strict else (3, 4 * self.allowed_redis_failures)
        if self.recovered is None or self.recovered > RECOVERY_SECONDS * patience:
            found.append(f"no recovery within {RECOVERY_SECONDS * patience} s")
        if self.redis_failures > allowed:
            found.append(f"{self.redis_failures} calls met a failing Redis, {allowed} may")
        return found + self._late(strict)

    def _late(self, strict: bool) -> list[str]:
        """At most one timeout, and that only for those who met the fault; others are as fast as before.

        One answer in a thousand may be late for reasons of its own, on a machine that does other work one in twenty.
        """
        if not self.is_of_redis:
            return []
        bound = self.usual_ms + TIMEOUT_MS / 2
        late = sum(record.app_ms > bound for record in self.during)
        noise = len(self.during) // (1000 if strict else 20)
        found = []
        if late > self.redis_failures + noise:
            found.append(f"{late} answers were late, {self.redis_failures} calls met the fault")
        if strict and self.added_ms > TIMEOUT_MS * 1.2:
            found.append(f"{self.added_ms:.0f} ms were added")
        return found


def slowest(records: Sequence[Record]) -> float:
    return max((record.app_ms for record in records), default=0.0)


def percentile(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def get(port: int, path: str) -> tuple[int, str]:
    with Connection(port) as connection:
        answer = connection.ask(request(path, method="GET", Connection="close"))
        return answer.status, answer.body.decode()


def figures(port: int) -> dict[str, float]:
    """Events of the cache, and the workers whose breaker is open."""
    _, text = get(port, "/metrics")
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name in ("brehon_cache_events_total", "brehon_redis_breaker_open"):
                found[sample.labels.get("event", "open")] = sample.value
    return found


def grown(before: dict[str, float], after: dict[str, float], events: Sequence[str]) -> int:
    """How often any of these events happened in between."""
    return int(sum(after[event] - before[event] for event in events))


def until(condition: Callable[[], bool], patience: float = RECOVERY_SECONDS * 3) -> float | None:
    """The seconds until something is so; None when patience ran out."""
    began = time.monotonic()
    while time.monotonic() - began < patience:
        if condition():
            return time.monotonic() - began
        time.sleep(0.02)
    return None


def redis_is_used_again(server: Server, clients: Load) -> float | None:
    """The seconds until answers come from Redis again and no worker avoids it."""
    began = time.monotonic()

    def used() -> bool:
        from_redis = any(record.tier == "redis" for record in clients.since(began))
        return from_redis and figures(server.port)["open"] == 0

    return until(used)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
