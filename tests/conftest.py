"""Fixtures for everybody: an app, and a referee to put questions to."""

import gc
import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.games.registry import OURS, find_games
from service.settings import Settings
from tests.argument_kinds import ArgumentsAreChecked
from tests.client import Referee
from tests.live_server import running
from tests.observation import AnswersAreObserved
from tests.redis_server import running_redis
from tests.scheduling import Scheduling, place_of

pytest_plugins = ["tests.web.browser"]

# An app of a test serves our games, unless it names others: a draft of another game may be installed too. Some
# modules make an app when they are imported, so this is no fixture.
pytest.MonkeyPatch().setattr("service.app.find_games", lambda chosen=(): find_games(chosen or OURS))

collect_ignore = [] if "BREHON_SOAK" in os.environ else ["qa/soak"]  # for `make soak`

SLOW = (
    # They start a server, a browser or another program.
    "web/*",
    "qa/*",
    "docs/*",
    "mcp/*",
    "typescript/*",
    "recipes/*",
    "deploy/test_deploy.py",
    "deploy/test_granian.py",
    "deploy/test_nginx.py",
    "deploy/test_packaging.py",
    "deploy/test_slow_clients.py",
    "deploy/test_watchdog.py",
    "deploy/test_worker.py",
    "cache/test_cache_address.py",
    "cache/test_cache_faults.py",
    "cache/test_cache_redis_tier.py",
    "cache/test_cache_slow.py",
    "cache/test_cache_tiers.py",
    "api/test_cache_over_http.py",
    "api/test_metrics_and_logs.py",
    "api/test_client_limits.py",
    "api/test_rates.py",
    "api/test_raw_sockets.py",
    # They compute until the time budget is used up.
    "api/test_limits.py",
    # They play random games or send random requests.
    "reference/*",
    "contract/*",
    "api/test_log_privacy.py",
    "api/test_outgoing_connections.py",
    "games/*/test_random_games.py",
    "games/*/test_spoiled*.py",
    "games/*/test_partial_tables.py",
    "games/test_partial_tables*.py",
    "games/test_every_game*.py",
    "games/*/test_diagram.py",
    "games/test_diagrams.py",
    "games/test_outside_games.py",
    "games/test_shortcuts.py",
    "games/*/test_second_referee.py",
    "games/roll_and_raid/test_balance.py",
    "games/roll_and_raid/test_readings.py",
)
"""What ``make quick`` and ``make game`` leave out."""

ALONE = (
    "deploy/test_slow_clients.py::*",
    "games/*/test_bounds.py::test_glory_of_many_terms*",
    "games/*/test_bounds.py::test_the_dearest_questions*",
    "games/*/test_bounds.py::test_tilings_without_a_solution*",
    "web/test_api_docs.py::test_the_documentation_opens*",
)
"""Their bounds are seconds, and a test on one of two busy cores can take twice as long as on a quiet machine:
``make test`` runs them at the end, one after the other, with nothing beside them."""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(AnswersAreObserved(), "observation")
    config.pluginmanager.register(ArgumentsAreChecked(), "argument_kinds")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow and what runs alone, and sort what begins first to the front."""
    root = Path(__file__).parent
    paths = {item.path for item in items}
    names = {path: path.relative_to(root).as_posix() for path in paths if path.is_relative_to(root)}

    for item in items:
        if any(fnmatch(names.get(item.path, ""), pattern) for pattern in SLOW):
            item.add_marker(pytest.mark.slow)
        if any(fnmatch(f"{names.get(item.path)}::{item.name}", pattern) for pattern in ALONE):
            item.add_marker(pytest.mark.alone)
    items.sort(key=lambda item: place_of(names.get(item.path, "")))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """The groups of ``make test``."""
    if config.getvalue("dist") != "loadgroup":
        return None
    config.option.loadscopereorder = False  # by duration, not by the number of tests
    return Scheduling(config, log)


def pytest_collection_finish() -> None:
    """What was imported and collected stays: the search for garbage leaves it out, and comes less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="module")
def own_app() -> Flask:
    """For tests that send so much that nobody else should share it."""
    return create_app(Settings(log_requests=False, rate_limit="off", client_concurrency=0))


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app(Settings(log_requests=False, rate_limit="off", client_concurrency=0))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def kingdomino(app: Flask) -> Referee:
    return Referee(app, "kingdomino")


@pytest.fixture(scope="session")
def brian_boru(app: Flask) -> Referee:
    return Referee(app, "brian-boru")


@pytest.fixture(scope="session")
def roll_and_raid(app: Flask) -> Referee:
    return Referee(app, "roll-and-raid")


@pytest.fixture(scope="session")
def ortus_regni(app: Flask) -> Referee:
    return Referee(app, "ortus-regni")


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with running_redis() as url:
        yield url


@pytest.fixture(scope="module")
def live_server(app: Flask) -> Iterator[str]:
    """The URL of a served app."""
    with running(app) as url:
        yield url
