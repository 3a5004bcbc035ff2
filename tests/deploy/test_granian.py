"""granian as ``deploy/granian_server.py`` starts it: the same answers, limits, log and metrics as under gunicorn.

Where granian differs, a test says how; ``docs/operations.md`` has the list.
"""

import gzip
import inspect
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.api.questions import QUESTIONS, address
from tests.qa.bench.client import Answer, Connection, request
from tests.qa.bench.servers import SERVICE, Server
from tests.qa.faults.stage import until

pytest.importorskip("granian", reason="granian is an option and not installed (make run SERVER=granian installs it)")

ROOT = Path(__file__).parents[2]
SCORE = address("score")
BODY = json.dumps(QUESTIONS["score"]).encode()
HEAD = f"POST {SCORE} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
LIMIT = 100_000
RATE = 40


class Granian:
    """A running granian with its log, and a connection that was silent since the start."""

    def __init__(self, server: Server, log: Path) -> None:
        self.server = server
        self.port = server.port
        self.log = log
        self.opened = time.monotonic()
        self.silent = self.connect()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def ask(self, path: str, body: bytes = b"", method: str = "GET", client: str = "", **headers: str) -> Answer:
        """The answer on a connection of its own; requests of different clients are limited separately."""
        with Connection(self.port) as connection:
            return connection.ask(request(path, body, method, X_Forwarded_For=client or "192.0.2.1", **headers))

    def metrics(self) -> str:
        return self.ask("/metrics").body.decode()


@contextmanager
def started(folder: Path, **settings: str) -> Iterator[Granian]:
    log = folder / "log"
    with log.open("wb") as stream:
        common = {"SERVER": "granian", "WORKERS": "2", "THREADS": "4", "TMPDIR": str(folder)}
        server = Server(SERVICE, None, {**common, **settings}, stream)
        try:
            assert server.is_ready(), log.read_text()
            granian = Granian(server, log)
            with granian.silent:
                yield granian
        finally:
            server.stop()


@pytest.fixture(scope="module")
def granian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Granian]:
    settings = {
        "BREHON_BODY_LIMIT": str(LIMIT),
        "BREHON_BODY_SECONDS": "0.2",
        "BREHON_RATE_LIMIT": f"{RATE}/minute",
        "BREHON_TRUSTED_PROXIES": "127.0.0.1",
    }
    with started(tmp_path_factory.mktemp("granian"), **settings) as granian:
        yield granian
        assert granian.server.process.poll() is None, granian.log.read_text()


def send(granian: Granian, *pieces: bytes, pause: float = 0.0, half_close: bool = False) -> Answer:
    """Send the pieces one by one, and read one response."""
    with granian.connect() as connection:
        for piece in pieces:
            connection.sendall(piece)
            time.sleep(pause)
        if half_close:
            connection.shutdown(socket.SHUT_WR)
        return receive(connection)


def receive(connection: socket.socket) -> Answer:
    got = b""
    while b"\r\n\r\n" not in got:
        piece = connection.recv(65536)
        assert piece, "the connection was closed without a response"
        got += piece
    head, _, body = got.partition(b"\r\n\r\n")
    length = int(Answer(head, b"").header("Content-Length") or 0)
    while len(body) < length and (piece := connection.recv(65536)):
        body += piece
    return Answer(head, body)


def chunk(content: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(content), content)


CHUNKED = f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode()


def sized(length: int, *more: str) -> bytes:
    return "\r\n".join([f"{HEAD}Content-Length: {length}", *more, "", ""]).encode()


# ---------------------------------------------------------------- ids, log, metrics


def test_a_request_has_an_id_a_log_line_and_the_common_headers(granian: Granian) -> None:
    answer = granian.ask(SCORE, BODY, "POST", X_Request_Id="granian-1", client="192.0.2.2")
    assert (answer.status, answer.header("X-Request-Id")) == (200, "granian-1")
    assert answer.header("X-Content-Type-Options") == "nosniff"
    assert re.fullmatch(r"app;dur=[\d.]+", answer.header("Server-Timing") or "")
    (line,) = [line for line in granian.log.read_text().splitlines() if "granian-1" in line]
    logged = json.loads(line)
    assert (logged["route"], logged["status"]) == (SCORE, 200)
    assert (logged["bytes_in"], logged["bytes_out"]) == (len(BODY), len(answer.body))


def test_every_request_has_an_id_of_its_own_in_all_workers(granian: Granian) -> None:
    """The workers are forks of one process: a random number generator that was copied would repeat itself."""
    ids = [granian.ask("/healthz").header("X-Request-Id") for _ in range(30)]
    assert len(set(ids)) == len(ids)


def test_the_metrics_are_the_sum_of_all_workers(granian: Granian) -> None:
    def validate(number: int) -> int:
        body = json.dumps(QUESTIONS["validate"]).encode()
        return granian.ask(address("validate"), body, "POST", client=f"192.0.2.{100 + number % 20}").status

    with ThreadPoolExecutor(8) as pool:
        assert Counter(pool.map(validate, range(60))) == {200: 60}
    for _ in range(6):  # whichever worker answers
        (line,) = re.findall(
            r'(?m)^brehon_request_seconds_count\{.*"validate",status="200"\} (.+)$', granian.metrics()
        )
        assert float(line) == 60
    files = {path.name for path in granian.log.parent.glob("brehon-metrics-*/histogram_*.db")}
    workers = {f"histogram_{process}.db" for process in granian.server.workers}
    assert workers <= files, "both workers answered"


# ---------------------------------------------------------------- what HTTP offers


def test_head_304_and_gzip(granian: Granian) -> None:
    whole = granian.ask("/v1/games")
    head = send(granian, b"HEAD /v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert (head.status, head.header("Content-Length"), head.body) == (200, str(len(whole.body)), b"")
    tag = whole.header("ETag") or ""
    unchanged = granian.ask("/v1/games", If_None_Match=tag)
    assert (unchanged.status, unchanged.body, unchanged.header("ETag")) == (304, b"", tag)
    packed = granian.ask("/v1/games", Accept_Encoding="gzip")
    assert packed.header("Content-Encoding") == "gzip"
    assert gzip.decompress(packed.body) == whole.body


def test_a_connection_is_kept_open_unless_the_client_wants_it_closed(granian: Granian) -> None:
    with Connection(granian.port) as connection:
        assert not connection.ask(request("/healthz", method="GET")).closes
        assert connection.ask(request("/healthz", method="GET", Connection="close")).closes
        with pytest.raises(ConnectionError):
            connection.ask(request("/healthz", method="GET"))


def test_http_2_is_off(granian: Granian) -> None:
    with granian.connect() as connection:
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\x00\x00\x00\x04\x00\x00\x00\x00\x00")
        assert not connection.recv(1000).startswith(b"\x00"), "a frame of HTTP/2"


# ---------------------------------------------------------------- bodies


def test_chunks_are_read_to_their_end(granian: Granian) -> None:
    whole = send(granian, sized(len(BODY)) + BODY)
    pieces = [chunk(BODY[i : i + 50]) for i in range(0, len(BODY), 50)]
    chunked = send(granian, CHUNKED, *pieces, chunk(b""), pause=0.002)
    assert (chunked.status, chunked.body) == (200, whole.body)


def test_a_client_that_waits_for_100_continue_gets_it(granian: Granian) -> None:
    with granian.connect() as connection:
        connection.sendall(sized(len(BODY), "Expect: 100-continue"))
        assert connection.recv(1000).startswith(b"HTTP/1.1 100")
        connection.sendall(BODY)
        assert receive(connection).status == 200
    refused = send(granian, sized(LIMIT + 1, "Expect: 100-continue"))
    assert refused.status == 413, "before the body is sent"


def test_the_size_limit_holds_for_both_kinds_of_bodies(granian: Granian) -> None:
    assert send(granian, sized(LIMIT + 1), half_close=True).status == 413
    assert send(granian, CHUNKED, chunk(BODY), chunk(b" " * (LIMIT - len(BODY))), chunk(b"")).status == 200
    assert send(granian, CHUNKED, chunk(BODY), chunk(b" " * (LIMIT - len(BODY) + 1)), chunk(b"")).status == 413


@pytest.mark.parametrize(
    "sent",
    [
        sized(len(BODY)) + BODY[:-1],
        CHUNKED + chunk(BODY[:-1]),
        CHUNKED + b"xyz\r\n",
        CHUNKED + b"-5\r\nhello\r\n",
        CHUNKED + b"f" * 40 + b"\r\nhello\r\n",
    ],
    ids=["sized", "no last chunk", "no size", "negative size", "huge size"],
)
def test_a_body_that_is_cut_off_is_a_400(granian: Granian, sent: bytes) -> None:
    assert send(granian, sent, half_close=True).status == 400


def test_a_slow_body_is_not_given_up_at_once(granian: Granian) -> None:
    """Unlike under gunicorn: granian has no limit for it and gives no socket. The connection is closed later, when
    nothing was answered on it for ``BREHON_SEND_SECONDS`` (test_slow_clients.py). If this fails because granian has a
    limit now, set it and change docs/operations.md."""
    with granian.connect() as connection:
        connection.sendall(sized(len(BODY)) + BODY[:20])
        connection.settimeout(0.8)
        with pytest.raises(TimeoutError):
            connection.recv(1000)
        connection.sendall(BODY[20:])
        assert receive(connection).status == 200


@pytest.mark.parametrize(
    "lines",
    [
        "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: -1",
        "Content-Length: +5",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked, identity",
    ],
)
def test_an_unclear_length_is_a_400(granian: Granian, lines: str) -> None:
    assert send(granian, f"{HEAD}{lines}\r\n\r\n".encode() + chunk(BODY) + chunk(b"")).status == 400


def test_with_both_kinds_of_length_chunks_win_and_the_connection_is_closed(granian: Granian) -> None:
    """gunicorn refuses such a request. What follows it is not answered, so nothing can be smuggled."""
    smuggled = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    with granian.connect() as connection:
        connection.sendall(sized(5, "Transfer-Encoding: chunked") + chunk(BODY) + chunk(b"") + smuggled)
        assert receive(connection).status == 200
        assert connection.recv(1000) == b""


def test_an_unread_body_closes_the_connection(granian: Granian) -> None:
    head = f"POST /v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: {LIMIT}\r\n\r\n".encode()
    for sent in (head, head + b" " * LIMIT):
        with granian.connect() as connection:
            connection.sendall(sent)
            answer = receive(connection)
            assert (answer.status, answer.closes) == (404, True)
            assert connection.recv(1000) == b""


# ---------------------------------------------------------------- headers and rates


@pytest.mark.parametrize(
    ("head", "statuses"),
    [
        (b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", {414, 431}),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-A: b\r\n" * 200 + b"\r\n", {431}),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"b" * 200_000 + b"\r\n\r\n", {431}),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: a\x00b\r\n\r\n", {400}),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", {400}),
    ],
    ids=["long line", "many headers", "long header", "NUL", "TLS"],
)
def test_headers_are_bounded(granian: Granian, head: bytes, statuses: set[int]) -> None:
    # A server that closes a connection with unread bytes resets it, and the response may be lost.
    with suppress(ConnectionResetError, BrokenPipeError):
        assert send(granian, head).status in statuses
    assert granian.ask("/healthz").status == 200


def test_rates_are_limited_by_address(granian: Granian) -> None:
    """In memory each worker counts for itself."""
    answers = [granian.ask("/v1/games", client="198.51.100.7") for _ in range(2 * RATE + 1)]
    assert {answer.status for answer in answers} == {200, 429}
    assert answers[0].header("RateLimit-Policy") == f'"address";q={RATE};w=60'
    assert granian.ask("/v1/games", client="198.51.100.8").status == 200


def test_a_header_name_with_an_underscore_passes_for_one_with_a_hyphen(granian: Granian) -> None:
    """gunicorn drops such headers. The proxy has to do it here, as nginx does unless it is set not to."""
    sent = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: proxy\r\nX_Request_Id: client\r\n\r\n"
    assert send(granian, sent).header("X-Request-Id") == "client"


# ---------------------------------------------------------------- start, stop, workers


def test_a_second_server_does_not_share_the_port(granian: Granian, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "deploy.granian_server"]
    environment = {**os.environ, "PORT": str(granian.port), "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=30)
    assert done.returncode == 1
    assert done.stderr == f"Cannot listen on 127.0.0.1:{granian.port}: Address already in use.\n"
    assert list(tmp_path.iterdir()) == []


def test_workers_are_replaced_and_a_stop_answers_what_is_in_progress(tmp_path: Path) -> None:
    """A worker is killed, then all are replaced, then the server is stopped with a request in progress."""
    with started(tmp_path, DRAIN_SECONDS="0.3") as granian:
        server = granian.server
        (folder,) = tmp_path.glob("brehon-metrics-*")

        def gauges() -> set[int]:
            return {int(path.stem.rpartition("_")[2]) for path in folder.glob("gauge_live*.db")}

        first = set(server.workers)
        victim = min(first)
        assert until(lambda: bool(granian.metrics()) and victim in gauges(), 5) is not None
        os.kill(victim, signal.SIGKILL)
        assert until(lambda: len(server.workers) == 2 and victim not in server.workers, 5) is not None
        assert until(lambda: victim not in gauges(), 5) is not None, "the gauges of a dead worker are removed"

        second = set(server.workers)
        server.process.send_signal(signal.SIGHUP)
        assert until(lambda: len(server.workers) == 2 and not second & set(server.workers), 10) is not None
        assert granian.ask("/healthz").status == 200

        with granian.connect() as connection:
            connection.sendall(sized(len(BODY)) + BODY[:20])
            time.sleep(0.1)
            server.process.terminate()
            time.sleep(0.1)
            assert granian.ask("/healthz").closes, "clients are asked to close their connections"
            time.sleep(0.6)
            connection.sendall(BODY[20:])
            assert receive(connection).status == 200
        assert server.process.wait(10) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["log"]
    assert "Traceback" not in granian.log.read_text()


def test_headers_that_do_not_arrive_are_given_up(granian: Granian) -> None:
    """The connection has been silent since the start of the module."""
    from deploy.granian_server import HEADER_SECONDS

    granian.silent.settimeout(HEADER_SECONDS + 3)
    assert granian.silent.recv(1000) == b""
    assert time.monotonic() - granian.opened >= HEADER_SECONDS - 0.5


# ---------------------------------------------------------------- what is relied on


def test_granian_is_an_option_with_a_bounded_version() -> None:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["optional-dependencies"]["granian"] == ["granian>=2.8,<2.9"]
    assert "granian" not in (ROOT / "requirements.lock").read_text()
    pinned = [(ROOT / f"requirements-{name}.lock").read_text() for name in ("granian", "test")]
    assert len({re.search(r"(?m)^granian==(2\.8\.\d+)$", text)[1] for text in pinned}) == 1  # type: ignore[index]


def test_the_parts_of_granian_that_are_used_exist() -> None:
    from granian import Granian as Base
    from granian._signals import set_main_signals

    parameters = inspect.signature(Base.__init__).parameters
    assert {"respawn_interval", "workers_kill_timeout", "respawn_failed_workers", "backpressure"} <= set(parameters)
    assert "target_loader" in inspect.signature(Base.serve).parameters
    assert {"on_startup", "on_reload", "signal_handler_interrupt"} <= set(dir(Base))
    assert "signal.signal(sig, interrupt_handler)" in inspect.getsource(set_main_signals), (
        "it gets the signal's number"
    )
    respawn = inspect.getsource(Base._respawn_workers)
    assert respawn.index("wrk.start()") < respawn.index("time.sleep(delay)") < respawn.index("old_wrk.terminate()")
