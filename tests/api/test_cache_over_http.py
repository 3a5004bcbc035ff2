"""The cache seen from outside: where an answer came from, and that it is the same answer wherever it came from.

With a real Redis, which is killed, paused and filled with rubbish in between.
"""

import json
import os
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from service.app import create_app
from service.cache import Entry, mac_key_of
from service.cache.entry import encode
from service.settings import CACHEABLE, Secret, Settings
from tests.api.questions import BASE_PACK, QUESTIONS, SMALL, address
from tests.games.kingdomino.tables import alone, finished
from tests.redis_server import RedisServer, running_server

SECRET = Secret("the instances of these tests")
SCORE: dict[str, Any] = {"state": finished(4), "claimed": {"ana": 1}}


def app_on(
    url: str | None, *, redis_timeout: float = 1.0, cache_key: Secret | None = SECRET, **settings: Any
) -> Flask:
    """More patient with Redis than in earnest: the machine that runs the tests may be busy."""
    return create_app(
        Settings(
            log_requests=False,
            rate_limit="off",
            redis_url=url,
            redis_timeout=redis_timeout,
            cache_key=cache_key,
            **settings,
        )
    )


def score(client: FlaskClient, question: Any = None, **headers: str) -> TestResponse:
    """A score, asked with a dictionary or with bytes."""
    question = SCORE if question is None else question
    body = question if isinstance(question, bytes) else json.dumps(question).encode()
    return client.post(address("score"), data=body, content_type="application/json", headers=headers)


def tier(response: TestResponse) -> str:
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.headers["Brehon-Cache"]


def events(client: FlaskClient, event: str) -> float:
    """How often the cache of this app has counted an event."""
    metrics = client.get("/metrics").get_data(as_text=True)
    (line,) = [
        line for line in metrics.splitlines() if line.startswith(f'brehon_cache_events_total{{event="{event}"')
    ]
    return float(line.split()[-1])


def keys_of(redis: Redis) -> list[bytes]:
    keys: list[bytes] = redis.keys()
    return keys


@pytest.fixture
def empty_redis(redis_url: str) -> str:
    """A healthy Redis with nothing in it."""
    with Redis.from_url(redis_url) as redis:
        redis.flushall()
    return redis_url


@pytest.fixture
def own_server() -> Iterator[RedisServer]:
    """A Redis that a test may kill or pause."""
    with running_server() as server:
        yield server


@pytest.fixture(scope="module")
def truth() -> bytes:
    """The answer of an app without any cache."""
    return score(app_on(None, cached_operations=()).test_client()).data


# ---------------------------------------------------------------- where an answer comes from


def test_an_answer_comes_from_memory_the_second_time(empty_redis: str, truth: bytes) -> None:
    client = app_on(empty_redis).test_client()
    first, second = score(client), score(client)
    assert (tier(first), tier(second)) == ("miss", "memory")
    assert first.data == second.data == truth


def test_another_app_finds_it_in_redis_and_then_in_its_own_memory(empty_redis: str, truth: bytes) -> None:
    score(app_on(empty_redis).test_client())
    neighbour = app_on(empty_redis).test_client()
    first, second = score(neighbour), score(neighbour)
    assert (tier(first), tier(second)) == ("redis", "memory")
    assert first.data == second.data == truth
    assert first.headers["Brehon-Case"] == json.loads(truth)["case_id"]


@pytest.mark.parametrize("other", [None, Secret("another secret of sixteen letters")], ids=["random", "another"])
def test_an_app_with_another_secret_does_not_find_it_and_overwrites_nothing(
    empty_redis: str, truth: bytes, other: Secret | None
) -> None:
    writer = app_on(empty_redis, cache_entries=0).test_client()
    stranger = app_on(empty_redis, cache_entries=0, cache_key=other).test_client()
    assert [tier(score(client)) for client in (writer, stranger, writer, stranger)] == [
        "miss",
        "miss",
        "redis",
        "redis",
    ]
    assert events(stranger, "redis_damaged") == 0, "it is no damage, and no alert"
    assert score(stranger).data == truth


def test_entries_of_an_earlier_start_without_a_secret_are_misses(empty_redis: str) -> None:
    for _ in range(2):
        assert tier(score(app_on(empty_redis, cache_key=None).test_client())) == "miss"


def test_workers_of_one_start_share_a_random_secret(empty_redis: str) -> None:
    """The app is made before the fork."""
    app = app_on(empty_redis, cache_entries=0, cache_key=None)
    assert tier(score(app.test_client())) == "miss"
    child = os.fork()
    if child == 0:
        found = False
        try:
            found = tier(score(app.test_client())) == "redis"
        finally:
            os._exit(0 if found else 1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize("of_neighbour", [False, True])
def test_the_same_case_differently_written_is_found_by_its_canonical_key(
    empty_redis: str, truth: bytes, of_neighbour: bool
) -> None:
    client = app_on(empty_redis).test_client()
    assert tier(score(client)) == "miss"
    second = app_on(empty_redis).test_client() if of_neighbour else client
    written_otherwise = json.dumps(dict(reversed(SCORE.items())), indent=2).encode()
    response = score(second, written_otherwise)
    assert tier(response) == ("redis" if of_neighbour else "memory")
    assert response.data == truth


def test_a_batch_and_a_single_question_share_what_is_kept(empty_redis: str) -> None:
    client = app_on(empty_redis).test_client()
    item = {"game": "kingdomino", "operation": "score", "body": SCORE}
    (answer,) = client.post("/v1/batch", json={"questions": [item]}).get_json()["answers"]
    response = score(client)
    assert tier(response) == "memory"
    assert response.get_json() == answer["body"]


def test_every_language_is_kept_by_itself(empty_redis: str) -> None:
    client = app_on(empty_redis).test_client()
    for language in ("en", "es", "pl"):
        first, second = (score(client, Accept_Language=language) for _ in range(2))
        assert (tier(first), tier(second)) == ("miss", "memory")
        assert second.headers["Content-Language"] == language
        assert first.data == second.data


def test_a_kept_answer_has_the_headers_of_a_new_one(empty_redis: str) -> None:
    client = app_on(empty_redis).test_client()
    first, second = (dict(score(client).headers) for _ in range(2))
    for name in ("X-Request-Id", "Server-Timing", "Brehon-Cache"):
        assert first.pop(name)
        assert second.pop(name)
    assert first == second


def test_only_the_operations_of_the_settings_are_kept(empty_redis: str) -> None:
    client = app_on(empty_redis, cached_operations=("validate",)).test_client()
    tiers = {
        operation: [
            client.post(address(operation), json=QUESTIONS[operation]).headers["Brehon-Cache"] for _ in range(2)
        ]
        for operation in ("validate", "score", "replay")
    }
    assert tiers == {"validate": ["miss", "memory"], "score": ["off", "off"], "replay": ["off", "off"]}


def test_without_redis_memory_keeps_what_it_is_allowed_to(truth: bytes) -> None:
    client = app_on(None, cache_entries=2).test_client()
    assert [tier(score(client)) for _ in range(2)] == ["miss", "memory"]
    score(client, {"state": SMALL})  # takes both places: by its bytes and by its case
    assert tier(score(client)) == "miss"
    nothing = app_on(None, cache_entries=0).test_client()
    assert [tier(score(nothing)) for _ in range(2)] == ["miss", "miss"]
    assert score(nothing).data == truth


# ---------------------------------------------------------------- what is not kept


def test_a_problem_is_not_kept(empty_redis: str) -> None:
    client = app_on(empty_redis).test_client()
    for question in (b"{", b"{}", b"[]", json.dumps({"state": alone("49 1,0 e")}).encode(), b'{"state": 3}'):
        for _ in range(2):
            response = score(client, question, X_Request_Id="mine")
            assert response.status_code in (400, 422), question
            assert "Brehon-Cache" not in response.headers, question
        with Redis.from_url(empty_redis) as redis:
            assert keys_of(redis) == [], question


def test_a_cached_answer_is_only_given_to_a_client_that_sends_json(empty_redis: str) -> None:
    client = app_on(empty_redis).test_client()
    body = json.dumps(SCORE).encode()
    score(client, body)
    assert client.post(address("score"), data=body, content_type="text/plain").status_code == 415
    assert client.post(address("score") + "?lang=de", data=body, content_type="application/json").status_code == 422


def test_nothing_of_a_question_can_be_read_from_redis_keys(empty_redis: str) -> None:
    client = app_on(empty_redis).test_client()
    score(client, {"state": {"players": [{"name": "Guinevere", "kingdom": []}]}})
    with Redis.from_url(empty_redis) as redis:
        keys = keys_of(redis)
    assert len(keys) == 2
    assert all(key.startswith(b"brehon:") and b"Guinevere" not in key for key in keys)


def test_what_is_kept_leaves_by_itself(empty_redis: str) -> None:
    score(app_on(empty_redis, cache_seconds=100).test_client())
    with Redis.from_url(empty_redis) as redis:
        assert all(0 < redis.ttl(key) <= 100 for key in keys_of(redis))


def test_a_pack_that_was_changed_is_not_scored_as_it_was(empty_redis: str, tmp_path: Path) -> None:
    """An operator corrects a pack and starts the service anew: what Redis keeps of the old one must not come back."""
    question = {"state": alone("1 1,0 e"), "pack": "mine"}
    totals = []
    for crowns in (0, 3):
        folder = tmp_path / str(crowns) / "kingdomino"
        folder.mkdir(parents=True)
        dominoes = [{**domino, "a": {**domino["a"], "crowns": crowns}} for domino in BASE_PACK["dominoes"]]
        (folder / "mine.json").write_text(json.dumps({**BASE_PACK, "id": "mine", "dominoes": dominoes}), "utf-8")
        client = app_on(empty_redis, packs_folder=folder.parent).test_client()
        totals.append(score(client, question).get_json()["players"][0]["total"])
    assert totals == [0, 6]


# ---------------------------------------------------------------- Redis dies, hangs and lies


def test_a_redis_that_dies_costs_no_answer(own_server: RedisServer, truth: bytes) -> None:
    client = app_on(own_server.url, cache_entries=0).test_client()
    assert [tier(score(client)) for _ in range(2)] == ["miss", "redis"]
    own_server.kill()
    for _ in range(5):
        response = score(client)
        assert tier(response) == "miss"
        assert response.data == truth


def test_a_redis_that_hangs_costs_no_answer(own_server: RedisServer, truth: bytes) -> None:
    client = app_on(own_server.url, redis_timeout=0.3, cache_entries=0).test_client()
    assert [tier(score(client)) for _ in range(2)] == ["miss", "redis"]
    own_server.pause()
    for _ in range(5):
        response = score(client)
        assert tier(response) == "miss"
        assert response.data == truth
    own_server.resume()


def test_memory_answers_while_redis_is_gone(own_server: RedisServer, truth: bytes) -> None:
    client = app_on(own_server.url).test_client()
    score(client)
    own_server.kill()
    response = score(client)
    assert tier(response) == "memory"
    assert response.data == truth


def test_a_redis_that_was_never_there_costs_no_answer(own_server: RedisServer, truth: bytes) -> None:
    own_server.kill()
    client = app_on(own_server.url).test_client()
    assert [tier(score(client)) for _ in range(2)] == ["miss", "memory"]
    assert score(client).data == truth


def test_a_redis_that_comes_back_is_used_again(own_server: RedisServer, truth: bytes) -> None:
    client = app_on(own_server.url, cache_entries=0).test_client()
    own_server.kill()
    assert tier(score(client)) == "miss"
    own_server.start()
    give_up_at = time.monotonic() + 10
    while client.get("/readyz").get_json()["status"] != "ready":
        assert time.monotonic() < give_up_at, "still degraded"
        time.sleep(0.1)
    assert [tier(score(client)) for _ in range(2)] == ["miss", "redis"]
    assert score(client).data == truth


POISON = {
    "rubbish": b"\x00\xff rubbish",
    "nothing": b"",
    "another answer": b'{"verdict":"possible","players":[]}',
    "a torn entry": None,
    "a foreign entry": b'{"version":1,"checksum":0,"case_id":"x","length":2}\n{}',
}


@pytest.mark.parametrize("kind", POISON)
def test_a_poisoned_value_costs_no_answer(empty_redis: str, truth: bytes, kind: str) -> None:
    score(app_on(empty_redis).test_client())
    with Redis.from_url(empty_redis) as redis:
        for key in keys_of(redis):
            value = redis.get(key)
            assert isinstance(value, bytes)
            redis.set(key, value[:-7] if POISON[kind] is None else POISON[kind])
    response = score(app_on(empty_redis).test_client())
    assert tier(response) == "miss"
    assert response.data == truth


FORGED_BODY = b'{"verdict":"possible","players":[]}'
SPLITTING = "0" * 24 + "\r\nSet-Cookie: stolen=1\r\n\r\n<script>"


def with_checksum(key: str, case_id: str) -> bytes:
    """An entry of version 1: anybody can compute its CRC."""
    checksum = zlib.crc32(FORGED_BODY, zlib.crc32(f"{key}\n{case_id}".encode()))
    header = {"version": 1, "checksum": checksum, "case_id": case_id, "length": len(FORGED_BODY)}
    return json.dumps(header).encode() + b"\n" + FORGED_BODY


def with_mac(key: str, case_id: str, secret: str) -> bytes:
    return encode(Entry(body=FORGED_BODY, case_id=case_id), key, mac_key_of(secret))


FORGERIES = {
    "version 1 with its CRC": lambda key: with_checksum(key, "0" * 24),
    "version 1 with CR LF in the case id": lambda key: with_checksum(key, SPLITTING),
    "a wrong MAC": lambda key: with_mac(key, "0" * 24, "not the secret"),
    "CR LF in the case id and a wrong MAC": lambda key: with_mac(key, SPLITTING, "not the secret"),
    "CR LF in the case id and the right MAC": lambda key: with_mac(key, SPLITTING, SECRET),
    "of another key": lambda key: with_mac(key + "0", "0" * 24, SECRET),
}


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forged_entry_is_a_miss_and_is_counted(empty_redis: str, truth: bytes, kind: str) -> None:
    score(app_on(empty_redis).test_client())
    with Redis.from_url(empty_redis) as redis:
        names = keys_of(redis)
        for name in names:
            redis.set(name, FORGERIES[kind](name.decode().rpartition(":")[0]))
    client = app_on(empty_redis).test_client()
    response = score(client)
    assert tier(response) == "miss"
    assert response.data == truth
    assert "Set-Cookie" not in response.headers
    assert events(client, "redis_damaged") == len(names) == 2


def test_only_a_right_mac_and_a_right_case_id_make_an_entry(empty_redis: str) -> None:
    """Otherwise the misses above could have another reason."""
    score(app_on(empty_redis).test_client())
    with Redis.from_url(empty_redis) as redis:
        for name in keys_of(redis):
            redis.set(name, with_mac(name.decode().rpartition(":")[0], "0" * 24, SECRET))
    response = score(app_on(empty_redis).test_client())
    assert (tier(response), response.data) == ("redis", FORGED_BODY)


def test_a_picture_is_not_served_as_the_answer_to_another_operation(empty_redis: str) -> None:
    """Both entries are intact and change places; media types are not stored, they follow from the operation."""
    writer = app_on(empty_redis, cached_operations=CACHEABLE).test_client()
    question = {"state": SMALL}
    answers, names = {}, {}
    with Redis.from_url(empty_redis) as redis:
        for operation in ("diagram", "audit"):
            before = set(keys_of(redis))
            answers[operation] = writer.post(address(operation), json=question)
            names[operation] = sorted(set(keys_of(redis)) - before)
        assert {operation: answer.mimetype for operation, answer in answers.items()} == {
            "diagram": "image/svg+xml",
            "audit": "application/json",
        }
        values = {operation: redis.get(names[operation][0]) for operation in names}
        for operation, other in (("diagram", "audit"), ("audit", "diagram")):
            for name in names[operation]:
                redis.set(name, values[other])
    reader = app_on(empty_redis, cached_operations=CACHEABLE).test_client()
    for operation, answer in answers.items():
        again = reader.post(address(operation), json=question)
        assert tier(again) == "miss"
        assert (again.data, again.mimetype) == (answer.data, answer.mimetype)
    assert events(reader, "redis_damaged") == 4


def test_two_values_that_changed_places_cost_no_answer(empty_redis: str, truth: bytes) -> None:
    writer = app_on(empty_redis).test_client()
    score(writer)
    with Redis.from_url(empty_redis) as redis:
        of_score = keys_of(redis)
        score(writer, {"state": SMALL})
        of_other = [key for key in keys_of(redis) if key not in of_score]
        wrong = redis.get(of_other[0])
        for key in of_score:
            redis.set(key, wrong)
    assert score(app_on(empty_redis).test_client()).data == truth


def test_a_key_of_another_type_costs_no_answer(empty_redis: str, truth: bytes) -> None:
    score(app_on(empty_redis).test_client())
    with Redis.from_url(empty_redis) as redis:
        for key in keys_of(redis):
            redis.delete(key)
            redis.rpush(key, "a", "b")
    assert score(app_on(empty_redis).test_client()).data == truth


def test_a_redis_that_is_full_costs_no_answer(truth: bytes) -> None:
    with running_server("--maxmemory", "1", "--maxmemory-policy", "noeviction") as server:
        client = app_on(server.url).test_client()
        assert [tier(score(client)) for _ in range(2)] == ["miss", "memory"]
        assert score(client).data == truth


def test_a_redis_that_wants_a_password_costs_no_answer(truth: bytes) -> None:
    with running_server("--requirepass", "secret") as server:
        client = app_on(server.url).test_client()
        assert [tier(score(client)) for _ in range(2)] == ["miss", "memory"]
        assert score(client).data == truth


# ---------------------------------------------------------------- readyz


def test_the_service_says_that_it_is_ready_while_redis_is_up(empty_redis: str) -> None:
    response = app_on(empty_redis).test_client().get("/readyz")
    assert response.status_code == 200
    assert response.get_json()["status"] == "ready"
    assert response.get_json()["cache"] == {"memory": "up", "redis": "up"}


def test_without_a_redis_the_service_is_ready_too() -> None:
    answer = app_on(None).test_client().get("/readyz").get_json()
    assert answer["status"] == "ready"
    assert answer["cache"] == {"memory": "up", "redis": "off"}


@pytest.mark.parametrize("how", ["kill", "pause"])
def test_the_service_says_that_it_is_degraded_while_redis_is_down(own_server: RedisServer, how: str) -> None:
    """Degraded is still ready to answer: 200, or an orchestrator would take every instance away at once."""
    client = app_on(own_server.url).test_client()
    assert client.get("/readyz").get_json()["status"] == "ready"
    getattr(own_server, how)()
    for _ in range(2):
        response = client.get("/readyz")
        assert response.status_code == 200
        assert response.get_json()["status"] == "degraded"
        assert response.get_json()["cache"]["redis"] == "down"
    assert client.get("/healthz").get_json()["status"] == "ok"
