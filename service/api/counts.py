"""Where requests are counted: with the storages of the ``limits`` library, in this process or in Redis for all."""

import threading
from typing import Any

from limits.storage import MemoryStorage, RedisStorage, Storage
from redis.exceptions import RedisError

from service.api.rates import Count
from service.cache import TieredCache


def in_memory() -> Count:
    """In this process alone."""
    return MemoryStorage().incr


class _Client(RedisStorage):
    """The library's Redis storage on a client that is open already: ours, with its timeouts and its breaker."""

    base_exceptions = RedisError

    def __init__(self, client: Any) -> None:
        Storage.__init__(self)
        self.key_prefix = "brehon:rate"
        self.storage = client
        self.initialize_storage("")


def in_redis(cache: TieredCache) -> Count:
    """In the cache's Redis, through its breaker: a request waits for a Redis that hangs at most once in all."""
    redis = cache.redis
    assert redis is not None
    own = threading.local()

    def count(key: str, seconds: int, amount: int) -> int | None:
        def command(client: Any) -> int:
            if getattr(own, "client", None) is not client:
                own.client, own.storage = client, _Client(client)
            return int(own.storage.incr(key, seconds, amount))

        return redis.ask(command)

    return count
