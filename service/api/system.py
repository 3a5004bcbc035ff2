"""Health, metrics and documentation."""

from collections.abc import Collection
from pathlib import Path

import msgspec
from flask import Blueprint, Flask, Response, current_app, request
from flask_swagger_ui import get_swaggerui_blueprint

from service import VERSION
from service.api.desk import Desk
from service.api.metrics import CONTENT_TYPE, Metrics, MetricsUnavailable
from service.api.openapi import document, of_one_game
from service.api.problems import Problem
from service.cache import TieredCache, key_of

_encode = msgspec.json.Encoder().encode


def empty_parts(desks: Collection[Desk], cases_folder: Path | None) -> list[str]:
    """The rulebooks and case libraries without an entry, such as ``kingdomino/cases``."""
    rulebooks = [f"{desk.id}/rulebook" for desk in desks if not desk.book.rules]
    libraries = [f"{desk.id}/cases" for desk in desks if not desk.cases.cases]
    # A folder of the operator may leave out some games, but not all of them.
    if cases_folder is not None and len(libraries) < len(desks):
        libraries = []
    return rulebooks + libraries


def install(app: Flask, metrics: Metrics, cache: TieredCache, empty: list[str]) -> None:
    pages = Blueprint("system", __name__)
    written: dict[str, bytes] = {}

    @pages.get("/healthz")
    def healthz() -> Response:
        """The process answers."""
        return _json({"status": "ok", "version": VERSION})

    @pages.get("/readyz")
    def readyz() -> Response:
        """Ready for questions: 503 without rules or cases. Without Redis the service is slower, but ready."""
        redis = "off"
        if cache.redis is not None:
            cache.redis.get(key_of("readyz"))  # a miss is fine: what counts is whether anybody answers
            redis = "up" if cache.redis.breaker.state == "closed" else "down"
        status = "degraded" if redis == "down" else "ready"
        answer = {"status": status, "version": VERSION, "cache": {"memory": "up", "redis": redis}}
        if not empty:
            return _json(answer)
        response = _json(answer | {"status": "not ready", "empty": empty})
        response.status_code = 503
        return response

    @pages.get("/metrics")
    def prometheus() -> Response:
        try:
            return Response(metrics.text(), content_type=CONTENT_TYPE)
        except MetricsUnavailable as error:
            raise Problem(503, str(error)) from error

    @pages.get("/openapi.json")
    def openapi() -> Response:
        """The whole document, or with ``?game=`` the part about one game: a phone need not load the others."""
        game = request.args.get("game", "")
        if game and f"{game}.about" not in current_app.view_functions:
            raise Problem(404, f"There is no game {game!r}.")
        if game not in written:
            whole = document(current_app)
            written[game] = _encode(of_one_game(whole, game) if game else whole)
        return Response(written[game], content_type="application/json")

    app.register_blueprint(pages)
    app.register_blueprint(
        get_swaggerui_blueprint("/docs", "/openapi.json", config={"app_name": "Brehon", "validatorUrl": None})
    )


def _json(content: object) -> Response:
    response = Response(_encode(content), content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
