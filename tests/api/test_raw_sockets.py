"""What only a socket can send: bodies that come slowly, in pieces, too short or too long, to a real gunicorn.

Each of them gets a clear answer, and whoever asks next on another connection gets theirs.
"""

import json
import socket
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from service.settings import Settings
from tests.api.questions import QUESTIONS, address
from tests.qa.bench.client import Connection, request
from tests.qa.bench.servers import SERVICE, Server, running

BODY_SECONDS = 1.0
SEND_SECONDS = 1.0
SCORE = address("score")
BODY = json.dumps(QUESTIONS["score"]).encode()
HEAD = f"POST {SCORE} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    settings = {
        "BREHON_BODY_SECONDS": str(BODY_SECONDS),
        "BREHON_SEND_SECONDS": str(SEND_SECONDS),
        "BREHON_RATE_LIMIT": "off",
        "BREHON_LOG_REQUESTS": "0",
        "THREADS": "4",
    }
    with running(SERVICE, settings=settings) as server:
        yield server
        assert server.process.poll() is None, "the server did not live through it"


class Reply:
    """Everything that came back on a connection, as one response."""

    def __init__(self, sent: bytes) -> None:
        head, _, self.body = sent.partition(b"\r\n\r\n")
        self.status = int(head[9:12]) if head else 0
        self.head = head.decode("latin-1").lower()

    @property
    def problem(self) -> dict[str, Any]:
        assert "content-type: application/problem+json" in self.head, (self.head, self.body)
        document: dict[str, Any] = json.loads(self.body)
        assert document["status"] == self.status
        return document


def talk(server: Server, *pieces: bytes, pause: float = 0.0, half_close: bool = False) -> Reply:
    """Send the pieces one by one, and read until the server closes or is silent."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        try:
            for piece in pieces:
                connection.sendall(piece)
                time.sleep(pause)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has heard enough
        return Reply(_response(connection))


def _response(connection: socket.socket) -> bytes:
    got = b""
    while b"\r\n\r\n" not in got:
        piece = connection.recv(65536)
        if not piece:
            return got
        got += piece
    head, _, body = got.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    length = int(lengths[0].partition(b":")[2]) if lengths else 0
    while len(body) < length:
        piece = connection.recv(65536)
        if not piece:
            break
        body += piece
    return head + b"\r\n\r\n" + body


def others_are_served(server: Server) -> bool:
    with Connection(server.port) as connection:
        return connection.ask(request(SCORE, BODY)).status == 200


def sized(length: int | str) -> bytes:
    return f"{HEAD}Content-Length: {length}\r\n\r\n".encode()


CHUNKED = f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode()


def chunk(content: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(content), content)


# ---------------------------------------------------------------- good bodies in strange pieces


def test_a_body_may_come_byte_by_byte(server: Server) -> None:
    assert (
        talk(server, sized(len(BODY)), *[BODY[i : i + 40] for i in range(0, len(BODY), 40)], pause=0.002).status
        == 200
    )


def test_a_body_may_come_in_chunks(server: Server) -> None:
    whole = talk(server, sized(len(BODY)) + BODY)
    pieces = [chunk(BODY[i : i + 50]) for i in range(0, len(BODY), 50)]
    chunked = talk(server, CHUNKED, *pieces, chunk(b""))
    assert (chunked.status, chunked.body) == (200, whole.body)


def test_who_asks_first_whether_to_go_on_is_answered(server: Server) -> None:
    head = HEAD + f"Content-Length: {len(BODY)}\r\nExpect: 100-continue\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(head.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 100")
        connection.sendall(BODY)
        assert Reply(_response(connection)).status == 200


# ---------------------------------------------------------------- bodies that do not arrive


@pytest.mark.parametrize("head", [sized(len(BODY)), CHUNKED], ids=["sized", "chunked"])
def test_a_body_that_does_not_arrive_is_given_up(server: Server, head: bytes) -> None:
    began = time.monotonic()
    reply = talk(server, head, b"%x\r\n" % len(BODY) if head is CHUNKED else b"", BODY[:20])
    waited = time.monotonic() - began
    assert reply.status == 408
    assert reply.problem["type"] == "urn:brehon:problem:too-slow"
    assert BODY_SECONDS <= waited < BODY_SECONDS + 3
    assert others_are_served(server)


def test_a_body_that_trickles_is_given_up_too(server: Server) -> None:
    """A byte now and then keeps no thread: what counts is when all of them are there."""
    began = time.monotonic()
    reply = talk(server, sized(len(BODY)), *[BODY[i : i + 1] for i in range(len(BODY))], pause=0.05)
    assert reply.status in (408, 0), "0: the server had closed the connection before all of it was sent"
    assert time.monotonic() - began < len(BODY) * 0.05 + 5
    assert others_are_served(server)


def test_more_slow_bodies_than_threads_only_delay_the_others(server: Server) -> None:
    slow = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(6)]
    try:
        for connection in slow:
            connection.sendall(sized(len(BODY)) + BODY[:10])
        began = time.monotonic()
        assert others_are_served(server)
        assert time.monotonic() - began < 2 * BODY_SECONDS + 5
        for connection in slow:
            assert Reply(_response(connection)).status == 408
    finally:
        for connection in slow:
            connection.close()


def test_slow_bodies_are_counted(server: Server) -> None:
    with Connection(server.port) as connection:
        text = connection.ask(request("/metrics", method="GET")).body.decode()
    (line,) = [line for line in text.splitlines() if 'event="too_slow"' in line]
    assert float(line.split()[-1]) >= 1


# ---------------------------------------------------------------- bodies that are cut off


@pytest.mark.parametrize("end", [0, 1, 20, len(BODY) - 1])
def test_a_body_shorter_than_its_content_length_is_refused(server: Server, end: int) -> None:
    reply = talk(server, sized(len(BODY)), BODY[:end], half_close=True)
    assert reply.status == 400
    assert "shorter than its Content-Length" in reply.problem["detail"]
    assert others_are_served(server)


def test_a_body_longer_than_its_content_length_is_read_up_to_it(server: Server) -> None:
    """What follows is the beginning of another request, and none that could be understood."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(sized(len(BODY)) + BODY + b"garbage\r\n\r\n")
        assert Reply(_response(connection)).status == 200
        assert Reply(_response(connection)).status in (400, 0)
    assert others_are_served(server)


BROKEN_CHUNKS = {
    "no size": b"xyz\r\n",
    "negative size": b"-5\r\nhello\r\n",
    "size with a plus": b"+5\r\nhello\r\n",
    "huge size": b"f" * 40 + b"\r\nhello\r\n",
    "no end of the chunk": b"5\r\nhelloworld",
    "cut off inside": b"50\r\nhello",
    "no last chunk": chunk(BODY),
    "bare line feeds": b"5\nhello\n0\n\n",
}


@pytest.mark.parametrize("chunks", BROKEN_CHUNKS.values(), ids=BROKEN_CHUNKS)
def test_broken_chunks_cannot_be_read(server: Server, chunks: bytes) -> None:
    reply = talk(server, CHUNKED, chunks, half_close=True)
    assert reply.status == 400
    assert reply.problem["type"] == "urn:brehon:problem:unreadable"
    assert others_are_served(server)


# ---------------------------------------------------------------- bodies that are too much


LIMIT = Settings().body_limit


def test_a_body_with_a_too_large_content_length_is_not_waited_for(server: Server) -> None:
    began = time.monotonic()
    reply = talk(server, sized(LIMIT + 1), half_close=True)
    assert reply.status == 413
    assert reply.problem["type"] == "urn:brehon:problem:too-large"
    assert time.monotonic() - began < BODY_SECONDS


@pytest.mark.parametrize("length", ["9" * 30, "99999999999"])
def test_nor_one_of_an_absurd_length(server: Server, length: str) -> None:
    assert talk(server, sized(length), half_close=True).status in (400, 413)
    assert others_are_served(server)


def test_chunks_are_counted(server: Server) -> None:
    """The length is unknown: the body is read up to the limit and no further."""
    piece = chunk(b" " * 65_536)
    reply = talk(server, CHUNKED, *[piece] * (LIMIT // 65_536), chunk(b" "), chunk(b""))
    assert reply.status == 413
    just_so = [chunk(BODY), *[piece] * (LIMIT // 65_536 - 1), chunk(b" " * (65_536 - len(BODY))), chunk(b"")]
    assert talk(server, CHUNKED, *just_so).status == 200
    assert others_are_served(server)


def test_a_packed_body_is_refused_unread(server: Server) -> None:
    """Two megabytes of it would be two gigabytes."""
    packed = zlib.compress(b" " * 10_000_000, 9)
    head = HEAD + f"Content-Encoding: deflate\r\nContent-Length: {len(packed)}\r\n\r\n"
    reply = talk(server, head.encode() + packed)
    assert reply.status == 415
    assert "packed" in reply.problem["detail"]


# ---------------------------------------------------------------- bodies that nobody reads


def posts(path: str, length: int, *lines: str, method: str = "POST") -> bytes:
    common = ["Host: 127.0.0.1", f"Content-Length: {length}"]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *common, *lines, "", ""]).encode()


JSON = "Content-Type: application/json"
REFUSED = {
    404: ("/v1/nothing", "POST", JSON),
    405: (SCORE, "PUT", JSON),
    415: (SCORE, "POST", "Content-Type: text/plain"),
    422: (f"{SCORE}?colour=1", "POST", JSON),
}


@pytest.mark.parametrize("status", REFUSED)
def test_an_unread_body_is_read_and_the_next_request_is_answered(server: Server, status: int) -> None:
    path, method, line = REFUSED[status]
    size = 300_000
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        for _ in range(3):
            connection.sendall(posts(path, size, line, method=method) + b" " * size)
            reply = Reply(_response(connection))
            assert reply.status == status
            assert "connection: keep-alive" in reply.head
        connection.sendall(request(SCORE, BODY))
        assert Reply(_response(connection)).status == 200


@pytest.mark.parametrize("status", REFUSED)
def test_an_unread_body_that_does_not_arrive_closes_the_connection(server: Server, status: int) -> None:
    path, method, line = REFUSED[status]
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(posts(path, 300_000, line, method=method) + b" " * 100_000)
        reply = Reply(_response(connection))
        assert reply.status == status
        assert "connection: close" in reply.head
        assert _rest(connection) == b""
    assert time.monotonic() - began < 4
    assert others_are_served(server)


def test_an_unread_body_without_an_end_closes_the_connection(server: Server) -> None:
    head = f"POST /v1/nothing HTTP/1.1\r\nHost: x\r\n{JSON}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(head)
        try:
            for _ in range(6 * LIMIT // 65_536):
                connection.sendall(chunk(b" " * 65_536))
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has read enough
        try:
            reply = Reply(_response(connection))
        except ConnectionResetError:
            return
        assert reply.status in (404, 0)
        assert "connection: close" in reply.head or not reply.head
    assert others_are_served(server)


def test_a_broken_body_closes_the_connection(server: Server) -> None:
    assert "connection: close" in talk(server, CHUNKED, b"xyz\r\n").head
    assert "connection: close" in talk(server, sized(len(BODY)), BODY[:20]).head, "408"


@pytest.mark.parametrize("size", [LIMIT + 1, 6 * 1024 * 1024])
def test_an_ordinary_client_can_read_the_413(server: Server, size: int) -> None:
    """urllib sends the whole body before it reads: a connection that is closed meanwhile is a broken pipe to it."""
    asked = urllib.request.Request(
        f"http://127.0.0.1:{server.port}{SCORE}", b" " * size, {"Content-Type": "application/json"}
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked, timeout=10)
    assert refused.value.code == 413
    assert json.load(refused.value)["type"] == "urn:brehon:problem:too-large"


# ---------------------------------------------------------------- answers that nobody reads


def test_a_client_that_does_not_read_loses_its_connection(server: Server) -> None:
    """Four threads, six clients: each of them would hold a thread until it reads."""
    slow = [socket.socket() for _ in range(6)]
    try:
        for connection in slow:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(10)
            connection.connect(("127.0.0.1", server.port))
            connection.sendall(request("/openapi.json", method="GET") * 20)
        began = time.monotonic()
        time.sleep(0.3)
        assert others_are_served(server)
        assert time.monotonic() - began < 3 * SEND_SECONDS + 5
        _rest(slow[0])  # it ends
    finally:
        for connection in slow:
            connection.close()
    assert "Traceback" not in server.logged, "a slow client writes nothing to the log"


def test_a_connection_in_use_for_longer_than_that_is_kept(server: Server) -> None:
    """The time is that of one answer."""
    ends = time.monotonic() + 2 * SEND_SECONDS
    with Connection(server.port) as connection:
        while time.monotonic() < ends:
            assert connection.ask(request(SCORE, BODY)).status == 200
            time.sleep(0.2)


# ---------------------------------------------------------------- requests that are none, or two


@pytest.mark.parametrize(
    "lines",
    [
        f"Content-Length: {len(BODY)}\r\nTransfer-Encoding: chunked",
        f"Transfer-Encoding: chunked\r\nContent-Length: {len(BODY)}",
        f"Content-Length: {len(BODY)}\r\nContent-Length: {len(BODY) + 1}",
        "Content-Length: -1",
        "Content-Length: +5",
        "Content-Length: 5 5",
        "Content-Length: 0x10",
        "Content-Length : 5",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: \x0bchunked",
    ],
)
def test_nobody_can_say_two_things_about_the_length(server: Server, lines: str) -> None:
    """What a proxy and a server read differently is how requests are smuggled: it is refused."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        smuggled = b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n"
        connection.sendall(f"{HEAD}{lines}\r\n\r\n".encode("latin-1") + chunk(BODY) + chunk(b"") + smuggled)
        connection.shutdown(socket.SHUT_WR)
        first = Reply(_response(connection))
        assert first.status in (400, 501), first.body
        assert b"HTTP/1.1 200" not in _rest(connection), "a request inside of another one was answered"
    assert others_are_served(server)


def _rest(connection: socket.socket) -> bytes:
    got = b""
    try:
        while piece := connection.recv(65536):
            got += piece
    except ConnectionResetError:
        return got
    return got


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-A: b\r\n" * 500 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"b" * 20_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-A: a\x00b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n folded: line\r\n\r\n",
        b"\r\n" * 100,
    ],
    ids=["TLS", "no version", "HTTP/9.9", "long line", "many headers", "long header", "NUL", "folded", "empty lines"],
)
def test_what_is_no_request_harms_nobody(server: Server, sent: bytes) -> None:
    reply = talk(server, sent, half_close=True)
    assert reply.status == 0 or 400 <= reply.status < 500 or reply.status == 505
    assert b"Traceback" not in reply.body
    assert others_are_served(server)
