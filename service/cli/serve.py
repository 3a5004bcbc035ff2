"""``brehon serve``: the service with gunicorn and its settings, which come with the package."""

import os
import sys
from pathlib import Path

import click

SETTINGS = Path(__file__).parents[1] / "gunicorn_conf.py"
APPLICATION = "service.wsgi:app"


@click.command()
@click.option("--host", metavar="ADDRESS", help="The address to listen on (HOST; 127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), help="The port to listen on (PORT; 8000).")
@click.option("--workers", type=click.IntRange(1), help="The number of processes (WORKERS; 2).")
def serve(**chosen: str | int | None) -> None:
    """Start the service with gunicorn.

    All other settings are environment variables (docs/operations.md).
    """
    variables = {name.upper(): str(value) for name, value in chosen.items() if value is not None}
    # By default glibc gives each thread a heap of its own, and each keeps the memory of the largest request.
    environment = {"MALLOC_ARENA_MAX": "2", **os.environ, **variables}
    command = [sys.executable, "-m", "gunicorn", "-c", str(SETTINGS), APPLICATION]
    os.execve(sys.executable, command, environment)  # noqa: S606  signals go to gunicorn itself
