"""gunicorn's threaded worker with draining: before it stops, it asks its clients to close their connections.

gunicorn's own worker, when it is stopped, closes the connections that clients keep open between two requests; a
request that is being sent on one of them is never answered. This worker first drains: for a few seconds it keeps
accepting and answering, and every response says ``Connection: close``, so that clients close their connections
themselves. When none is left, or the time is over, it stops as gunicorn's does.

A worker that has answered ``max_requests`` drains too, before it is replaced; gunicorn's would stop at once. And an
application that sets ``Connection: close`` gets it, where gunicorn drops the header: a body that was not read to its
end makes the connection unusable.

It uses these parts of ``ThreadWorker``, which ``tests/deploy/test_worker.py`` names: ``handle_exit``,
``handle_quit``, ``notify``, ``set_accept_enabled``, ``accept``, ``load_wsgi``, ``alive``, ``sockets``, ``nr_conns``,
``max_keepalived``, ``max_requests``, ``nr``, ``wsgi``, ``method_queue.defer``, and ``Response.force_close``.
"""

import os
import select
import sys
import time
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from service.server import server_settings

DRAIN_SECONDS = server_settings().drain_seconds


class DrainingWorker(ThreadWorker):  # type: ignore[misc]
    """A worker that drains before it stops."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stops_at: float | None = None
        # gunicorn would stop at once, and close the connections that clients keep open.
        self._drains_after: int = self.max_requests
        self.max_requests: int = sys.maxsize

    def load_wsgi(self) -> None:
        super().load_wsgi()
        self.wsgi: Callable[..., Iterable[bytes]] = _with_connection_close(self.wsgi)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM: begin to drain. The master repeats its signal; only the first one counts."""
        if self._stops_at is None:
            self._begin_to_drain()
            self._wake_up()

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """SIGINT, SIGQUIT: stop at once.

        gunicorn's own handler takes a lock of the thread pool. If the signal arrives while this same thread holds it,
        the worker waits for itself, and outlives its master.
        """
        os._exit(0)

    def set_accept_enabled(self, enabled: bool) -> None:
        """When the worker stops: accept the pending connections, then close the listeners.

        gunicorn closes them at the very end: the kernel would still accept connections that are then reset.
        """
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                while select.select([listener], [], [], 0)[0]:
                    self.accept(listener)
                listener.close()

    def notify(self) -> None:
        """gunicorn calls this in every round of its loop: drain after enough requests, stop when that is over."""
        super().notify()
        if self.nr >= self._drains_after and self._stops_at is None:
            self._begin_to_drain()
        if self._stops_at is not None and (self.nr_conns == 0 or time.monotonic() >= self._stops_at):
            self.alive = False
            self._wake_up()

    def _begin_to_drain(self) -> None:
        # With no connection to be kept alive, gunicorn sends `Connection: close` with every response.
        self.max_keepalived = 0
        self._stops_at = time.monotonic() + DRAIN_SECONDS

    def _wake_up(self) -> None:
        """End the wait of the loop for the next event."""
        self.method_queue.defer(lambda: None)


def _with_connection_close(application: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    """The application, whose ``Connection: close`` closes the connection."""

    def call(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            if ("Connection", "close") in headers:
                start_response.__self__.force_close()  # the method of gunicorn's Response
            return start_response(status, headers, *more)

        return application(environ, start)

    return call
