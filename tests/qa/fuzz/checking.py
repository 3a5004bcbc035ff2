"""Sends a request to the app and holds the answer against what the OpenAPI document promises."""

import json
import re
import time
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple
from xml.etree import ElementTree

import jsonschema_rs
from flask import Flask

from service.api.openapi import document
from tests.api.questions import POSTS
from tests.qa.fuzz.generator import Request

KINDS = {"application/json", "application/problem+json", "text/plain; version=0.0.4; charset=utf-8", "image/svg+xml"}


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float
    """Of the processor."""


def environ_of(request: Request) -> dict[str, Any]:
    """What a server makes of a request."""
    return {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": request.path,
        "QUERY_STRING": request.query,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1",
        "HTTP_X_REQUEST_ID": "fuzz",
        "CONTENT_LENGTH": str(len(request.body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(request.body),
        "wsgi.errors": None,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **request.headers,
    }


def send(app: Flask, request: Request) -> Reply:
    """As a server calls an app, without a client's own opinion of what a request looks like."""
    environ = environ_of(request)
    told: list[Any] = []
    began = time.thread_time()
    parts = app.wsgi_app(environ, lambda status, headers, *_: told.append((status, headers)))  # type: ignore[arg-type]
    body = b"".join(parts)
    if hasattr(parts, "close"):
        parts.close()
    status, headers = told[-1]
    return Reply(int(status[:3]), dict(headers), body, time.thread_time() - began)


SVG = "image/svg+xml"


@cache
def promised(app: Flask) -> tuple[Any, dict[tuple[str, str], set[int]]]:
    """The schema of a problem, and the statuses that each address and method may have."""
    whole = document(app)
    problem = {"$ref": "#/components/schemas/Problem", "components": whole["components"]}
    statuses = {
        (path, method.upper()): {int(status) for status in operation["responses"]}
        for path, operations in whole["paths"].items()
        for method, operation in operations.items()
        if isinstance(operation, dict)
    }
    return jsonschema_rs.validator_for(problem), statuses


def complaints(app: Flask, request: Request, reply: Reply) -> list[str]:
    """Everything that is wrong with an answer."""
    problem, statuses = promised(app)
    found = []
    if reply.status >= 500:
        found.append(f"status {reply.status}")
    known = statuses.get((request.path, request.method))
    if known is not None and reply.status not in known | {200}:
        found.append(f"status {reply.status} is not promised")
    kind = reply.headers.get("Content-Type", "")
    if reply.status >= 400 and request.method != "HEAD":
        if kind != "application/problem+json":
            return [*found, f"a refusal as {kind}"]
        told = json.loads(reply.body)
        found += [str(error) for error in problem.iter_errors(told)]
        found += _pointers(request, reply.status, told)
        if len(reply.body) > 16_384:
            found.append(f"a problem of {len(reply.body)} bytes")
    elif reply.status == 200 and request.path in POSTS and request.method == "POST":
        ElementTree.fromstring(reply.body) if kind == SVG else json.loads(reply.body)
    if reply.headers.get("X-Request-Id") is None:
        found.append("no request id")
    return found


def _pointers(request: Request, status: int, told: dict[str, Any]) -> list[str]:
    """A question that is not well formed has a pointer to a place that is there, or one step further."""
    if status != 422:
        return []
    errors = told.get("errors", [])
    if not errors:
        return ["a 422 without a place"]
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError):
        return []  # it was refused before its end: there is no document to point into
    return [
        f"no such place: {error['pointer']!r}" for error in errors if not _is_there(sent, error.get("pointer", ""))
    ]


def _is_there(sent: Any, pointer: str) -> bool:
    if pointer.endswith("…") or "�" in pointer or re.search(r"\\ud[89a-f]", pointer):
        return True  # cut short, or a text that no document can hold
    steps = [re.sub("~0", "~", re.sub("~1", "/", step)) for step in pointer.split("/")[1:]]
    place = sent
    for number, step in enumerate(steps):
        try:
            place = place[int(step)] if isinstance(place, list) else place[step]
        except (KeyError, IndexError, TypeError, ValueError):
            return number == len(steps) - 1
    return True
