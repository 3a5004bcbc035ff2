"""What the real nginx does with the settings in ``deploy/nginx``: retries, headers, limits."""

import json
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest

from tests.api.questions import QUESTIONS, address
from tests.qa.bench.client import Answer, Connection, request
from tests.qa.bench.servers import SERVICE, Server, running
from tests.qa.cluster.machines import nginx

pytestmark = pytest.mark.skipif(
    not (shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")), reason="nginx is not installed"
)
VALIDATE = address("validate")
BODY = json.dumps(QUESTIONS["validate"]).encode()
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"


class FakeInstance:
    """Counts the requests that it receives, and answers them with what ``behave`` returns; nothing is a crash."""

    def __init__(self, behave: Callable[[str], bytes]) -> None:
        self.behave = behave
        self.heads: list[str] = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            received = b""
            while b"\r\n\r\n" not in received:
                piece = connection.recv(65536)
                if not piece:
                    return
                received += piece
            head = received.partition(b"\r\n\r\n")[0].decode()
            if "GET /healthz " in head:  # of the test, which waits for nginx to start
                connection.sendall(OK)
                return
            self.heads.append(head)
            connection.sendall(self.behave(head))

    def close(self) -> None:
        self._listener.close()


@contextmanager
def fakes(behave: Callable[[str], bytes], **replaced: str) -> Iterator[tuple[int, list[FakeInstance]]]:
    """Three instances that behave so, and the port of the nginx in front of them."""
    with ExitStack() as stack:
        instances = [FakeInstance(behave) for _ in range(3)]
        for instance in instances:
            stack.callback(instance.close)
        yield stack.enter_context(nginx([instance.port for instance in instances], **replaced)), instances


def received(instances: list[FakeInstance]) -> int:
    return sum(len(instance.heads) for instance in instances)


def send(port: int, *lines: str, path: str = VALIDATE, method: str = "POST", host: str = "x") -> Answer:
    head = [f"{method} {path} HTTP/1.1", f"Host: {host}", *lines, f"Content-Length: {len(BODY)}", "", ""]
    with Connection(port) as connection:
        return connection.ask("\r\n".join(head).encode() + BODY)


# ---------------------------------------------------------------- retries


def test_a_request_that_crashes_instances_is_sent_three_times_at_most() -> None:
    """The first retry may go to the instance that is just going."""
    with fakes(lambda _: b"") as (port, instances):
        assert send(port).status == 502
        assert received(instances) == 3


def test_a_request_that_crashes_an_instance_late_is_sent_to_one() -> None:
    """It may be the cause: the watchdog replaces a worker that computes for too long."""

    def crash(_: str) -> bytes:
        time.sleep(1.2)
        return b""

    with fakes(crash) as (port, instances):
        assert send(port).status == 502
        assert received(instances) == 1


def test_after_a_timeout_no_other_instance_is_asked() -> None:
    def hang(_: str) -> bytes:
        time.sleep(2)
        return b""

    with fakes(hang, proxy_read_timeout="500ms") as (port, instances):
        assert send(port).status == 504
        assert received(instances) == 1


def test_few_requests_are_retried_at_a_time() -> None:
    """Each request crashes an instance at once, and its retry takes a while: four retries for each instance."""
    seen: set[str] = set()

    def behave(head: str) -> bytes:
        (request_id,) = [line for line in head.splitlines() if line.startswith("X-Request-Id")]
        if request_id not in seen:
            seen.add(request_id)
            return b""
        time.sleep(0.7)
        return OK

    with fakes(behave) as (port, instances), ThreadPoolExecutor(60) as pool:
        statuses = [answer.status for answer in pool.map(lambda _: send(port), range(60))]
        assert set(statuses) == {200, 502}
        assert statuses.count(200) == 12
        assert received(instances) == 60 + 12


def test_an_instance_that_is_gone_costs_no_request() -> None:
    with fakes(lambda _: OK) as (port, instances):
        instances[0].close()
        assert {send(port).status for _ in range(9)} == {200}


# ---------------------------------------------------------------- headers


def test_what_a_client_says_about_proxies_is_not_passed_on() -> None:
    with fakes(lambda _: OK) as (port, instances):
        sent = ["SCRIPT_NAME: /x", "X_Forwarded_For: 1.2.3.4", "X-Forwarded-For: 1.2.3.4", "Forwarded: for=1.2.3.4"]
        sent += [
            "X-Forwarded-Host: evil.example",
            "X-Forwarded-Prefix: /x",
            "X-Real-IP: 1.2.3.4",
            "X-Request-Id: mine",
        ]
        assert send(port, *sent, host="brehon.example:8443").status == 200
        (head,) = [head for instance in instances for head in instance.heads]
        lines = [line.lower() for line in head.splitlines()]
        assert "host: brehon.example:8443" in lines
        assert "x-forwarded-for: 127.0.0.1" in lines
        for text in ("script_name", "1.2.3.4", "evil.example", "/x", "mine"):
            assert text not in head.lower(), text


@pytest.fixture(scope="module")
def service() -> Iterator[Server]:
    settings = {"BREHON_LOG_REQUESTS": "0", "BREHON_RATE_LIMIT": "off", "BREHON_CLIENT_CONCURRENCY": "0"}
    with running(SERVICE, settings=settings) as server:
        yield server


@pytest.fixture(scope="module")
def port(service: Server) -> Iterator[int]:
    with nginx([service.port], limits=True) as port:
        yield port


def get(port: int, path: str, **headers: str) -> Answer:
    with Connection(port) as connection:
        return connection.ask(request(path, method="GET", **headers))


def test_a_redirect_keeps_the_port(port: int) -> None:
    answer = get(port, "/docs", Host="brehon.example:8443")
    assert answer.status in (301, 302, 308)
    assert answer.header("Location") in ("/docs/", "http://brehon.example:8443/docs/")


def test_the_metrics_are_hidden(service: Server, port: int) -> None:
    assert get(service.port, "/metrics").status == 200
    for path in ("/metrics", "//metrics", "/./metrics", "/%6detrics", "/metrics?x=1"):
        assert get(port, path).status == 403, path
    for front in (port, service.port):
        sent = b"GET /x/metrics HTTP/1.1\r\nHost: x\r\nSCRIPT_NAME: /x\r\n\r\n"
        with Connection(front) as connection:
            assert connection.ask(sent).status == 404, "nobody is believed about SCRIPT_NAME, loopback neither"


# ---------------------------------------------------------------- limits


def test_a_large_body_is_refused_by_a_problem_document(port: int) -> None:
    with Connection(port) as connection:
        answer = connection.ask(request(VALIDATE, b" " * (2 * 1024 * 1024 + 1)))
    assert (answer.status, answer.header("Content-Type")) == (413, "application/problem+json")
    assert json.loads(answer.body)["type"] == "urn:brehon:problem:too-large"


def test_one_address_has_so_many_connections(port: int) -> None:
    """Bodies that are still arriving count."""
    with ExitStack() as stack:
        head = request(VALIDATE, BODY)[: -len(BODY)]
        for _ in range(32):
            stack.enter_context(Connection(port)).send(head)
        time.sleep(0.2)
        refused = get(port, "/healthz")
        assert refused.status == 429
    time.sleep(0.2)
    assert get(port, "/healthz").status == 200


def test_a_flood_is_refused_before_it_reaches_the_service(port: int) -> None:
    """Last: the address has used up its share afterwards. /metrics is refused by nginx itself, so this is quick."""
    statuses = []
    for _ in range(3):
        with Connection(port) as connection:
            for _ in range(600):
                answer = connection.ask(request("/metrics", method="GET"))
                statuses.append(answer.status)
    assert statuses[:1000] == [403] * 1000, "what the service allows in a minute is let through at once"
    assert statuses[-1] == 429
    assert answer.header("Retry-After") == "1"
    assert json.loads(answer.body)["status"] == 429
