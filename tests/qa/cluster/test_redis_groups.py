"""The cache on a Redis Cluster and behind Sentinels: a master goes, and answers come from Redis again."""

import time
from collections.abc import Iterator

import pytest

from service.cache import Entry, TieredCache, build, digest_of
from tests.qa.cluster.redis_groups import RedisCluster, Watched, running_cluster, running_sentinels
from tests.redis_server import MAC_KEY

KEYS = [f"brehon:1:{number:04x}" for number in range(48)]
"""Enough to have some on every master."""
LONGEST_SECONDS = 10.0
BUSY_SECONDS = 20.0
"""What a machine that is busy with other tests may take on top."""


def entry(key: str) -> Entry:
    return Entry(body=b'{"of": "%b"}' % key.encode(), case_id=digest_of(key.encode(), 12))


def cache_on(url: str) -> TieredCache:
    """Without memory, so that every lookup is a question to Redis, and more patient than in earnest."""
    return build(url, mac_key=MAC_KEY, timeout=0.5, memory_entries=0)


def put_and_get_all(cache: TieredCache) -> bool:
    """Whether everything can be stored and found; what is found is never anything else."""
    for key in KEYS:
        cache.put(key, entry(key))
    found = [cache.get(key)[0] for key in KEYS]
    assert all(each in (None, entry(key)) for key, each in zip(KEYS, found, strict=True))
    return None not in found


def seconds_until_whole(cache: TieredCache) -> float:
    began = time.monotonic()
    while not put_and_get_all(cache):
        assert time.monotonic() - began < LONGEST_SECONDS + BUSY_SECONDS, "Redis is not used again"
        time.sleep(0.1)
    return time.monotonic() - began


@pytest.fixture(scope="module")
def cluster() -> Iterator[RedisCluster]:
    with running_cluster() as running:
        yield running


@pytest.fixture(scope="module")
def watched() -> Iterator[Watched]:
    with running_sentinels() as running:
        yield running


def test_a_cluster_keeps_entries_on_all_its_masters(cluster: RedisCluster) -> None:
    cache = cache_on(cluster.url)
    seconds_until_whole(cache)
    assert put_and_get_all(cache_on(cluster.url)), "another process finds them too"


def test_several_keys_are_stored_at_once_wherever_they_belong(cluster: RedisCluster) -> None:
    cache = cache_on(cluster.url)
    seconds_until_whole(cache)
    first, *others = KEYS
    cache.put(first, entry("shared"), *others)
    assert [cache.get(key) for key in KEYS] == [(entry("shared"), "redis")] * len(KEYS)


def test_a_cluster_that_loses_a_master_is_used_again(cluster: RedisCluster) -> None:
    cache = cache_on(cluster.url)
    seconds_until_whole(cache)
    lost = cluster.master()
    lost.kill()
    assert not put_and_get_all(cache), "the keys of the lost master are misses"
    seconds_until_whole(cache)
    late_comer = cache_on(cluster.url)
    seconds_until_whole(late_comer)
    lost.start()
    assert put_and_get_all(cache)


def test_a_cluster_is_found_by_whichever_of_its_nodes_is_left(cluster: RedisCluster) -> None:
    seconds_until_whole(cache_on(cluster.url))
    gone = "redis+cluster://127.0.0.1:1," + cluster.url.removeprefix("redis+cluster://")
    assert put_and_get_all(cache_on(gone))


def test_behind_sentinels_a_lost_master_is_replaced(watched: Watched) -> None:
    cache = cache_on(watched.url)
    seconds_until_whole(cache)
    lost = watched.master()
    lost.kill()
    assert not put_and_get_all(cache)
    seconds_until_whole(cache)
    assert watched.master() is not lost
    assert put_and_get_all(cache_on(watched.url)), "who comes later finds the new master"
