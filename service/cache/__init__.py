"""The answer cache: finished response bytes, in memory first and in Redis behind it.

The same question always has the same answer, so the cache stores the bytes of the response. This package
does not import anything of HTTP or of a game::

    cache = build(redis_url, mac_key=mac_key_of(secret), on_event=count)    once, at start
    key = key_of(body, language, pack, rules_version)
    entry, tier = cache.get(key)                                            tier: "memory", "redis" or "miss"
    cache.put(key, Entry(body=answer, case_id=case))

If Redis is slow, full, down or returns damaged data, the lookup is a cache miss; it never raises. Everything
that happens is counted under the names in ``events``.

    keys        the cache key of a question
    entry       an answer encoded for Redis, and decoded if its MAC is right
    memory      the LRU cache of this process
    redis_tier  the cache that all processes share
    address     the URL of Redis: one server, a cluster, or Sentinels
    breaker     the circuit breaker in front of Redis
    tiers       memory and Redis together, and ``build``
    events      the names of the counted events
"""

from service.cache.entry import Entry, mac_key_of
from service.cache.events import EVENTS, Event
from service.cache.keys import digest_of, key_of
from service.cache.tiers import Cache, Tier, TieredCache, build

__all__ = ["EVENTS", "Cache", "Entry", "Event", "Tier", "TieredCache", "build", "digest_of", "key_of", "mac_key_of"]
