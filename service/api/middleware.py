"""The WSGI middleware around the app: request id, timing, common headers, metrics and one log line for each request.

It hands the app one object, the ``RequestInfo``, to which views add what the log line says about the answer.
"""

import logging
import re
import time
from collections.abc import Callable
from functools import partial
from random import getrandbits  # seeded in each worker; needs no system call, and the id is no secret
from typing import Any, Literal

import msgspec
from flask import Flask, request
from werkzeug.routing import Rule
from werkzeug.wsgi import ClosingIterator

from service.api.connection_deadlines import ConnectionDeadlines
from service.api.metrics import Metrics
from service.api.watchdog import Watchdog

LOG = logging.getLogger("brehon.requests")
MOST_PATH = 80
INFO = "brehon.request_info"
"""The key of the RequestInfo in the WSGI environment."""
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_TRACE = re.compile(r"00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
_encode = msgspec.json.Encoder().encode

# What a browser may do with a response.
NO_SNIFF = ("X-Content-Type-Options", "nosniff")
# An answer is data: a browser that shows one loads nothing, runs nothing, and frames it nowhere.
DATA_POLICY = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
# The documentation has its own scripts and styles, and one script inside of its page.
PAGE_POLICY = (
    "Content-Security-Policy",
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
)
COMMON = [NO_SNIFF]
DATA = [NO_SNIFF, DATA_POLICY]
PAGE = [NO_SNIFF, PAGE_POLICY, ("Referrer-Policy", "no-referrer")]


class RequestInfo:
    """What is known about a request outside of Flask."""

    __slots__ = ("begin_computing", "body", "cache", "case_id", "id", "rule")

    def __init__(self, request_id: str, *, has_body: bool) -> None:
        self.id = request_id
        self.body: Literal["none", "unread", "read", "broken"] = "unread" if has_body else "none"
        """Whether the body was read to its end; a broken one cannot be."""
        self.rule: Rule | None = None
        self.case_id = ""
        self.cache = ""
        """The tier of the cache that the answer came from."""
        self.begin_computing: Callable[[], None] = lambda: None
        """Called when the body has arrived and the request begins to compute."""


def request_info() -> RequestInfo:
    """The RequestInfo of the request that Flask is handling."""
    info: RequestInfo = request.environ[INFO]
    return info


class Middleware:
    """Wraps a WSGI application."""

    def __init__(
        self,
        app: Any,
        metrics: Metrics,
        watchdog: Watchdog,
        deadlines: ConnectionDeadlines,
        *,
        body_limit: int,
        log_requests: bool,
    ) -> None:
        self.app = app
        self.metrics = metrics
        self.watchdog = watchdog
        self.deadlines = deadlines
        self.body_limit = body_limit
        self.log_requests = log_requests

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        began = time.perf_counter()
        sent_id = environ.get("HTTP_X_REQUEST_ID", "")
        info = RequestInfo(
            sent_id if _REQUEST_ID.fullmatch(sent_id) else f"{getrandbits(128):032x}",
            has_body=environ.get("CONTENT_LENGTH", "0") not in ("", "0") or "HTTP_TRANSFER_ENCODING" in environ,
        )
        environ[INFO] = info

        def start(status_line: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            seconds, status = time.perf_counter() - began, int(status_line[:3])
            headers.append(("X-Request-Id", info.id))
            headers.append(("Server-Timing", f"app;dur={seconds * 1000:.2f}"))
            if environ["REQUEST_METHOD"] != "OPTIONS":
                headers += common_headers(status, headers)
            if info.body in ("unread", "broken") and not self._discard_body(environ, info):
                headers.append(("Connection", "close"))
            self.metrics.request(info.rule.endpoint if info.rule else "none", status, seconds)
            if self.log_requests:
                LOG.info("%s", _encode(log_line(environ, info, status, headers, seconds)).decode())
            return start_response(status_line, headers, *more)

        running = self.watchdog.begin(_entry(environ, info))
        info.begin_computing = partial(self.watchdog.begin_computing, running)
        self.metrics.requests_in_progress(1)
        try:
            if environ["REQUEST_METHOD"] != "POST":
                info.begin_computing()  # a POST begins to compute when its body has arrived
            answer = self.app(environ, start)
        finally:
            self.metrics.requests_in_progress(-1)
            self.watchdog.end(running)
        sent = self.deadlines.sending(environ)
        return answer if sent is None else ClosingIterator(answer, sent)

    def _discard_body(self, environ: dict[str, Any], info: RequestInfo) -> bool:
        """Read a body that no view has read, so that its client can read the answer; whether its end was reached.

        A client that is still sending when the connection is closed may never see the answer.
        """
        if info.body == "broken":
            return False
        return self.deadlines.discard_body(environ, _content_length(environ), self.body_limit)


def _content_length(environ: dict[str, Any]) -> int | None:
    """The length of the body as the client declares it; None without a declaration that is a number."""
    length = environ.get("CONTENT_LENGTH") or ""
    return int(length) if length.isdecimal() else None


def _entry(environ: dict[str, Any], info: "RequestInfo") -> dict[str, Any]:
    """What the watchdog logs about a request: never a state, a name or a card."""
    path = environ["PATH_INFO"][:MOST_PATH].encode("latin-1", "replace").decode("utf-8", "replace")
    return {
        "request_id": info.id,
        "method": environ["REQUEST_METHOD"],
        "path": path,
        "bytes_in": _content_length(environ) or 0,
    }


def common_headers(status: int, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What to add to these headers. A policy of the view is kept; a 304 must not change that of the stored page."""
    if status == 304:
        return COMMON
    media_type = ""
    for name, value in headers:
        if name == "Content-Security-Policy":
            return COMMON
        if name == "Content-Type":
            media_type = value
    return PAGE if media_type.startswith("text/html") else DATA


def log_line(
    environ: dict[str, Any], info: RequestInfo, status: int, headers: list[tuple[str, str]], seconds: float
) -> dict[str, object]:
    """What the log says about a request: never a state, a name or a card."""
    length = next((value for name, value in headers if name == "Content-Length"), "0")
    line: dict[str, object] = {
        "request_id": info.id,
        "method": environ.get("REQUEST_METHOD"),
        "route": info.rule.rule if info.rule else None,
        "status": status,
        "ms": round(seconds * 1000, 3),
        "bytes_in": _content_length(environ) or 0,
        "bytes_out": int(length),
    }
    if info.case_id:
        line |= {"case_id": info.case_id, "cache": info.cache}
    trace = _TRACE.fullmatch(environ.get("HTTP_TRACEPARENT", ""))
    if trace:
        line["trace_id"] = trace[1]
    return line


def install(app: Flask, middleware: Middleware) -> None:
    """Put the middleware, which wraps the app, in front of it."""
    app.extensions["connection-deadlines"] = middleware.deadlines
    app.wsgi_app = middleware  # type: ignore[method-assign]

    @app.before_request
    def remember_route() -> None:
        request_info().rule = request.url_rule
