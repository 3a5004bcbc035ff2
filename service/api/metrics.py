"""Prometheus metrics, right under several workers.

With ``PROMETHEUS_MULTIPROC_DIR`` set (the server settings do it) each worker writes to files there, and any worker
can report for all of them. When these files cannot be written, questions are answered all the same: nothing is
counted, ``/metrics`` answers 503, and writing is tried again every few seconds.
"""

import logging
import os
import time
from collections.abc import Callable, Collection
from typing import Any, Literal, TypeAlias, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.multiprocess import MultiProcessCollector

from service.cache import EVENTS, Event

LimitEvent: TypeAlias = Literal[
    "rate_refused",  # too many requests from one address or with one key: 429
    "rate_unchecked",  # Redis could not count the requests: the request was accepted
    "key_unknown",  # an API key that is not on the list: 401
    "too_costly",  # the time for computing was used up: 422
    "too_slow",  # the body did not arrive in time: 408
]
LIMIT_EVENTS: tuple[LimitEvent, ...] = get_args(LimitEvent)

BUCKETS = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
RETRY_SECONDS = 5.0
LOG = logging.getLogger("brehon")


class MetricsUnavailable(Exception):
    """The folder in which the workers share their figures cannot be used."""


class Figures:
    """What is counted. Label values come from closed lists: no client can make them grow."""

    def __init__(self, games: Collection[str]) -> None:
        self.games = games
        self.registry = CollectorRegistry()
        self.seconds = Histogram(
            "brehon_request_seconds",
            "Requests, and their time in the app",
            ["game", "operation", "status"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.verdicts = Counter("brehon_verdicts", "Rulings", ["game", "verdict"], registry=self.registry)
        self.cache = Counter("brehon_cache_events", "What the cache did", ["event"], registry=self.registry)
        self.breaker = Gauge(
            "brehon_redis_breaker_open",
            "Workers whose circuit breaker for Redis is open",
            multiprocess_mode="livesum",
            registry=self.registry,
        )
        self.in_progress = Gauge(
            "brehon_requests_in_progress",
            "Requests that are being handled",
            multiprocess_mode="livesum",
            registry=self.registry,
        )
        self.limits = Counter("brehon_limit_events", "What the limits did", ["event"], registry=self.registry)
        self._limit_children = {event: self.limits.labels(event) for event in LIMIT_EVENTS}
        self._cache_children = {event: self.cache.labels(event) for event in EVENTS}
        self._verdict_children: dict[tuple[str, str], Counter] = {}
        self._seconds_children: dict[tuple[str, int], Histogram] = {}

    def request(self, endpoint: str, status: int, seconds: float) -> None:
        """The histogram counts the requests too."""
        timing = self._seconds_children.get((endpoint, status))
        if timing is None:
            page, _, operation = endpoint.rpartition(".")
            labels = page if page in self.games else "", operation.replace("_", "-"), str(status)
            timing = self._seconds_children[endpoint, status] = self.seconds.labels(*labels)
        timing.observe(seconds)

    def requests_in_progress(self, change: int) -> None:
        self.in_progress.inc(change)

    def verdict(self, game: str, verdict: str) -> None:
        count = self._verdict_children.get((game, verdict))
        if count is None:
            count = self._verdict_children[game, verdict] = self.verdicts.labels(game, verdict)
        count.inc()

    def limit_event(self, event: LimitEvent) -> None:
        self._limit_children[event].inc()

    def cache_event(self, event: Event) -> None:
        self._cache_children[event].inc()
        if event == "breaker_opened":
            self.breaker.set(1)
        elif event == "breaker_closed":
            self.breaker.set(0)


class Metrics:
    """The metrics of one app, as long as they can be written."""

    def __init__(self, games: Collection[str] = (), clock: Callable[[], float] = time.monotonic) -> None:
        self._games = games
        self._clock = clock
        self._retry_at = 0.0
        self.figures: Figures | None = None
        self._begin()

    def _begin(self) -> None:
        try:
            self.figures = Figures(self._games)
        except Exception as error:
            self._pause(error)

    def _pause(self, error: Exception) -> None:
        """Stop counting for some seconds: no request fails because of the metrics."""
        if self.figures is not None or not self._retry_at:
            LOG.warning("The metrics cannot be written (%s: %s): questions are answered without.", type(error), error)
        self.figures = None
        self._retry_at = self._clock() + RETRY_SECONDS

    def _usable(self) -> Figures | None:
        """The figures; created again when the pause after an error is over."""
        if self.figures is None and self._clock() >= self._retry_at:
            # The library keeps its open files in the class of its values: a new class opens them again.
            if _are_shared():
                values.ValueClass = values.MultiProcessValue()
            self._begin()
        return self.figures

    def _record(self, count: Callable[..., None], *values: Any) -> None:
        """Count something with a method of the figures, if they can be written."""
        figures = self.figures or self._usable()
        if figures is not None:
            try:
                count(figures, *values)
            except Exception as error:
                self._pause(error)

    def request(self, endpoint: str, status: int, seconds: float) -> None:
        self._record(Figures.request, endpoint, status, seconds)

    def requests_in_progress(self, change: int) -> None:
        self._record(Figures.requests_in_progress, change)

    def verdict(self, game: str, verdict: str) -> None:
        self._record(Figures.verdict, game, verdict)

    def cache_event(self, event: Event) -> None:
        self._record(Figures.cache_event, event)

    def limit_event(self, event: LimitEvent) -> None:
        self._record(Figures.limit_event, event)

    def text(self) -> bytes:
        figures = self.figures or self._usable()
        if figures is None:
            raise MetricsUnavailable("The metrics cannot be written at the moment.")
        if not _are_shared():
            return generate_latest(figures.registry)
        try:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)
            return generate_latest(registry)
        except (OSError, ValueError) as error:
            raise MetricsUnavailable("The metrics cannot be read at the moment.") from error


def _are_shared() -> bool:
    return "PROMETHEUS_MULTIPROC_DIR" in os.environ
