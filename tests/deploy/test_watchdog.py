"""A worker that is stuck in a request is replaced, even while the request holds the interpreter."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.redis_server import free_port

ROOT = Path(__file__).parents[2]
LIMIT = 2.0
COMMANDS = {
    "gunicorn": ("-m", "gunicorn", "-c", "service/gunicorn_conf.py", "tests.deploy.stuck_app:app"),
    "granian": ("-m", "deploy.granian_server", "tests.deploy.stuck_app:app"),
}


class Service:
    """A running server with two workers."""

    def __init__(self, server: str, log: Path) -> None:
        self.port = free_port()
        self.log = log
        environment = {
            **os.environ,
            "PORT": str(self.port),
            "HOST": "127.0.0.1",
            "WORKERS": "2",
            "BREHON_WATCHDOG_SECONDS": str(LIMIT),
        }
        environment.pop("PROMETHEUS_MULTIPROC_DIR", None)
        self.process = subprocess.Popen(
            [sys.executable, *COMMANDS[server]],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=log.open("wb"),
        )

    def get(self, path: str, request_id: str = "", timeout: float = 1.0) -> int:
        """The status of the answer; 0 where there is none."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers={"X-Request-Id": request_id})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as response:
                return int(response.status)
        except OSError:
            return 0

    def send(self, path: str, request_id: str) -> None:
        """Send a request without waiting for its answer."""
        threading.Thread(target=self.get, args=(path, request_id, 20.0), daemon=True).start()

    def stop(self) -> None:
        """The workers too: granian's go on without their parent."""
        parent = self.process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        self.process.kill()
        self.process.wait(10)
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)

    def logged(self, *words: str) -> bool:
        lines = self.log.read_text("utf-8", "replace").splitlines()
        return any(all(word in line for word in words) for line in lines)


@contextmanager
def running(server: str) -> Iterator[Service]:
    with tempfile.TemporaryDirectory() as folder:
        service = Service(server, Path(folder) / "log")
        try:
            wait_until(lambda: service.get("/healthz") == 200, 20)
            yield service
        finally:
            service.stop()


def wait_until(condition, seconds: float) -> None:  # type: ignore[no-untyped-def]
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "it did not happen in time"
        time.sleep(0.1)


@pytest.fixture(params=COMMANDS)
def service(request: pytest.FixtureRequest) -> Iterator[Service]:
    if request.param == "granian":
        pytest.importorskip("granian", reason="granian is not installed")
    with running(request.param) as started:
        yield started


def test_a_stuck_worker_is_replaced_and_the_others_answer_meanwhile(service: Service) -> None:
    for path, request_id in (("/stuck/interpreter", "stuck-1"), ("/stuck/python", "stuck-2")):
        for _ in range(20):  # both workers have answered something, and watch
            service.get("/healthz")
        service.send(path, request_id)
        answered = sum(service.get("/healthz", timeout=0.3) == 200 for _ in range(20))
        assert answered >= 4, "the other worker goes on"
        wait_until(lambda: _asked(service) and service.logged(request_id, path), LIMIT + 8)  # noqa: B023
        wait_until(lambda: all(service.get("/healthz") == 200 for _ in range(10)), 10)


def _asked(service: Service) -> bool:
    """A new worker reports what an earlier one was doing when it gets its first request."""
    return any(service.get("/healthz", timeout=0.3) == 200 for _ in range(4))


def test_a_slow_request_is_logged_while_it_runs(service: Service) -> None:
    service.send("/slow", "slow-1")
    wait_until(lambda: service.logged("slow request", "slow-1"), 1.69 + 2)
    wait_until(lambda: service.logged('"route":"/slow"', "slow-1"), 5)
    line = next(line for line in service.log.read_text("utf-8").splitlines() if "slow request" in line)
    entry = json.loads(line)
    assert entry["path"] == "/slow"
    assert entry["bytes_in"] == 0
