"""A server with the deployed settings and one worker, on a port and a core of its own; gone when the block ends.

gunicorn, unless ``SERVER`` in the settings is ``granian``.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from tests.qa.bench.client import answers
from tests.redis_server import free_port

ROOT = Path(__file__).parents[3]
SERVICE = "service.wsgi:app"
ECHO = "tests.qa.bench.echo:plain"
ECHO_SAME_LIBRARY = "tests.qa.bench.echo:same_library"

COMMANDS = {
    "gunicorn": ("-m", "gunicorn", "-c", "deploy/gunicorn.conf.py"),
    "granian": ("-m", "deploy.granian_server"),
}
START_SECONDS = 20.0
STOP_SECONDS = 10.0
ATTEMPTS = 3
# What the caller's environment says must not leak into what is measured.
OWN_SETTINGS = ("REDIS_URL", "PROMETHEUS_MULTIPROC_DIR", "GUNICORN_CMD_ARGS", "THREADS", "PYTHONDONTWRITEBYTECODE")


class Server:
    """A running server with one worker."""

    def __init__(
        self, app: str, core: int | None, settings: Mapping[str, str], log: IO[bytes], root: Path = ROOT
    ) -> None:
        self.port = int(settings.get("PORT") or free_port())
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in OWN_SETTINGS and not name.startswith("BREHON_")
        }
        address = {"HOST": "127.0.0.1", "PORT": str(self.port), "WORKERS": "1"}
        self.process = subprocess.Popen(
            [sys.executable, *COMMANDS[settings.get("SERVER", "gunicorn")], app],
            cwd=root,
            env={**inherited, **address, **settings},
            stdout=subprocess.DEVNULL,
            stderr=log,
            preexec_fn=None if core is None else partial(os.sched_setaffinity, 0, {core}),
        )

    def is_ready(self) -> bool:
        """Answering; False when it left instead."""
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
def running(app: str, core: int | None = None, settings: Mapping[str, str] | None = None) -> Iterator[Server]:
    """A started server; another port is tried when somebody else took the first one."""
    with tempfile.TemporaryFile() as log:
        for _ in range(ATTEMPTS):
            server = Server(app, core, settings or {}, log)
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
