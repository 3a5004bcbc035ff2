"""A Redis that answers late: what it says is used, and nobody waits for it twice."""

import threading
from collections.abc import Iterator

import pytest

from service.cache import Entry, TieredCache, build
from tests.qa.faults.proxy import DelayingProxy
from tests.redis_server import MAC_KEY, running_server

KEY = "brehon:1:00ff"
TIMEOUT = 1.5
LATE = 0.7
"""More than a quarter of the timeout, and far from the whole."""


@pytest.fixture
def proxy() -> Iterator[DelayingProxy]:
    with running_server() as server, DelayingProxy(server.port) as proxy:
        yield proxy


@pytest.fixture
def cache(proxy: DelayingProxy, entry: Entry) -> TieredCache:
    cache = build(proxy.url, mac_key=MAC_KEY, timeout=TIMEOUT, memory_entries=0)
    cache.put(KEY, entry)
    assert cache.get(KEY) == (entry, "redis")
    return cache


def in_another_thread(cache: TieredCache) -> None:
    thread = threading.Thread(target=cache.get, args=(KEY,))
    thread.start()
    thread.join()


def test_a_late_answer_is_used_and_its_thread_waits_no_more(
    proxy: DelayingProxy, cache: TieredCache, entry: Entry
) -> None:
    proxy.delay = LATE
    assert cache.get(KEY) == (entry, "redis")
    assert cache.get(KEY) == (None, "miss")
    cache.put(KEY, entry)
    assert (cache.counts["redis_slow"], cache.counts["redis_skipped"]) == (1, 2)
    assert cache.redis.breaker.state == "closed", "once may be chance"


def test_late_three_times_in_a_row_is_a_failure(proxy: DelayingProxy, cache: TieredCache) -> None:
    proxy.delay = LATE
    for _ in range(3):
        in_another_thread(cache)
    assert (cache.counts["redis_slow"], cache.counts["breaker_opened"]) == (3, 1)
    assert cache.redis.breaker.state == "open"


def test_an_answer_in_time_begins_the_count_again(proxy: DelayingProxy, cache: TieredCache) -> None:
    for _ in range(2):
        proxy.delay = LATE
        in_another_thread(cache)
        in_another_thread(cache)
        proxy.delay = 0.0
        in_another_thread(cache)
    assert (cache.counts["redis_slow"], cache.counts["redis_hit"]) == (4, 7)
    assert cache.redis.breaker.state == "closed"
