"""Hundreds of clients that send nothing, half a request or half a body, or do not read: others are answered.

With the default settings, as the service is meant to be put on the open internet: granian alone, and gunicorn behind
nginx. The slow clients have addresses of their own, so that it is not the limits for one address that help.
"""

import json
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from statistics import median

import pytest

from tests.api.questions import QUESTIONS, address
from tests.qa.bench.client import Connection, request
from tests.qa.bench.servers import SERVICE, Server, running
from tests.qa.cluster.machines import nginx
from tests.qa.faults.stage import until

IDLE, HALF_HEADERS, HALF_BODIES, NOT_READING = 500, 50, 50, 50
MOST_SECONDS = 2.0
VALIDATE = address("validate")
BODY = json.dumps(QUESTIONS["validate"]).encode()
QUESTION = request(VALIDATE, BODY)
LARGE = request("/openapi.json", method="GET")
"""Half a megabyte of answer."""


@contextmanager
def granian(**settings: str) -> Iterator[int]:
    pytest.importorskip("granian", reason="granian is not installed")
    with running(SERVICE, settings={"SERVER": "granian", "WORKERS": "2", **settings}) as server:
        yield server.port


@contextmanager
def gunicorn_behind_nginx() -> Iterator[int]:
    if not (shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")):
        pytest.skip("nginx is not installed")
    settings = {"WORKERS": "2", "BREHON_TRUSTED_PROXIES": "127.0.0.1"}
    with running(SERVICE, settings=settings) as server, nginx([server.port], limits=True) as port:
        yield port


class SlowClients:
    """Connections from many addresses of this machine."""

    def __init__(self, port: int, stack: ExitStack) -> None:
        self.port = port
        self._stack = stack
        self._count = 0

    def connect(self, sent: bytes = b"", receive_buffer: int | None = None) -> socket.socket:
        self._count += 1
        connection = self._stack.enter_context(socket.socket())
        connection.settimeout(10)
        connection.bind((f"127.1.{self._count // 200}.{self._count % 200 + 1}", 0))
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.connect(("127.0.0.1", self.port))
        connection.sendall(sent)
        return connection

    def half_body(self) -> socket.socket:
        return self.connect(QUESTION[: -len(BODY) // 2])

    def not_reading(self) -> socket.socket:
        return self.connect(LARGE * 8, receive_buffer=4096)


@pytest.mark.parametrize("started", [granian, gunicorn_behind_nginx])
def test_others_are_answered(
    started: Callable[[], AbstractContextManager[int]],
) -> None:
    with started() as port, ExitStack() as stack:
        slow = SlowClients(port, stack)
        for _ in range(HALF_BODIES):
            slow.half_body()
        for _ in range(HALF_HEADERS):
            slow.connect(QUESTION[:60])
        for _ in range(NOT_READING):
            slow.not_reading()
        for _ in range(IDLE):
            slow.connect()
        ends, seconds = time.monotonic() + 4, []
        while time.monotonic() < ends:
            for sent in (request("/healthz", method="GET"), QUESTION):
                began = time.monotonic()
                with Connection(port) as connection:
                    assert connection.ask(sent).status == 200
                seconds.append(time.monotonic() - began)
            time.sleep(0.05)
        assert median(seconds) < MOST_SECONDS, "on a quiet machine all of them"
        assert len(seconds) >= 4


def test_granian_closes_connections_that_make_no_progress() -> None:
    """Without a proxy: a body that does not arrive, one that trickles, and an answer that is not read."""
    seconds = {"BREHON_SEND_SECONDS": "2", "BREHON_BODY_SECONDS": "1", "BREHON_WATCHDOG_SECONDS": "1"}
    with granian(**seconds) as port, ExitStack() as stack:
        slow = SlowClients(port, stack)
        stalled, trickling, reader = slow.half_body(), slow.half_body(), slow.not_reading()
        busy, ends = stack.enter_context(Connection(port)), time.monotonic() + 4.5
        while time.monotonic() < ends:
            with suppress(OSError):  # once it is closed
                trickling.send(b" ")
            assert busy.ask(request("/healthz", method="GET")).status == 200, "a connection in use is kept"
            time.sleep(0.3)
        for connection in (stalled, trickling):
            connection.settimeout(0.1)
            assert is_closed(connection)
        reader.settimeout(5)
        assert until(lambda: is_closed(reader), 5) is not None


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed it; reads what is left."""
    try:
        while connection.recv(1 << 20):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_granian_replaces_its_workers_now_and_then_and_loses_no_request() -> None:
    pytest.importorskip("granian", reason="granian is not installed")
    settings = {"SERVER": "granian", "WORKER_HOURS": "0.0005", "DRAIN_SECONDS": "0.5"}
    with running(SERVICE, settings=settings) as server:
        first = server.workers
        assert until(lambda: is_answered(server) and not set(first) & set(server.workers), 8) is not None


def is_answered(server: Server) -> bool:
    with Connection(server.port) as connection:
        assert connection.ask(request("/healthz", method="GET")).status == 200
    return True
