"""The limits for one client: cost, requests at the same time, expensive requests. On by default, and given back."""

import hashlib
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, g
from werkzeug.test import TestResponse

from service.api.rate_limits.limiter import cost_of_answer, cost_of_request
from service.api.work_limits import EXPENSIVE_BODY, LATE_CLIENTS, LATE_PLACES, LEASE_SECONDS, ClientConcurrency
from service.app import create_app
from service.cache import build, key_of
from service.settings import Settings
from tests.api.questions import PAGES, POSTS, QUESTIONS, address
from tests.redis_server import running_redis, running_server

ANA, BRUNO, LOOPBACK = "198.51.100.7", "203.0.113.9", "127.0.0.1"
KEY = "0f8fad5bd9cb469fa165708677289501"
SCORE, VALIDATE = address("score"), address("validate")


class Waiting:
    """An app with a view that waits for the test, and one that waits as an expensive request."""

    def __init__(self, **settings: Any) -> None:
        self.app = create_app(Settings(log_requests=False, **settings))
        self.go_on = threading.Event()
        self.waiting = threading.Semaphore(0)
        self.app.add_url_rule("/wait", view_func=self._wait)
        self.app.add_url_rule("/expensive", view_func=self._expensive)
        self.app.add_url_rule("/fault", view_func=self._fault)

    def _wait(self) -> str:
        self.waiting.release()
        assert self.go_on.wait(10)
        return ""

    def _expensive(self) -> str:
        g.enter_expensive()
        return self._wait()

    def _fault(self) -> str:
        g.enter_expensive()
        raise ZeroDivisionError

    def get(self, path: str, remote: str = ANA, **headers: str) -> TestResponse:
        environ = {"REMOTE_ADDR": remote}
        return self.app.test_client().get(path, headers=headers, environ_overrides=environ)

    def post(self, path: str, body: Any, remote: str = ANA, **more: Any) -> TestResponse:
        environ = {"REMOTE_ADDR": remote}
        return self.app.test_client().post(path, json=body, environ_overrides=environ, **more)

    @contextmanager
    def busy(self, path: str, count: int, remote: str = ANA, **headers: str) -> Iterator[None]:
        """While so many requests are being handled."""
        self.go_on.clear()
        with ThreadPoolExecutor(count) as pool:
            running = [pool.submit(self.get, path, remote, **headers) for _ in range(count)]
            try:
                for _ in running:
                    assert self.waiting.acquire(timeout=5)
                yield
            finally:
                self.go_on.set()
            assert {each.result().status_code for each in running} == {200}


def left(response: TestResponse) -> int:
    match = re.fullmatch(r'"(?:address|key)";r=(\d+);t=\d+', response.headers["RateLimit"])
    assert match
    return int(match[1])


def keys_file(folder: Path) -> Path:
    file = folder / "keys.txt"
    file.write_text(f"club-app {hashlib.sha256(KEY.encode()).hexdigest()}\n")
    return file


BEARER = {"Authorization": f"Bearer {KEY}"}


# ---------------------------------------------------------------- cost


def test_the_limits_are_on_by_default() -> None:
    app = Waiting()
    assert left(app.post(SCORE, QUESTIONS["score"])) == 1199
    assert app.get("/v1/games").headers["RateLimit-Policy"] == '"address";q=1200;w=60'


def test_a_table_that_asks_now_and_then_never_notices() -> None:
    """Every operation of every game and every page in one minute, twice."""
    app = Waiting()
    for _ in range(2):
        assert {app.post(path, question).status_code for path, question in POSTS.items()} == {200}
        assert {app.get(path).status_code for path in PAGES} == {200}
    assert left(app.get("/v1/games")) > 900


def test_a_script_is_refused_and_learns_when_to_come_back() -> None:
    app = Waiting()
    answers = [app.get("/v1/games") for _ in range(1202)]
    refused = answers[-1]
    if refused.status_code == 200:  # a new minute has begun meanwhile
        answers = [app.get("/v1/games") for _ in range(1202)]
        refused = answers[-1]
    assert (answers[0].status_code, refused.status_code) == (200, 429)
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert left(refused) == 0
    assert refused.get_json()["type"] == "urn:brehon:problem:too-many"
    assert "1200 units of work in 60 seconds" in refused.get_json()["detail"]
    assert app.get("/v1/games", BRUNO).status_code == 200, "others are not concerned"


def test_steps_and_bytes_cost_more() -> None:
    app = Waiting()
    first = left(app.post(SCORE, QUESTIONS["score"]))
    second = left(app.post(SCORE, QUESTIONS["score"]))
    assert first - second == 1, "a cheap question"
    drawn = left(app.post("/v1/games/brian-boru/diagram", POSTS["/v1/games/brian-boru/diagram"]))
    assert second - drawn > 3, "many steps"
    body = json.dumps(QUESTIONS["score"]).encode() + b" " * 200_000
    answer = app.app.test_client().post(
        SCORE, data=body, content_type="application/json", environ_overrides={"REMOTE_ADDR": ANA}
    )
    assert drawn - left(answer) == 1 + len(body) // (16 * 1024)


def test_the_units_are_those_of_the_docs() -> None:
    assert [cost_of_request(size) for size in (0, 16 * 1024 - 1, 16 * 1024, 2 * 1024 * 1024)] == [1, 1, 2, 129]
    assert cost_of_answer(4_999, 0) == 0
    assert cost_of_answer(5_000, 64 * 1024) == 2
    assert cost_of_answer(1_000_000, 4 * 1024 * 1024) == 264


def test_what_a_request_cost_counts_for_the_next_one() -> None:
    """Steps are known afterwards: the dear request is answered, the one after it is not."""
    app = Waiting(rate_limit="5/minute")
    diagram = "/v1/games/brian-boru/diagram"
    for _ in range(2):  # the second time in case that a new minute has begun
        answers = [app.post(diagram, POSTS[diagram]).status_code, app.get("/v1/games").status_code]
        if answers == [200, 429]:
            return
    pytest.fail(f"{answers}")


def test_loopback_is_not_special() -> None:
    app = Waiting(rate_limit="2/day")
    assert [app.get("/v1/games", LOOPBACK).status_code for _ in range(3)] == [200, 200, 429]


def test_preflights_and_health_checks_are_free() -> None:
    app = Waiting(rate_limit="1/day", client_concurrency=1, cors_origins=("https://app.example",))
    assert [app.get("/v1/games").status_code for _ in range(2)] == [200, 429]
    with app.busy("/wait", 1, BRUNO):
        for remote in (ANA, BRUNO):
            for path in ("/healthz", "/readyz"):
                answer = app.get(path, remote)
                assert answer.status_code == 200
                assert "RateLimit" not in answer.headers
            preflight = app.app.test_client().options(
                SCORE,
                headers={"Origin": "https://app.example", "Access-Control-Request-Method": "POST"},
                environ_overrides={"REMOTE_ADDR": remote},
            )
            assert preflight.status_code == 200
            assert preflight.headers["Access-Control-Allow-Origin"] == "https://app.example"


def test_an_api_key_lifts_the_limits(tmp_path: Path) -> None:
    app = Waiting(rate_limit="1/day", client_concurrency=1, keys_file=keys_file(tmp_path))
    assert [app.get("/v1/games").status_code for _ in range(2)] == [200, 429]
    with app.busy("/wait", 3, **BEARER):
        answer = app.get("/v1/games", **BEARER)
        assert answer.status_code == 200
        assert "RateLimit" not in answer.headers


def test_an_api_key_may_have_a_limit_of_its_own(tmp_path: Path) -> None:
    app = Waiting(rate_limit="1/day", key_rate_limit="5/day", keys_file=keys_file(tmp_path))
    statuses = [app.get("/v1/games", **BEARER).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


@pytest.mark.parametrize("with_keys", [False, True])
def test_off_turns_the_limits_off(tmp_path: Path, with_keys: bool) -> None:
    app = Waiting(
        rate_limit="off", client_concurrency=1, keys_file=keys_file(tmp_path) if with_keys else None, batch_limit=100
    )
    with app.busy("/wait", 3):
        answers = [app.get("/v1/games") for _ in range(20)]
    assert {answer.status_code for answer in answers} == {200}
    assert all("RateLimit" not in answer.headers for answer in answers)


# ---------------------------------------------------------------- requests at the same time


def refused_as_concurrent(answer: TestResponse) -> bool:
    return answer.status_code == 429 and "at the same time" in answer.get_json()["detail"]


def test_a_client_has_so_many_requests_at_the_same_time() -> None:
    app = Waiting(client_concurrency=3)
    with app.busy("/wait", 3):
        refused = app.get("/v1/games")
        assert refused_as_concurrent(refused)
        assert refused.headers["Retry-After"] == "1"
        assert app.get("/v1/games", BRUNO).status_code == 200
    assert app.get("/v1/games").status_code == 200


def test_sixteen_by_default() -> None:
    app = Waiting()
    with app.busy("/wait", 16, LOOPBACK):
        assert refused_as_concurrent(app.get("/v1/games", LOOPBACK))


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    with running_redis() as url:
        yield url


def test_with_redis_all_processes_count_together(redis: str) -> None:
    app, other = (Waiting(client_concurrency=2, redis_url=redis, redis_timeout=1.0) for _ in range(2))
    with app.busy("/wait", 1), other.busy("/wait", 1):
        assert refused_as_concurrent(app.get("/v1/games"))
        assert refused_as_concurrent(other.get("/v1/games"))
    assert [each.get("/v1/games").status_code for each in (app, other)] == [200, 200]


def test_in_memory_each_process_counts_alone(redis: str) -> None:
    app, other = (
        Waiting(client_concurrency=1, redis_url=redis, redis_timeout=1.0, rate_store="memory") for _ in range(2)
    )
    with app.busy("/wait", 1):
        assert refused_as_concurrent(app.get("/v1/games"))
        assert other.get("/v1/games").status_code == 200


def test_a_place_that_a_dead_process_had_is_free_after_a_while(redis: str) -> None:
    """Also for a client that goes on asking."""
    now = [1_000_000.0]
    cache = build(redis, mac_key=bytes(32), timeout=1.0)
    places = ClientConcurrency(1, cache, clock=lambda: now[0])
    places.enter("ana")
    for _ in range(3):
        now[0] += LEASE_SECONDS / 4
        with pytest.raises(Exception, match="at the same time"):
            places.enter("ana")
    now[0] += LEASE_SECONDS / 4 + 1
    places.leave(places.enter("ana"))
    assert cache.redis is not None
    assert cache.redis.ask(lambda client: client.zcard(key_of("concurrent", "ana"))) == 0


def test_a_place_that_redis_was_too_slow_to_give_back_goes_with_the_next_request(redis: str) -> None:
    """After a slow reply a thread skips Redis for a moment, and may end a request in that moment."""
    cache = build(redis, mac_key=bytes(32), timeout=1.0)
    tier = cache.redis
    assert tier is not None
    places, ask = ClientConcurrency(1, cache), tier.ask
    for _ in range(3):
        place = places.enter("late")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tier, "ask", lambda command: None)
            places.leave(place)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tier, "ask", lambda command: ask(command) and None)  # counted, but the reply came too late
        places.leave(places.enter("late"))
    places.leave(places.enter("late"))
    assert tier.ask(lambda client: client.zcard(key_of("concurrent", "late"))) == 0


def test_places_that_redis_does_not_give_back_take_little_memory(redis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = build(redis, mac_key=bytes(32), timeout=1.0)
    monkeypatch.setattr(cache.redis, "ask", lambda command: None)
    places = ClientConcurrency(1, cache)
    for number in range(LATE_CLIENTS + 10):
        for _ in range(LATE_PLACES + 10 if number == 0 else 1):
            places.leave(places.enter(f"client {number}"))
    assert len(places._late) == LATE_CLIENTS
    assert max(map(len, places._late.values())) == LATE_PLACES


def test_a_redis_that_fails_in_between_costs_no_place() -> None:
    with running_server() as server:
        app = Waiting(client_concurrency=2, redis_url=server.url, redis_timeout=0.5)
        with app.busy("/wait", 2):
            server.kill()
            assert app.get("/v1/games").status_code == 200, "counted in this process"
        assert [app.get("/v1/games").status_code for _ in range(20)] == [200] * 20
        with app.busy("/wait", 2):
            assert refused_as_concurrent(app.get("/v1/games"))


# ---------------------------------------------------------------- expensive requests


def test_a_third_expensive_request_waits_and_is_then_refused() -> None:
    app = Waiting()
    large = json.dumps(QUESTIONS["score"]).encode() + b" " * EXPENSIVE_BODY

    def ask_large() -> TestResponse:
        return app.app.test_client().post(SCORE, data=large, content_type="application/json")

    with app.busy("/expensive", 2):
        began = time.monotonic()
        refused = ask_large()
        assert 0.9 < time.monotonic() - began < 3
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        assert "expensive" in refused.get_json()["detail"]
        assert app.post(SCORE, QUESTIONS["score"]).status_code == 200, "an ordinary one is answered at once"
    assert ask_large().status_code == 200


def test_a_third_expensive_request_is_answered_when_a_place_becomes_free() -> None:
    app = Waiting()
    with app.busy("/expensive", 2), ThreadPoolExecutor(1) as pool:
        third = pool.submit(app.get, "/expensive")
        time.sleep(0.2)
        app.go_on.set()
        assert third.result(5).status_code == 200


# ---------------------------------------------------------------- given back


def failing(app: Flask, number: int) -> TestResponse:
    """One of a dozen requests that fail, each at another point of its path."""
    client, environ = app.test_client(), {"REMOTE_ADDR": ANA}
    good = json.dumps(QUESTIONS["validate"]).encode()
    large = b" " * (EXPENSIVE_BODY + 1)
    requests: list[dict[str, Any]] = [
        {"path": "/v1/nothing", "data": good},
        {"path": VALIDATE, "method": "PUT", "data": good},
        {"path": VALIDATE, "data": good, "content_type": "text/plain"},
        {"path": VALIDATE, "data": good[:-1]},
        {"path": VALIDATE, "data": b" " * 3_000_000},
        {"path": VALIDATE, "data": large + good[:-1]},
        {"path": VALIDATE, "data": large + b'{"colour": 1}'},
        {"path": VALIDATE + "?colour=1", "data": good},
        {"path": "/fault", "method": "GET"},
        {"path": VALIDATE, "data": good, "headers": {"Authorization": "Bearer unknown"}},
        {"path": "/v1/batch", "data": b'{"questions": []}'},
    ]
    asked = {"method": "POST", "content_type": "application/json", **requests[number % len(requests)]}
    return client.open(asked.pop("path"), environ_overrides=environ, **asked)


@pytest.mark.parametrize("shared", [False, True], ids=["memory", "redis"])
def test_every_place_is_given_back_after_a_thousand_failing_requests(
    shared: bool, redis: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """With one place of each kind: one that is kept would refuse all that follow."""
    store = {"redis_url": redis, "redis_timeout": 1.0} if shared else {}
    settings = {"client_concurrency": 1, "expensive_requests": 1, "rate_limit": "1000000/minute"}
    app = Waiting(keys_file=keys_file(tmp_path), **settings, **store)
    with caplog.at_level("CRITICAL"):
        statuses = Counter(failing(app.app, number).status_code for number in range(1_001))
    assert set(statuses) == {400, 401, 404, 405, 413, 415, 422, 500}
    app.go_on.set()
    assert app.get("/expensive").status_code == 200
    with app.busy("/expensive", 1):
        # On a busy machine Redis may be skipped for a moment, and the request is counted in the process instead.
        assert any(refused_as_concurrent(app.get("/v1/games")) for _ in range(20) if not time.sleep(0.1))


def test_refused_requests_give_their_places_back_too() -> None:
    app = Waiting(client_concurrency=1)
    with app.busy("/wait", 1):
        assert {app.get("/v1/games").status_code for _ in range(100)} == {429}
    assert app.get("/v1/games").status_code == 200
