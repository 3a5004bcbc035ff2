"""Rate limits: by address and by key, in memory and in Redis, and a Redis that fails refuses nobody."""

import hashlib
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.wrappers import Request

from service.api.openapi import document
from service.api.rate_limits.api_keys import ApiKeys
from service.api.rate_limits.limiter import Policy, RateLimiter, TrustedProxies, in_memory
from service.app import create_app
from service.settings import Settings
from tests.api.questions import PAGES, POSTS, QUESTIONS, address
from tests.qa.cluster.redis_groups import running_cluster, running_sentinels
from tests.redis_server import RedisServer, running_server

ANA, BRUNO = "198.51.100.7", "203.0.113.9"
KEY = "0f8fad5bd9cb469fa165708677289501"


class Clock:
    """Ten seconds before the end of a window, until a test moves it."""

    now = 1_000_000_010.0

    def __call__(self) -> float:
        return self.now


def limited(rate: str = "3/minute", **settings: Any) -> FlaskClient:
    app = create_app(Settings(log_requests=False, rate_limit=rate, **settings))
    app.extensions["rate-limiter"].clock = Clock()
    return app.test_client()


def clock_of(client: FlaskClient) -> Clock:
    clock: Clock = client.application.extensions["rate-limiter"].clock
    return clock


def ask(client: FlaskClient, remote: str = ANA, path: str = address("score"), **headers: str) -> Any:
    return client.post(
        path,
        json=POSTS[path],
        headers={name.replace("_", "-"): value for name, value in headers.items()},
        environ_overrides={"REMOTE_ADDR": remote},
    )


def statuses(client: FlaskClient, times: int, remote: str = ANA, **more: Any) -> list[int]:
    return [ask(client, remote, **more).status_code for _ in range(times)]


def metrics(client: FlaskClient) -> str:
    return client.get("/metrics").get_data(as_text=True)


# ---------------------------------------------------------------- by address


def test_a_client_above_its_limit_is_refused_with_retry_after() -> None:
    client = limited()
    answers = [ask(client) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [answer.headers["RateLimit"] for answer in answers] == [
        f'"address";r={left};t=10' for left in (2, 1, 0, 0)
    ]
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"address";q=3;w=60'}
    refused = answers[-1]
    assert refused.headers["Retry-After"] == "10"
    assert all("Retry-After" not in answer.headers for answer in answers[:-1])
    assert refused.content_type == "application/problem+json"
    problem = refused.get_json()
    promised = document(client.application)
    schema = {"$ref": "#/components/schemas/Problem", "components": promised["components"]}
    Draft202012Validator(schema).validate(problem)
    assert problem["type"] == "urn:brehon:problem:too-many"
    assert problem["request_id"] == refused.headers["X-Request-Id"]
    assert "10 seconds" in problem["detail"]


def test_no_header_of_a_refusal_comes_twice() -> None:
    client = limited("1/minute")
    for path in (address("score"), "/v1/batch"):
        for answer in (ask(client, path=path), ask(client, path=path)):
            names = [name.lower() for name in answer.headers.keys()]  # noqa: SIM118 - repeated names are looked for
            assert len(names) == len(set(names))


def test_the_next_window_begins_anew() -> None:
    client = limited()
    assert statuses(client, 4) == [200, 200, 200, 429]
    clock_of(client).now += 9.5
    assert statuses(client, 1) == [429]
    clock_of(client).now += 0.6
    assert statuses(client, 4) == [200, 200, 200, 429]


def test_everybody_is_counted_alone() -> None:
    client = limited()
    assert statuses(client, 4) == [200, 200, 200, 429]
    assert statuses(client, 4, BRUNO) == [200, 200, 200, 429]


def test_pages_and_refusals_count_too() -> None:
    client = limited()
    origin = {"REMOTE_ADDR": ANA}
    assert client.get(PAGES[0], environ_overrides=origin).status_code == 200
    assert client.get("/nowhere", environ_overrides=origin).status_code == 404
    assert client.post(address("score"), json={}, environ_overrides=origin).status_code == 422
    for path in (PAGES[0], "/nowhere", "/openapi.json"):
        assert client.get(path, environ_overrides=origin).status_code == 429


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_probes_are_never_refused(path: str) -> None:
    client = limited("1/minute")
    assert [client.get(path).status_code for _ in range(5)] == [200] * 5
    assert "RateLimit" not in client.get(path).headers


def test_a_batch_is_as_many_requests_as_it_has_questions() -> None:
    client = limited("5/minute")
    first = ask(client, path="/v1/batch")
    assert (first.status_code, first.headers["RateLimit"]) == (200, '"address";r=3;t=10')
    assert ask(client, path="/v1/batch").headers["RateLimit"] == '"address";r=1;t=10'
    refused = ask(client, path="/v1/batch")
    assert refused.status_code == 429
    assert refused.headers.getlist("Retry-After") == ["10"]


def test_a_refusal_can_be_read_by_a_page_that_may_ask() -> None:
    home = "https://scores.example"
    client = limited("1/minute", cors_origins=(home, "https://other.example"))
    for answer in (ask(client, Origin=home), ask(client, Origin=home)):
        assert answer.headers["Access-Control-Allow-Origin"] == home
        assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"]
    assert answer.status_code == 429


def test_without_a_limit_nothing_is_said_and_nothing_is_counted(client: FlaskClient) -> None:
    answer = ask(client)
    assert not {"RateLimit", "RateLimit-Policy", "Retry-After"} & set(answer.headers.keys())
    assert client.application.extensions["rate-limiter"] is None


def test_refusals_are_counted_in_the_metrics() -> None:
    client = limited("1/minute")
    statuses(client, 3)
    assert 'brehon_limit_events_total{event="rate_refused"} 2.0' in metrics(client)


def test_every_route_documents_its_refusals(app: Flask) -> None:
    headers = {"RateLimit", "RateLimit-Policy", "Retry-After"}
    for path, operations in document(app)["paths"].items():
        for operation in operations.values():
            if isinstance(operation, dict):
                assert {"401", "429"} <= set(operation["responses"]), path
                assert set(operation["responses"]["429"]["headers"]) == headers


def test_the_answer_is_the_same_with_and_without_a_limit(client: FlaskClient) -> None:
    counted = limited("1000/minute")
    for path, question in POSTS.items():
        assert client.post(path, json=question).data == counted.post(path, json=question).data


# ---------------------------------------------------------------- who asks


@pytest.mark.parametrize(
    ("trusted", "remote", "forwarded", "client"),
    [
        ((), ANA, "", ANA),
        ((), ANA, BRUNO, ANA),  # nobody is believed
        (("10.0.0.1",), ANA, BRUNO, ANA),  # she is no proxy of ours
        (("10.0.0.1",), "10.0.0.1", BRUNO, BRUNO),
        (("10.0.0.0/8",), "10.9.9.9", f"{ANA}, {BRUNO}", BRUNO),  # what stands before the proxy's word is hearsay
        (("10.0.0.0/8",), "10.0.0.1", f"{ANA}, 10.0.0.2", ANA),  # two proxies of ours
        (("10.0.0.0/8",), "10.0.0.1", f"{ANA},{BRUNO},10.0.0.2", BRUNO),
        (("10.0.0.0/8",), "10.0.0.1", "", "10.0.0.1"),
        (("10.0.0.0/8",), "10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"),
        (("10.0.0.0/8",), "10.0.0.1", "unknown", "unknown"),
        (("10.0.0.0/8",), "10.0.0.1", "<script>" * 50, "<script>" * 8),
        (("10.0.0.1",), "", BRUNO, BRUNO),  # a unix socket: only a proxy on this machine speaks there
        (("::1",), "::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ((), "2001:db8:1:2:ffff::1", "", "2001:db8:1:2::/64"),
        ((), "::ffff:198.51.100.7", "", ANA),
        (("10.0.0.0/8",), "::ffff:10.0.0.5", BRUNO, BRUNO),  # a server that listens for both versions sees it so
        (("10.0.0.0/8",), "10.0.0.1", f"{ANA}, ::ffff:10.0.0.2", ANA),
        (("::ffff:10.0.0.0/104",), "10.0.0.1", BRUNO, BRUNO),
        (("10.0.0.0/8",), "::ffff:198.51.100.7", BRUNO, ANA),
    ],
)
def test_the_address_that_asks(trusted: tuple[str, ...], remote: str, forwarded: str, client: str) -> None:
    environ = {"REMOTE_ADDR": remote, **({"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {})}
    assert TrustedProxies(trusted).client_address(Request(environ)) == client


def test_a_client_that_invents_addresses_is_counted_as_one() -> None:
    client = limited()
    answered = [ask(client, X_Forwarded_For=f"192.0.2.{number}").status_code for number in range(5)]
    assert answered == [200, 200, 200, 429, 429]


def test_behind_a_proxy_each_client_is_counted_alone() -> None:
    client = limited(trusted_proxies=("10.0.0.0/8",))
    for forwarded in ("192.0.2.1", "192.0.2.2"):
        assert statuses(client, 4, "10.0.0.1", X_Forwarded_For=forwarded) == [200, 200, 200, 429]


# ---------------------------------------------------------------- keys


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("keys") / "keys.txt"
    line = f"club-app {hashlib.sha256(KEY.encode()).hexdigest()}"
    other = f"other {hashlib.sha256(b'another').hexdigest()}"
    file.write_text(f"# handed out in spring\n\n{line}\n{other}\n", "utf-8")
    return file


@pytest.fixture(scope="module")
def patient(keys: Path) -> FlaskClient:
    """Counts, but further than anybody here asks."""
    return limited("999/minute", keys_file=keys)


def test_a_client_with_a_key_is_counted_by_it(keys: Path) -> None:
    client = limited("2/minute", key_rate_limit="4/minute", keys_file=keys)
    answers = [ask(client, remote, Authorization=f"Bearer {KEY}") for remote in (ANA, BRUNO, ANA, BRUNO, ANA)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429]
    assert answers[0].headers["RateLimit"] == '"key";r=3;t=10'
    assert statuses(client, 3, ANA) == [200, 200, 429], "without the key, the address is counted"
    assert ask(client, Authorization="bearer another").headers["RateLimit"] == '"key";r=3;t=10'


@pytest.mark.parametrize("sent", [KEY[:-1], KEY + "0", KEY.upper(), "", "Basic " + KEY, "x" * 500, "é", "a b"])
def test_a_key_that_nobody_knows_is_refused(patient: FlaskClient, sent: str) -> None:
    header = sent if sent.startswith("Basic") else f"Bearer {sent}"
    environ = {"HTTP_AUTHORIZATION": header.encode().decode("latin-1")}
    refused = patient.post(address("score"), json=QUESTIONS["score"], environ_overrides=environ)
    assert refused.status_code == 401
    assert refused.get_json()["type"] == "urn:brehon:problem:unknown-key"
    assert refused.headers["WWW-Authenticate"].startswith("Bearer")
    assert not sent or sent not in refused.get_data(as_text=True)


def test_a_client_that_tries_keys_is_counted_by_address(keys: Path) -> None:
    client = limited("3/minute", keys_file=keys)
    answered = [ask(client, Authorization=f"Bearer {number}").status_code for number in range(5)]
    assert answered == [401, 401, 401, 429, 429]
    assert 'brehon_limit_events_total{event="key_unknown"} 3.0' in metrics(client)


def test_a_key_in_an_address_is_no_key(keys: Path) -> None:
    client = limited("9/minute", key_rate_limit="99/minute", keys_file=keys)
    for name in ("key", "api_key", "access_token", "authorization"):
        answer = client.post(f"{address('score')}?{name}={KEY}", json=QUESTIONS["score"])
        assert answer.status_code == 422
        assert answer.headers["RateLimit"].startswith('"address"')


def test_keys_are_compared_in_constant_time(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every key on the list is looked at, by the function that was made for it, whichever is the right one."""
    compared: list[tuple[bytes, bytes]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr("service.api.rate_limits.api_keys.compare_digest", compare)
    known = ApiKeys.read(keys)
    for sent, name in ((KEY, "club-app"), ("another", "other"), ("none", None)):
        compared.clear()
        assert known.name_of(f"Bearer {sent}") == name
        assert len(compared) == 2


def test_without_a_list_of_keys_the_header_means_nothing(client: FlaskClient) -> None:
    assert ask(client, Authorization="Bearer whatever").status_code == 200


@pytest.mark.parametrize("content", ["club-app", "club-app abc", "a b " + "0" * 64, f"a {'0' * 64}\na {'1' * 64}"])
def test_a_list_of_keys_that_cannot_be_used_is_refused_at_start(tmp_path: Path, content: str) -> None:
    file = tmp_path / "keys.txt"
    file.write_text(content, "utf-8")
    with pytest.raises(ValueError, match="line"):
        create_app(Settings(keys_file=file))


def test_a_list_of_keys_that_does_not_exist_is_refused_at_start(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        create_app(Settings(keys_file=tmp_path / "nowhere"))


def test_neither_key_nor_address_comes_into_the_log(keys: Path, caplog: pytest.LogCaptureFixture) -> None:
    client = create_app(Settings(rate_limit="2/minute", key_rate_limit="1/minute", keys_file=keys)).test_client()
    with caplog.at_level("INFO"):
        for header in (f"Bearer {KEY}", f"Bearer {KEY}", "Bearer wrong-secret"):
            ask(client, Authorization=header, X_Forwarded_For=BRUNO)
    assert len(caplog.records) >= 3
    for secret in (KEY, "wrong-secret", ANA, BRUNO, "club-app"):
        assert secret not in caplog.text


# ---------------------------------------------------------------- in Redis


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with running_server() as server:
        yield server


def with_redis(server: RedisServer, **settings: Any) -> FlaskClient:
    return limited(redis_url=server.url, cached_operations=(), redis_timeout=0.5, **settings)


def test_all_instances_count_together(server: RedisServer) -> None:
    one, other = with_redis(server), with_redis(server)
    assert [ask(client).status_code for client in (one, other, one, other, one)] == [200, 200, 200, 429, 429]
    assert ask(other, BRUNO).headers["RateLimit"] == '"address";r=2;t=10'


def test_redis_gets_no_address(server: RedisServer) -> None:
    ask(with_redis(server))
    with redis.Redis.from_url(server.url) as client:
        keys = client.keys("*")
        assert keys
        for key in keys:
            assert re.fullmatch(rb"(brehon:rate:)?brehon:1:[0-9a-f]+", key)
            assert 0 < client.ttl(key) <= 60


def test_counting_can_stay_in_memory(server: RedisServer) -> None:
    one, other = (with_redis(server, rate_store="memory") for _ in range(2))
    for client in (one, other):
        assert statuses(client, 4) == [200, 200, 200, 429]


def test_a_redis_that_is_gone_refuses_nobody(server: RedisServer) -> None:
    client = with_redis(server)
    assert statuses(client, 4) == [200, 200, 200, 429]
    server.kill()
    assert statuses(client, 10) == [200] * 10
    assert "RateLimit" not in ask(client).headers
    assert 'brehon_limit_events_total{event="rate_unchecked"} 11.0' in metrics(client)


def test_a_redis_that_hangs_costs_one_timeout_in_all(server: RedisServer) -> None:
    """The limits and the cache share one breaker: a request waits once, and the next ones do not wait."""
    timeout = 0.3
    client = limited(redis_url=server.url, cached_operations=("score",), cache_entries=0, redis_timeout=timeout)
    assert ask(client).status_code == 200
    server.pause()
    try:
        began = time.monotonic()
        assert ask(client).status_code == 200
        first = time.monotonic() - began
        began = time.monotonic()
        assert statuses(client, 5) == [200] * 5
        later = time.monotonic() - began
    finally:
        server.resume()
    assert timeout <= first < 2 * timeout
    assert later < timeout


def test_a_redis_that_is_back_counts_again(server: RedisServer) -> None:
    client = with_redis(server)
    server.kill()
    assert statuses(client, 5) == [200] * 5
    server.start()
    deadline = time.monotonic() + 10
    while "RateLimit" not in ask(client, BRUNO).headers:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert statuses(client, 4) == [200, 200, 200, 429]


# ---------------------------------------------------------------- the cost


def test_many_addresses_do_not_slow_down_the_count() -> None:
    limiter = RateLimiter(
        Policy("address", 5, 60), None, ApiKeys({}), TrustedProxies(()), in_memory(), lambda _: None, Clock()
    )

    def charge(address: str) -> None:
        limiter.charge(limiter.client_of(Request({"REMOTE_ADDR": address})), 1)

    for number in range(20_000):
        charge(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    began = time.process_time()
    for number in range(1_000):
        charge(f"11.0.{number >> 8}.{number & 255}")
    assert time.process_time() - began < 1.0


# ---------------------------------------------------------------- in a Redis Cluster, and behind Sentinels


@pytest.mark.parametrize("group", [running_cluster, running_sentinels], ids=["cluster", "sentinels"])
def test_a_group_of_redis_counts_as_one_does(group: Any) -> None:
    with group() as servers:
        clients = [limited(redis_url=servers.url, cached_operations=(), redis_timeout=5.0) for _ in range(2)]
        for remote in (ANA, BRUNO, "192.0.2.1", "192.0.2.2"):  # whose keys lie on different nodes
            answered = [ask(client, remote).status_code for client in clients * 3]
            assert answered == [200, 200, 200, 429, 429, 429]
