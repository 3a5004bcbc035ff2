"""Whatever is asked, the log holds no state, no name, no card, no key and no address: bad requests of every game."""

import json
import logging
import re

import pytest
from flask import Flask

from service.app import create_app
from service.settings import Settings
from tests.api.questions import POSTS
from tests.qa.fuzz.checking import send
from tests.qa.fuzz.generator import METHODS, Request, request_of

REQUESTS = 1_500
SECRET = "Guinevere-of-Cameliard"
FORMS = {
    "request_id": r"[A-Za-z0-9._-]{1,64}",
    "method": "|".join(("POST", *METHODS)),
    "route": r"/[\w/<>:.-]*|None",
    "status": r"[2-5]\d\d",
    "ms": r"[\d.e-]+",
    "bytes_in": r"\d+",
    "bytes_out": r"\d+",
    "case_id": r"[0-9a-f]{24}",
    "cache": "memory|redis|miss|off",
    "trace_id": r"[0-9a-f]{32}",
}
"""All that a line may hold: nothing here has room for what a client made up."""


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(Settings(rate_limit="off"))


def test_every_line_has_room_for_nothing_but_figures(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for number in range(REQUESTS):
            send(app, request_of(number))
    assert len(caplog.records) == REQUESTS, "one line for each, and no word besides"
    for record in caplog.records:
        line = json.loads(record.getMessage())
        assert set(line) <= set(FORMS)
        for name, value in line.items():
            assert re.fullmatch(FORMS[name], str(value)), (name, value)


@pytest.mark.parametrize("path", POSTS)
def test_a_name_is_in_the_answer_and_not_in_the_log(app: Flask, path: str, caplog: pytest.LogCaptureFixture) -> None:
    """In place of every text of a question, one after the other, and as a key."""
    body = json.dumps(POSTS[path])
    texts = sorted(set(re.findall(r'"[^"]*"', body)))
    seen = 0
    with caplog.at_level(logging.DEBUG):
        for text in texts:
            sent = body.replace(text, f'"{SECRET}"').encode()
            reply = send(app, Request("POST", path, "", {"CONTENT_TYPE": "application/json"}, sent))
            seen += SECRET.encode() in reply.body
        send(app, Request("POST", path, f"{SECRET}={SECRET}", {"HTTP_COOKIE": SECRET, "HTTP_REFERER": SECRET}, b""))
        send(app, Request("POST", f"{path}/{SECRET}", "", {"HTTP_USER_AGENT": SECRET}, b""))
    assert len(caplog.records) == len(texts) + 2
    assert seen > 0, "the secret was nowhere to be seen: nothing was shown"
    assert SECRET not in caplog.text
