"""Two ways to the same answer: past Flask, and through it.

``?lang=`` in the address makes a request unusual, so that it goes the long way.
"""

import logging
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api import express
from tests.api.questions import POSTS, QUESTIONS, address

EVERY_QUESTION = pytest.mark.parametrize("path", [path for path in POSTS if path != "/v1/batch"])
VARYING = ("X-Request-Id", "Server-Timing", "Brehon-Cache", "Date")


def told(response: Any) -> tuple[int, bytes, dict[str, str]]:
    return response.status_code, response.data, {k: v for k, v in response.headers.items() if k not in VARYING}


@pytest.fixture
def long_ways(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the requests that reach Flask."""
    reached: list[str] = []
    app = client.application
    monkeypatch.setattr(app, "dispatch_request", lambda: (reached.append("x"), type(app).dispatch_request(app))[1])
    return reached


@EVERY_QUESTION
@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_both_ways_give_the_same_bytes_and_headers(
    client: FlaskClient, long_ways: list[str], path: str, language: str
) -> None:
    short = client.post(path, json=POSTS[path], headers={"Accept-Language": language})
    assert long_ways == []
    long = client.post(f"{path}?lang={language}", json=POSTS[path])
    assert long_ways == ["x"]
    assert told(short) == told(long)


@pytest.mark.parametrize(
    ("headers", "query"),
    [
        ({"Content-Type": "application/json; charset=utf-8"}, ""),
        ({"Content-Type": "application/vnd.brehon+json"}, ""),
        ({"Content-Type": "application/json"}, "?lang=es"),
    ],
)
def test_what_is_unusual_goes_the_long_way(
    client: FlaskClient, long_ways: list[str], headers: dict[str, str], query: str
) -> None:
    import json

    body = json.dumps(QUESTIONS["score"])
    assert client.post(address("score") + query, data=body, headers=headers).status_code == 200
    assert long_ways == ["x"]


def test_a_refusal_is_told_by_the_long_way(client: FlaskClient, long_ways: list[str]) -> None:
    response = client.post(address("validate"), json={"state": {}, "move": {}})
    assert response.status_code == 422
    assert response.content_type == "application/problem+json"
    assert long_ways == ["x"]


def test_a_fault_of_ours_is_logged_once_and_answered(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(express, "answer_body", broken)
    monkeypatch.setattr("service.api.questions.answer_body", broken)
    with caplog.at_level(logging.ERROR, logger="brehon"):
        response = client.post(address("validate"), json=QUESTIONS["validate"])
    assert response.status_code == 500
    assert response.get_json()["type"] == "urn:brehon:problem:internal"
    assert sum("fault of ours" in record.message for record in caplog.records) == 1
