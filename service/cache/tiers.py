"""The tiers together: memory in front, Redis behind it when there is an address; ``build`` wires them."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from service.cache import bounds, breaker, memory
from service.cache.entry import Entry
from service.cache.events import Event, Report, Tally, ignore

if TYPE_CHECKING:
    from service.cache.redis_tier import RedisTier

Tier: TypeAlias = Literal["memory", "redis", "miss"]


class Cache(Protocol):
    """What the service asks of a cache. Neither method raises because of the state of a store."""

    def get(self, key: str, *, last: bool = True) -> tuple[Entry | None, Tier]:
        """The entry under this key and the tier it came from, or None and ``"miss"``.

        ``last`` tells that there is no other key to look under: only then is not finding it counted as a miss.
        """

    def put(self, key: str, entry: Entry, *also: str) -> None:
        """Keep this entry, if possible, under this key and these further ones."""

    @property
    def counts(self) -> Mapping[Event, int]:
        """How often each event has happened in this process."""


class TieredCache:
    """Memory, and behind it Redis or nothing."""

    def __init__(
        self,
        memory_tier: memory.MemoryTier,
        shared_tier: "RedisTier | None",
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
    memory_entries: int = memory.DEFAULT_ENTRIES,
    memory_bytes: int = memory.DEFAULT_BYTES,
    timeout: float = bounds.DEFAULT_TIMEOUT,
    time_to_live: int = bounds.DEFAULT_TIME_TO_LIVE,
    largest_value: int = bounds.DEFAULT_LARGEST_VALUE,
    failures: int = breaker.DEFAULT_FAILURES,
    cool_down: float = breaker.DEFAULT_COOL_DOWN,
    clock: Callable[[], float] = time.monotonic,
    on_event: Report = ignore,
) -> TieredCache:
    """A cache with these bounds, and with Redis behind it if there is a url.

    Opens no connection, so it can be built before the workers are forked. Raises ValueError for an address or
    a bound that makes no sense: that is the one moment at which somebody is there to read it.

    timeout       seconds to wait for Redis, for connecting and for each answer
    time_to_live  seconds that Redis keeps an entry
    failures      how many failures in a row open the breaker
    cool_down     seconds for which Redis is then left alone
    on_event      called with the name of each event, from whichever thread it happens in
    """
    tally = Tally(on_event)
    shared_tier = None
    if url:
        # The library takes a tenth of the start: it is loaded by who has a Redis.
        from service.cache.redis_tier import RedisTier

        shared_tier = RedisTier(
            url,
            timeout=timeout,
            time_to_live=time_to_live,
            largest_value=largest_value,
            breaker=breaker.Breaker(failures, cool_down, clock, tally),
            report=tally,
        )
    return TieredCache(memory.MemoryTier(memory_entries, memory_bytes, tally), shared_tier, tally)
