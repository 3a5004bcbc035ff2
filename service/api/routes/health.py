"""Health and metrics."""

from collections.abc import Collection
from pathlib import Path

from flask import Blueprint, Response

from service import VERSION
from service.api.metrics import CONTENT_TYPE, Metrics, MetricsUnavailable
from service.api.problems import Problem
from service.api.responses import json_response
from service.cache import TieredCache, key_of
from service.operations.served_game import ServedGame

PATHS = frozenset(("/healthz", "/readyz", "/metrics"))
"""What an operator's own monitoring asks again and again: no rate limit applies."""


def empty_parts(games: Collection[ServedGame], cases_folder: Path | None) -> list[str]:
    """The rulebooks and case libraries without an entry, such as ``kingdomino/cases``."""
    rulebooks = [f"{served.id}/rulebook" for served in games if not served.rulebook.rules]
    libraries = [f"{served.id}/cases" for served in games if not served.cases.cases]
    # A folder of the operator may leave out some games, but not all of them.
    if cases_folder is not None and len(libraries) < len(games):
        libraries = []
    return rulebooks + libraries


def blueprint(metrics: Metrics, cache: TieredCache, empty: list[str]) -> Blueprint:
    routes = Blueprint("system", __name__)

    @routes.get("/healthz")
    def healthz() -> Response:
        """The process answers."""
        return json_response({"status": "ok", "version": VERSION}, Cache_Control="no-store")

    @routes.get("/readyz")
    def readyz() -> Response:
        """Ready for questions: 503 without rules or cases. Without Redis the service is slower, but ready."""
        redis = "off"
        if cache.redis is not None:
            cache.redis.get(key_of("readyz"))  # a miss is fine: what counts is whether Redis replies
            redis = "up" if cache.redis.breaker.state == "closed" else "down"
        status = "degraded" if redis == "down" else "ready"
        content = {"status": status, "version": VERSION, "cache": {"memory": "up", "redis": redis}}
        if empty:
            return json_response({**content, "status": "not ready", "empty": empty}, 503, Cache_Control="no-store")
        return json_response(content, Cache_Control="no-store")

    @routes.get("/metrics")
    def prometheus() -> Response:
        try:
            return Response(metrics.text(), content_type=CONTENT_TYPE)
        except MetricsUnavailable as error:
            raise Problem(503, str(error)) from error

    return routes
