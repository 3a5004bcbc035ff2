"""Fixtures of the cache tests: real Redis servers, servers that lie, and a clock that the test moves."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from redis import Redis

from service.cache import Entry
from tests.redis_server import RedisServer, running_redis, running_server


class Clock:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


class Impostor:
    """Something that listens where Redis should, and answers every message with the same bytes, or never."""

    def __init__(self, reply: bytes | None, then_close: bool = False) -> None:
        self.connections = 0
        self.received = b""
        self._reply = reply
        self._then_close = then_close
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}/0"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "Impostor":
        return self

    def __exit__(self, *_: object) -> None:
        # shutdown wakes the thread that sits in accept; close alone would leave it there
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in self._open:
            connection.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            self._open.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            while message := connection.recv(65536):
                self.received += message
                if self._reply is not None:
                    connection.sendall(self._reply)
                if self._then_close:
                    connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            return


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def entry() -> Entry:
    return Entry(body=b'{"verdict":"legal"}\n\x00\xff', case_id="9f2c" * 6)


@pytest.fixture
def impostor() -> Iterator[Callable[..., Impostor]]:
    with ExitStack() as stack:
        yield lambda reply, then_close=False: stack.enter_context(Impostor(reply, then_close))


@pytest.fixture(scope="session")
def shared_redis() -> Iterator[str]:
    with running_redis() as url:
        yield url


@pytest.fixture
def redis_url(shared_redis: str) -> str:
    """A healthy Redis, empty at the start of each test, that no test may harm."""
    with Redis.from_url(shared_redis) as client:
        client.flushall()
        client.config_resetstat()
    return shared_redis


@pytest.fixture
def own_server() -> Iterator[RedisServer]:
    """A Redis that the test may kill or pause."""
    with running_server() as server:
        yield server
