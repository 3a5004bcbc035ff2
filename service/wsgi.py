"""The application for gunicorn and other WSGI servers: settings from the environment, logs to standard error."""

import logging

from service.app import create_app
from service.settings import from_environment

logging.basicConfig(level=logging.INFO, format="%(message)s")

app = create_app(from_environment(), in_server=True)
