"""The way in and the way out, the same for every route: language, request ids, headers, metrics, one log line."""

import logging
import re
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from random import getrandbits  # seeded anew in each worker, and asks no kernel
from typing import Any

import msgspec
from flask import Flask, Response, request
from flask_cors.core import get_cors_options, set_cors_headers
from gunicorn.http.errors import ParseException
from marshmallow import ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge
from werkzeug.http import parse_accept_header

from schemas.base import Fault
from schemas.envelopes import LANGUAGES, LanguageQuery
from service.api import budget
from service.api.metrics import Metrics
from service.api.problems import REQUEST_ID, Problem, faults_of, malformed
from service.api.rates import FREE, Rates
from service.api.slow import LATE, Watch

EXPOSED_HEADERS = [
    *("Brehon-Case", "Brehon-Rules", "Brehon-Cache", "Content-Language", "ETag", "X-Request-Id"),
    *("RateLimit", "RateLimit-Policy", "Retry-After"),
]
JSON = "application/json"
RULE, HEADERS, NOTES = "brehon.rule", "brehon.headers", "brehon.notes"
REFUSAL, RATE, RATES = "brehon.refusal", "brehon.rate", "brehon.rates"
# An answer is data: a browser that shows one is to load nothing, run nothing, and frame it nowhere.
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
# The documentation brings its own scripts and styles; its page holds one script of its own.
PAGE_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
)
LOG = logging.getLogger("brehon.requests")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_TRACE = re.compile(r"00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
_LANGUAGE_QUERY = LanguageQuery()
_encode = msgspec.json.Encoder().encode
_parts = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class RefereeApp(Flask):
    """Flask, less a question that it asks itself at every turn of a request, and with its rule told to the edge."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func  # no view here is asynchronous

    def dispatch_request(self) -> Any:
        request.environ[RULE] = request.url_rule
        if REFUSAL in request.environ:
            raise request.environ[REFUSAL]
        return super().dispatch_request()


@lru_cache(maxsize=512)
def _accepted(header: str) -> str:
    """The best of our languages for an Accept-Language header."""
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES) or LANGUAGES[0]


def language() -> str:
    """The reader's language: ``?lang=`` if given, else by Accept-Language, else English."""
    query: dict[str, str] = {}
    if request.environ.get("QUERY_STRING"):
        try:
            query = _LANGUAGE_QUERY.load(request.args.to_dict())
        except ValidationError as error:
            raise malformed(faults_of(error.messages, "?")) from error
    return language_for(query)


def language_for(query: dict[str, str]) -> str:
    """The same for a query string that has been read already."""
    return query["lang"] if "lang" in query else accepted_language(request.environ)


def accepted_language(environ: Mapping[str, Any]) -> str:
    """The language by Accept-Language, else English."""
    header = environ.get("HTTP_ACCEPT_LANGUAGE")
    return _accepted(header[:200]) if header else LANGUAGES[0]


class QueryParser(FlaskParser):
    """Turns every complaint about a query string into a problem document.

    Whether unknown fields are refused is the schema's business (they are), so webargs does not say.
    """

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {"query": None}  # noqa: RUF012 - as webargs has it

    def handle_error(self, error, req, schema, *, error_status_code, error_headers):  # type: ignore[no-untyped-def]
        (messages,) = error.messages.values()
        raise malformed(faults_of(messages, "?")) from error


def is_json() -> bool:
    """Whether the body is said to be JSON; the usual header is not parsed for it."""
    return request.environ.get("CONTENT_TYPE") == JSON or request.is_json


def require_json() -> None:
    if not is_json():
        raise Problem(415, f"The body is sent as {request.mimetype or 'nothing in particular'!r}.")
    encoding = request.environ.get("HTTP_CONTENT_ENCODING", "")
    if encoding.lower() not in ("", "identity"):
        # Unpacking is not offered: a few packed bytes can be gigabytes.
        told = f"The body is packed as {encoding!r}; send it as it is."
        raise Problem(415, told, headers=[("Accept-Encoding", "identity")])


def sent() -> bytes:
    """The body of the request, to its end."""
    limit = request.max_content_length
    try:
        body = request.get_data()
        # werkzeug stops reading chunks at the limit, and does not tell whether there were more.
        more = limit is not None and len(body) >= limit and request.environ["wsgi.input"].read(1)
    except (ClientDisconnected, ParseException, OSError) as error:
        raise _cut_off() from error
    if more:
        raise RequestEntityTooLarge
    if len(body) < (request.content_length or 0):
        raise _cut_off()
    return body


def _cut_off() -> Problem:
    if LATE in request.environ:
        return Problem(408, "The body did not arrive in time. Send it again, in one go.")
    return Problem(400, "The body ends before the length that was told, or its chunks are broken.")


def parts_of(body: bytes) -> dict[str, msgspec.Raw]:
    """The parts of a JSON body, each still as the bytes it was sent in."""
    try:
        if not body.isascii():
            body.decode()  # the parts stay bytes for now: what is not UTF-8 in them is refused here
        return _parts(body)
    except msgspec.ValidationError as error:
        raise malformed([Fault("", "The body has to be a JSON object.")]) from error
    except RecursionError as error:
        raise malformed([Fault("", "Nested too deeply.")]) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem(400, f"The body is not JSON: {error}.") from error


def note(headers: list[tuple[str, str]], **facts: str) -> None:
    """Headers for this answer, and facts for its line in the log."""
    request.environ[HEADERS], request.environ[NOTES] = headers, facts


class Edge:
    """The outermost layer: what every answer gets, whatever became of the request.

    It works on WSGI's plain lists: werkzeug looks at each header again and again, and these are ours.
    """

    def __init__(
        self,
        app: Any,
        long_way: Any,
        metrics: Metrics,
        *,
        log_requests: bool,
        cors_origins: tuple[str, ...],
        time_budget: float,
        body_seconds: float,
        rates: Rates | None,
    ) -> None:
        """``long_way`` is the app without its short cuts: what is refused here is told there."""
        self.app = app
        self.long_way = long_way
        self.metrics = metrics
        self.log_requests = log_requests
        self.time_budget = time_budget
        self.watch = Watch(body_seconds)
        self.rates = rates
        common = [("X-Content-Type-Options", "nosniff"), *_cors_always(cors_origins)]
        self.common = common
        self.data = [*common, ("Content-Security-Policy", DATA_POLICY)]
        self.pages = [*common, ("Content-Security-Policy", PAGE_POLICY), ("Referrer-Policy", "no-referrer")]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        began = time.perf_counter()
        told = environ.get("HTTP_X_REQUEST_ID")
        environ[REQUEST_ID] = told if told and _REQUEST_ID.fullmatch(told) else f"{getrandbits(128):032x}"
        budget.begin(self.time_budget)
        app = self.app
        if self.rates is not None and environ["PATH_INFO"] not in FREE:
            try:
                environ[RATES] = self.rates
                environ[RATE] = self.rates.admit(environ)
            except Problem as problem:
                environ[REFUSAL], app = problem, self.long_way

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            seconds = time.perf_counter() - began
            headers += environ.get(HEADERS, ())
            headers += environ.get(RATE, ())
            headers.append(("X-Request-Id", environ[REQUEST_ID]))
            headers.append(("Server-Timing", f"app;dur={seconds * 1000:.2f}"))
            if NOTES in environ:  # a question was answered: that is always data
                headers += self.data
            elif environ["REQUEST_METHOD"] != "OPTIONS":
                headers += self._policies(status, headers)
            rule = environ.get(RULE)
            self.metrics.request(rule.endpoint if rule else "none", int(status[:3]), seconds)
            if self.log_requests:
                LOG.info("%s", _encode(_line(environ, status, headers, seconds)).decode())
            return start_response(status, headers, *more)

        watched = self.watch.begin(environ) if environ["REQUEST_METHOD"] != "GET" else 0
        try:
            return app(environ, start)
        finally:
            self.watch.end(watched)

    def _policies(self, status: str, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """What a browser may do with an answer. Who has a policy of its own keeps it, and so does what is not sent
        again: a 304 would change the headers of the page that the browser has.
        """
        kind = ""
        for name, value in headers:
            if name == "Content-Security-Policy":
                return self.common
            if name == "Content-Type":
                kind = value
        if status.startswith("304"):
            return self.common
        return self.pages if kind.startswith("text/html") else self.data


def _cors_always(origins: tuple[str, ...]) -> list[tuple[str, str]]:
    """What an answer says to pages whatever it was asked by: a cache on the way may hand it to another one."""
    if origins == ("*",):
        exposed = ", ".join(EXPOSED_HEADERS)
        return [("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", exposed)]
    return [("Vary", "Origin")] if origins else []


def _line(environ: dict[str, Any], status: str, headers: list[tuple[str, str]], seconds: float) -> dict[str, object]:
    """What the log tells of a request: never a state, a name or a card."""
    rule = environ.get(RULE)
    length = next((value for name, value in headers if name == "Content-Length"), "0")
    line: dict[str, object] = {
        "request_id": environ[REQUEST_ID],
        "method": environ.get("REQUEST_METHOD"),
        "route": rule.rule if rule else None,
        "status": int(status[:3]),
        "ms": round(seconds * 1000, 3),
        "bytes_in": int(told) if (told := environ.get("CONTENT_LENGTH") or "").isdecimal() else 0,
        "bytes_out": int(length),
        **environ.get(NOTES, {}),
    }
    trace = _TRACE.fullmatch(environ.get("HTTP_TRACEPARENT", ""))
    if trace:
        line["trace_id"] = trace[1]
    return line


def let_pages_ask(app: Flask, cors_origins: tuple[str, ...]) -> None:
    """Let pages of these origins ask, and those of no other."""
    if not cors_origins:
        return
    cors = get_cors_options(app, {"origins": list(cors_origins), "expose_headers": EXPOSED_HEADERS, "max_age": 86400})

    @app.after_request
    def cross_origin(response: Response) -> Response:
        asks_first = request.environ["REQUEST_METHOD"] == "OPTIONS"
        if asks_first or (cors_origins != ("*",) and "HTTP_ORIGIN" in request.environ):
            set_cors_headers(response, cors)
        return response
