"""The service connects to nobody: whatever addresses a question holds, none of them is opened."""

import json
import re
import socket
from typing import Any

import pytest

from service.app import create_app
from service.settings import Settings
from tests.api.questions import PAGES, POSTS
from tests.qa.fuzz.checking import send
from tests.qa.fuzz.generator import Request, request_of

ADDRESSES = (
    "http://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    "//evil.example",
    "gopher://127.0.0.1:6379/_X",
)


@pytest.fixture
def outgoing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was tried; and it fails."""
    tried: list[str] = []

    def refuse(*arguments: Any, **_: Any) -> None:
        tried.append(repr(arguments))
        raise OSError("no way out")

    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    return tried


def test_no_question_makes_the_service_connect_anywhere(outgoing: list[str]) -> None:
    app = create_app(Settings(log_requests=False, rate_limit="off"))
    for path, question in POSTS.items():
        body = json.dumps(question)
        for text in sorted(set(re.findall(r'"[^"]*"', body)))[:40]:
            for address in ADDRESSES:
                sent = body.replace(text, json.dumps(address)).encode()
                reply = send(app, Request("POST", path, "", {"CONTENT_TYPE": "application/json"}, sent))
                assert reply.status < 500
    for page in PAGES:
        assert send(app, Request("GET", page.partition("?")[0], "q=http://evil.example/", {}, b"")).status < 500
    for number in range(300):
        send(app, request_of(number))
    assert outgoing == []


def test_the_watch_would_see_it(outgoing: list[str]) -> None:
    """Else the test above could not fail."""
    with pytest.raises(OSError, match="no way out"):
        socket.create_connection(("127.0.0.1", 9))
    assert len(outgoing) == 1
