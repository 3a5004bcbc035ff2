"""The application for gunicorn and other WSGI servers: settings from the environment, logs to standard error."""

import logging

from service.app import create_app
from service.games.registry import GamesError
from service.referee.cases import CaseError
from service.referee.packs import PackError
from service.server import exits_with_a_sentence
from service.settings import from_environment

logging.basicConfig(level=logging.INFO, format="%(message)s")

with exits_with_a_sentence(GamesError, PackError, CaseError):
    app = create_app(from_environment(), in_server=True)
