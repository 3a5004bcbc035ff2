"""The Redis tier against a real Redis, and against servers that are not one."""

import json
import time
import traceback
import zlib

import pytest
from redis import Redis

from service.cache import Entry, build
from service.cache.entry import VERSION, encode
from service.cache.events import Tally
from service.cache.redis_tier import RedisTier
from tests.redis_server import MAC_KEY, free_port, running_server

KEY = "brehon:1:00ff"
NAME = RedisTier("redis://127.0.0.1:1", mac_key=MAC_KEY).name_of(KEY)
"""The name of its entry in Redis."""


@pytest.fixture
def tally():
    return Tally()


@pytest.fixture
def tier(redis_url, tally):
    # A machine under load may take its time; only the fault tests are about timeouts.
    return RedisTier(redis_url, mac_key=MAC_KEY, timeout=5.0, report=tally)


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
    assert RedisTier(redis_url, mac_key=MAC_KEY, timeout=5.0).get(KEY) == entry
    assert happened(tally) == {"redis_stored": 1}


def test_what_was_never_stored_is_a_miss_and_no_fault(tier, tally):
    assert tier.get(KEY) is None
    assert happened(tally) == {}


def test_an_entry_expires(redis_url, operator, entry):
    RedisTier(redis_url, mac_key=MAC_KEY, timeout=5.0, time_to_live=77).put(KEY, entry)
    assert 0 < operator.ttl(NAME) <= 77


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
    limit = len(entry.body)
    RedisTier(redis_url, mac_key=MAC_KEY, timeout=5.0, largest_value=limit - 1, report=tally).put(KEY, entry)
    assert operator.get(NAME) is None
    assert happened(tally) == {"redis_too_large": 1}
    RedisTier(redis_url, mac_key=MAC_KEY, timeout=5.0, largest_value=limit).put(KEY, entry)
    assert operator.get(NAME) is not None


def damaged_values(intact):
    yield b""
    yield b"garbage"
    yield intact[:-1]
    yield intact[: len(intact) // 2]
    yield intact.replace(b"legal", b"lEgal")
    yield intact.replace(b'"version":%d' % VERSION, b'"version":%d' % (VERSION + 1))
    yield intact.replace(b"9f2c", b"9f2d", 1)


def test_a_damaged_value_is_a_miss_and_the_next_store_heals_it(tier, operator, entry, tally):
    values = list(damaged_values(encode(entry, KEY, MAC_KEY)))
    for number, value in enumerate(values, start=1):
        operator.set(NAME, value)
        assert tier.get(KEY) is None, value
        assert tally.counts["redis_damaged"] == number
        tier.put(KEY, entry)
        assert tier.get(KEY) == entry
    assert tier.breaker.state == "closed"


def test_an_intact_value_moved_under_another_key_is_a_miss(tier, operator, entry, tally):
    tier.put(KEY, entry)
    operator.rename(NAME, tier.name_of("brehon:1:other"))
    assert tier.get("brehon:1:other") is None
    assert tally.counts["redis_damaged"] == 1


def test_two_intact_values_that_changed_places_are_misses(tier, operator, tally):
    """A picture is not served as the answer to another operation, nor that answer as a picture."""
    stored = {
        "brehon:1:diagram": Entry(body=b"<svg/>", case_id="0" * 24),
        "brehon:1:score": Entry(body=b'{"players":[]}', case_id="1" * 24),
    }
    for key, each in stored.items():
        tier.put(key, each)
        assert tier.get(key) == each
    one, other = map(tier.name_of, stored)
    values = operator.mget(one, other)
    operator.mset({one: values[1], other: values[0]})
    assert [tier.get(key) for key in stored] == [None, None]
    assert tally.counts["redis_damaged"] == 2


def forged_values(entry):
    """What somebody writes who knows the format of all versions, but not the MAC key."""

    def with_case_id(case_id, mac_key):
        return encode(Entry(body=entry.body, case_id=case_id), KEY, mac_key)

    checksum = zlib.crc32(entry.body, zlib.crc32(f"{KEY}\n{entry.case_id}".encode()))
    header = {"version": 1, "checksum": checksum, "case_id": entry.case_id, "length": len(entry.body)}
    yield "version 1 with its checksum", json.dumps(header).encode() + b"\n" + entry.body
    splitting = entry.case_id + "\r\nSet-Cookie: a=b\r\n\r\n<script>"
    yield "CR LF in the case id", with_case_id(splitting, bytes(32))
    yield "CR LF in the case id, and the right MAC", with_case_id(splitting, MAC_KEY)
    yield "wrong MAC", with_case_id(entry.case_id, bytes(32))
    yield "no MAC key", with_case_id(entry.case_id, b"")
    yield "of another key", encode(entry, "brehon:1:other", MAC_KEY)


def test_a_forged_value_is_a_miss_and_is_counted(tier, operator, entry, tally):
    for number, (kind, value) in enumerate(forged_values(entry), start=1):
        operator.set(NAME, value)
        assert tier.get(KEY) is None, kind
        assert happened(tally) == {"redis_damaged": number}, kind
    operator.set(NAME, encode(entry, KEY, MAC_KEY))
    assert tier.get(KEY) == entry, "otherwise the misses above would prove nothing"


def test_instances_with_different_mac_keys_neither_share_nor_overwrite_entries(redis_url, entry, tally):
    tiers = [RedisTier(redis_url, mac_key=bytes([n]) * 32, timeout=5.0, report=tally) for n in range(2)]
    tiers[0].put(KEY, entry)
    assert tiers[1].get(KEY) is None
    other = Entry(body=b"other", case_id=entry.case_id)
    tiers[1].put(KEY, other)
    assert [tier.get(KEY) for tier in tiers] == [entry, other]
    assert happened(tally) == {"redis_stored": 2}, "nothing is damaged"


def test_a_body_that_is_too_large_is_not_encoded(redis_url, entry, tally, monkeypatch):
    def refuse(*_):
        raise AssertionError("encoded")

    monkeypatch.setattr("service.cache.redis_tier.encode", refuse)
    RedisTier(redis_url, mac_key=MAC_KEY, largest_value=len(entry.body) - 1, report=tally).put(KEY, entry)
    assert happened(tally) == {"redis_too_large": 1}


@pytest.mark.parametrize("store", ["rpush", "sadd", "hset"])
def test_another_type_under_the_key_is_a_miss_and_the_next_store_heals_it(tier, operator, entry, tally, store):
    getattr(operator, store)(NAME, *(("field", "x") if store == "hset" else ("x",)))
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
        wrong = RedisTier(f"redis://:wrong@{address}", mac_key=MAC_KEY, timeout=5.0, report=tally)
        assert wrong.get(KEY) is None
        assert happened(tally) == {"breaker_opened": 1, "redis_error": 1}
        right = RedisTier(f"redis://:right@{address}", mac_key=MAC_KEY, timeout=5.0)
        right.put(KEY, entry)
        assert right.get(KEY) == entry


def test_a_unix_socket_serves_too(entry, tmp_path):
    with running_server("--unixsocket", str(tmp_path / "redis.sock")):
        tier = RedisTier(f"unix://{tmp_path}/redis.sock", mac_key=MAC_KEY, timeout=5.0)
        tier.put(KEY, entry)
        assert tier.get(KEY) == entry


def test_a_cluster_serves_as_it_is(entry, clock, tally):
    options = ("--cluster-enabled", "yes", "--cluster-port", str(free_port()))
    with running_server(*options) as server:
        url = server.url.replace("redis://", "redis+cluster://")
        cache = build(url, mac_key=MAC_KEY, timeout=5.0, clock=clock, memory_entries=0, on_event=tally)
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
    RedisTier(server.url, mac_key=MAC_KEY, timeout=5.0).get(KEY)
    assert server.received == b"*2\r\n$3\r\nGET\r\n$%d\r\n%b\r\n" % (len(NAME), NAME.encode())


def test_a_server_that_never_answers_is_asked_once(impostor, tally):
    server = impostor(None)
    tier = RedisTier(server.url, mac_key=MAC_KEY, timeout=0.05, report=tally)
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
    tier = RedisTier(impostor(reply).url, mac_key=MAC_KEY, timeout=0.05, report=tally)
    assert tier.get(KEY) is None
    assert tally.counts[event] == 1


@pytest.mark.parametrize("reply", [None, b"$100\r\nhalf of it"])
def test_a_connection_closed_in_the_middle_is_a_miss(impostor, tally, reply):
    tier = RedisTier(impostor(reply, then_close=True).url, mac_key=MAC_KEY, timeout=5.0, report=tally)
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
    tier = RedisTier(url, mac_key=MAC_KEY, timeout=0.05, report=tally)
    assert tier.get(KEY) is None
    assert happened(tally) == {"breaker_opened": 1, "redis_error": 1}


def test_a_cluster_that_is_down_is_left_alone(impostor):
    tier = RedisTier(impostor(b"-CLUSTERDOWN The cluster is down\r\n").url, mac_key=MAC_KEY, timeout=5.0)
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
        RedisTier(url, mac_key=MAC_KEY)


@pytest.mark.parametrize("setting", [{"timeout": 0}, {"time_to_live": 0}])
def test_a_setting_with_which_nothing_would_ever_be_stored_is_refused_at_start(setting):
    with pytest.raises(ValueError, match="above zero"):
        RedisTier("redis://127.0.0.1:6379", mac_key=MAC_KEY, **setting)


@pytest.mark.parametrize("length", [0, 15, 65])
def test_a_mac_key_of_the_wrong_length_is_refused_at_start(length):
    """Without one, anybody could compute the MAC."""
    with pytest.raises(ValueError, match="MAC key"):
        RedisTier("redis://127.0.0.1:6379", mac_key=b"x" * length)
    with pytest.raises(ValueError, match="MAC key"):
        build("redis://127.0.0.1:6379", mac_key=b"x" * length)


def test_a_password_does_not_get_into_the_refusal():
    with pytest.raises(ValueError, match="percent-encoded") as refusal:
        RedisTier("redis://:s3cr/et@127.0.0.1:6379", mac_key=MAC_KEY)
    assert "s3cr" not in "".join(traceback.format_exception(refusal.value, limit=0))
