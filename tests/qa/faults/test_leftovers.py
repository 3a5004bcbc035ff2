"""What a master leaves behind, and what ``/readyz`` says while Redis is away."""

import json
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.worker import DrainingWorker
from tests.qa.bench.servers import SERVICE, running
from tests.qa.faults.load import load, questions
from tests.qa.faults.stage import SETTINGS, WORKERS, alive, get, until
from tests.redis_server import running_server


def test_after_a_reload_the_folder_of_the_metrics_is_still_removed(tmp_path: Path) -> None:
    """gunicorn reads its settings anew at a reload, and must not take the folder for somebody else's."""
    with running(SERVICE, settings={**SETTINGS, "TMPDIR": str(tmp_path)}) as server:
        old = server.workers
        assert [path.name[:15] for path in tmp_path.iterdir()] == ["brehon-metrics-"]
        server.process.send_signal(signal.SIGHUP)
        assert until(lambda: len(server.workers) == 2 and not set(old) & set(server.workers), 30) is not None
        assert get(server.port, "/metrics")[0] == 200
        server.process.terminate()
        assert server.process.wait(30) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_quick_stop_under_load_leaves_nobody_behind() -> None:
    asked = questions()
    for _ in range(3):
        with running(SERVICE, settings=SETTINGS) as server, load(server.port, asked, clients=8, pause=0.0):
            assert until(lambda: len(server.workers) == WORKERS) is not None
            time.sleep(0.5)
            workers = server.workers
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(10) == 0
            assert not any(alive(worker) for worker in workers)


def test_a_quick_stop_waits_for_no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal may come in the middle of handing a request to the pool, whose lock the same thread holds then."""
    left: list[int] = []
    monkeypatch.setattr(os, "_exit", left.append)
    worker = DrainingWorker.__new__(DrainingWorker)
    worker.tpool = ThreadPoolExecutor(1)
    with worker.tpool._shutdown_lock:
        thread = threading.Thread(target=worker.handle_quit, args=(signal.SIGQUIT, None), daemon=True)
        thread.start()
        thread.join(5)
        assert left == [0]
    worker.tpool.shutdown()


def test_degraded_is_ready_and_told() -> None:
    def told() -> str:
        status, body = get(server.port, "/readyz")
        assert status == 200
        content = json.loads(body)
        assert (content["status"], content["cache"]["redis"]) in (("ready", "up"), ("degraded", "down"))
        return str(content["status"])

    with running_server() as redis, running(SERVICE, settings={**SETTINGS, "REDIS_URL": redis.url}) as server:
        assert until(lambda: told() == "ready") is not None
        redis.kill()
        assert until(lambda: told() == "degraded") is not None
        redis.start()
        assert until(lambda: told() == "ready") is not None
