"""The two tiers together, and how they are built."""

import subprocess
import sys

import pytest

from service.cache import EVENTS, Entry, build
from tests.redis_server import MAC_KEY

KEY = "brehon:1:00ff"


@pytest.fixture
def events():
    return []


def test_without_an_address_there_is_memory_alone(entry, events):
    cache = build(None, on_event=events.append)
    assert cache.get(KEY) == (None, "miss")
    cache.put(KEY, entry)
    assert cache.get(KEY) == (entry, "memory")
    assert cache.redis is None
    assert events == ["miss", "memory_hit"]


def test_an_empty_address_is_no_address():
    assert build("").redis is None


def test_a_store_reaches_both_tiers(redis_url, entry, events):
    cache = build(redis_url, mac_key=MAC_KEY, timeout=5.0, on_event=events.append)
    cache.put(KEY, entry)
    assert cache.memory.get(KEY) == entry
    assert cache.redis.get(KEY) == entry
    assert events == ["redis_stored"]


def test_a_hit_in_redis_fills_memory(redis_url, entry, events):
    build(redis_url, mac_key=MAC_KEY, timeout=5.0).put(KEY, entry)
    cache = build(redis_url, mac_key=MAC_KEY, timeout=5.0, on_event=events.append)
    assert cache.get(KEY) == (entry, "redis")
    assert cache.get(KEY) == (entry, "memory")
    assert events == ["redis_hit", "memory_hit"]


def test_an_entry_evicted_from_memory_is_still_in_redis(redis_url, entry):
    cache = build(redis_url, mac_key=MAC_KEY, timeout=5.0, memory_entries=1)
    cache.put(KEY, entry)
    cache.put("brehon:1:other", Entry(body=b"other", case_id="0" * 24))
    assert cache.get(KEY) == (entry, "redis")


def test_counts_and_hook_agree(redis_url, entry, events):
    cache = build(redis_url, mac_key=MAC_KEY, timeout=5.0, memory_entries=1, on_event=events.append)
    cache.get(KEY)
    cache.put(KEY, entry)
    cache.put("brehon:1:other", entry)
    cache.get(KEY)
    assert set(cache.counts) == set(EVENTS)
    assert {event: events.count(event) for event in EVENTS} == cache.counts
    assert cache.counts["memory_evicted"] == 2


def test_the_settings_arrive_where_they_belong(clock):
    cache = build(
        "redis://127.0.0.1:1/0",
        mac_key=MAC_KEY,
        memory_entries=11,
        memory_bytes=12,
        time_to_live=13,
        largest_value=14,
        failures=2,
        cool_down=15.0,
        clock=clock,
    )
    assert (cache.memory.max_entries, cache.memory.max_bytes) == (11, 12)
    assert (cache.redis.time_to_live, cache.redis.largest_value) == (13, 14)
    cache.get(KEY)
    assert cache.redis.breaker.state == "closed"
    cache.get(KEY)
    assert cache.redis.breaker.state == "open"
    clock.advance(14.9)
    assert cache.redis.breaker.admit() is None
    clock.advance(0.1)
    assert cache.redis.breaker.admit() is not None


def test_the_cache_knows_neither_web_nor_games():
    strangers = {"flask", "werkzeug", "prometheus_client", "service.api", "service.games", "service.referee"}
    loaded = _loaded_by("import service.cache.redis_tier")
    assert "redis" in loaded
    assert strangers.isdisjoint(loaded)


def _loaded_by(program: str) -> list[str]:
    command = [sys.executable, "-c", f"import sys; {program}; print(*sys.modules)"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
