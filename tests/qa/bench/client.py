"""A client that costs little: prebuilt request bytes over raw keep-alive connections.

A burst keeps several requests in flight, so that the server is measured and not the network between.
"""

import re
import socket
import time
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import cycle
from types import TracebackType
from typing import NamedTuple

CONNECTIONS = 4
TIMEOUT = 30.0
_BUFFER = 1 << 18
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_CLOSE = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)


class Answer(NamedTuple):
    """A response, in bytes."""

    head: bytes
    body: bytes

    @property
    def status(self) -> int:
        return int(self.head[9:12])

    @property
    def closes(self) -> bool:
        """Whether the server will take no further request on this connection."""
        return _CLOSE.search(self.head) is not None

    def header(self, name: str) -> str | None:
        found = re.search(rf"\r\n{name}: *([^\r]*)".encode(), self.head + b"\r", re.IGNORECASE)
        return found[1].decode() if found else None


class Connection:
    """One keep-alive connection."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> "Connection":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, request: bytes) -> None:
        self._socket.sendall(request)

    def receive(self) -> Answer:
        data = self._more()
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self._more()
        head, begin = data[:end], end + 4
        found = _LENGTH.search(head)
        length = int(found[1]) if found else 0
        while len(data) < begin + length:
            data += self._more()
        return Answer(head, data[begin:])

    def ask(self, request: bytes) -> Answer:
        self.send(request)
        return self.receive()

    def _more(self) -> bytes:
        data = self._socket.recv(_BUFFER)
        if not data:
            raise ConnectionError("The server closed the connection in the middle of an answer.")
        return data


def request(path: str, body: bytes = b"", method: str = "POST", **headers: str) -> bytes:
    """The bytes of a request. Header names are written with underscores."""
    lines = {
        "Host": "127.0.0.1",
        "User-Agent": "brehon-bench",
        "Accept": "*/*",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


def burst(connections: Sequence[Connection], requests: Sequence[bytes], header: bytes = b"") -> float:
    """The seconds that these requests took, all of them answered by a 200 with this header (in small letters)."""
    in_flight: deque[Connection] = deque()
    began = time.perf_counter()
    for connection, content in zip(cycle(connections), requests, strict=False):
        if len(in_flight) == len(connections):
            _expect_success(in_flight.popleft().receive(), header)
        connection.send(content)
        in_flight.append(connection)
    while in_flight:
        _expect_success(in_flight.popleft().receive(), header)
    return time.perf_counter() - began


def _expect_success(answer: Answer, header: bytes) -> None:
    if not answer.head.startswith(b"HTTP/1.1 200") or header not in answer.head.lower():
        text = f"{answer.head.decode()}\n\n{answer.body.decode(errors='replace')[:2000]}"
        raise RuntimeError(f"Expected a 200 with {header.decode()!r}: {text}")


def connected(stack: ExitStack, port: int, count: int = CONNECTIONS) -> list[Connection]:
    """Connections that are closed when the stack is."""
    return [stack.enter_context(Connection(port)) for _ in range(count)]


def answers(port: int) -> bool:
    """Whether something at this port speaks HTTP."""
    try:
        with Connection(port) as connection:
            return connection.ask(request("/healthz", method="GET")).status in (200, 404)
    except OSError:
        return False
