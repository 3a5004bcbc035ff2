"""The plain prototype: what somebody would write first with Flask, marshmallow, msgspec and the game's operations.

One view for each operation, with the log line, the response headers and the limits of the service (of a client, of a
body, of computing). It has no cache, no metrics and no watchdog, and the case id is a digest of the body. The service
may cost at most a tenth more than this: see ``docs/performance.md``.
"""

import hashlib
import logging
import time
import uuid
from collections.abc import Callable
from typing import Any, NotRequired, TypedDict

import msgspec
from flask import Flask, Response, g, request
from marshmallow import Schema, ValidationError, fields

from schemas.base import LANGUAGES, Malformed
from service.api import work_limits
from service.api.problems import Problem
from service.api.rate_limits import limiter
from service.api.work_limits import ClientConcurrency
from service.cache import build
from service.operations.answering import OPERATIONS
from service.operations.question import BodyLimits, Ids, Question, fields_of, masked
from service.operations.served_game import ServedGame
from service.settings import from_environment
from tests.our_games import GAMES

LOG = logging.getLogger("prototype")
encode = msgspec.json.Encoder().encode
LIMITS = BodyLimits()


class JsonField(fields.Field[Any]):
    """A field whose bytes msgspec decodes into a type."""

    def __init__(self, shape: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.decode = msgspec.json.Decoder(shape).decode

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        try:
            return self.decode(value)
        except msgspec.DecodeError as error:
            raise ValidationError(str(error)) from error


def envelopes(shapes: Any) -> dict[str, Schema]:
    """A schema for each operation that the bench measures."""
    opening = {
        "players": tuple[str, ...],
        "options": NotRequired[shapes.options],
        "seed": NotRequired[int],
    }
    state = JsonField(shapes.state, required=True)
    operations: dict[str, dict[str, fields.Field[Any]]] = {
        "setup": {
            "players": JsonField(tuple[str, ...], required=True),
            "options": JsonField(shapes.options),
            "seed": JsonField(int),
        },
        "validate": {
            "state": state,
            "move": JsonField(shapes.move, required=True),
            "compare": JsonField(bool),
            "suggest": JsonField(bool),
            "viewer": JsonField(str),
        },
        "legal-moves": {
            "state": state,
            "player": JsonField(str),
            "type": JsonField(str),
            "explain": JsonField(bool),
        },
        "replay": {
            "setup": JsonField(TypedDict("Opening", opening)),  # type: ignore[operator]
            "state": JsonField(shapes.state),
            "moves": JsonField(tuple[shapes.move, ...], required=True),
            "states": JsonField(bool),
        },
        "audit": {"state": state},
        "score": {"state": state, "claimed": JsonField(dict[str, int])},
        "odds": {"state": state},
        "view": {"state": state, "player": JsonField(str, required=True)},
        "diagram": {"state": state, "move": JsonField(shapes.move)},
    }
    common = {"pack": JsonField(str | shapes.pack), "house_rules": JsonField(shapes.house_rules)}
    return {name: Schema.from_dict({**parts, **common})() for name, parts in operations.items()}


def view(served: ServedGame, operation: str, schema: Schema) -> Callable[[], Response]:
    """The view of one operation."""
    compute = OPERATIONS[operation]
    media_type = "image/svg+xml" if operation == "diagram" else "application/json"

    def answer() -> Response:
        language = request.accept_languages.best_match(LANGUAGES, "en")
        body = request.get_data()
        values = schema.load(fields_of(body, LIMITS))
        case_id = hashlib.blake2b(body, digest_size=12).hexdigest()
        content = compute(masked(Question(served, operation, language, values)), Ids(case_id, case_id))
        response = Response(content if isinstance(content, bytes) else encode(content), content_type=media_type)
        response.headers["Brehon-Case"] = g.case_id = case_id
        response.headers["Brehon-Rules"] = served.version
        response.headers["Brehon-Cache"] = "off"
        response.headers["Content-Language"] = language
        response.headers["Vary"] = "Accept-Language"
        if operation == "diagram":
            response.headers["Vary"] = "Accept-Language, Accept"
            response.set_etag(case_id)
        return response

    return answer


def create_app() -> Flask:
    settings = from_environment()
    app = Flask("prototype", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_limit

    @app.before_request
    def begin() -> None:
        g.began, g.request_id, g.case_id = time.perf_counter(), uuid.uuid4().hex, ""

    @app.after_request
    def finish(response: Response) -> Response:
        """The common headers and the log line."""
        milliseconds = (time.perf_counter() - g.began) * 1000
        response.headers["X-Request-Id"] = g.request_id
        response.headers["Server-Timing"] = f"app;dur={milliseconds:.2f}"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
        line = {
            "request_id": g.request_id,
            "method": request.method,
            "route": request.url_rule.rule if request.url_rule else None,
            "status": response.status_code,
            "ms": round(milliseconds, 3),
            "bytes_in": request.content_length or 0,
            "bytes_out": response.content_length or 0,
            "case_id": g.case_id,
            "cache": "off",
        }
        LOG.info("%s", encode(line).decode())
        return response

    work_limits.install(app, settings)
    no_events = limiter.build(settings, build(None), lambda event: None)
    limiter.install(app, no_events, ClientConcurrency(settings.client_concurrency), frozenset())

    @app.errorhandler(ValidationError)
    @app.errorhandler(Malformed)
    def malformed(error: Exception) -> tuple[str, int]:
        return str(error), 422

    @app.errorhandler(Problem)
    def problem(error: Problem) -> tuple[str, int]:
        return error.detail, error.status

    for game in GAMES:
        served = ServedGame(game)
        for operation, schema in envelopes(game.shapes).items():
            if operation in served.questions:
                path = f"/v1/games/{served.id}/{operation}"
                app.add_url_rule(path, path, view(served, operation, schema), methods=["POST"])
    return app


logging.basicConfig(level=logging.INFO, format="%(message)s")
app = create_app()
