"""Closes connections whose request body does not arrive: a client that sends a byte now and then would hold a thread.

Python can limit the wait for the next byte, but not the wait for the whole body. So one thread in each process looks
at the bodies being read, about once a second, and shuts the reading half of a connection that is past its deadline:
the thread that waits sees the end of the body, and can still send a 408.

It needs the socket, which gunicorn gives to applications. granian does not, and has no limit of its own: there the
proxy has to read slow bodies (docs/operations.md, Which server).
"""

import os
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

SOCKET = "gunicorn.socket"


class _Watched:
    """A body that is being read."""

    def __init__(self, connection: socket.socket | None, ends: float) -> None:
        self.connection = connection
        self.ends = ends
        self.is_late = False


class BodyDeadline:
    """The time in which a body has to arrive; safe to build before a fork."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._reading: set[_Watched] = set()
        self._lock = threading.Lock()
        self._process = 0

    @contextmanager
    def watch(self, environ: Mapping[str, Any]) -> Iterator[_Watched]:
        """Watch the body of this request while it is read."""
        watched = _Watched(environ.get(SOCKET), time.monotonic() + self.seconds)
        if watched.connection is None:
            yield watched
            return
        self._ensure_thread()
        with self._lock:
            self._reading.add(watched)
        try:
            yield watched
        finally:
            with self._lock:
                self._reading.discard(watched)

    def _ensure_thread(self) -> None:
        """Start the thread that watches, once in each process: threads do not survive a fork."""
        with self._lock:
            if self._process != os.getpid():
                self._process = os.getpid()
                threading.Thread(target=self._close_late_ones, name="body deadline", daemon=True).start()

    def _close_late_ones(self) -> None:
        while True:
            time.sleep(min(1.0, self.seconds / 4))
            now = time.monotonic()
            with self._lock:
                late = {watched for watched in self._reading if now > watched.ends}
                self._reading -= late
                for watched in late:
                    watched.is_late = True
                    _stop_reading(watched.connection)


def _stop_reading(connection: socket.socket | None) -> None:
    try:
        if connection is not None:
            connection.shutdown(socket.SHUT_RD)
    except OSError:
        return  # the client has closed it
