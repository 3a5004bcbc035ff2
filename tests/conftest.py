"""Fixtures for everybody: an app, and a referee to put questions to."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.client import Referee
from tests.redis_server import running_redis

collect_ignore = [] if "BREHON_SOAK" in os.environ else ["qa/soak"]  # the long runs are for `make soak`

FIRST = ("web", "qa/cluster", "qa/faults", "qa/fuzz", "api/test_raw_sockets.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What one worker has to do alone, or mostly waits for, begins first: the others fill the time."""
    root = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        matching = (number for number, path in enumerate(FIRST) if item.path.is_relative_to(root / path))
        return next(matching, len(FIRST))

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """What was imported and collected stays: the search for garbage leaves it out, and comes less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="module")
def own_app() -> Flask:
    """For tests that send so much that nobody else should share it."""
    return create_app(Settings(log_requests=False))


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app(Settings(log_requests=False))


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
