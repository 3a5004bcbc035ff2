"""Servers with one worker each, on a port and a core of their own; stopped when the block ends.

By default gunicorn with the deployed settings, or granian if ``SERVER`` says so; ``Launch`` is for other servers.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from tests.qa.bench.client import answers
from tests.redis_server import free_port

ROOT = Path(__file__).parents[3]
SERVICE = "service.wsgi:app"

START_SECONDS = 20.0
STOP_SECONDS = 10.0
ATTEMPTS = 3
# What the caller's environment says must not leak into what is measured.
OWN_SETTINGS = (
    *("REDIS_URL", "PROMETHEUS_MULTIPROC_DIR", "GUNICORN_CMD_ARGS", "THREADS", "SERVER"),
    "PYTHONDONTWRITEBYTECODE",
)

Launch = Callable[[str, int], list[str]]
"""(app, port) to the arguments of the Python interpreter. HOST, PORT and WORKERS are in the environment too."""


def gunicorn(app: str, port: int) -> list[str]:
    """As shipped."""
    return ["-m", "gunicorn", "-c", "service/gunicorn_conf.py", app]


def stock_gunicorn(app: str, port: int) -> list[str]:
    """The deployed settings with gunicorn's own threaded worker."""
    return ["-m", "gunicorn", "-c", "service/gunicorn_conf.py", "--worker-class", "gthread", app]


def uvicorn(app: str, port: int) -> list[str]:
    address = ["--host", "127.0.0.1", "--port", str(port)]
    return ["-m", "uvicorn", *address, "--workers", "1", "--no-access-log", "--log-level", "warning", app]


def granian(app: str, port: int) -> list[str]:
    return ["-m", "deploy.granian_server", app]


LAUNCHES = {"gunicorn": gunicorn, "granian": granian}


class Server:
    """A running server with one worker."""

    def __init__(
        self,
        app: str,
        core: int | None,
        settings: Mapping[str, str],
        log: IO[bytes],
        root: Path = ROOT,
        launch: Launch | None = None,
    ) -> None:
        self.port = int(settings.get("PORT") or free_port())
        self._log = log
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in OWN_SETTINGS and not name.startswith("BREHON_")
        }
        address = {
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "WORKERS": "1",
            "MALLOC_ARENA_MAX": "2",  # as deployed
            "MAX_REQUESTS": "0",  # who measures a worker keeps it to the end
        }
        self.process = subprocess.Popen(
            [sys.executable, *(launch or LAUNCHES[settings.get("SERVER", "gunicorn")])(app, self.port)],
            cwd=root,
            env={**inherited, **address, **settings},
            stdout=subprocess.DEVNULL,
            stderr=log,
            preexec_fn=None if core is None else partial(os.sched_setaffinity, 0, {core}),
        )

    def is_ready(self) -> bool:
        """Wait until it answers; False when it ended instead."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            if answers(self.port) and self.process.poll() is None:
                return True
            time.sleep(0.05)
        return False

    @property
    def worker(self) -> int:
        """The process id of the worker."""
        parent = self.process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return int(children[0])

    @property
    def workers(self) -> list[int]:
        """The process ids of all workers, the oldest first."""
        parent = self.process.pid
        return sorted(map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split()))

    @property
    def logged(self) -> str:
        """What it has written to its log so far."""
        # At an offset of its own: the server writes at the one that it shares with the file.
        return os.pread(self._log.fileno(), 1 << 24, 0).decode(errors="replace")

    @property
    def cpu_seconds(self) -> float:
        """The processor time of the server and its workers so far."""
        return cpu_seconds(self.process.pid) + sum(map(cpu_seconds, self.workers))

    def stop(self) -> None:
        """SIGINT: the server ends its worker at once, and removes its folder of metrics."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def running(
    app: str, core: int | None = None, settings: Mapping[str, str] | None = None, launch: Launch | None = None
) -> Iterator[Server]:
    """A started server; another port is tried when somebody else took the first one."""
    with tempfile.TemporaryFile() as log:
        for _ in range(ATTEMPTS):
            server = Server(app, core, settings or {}, log, launch=launch)
            try:
                if server.is_ready():
                    yield server
                    return
            finally:
                server.stop()
        log.seek(0)
        raise RuntimeError(f"{app} did not start:\n{log.read().decode(errors='replace')}")


def cpu_seconds(process: int) -> float:
    """The processor time that a process has used, to the nanosecond: Linux makes a clock id of a process id."""
    return time.clock_gettime(~process << 3 | 2)


def resident_bytes(process: int) -> int:
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
