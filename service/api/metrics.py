"""Prometheus metrics, right under several workers.

With ``PROMETHEUS_MULTIPROC_DIR`` set (the gunicorn settings do it) each worker writes to files there and any worker
can answer for all of them.
"""

import os

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from service.cache import EVENTS, Event

BUCKETS = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The figures of one app. Label values come from closed lists: no client can make them grow."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.seconds = Histogram(
            "brehon_request_seconds",
            "Requests, and their time in the app",
            ["endpoint", "status"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.verdicts = Counter("brehon_verdicts", "Rulings", ["game", "verdict"], registry=self.registry)
        self.cache = Counter("brehon_cache_events", "What the cache did", ["event"], registry=self.registry)
        self._cache_children = {event: self.cache.labels(event) for event in EVENTS}
        self._verdict_children: dict[tuple[str, str], Counter] = {}
        self._seconds_children: dict[tuple[str, int], Histogram] = {}

    def request(self, endpoint: str, status: int, seconds: float) -> None:
        """The histogram counts the requests too."""
        timing = self._seconds_children.get((endpoint, status))
        if timing is None:
            timing = self._seconds_children[endpoint, status] = self.seconds.labels(endpoint, str(status))
        timing.observe(seconds)

    def verdict(self, game: str, verdict: str) -> None:
        count = self._verdict_children.get((game, verdict))
        if count is None:
            count = self._verdict_children[game, verdict] = self.verdicts.labels(game, verdict)
        count.inc()

    def cache_event(self, event: Event) -> None:
        self._cache_children[event].inc()

    def text(self) -> bytes:
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)
            return generate_latest(registry)
        return generate_latest(self.registry)
