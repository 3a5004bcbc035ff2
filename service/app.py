"""Wires the parts and does nothing else."""

import logging
from collections.abc import Collection

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from schemas.base import Malformed
from schemas.envelopes import Limits
from service.api import batch, cases, edge, openapi, page, problems, rates, reference, system
from service.api.counter import Counter
from service.api.desk import Desk
from service.api.events import LimitEvent
from service.api.express import Express
from service.api.metrics import Metrics
from service.api.problems import BY_STATUS, TOO_COSTLY, Problem
from service.api.questions import ReferenceBlueprint, add_questions
from service.cache import build
from service.games.registry import GAMES
from service.settings import Settings

LOG = logging.getLogger("brehon")
COUNTED: dict[tuple[str, str], LimitEvent] = {TOO_COSTLY: "too_costly", BY_STATUS[408]: "too_slow"}


def create_app(settings: Settings | None = None) -> Flask:
    settings = settings or Settings()
    app = edge.RefereeApp("brehon", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_limit
    metrics = Metrics([game.META.id for game in GAMES])
    cache = build(
        settings.redis_url,
        memory_entries=settings.cache_entries,
        memory_bytes=settings.cache_bytes,
        timeout=settings.redis_timeout,
        time_to_live=settings.cache_seconds,
        on_event=metrics.cache_event,
    )
    limits = Limits(settings.moves_limit, settings.games_limit, settings.batch_limit)
    desks = {game.META.id: Desk(game, settings.packs_folder, settings.cases_folder, limits) for game in GAMES}
    counter = Counter(desks, cache, frozenset(settings.cached_operations), metrics, settings.nesting_limit)
    library = reference.Library(desks)

    long_way = app.wsgi_app
    short_way = Express(
        long_way,
        counter,
        body_limit=settings.body_limit,
        any_origin=settings.cors_origins in ((), ("*",)),
    )
    app.wsgi_app = edge.Edge(  # type: ignore[method-assign]
        short_way,
        long_way,
        metrics,
        log_requests=settings.log_requests,
        cors_origins=settings.cors_origins,
        time_budget=settings.time_budget,
        body_seconds=settings.body_seconds,
        rates=rates.build(settings, cache, metrics.limit_event),
    )
    edge.let_pages_ask(app, settings.cors_origins)
    api = openapi.configure(app)
    api.register_blueprint(reference.overview(library, ReferenceBlueprint))
    api.register_blueprint(cases.kit(library, ReferenceBlueprint))
    api.register_blueprint(batch.blueprint(counter, ReferenceBlueprint, limits))
    for desk in desks.values():
        pages = ReferenceBlueprint(
            desk.id, __name__, url_prefix=f"/v1/games/{desk.id}", description=desk.game.META.title
        )
        reference.add_reference(pages, library, desk)
        reference.add_template(pages, library, desk)
        cases.add_cases(pages, desk)
        add_questions(pages, counter, desk)
        api.register_blueprint(pages)
    system.install(app, metrics, cache, system.empty_parts(desks.values(), settings.cases_folder))
    page.install(app)
    _register_errors(app, desks, metrics)
    return app


def _register_errors(app: Flask, games: Collection[str], metrics: Metrics) -> None:
    app.register_error_handler(HTTPException, problems.from_http)

    @app.errorhandler(Problem)
    def refused(problem: Problem) -> Response:
        if problem.kind in COUNTED:
            metrics.limit_event(COUNTED[problem.kind])
        return problems.respond(problem)

    @app.errorhandler(404)
    def not_found(error: HTTPException) -> Response:
        _, *steps = request.path.split("/")
        if steps[:2] == ["v1", "games"] and steps[2] not in games:
            return problems.respond(Problem(404, f"There is no game {steps[2]!r}; there are: {', '.join(games)}."))
        return problems.from_http(error)

    @app.errorhandler(Malformed)
    def malformed(error: Malformed) -> Response:
        return problems.respond(problems.malformed(error.faults))

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        LOG.exception("A request ended in a fault of ours")
        return problems.respond(Problem(500, "Something went wrong here. The request id finds it in the log."))
