"""The answer cache: finished response bytes, in memory first and in Redis behind it.

Every answer of the referee is a pure function of its question, so an answer can be kept as the bytes that
went out. This package keeps them and knows nothing of HTTP or of any game::

    cache = build(redis_url, on_event=count)           once, at start
    key = key_of(body, language, pack, rules_version)
    entry, tier = cache.get(key)                       tier: "memory", "redis" or "miss"
    cache.put(key, Entry(body=answer, case_id=case))

Redis may be slow, full, down or wrong: that costs speed, never an answer and never an exception. What
happened is told in the names listed in ``events``.

    keys        a question becomes a key
    entry       an answer becomes bytes for Redis, and damaged bytes become a miss
    memory      the bounded tier inside this process
    redis_tier  the tier that processes share
    address     where Redis is: one server, a cluster, or behind Sentinels
    bounds      how long to wait for it and what it may keep
    breaker     when to leave Redis alone
    tiers       the two together, and ``build``
    events      what is counted
"""

from service.cache.entry import Entry
from service.cache.events import EVENTS, Event
from service.cache.keys import digest_of, key_of
from service.cache.tiers import Cache, Tier, TieredCache, build

__all__ = ["EVENTS", "Cache", "Entry", "Event", "Tier", "TieredCache", "build", "digest_of", "key_of"]
