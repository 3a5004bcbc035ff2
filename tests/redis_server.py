"""A real redis-server for the tests, on a port of its own, with nothing written to disk.

::

    with running_redis() as url:            an address is all that is needed
        ...
    with running_server() as server:        the test also wants to kill, pause or restart it
        server.pause()
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

MAC_KEY = b"the MAC key of the tests"
"""For a cache on one of these servers."""
START_SECONDS = 10.0
POLL_SECONDS = 0.005


class RedisServer:
    """One redis-server process at a fixed address; it can die and come back there, empty."""

    def __init__(self, directory: str, *options: str, settings: Path | None = None) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._directory = directory
        self._options = options
        # A copy: Sentinels make Redis write into its settings.
        self._settings = shutil.copy(settings, directory) if settings else None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        executable = shutil.which("redis-server")
        if executable is None:
            raise RuntimeError("These tests need redis-server (apt install redis-server).")
        self._process = subprocess.Popen(
            [executable, *self._arguments()],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait_until_ready(self._process)

    def _arguments(self) -> list[str]:
        file = [self._settings] if self._settings else []
        where = [*file, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self._directory]
        return [*where, "--save", "", "--appendonly", "no", *self._options]

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def kill(self) -> None:
        """SIGKILL: it works on a paused process too, and there is nothing to save."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def pause(self) -> None:
        """The process stops while the kernel goes on accepting connections for it: the worst case."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None, "the server is not running"
        os.kill(self._process.pid, number)

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if process.poll() is not None:
                raise ServerDidNotStart(f"redis-server left with {process.returncode} on port {self.port}")
            if time.monotonic() > deadline:
                self.kill()
                raise ServerDidNotStart(f"redis-server did not answer within {START_SECONDS} s")
            time.sleep(POLL_SECONDS)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith((b"+PONG", b"-NOAUTH"))
        except OSError:
            return False


class ServerDidNotStart(RuntimeError):
    """Usually somebody else took the port between our looking for a free one and using it."""


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_server(
    *options: str, settings: Path | None = None, folder: Path | None = None, attempts: int = 3
) -> Iterator[RedisServer]:
    """A started server, with these further options of redis-server; gone at the end of the block.

    ``settings`` is a file for it to read, in ``folder``, where it then works.
    """
    with tempfile.TemporaryDirectory(prefix="brehon-redis-") as directory:
        server = _started(str(folder or directory), options, settings, attempts)
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def running_redis(*options: str) -> Iterator[str]:
    """The address of a started server."""
    with running_server(*options) as server:
        yield server.url


def _started(directory: str, options: tuple[str, ...], settings: Path | None, attempts: int) -> RedisServer:
    for attempt in range(1, attempts + 1):
        server = RedisServer(directory, *options, settings=settings)
        try:
            server.start()
        except ServerDidNotStart:
            if attempt == attempts:
                raise
        else:
            return server
    raise ValueError("at least one attempt is needed")
