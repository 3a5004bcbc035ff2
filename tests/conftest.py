"""Fixtures for everybody: an app, and a referee to put questions to."""

import os
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.client import Referee
from tests.redis_server import running_redis

collect_ignore = [] if "BREHON_SOAK" in os.environ else ["soak"]  # the long runs are for `make soak`


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
