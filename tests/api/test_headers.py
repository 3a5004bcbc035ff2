"""The headers of every answer: request ids, case and rules, languages, caching, other origins."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.cors import EXPOSED_HEADERS
from service.app import create_app
from service.settings import Settings
from tests.api.questions import BATCH, PAGES, POSTS, QUESTIONS, address

EVERY_PAGE = pytest.mark.parametrize("path", PAGES)
EVERY_POST = pytest.mark.parametrize("path", POSTS)
ADDRESSES = (*PAGES, *POSTS, "/healthz", "/readyz", "/metrics", "/openapi.json", "/", "/docs/", "/nowhere")
HOME, ELSEWHERE = "https://scores.example", "https://elsewhere.example"


def fetch(client: FlaskClient, path: str, **headers: str) -> TestResponse:
    """A page by GET, a question by POST."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if path in POSTS:
        return client.post(path, json=POSTS[path], headers=named)
    return client.get(path, headers=named)


def origins_app(*origins: str) -> Flask:
    return create_app(Settings(log_requests=False, rate_limit="off", cors_origins=origins))


# ---------------------------------------------------------------- request ids


def test_a_request_id_comes_back(client: FlaskClient) -> None:
    for path in ADDRESSES:
        sent_back = fetch(client, path, X_Request_Id="table-7.move_3").headers.getlist("X-Request-Id")
        assert sent_back == ["table-7.move_3"], path


def test_a_request_without_an_id_gets_one_of_its_own(client: FlaskClient) -> None:
    given = set()
    for path in ADDRESSES:
        for _ in range(2):
            request_id = fetch(client, path).headers["X-Request-Id"]
            assert re.fullmatch(r"[0-9a-f]{32}", request_id), path
            assert request_id not in given, path
            given.add(request_id)


@pytest.mark.parametrize("request_id", ["", " ", "a b", "a" * 65, "é", "<script>", "a;b", "{}", '"'])
def test_a_request_id_that_could_do_harm_is_replaced(client: FlaskClient, request_id: str) -> None:
    response = client.get("/v1/games", environ_overrides={"HTTP_X_REQUEST_ID": request_id})
    assert re.fullmatch(r"[0-9a-f]{32}", response.headers["X-Request-Id"])


def test_a_request_id_may_be_64_characters_long(client: FlaskClient) -> None:
    assert fetch(client, "/v1/games", X_Request_Id="a" * 64).headers["X-Request-Id"] == "a" * 64


# ---------------------------------------------------------------- what every answer has


def test_nobody_is_to_guess_the_content_type(client: FlaskClient) -> None:
    for path in ADDRESSES:
        response = fetch(client, path)
        assert response.headers.getlist("X-Content-Type-Options") == ["nosniff"], path
        assert response.content_type, path


def test_every_response_has_the_time_in_the_app(client: FlaskClient) -> None:
    for path in ADDRESSES:
        timings = fetch(client, path).headers.getlist("Server-Timing")
        assert len(timings) == 1, path
        duration = re.fullmatch(r"app;dur=(\d+\.\d+)", timings[0])
        assert duration is not None, path
        assert 0 <= float(duration[1]) < 10_000, path


@pytest.mark.parametrize("operation", [operation for operation in QUESTIONS if operation != "diagram"])
def test_case_and_rules_in_the_headers_are_those_of_the_body(client: FlaskClient, operation: str) -> None:
    response = client.post(address(operation), json=QUESTIONS[operation])
    answer = response.get_json()
    assert response.headers["Brehon-Case"] == answer["case_id"]
    version = answer["rules_version"]
    assert response.headers["Brehon-Rules"] == f"{version['game']}/{version['rulebook']}+{version['engine']}"


@pytest.mark.parametrize("operation", QUESTIONS)
def test_no_header_comes_twice(client: FlaskClient, operation: str) -> None:
    """Asked twice, because the second answer may come out of the cache."""
    for _ in range(2):
        headers = client.post(address(operation), json=QUESTIONS[operation], headers={"Origin": HOME}).headers
        names = [name.lower() for name in headers.keys()]  # noqa: SIM118 - repeated names are what is looked for
        assert sorted(set(names) - {"vary"}) == sorted(name for name in names if name != "vary")


@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_an_answer_names_its_language_and_varies_by_it(client: FlaskClient, language: str) -> None:
    for path in POSTS:
        response = fetch(client, path, Accept_Language=language)
        assert response.headers["Content-Language"] == language, path
        assert "Accept-Language" in response.headers["Vary"], path


@EVERY_PAGE
def test_a_page_names_its_language_and_varies_by_it(client: FlaskClient, path: str) -> None:
    response = fetch(client, path)
    assert response.headers["Content-Language"] == "en"
    assert "Accept-Language" in response.headers["Vary"]


# ---------------------------------------------------------------- pages are cached by who asks


@EVERY_PAGE
def test_a_page_that_did_not_change_is_not_sent_again(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.data == b""
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"] == "public, max-age=300"
    assert "Accept-Language" in again.headers["Vary"]


@EVERY_PAGE
def test_another_etag_gets_the_whole_page(client: FlaskClient, path: str) -> None:
    again = client.get(path, headers={"If-None-Match": '"another"'})
    assert again.status_code == 200
    assert again.data == client.get(path).data


@EVERY_PAGE
def test_an_etag_is_found_in_every_form(client: FlaskClient, path: str) -> None:
    etag = client.get(path).headers["ETag"]
    for form in ("*", 'W/{}, "b"', '"a", {}'):
        assert client.get(path, headers={"If-None-Match": form.format(etag)}).status_code == 304, form


def test_every_language_has_its_own_etag(client: FlaskClient) -> None:
    path = "/v1/games/kingdomino/rules"
    etags = {fetch(client, path, Accept_Language=language).headers["ETag"] for language in ("en", "es", "pl")}
    assert len(etags) == 3


@EVERY_PAGE
def test_a_head_has_the_headers_of_its_page(client: FlaskClient, path: str) -> None:
    page, head = client.get(path), client.head(path)
    assert head.status_code == 200
    assert head.data == b""
    for name in ("Content-Type", "Content-Length", "ETag", "Content-Language", "Cache-Control"):
        assert head.headers[name] == page.headers[name]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_nobody_keeps_the_state_of_health(client: FlaskClient, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == "no-store"


# ---------------------------------------------------------------- pages of other origins (CORS)


@pytest.fixture(scope="module")
def open_client() -> FlaskClient:
    """Every page may ask."""
    return origins_app("*").test_client()


def test_by_default_no_page_of_another_origin_may_send_requests(client: FlaskClient) -> None:
    for path in ADDRESSES:
        names = fetch(client, path, Origin=ELSEWHERE).headers.keys()
        assert not [name for name in names if name.startswith("Access-Control")], path


def test_any_origin_may_ask(open_client: FlaskClient) -> None:
    for path in ADDRESSES:
        headers = fetch(open_client, path, Origin=ELSEWHERE).headers
        assert headers["Access-Control-Allow-Origin"] in ("*", ELSEWHERE), path
        assert "Access-Control-Allow-Credentials" not in headers, path


@EVERY_POST
def test_the_headers_of_an_answer_can_be_read_from_another_origin(open_client: FlaskClient, path: str) -> None:
    exposed = fetch(open_client, path, Origin=ELSEWHERE).headers["Access-Control-Expose-Headers"].split(", ")
    for name in ("Brehon-Case", "Brehon-Rules", "Brehon-Cache", "Content-Language", "ETag", "X-Request-Id"):
        assert name in exposed


FOR_BROWSERS = {
    "Connection",
    "Date",
    "Content-Length",
    "Content-Type",
    "Content-Security-Policy",
    "Cache-Control",
    "Vary",
    "X-Content-Type-Options",
    "Server-Timing",
}
"""What browsers themselves use, or let every script read."""


def test_every_header_that_a_script_could_use_can_be_read_from_another_origin() -> None:
    app = create_app(Settings(log_requests=False, cors_origins=("*",), rate_limit="3/day"))
    client, names = app.test_client(), set()
    for path in (address("score"), PAGES[0], "/nowhere", address("score")):
        names |= set(fetch(client, path, Origin=ELSEWHERE).headers.keys())
    names = {name for name in names if not name.startswith("Access-Control-")} - FOR_BROWSERS
    assert names == set(EXPOSED_HEADERS) - {"Deprecation", "Sunset"}, "nothing is deprecated today"


@EVERY_POST
def test_a_preflight_is_answered(open_client: FlaskClient, path: str) -> None:
    preflight = {
        "Origin": ELSEWHERE,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type, x-request-id",
    }
    response = open_client.options(path, headers=preflight)
    assert response.status_code in (200, 204)
    assert response.headers["Access-Control-Allow-Origin"] in ("*", ELSEWHERE)
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    allowed = response.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"content-type", "x-request-id"} <= set(allowed)
    assert response.headers["Access-Control-Max-Age"] == "86400"


def test_a_refusal_can_be_read_from_another_origin(open_client: FlaskClient) -> None:
    """Else a page would see an error of the network instead of the problem."""
    for status, response in (
        (422, open_client.post(address("score"), json={}, headers={"Origin": ELSEWHERE})),
        (404, open_client.get("/nowhere", headers={"Origin": ELSEWHERE})),
        (405, open_client.get(address("score"), headers={"Origin": ELSEWHERE})),
        (415, open_client.post(address("score"), data=b"", headers={"Origin": ELSEWHERE})),
    ):
        assert response.status_code == status
        assert response.headers["Access-Control-Allow-Origin"] in ("*", ELSEWHERE)


@pytest.mark.parametrize("path", [PAGES[0], address("score"), "/v1/batch"])
def test_only_the_origins_of_the_settings_may_ask(path: str) -> None:
    client = origins_app(HOME, "https://other.example").test_client()
    assert fetch(client, path, Origin=HOME).headers["Access-Control-Allow-Origin"] == HOME
    refused = fetch(client, path, Origin=ELSEWHERE)
    assert refused.status_code == 200
    assert "Access-Control-Allow-Origin" not in refused.headers


@pytest.mark.parametrize(
    "origin", ["https://scores.example.evil", "https://evilscores.example", "http://scores.example"]
)
def test_an_origin_that_only_looks_like_one_of_the_settings_may_not_ask(origin: str) -> None:
    client = origins_app(HOME, "https://other.example").test_client()
    assert "Access-Control-Allow-Origin" not in fetch(client, PAGES[0], Origin=origin).headers


@pytest.mark.parametrize("origins", [("*",), (HOME,), (HOME, "https://other.example")])
def test_a_page_that_a_cache_keeps_is_right_for_every_origin(origins: tuple[str, ...]) -> None:
    """Pages are public. Either they are the same for every origin, or they say that they depend on it: else what was
    kept for one (or for somebody who typed the address) is handed to another, whose browser refuses it.
    """
    client = origins_app(*origins).test_client()
    pages = [client.get(PAGES[0], headers=headers) for headers in ({}, {"Origin": HOME}, {"Origin": ELSEWHERE})]
    if len({page.headers.get("Access-Control-Allow-Origin") for page in pages}) > 1:
        for page in pages:
            assert "Origin" in ", ".join(page.headers.getlist("Vary"))


def test_without_origins_in_the_settings_no_other_page_may_ask() -> None:
    client = origins_app().test_client()
    for path in (PAGES[0], address("score")):
        assert "Access-Control-Allow-Origin" not in fetch(client, path, Origin=HOME).headers
    preflight = {"Origin": HOME, "Access-Control-Request-Method": "POST"}
    assert "Access-Control-Allow-Origin" not in client.options(address("score"), headers=preflight).headers


# ---------------------------------------------------------------- Brehon-Cache


def test_every_answer_names_the_tier_of_the_cache() -> None:
    client = create_app(Settings(log_requests=False, rate_limit="off")).test_client()
    for operation, question in QUESTIONS.items():
        tiers = [client.post(address(operation), json=question).headers["Brehon-Cache"] for _ in range(2)]
        assert tiers == (["miss", "memory"] if operation in ("score", "diagram", "replay") else ["off", "off"]), (
            operation
        )


def test_a_batch_has_no_case_of_its_own(client: FlaskClient) -> None:
    headers = client.post("/v1/batch", json=BATCH).headers
    assert "Brehon-Case" not in headers
