"""From which hit rate on a cache pays, for each operation that can be cached.

A hit saves computing an answer but costs a lookup; a miss costs the lookup and two stores on top of computing (one
under the body as it came, one under the question as it was understood). HTTP is the same either way and is left out.
"""

import time
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from service.cache import Entry, TieredCache, build, key_of
from service.settings import CACHEABLE, Settings
from tests.qa.bench.bodies import Book
from tests.qa.bench.inprocess import Task, answering, best_times, over
from tests.redis_server import MAC_KEY, running_redis

BODIES = 512
"""Their answers and those of as many misses fit into the memory of the cache; the engines remember fewer."""
FEWER_BODIES = {"replay": 64, "diagram": 64}
"""These take milliseconds each: a few of them are enough."""


class Balance(NamedTuple):
    """The seconds of one operation: computing it, finding it in the cache, and what a miss adds."""

    operation: str
    cached: bool
    compute: float
    memory_hit: float
    memory_miss: float
    redis_hit: float
    redis_miss: float

    @property
    def memory_pays_from(self) -> float | None:
        return pays_from(self.compute, self.memory_hit, self.memory_miss)

    @property
    def redis_pays_from(self) -> float | None:
        return pays_from(self.compute, self.redis_hit, self.redis_miss)


def pays_from(compute: float, hit: float, miss: float) -> float | None:
    """The hit rate above which a cache saves time; None when even a hit costs more than computing.

    With the rate h: h * hit + (1 - h) * (compute + miss) < compute.
    """
    return miss / (compute + miss - hit) if hit < compute else None


def measure(book: Book, turns: int) -> list[Balance]:
    with running_redis() as url:
        memory, redis = build(None), build(url, mac_key=MAC_KEY, memory_entries=0, timeout=5.0)
        return [_balance(book, operation, memory, redis, turns) for operation in filter(book.can_ask, CACHEABLE)]


def _balance(book: Book, operation: str, memory: TieredCache, redis: TieredCache, turns: int) -> Balance:
    bodies = book.questions(operation)[: FEWER_BODIES.get(operation, BODIES)]
    answer = answering(book, operation)
    entries = {_key(operation, body): answer(body)[0] for body in bodies}  # type: ignore[index]
    tasks = [Task("compute", over(bodies, answer), len(bodies))]
    for name, cache in (("memory", memory), ("redis", redis)):
        for key, entry in entries.items():
            cache.put(key, entry)
        tasks.append(Task(f"{name} hit", over(bodies, _hit(operation, cache)), len(bodies)))
        tasks.append(Task(f"{name} miss", over(bodies, _miss(operation, cache, entries)), len(bodies)))
    best = best_times(tasks, turns, time.perf_counter)
    return Balance(
        operation,
        operation in Settings().cached_operations,
        best["compute"],
        best["memory hit"],
        best["memory miss"],
        best["redis hit"],
        best["redis miss"],
    )


def _key(operation: str, body: bytes) -> str:
    return key_of("bench", operation, "en", body)


def _hit(operation: str, cache: TieredCache) -> Callable[[bytes], object]:
    def look_up(body: bytes) -> object:
        entry, _ = cache.get(_key(operation, body))
        assert entry is not None
        return entry

    return look_up


def _miss(operation: str, cache: TieredCache, entries: dict[str, Entry]) -> Callable[[bytes], object]:
    numbers = count()

    def look_up_and_store(body: bytes) -> None:
        entry = entries[_key(operation, body)]
        for purpose in ("body", "case"):
            key = key_of(operation, purpose, str(next(numbers)))
            cache.get(key)
            cache.put(key, entry)

    return look_up_and_store
