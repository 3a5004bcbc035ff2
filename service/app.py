"""``create_app``: builds the parts and registers the blueprints, nothing else."""

from flask import Blueprint, Flask

from schemas.envelopes import Limits
from service.api import cors, middleware, problems, responses, work_limits
from service.api.connection_deadlines import ConnectionDeadlines
from service.api.metrics import Metrics
from service.api.rate_limits import limiter
from service.api.request import language_of_problem
from service.api.routes import batch, cases, docs, health, questions, reference, search, web
from service.api.watchdog import Watchdog
from service.api.work_limits import ClientConcurrency
from service.cache import build, mac_key_of
from service.games.registry import find_games
from service.operations.answering import Answerer
from service.operations.question import BodyLimits
from service.operations.served_game import ServedGame
from service.settings import Settings


def create_app(settings: Settings | None = None, *, in_server: bool = False) -> Flask:
    """``in_server``: a server runs the app and replaces a worker process that ends."""
    settings = settings or Settings()
    app = Flask("brehon", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_limit

    installed = find_games(settings.games)
    metrics = Metrics([game.meta.id for game, _ in installed])
    cache = build(
        settings.redis_url,
        # Made before the workers are forked, so that they share it where it is random.
        mac_key=mac_key_of(settings.cache_key),
        memory_entries=settings.cache_entries,
        memory_bytes=settings.cache_bytes,
        timeout=settings.redis_timeout,
        time_to_live=settings.cache_seconds,
        on_event=metrics.cache_event,
    )
    limits = Limits(settings.moves_limit, settings.games_limit, settings.batch_limit)
    games = {
        game.meta.id: ServedGame(game, settings.packs_folder, settings.cases_folder, limits, engine)
        for game, engine in installed
    }
    answerer = Answerer(games, cache, frozenset(settings.cached_operations), metrics.verdict)
    body_answerer = questions.BodyAnswerer(answerer, BodyLimits(depth=settings.nesting_limit))
    pages = reference.ReferencePages(games)
    game_search = search.GameSearch(games)

    watchdog = Watchdog(settings.watchdog_seconds, replaces_process=in_server)
    middleware.install(
        app,
        middleware.Middleware(
            app.wsgi_app,
            metrics,
            watchdog,
            ConnectionDeadlines(settings.body_seconds, settings.send_seconds),
            body_limit=settings.body_limit,
            log_requests=settings.log_requests,
        ),
    )
    problems.install(app, games, metrics.limit_event, language_of_problem)
    cors.install(app, settings.cors_origins)
    work_limits.install(app, settings)
    limiter.install(
        app,
        limiter.build(settings, cache, metrics.limit_event),
        ClientConcurrency(
            0 if settings.rate_limit == limiter.OFF else settings.client_concurrency,
            cache if settings.rate_store != "memory" else None,
        ),
        health.PATHS,
    )
    responses.install(app)

    app.register_blueprint(reference.blueprint(pages))
    app.register_blueprint(search.blueprint(game_search))
    app.register_blueprint(cases.blueprint(pages))
    app.register_blueprint(batch.blueprint(body_answerer, limits))
    for served in games.values():
        routes = Blueprint(served.id, __name__, url_prefix=f"/v1/games/{served.id}")
        reference.add_routes(routes, pages, game_search, served)
        cases.add_routes(routes, served)
        questions.add_routes(routes, body_answerer, served)
        app.register_blueprint(routes)
    app.register_blueprint(
        health.blueprint(metrics, cache, health.empty_parts(games.values(), settings.cases_folder))
    )
    for docs_routes in docs.blueprints({served.id: served.game.meta.title for served in games.values()}):
        app.register_blueprint(docs_routes)
    app.register_blueprint(web.blueprint(next(iter(games))))
    return app
