"""The cache: memory first, then Redis if a URL is set. ``build`` creates it."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from service.cache import breaker, memory
from service.cache.entry import DEFAULT_LARGEST_VALUE, DEFAULT_TIME_TO_LIVE, Entry
from service.cache.events import Event, Report, Tally, ignore

if TYPE_CHECKING:
    from service.cache import redis_tier

Tier: TypeAlias = Literal["memory", "redis", "miss"]


class Cache(Protocol):
    """The interface that the service uses. No method raises because of a failing store."""

    def get(self, key: str, *, last: bool = True) -> tuple[Entry | None, Tier]:
        """The entry under this key and the tier it came from, or None and ``"miss"``.

        ``last`` is false if another key will be looked up for the same question: then no miss is counted.
        """

    def put(self, key: str, entry: Entry, *also: str) -> None:
        """Store this entry under these keys, if possible."""

    @property
    def counts(self) -> Mapping[Event, int]:
        """How often each event has happened in this process."""


class TieredCache:
    """The memory tier, and the Redis tier if there is one."""

    def __init__(
        self,
        memory_tier: memory.MemoryTier,
        shared_tier: "redis_tier.RedisTier | None",
        tally: Tally,
    ) -> None:
        self.memory = memory_tier
        self.redis = shared_tier
        self._tally = tally

    def get(self, key: str, *, last: bool = True) -> tuple[Entry | None, Tier]:
        entry = self.memory.get(key)
        if entry is not None:
            self._tally("memory_hit")
            return entry, "memory"
        if self.redis is not None:
            entry = self.redis.get(key)
            if entry is not None:
                self.memory.put(key, entry)
                self._tally("redis_hit")
                return entry, "redis"
        if last:
            self._tally("miss")
        return None, "miss"

    def put(self, key: str, entry: Entry, *also: str) -> None:
        for each in (key, *also):
            self.memory.put(each, entry)
        if self.redis is not None:
            self.redis.put(key, entry, *also)

    @property
    def counts(self) -> Mapping[Event, int]:
        return self._tally.counts


def build(
    url: str | None,
    *,
    mac_key: bytes = b"",
    memory_entries: int = memory.DEFAULT_ENTRIES,
    memory_bytes: int = memory.DEFAULT_BYTES,
    timeout: float = breaker.DEFAULT_TIMEOUT,
    time_to_live: int = DEFAULT_TIME_TO_LIVE,
    largest_value: int = DEFAULT_LARGEST_VALUE,
    failures: int = breaker.DEFAULT_FAILURES,
    cool_down: float = breaker.DEFAULT_COOL_DOWN,
    clock: Callable[[], float] = time.monotonic,
    on_event: Report = ignore,
) -> TieredCache:
    """A cache with these bounds, with a Redis tier if there is a URL.

    Opens no connection, so it can be called before the workers are forked. Raises ValueError for an invalid URL or
    bound, so that the operator sees the error at start.

    mac_key        the key of the MAC of the entries in Redis; needed where there is a URL
    timeout        seconds to wait for Redis, for connecting and for each reply
    time_to_live   seconds that Redis keeps an entry
    largest_value  the largest body in bytes that is sent to Redis
    failures       how many failures in a row open the breaker
    cool_down      seconds until an open breaker admits a trial
    on_event       called with the name of each event, in the thread in which it happens
    """
    tally = Tally(on_event)
    shared_tier = None
    if url:
        # Here, because importing redis takes longer than answering a question: the command does without.
        from service.cache import redis_tier

        shared_tier = redis_tier.RedisTier(
            url,
            mac_key=mac_key,
            timeout=timeout,
            time_to_live=time_to_live,
            largest_value=largest_value,
            breaker=breaker.Breaker(failures, cool_down, clock, tally),
            report=tally,
        )
    return TieredCache(memory.MemoryTier(memory_entries, memory_bytes, tally), shared_tier, tally)
