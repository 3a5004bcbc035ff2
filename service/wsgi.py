"""The app for gunicorn: settings from the environment, logs to standard error."""

import gc

# What is loaded now stays for good: looking for garbage in it again and again takes a tenth of the time.
gc.disable()

import logging  # noqa: E402

from service.app import create_app  # noqa: E402
from service.settings import from_environment  # noqa: E402

logging.basicConfig(level=logging.INFO, format="%(message)s")

app = create_app(from_environment())
gc.enable()
