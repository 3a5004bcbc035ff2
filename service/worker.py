"""gunicorn's threaded worker, with a gentler end, and with an eye for headers that need no looking at.

Told to stop, gunicorn's worker closes the connections that clients keep open between two requests, and a request that
is on its way on one of them is never answered. This one first drains: for a short while it goes on accepting and
answering, and every answer says that it is the last on its connection (``Connection: close``), so that clients leave
by themselves. When nobody is connected any more, or the while is over, it stops as gunicorn's does. A quick stop
(SIGINT, SIGQUIT) is quick.

Gunicorn looks at every header of every answer: whether it may be sent, and whether it is one that the server decides
about. An answer of ours has a dozen of them, all of our own making; the app says so, and they are sent as they are,
together with the body.
"""

import os
import select
import time
from functools import lru_cache
from types import FrameType
from typing import Any

from environs import env
from gunicorn.http import wsgi
from gunicorn.http.wsgi import Response
from gunicorn.util import http_date
from gunicorn.workers.gthread import ThreadWorker
from marshmallow.validate import Range

from service.api.ready import Ready

DRAIN_SECONDS = env.float("DRAIN_SECONDS", 3.0, validate=Range(min=0))
"""Longer than a client under load is silent; with requests under way, all within gunicorn's ``graceful_timeout``."""
_date = lru_cache(maxsize=2)(http_date)
"""The text for a moment, made once a second."""


class Reply(Response):  # type: ignore[misc]
    """An answer to a request."""

    headers_sent: bool

    def process_headers(self, headers: list[tuple[str, str]]) -> None:
        if type(headers) is Ready:
            self.headers = headers
            self.response_length = headers.length
        else:
            super().process_headers(headers)

    def write(self, arg: bytes) -> None:
        """Head and body in one go, where the answer is known whole: every call of the kernel wakes the reader."""
        ready = self.headers
        if type(ready) is not Ready or len(arg) != ready.length or self.headers_sent or self._omits_body:
            super().write(arg)
            return
        self.headers_sent, self.sent = True, len(arg)
        self.sock.sendall(self._head(ready) + arg)

    def _head(self, ready: Ready) -> bytes:
        """As gunicorn writes it, but for the date, which it works out anew for each answer."""
        major, minor = self.req.version
        lines = [
            f"HTTP/{major}.{minor} {self.status}",
            f"Server: {self.version}",
            f"Date: {_date(int(time.time()))}",
            f"Connection: {'close' if self.should_close() else 'keep-alive'}",
            *[f"{name}: {value}" for name, value in ready],
            "\r\n",
        ]
        return "\r\n".join(lines).encode("latin-1")


class DrainingWorker(ThreadWorker):  # type: ignore[misc]
    """A worker that asks its clients to leave before it does."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wsgi.Response = Reply  # by this name gunicorn makes its answers
        self._leaves_at: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to drain. The master repeats its signal; once is enough."""
        if self._leaves_at is None:
            # As many connections are kept as may be: gunicorn itself now tells each client to close.
            self.max_keepalived = 0
            self._leaves_at = time.monotonic() + DRAIN_SECONDS
            self._wake()

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Leave at once.

        Gunicorn's own takes a lock of the thread pool first. The signal may have come while this very thread held
        it, in the middle of handing on a request: then the worker would wait for itself, and outlive its master.
        """
        os._exit(0)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Once the end has come, take in who is already waiting at the door, and close it.

        Gunicorn closes it at the very end: who knocks in the meantime is let in by the kernel, and then cut off.
        """
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                while select.select([listener], [], [], 0)[0]:
                    self.accept(listener)
                listener.close()

    def notify(self) -> None:
        """Called at every turn of the loop, to tell the master that the worker lives."""
        super().notify()
        if self._leaves_at is not None and (self.nr_conns == 0 or time.monotonic() >= self._leaves_at):
            self.alive = False
            self._wake()

    def _wake(self) -> None:
        """Let the loop not wait for somebody to ask."""
        self.method_queue.defer(lambda: None)
