"""Headers that are ready are sent as they are: they have to be what gunicorn would have made of them."""

import json
import time
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from gunicorn.http.errors import InvalidResponseHeader
from gunicorn.http.wsgi import Response

from service.api.ready import Ready
from service.app import create_app
from service.settings import Settings
from service.worker import Reply
from tests.api.questions import POSTS
from tests.qa.fuzz.checking import environ_of
from tests.qa.fuzz.generator import JSON, Request


@pytest.fixture(scope="module")
def limited() -> Flask:
    """With everything that adds headers."""
    return create_app(Settings(log_requests=False, rate_limit="100000/minute", rate_store="memory"))


def headers_of(app: Flask, path: str, **more: str) -> Any:
    request = Request("POST", path, "", {"CONTENT_TYPE": JSON, **more}, json.dumps(POSTS[path]).encode())
    told: list[Any] = []
    b"".join(app.wsgi_app(environ_of(request), lambda status, headers, *_: told.append(headers)))  # type: ignore[arg-type]
    return told[-1]


@pytest.mark.parametrize("path", sorted(set(POSTS) - {"/v1/batch"}))
@pytest.mark.parametrize("language", ["en", "pl"])
def test_gunicorn_would_send_them_as_they_are(limited: Flask, path: str, language: str) -> None:
    headers = headers_of(limited, path, HTTP_ACCEPT_LANGUAGE=language, HTTP_X_REQUEST_ID="mine-1")
    assert type(headers) is Ready
    assert "RateLimit" in dict(headers)
    ours, theirs = Reply(None, None, None), Response(None, None, None)
    ours.process_headers(headers)
    theirs.process_headers(list(headers))
    assert list(ours.headers) == theirs.headers
    assert ours.response_length == theirs.response_length
    assert ours.upgrade == theirs.upgrade


def test_an_id_that_could_break_out_of_its_header_is_not_taken_over(limited: Flask) -> None:
    path = next(iter(POSTS))
    headers = dict(headers_of(limited, path, HTTP_X_REQUEST_ID="a\r\nSet-Cookie: b"))
    assert "\r" not in headers["X-Request-Id"]


def test_all_others_are_still_looked_at() -> None:
    with pytest.raises(InvalidResponseHeader):
        Reply(None, None, None).process_headers([("X-Test", "a\r\nb")])


class Wire:
    """A socket that keeps what is sent, call by call."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def sendall(self, data: bytes) -> None:
        self.sent.append(bytes(data))


def sent_by(
    kind: Any, headers: list[tuple[str, str]], *pieces: bytes, method: str = "POST", closes: bool = False
) -> list[bytes]:
    wire = Wire()
    asked = SimpleNamespace(method=method, version=(1, 1), should_close=lambda: closes)
    reply = kind(asked, wire, SimpleNamespace(protocol="http"))
    reply.start_response("200 OK", headers)
    for piece in pieces:
        reply.write(piece)
    reply.close()
    return wire.sent


@pytest.fixture(autouse=True)
def a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """One and the same for all dates."""
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.9)


HEADERS = [("Content-Type", JSON), ("Content-Length", "4"), ("X-Request-Id", "mine")]


def test_an_answer_known_whole_is_sent_in_one_go() -> None:
    (ours,) = sent_by(Reply, Ready(HEADERS, 4), b"true")
    head, body = sent_by(Response, HEADERS, b"true")
    assert ours == head + body
    assert b"\r\nDate: Tue, 14 Nov 2023 22:13:20 GMT\r\n" in ours


def test_the_last_on_a_connection_says_so() -> None:
    (ours,) = sent_by(Reply, Ready(HEADERS, 4), b"true", closes=True)
    head, body = sent_by(Response, HEADERS, b"true", closes=True)
    assert ours == head + body
    assert b"\r\nConnection: close\r\n" in ours


@pytest.mark.parametrize("pieces", [(b"tr", b"ue"), (b"true", b"r"), (b"truer",), (b"tru",), ()])
def test_one_that_comes_otherwise_is_sent_as_gunicorn_does(pieces: tuple[bytes, ...]) -> None:
    ours, theirs = sent_by(Reply, Ready(HEADERS, 4), *pieces), sent_by(Response, HEADERS, *pieces)
    assert b"".join(ours) == b"".join(theirs)


def test_no_body_where_none_was_asked_for() -> None:
    (ours,) = sent_by(Reply, Ready(HEADERS, 4), b"true", method="HEAD")
    (theirs,) = sent_by(Response, HEADERS, b"true", method="HEAD")
    assert ours == theirs


def test_headers_of_others_go_before_their_body_as_ever() -> None:
    assert sent_by(Reply, list(HEADERS), b"true") == sent_by(Response, list(HEADERS), b"true")
