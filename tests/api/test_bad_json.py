"""JSON that its grammar allows and a judge must not: each kind has one clear answer, the same on both ways.

``tests/contract/test_raw_bodies`` sends far more of it and asks for less: no 5xx.
"""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.questions import BATCH, POSTS, QUESTIONS, SMALL, address
from tests.contract.test_raw_bodies import places

EVERY_POST = pytest.mark.parametrize("path", POSTS)
JSON = "application/json"


def send(client: FlaskClient, path: str, body: bytes | str, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(path, data=body, content_type=JSON, headers=named)


def problem(response: Any) -> tuple[int, str, list[str]]:
    assert response.content_type == "application/problem+json", response.get_data(as_text=True)
    document = response.get_json()
    assert document["status"] == response.status_code
    return response.status_code, document["detail"], [error["pointer"] for error in document.get("errors", [])]


# ---------------------------------------------------------------- a key that comes twice


class Doubled(dict[str, Any]):
    """Written by ``json`` with one key twice, the same value both times."""

    def __init__(self, content: dict[str, Any], key: str) -> None:
        super().__init__(content)
        self.key = key

    def items(self) -> Any:
        return [(key, value) for key, value in super().items() for _ in range(1 + (key == self.key))]


def with_doubled(document: Any, steps: tuple[Any, ...]) -> Any:
    """A copy in which the key at the end of the way comes twice."""
    *outer, key = steps
    if not outer:
        return Doubled(document, key)
    first, rest = outer[0], steps[1:]
    if isinstance(document, list):
        return [with_doubled(part, rest) if number == first else part for number, part in enumerate(document)]
    return {name: with_doubled(part, rest) if name == first else part for name, part in document.items()}


def pointer_of(steps: tuple[Any, ...]) -> str:
    return "".join(f"/{step}" for step in steps)


@EVERY_POST
def test_a_key_that_comes_twice_is_refused_wherever_it_stands(client: FlaskClient, path: str) -> None:
    """Even with the same value: a client that writes keys twice may do it with another value next time."""
    keys = [steps for steps in places(POSTS[path]) if isinstance(steps[-1], str)]
    for steps in keys[:: max(1, len(keys) // 40)]:
        body = json.dumps(with_doubled(POSTS[path], steps))
        status, detail, pointers = problem(send(client, path, body))
        assert (status, pointers) == (422, [pointer_of(steps)])
        assert "comes twice" in detail


def test_the_second_value_does_not_win(client: FlaskClient) -> None:
    """What made a ruling turn on the parser: the domino of the move, sent as 5 and as 6."""
    body = json.dumps(
        {"state": SMALL, "move": {"type": "place", "player": "ana", "domino": 5, "x": 3, "y": 1, "to": "n"}}
    )
    twice_told = body.replace('"domino": 5,', '"domino": 5, "domino": 6,')
    assert twice_told != body
    assert problem(send(client, address("validate"), twice_told))[2] == ["/move/domino"]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (('"x": 1,', '"x": 1, "\\u0078": 1,'), "/state/players/0/kingdom/0/x"),  # the same key, written otherwise
        (('"name": "ana"', '"name": "an\\u003aa", "name": "ana"'), "/state/players/0/name"),  # a colon in disguise
        (('"name": "ana"', '"name": "a:::b", "name": "ana"'), "/state/players/0/name"),
        (('"kingdom"', '"kingdom": [], "kingdom"'), "/state/players/0/kingdom"),
        (('"state"', '"state": {"players": [{"name": "zoe"}]}, "state"'), "/state"),
    ],
)
def test_a_key_that_comes_twice_cannot_hide(client: FlaskClient, change: tuple[str, str], pointer: str) -> None:
    body = json.dumps({"state": SMALL, "claimed": {"ana": 3}})
    spoilt = body.replace(*change)
    assert spoilt != body
    assert problem(send(client, address("score"), spoilt))[::2] == (422, [pointer])


def test_a_key_left_out_does_not_make_up_for_one_that_comes_twice(client: FlaskClient) -> None:
    """The counts would agree: one square has its crowns twice, the other leaves them out."""
    squares = '[{"x":1,"y":0,"terrain":"lake","crowns":1,"crowns":0},{"x":2,"y":0,"terrain":"lake"}]'
    body = '{"state":{"players":[{"name":"ana","squares":' + squares + "}]}}"
    assert problem(send(client, address("score"), body))[2] == ["/state/players/0/squares/0/crowns"]


def test_a_name_that_comes_twice_is_refused_too(client: FlaskClient) -> None:
    body = json.dumps({"state": SMALL})[:-1] + ', "claimed": {"ana": 3, "ana": 4}}'
    assert problem(send(client, address("score"), body))[2] == ["/claimed/ana"]


def test_in_a_batch_too(client: FlaskClient) -> None:
    body = json.dumps(BATCH).replace('"operation": "score"', '"operation": "validate", "operation": "score"')
    assert problem(send(client, "/v1/batch", body))[2] == ["/questions/1/operation"]


WAYS_TO_WRITE = {
    "as json writes it": lambda question: json.dumps(question),
    "compact": lambda question: json.dumps(question, separators=(",", ":")),
    "in lines": lambda question: json.dumps(question, indent=2),
    "in ASCII": lambda question: json.dumps(question, ensure_ascii=True),
    "sorted": lambda question: json.dumps(question, sort_keys=True),
    "with a name of colons": lambda question: json.dumps(question).replace('"ana"', '"a: \\"n\\": a"'),
    "with a name of blanks": lambda question: json.dumps(question).replace('"ana"', '"a  n  a"'),
    "with escaped keys": lambda question: json.dumps(question).replace('"state"', '"st\\u0061te"'),
}


@pytest.mark.parametrize("write", WAYS_TO_WRITE.values(), ids=WAYS_TO_WRITE)
def test_nobody_is_refused_for_another_formatting(client: FlaskClient, write: Any) -> None:
    for path, question in POSTS.items():
        assert send(client, path, write(question)).status_code == 200, path


# ---------------------------------------------------------------- numbers

NUMBERS = {
    "beyond 64 bits": "1" + "0" * 30,
    "four hundred digits": "9" * 400,
    "five thousand digits": "9" * 5_000,
    "a hundred thousand digits": "9" * 100_000,
    "with a point": "5.5",
    "with an exponent": "5e300",
    "beyond all": "1e999",
    "NaN": "NaN",
    "Infinity": "Infinity",
    "-Infinity": "-Infinity",
    "hexadecimal": "0x5",
    "with a leading zero": "05",
    "with a plus": "+5",
    "as a text": '"5"',
    "as a truth": "true",
}


@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
def test_a_number_that_is_none_here_is_refused_with_its_place(client: FlaskClient, number: str) -> None:
    body = json.dumps({"state": SMALL, "move": {"type": "discard", "player": "ana", "domino": 5}})
    response = send(client, address("validate"), re.sub(r'"domino": 5\b', f'"domino": {number}', body))
    status, _, pointers = problem(response)
    assert status in (400, 422)
    assert status == 400 or pointers[0] in ("/move/domino", "/move")


@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
def test_neither_is_it_a_seed(client: FlaskClient, number: str) -> None:
    body = '{"players": ["ana", "bruno"], "seed": ' + number + "}"
    status, _, pointers = problem(send(client, address("setup"), body))
    assert status == 400 or pointers == ["/seed"]


# ---------------------------------------------------------------- texts

TEXTS = {
    "lone surrogate": (rb'"\ud800"', 400),
    "surrogates in the wrong order": (rb'"\udc00\ud800"', 400),
    "invalid UTF-8": (b'"\xff"', 400),
    "latin-1": ('"é"'.encode("latin-1"), 400),
    "control character": (b'"\x01"', 400),
    "raw NUL": (b'"\x00"', 400),
    "megabyte": (b'"' + b"a" * 1024 * 1024 + b'"', 422),
    "41 characters": (b'"' + b"a" * 41 + b'"', 422),
    "empty": (b'""', 422),
}


@pytest.mark.parametrize(("text", "status"), TEXTS.values(), ids=TEXTS)
def test_a_name_that_is_none_is_refused(client: FlaskClient, text: bytes, status: int) -> None:
    body = json.dumps({"state": SMALL}).encode().replace(b'"ana"', text)
    answered, detail, pointers = problem(send(client, address("audit"), body))
    assert answered in (status, 422)
    assert len(detail) < 700
    if answered == 422:
        assert pointers in (["/state/players/0/name"], ["/state"])


def test_nul_in_a_name_is_a_character_like_any_other(client: FlaskClient) -> None:
    """It goes through no C string here, so nothing is cut off behind it."""
    body = json.dumps({"state": SMALL}).replace('"ana"', r'"an\u0000a"')
    answer = send(client, address("score"), body)
    assert answer.status_code == 200
    assert answer.get_json()["players"][0]["name"] == "an\0a"


# ---------------------------------------------------------------- encodings of the whole body


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "cp037"])
def test_a_body_that_is_not_utf_8_cannot_be_read(client: FlaskClient, encoding: str) -> None:
    body = json.dumps(QUESTIONS["score"]).encode(encoding)
    status, detail, _ = problem(send(client, address("score"), body))
    assert status in (400, 422)
    assert detail


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "identity, gzip", "GZIP", "x-none"])
def test_a_packed_body_is_not_unpacked(client: FlaskClient, encoding: str) -> None:
    """However small it is: what is in it is not looked at, so no few bytes become gigabytes here."""
    response = send(client, address("score"), json.dumps(QUESTIONS["score"]), Content_Encoding=encoding)
    status, detail, _ = problem(response)
    assert (status, encoding in detail) == (415, True)
    assert response.headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize("encoding", ["", "identity", "Identity"])
def test_a_body_that_says_it_is_not_packed_is_read(client: FlaskClient, encoding: str) -> None:
    body = json.dumps(QUESTIONS["score"])
    assert send(client, address("score"), body, Content_Encoding=encoding).status_code == 200


# ---------------------------------------------------------------- methods in disguise


@pytest.mark.parametrize("name", ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])
def test_a_method_is_the_one_that_was_sent(client: FlaskClient, name: str) -> None:
    for method in ("DELETE", "POST", "GET"):
        assert client.get("/v1/games", headers={name: method}).status_code == 200
        assert client.get(address("score"), headers={name: method}).status_code == 405
        assert client.post(address("score"), json=QUESTIONS["score"], headers={name: method}).status_code == 200


def test_nor_does_a_parameter_change_it(client: FlaskClient) -> None:
    response = client.post(f"{address('score')}?_method=GET", json=QUESTIONS["score"])
    assert response.status_code == 422
    assert response.get_json()["errors"][0]["parameter"] == "_method"


# ---------------------------------------------------------------- headers for browsers

STRICT = "default-src 'none'; frame-ancestors 'none'"


@pytest.mark.parametrize("path", [*POSTS, "/v1/games", "/healthz", "/openapi.json", "/metrics", "/nowhere"])
def test_an_answer_is_data_and_no_page(client: FlaskClient, path: str) -> None:
    response = client.post(path, json=POSTS[path]) if path in POSTS else client.get(path)
    assert response.headers.getlist("Content-Security-Policy") == [STRICT]
    assert response.headers.getlist("X-Content-Type-Options") == ["nosniff"]


def test_the_documentation_may_run_its_own_scripts_and_nobody_elses(client: FlaskClient) -> None:
    headers = client.get("/docs/").headers
    (policy,) = headers.getlist("Content-Security-Policy")
    assert policy.startswith("default-src 'self'")
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy
    assert headers["Referrer-Policy"] == "no-referrer"


def test_nothing_shows_what_the_service_is_made_of(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """No stack trace, no file, no class, not even for a fault of ours."""

    def broken(*_: Any) -> None:
        raise RuntimeError("a secret in /srv/brehon/service.py")

    monkeypatch.setattr("service.api.routes.questions.BodyAnswerer.answer", broken)
    response = client.post(address("score"), json=QUESTIONS["score"])
    assert response.status_code == 500
    text = response.get_data(as_text=True)
    for word in ("secret", "Traceback", "RuntimeError", ".py", "flask", "msgspec"):
        assert word not in text
    assert "Server" not in response.headers
