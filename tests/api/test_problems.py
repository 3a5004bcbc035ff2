"""What is said to who sends no well-formed question: a problem document (RFC 9457), and never a 5xx.

Where in the question the fault lies is tested in ``test_pointers``.
"""

import json
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from service.api.openapi import document
from service.app import create_app
from service.settings import Settings
from tests.api.questions import KINGDOMINO, PAGES, POSTS, address


@pytest.fixture(scope="module")
def small_app() -> Flask:
    """Takes a thousand bytes and no more."""
    return create_app(Settings(log_requests=False, rate_limit="off", body_limit=1000))


REFUSALS: dict[int, tuple[str, str, dict[str, Any]]] = {
    400: ("POST", address("score"), {"data": b"{", "content_type": "application/json"}),
    404: ("GET", "/v1/games/chess", {}),
    405: ("GET", address("score"), {}),
    413: ("POST", address("score"), {"data": b" " * 1001, "content_type": "application/json"}),
    415: ("POST", address("score"), {"data": b"{}", "content_type": "text/plain"}),
    422: ("POST", address("score"), {"json": {}}),
}
NAMES = {
    400: "unreadable",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media",
    422: "malformed",
}


@pytest.mark.parametrize("status", REFUSALS)
def test_every_refusal_is_a_problem_document(small_app: Flask, status: int) -> None:
    method, path, sent = REFUSALS[status]
    response = small_app.test_client().open(path, method=method, **sent)
    assert response.status_code == status
    assert response.content_type == "application/problem+json"
    problem = response.get_json()
    promised = document(small_app)
    schema = {"$ref": "#/components/schemas/Problem", "components": promised["components"]}
    Draft202012Validator(schema).validate(problem)
    assert problem["status"] == status
    assert problem["type"] == f"urn:brehon:problem:{NAMES[status]}"
    assert problem["title"]
    assert problem["request_id"] == response.headers["X-Request-Id"]


@pytest.mark.parametrize("status", REFUSALS)
def test_a_refusal_carries_the_request_id_that_was_sent(small_app: Flask, status: int) -> None:
    method, path, sent = REFUSALS[status]
    client = small_app.test_client()
    response = client.open(path, method=method, headers={"X-Request-Id": "table-7"}, **sent)
    assert response.get_json()["request_id"] == "table-7"


@pytest.mark.parametrize("path", [path for path in POSTS if not path.endswith("/packs/check")])
def test_a_question_is_not_asked_by_another_method(client: FlaskClient, path: str) -> None:
    """A GET of packs/check is another matter: it looks up a pack of that name, in vain."""
    for method in ("GET", "PUT", "DELETE", "PATCH"):
        response = client.open(path, method=method)
        assert response.status_code == 405
        assert set(response.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}


@pytest.mark.parametrize("path", [*PAGES, "/healthz", "/readyz", "/metrics", "/openapi.json"])
def test_a_page_is_only_looked_up(client: FlaskClient, path: str) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        response = client.open(path, method=method)
        assert response.status_code == 405
        assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v2/games",
        "/v1/games/chess",
        "/v1/games/chess/score",
        f"{KINGDOMINO}/",
        f"{KINGDOMINO}/rules/",
        f"{KINGDOMINO}/rules/place/nothing",
        f"{KINGDOMINO}/rules/kingdomino",
        f"{KINGDOMINO}/packs/none",
        f"{KINGDOMINO}/packs/..%2f..%2fsettings",
        f"{KINGDOMINO}/rules/%ff%fe",
        "/v1/games/kingdomino%00",
        "/.env",
        "/docs/../service/settings.py",
    ],
)
def test_an_address_where_nothing_is_gives_404(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response.content_type == "application/problem+json"


@pytest.mark.parametrize(
    "content_type",
    [None, "", "text/plain", "text/json", "application/x-www-form-urlencoded", "json", "multipart/form-data"],
)
def test_a_body_that_is_not_sent_as_json_is_not_read(client: FlaskClient, content_type: str | None) -> None:
    for path in POSTS:
        response = client.post(path, data=b"{}", content_type=content_type)
        assert response.status_code == 415, path
        assert response.content_type == "application/problem+json", path


@pytest.mark.parametrize(
    "content_type", ["application/json; charset=utf-8", "Application/JSON", "application/vnd.brehon+json"]
)
def test_every_spelling_of_the_json_media_type_is_accepted(client: FlaskClient, content_type: str) -> None:
    for path, question in POSTS.items():
        assert client.post(path, data=json.dumps(question), content_type=content_type).status_code == 200


@pytest.mark.parametrize("path", POSTS)
def test_a_body_that_is_too_large_is_refused_even_without_a_content_length(small_app: Flask, path: str) -> None:
    client = small_app.test_client()
    assert client.post(path, data=b" " * 1001, content_type="application/json").status_code == 413
    unsized = {"input_stream": BytesIO(b" " * 1001), "environ_overrides": {"wsgi.input_terminated": True}}
    assert client.post(path, content_type="application/json", **unsized).status_code == 413


# ---------------------------------------------------------------- nothing that a client sends makes a 5xx


@pytest.fixture(scope="module")
def logging_client() -> FlaskClient:
    """A line of log is written for each request, as in earnest: that can fail too."""
    return create_app(Settings(log_requests=True, rate_limit="off")).test_client()


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "BREW", "OPTIONS", "HEAD", "get"])
def test_a_strange_method_makes_no_5xx(logging_client: FlaskClient, method: str) -> None:
    for path in (*PAGES, *POSTS, "/", "/docs/", "/metrics", "/nowhere"):
        assert logging_client.open(path, method=method).status_code < 500, path


QUERIES = (
    "lang",
    "lang=",
    "lang=en&lang=de",
    "lang[]=en",
    "lang=" + "é" * 1000,
    "%ff=%fe",
    "&&&=;",
    "q=%00",
    "q=" + "a" * 5000,
    "q=%22%20OR%20*",
    "q=NEAR(a%20b)",
    "q=_",
    "number=" + "9" * 5000,
    "number=1e3",
    "number=٣",
    "terrain=%F0%9F%8F%B0",
)
HEADERS = (
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "Authorization",
    "Content-Encoding",
    "Cookie",
    "Expect",
    "Host",
    "If-Modified-Since",
    "If-None-Match",
    "Origin",
    "Range",
    "Traceparent",
    "X-Forwarded-For",
    "X-Request-Id",
)


@pytest.mark.parametrize("path", [*PAGES, *POSTS])
def test_a_strange_query_makes_no_5xx(logging_client: FlaskClient, path: str) -> None:
    for query in QUERIES:
        for method in ("GET", "POST"):
            response = logging_client.open(
                f"{path.partition('?')[0]}?{query}", method=method, json=POSTS.get(path, {})
            )
            assert response.status_code in (200, 404, 405, 422), query


@pytest.mark.parametrize("name", HEADERS)
def test_a_strange_header_makes_no_5xx(logging_client: FlaskClient, name: str) -> None:
    for path in (*PAGES, *POSTS, "/nowhere"):
        sent = {"method": "POST", "json": POSTS[path]} if path in POSTS else {}
        for value in ("", "é", "\x80\xff", "a" * 5000, ";;;===,,,", "*", "q=1;q=nan", "-1", '"', "%00"):
            environ = {"HTTP_" + name.upper().replace("-", "_"): value}
            response = logging_client.open(path, environ_overrides=environ, **sent)
            assert response.status_code < 500, (path, value)
