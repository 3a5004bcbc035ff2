"""What is said when a question cannot be answered (RFC 9457).

The family, each with its status::

    unreadable            400   not JSON, or not UTF-8, or it ends too early
    unknown-key           401   an API key that is not on the list
    not-found             404   no such route, game, rule or pack
    method-not-allowed    405   with the methods allowed
    too-slow              408   the body did not arrive in time
    too-large             413   the body is over the limit
    unsupported-media     415   the body is not sent as JSON
    malformed             422   JSON, but not a well-formed question; every fault with a JSON Pointer
    too-costly            422   well formed, but more work than one request may make
    too-many              429   too many requests; ``Retry-After`` tells when to come back
    internal              500   a fault of ours; the request id finds it in the log
    unavailable           503   the metrics cannot be written or read at the moment
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import Response, request
from werkzeug.exceptions import HTTPException

from schemas.base import Fault, pointer_step
from schemas.ruling import ProblemError

REQUEST_ID = "brehon.request_id"
"""Where the WSGI environment keeps the request's id."""
QUERY = "?"
MOST_FAULTS, MOST_QUOTED = 20, 300
MEDIA_TYPE = "application/problem+json"
BY_STATUS = {
    400: ("unreadable", "The request cannot be read"),
    401: ("unknown-key", "This API key is not known here"),
    404: ("not-found", "There is nothing at this address"),
    405: ("method-not-allowed", "This address does not take that method"),
    408: ("too-slow", "The body did not arrive in time"),
    413: ("too-large", "The body is too large"),
    415: ("unsupported-media", "The body must be sent as application/json"),
    422: ("malformed", "The question is not well formed"),
    429: ("too-many", "Too many requests"),
    500: ("internal", "The referee has made a mistake"),
    503: ("unavailable", "This cannot be had at the moment"),
}


TOO_COSTLY = "too-costly", "The question is too much work for one request"


class Problem(Exception):
    """Ends a request with a problem document. Its kind follows from its status, where nothing else is said."""

    def __init__(
        self,
        status: int,
        detail: str,
        faults: Iterable[Fault] = (),
        *,
        kind: tuple[str, str] | None = None,
        headers: Iterable[tuple[str, str]] = (),
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.faults = list(faults)
        self.kind = kind or BY_STATUS.get(status, ("http", "The request was refused"))
        self.headers = list(headers)


def malformed(faults: Iterable[Fault]) -> Problem:
    """A 422 whose detail is its first fault."""
    told = list(faults)
    more = f" (and {len(told) - 1} more)" if len(told) > 1 else ""
    return Problem(422, f"{told[0].pointer or 'The body'}: {told[0].message}{more}", told)


def document(problem: Problem, request_id: str) -> bytes:
    name, title = problem.kind
    content: dict[str, Any] = {
        "type": f"urn:brehon:problem:{name}",
        "title": title,
        "status": problem.status,
        "detail": _short(problem.detail),
        "request_id": request_id,
    }
    if problem.faults:
        content["errors"] = [_error(fault) for fault in problem.faults[:MOST_FAULTS]]
    return msgspec.json.encode(content)


def _error(fault: Fault) -> ProblemError:
    """A fault of the body has a pointer, one of the query string names the parameter."""
    place, detail = _short(fault.pointer), _short(fault.message)
    if place.startswith(QUERY):
        return ProblemError(parameter=place.removeprefix(QUERY).lstrip("/"), detail=detail)
    return ProblemError(pointer=place, detail=detail)


def _short(text: str) -> str:
    """What a client sent is quoted, but not without end."""
    return text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…"


def respond(problem: Problem) -> Response:
    content = document(problem, request_id())
    return Response(content, problem.status, problem.headers, content_type=MEDIA_TYPE)


def request_id() -> str:
    return str(request.environ.get(REQUEST_ID, ""))


def from_http(error: HTTPException) -> Response:
    """Flask's own refusals (no such route, wrong method, too large), in the same form."""
    status = error.code or 500
    response = respond(Problem(status, error.description or error.name))
    for name, value in error.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    return response


def faults_of(messages: Any, pointer: str = "") -> list[Fault]:
    """marshmallow's nested messages as faults with pointers."""
    if isinstance(messages, str):
        return [Fault(pointer, messages)]
    if isinstance(messages, Mapping):
        return [
            fault
            for key, inner in messages.items()
            for fault in faults_of(inner, pointer if key == "_schema" else f"{pointer}/{pointer_step(str(key))}")
        ]
    return [fault for inner in messages for fault in faults_of(inner, pointer)]
