"""The path of a request: Flask's hooks see every request, and a refusal is computed once and takes no longer."""

import io
import json
import time
from collections import Counter
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

import pytest
from flask import Flask, Response, request, request_started
from marshmallow import Schema
from werkzeug.test import EnvironBuilder, run_wsgi_app

from service.api import problems
from service.app import create_app
from service.operations import question as question_module
from service.settings import CACHEABLE, Settings
from tests.api.questions import PAGES, POSTS, QUESTIONS, address, examples

GETS = sorted({*PAGES, *(example["path"] for example in examples("GET"))})
OTHER_PAGES = ("/", "/docs/", "/openapi.json", "/openapi/kingdomino.json", "/healthz", "/readyz", "/metrics")
BODY_LIMIT = 100_000


class Sent(NamedTuple):
    """A request that the service refuses, and the status that it refuses it with."""

    status: int
    path: str
    body: bytes = b"{}"
    method: str = "POST"
    content_type: str = "application/json"
    length: int | None = None
    """The Content-Length, where it is not that of the body."""

    def environ(self) -> dict[str, Any]:
        builder = EnvironBuilder(
            self.path, method=self.method, content_type=self.content_type, input_stream=io.BytesIO(self.body)
        )
        environ = builder.get_environ()
        environ["REMOTE_ADDR"] = "127.0.0.1"
        environ["CONTENT_LENGTH"] = str(len(self.body) if self.length is None else self.length)
        return environ


def refusals(operation: str) -> dict[str, Sent]:
    """Every kind of refusal at the address of an operation, made from a good question."""
    path, question = address(operation), QUESTIONS[operation]
    body = json.dumps(question).encode()
    return {
        "not JSON": Sent(400, path, body[:-1]),
        "short body": Sent(400, path, body, length=len(body) + 1),
        "no such route": Sent(404, f"{path}/nothing", body),
        "no such game": Sent(404, path.replace("kingdomino", "chess"), body),
        "wrong method": Sent(405, path, body, method="PUT"),
        "too large": Sent(413, path, body, length=BODY_LIMIT + 1),
        "wrong media type": Sent(415, path, body, content_type="text/plain"),
        "unknown field": Sent(422, path, json.dumps({**question, "colour": 1}).encode()),
        "wrong type": Sent(422, path, json.dumps(question | dict.fromkeys([next(iter(question))], 1)).encode()),
        "key comes twice": Sent(422, path, body[:-1] + b', "x": 1, "x": 1}'),
        "too deep": Sent(422, path, body[:-1] + b', "x": ' + b"[" * 40 + b"]" * 40 + b"}"),
    }


REFUSALS = refusals("validate")


def send(app: Flask, sent: Sent) -> Response:
    response = Response(*run_wsgi_app(app.wsgi_app, sent.environ(), buffered=True))
    assert response.status_code == sent.status, response.get_data(as_text=True)
    return response


# ---------------------------------------------------------------- Flask's hooks and extensions


class RequestCounter:
    """A small Flask extension: counts requests when they start, and their responses by status."""

    def __init__(self) -> None:
        self.started: Counter[str] = Counter()
        self.before: Counter[str] = Counter()
        self.responses: Counter[tuple[str, int]] = Counter()

    def init_app(self, app: Flask) -> None:
        app.before_request(self._count_request)
        app.after_request(self._count_response)
        request_started.connect(self._count_start, app)

    def _count_start(self, _app: Flask) -> None:
        self.started[request.path] += 1

    def _count_request(self) -> None:
        self.before[request.path] += 1

    def _count_response(self, response: Response) -> Response:
        self.responses[request.path, response.status_code] += 1
        return response


class Watched(NamedTuple):
    """A fresh app with a hook and an extension."""

    app: Flask
    hook: Counter[str]
    extension: RequestCounter

    def assert_seen(self, path: str, status: int) -> None:
        path = path.partition("?")[0]
        assert self.hook[path] == 1, path
        assert self.extension.before[path] == 1, path
        assert self.extension.responses[path, status] == 1, path
        self.hook.clear()
        self.extension.before.clear()
        self.extension.responses.clear()


def watched_app(**settings: Any) -> Watched:
    app = create_app(Settings(**{"log_requests": False, "rate_limit": "off", **settings}))
    hook: Counter[str] = Counter()

    @app.before_request
    def count() -> None:
        hook[request.path] += 1

    extension = RequestCounter()
    extension.init_app(app)
    return Watched(app, hook, extension)


@pytest.fixture(scope="module")
def watched() -> Watched:
    return watched_app(cached_operations=CACHEABLE, body_limit=BODY_LIMIT)


@pytest.mark.parametrize("path", sorted(POSTS))
def test_hooks_see_every_operation_and_answers_from_the_cache(watched: Watched, path: str) -> None:
    client, tiers = watched.app.test_client(), []
    for _ in range(2):
        response = client.post(path, json=POSTS[path])
        watched.assert_seen(path, 200)
        tiers.append(response.headers.get("Brehon-Cache"))
    cached = path.rpartition("/")[2] in CACHEABLE
    assert tiers[1] == ("memory" if cached else None if path == "/v1/batch" else "off")


def test_every_operation_of_every_game_was_sent(watched: Watched) -> None:
    served = {rule.rule for rule in watched.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert served == set(POSTS)


@pytest.mark.parametrize("path", [*GETS, *OTHER_PAGES])
def test_hooks_see_every_page(watched: Watched, path: str) -> None:
    watched.app.test_client().get(path)
    watched.assert_seen(path, 200)


@pytest.mark.parametrize("name", REFUSALS)
def test_hooks_see_every_refusal(watched: Watched, name: str) -> None:
    sent = REFUSALS[name]
    send(watched.app, sent)
    watched.assert_seen(sent.path, sent.status)


def test_hooks_see_what_the_rate_limit_refuses() -> None:
    """``before_request`` functions run in the order of registration, so those after the limiter do not run for a 429.

    ``request_started`` and ``after_request`` do.
    """
    watched, path = watched_app(rate_limit="1/day"), address("validate")
    for status in (200, 429):
        assert watched.app.test_client().post(path, json=QUESTIONS["validate"]).status_code == status
    assert watched.extension.started[path] == 2
    assert watched.extension.responses == {(path, 200): 1, (path, 429): 1}
    assert watched.hook[path] == 1


# ---------------------------------------------------------------- refusals


class Calls(NamedTuple):
    """How often each step of a request ran."""

    view: int
    decode: int
    load: int
    document: int


NOT_IN_VIEW, IN_BODY = Calls(0, 0, 0, 1), Calls(1, 0, 0, 1)
IN_DECODING, IN_LOADING = Calls(1, 1, 0, 1), Calls(1, 1, 1, 1)
STEPS = {
    "not JSON": IN_DECODING,
    "short body": IN_BODY,
    "no such route": NOT_IN_VIEW,
    "no such game": NOT_IN_VIEW,
    "wrong method": NOT_IN_VIEW,
    "too large": IN_BODY,
    "wrong media type": IN_BODY,
    "unknown field": IN_LOADING,
    "wrong type": IN_LOADING,
    "key comes twice": IN_DECODING,
    "too deep": IN_DECODING,
    "too many": NOT_IN_VIEW,
}


def fresh_app(**settings: Any) -> Flask:
    defaults = {"log_requests": False, "rate_limit": "off", "body_limit": BODY_LIMIT, "cached_operations": ()}
    return create_app(Settings(**{**defaults, **settings}))


@pytest.fixture(scope="module")
def plain() -> Flask:
    return fresh_app()


@pytest.fixture(scope="module")
def exhausted() -> Flask:
    """An app whose clients have used up their requests."""
    app = fresh_app(rate_limit="1/day")
    app.test_client().get("/v1/games")
    return app


@pytest.mark.parametrize("name", STEPS)
def test_a_refusal_is_computed_once(
    name: str, plain: Flask, exhausted: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: Counter[str] = Counter()

    def counted(step: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            calls[step] += 1
            return function(*args, **kwargs)

        return call

    app, sent = plain, REFUSALS.get(name)
    if sent is None:
        app, sent = exhausted, Sent(429, address("validate"), json.dumps(QUESTIONS["validate"]).encode())
    for endpoint, view in app.view_functions.items():
        monkeypatch.setitem(app.view_functions, endpoint, counted("view", view))
    monkeypatch.setattr(question_module, "fields_of", counted("decode", question_module.fields_of))
    monkeypatch.setattr(Schema, "load", counted("load", Schema.load))
    monkeypatch.setattr(problems, "document", counted("document", problems.document))
    send(app, sent)
    assert Calls(**{step: calls[step] for step in Calls._fields}) == STEPS[name]


ROUNDS = 40
FACTOR = 1.2


@pytest.mark.parametrize("operation", QUESTIONS)
def test_a_refusal_takes_no_longer_than_an_answer(plain: Flask, exhausted: Flask, operation: str) -> None:
    requests = {name: (plain, sent) for name, sent in refusals(operation).items() if name not in LOCATED}
    requests["too many"] = exhausted, Sent(429, address(operation), json.dumps(QUESTIONS[operation]).encode())
    assert slower_than_the_answer(plain, operation, requests) == {}


LOCATED = {"key comes twice", "too deep"}
"""Refusals whose place is looked for token by token, in the first bytes of a body: a few milliseconds at most."""


@pytest.mark.parametrize("name", sorted(LOCATED))
def test_a_refusal_with_a_place_takes_milliseconds_whatever_the_size_of_the_body(plain: Flask, name: str) -> None:
    small = refusals("packs/check")[name]
    large = small._replace(body=small.body.replace(b"{", b'{"filler": "%s", ' % (b"x" * 100), 1))
    many = b"[" + b"1," * 400_000 + b"1]"
    for body in (small.body, large.body, b'{"first": %s, "pack": %s}' % (many, small.body)):
        assert min(seconds_of(fresh_app(body_limit=3_000_000), small._replace(body=body)) for _ in range(3)) < 0.1


def slower_than_the_answer(
    app: Flask, operation: str, requests: dict[str, tuple[Flask, Sent]]
) -> dict[str, tuple[float, float]]:
    """The requests that take longer than the answer to a good question: medians of both, in seconds of this thread.

    All are measured in turns.
    """
    answer = app, Sent(200, address(operation), json.dumps(QUESTIONS[operation]).encode())
    seconds: dict[str, list[float]] = {name: [] for name in ("answer", *requests)}
    for _ in range(ROUNDS):
        for name, sent in {"answer": answer, **requests}.items():
            seconds[name].append(seconds_of(*sent))
    medians = {name: median(times) for name, times in seconds.items()}
    return {name: (time, medians["answer"]) for name, time in medians.items() if time > FACTOR * medians["answer"]}


def seconds_of(app: Flask, sent: Sent) -> float:
    environ = sent.environ()
    statuses: list[str] = []
    began = time.thread_time()
    response = app.wsgi_app(environ, lambda status, headers, *more: statuses.append(status))
    b"".join(response)
    elapsed = time.thread_time() - began
    response.close()
    assert statuses[0].startswith(str(sent.status)), statuses
    return elapsed
