"""Headers that are ready are sent as they are: they have to be what gunicorn would have made of them."""

import json
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
from tests.wicked.checking import environ_of
from tests.wicked.generator import JSON, Request


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
