"""A worker killed, the master reloading and stopping, the metrics folder gone, the clock moved."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.qa.bench.servers import SERVICE, Server, running
from tests.qa.faults.load import CLIENTS, Load, Question, load
from tests.qa.faults.redis_faults import play, scene
from tests.qa.faults.stage import SETTINGS, WORKERS, Outcome, Times, alive, get, until
from tests.redis_server import running_server

MOVED_CLOCK = Path(__file__).parent / "moved_clock"
DAY = 86_400


def _outcome(name: str, story: str, clients: Load, moments: tuple[float, float, float], **more: object) -> Outcome:
    start, began, ended = moments
    return Outcome(
        name,
        story,
        before=clients.since(start, began),
        during=clients.since(began, ended),
        after=clients.since(ended),
        lasted=ended - began,
        is_of_redis=False,
        **more,  # type: ignore[arg-type]
    )


def worker_killed(asked: list[Question], times: Times) -> Outcome:
    with running(SERVICE, settings=SETTINGS) as server, load(server.port, asked, pause=times.pause) as clients:
        start = time.monotonic()
        time.sleep(times.before)
        victim = _busiest(server)
        began = time.monotonic()
        os.kill(victim, signal.SIGKILL)
        recovered = until(lambda: len(server.workers) == WORKERS and victim not in server.workers)
        time.sleep(times.during)
        return _outcome(
            "a worker killed",
            "kill -9 of the worker with most connections",
            clients,
            (start, began, time.monotonic()),
            recovered=recovered,
            may_cut=CLIENTS,
        )


def _busiest(server: Server) -> int:
    """The worker with most open connections: keep-alive clients may all have ended up at one."""
    return max(server.workers, key=lambda process: len(os.listdir(f"/proc/{process}/fd")))


def reloaded(asked: list[Question], times: Times) -> Outcome:
    with running(SERVICE, settings=SETTINGS) as server, load(server.port, asked, pause=times.pause) as clients:
        start = time.monotonic()
        time.sleep(times.before)
        old = server.workers
        began = time.monotonic()
        server.process.send_signal(signal.SIGHUP)
        recovered = until(lambda: not any(alive(process) for process in old) and len(server.workers) == WORKERS)
        time.sleep(times.during)
        return _outcome(
            "the master reloads",
            "SIGHUP: all workers are replaced",
            clients,
            (start, began, time.monotonic()),
            recovered=recovered,
        )


def stopped(asked: list[Question], times: Times) -> Outcome:
    with running(SERVICE, settings=SETTINGS) as server, load(server.port, asked, pause=times.pause) as clients:
        start = time.monotonic()
        time.sleep(times.before)
        began = time.monotonic()
        server.process.terminate()
        status = server.process.wait(30)
        ended = time.monotonic()
        time.sleep(0.2)
        return _outcome(
            "the master stops",
            "SIGTERM: what was sent on an open connection is answered, then nobody can connect",
            clients,
            (start, began, ended),
            recovered=ended - began if status == 0 else None,
            may_reset=CLIENTS,
            may_refuse=True,
        )


def metrics_folder_lost(asked: list[Question], times: Times) -> Outcome:
    """The folder becomes a file, and the workers are replaced: the new ones cannot open theirs."""
    with tempfile.TemporaryDirectory(prefix="brehon-faults-") as place:
        folder, away = Path(place, "metrics"), Path(place, "away")
        folder.mkdir()
        settings = {**SETTINGS, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
        with running(SERVICE, settings=settings) as server, load(server.port, asked, pause=times.pause) as clients:
            start = time.monotonic()
            time.sleep(times.before)
            began = time.monotonic()
            folder.rename(away)
            folder.write_text("not a folder")
            old = server.workers
            server.process.send_signal(signal.SIGHUP)
            until(lambda: not any(alive(process) for process in old))
            time.sleep(times.during)
            refused = get(server.port, "/metrics")[0]
            ended = time.monotonic()
            folder.unlink()
            away.rename(folder)
            recovered = until(lambda: all(get(server.port, "/metrics")[0] == 200 for _ in range(8)))
            return _outcome(
                "the metrics folder lost",
                "it cannot be written any more, and all workers are replaced",
                clients,
                (start, began, ended),
                recovered=recovered,
                felt=int(refused == 503),
            )


def metrics_folder_missing(asked: list[Question], times: Times) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="brehon-faults-") as place:
        folder = Path(place, "metrics")
        folder.write_text("not a folder")
        settings = {**SETTINGS, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
        with running(SERVICE, settings=settings) as server, load(server.port, asked, pause=times.pause) as clients:
            start = time.monotonic()
            time.sleep(times.before)
            began = time.monotonic()
            time.sleep(times.during)
            refused = get(server.port, "/metrics")[0]
            ended = time.monotonic()
            folder.unlink()
            folder.mkdir()
            recovered = until(lambda: all(get(server.port, "/metrics")[0] == 200 for _ in range(8)))
            return _outcome(
                "no metrics folder at start",
                "it cannot be written when the service starts",
                clients,
                (start, began, ended),
                recovered=recovered,
                felt=int(refused == 503),
            )


def clock_moved(asked: list[Question], times: Times) -> Outcome:
    """The wall clock jumps by days in the middle of an outage of Redis: the breaker goes by another clock."""
    with tempfile.TemporaryDirectory(prefix="brehon-faults-") as place, running_server() as redis:
        shift = Path(place, "shift")
        shift.write_text("0")
        moved = {"PYTHONPATH": str(MOVED_CLOCK), "MOVED_CLOCK": str(shift)}
        _expect_moving_clock(moved, shift)
        with scene(redis, asked, times, **moved) as on:

            def begin() -> None:
                redis.pause()
                time.sleep(times.during / 2)
                _move(shift, 10 * DAY)

            def end() -> None:
                _move(shift, -10 * DAY)
                redis.resume()

            return play(
                "the clock moved",
                "the wall clock jumps ten days ahead, and then twenty back, while Redis is paused",
                on,
                times,
                begin,
                end,
            )


def _move(shift: Path, seconds: int) -> None:
    """At once: nobody may find the file half written."""
    written = shift.with_suffix(".new")
    written.write_text(str(seconds))
    written.rename(shift)


def _expect_moving_clock(environment: dict[str, str], shift: Path) -> None:
    """That the wall clock of such a process really moves, and no other."""
    command = [sys.executable, "-c", "import time; print(time.time(), time.monotonic())"]

    def clocks() -> list[float]:
        told = subprocess.check_output(command, env={**os.environ, **environment})
        return [float(part) for part in told.split()]

    wall, monotonic = clocks()
    _move(shift, DAY)
    wall_moved, monotonic_moved = clocks()
    _move(shift, 0)
    assert DAY - 60 < wall_moved - wall < DAY + 60, "the clock does not move"
    assert monotonic_moved - monotonic < 60, "the clock moves that nobody may move"


SCENARIOS = {
    "worker killed": worker_killed,
    "reloaded": reloaded,
    "stopped": stopped,
    "metrics folder lost": metrics_folder_lost,
    "no metrics folder": metrics_folder_missing,
    "clock moved": clock_moved,
}
