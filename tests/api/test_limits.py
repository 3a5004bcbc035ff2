"""Limits: what is too much is refused clearly, on both ways of a request, and harms nobody after it."""

import json
import threading
import time
import tracemalloc
from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec import inspect

from schemas.base import Malformed
from service.api.openapi import document
from service.app import create_app
from service.operations.question import BodyLimits, fields_of
from service.settings import LEAST_NESTING, Settings
from tests.api.questions import BATCH, POSTS, QUESTIONS, WHOLE, address
from tests.games.bounds import at_most
from tests.our_games import GAMES

EVERY_POST = pytest.mark.parametrize("path", POSTS)
EVERY_QUESTION = pytest.mark.parametrize("path", [path for path in POSTS if path != "/v1/batch"])


def limited(**settings: Any) -> FlaskClient:
    return create_app(Settings(log_requests=False, rate_limit="off", **settings)).test_client()


def pointers(response: Any, status: int = 422) -> list[str]:
    assert response.status_code == status, response.get_data(as_text=True)
    assert response.content_type == "application/problem+json"
    return [error["pointer"] for error in response.get_json().get("errors", [])]


# ---------------------------------------------------------------- nesting


def deep(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


@EVERY_POST
def test_what_is_nested_too_deeply_is_pointed_to(client: FlaskClient, path: str) -> None:
    for name in POSTS[path]:
        body = json.dumps({**POSTS[path], name: "HERE"}).encode().replace(b'"HERE"', deep(100_000))
        response = client.post(path, data=body, content_type="application/json")
        (pointer,) = pointers(response)
        assert pointer == f"/{name}" + "/0" * (Settings().nesting_limit - 1)
        assert "32 levels" in response.get_json()["detail"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b'{"a": [1, {"b/c": %s}]}', "/a/1/b~1c"),
        (b'{"a": {"x": [], "y": "[[{{"}, "b": [[], [], %s]}', "/b/2"),
        (b'{"a\\"]": [%s]}', '/a"]/0'),
        (b'{"a": ["\\\\", "]", %s]}', "/a/2"),
    ],
)
def test_the_pointer_names_the_place(client: FlaskClient, body: bytes, pointer: str) -> None:
    response = client.post(address("audit"), data=body % deep(100), content_type="application/json")
    (named,) = pointers(response)
    assert named.startswith(pointer + "/0/0")


def test_brackets_in_texts_are_no_nesting(client: FlaskClient) -> None:
    """A name of brackets is a name: the question is refused by nobody."""
    state = {"players": [{"name": "[{" * 20, "kingdom": []}]}
    assert client.post(address("audit") + "?lang=en", json={"state": state}).status_code == 200


def nested(chance: Random, levels: int) -> Any:
    """Some JSON of at most so many levels. Its texts and keys have brackets, quotes and backslashes in them."""
    if not levels or chance.random() < 0.2:
        return chance.choice(["]", "[[", '"', "\\", "}{", "", 3, None])
    parts = [nested(chance, levels - 1) for _ in range(chance.randrange(4))]
    return parts if chance.random() < 0.5 else {f"]{number}": part for number, part in enumerate(parts)}


def levels_of(value: Any) -> int:
    inner = list(value.values()) if isinstance(value, dict) else value
    return 1 + max(map(levels_of, inner), default=0) if isinstance(inner, list) else 0


@pytest.mark.parametrize("seed", range(5))
def test_nesting_is_counted_right(seed: int) -> None:
    chance = Random(seed)
    for _ in range(500):
        body = nested(chance, 8)
        written, depth = json.dumps(body).encode(), levels_of(body)
        for limit in (3, 5, 7):
            try:
                fields_of(b'{"a":%s}' % written, BodyLimits(depth=limit + 1))
            except Malformed:
                assert depth > limit, (seed, written)
            else:
                assert depth <= limit, (seed, written)


def test_the_limit_of_nesting_can_be_set() -> None:
    for limit in (20, 50):
        body = b'{"state": %s}' % deep(60)
        (pointer,) = pointers(
            limited(nesting_limit=limit).post(address("audit"), data=body, content_type="application/json")
        )
        assert pointer == "/state" + "/0" * (limit - 1)


def depth_of(kind: inspect.Type, within: tuple[type, ...] = ()) -> int:
    """How deeply the values of a type can be nested."""
    if isinstance(kind, inspect.StructType):
        assert kind.cls not in within, f"{kind.cls.__name__} holds itself: its depth has no end"
        return 1 + max((depth_of(field.type, (*within, kind.cls)) for field in kind.fields), default=0)
    inner = [*getattr(kind, "types", ()), *getattr(kind, "item_types", ())]
    inner += [
        getattr(kind, name)
        for name in ("item_type", "value_type", "type")
        if isinstance(getattr(kind, name, None), inspect.Type)
    ]
    deepest = max((depth_of(part, within) for part in inner), default=0)
    return deepest + isinstance(
        kind, inspect.ListType | inspect.VarTupleType | inspect.TupleType | inspect.DictType | inspect.CollectionType
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_no_shape_of_a_game_comes_near_the_limit(game: Any) -> None:
    """The short way does not look at the nesting, because what it understands cannot be nested deeply.

    Around a shape stand at most: the body, the list of moves, and in a batch its list, its question and its body.
    """
    for shape in game.shapes:
        if shape is not None:
            assert depth_of(inspect.type_info(shape)) + 5 <= LEAST_NESTING


# ---------------------------------------------------------------- lists


def test_a_log_has_a_limit() -> None:
    client, question = limited(moves_limit=3), dict(QUESTIONS["replay"])
    move = {"type": "discard", "player": "ana", "domino": 3}
    for moves, status in ((3, 200), (4, 422)):
        response = client.post(address("replay"), json={**question, "moves": [move] * moves})
        assert response.status_code == status
    assert pointers(response) == ["/moves"]
    assert "3" in response.get_json()["detail"]


def test_games_to_be_added_up_have_a_limit() -> None:
    client = limited(games_limit=2)
    for games in (0, 3):
        assert pointers(client.post(address("score"), json={"games": [WHOLE] * games})) == ["/games"]


def test_a_batch_has_a_limit() -> None:
    client = limited(batch_limit=2)
    assert client.post("/v1/batch", json=BATCH).status_code == 200
    three = {"questions": [BATCH["questions"][0]] * 3}
    assert pointers(client.post("/v1/batch", json=three)) == ["/questions"]


def test_the_document_has_the_limits_that_are_set() -> None:
    app = create_app(Settings(log_requests=False, rate_limit="off", moves_limit=77, games_limit=5, batch_limit=33))
    schemas = document(app)["components"]["schemas"]
    assert schemas["KingdominoReplayQuestion"]["properties"]["moves"]["maxItems"] == 77
    assert schemas["KingdominoScoreQuestion"]["properties"]["games"]["maxItems"] == 5
    assert schemas["BatchQuestion"]["properties"]["questions"]["maxItems"] == 33


# ---------------------------------------------------------------- the time for computing


def slow_game(monkeypatch: pytest.MonkeyPatch, app: Flask, seconds: float) -> None:
    """Every move takes this much of the processor."""
    from service.games.kingdomino.game import GAME as game

    check = game.check

    def slowly(*args: Any) -> None:
        ends = time.thread_time() + seconds
        while time.thread_time() < ends:
            pass
        check(*args)

    monkeypatch.setitem(vars(game), "check", slowly)


def test_a_log_that_takes_too_long_is_refused_where_the_time_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    client = limited(time_budget=0.05, cached_operations=())
    log = game_log()
    assert client.post(address("replay"), json=log).status_code == 200
    slow_game(monkeypatch, client.application, 0.02)
    began = time.monotonic()
    response = client.post(address("replay"), json=log)
    assert time.monotonic() - began < 2, "the rest of the log was played all the same"
    (pointer,) = pointers(response)
    _, name, number = pointer.split("/")
    assert (name, int(number) in range(1, 6)) == ("moves", True)
    problem = response.get_json()
    assert problem["type"] == "urn:brehon:problem:too-costly"
    assert "0.05 seconds" in problem["detail"]


def game_log() -> dict[str, Any]:
    """Twenty moves that are legal: they are asked from the service itself."""
    client = limited()
    setup = {"players": ["ana", "bruno"], "seed": 7}
    moves: list[Any] = []
    while len(moves) < 20:
        state = client.post(address("replay"), json={"setup": setup, "moves": moves}).get_json()["state"]
        moves.append(client.post(address("legal-moves"), json={"state": state}).get_json()["moves"][0])
    return {"setup": setup, "moves": moves}


def test_a_list_of_moves_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from service.games.kingdomino.game import GAME as game

    def endless(*_: Any) -> Any:
        while True:
            yield {"type": "reveal"}

    monkeypatch.setitem(vars(game), "legal_moves", endless)
    response = limited(time_budget=0.05).post(address("legal-moves"), json={"state": WHOLE})
    assert pointers(response) == [""]
    assert response.get_json()["type"] == "urn:brehon:problem:too-costly"


def test_a_few_moves_that_take_long_to_find_are_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from service.games.kingdomino.game import GAME as game

    def slow(*_: Any) -> Any:
        for _move in range(50):
            ends = time.thread_time() + 0.02
            while time.thread_time() < ends:
                pass
            yield {"type": "reveal"}

    monkeypatch.setitem(vars(game), "legal_moves", slow)
    began = time.thread_time()
    response = limited(time_budget=0.05).post(address("legal-moves"), json={"state": WHOLE})
    assert response.status_code == 422
    assert response.get_json()["type"] == "urn:brehon:problem:too-costly"
    assert time.thread_time() - began < 0.9, "all moves were waited for"


def test_what_is_left_of_a_batch_is_refused_question_by_question(monkeypatch: pytest.MonkeyPatch) -> None:
    client = limited(time_budget=0.05)
    slow_game(monkeypatch, client.application, 0.02)
    answers = client.post("/v1/batch", json={"questions": [BATCH["questions"][0]] * 20}).get_json()["answers"]
    assert len(answers) == 20
    statuses = [answer["status"] for answer in answers]
    answered = statuses.count(200)
    assert 1 <= answered <= 5
    assert statuses == [200] * answered + [422] * (20 - answered)
    first = answers[answered]["body"]
    assert first["type"] == "urn:brehon:problem:too-costly"
    assert first["errors"][0]["pointer"] == f"/questions/{answered}"


def test_after_a_costly_question_the_next_has_all_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    client, log = limited(time_budget=0.05, cached_operations=()), game_log()
    with monkeypatch.context() as patched:
        slow_game(patched, client.application, 0.02)
        assert client.post(address("replay"), json=log).status_code == 422
    assert client.post(address("replay"), json=log).status_code == 200


def test_only_the_own_time_counts() -> None:
    """A thread that waits, or that others crowd out, has not computed."""
    client = limited(time_budget=0.05)
    busy = threading.Event()

    def spin() -> None:
        while not busy.is_set():
            sum(range(1000))

    crowd = [threading.Thread(target=spin) for _ in range(3)]
    for thread in crowd:
        thread.start()
    try:
        for _ in range(5):
            assert client.post(address("legal-moves"), json=QUESTIONS["legal-moves"]).status_code == 200
    finally:
        busy.set()
        for thread in crowd:
            thread.join()


def test_costly_questions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    client = limited(time_budget=1e-9)
    assert client.post(address("replay"), json=QUESTIONS["replay"]).status_code == 422
    assert 'brehon_limit_events_total{event="too_costly"} 1.0' in client.get("/metrics").get_data(as_text=True)


# ---------------------------------------------------------------- every list, text and number has an end


def requests_of(whole: dict[str, Any]) -> dict[str, dict[str, Any]]:
    schemas = {}
    for operations in whole["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict) and "requestBody" in operation:
                schemas[operation["operationId"]] = operation["requestBody"]["content"]["application/json"]["schema"]
    return schemas


def endless(schema: Any, components: dict[str, Any], place: str, seen: set[str]) -> list[str]:
    """The places of a schema at which something without an end may stand."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name in seen:
            return []
        seen.add(name)
        return endless(components[name], components, name, seen)
    endless_parts = []
    kinds = schema.get("type")
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        wanted = {
            "array": ("maxItems",),
            "string": ("maxLength", "enum", "const"),
            "integer": ("maximum", "exclusiveMaximum", "enum", "const"),
            "object": ("maxProperties", "properties"),
        }.get(kind or "", ())
        if wanted and not any(name in schema for name in wanted):
            endless_parts.append(f"{place}: {kind}")
        if (
            kind == "object"
            and schema.get("additionalProperties", False) not in (False, True)
            and "maxProperties" not in schema
        ):
            endless_parts.append(f"{place}: object")
    for name, inner in schema.get("properties", {}).items():
        endless_parts += endless(inner, components, f"{place}/{name}", seen)
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            endless_parts += endless(schema[name], components, f"{place}/{name}", seen)
    for name in ("anyOf", "oneOf", "prefixItems"):
        for inner in schema.get(name, ()):
            endless_parts += endless(inner, components, place, seen)
    return endless_parts


def test_whatever_a_question_holds_has_an_end(app: Flask) -> None:
    whole = document(app)
    components = whole["components"]["schemas"]
    unbounded: list[str] = []
    for name, schema in requests_of(whole).items():
        unbounded += endless(schema, components, name, set())
    allowed = {"BatchItem/body: object"}  # any question; it is held against that question's own schema
    assert sorted(set(unbounded) - allowed) == []


def test_a_limit_of_the_shapes_is_kept() -> None:
    """One by hand, so that the test above cannot lose its sense: a list that is one too long."""
    kingdom = [{"domino": 1, "x": 1, "y": 0, "to": "e"}] * 101
    response = limited().post(address("audit"), json={"state": {"players": [{"name": "ana", "kingdom": kingdom}]}})
    assert pointers(response) == ["/state/players/0/kingdom"]
    assert msgspec.json.decode(response.data)["status"] == 422


# ---------------------------------------------------------------- many keys


def post_keys(client: FlaskClient, path: str, document: Any) -> tuple[float, Any]:
    body = json.dumps(document).encode()
    began = time.thread_time()
    response = client.post(path, data=body, content_type="application/json")
    return time.thread_time() - began, response


@pytest.mark.parametrize("count", [99_000, 150_000])
@pytest.mark.parametrize("path", [address("audit"), "/v1/batch"])
def test_many_unknown_keys_are_refused_at_once(client: FlaskClient, path: str, count: int) -> None:
    many = {f"x{number}": 1 for number in range(count)}
    item = {"game": "kingdomino", "operation": "score", "body": {}, **many}
    for content in (many, {"state": many}, {"questions": [item]}):
        seconds, response = post_keys(client, path, content)
        assert response.status_code == 422
        assert seconds < 0.3, "50 ms on a quiet machine"
        assert len(response.data) < 5_000


def test_unknown_fields_are_reported_in_the_order_of_the_document(client: FlaskClient) -> None:
    unknown = ["zebra", "apple", "mango", "b", "a"]
    _, response = post_keys(client, address("audit"), {**dict.fromkeys(unknown, 1), "state": WHOLE})
    assert pointers(response) == [f"/{name}" for name in unknown]
    log = {"setup": {"players": ["ana", "bruno"], **dict.fromkeys(unknown, 1)}, "moves": []}
    _, response = post_keys(client, address("replay"), log)
    assert pointers(response) == [f"/setup/{name}" for name in unknown]


def test_a_wrong_value_among_many_keys_is_found_at_once(client: FlaskClient) -> None:
    """To find the key the rest of the state is converted again and again: it must not be once for each key."""
    many = {f"k{number}": 1 for number in range(60_000)}
    long_sheet = {"favours_used": ["f"] * 120, "gods": {f"g{number}": [1] * 40 for number in range(12)}}
    others = [{"name": name, **long_sheet} for name in ("bruno", "carla", "dario", "eva", "fidel")]
    state = {"players": [{"name": "ana", "settlements": {**many, "wrong": "x", "later": "x"}}, *others]}
    body = json.dumps({"state": state})
    with at_most():
        response = client.post("/v1/games/roll-and-raid/audit", data=body, content_type="application/json")
    assert pointers(response) == ["/state/players/0/settlements/wrong"]


ONES = b"1," * 980_000
LONG_BODIES = {
    "digits in a string": (b'{"state":{"players":[{"name":"' + b"0" * 150 + b'"}],"pile":[' + ONES + b"1]}}", None),
    "a long number at the end": (b'{"state":[' + ONES + b'1],"x":' + b"1" * 150 + b"}", "more than 100 digits"),
    "a key twice at the end": (b'{"state":[' + ONES + b'1],"x":1,"x":2}', "comes twice"),
    "nesting at the end": (b'{"state":[' + ONES + b'1],"x":' + b"[" * 40 + b"]" * 40 + b"}", "Nested too deeply"),
    "empty lists": (b'{"state":[' + b"[]," * 650_000 + b"[]]}", "Too many lists and objects"),
    "empty objects": (b'{"state":[' + b"{}," * 650_000 + b"{}]}", "Too many lists and objects"),
    "nested lists": (b'{"state":[' + b",".join([b"[" * 15 + b"]" * 15] * 60_000) + b"]}", "Too many lists"),
    "escapes": (b'{"state":[' + b'"\\n",' * 390_000 + b'""]}', None),
    "brackets in strings": (b'{"state":[' + b'"[",' * 480_000 + b'""]}', None),
}


@pytest.mark.parametrize("name", LONG_BODIES)
def test_long_bodies_are_refused_with_little_time_and_memory(client: FlaskClient, name: str) -> None:
    body, message = LONG_BODIES[name]
    with at_most(1.0):
        response = client.post("/v1/games/kingdomino/audit", data=body, content_type="application/json")
    assert response.status_code == 422
    if message is not None:
        assert message in response.get_json()["detail"]
    tracemalloc.start()
    try:
        client.post("/v1/games/kingdomino/audit", data=body, content_type="application/json")
        assert tracemalloc.get_traced_memory()[1] < 32 * 1024 * 1024
    finally:
        tracemalloc.stop()


def test_digits_in_strings_are_no_numbers() -> None:
    limits = BodyLimits(digits=3)
    assert fields_of(b'{"a": "12345", "b\\"12345": 123, "c": ["\\\\", 123]}', limits)
    for body in (b'{"a": 1234}', b'{"a": "12345", "b": [1, 1234]}', b'{"a": "\\"", "b": 12345}'):
        with pytest.raises(Malformed, match="more than 3 digits"):
            fields_of(body, limits)
