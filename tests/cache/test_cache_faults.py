"""Redis absent, killed, paused and back again: it costs speed, never an answer.

Cool-downs are measured by the clock of the test. What an outage costs is measured by the number of calls that met
it, not by the time they took; one loose bound on real time shows that a timeout is a short one.
"""

import os
import threading
import time

import pytest
from redis import Redis

from service.cache import build
from tests.redis_server import MAC_KEY, RedisServer, free_port

KEY = "brehon:1:00ff"
TIMEOUT = 0.05
# One timeout of 0.05 s on a machine that is busy with other tests; the client's own retries would take 3 s.
SHORT = 1.0


@pytest.fixture
def connect(clock):
    """A cache without memory, so that every lookup is a question to Redis."""

    def _connect(url, timeout=TIMEOUT, **settings):
        return build(url, mac_key=MAC_KEY, timeout=timeout, clock=clock, memory_entries=0, **settings)

    return _connect


def happened(cache):
    return {event: count for event, count in cache.counts.items() if count}


def absent_server(tmp_path):
    return RedisServer(str(tmp_path))


def test_absent_at_the_start_is_a_miss_and_one_attempt(connect, entry):
    cache = connect(f"redis://127.0.0.1:{free_port()}/0")
    for _ in range(10):
        assert cache.get(KEY) == (None, "miss")
    cache.put(KEY, entry)
    assert happened(cache) == {"redis_error": 1, "breaker_opened": 1, "redis_skipped": 10, "miss": 10}


def test_absent_redis_leaves_memory_to_answer(entry, clock):
    cache = build(f"redis://127.0.0.1:{free_port()}/0", mac_key=MAC_KEY, clock=clock)
    cache.put(KEY, entry)
    assert cache.get(KEY) == (entry, "memory")


def test_a_redis_that_comes_up_later_is_used_after_the_cool_down(connect, clock, entry, tmp_path):
    server = absent_server(tmp_path)
    cache = connect(server.url, timeout=5.0)
    cache.put(KEY, entry)
    assert cache.counts["redis_error"] == 1
    server.start()
    try:
        clock.advance(1.9)
        cache.put(KEY, entry)
        assert cache.counts["redis_stored"] == 0
        clock.advance(0.1)
        cache.put(KEY, entry)
        assert cache.counts["redis_stored"] == 1
        assert cache.get(KEY) == (entry, "redis")
    finally:
        server.kill()


def test_killed_in_the_middle_and_restarted(connect, clock, entry, own_server):
    cache = connect(own_server.url, timeout=5.0)
    cache.put(KEY, entry)
    assert cache.get(KEY) == (entry, "redis")
    own_server.kill()
    for _ in range(3):
        assert cache.get(KEY) == (None, "miss")
    assert (cache.counts["redis_error"], cache.counts["redis_skipped"]) == (1, 2)
    own_server.start()
    clock.advance(2.0)
    assert cache.get(KEY) == (None, "miss"), "it came back empty"
    cache.put(KEY, entry)
    assert cache.get(KEY) == (entry, "redis")
    assert cache.counts["breaker_closed"] == 1


def test_a_restart_between_two_questions_is_not_noticed(connect, entry, own_server):
    cache = connect(own_server.url, timeout=5.0)
    cache.put(KEY, entry)
    own_server.kill()
    own_server.start()
    cache.put(KEY, entry)
    assert cache.get(KEY) == (entry, "redis")
    assert happened(cache) == {"redis_stored": 2, "redis_hit": 1}


@pytest.mark.parametrize("connected_before", [True, False], ids=["connected before", "never connected"])
def test_paused_costs_one_timeout_and_then_nothing_until_it_recovers(
    connect, clock, entry, own_server, connected_before
):
    build(own_server.url, mac_key=MAC_KEY, timeout=5.0).put(KEY, entry)
    cache = connect(own_server.url)
    if connected_before:
        # Whether this lookup makes it within the timeout does not matter, only that there is a connection.
        cache.get(KEY)
        clock.advance(2.0)
    timeouts_before, skipped_before = cache.counts["redis_timeout"], cache.counts["redis_skipped"]

    own_server.pause()
    started = time.monotonic()
    assert cache.get(KEY) == (None, "miss")
    assert time.monotonic() - started < SHORT
    for _ in range(100):
        assert cache.get(KEY) == (None, "miss")
    cache.put(KEY, entry)
    assert cache.counts["redis_timeout"] == timeouts_before + 1
    assert cache.counts["redis_skipped"] == skipped_before + 101

    clock.advance(2.0)
    assert cache.get(KEY) == (None, "miss"), "the trial meets a Redis that is still paused"
    assert cache.get(KEY) == (None, "miss")
    assert cache.counts["redis_timeout"] == timeouts_before + 2

    own_server.resume()
    patience = time.monotonic() + 5.0
    while cache.get(KEY) != (entry, "redis"):
        assert time.monotonic() < patience
        clock.advance(2.0)
    assert cache.redis.breaker.state == "closed"


def test_a_store_on_a_paused_redis_costs_one_timeout(connect, entry, own_server):
    cache = connect(own_server.url)
    own_server.pause()
    started = time.monotonic()
    cache.put(KEY, entry)
    cache.put(KEY, entry)
    assert time.monotonic() - started < SHORT
    assert happened(cache) == {"redis_timeout": 1, "breaker_opened": 1, "redis_skipped": 1}


def test_answers_that_arrive_late_are_never_taken_for_another_question(connect, clock, own_server, entry):
    # After a timeout the reply to the old question is still on its way on that connection.
    cache = connect(own_server.url, timeout=0.2)
    with Redis.from_url(own_server.url) as operator:
        operator.set(cache.redis.name_of("brehon:1:old"), "the late answer")
    cache.get("brehon:1:warm-up")
    own_server.pause()
    assert cache.get("brehon:1:old") == (None, "miss")
    assert cache.counts["redis_timeout"] == 1
    own_server.resume()
    clock.advance(2.0)
    assert cache.get("brehon:1:new") == (None, "miss")
    assert cache.counts["redis_damaged"] == 0


def test_many_threads_on_a_paused_redis_wait_at_most_once_each(connect, entry, own_server):
    cache = connect(own_server.url)
    own_server.pause()
    threads = [threading.Thread(target=lambda: [cache.get(KEY) for _ in range(20)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 1 <= cache.counts["redis_timeout"] <= 8
    assert cache.counts["redis_timeout"] + cache.counts["redis_skipped"] == cache.counts["miss"] == 160
    assert cache.counts["breaker_opened"] == 1


def test_many_threads_make_one_trial_after_the_cool_down(connect, clock, own_server):
    cache = connect(own_server.url)
    own_server.pause()
    cache.get(KEY)
    clock.advance(2.0)
    together = threading.Barrier(8, timeout=10)

    def rush():
        together.wait()
        cache.get(KEY)

    threads = [threading.Thread(target=rush) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (cache.counts["redis_timeout"], cache.counts["redis_skipped"]) == (2, 7)


def connections_of_the_cache(operator):
    """Everybody at the server except the one who asks, by the server's own numbers."""
    return {int(client["id"]) for client in operator.client_list()} - {operator.client_id()}


def test_a_child_process_opens_its_own_connection(connect, entry, own_server):
    cache = connect(own_server.url, timeout=5.0)
    cache.put(KEY, entry)
    with Redis.from_url(own_server.url, single_connection_client=True) as operator:
        of_the_parent = connections_of_the_cache(operator)
        assert len(of_the_parent) == 1
        tell_reader, tell_writer = os.pipe()
        leave_reader, leave_writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                cached, tier = cache.get(KEY)
                os.write(tell_writer, b"found" if (cached, tier) == (entry, "redis") else b"lost")
                os.read(leave_reader, 1)
            finally:
                os._exit(0)
        os.close(tell_writer)
        try:
            assert os.read(tell_reader, 16) == b"found"
            together = connections_of_the_cache(operator)
            assert of_the_parent < together
            assert len(together) == 2
            assert cache.get(KEY) == (entry, "redis")
            assert connections_of_the_cache(operator) == together
        finally:
            os.write(leave_writer, b".")
            os.waitpid(child, 0)
            for descriptor in (tell_reader, leave_reader, leave_writer):
                os.close(descriptor)
        assert cache.get(KEY) == (entry, "redis"), "the parent's connection outlives the child"
        assert connections_of_the_cache(operator) == of_the_parent


def test_a_changed_process_id_opens_a_new_pool_and_the_old_one_comes_back(connect, own_server, monkeypatch):
    cache = connect(own_server.url, timeout=5.0)
    cache.get(KEY)
    real = os.getpid()
    with Redis.from_url(own_server.url, single_connection_client=True) as operator:
        assert len(connections_of_the_cache(operator)) == 1
        monkeypatch.setattr(os, "getpid", lambda: real + 1)
        cache.get(KEY)
        assert len(connections_of_the_cache(operator)) == 2
        monkeypatch.setattr(os, "getpid", lambda: real)
        cache.get(KEY)
        assert len(connections_of_the_cache(operator)) == 2


def test_building_a_cache_connects_to_nothing(connect, own_server):
    with Redis.from_url(own_server.url, single_connection_client=True) as operator:
        before = operator.info("stats")["total_connections_received"]
        connect(own_server.url)
        assert operator.info("stats")["total_connections_received"] == before
