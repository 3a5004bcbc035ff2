"""The Redis tier against a real Redis, and against servers that are not one."""

import time
import traceback

import pytest
from redis import Redis

from service.cache import build
from service.cache.entry import VERSION, encode
from service.cache.events import Tally
from service.cache.redis_tier import RedisTier
from tests.redis_server import free_port, running_server

KEY = "brehon:1:00ff"


@pytest.fixture
def tally():
    return Tally()


@pytest.fixture
def tier(redis_url, tally):
    # A machine under load may take its time; only the fault tests are about timeouts.
    return RedisTier(redis_url, timeout=5.0, report=tally)


@pytest.fixture
def operator(redis_url):
    """A plain client, to look at what is stored and to damage it."""
    with Redis.from_url(redis_url) as client:
        yield client


def happened(tally):
    return {event: count for event, count in tally.counts.items() if count}


def commands_seen(operator):
    return {name.removeprefix("cmdstat_") for name in operator.info("commandstats")}


def test_an_entry_is_found_again_by_another_process_of_the_service(tier, redis_url, entry, tally):
    tier.put(KEY, entry)
    assert RedisTier(redis_url, timeout=5.0).get(KEY) == entry
    assert happened(tally) == {"redis_stored": 1}


def test_what_was_never_stored_is_a_miss_and_no_fault(tier, tally):
    assert tier.get(KEY) is None
    assert happened(tally) == {}


def test_an_entry_expires(redis_url, operator, entry):
    RedisTier(redis_url, timeout=5.0, time_to_live=77).put(KEY, entry)
    assert 0 < operator.ttl(KEY) <= 77


def test_only_get_and_set_are_ever_sent(tier, operator, entry):
    before = commands_seen(operator)
    tier.put(KEY, entry)
    tier.get(KEY)
    assert commands_seen(operator) - before - {"info"} == {"get", "set"}


def test_one_thread_needs_one_connection(tier, operator, entry):
    before = operator.info("stats")["total_connections_received"]
    for _ in range(5):
        tier.put(KEY, entry)
        tier.get(KEY)
    assert operator.info("stats")["total_connections_received"] == before + 1


def test_an_entry_too_large_is_not_offered(redis_url, operator, entry, tally):
    limit = len(encode(entry, KEY))
    RedisTier(redis_url, timeout=5.0, largest_value=limit - 1, report=tally).put(KEY, entry)
    assert operator.get(KEY) is None
    assert happened(tally) == {"redis_too_large": 1}
    RedisTier(redis_url, timeout=5.0, largest_value=limit).put(KEY, entry)
    assert operator.get(KEY) is not None


def damaged_values(intact):
    yield b""
    yield b"garbage"
    yield intact[:-1]
    yield intact[: len(intact) // 2]
    yield intact.replace(b"legal", b"lEgal")
    yield intact.replace(b'"version":%d' % VERSION, b'"version":%d' % (VERSION + 1))
    yield intact.replace(b"9f2c", b"9f2d")


def test_a_damaged_value_is_a_miss_and_the_next_store_heals_it(tier, operator, entry, tally):
    values = list(damaged_values(encode(entry, KEY)))
    for number, value in enumerate(values, start=1):
        operator.set(KEY, value)
        assert tier.get(KEY) is None, value
        assert tally.counts["redis_damaged"] == number
        tier.put(KEY, entry)
        assert tier.get(KEY) == entry
    assert tier.breaker.state == "closed"


def test_an_intact_value_moved_under_another_key_is_a_miss(tier, operator, entry, tally):
    tier.put(KEY, entry)
    operator.rename(KEY, "brehon:1:other")
    assert tier.get("brehon:1:other") is None
    assert tally.counts["redis_damaged"] == 1


@pytest.mark.parametrize("store", ["rpush", "sadd", "hset"])
def test_another_type_under_the_key_is_a_miss_and_the_next_store_heals_it(tier, operator, entry, tally, store):
    getattr(operator, store)(KEY, *(("field", "x") if store == "hset" else ("x",)))
    assert tier.get(KEY) is None
    assert happened(tally) == {"redis_refused": 1}
    tier.put(KEY, entry)
    assert tier.get(KEY) == entry


def test_a_full_redis_can_still_be_read(tier, operator, entry, tally):
    tier.put(KEY, entry)
    operator.config_set("maxmemory", "1")
    try:
        tier.put("brehon:1:new", entry)
        assert tier.get("brehon:1:new") is None
        assert tier.get(KEY) == entry
    finally:
        operator.config_set("maxmemory", "0")
    assert happened(tally) == {"redis_stored": 1, "redis_refused": 1}


def test_a_wrong_password_is_a_miss(entry, tally):
    with running_server("--requirepass", "right") as server:
        address = server.url.removeprefix("redis://")
        wrong = RedisTier(f"redis://:wrong@{address}", timeout=5.0, report=tally)
        assert wrong.get(KEY) is None
        assert happened(tally) == {"breaker_opened": 1, "redis_error": 1}
        right = RedisTier(f"redis://:right@{address}", timeout=5.0)
        right.put(KEY, entry)
        assert right.get(KEY) == entry


def test_a_unix_socket_serves_too(entry, tmp_path):
    with running_server("--unixsocket", str(tmp_path / "redis.sock")):
        tier = RedisTier(f"unix://{tmp_path}/redis.sock", timeout=5.0)
        tier.put(KEY, entry)
        assert tier.get(KEY) == entry


def test_a_cluster_serves_as_it_is(entry, clock, tally):
    options = ("--cluster-enabled", "yes", "--cluster-port", str(free_port()))
    with running_server(*options) as server:
        url = server.url.replace("redis://", "redis+cluster://")
        cache = build(url, timeout=5.0, clock=clock, memory_entries=0, on_event=tally)
        assert cache.get(KEY) == (None, "miss"), "no slot has been given to the node yet"
        assert tally.counts["breaker_opened"] == 1
        with Redis.from_url(server.url) as operator:
            operator.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            while operator.cluster("INFO")["cluster_state"] != "ok":
                time.sleep(0.02)
        clock.advance(2.0)
        cache.put(KEY, entry)
        assert cache.get(KEY) == (entry, "redis")
        server.kill()
        assert cache.get(KEY) == (None, "miss")
        assert cache.get(KEY) == (None, "miss")
        assert (tally.counts["redis_error"], tally.counts["redis_skipped"]) == (2, 1)


def test_the_first_bytes_on_the_wire_are_the_question(impostor):
    server = impostor(b"$-1\r\n")
    RedisTier(server.url, timeout=5.0).get(KEY)
    assert server.received == b"*2\r\n$3\r\nGET\r\n$13\r\n%b\r\n" % KEY.encode()


def test_a_server_that_never_answers_is_asked_once(impostor, tally):
    server = impostor(None)
    tier = RedisTier(server.url, timeout=0.05, report=tally)
    assert tier.get(KEY) is None
    assert tier.get(KEY) is None
    assert server.connections == 1
    assert server.received.count(b"GET") == 1
    assert happened(tally) == {"breaker_opened": 1, "redis_timeout": 1, "redis_skipped": 1}


@pytest.mark.parametrize(
    ("reply", "event"),
    [
        (b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", "redis_error"),
        (b"\r\n", "redis_error"),
        (b"$many\r\nx\r\n", "redis_error"),
        (b":many\r\n", "redis_error"),
        (b"$5\r\nab", "redis_timeout"),
        (b"$-1", "redis_timeout"),
        (b"-LOADING Redis is loading the dataset in memory\r\n", "redis_error"),
        (b"-NOAUTH Authentication required.\r\n", "redis_error"),
        (b"-ERR max number of clients reached\r\n", "redis_error"),
        (b"-MOVED 5 127.0.0.1:1\r\n", "redis_refused"),
        (b"-MOVED nonsense\r\n", "redis_error"),
        (b"-CLUSTERDOWN The cluster is down\r\n", "redis_refused"),
        (b"-\xff\xfe\r\n", "redis_refused"),
        (b":5\r\n", "redis_damaged"),
        (b"+OK\r\n", "redis_damaged"),
        (b"*2\r\n$1\r\na\r\n$1\r\nb\r\n", "redis_damaged"),
    ],
    ids=repr,
)
def test_an_answer_that_is_no_value_is_a_miss(impostor, tally, reply, event):
    tier = RedisTier(impostor(reply).url, timeout=0.05, report=tally)
    assert tier.get(KEY) is None
    assert tally.counts[event] == 1


@pytest.mark.parametrize("reply", [None, b"$100\r\nhalf of it"])
def test_a_connection_closed_in_the_middle_is_a_miss(impostor, tally, reply):
    tier = RedisTier(impostor(reply, then_close=True).url, timeout=5.0, report=tally)
    assert tier.get(KEY) is None
    assert happened(tally) == {"breaker_opened": 1, "redis_error": 1}


@pytest.mark.parametrize(
    "reply",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"*0\r\n",
        b":5\r\n",
        b"$5\r\nhello\r\n",
        b"*1\r\n*0\r\n",
        b"*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$4\r\nnone\r\n$1\r\nx\r\n",
        b"*1\r\n:1\r\n",
    ],
    ids=repr,
)
def test_a_cluster_with_a_senseless_layout_is_a_miss(impostor, tally, reply):
    url = impostor(reply).url.replace("redis://", "redis+cluster://")
    tier = RedisTier(url, timeout=0.05, report=tally)
    assert tier.get(KEY) is None
    assert happened(tally) == {"breaker_opened": 1, "redis_error": 1}


def test_a_cluster_that_is_down_is_left_alone(impostor):
    tier = RedisTier(impostor(b"-CLUSTERDOWN The cluster is down\r\n").url, timeout=5.0)
    tier.get(KEY)
    assert tier.breaker.state == "open"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://127.0.0.1:6379", "cannot be read"),
        ("127.0.0.1:6379", "cannot be read"),
        ("redis://127.0.0.1:port", "cannot be read"),
        ("redis://127.0.0.1/?socket_timeout=soon", "cannot be read"),
        ("redis://127.0.0.1/?colour=green", "colour"),
        ("redis+cluster://127.0.0.1/3", "numbered databases"),
        ("unix+cluster:///tmp/redis.sock", "unix socket"),
    ],
)
def test_a_wrong_address_is_refused_at_start(url, reason):
    with pytest.raises(ValueError, match=reason):
        RedisTier(url)


@pytest.mark.parametrize("setting", [{"timeout": 0}, {"time_to_live": 0}])
def test_a_setting_with_which_nothing_would_ever_be_stored_is_refused_at_start(setting):
    with pytest.raises(ValueError, match="above zero"):
        RedisTier("redis://127.0.0.1:6379", **setting)


def test_a_password_does_not_get_into_the_refusal():
    with pytest.raises(ValueError, match="percent-encoded") as refusal:
        RedisTier("redis://:s3cr/et@127.0.0.1:6379")
    assert "s3cr" not in "".join(traceback.format_exception(refusal.value, limit=0))
