"""The address that an operator writes: what is made of it, and what is refused at start."""

import subprocess
from pathlib import Path

import pytest
from redis import Redis
from redis.connection import SSLConnection
from redis.sentinel import SentinelConnectionPool, SentinelManagedSSLConnection

from service.cache import Entry, build
from service.cache.address import read
from tests.redis_server import MAC_KEY, free_port, running_server

KEY = "brehon:1:00ff"


def test_one_server_is_taken_as_it_is_written() -> None:
    address = read("redis://user:p%40ss@example.org:6380/3", 0.25)
    assert (address.kind, address.urls) == ("server", ("redis://user:p%40ss@example.org:6380/3",))
    options = address.open().connection_pool.connection_kwargs
    assert (options["host"], options["port"], options["db"], options["username"]) == ("example.org", 6380, 3, "user")
    assert (options["password"], options["socket_timeout"], options["socket_connect_timeout"]) == ("p@ss", 0.25, 0.25)


def test_a_comma_belongs_to_a_password_of_one_server() -> None:
    options = read("redis://:a,b@example.org", 0.1).open().connection_pool.connection_kwargs
    assert (options["host"], options["password"]) == ("example.org", "a,b")


def test_a_cluster_is_given_by_several_nodes() -> None:
    address = read("rediss+cluster://user:pw@one:7000,two:7001,three?ssl_cert_reqs=none", 0.1)
    assert address.kind == "cluster"
    assert address.urls == tuple(
        f"rediss://user:pw@{host}?ssl_cert_reqs=none" for host in ("one:7000", "two:7001", "three")
    )


def test_a_master_behind_sentinels() -> None:
    client = read("redis+sentinel://user:pw@one:26380,two/games/4?sentinel_password=guard", 0.1).open()
    pool = client.connection_pool
    assert isinstance(pool, SentinelConnectionPool)
    options = pool.connection_kwargs
    assert (pool.service_name, options["db"], options["username"], options["password"]) == ("games", 4, "user", "pw")
    assert options["socket_timeout"] == 0.1
    guards = [sentinel.connection_pool.connection_kwargs for sentinel in pool.sentinel_manager.sentinels]
    assert [(each["host"], each["port"]) for each in guards] == [("one", 26380), ("two", 26379)]
    assert {(each["username"], each["password"], each["db"]) for each in guards} == {(None, "guard", 0)}
    assert all(each["socket_timeout"] == 0.1 for each in guards)


def test_tls_behind_sentinels_holds_for_both() -> None:
    pool = read("rediss+sentinel://one,two/games?ssl_ca_certs=/etc/ca.pem", 0.1).open().connection_pool
    assert pool.connection_class is SentinelManagedSSLConnection
    assert pool.connection_kwargs["ssl_ca_certs"] == "/etc/ca.pem"
    for sentinel in pool.sentinel_manager.sentinels:
        assert sentinel.connection_pool.connection_class is SSLConnection
        assert sentinel.connection_pool.connection_kwargs["ssl_ca_certs"] == "/etc/ca.pem"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("redis+cluster://", "cannot be read"),
        ("redis+cluster://one,,two", "cannot be read"),
        ("redis+cluster://one,two:port", "cannot be read"),
        ("redis+ring://one", "cannot be read"),
        ("redis+sentinel://one:26379", "name of the master"),
        ("redis+sentinel:///games", "cannot be read"),
        ("redis+sentinel://one/games/0?colour=green", "colour"),
        ("unix+sentinel:///tmp/redis.sock", "unix socket"),
        ("redis+cluster://one,two/3", "numbered databases"),
        ("redis+cluster://one?sentinel_password=x", "sentinel_password"),
    ],
)
def test_what_cannot_be_used_is_refused_at_start(url: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read(url, 0.1)


def test_nobody_at_home_is_a_miss(entry: Entry) -> None:
    for url in (f"redis+sentinel://127.0.0.1:{free_port()}/games", f"redis+cluster://127.0.0.1:{free_port()}"):
        cache = build(url, mac_key=MAC_KEY, memory_entries=0)
        cache.put(KEY, entry)
        assert cache.get(KEY) == (None, "miss")
        assert (cache.counts["redis_error"], cache.counts["redis_skipped"]) == (1, 1)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate]
    subprocess.run(command, check=True, capture_output=True)
    return key, certificate


def test_tls_is_spoken_and_the_certificate_is_looked_at(certificate: tuple[Path, Path], entry: Entry) -> None:
    key, trusted = certificate
    port = free_port()
    options = ["--tls-port", str(port), "--tls-cert-file", str(trusted), "--tls-key-file", str(key)]
    with running_server(*options, "--tls-auth-clients", "no") as server:
        url = f"rediss://127.0.0.1:{port}/0?ssl_ca_certs={trusted}"
        cache = build(url, mac_key=MAC_KEY, timeout=5.0, memory_entries=0)
        cache.put(KEY, entry)
        assert cache.get(KEY) == (entry, "redis")
        with Redis.from_url(server.url) as operator:
            assert operator.exists(cache.redis.name_of(KEY))
        strict = build(f"rediss://127.0.0.1:{port}/0", mac_key=MAC_KEY, timeout=5.0, memory_entries=0)
        assert strict.get(KEY) == (None, "miss"), "nobody has vouched for this certificate"
        assert strict.counts["redis_error"] == 1
