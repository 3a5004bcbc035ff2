"""granian for Brehon: ``python -m deploy.granian_server``, with another WSGI application as argument if wanted.

Read here: ``GRANIAN_LOG_LEVEL``; in ``service/server.py``: ``HOST``, ``PORT``, ``WORKERS``, ``THREADS``,
``DRAIN_SECONDS``, ``PROMETHEUS_MULTIPROC_DIR``; all others in ``service/settings.py``. ``docs/operations.md`` says
what differs from gunicorn, which is the default server.

It uses these parts of granian, which ``tests/deploy/test_granian.py`` names: the arguments of ``Granian`` below,
``serve(target_loader=)``, ``on_startup``, ``on_reload``, and ``signal_handler_interrupt``, which it overrides.
"""

import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from environs import env
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from service.server import (
    METRICS_FOLDER,
    ServerSettings,
    create_metrics_folder,
    remove_metrics_folder,
    server_settings,
    start_message,
)

APPLICATION = "service.wsgi:app"
HEADER_SECONDS = 5
"""Time in which the headers of a request have to arrive, and after which an idle connection is closed. Longer than
nginx keeps an idle connection (deploy/nginx): the client side should be the one that closes it."""
HEADER_BYTES = 64 * 1024
"""About the most bytes of the request line and the headers together: granian checks it after each read."""
CONNECTIONS = 512
"""Most open connections of a worker, idle ones included; further ones wait in the queue of the kernel."""
GRACEFUL_SECONDS = 20
"""Time for the requests in progress when a worker stops; then it is killed."""
LOGGING = {
    "handlers": {"console": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "generic"}},
    "loggers": {"_granian": {"handlers": ["console"], "propagate": False}},
}
NO_BODY_TIMEOUT = (
    "granian does not limit the time in which a request body arrives: put a proxy in front of it that reads bodies "
    "first, such as nginx (docs/operations.md, Which server)."
)


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
    server = DrainingServer(
        target,
        address=address,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=settings.workers,
        blocking_threads=settings.threads,
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
        gc.freeze()  # deploy/gunicorn.conf.py says why
        threading.Thread(target=remove_gauges_of_dead_workers, name="gauges", daemon=True).start()
        print(start_message(settings), flush=True)
        if not ip_address(address).is_loopback:
            print(NO_BODY_TIMEOUT, file=sys.stderr, flush=True)

    server.serve(target_loader=lambda _: DrainingApplication(application, server.stopping_before))


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
