"""Counters in Redis for all processes, with the storage of the ``limits`` library."""

import threading
from collections.abc import Callable
from typing import Any

from limits.storage import RedisStorage, Storage
from redis.exceptions import RedisError

from service.cache import TieredCache

Increment = Callable[[str, int, int], int | None]
"""(key, seconds, amount): adds the amount to the counter of a key that expires after so many seconds, and returns its
value; None when it could not be counted."""


class _StorageOfClient(RedisStorage):
    """The library's Redis storage on a client that is open already: ours, with its timeouts and its breaker."""

    base_exceptions = RedisError

    def __init__(self, client: Any) -> None:
        Storage.__init__(self)
        self.key_prefix = "brehon:rate"
        self.storage = client
        self.initialize_storage("")


def in_redis(cache: TieredCache) -> Increment:
    """Counters in the Redis of the cache, behind its circuit breaker."""
    redis = cache.redis
    assert redis is not None
    local = threading.local()

    def increment(key: str, seconds: int, amount: int) -> int | None:
        def command(client: Any) -> int:
            if getattr(local, "client", None) is not client:
                local.client, local.storage = client, _StorageOfClient(client)
            return int(local.storage.incr(key, seconds, amount))

        return redis.ask(command)

    return increment
