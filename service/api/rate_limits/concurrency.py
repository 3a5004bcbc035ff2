"""How many requests of one client may be handled at the same time."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

from service.api.problems import Problem
from service.cache import TieredCache, key_of

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
