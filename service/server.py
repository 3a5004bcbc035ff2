"""What both servers share: the variables they read, the folder of the metrics, and the message at start.

Used by ``service/gunicorn_conf.py`` and ``deploy/granian_server.py``. Must not import prometheus_client, which reads
``PROMETHEUS_MULTIPROC_DIR`` only when it is imported.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from environs import EnvError, env
from marshmallow.validate import Range

from service.settings import SettingsError, from_environment

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_OWN_FOLDER = "brehon_metrics_folder"
"""Remembers that the folder is temporary. A variable, because gunicorn can replace its master by a new program."""

_EXAMPLE = (
    "curl -s http://{address}/v1/games/kingdomino/validate -H 'Content-Type: application/json' -d "
    '\'{{"state": {{"players": [{{"name": "ana", "kingdom": [{{"domino": 19, "x": 1, "y": 0, "to": "e"}}]}}]}}, '
    '"move": {{"type": "place", "player": "ana", "domino": 5, "x": 3, "y": 1, "to": "n"}}}}\''
)
_EXAMPLE_WITHOUT_KINGDOMINO = "curl -s http://{address}/v1/games"


class ServerSettings(NamedTuple):
    """The settings of the server, as opposed to those of the service in ``service/settings.py``."""

    host: str
    port: int
    workers: int
    threads: int
    drain_seconds: float
    """Time in which a worker that is about to stop still answers, with ``Connection: close``."""

    @property
    def address(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def server_settings() -> ServerSettings:
    return ServerSettings(
        host=env.str("HOST", "127.0.0.1").strip("[]"),
        port=env.int("PORT", 8000, validate=Range(min=0, max=65535)),
        workers=env.int("WORKERS", 2, validate=Range(min=1)),
        # Under gunicorn a connection whose request is still arriving holds a thread, under granian one whose body is:
        # with few threads a handful of slow clients stalls a worker.
        threads=env.int("THREADS", 16, validate=Range(min=1)),
        # Longer than a busy client pauses between two requests, and well within the time for a graceful stop.
        drain_seconds=env.float("DRAIN_SECONDS", 3.0, validate=Range(min=0)),
    )


@contextmanager
def exits_with_a_sentence(*errors: type[Exception]) -> Iterator[None]:
    """Ends the process with what is wrong with a setting, or with one of these errors, in place of a traceback."""
    expected: tuple[type[Exception], ...] = (EnvError, SettingsError, *errors)
    try:
        yield
    except expected as error:
        sys.exit(str(error))


def start_message(settings: ServerSettings) -> str:
    address, games = settings.address, from_environment().games
    example = _EXAMPLE if not games or "kingdomino" in games else _EXAMPLE_WITHOUT_KINGDOMINO
    return (
        f"Brehon answers at http://{address} (documentation: http://{address}/docs/). Try:\n\n"
        f"{example.format(address=address)}"
    )


def create_metrics_folder() -> None:
    """Make a temporary folder in which the workers share their metrics, unless the environment names one."""
    if METRICS_FOLDER not in os.environ:
        os.environ[METRICS_FOLDER] = os.environ[_OWN_FOLDER] = tempfile.mkdtemp(prefix="brehon-metrics-")


def remove_metrics_folder() -> None:
    """Remove the folder if it is the temporary one."""
    if _OWN_FOLDER in os.environ:
        shutil.rmtree(os.environ[_OWN_FOLDER], ignore_errors=True)
