"""granian for Brehon: ``python -m deploy.granian_server``, with another WSGI application as argument if wanted.

Read here: ``GRANIAN_LOG_LEVEL``, ``WORKER_HOURS``; in ``service/server.py``: ``HOST``, ``PORT``, ``WORKERS``,
``THREADS``, ``DRAIN_SECONDS``, ``PROMETHEUS_MULTIPROC_DIR``; all others in ``service/settings.py``.
``docs/operations.md`` says what differs from gunicorn, which is the default server.

It uses these parts of granian, which ``tests/deploy/test_granian.py`` names: the arguments of ``Granian`` below,
``serve(target_loader=)``, ``on_startup``, ``on_reload``, ``signal_handler_interrupt``, which it overrides, and that
SIGHUP replaces the workers.
"""

import gc
import multiprocessing
import os
import random
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from environs import env
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from marshmallow.validate import Range

from service.server import (
    METRICS_FOLDER,
    ServerSettings,
    create_metrics_folder,
    exits_with_a_sentence,
    remove_metrics_folder,
    server_settings,
    start_message,
)
from service.settings import from_environment

APPLICATION = "service.wsgi:app"
HEADER_SECONDS = 5
"""Time in which the headers of a request have to arrive, and after which an idle connection is closed. Longer than
nginx keeps an idle connection (deploy/nginx): the client side should be the one that closes it."""
HEADER_BYTES = 64 * 1024
"""About the most bytes of the request line and the headers together: granian checks it after each read."""
BODY_THREADS = 48
"""Threads of a worker beside ``THREADS``. A body that is still arriving holds one: more of them than one client may
send at a time (``BREHON_CLIENT_CONCURRENCY``) must not keep others from being answered."""
CONNECTIONS = 512
"""Most open connections of a worker, idle ones included; further ones wait in the queue of the kernel."""
GRACEFUL_SECONDS = 20
"""Time for the requests in progress when a worker stops; then it is killed."""
LOGGING = {
    "handlers": {"console": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "generic"}},
    "loggers": {"_granian": {"handlers": ["console"], "propagate": False}},
}
LOOK_SECONDS = 1.0
_BYTES_ACKED = 120
"""Where ``struct tcp_info`` of Linux has the bytes that the other side has received."""


class DrainingApplication:
    """Adds ``Connection: close`` to the responses of a worker that is about to stop.

    granian, when it stops a worker, closes the connections that clients keep open between two requests; a request
    that is being sent on one of them is never answered. So clients are asked to close them themselves first.
    """

    def __init__(self, application: Callable[..., Iterable[bytes]], stopping_before: Any) -> None:
        self.application = application
        self.stopping_before = stopping_before
        self.started = time.monotonic()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if self.started >= self.stopping_before.value:
            return self.application(environ, start_response)

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            return start_response(status, [*headers, ("Connection", "close")], *more)

        return self.application(environ, start)


class StalledConnections:
    """Closes connections on which the client has received nothing for too long.

    granian limits the time of headers, but neither that of a body nor that of an answer that is not read, and gives
    no socket to the application. So a thread of each worker looks at the connections of its process: Linux says how
    many bytes each client has received. Requests are answered in less time and idle connections are closed earlier:
    where that number has not grown, a body does not arrive or an answer is not read.
    """

    def __init__(self, port: int, seconds: float) -> None:
        self.port = port
        self.seconds = seconds
        self._seen: dict[int, tuple[int, float]] = {}
        """By inode of a socket: the bytes received, and since when there are so many."""

    def start(self) -> None:
        if sys.platform != "linux":
            return  # no other system says it
        threading.Thread(target=self._watch, name="stalled connections", daemon=True).start()

    def _watch(self) -> None:
        while True:
            time.sleep(min(LOOK_SECONDS, self.seconds / 4))
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        """Close what has stalled."""
        seen = {}
        for name in os.listdir("/proc/self/fd"):
            with suppress(OSError), _duplicate(int(name)) as connection:
                if connection.family == socket.AF_UNIX or connection.getsockname()[1] != self.port:
                    continue
                connection.getpeername()  # fails for the socket that listens
                inode = os.fstat(connection.fileno()).st_ino
                info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _BYTES_ACKED + 8)
                received = int.from_bytes(info[_BYTES_ACKED:], sys.byteorder)
                before, since = self._seen.get(inode, (received, now))
                seen[inode] = (received, since if received == before else now)
                if now - seen[inode][1] > self.seconds:
                    connection.shutdown(socket.SHUT_RDWR)
        self._seen = seen


def _duplicate(descriptor: int) -> socket.socket:
    """A socket of our own on the connection of a file descriptor; OSError where it is no socket.

    granian may close its own meanwhile, and another file may get the number: nobody can take this one away.
    """
    copy = os.dup(descriptor)
    try:
        return socket.socket(fileno=copy)
    except OSError:
        os.close(copy)
        raise


class DrainingServer(Granian):
    """granian that drains its workers before it stops or replaces them.

    The signals set ``stopping_before``, a time that is shared with the workers: those started before it drain.
    """

    def __init__(self, *args: Any, drain_seconds: float, **kwargs: Any) -> None:
        # At SIGHUP each worker is stopped this long after its successor was started: it drains meanwhile.
        super().__init__(*args, respawn_interval=drain_seconds, **kwargs)
        self.drain_seconds = drain_seconds
        self.stopping_before = multiprocessing.RawValue("d", 0.0)
        self.on_reload(self.drain_present_workers)

    def drain_present_workers(self) -> None:
        self.stopping_before.value = time.monotonic()

    def signal_handler_interrupt(self, signal_number: int = signal.SIGINT, *_: Any) -> None:
        """SIGTERM: drain, then stop; repeated, it changes nothing. SIGINT: stop without draining."""
        if signal_number != signal.SIGTERM:
            super().signal_handler_interrupt()
        elif self.stopping_before.value != float("inf"):
            self.stopping_before.value = float("inf")
            threading.Timer(self.drain_seconds, super().signal_handler_interrupt).start()


def main() -> None:
    with exits_with_a_sentence():
        settings = server_settings()
    create_metrics_folder()
    try:
        run(settings, *sys.argv[1:])
    finally:
        remove_metrics_folder()


def run(settings: ServerSettings, target: str = APPLICATION) -> None:
    address = free_address(settings)
    # Loaded here and shared by fork, as under gunicorn: a bad setting ends the start, and memory is shared.
    multiprocessing.set_start_method("fork")
    module, _, name = target.partition(":")
    application = getattr(import_module(module), name)
    service_settings = from_environment()
    stalled = StalledConnections(
        settings.port,
        max(service_settings.send_seconds, service_settings.body_seconds + service_settings.watchdog_seconds),
    )
    server = DrainingServer(
        target,
        address=address,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=settings.workers,
        blocking_threads=settings.threads + BODY_THREADS,
        backpressure=CONNECTIONS,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_SECONDS * 1000, max_buffer_size=HEADER_BYTES),
        websockets=False,
        # Its warnings advise fewer threads, at each start.
        log_level=LogLevels(env.str("GRANIAN_LOG_LEVEL", "error")),
        log_dictconfig=LOGGING,
        respawn_failed_workers=True,
        workers_kill_timeout=GRACEFUL_SECONDS,
        drain_seconds=settings.drain_seconds,
    )

    @server.on_startup
    def announce() -> None:
        gc.collect()
        gc.freeze()  # service/gunicorn_conf.py says why
        threading.Thread(target=remove_gauges_of_dead_workers, name="gauges", daemon=True).start()
        hours = env.float("WORKER_HOURS", 24.0, validate=Range(min=0))
        if hours:
            threading.Thread(target=replace_workers, args=(hours * 3600,), name="lifetime", daemon=True).start()
        print(start_message(settings), flush=True)

    def load(_: str) -> DrainingApplication:
        """Called in each worker."""
        stalled.start()
        return DrainingApplication(application, server.stopping_before)

    server.serve(target_loader=load)


def free_address(settings: ServerSettings) -> str:
    """The IP address to listen on. Ends the program if another one listens there: granian would share the port."""
    if not settings.port:
        sys.exit("PORT is 0, but granian needs a port of its own: each worker would listen on another one.")
    family, kind, _, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            sys.exit(f"Cannot listen on {settings.address}: {error.strerror}.")
    return str(address[0])


def replace_workers(seconds: float) -> None:
    """Replace the workers now and then: whatever memory they have lost over the days is freed.

    By the signal, so that they drain; granian's own ``workers_lifetime`` would cut off connections that are kept.
    """
    while True:
        time.sleep(seconds * random.uniform(1.0, 1.1))  # several instances do not do it together
        os.kill(os.getpid(), signal.SIGHUP)


def remove_gauges_of_dead_workers() -> None:
    """Once a second, because granian calls no hook when a worker ends. The counters of dead workers stay."""
    from prometheus_client import multiprocess

    folder = Path(os.environ[METRICS_FOLDER])
    while True:
        time.sleep(1)
        with suppress(OSError):  # the folder may be unusable for a while
            for process in {int(path.stem.rpartition("_")[2]) for path in folder.glob("gauge_live*_*.db")}:
                if not is_alive(process):
                    multiprocess.mark_process_dead(process)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


if __name__ == "__main__":
    main()
