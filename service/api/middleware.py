"""The WSGI middleware around the app: request id, timing, common headers, metrics and one log line for each request.

It hands the app one object, the ``RequestInfo``, to which views add what the log line says about the answer.
"""

import logging
import re
import time
from random import getrandbits  # seeded in each worker; needs no system call, and the id is no secret
from typing import Any

import msgspec
from flask import Flask, request
from werkzeug.routing import Rule

from service.api.metrics import Metrics
from service.api.security_headers import common_headers

LOG = logging.getLogger("brehon.requests")
INFO = "brehon.request_info"
"""The key of the RequestInfo in the WSGI environment."""
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_TRACE = re.compile(r"00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
_encode = msgspec.json.Encoder().encode


class RequestInfo:
    """What is known about a request outside of Flask."""

    __slots__ = ("cache", "case_id", "id", "rule")

    def __init__(self, request_id: str) -> None:
        self.id = request_id
        self.rule: Rule | None = None
        self.case_id = ""
        self.cache = ""
        """The tier of the cache that the answer came from."""


def request_info() -> RequestInfo:
    """The RequestInfo of the request that Flask is handling."""
    info: RequestInfo = request.environ[INFO]
    return info


class Middleware:
    """Wraps a WSGI application."""

    def __init__(self, app: Any, metrics: Metrics, *, log_requests: bool) -> None:
        self.app = app
        self.metrics = metrics
        self.log_requests = log_requests

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        began = time.perf_counter()
        sent_id = environ.get("HTTP_X_REQUEST_ID", "")
        info = RequestInfo(sent_id if _REQUEST_ID.fullmatch(sent_id) else f"{getrandbits(128):032x}")
        environ[INFO] = info

        def start(status_line: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            seconds, status = time.perf_counter() - began, int(status_line[:3])
            headers.append(("X-Request-Id", info.id))
            headers.append(("Server-Timing", f"app;dur={seconds * 1000:.2f}"))
            if environ["REQUEST_METHOD"] != "OPTIONS":
                headers += common_headers(status, headers)
            self.metrics.request(info.rule.endpoint if info.rule else "none", status, seconds)
            if self.log_requests:
                LOG.info("%s", _encode(log_line(environ, info, status, headers, seconds)).decode())
            return start_response(status_line, headers, *more)

        return self.app(environ, start)


def log_line(
    environ: dict[str, Any], info: RequestInfo, status: int, headers: list[tuple[str, str]], seconds: float
) -> dict[str, object]:
    """What the log says about a request: never a state, a name or a card."""
    length = next((value for name, value in headers if name == "Content-Length"), "0")
    sent = environ.get("CONTENT_LENGTH") or ""
    line: dict[str, object] = {
        "request_id": info.id,
        "method": environ.get("REQUEST_METHOD"),
        "route": info.rule.rule if info.rule else None,
        "status": status,
        "ms": round(seconds * 1000, 3),
        "bytes_in": int(sent) if sent.isdecimal() else 0,
        "bytes_out": int(length),
    }
    if info.case_id:
        line |= {"case_id": info.case_id, "cache": info.cache}
    trace = _TRACE.fullmatch(environ.get("HTTP_TRACEPARENT", ""))
    if trace:
        line["trace_id"] = trace[1]
    return line


def install(app: Flask, metrics: Metrics, *, log_requests: bool) -> None:
    app.wsgi_app = Middleware(app.wsgi_app, metrics, log_requests=log_requests)  # type: ignore[method-assign]

    @app.before_request
    def remember_route() -> None:
        request_info().rule = request.url_rule
