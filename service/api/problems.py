"""Problem documents (RFC 9457) in the reader's language, and every error handler.

The family, each with its status::

    unreadable            400   not JSON, or not UTF-8, or it ends too early
    unknown-key           401   an API key that is not on the list
    not-found             404   no such route, game, rule or pack
    method-not-allowed    405   with the methods allowed
    not-acceptable        406   a picture in a format that this server does not draw
    too-slow              408   the body did not arrive in time
    too-large             413   the body is over the limit
    unsupported-media     415   the body is not sent as JSON
    malformed             422   JSON, but not a well-formed question; every fault with a JSON Pointer
    too-costly            422   well formed, but more work than one request may make
    too-many              429   too many requests; ``Retry-After`` tells when to come back
    internal              500   a fault of ours; the request id finds it in the log
    unavailable           503   the metrics cannot be written or read at the moment
"""

import logging
from collections.abc import Callable, Collection, Iterable

import msgspec
from flask import Flask, Response, request
from msgspec import UNSET
from werkzeug.exceptions import HTTPException

from schemas import answers
from schemas.base import Fault, Malformed
from schemas.ruling import ProblemError
from service.api.metrics import LimitEvent
from service.api.middleware import request_info
from service.api.problem_words import detail_in, faults_in, title_in
from service.operations.question import TooCostly

QUERY = "?"
"""The pointers of faults in the query string start with this."""
MOST_FAULTS, MOST_QUOTED = 20, 300
MEDIA_TYPE = "application/problem+json"
BY_STATUS = {
    400: ("unreadable", "The request cannot be read"),
    401: ("unknown-key", "This API key is not known here"),
    404: ("not-found", "There is nothing at this address"),
    405: ("method-not-allowed", "This address does not take that method"),
    406: ("not-acceptable", "The answer cannot be sent in this format"),
    408: ("too-slow", "The body did not arrive in time"),
    413: ("too-large", "The body is too large"),
    415: ("unsupported-media", "The body must be sent as application/json"),
    422: ("malformed", "The question is not well formed"),
    429: ("too-many", "Too many requests"),
    500: ("internal", "The referee has made a mistake"),
    503: ("unavailable", "This cannot be had at the moment"),
}
TOO_COSTLY = "too-costly", "The question is too much work for one request"
LOG = logging.getLogger("brehon")


class Problem(Exception):
    """Ends a request with a problem document. Its kind follows from its status, where no other is given.

    Its sentences are English; those that ``service/api/words`` knows are translated when the document is made.
    Without a detail the first fault says what is wrong.
    """

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


def no_such_game(game: str, games: Iterable[str], pointer: str | None = None) -> Problem:
    """The problem for the id of a game that is not served; ``pointer`` is where a body has it."""
    message = f"There is no game {game!r}; there are: {', '.join(games)}."
    return Problem(404, message, [] if pointer is None else [Fault(pointer, message)])


def problem_of(error: Problem | Malformed | TooCostly) -> Problem:
    """The problem that stands for an error of the layers below."""
    if isinstance(error, Malformed):
        return Problem(422, "", error.faults)
    if isinstance(error, TooCostly):
        return Problem(422, error.fault.message, [error.fault], kind=TOO_COSTLY)
    return error


def document(problem: Problem, language: str) -> bytes:
    """The problem as JSON."""
    return msgspec.json.encode(content_of(problem, language, request_info().id))


def content_of(problem: Problem, language: str, request_id: str) -> answers.Problem:
    name, title = problem.kind
    faults = [fault._replace(message=detail_in(language, fault.message)) for fault in problem.faults[:MOST_FAULTS]]
    if problem.detail:
        detail = detail_in(language, problem.detail)
    else:
        detail = faults_in(language, *faults[0], len(problem.faults) - 1)
    return answers.Problem(
        type=f"urn:brehon:problem:{name}",
        title=title_in(language, name, title),
        status=problem.status,
        detail=_short(detail),
        request_id=request_id,
        errors=[_error(fault) for fault in faults] or UNSET,
    )


def _error(fault: Fault) -> ProblemError:
    """A fault of the body has a pointer, one of the query string names the parameter."""
    place, detail = _short(fault.pointer), _short(fault.message)
    if place.startswith(QUERY):
        return ProblemError(parameter=place.removeprefix(QUERY).lstrip("/"), detail=detail)
    return ProblemError(pointer=place, detail=detail)


def _short(text: str) -> str:
    """Text of a client is quoted up to a limit."""
    return text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…"


def respond(problem: Problem, language: str) -> Response:
    headers = [*problem.headers, ("Content-Language", language), ("Vary", "Accept-Language")]
    return Response(document(problem, language), problem.status, headers, content_type=MEDIA_TYPE)


def respond_to_http_error(error: HTTPException, language: str) -> Response:
    """Flask's own refusals (no such route, wrong method, too large) as problem documents."""
    response = respond(Problem(error.code or 500, error.description or error.name), language)
    for name, value in error.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    return response


def install(
    app: Flask, games: Collection[str], count: Callable[[LimitEvent], None], language: Callable[[], str]
) -> None:
    """Register every error handler.

    ``count`` is called with what a limit refused, ``language`` says which one the reader of a refusal wants.
    """

    @app.errorhandler(Problem)
    @app.errorhandler(Malformed)
    @app.errorhandler(TooCostly)
    def refused(error: Problem | Malformed | TooCostly) -> Response:
        problem = problem_of(error)
        if problem.kind == TOO_COSTLY:
            count("too_costly")
        elif problem.status == 408:
            count("too_slow")
        return respond(problem, language())

    @app.errorhandler(404)
    def not_found(error: HTTPException) -> Response:
        _, *steps = request.path.split("/")
        if steps[:2] == ["v1", "games"] and steps[2] not in games:
            return respond(no_such_game(steps[2], games), language())
        return respond_to_http_error(error, language())

    @app.errorhandler(HTTPException)
    def refused_by_flask(error: HTTPException) -> Response:
        return respond_to_http_error(error, language())

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        LOG.exception("A request ended in a fault of ours")
        return respond(Problem(500, "Something went wrong here. The request id finds it in the log."), language())
