"""Whatever bytes arrive, the answer is JSON or a problem document, and never a 5xx.

First a list of bodies that have broken servers before, then bodies that Hypothesis makes: any bytes, any JSON, and
real questions with parts deleted, replaced and doubled.
"""

import copy
import json
import random
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from service.app import create_app
from service.settings import Settings
from tests.api.questions import POSTS, QUESTIONS, WHOLE, address
from tests.games.kingdomino.tables import finished, first_round, squares
from tests.pictures import check

EVERY_POST = pytest.mark.parametrize("path", POSTS)
JSON = "application/json"
MEGABYTE = 1024 * 1024
LIMIT = Settings().body_limit


def any_of(bodies: dict[str, bytes]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("body", bodies.values(), ids=bodies)


fuzzed = settings(
    derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def send(client: FlaskClient, path: str, body: bytes, content_type: str = JSON) -> TestResponse:
    """Send a body; whatever it is, the answer has to be one that a client can read."""
    response = client.post(path, data=body, content_type=content_type)
    assert response.status_code < 500, (path, body[:300], response.get_data(as_text=True))
    picture = path.endswith("/diagram") and response.status_code == 200
    expected = "image/svg+xml" if picture else JSON if response.status_code == 200 else "application/problem+json"
    assert response.content_type == expected, (path, body[:300])
    if picture:
        check(response.get_data())
    else:
        assert isinstance(response.get_json(), dict)
    return response


# ---------------------------------------------------------------- a list of bad bodies


def encoded(path: str) -> bytes:
    return json.dumps(POSTS[path]).encode()


def doubled(path: str) -> bytes:
    """Every key of the body twice, the second time with null."""
    parts = [f"{json.dumps(key)}:{json.dumps(value)}" for key, value in POSTS[path].items()]
    return ("{" + ",".join(part + "," + part.partition(":")[0] + ":null" for part in parts) + "}").encode()


NOT_JSON = {
    "empty": b"",
    "white space": b" \n\t ",
    "NUL": b"\x00",
    "NaN": b"NaN",
    "infinity": b"-Infinity",
    "too large a number": b"1e999",
    "single quotes": b"{'state': {}}",
    "trailing comma": b'{"state": {},}',
    "comment": b'{"state": {} /* all of it */}',
    "two documents": b"{}{}",
    "lone surrogate": rb'"\ud800"',
    "broken escape": rb'"\u12"',
    "control character": b'"a\nb"',
    "invalid UTF-8": b'"\xff\xfe"',
    "overlong UTF-8": b'"\xc0\xaf"',
    "UTF-16": '{"state": {}}'.encode("utf-16"),
    "UTF-32": '{"state": {}}'.encode("utf-32"),
    "byte order mark": b'\xef\xbb\xbf{"state": {}}',
    "open brackets": b"[" * 100_000,
    "open braces": b'{"a":' * 100_000,
    "gzip": b"\x1f\x8b\x08\x00\x00\x00\x00\x00",
}


BAD_TEXTS = {
    "invalid UTF-8": b'"\xff\xfe"',
    "overlong UTF-8": b'"\xc0\xaf"',
    "surrogate in UTF-8": b'"\xed\xa0\x80"',
    "half a character": b'"\xc3"',
    "lone surrogate": rb'"\ud800"',
    "surrogates in the wrong order": rb'"\udc00\ud800"',
    "half an escape": rb'"\ud800\u00"',
    "control character": b'"\x01"',
}


@any_of(NOT_JSON)
def test_what_is_not_json_cannot_be_read(client: FlaskClient, body: bytes) -> None:
    """A body that begins as something else than an object may be refused for that alone: a 422."""
    for path in POSTS:
        assert send(client, path, body).status_code in (400, 422)


@any_of(NOT_JSON)
def test_a_part_that_is_not_json_cannot_be_read(client: FlaskClient, body: bytes) -> None:
    """The same inside an object, under every name that the question has, and under one that it has not."""
    for path, question in POSTS.items():
        for name in [*question, "more"]:
            assert send(client, path, b'{"%s": %s}' % (name.encode(), body)).status_code in (400, 422)


@any_of(NOT_JSON)
def test_an_unknown_part_that_is_not_json_cannot_be_read(client: FlaskClient, body: bytes) -> None:
    """Behind a question that is complete."""
    for path in POSTS:
        assert send(client, path, encoded(path)[:-1] + b', "more": %s}' % body).status_code in (400, 422)


@any_of(NOT_JSON)
def test_a_name_that_is_not_json_cannot_be_read(client: FlaskClient, body: bytes) -> None:
    for path in POSTS:
        assert send(client, path, b"{%s: 1}" % body).status_code in (400, 422)


@any_of(BAD_TEXTS)
def test_a_text_that_is_no_text_cannot_be_read(client: FlaskClient, body: bytes) -> None:
    """In the place of every text of a question, be it a value or a name."""
    for path in POSTS:
        question = encoded(path)
        texts = sorted(set(re.findall(rb'"[^"]*"', question)))
        for text in texts:
            assert send(client, path, question.replace(text, body, 1)).status_code in (400, 422), text


NO_QUESTIONS = {
    "null": b"null",
    "true": b"true",
    "number": b"-0",
    "huge integer": b"9" * 400,
    "integer of 5,000 digits": b"9" * 5_000,
    "tiny number": b"1e-999",
    "string": b'"state"',
    "empty string": b'""',
    "array": b"[]",
    "array of objects": b"[{}]",
    "empty object": b"{}",
    "empty name": b'{"": ""}',
    "NUL in a name": rb'{"\u0000": 1}',
    "megabyte string": b'"' + b"a" * MEGABYTE + b'"',
    "megabyte name": b'{"' + b"a" * MEGABYTE + b'": 1}',
    "many names": json.dumps({str(n): n for n in range(2_000)}).encode(),
    "proto": b'{"__proto__": {}, "constructor": {}, "__class__": {}}',
    "deep but closed": b"[" * 100_000 + b"]" * 100_000,
    "deep object": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
}


@any_of(NO_QUESTIONS)
def test_json_that_is_no_question_is_refused(client: FlaskClient, body: bytes) -> None:
    for path in POSTS:
        assert send(client, path, body).status_code in (400, 422)


@any_of(NO_QUESTIONS)
def test_a_part_that_is_no_question_is_refused(client: FlaskClient, body: bytes) -> None:
    for path, question in POSTS.items():
        for name in question:
            assert send(client, path, b'{"%s": %s}' % (name.encode(), body)).status_code in (400, 422)


@pytest.mark.parametrize("depth", [10, 100, 500, 900, 1_000, 2_000, 10_000])
def test_a_part_may_be_nested_at_any_depth(client: FlaskClient, depth: int) -> None:
    """Around the depths at which one layer gives up and another does not."""
    for path, question in POSTS.items():
        for name in [*question, "more"]:
            deep = b'{"%s": %s}' % (name.encode(), b'{"a":[' * depth + b"]}" * depth)
            assert send(client, path, deep).status_code in (400, 422)


@pytest.mark.parametrize("depth", [100, 900, 1_000, 10_000])
def test_a_question_of_a_batch_may_be_nested_at_any_depth(client: FlaskClient, depth: int) -> None:
    body = b'{"state": %s}' % (b"[" * depth + b"]" * depth)
    item = b'{"game": "kingdomino", "operation": "score", "body": %s}' % body
    answered = send(client, "/v1/batch", b'{"questions": [%s]}' % item)
    if answered.status_code == 200:
        assert answered.get_json()["answers"][0]["status"] in (400, 422)


@EVERY_POST
def test_a_key_that_comes_twice_is_refused(client: FlaskClient, path: str) -> None:
    assert send(client, path, doubled(path)).status_code == 422


@EVERY_POST
def test_a_truncated_question_is_refused_wherever_it_ends(client: FlaskClient, path: str) -> None:
    body = encoded(path)
    for end in range(0, len(body), max(1, len(body) // 60)):
        assert send(client, path, body[:end]).status_code in (400, 422), end


@EVERY_POST
def test_json_is_utf_8_whatever_the_charset_says(client: FlaskClient, path: str) -> None:
    plain = send(client, path, encoded(path))
    assert plain.status_code == 200
    for charset in ("utf-16", "latin-1", "no-such-charset", "", '"'):
        labelled = send(client, path, encoded(path), f"{JSON}; charset={charset}")
        assert labelled.status_code == 200, charset
        assert labelled.data == plain.data, charset


@pytest.mark.parametrize("charset", ["utf-16", "utf-32"])
def test_a_question_in_another_encoding_is_refused(client: FlaskClient, charset: str) -> None:
    for path, question in POSTS.items():
        body = json.dumps(question).encode(charset)
        assert send(client, path, body, f"{JSON}; charset={charset}").status_code in (400, 422), path


@EVERY_POST
def test_a_body_of_any_size_is_answered(client: FlaskClient, path: str) -> None:
    for size in (MEGABYTE, LIMIT - 1, LIMIT, LIMIT + 1, LIMIT + MEGABYTE):
        refused = send(client, path, b'"' + b"a" * (size - 2) + b'"')
        assert refused.status_code == (413 if size > LIMIT else 422), size


# ---------------------------------------------------------------- bodies that Hypothesis makes

PATHS = st.sampled_from(sorted(POSTS))
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-100, 100)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(["?", "ana", "e", "base", "place", "kingdomino", "es", "play", "first-round", "over"])
)
NAMES = st.text(max_size=10) | st.sampled_from(
    [
        "state",
        "move",
        "players",
        "name",
        "kingdom",
        "squares",
        "domino",
        "x",
        "y",
        "to",
        "type",
        "options",
        "pack",
        "pile",
    ]
)
ANY_JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES, inner, max_size=5), max_leaves=20
)


@pytest.fixture(scope="module")
def own_app() -> Flask:
    """Without a cache: every question is really answered."""
    return create_app(Settings(log_requests=False, rate_limit="off", cached_operations=()))


@fuzzed
@given(path=PATHS, body=st.binary(max_size=300), content_type=st.sampled_from([JSON, "application/x+json"]))
def test_any_bytes_are_answered(own_app: Flask, path: str, body: bytes, content_type: str) -> None:
    send(own_app.test_client(), path, body, content_type)


@fuzzed
@given(path=PATHS, body=ANY_JSON)
def test_any_json_is_answered(own_app: Flask, path: str, body: Any) -> None:
    send(own_app.test_client(), path, json.dumps(body).encode())


@fuzzed
@given(path=PATHS, body=st.dictionaries(NAMES, ANY_JSON, max_size=4))
def test_any_parts_are_answered(own_app: Flask, path: str, body: dict[str, Any]) -> None:
    """Known names with any content."""
    send(own_app.test_client(), path, json.dumps({**POSTS[path], **body}).encode())


TABLES = [WHOLE, first_round(2), first_round(3), finished(2), finished(4)]
SEEDS: list[tuple[str, dict[str, Any]]] = [
    *POSTS.items(),
    *(
        (address(operation), {**QUESTIONS[operation], "state": table})
        for operation in ("validate", "legal-moves", "audit", "score", "view")
        for table in TABLES
    ),
    (address("score"), {"games": [finished(2)] * 3}),
    (
        address("audit"),
        {"state": {"players": [{"name": "ana", "squares": squares("wheat1 1,0; wheat 2,0; lake 0,1; lake1 0,2")}]}},
    ),
]


def places(document: Any, steps: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside a document."""
    inner = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    deeper = []
    for key, value in inner:
        deeper += [(*steps, key), *places(value, (*steps, key))]
    return deeper


def spoilt(question: dict[str, Any], chance: random.Random, content: list[Any], times: int) -> dict[str, Any]:
    """The question with a few of its values deleted, replaced, doubled, exchanged or nudged."""
    changed = copy.deepcopy(question)
    for _ in range(times):
        all_steps = places(changed)
        if not all_steps:
            break
        *outer, last = chance.choice(all_steps)
        around = changed
        for step in outer:
            around = around[step]
        match chance.choice(["delete", "replace", "double", "exchange", "nudge"]):
            case "delete":
                del around[last]
            case "replace":
                around[last] = copy.deepcopy(chance.choice(content))
            case "double" if isinstance(around, list):
                around.insert(last, copy.deepcopy(around[last]))
            case "exchange":
                *other_outer, other_last = chance.choice(all_steps)
                other: Any = question
                try:
                    for step in [*other_outer, other_last]:
                        other = other[step]
                except (KeyError, IndexError, TypeError):
                    continue
                around[last] = copy.deepcopy(other)
            case _ if type(around[last]) is int:
                around[last] += chance.choice([-2, -1, 1, 2])
    return changed


@settings(fuzzed, max_examples=400)
@given(
    seed=st.sampled_from(range(len(SEEDS))),
    chance=st.integers(0, 2**32),
    content=st.lists(SCALARS | ANY_JSON, min_size=1, max_size=3),
    times=st.integers(1, 4),
)
def test_a_spoilt_question_is_answered(
    own_app: Flask, seed: int, chance: int, content: list[Any], times: int
) -> None:
    path, question = SEEDS[seed]
    body = spoilt(question, random.Random(chance), content, times)
    send(own_app.test_client(), path, json.dumps(body).encode())
