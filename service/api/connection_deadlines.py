"""Closes connections that make no progress: a body that does not arrive, an answer that is not read.

Python can limit the wait for the next byte, but not the wait for a whole body or answer. So one thread in each
process looks at the connections a few times a second, and shuts down those past their deadline. While a body is read
it shuts down the reading half: the thread that waits sees the end of the body, and can still send a 408. While an
answer is sent it shuts down both: the thread that sends sees a broken connection, which gunicorn does not log.

It needs the socket, which gunicorn gives to applications. granian does not; there ``deploy/granian_server.py`` closes
connections that make no progress (docs/operations.md, Which server).
"""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from gunicorn.http.errors import ParseException

SOCKET = "gunicorn.socket"
LOOK_SECONDS = 0.25
DISCARD_SECONDS = 1.0
MOST_DISCARDED = 4
"""How much of a body that nobody reads is discarded, in multiples of the largest body."""
PIECE = 64 * 1024


class _Watched:
    """A connection on which something has to be over in time."""

    __slots__ = ("connection", "ends", "is_late", "shuts_down")

    def __init__(self, connection: socket.socket | None, ends: float, shuts_down: int) -> None:
        self.connection = connection
        self.ends = ends
        self.shuts_down = shuts_down
        self.is_late = False


class ConnectionDeadlines:
    """The time in which a body has to arrive and an answer has to be read; safe to build before a fork."""

    def __init__(self, body_seconds: float, send_seconds: float) -> None:
        self.body_seconds = body_seconds
        self.send_seconds = send_seconds
        self._watched: set[_Watched] = set()
        self._lock = threading.Lock()
        self._process = 0

    @contextmanager
    def reading(self, environ: Mapping[str, Any], seconds: float | None = None) -> Iterator[_Watched]:
        """Watch the body of this request while it is read."""
        ends = time.monotonic() + (self.body_seconds if seconds is None else seconds)
        watched = _Watched(environ.get(SOCKET), ends, socket.SHUT_RD)
        self._begin(watched)
        try:
            yield watched
        finally:
            self._end(watched)

    def discard_body(self, environ: Mapping[str, Any], length: int | None, body_limit: int) -> bool:
        """Read a body that is not wanted, within limits; whether its end was reached.

        Without a socket the time cannot be limited, so nothing is read.
        """
        if environ.get(SOCKET) is None:
            return False
        left = MOST_DISCARDED * body_limit if length is None else min(length, MOST_DISCARDED * body_limit)
        read = 0
        try:
            with self.reading(environ, DISCARD_SECONDS):
                while read < left and (piece := environ["wsgi.input"].read(min(PIECE, left - read))):
                    read += len(piece)
                if length is not None:
                    return read == length
                return read < left
        except (ParseException, OSError):
            return False

    def sending(self, environ: Mapping[str, Any]) -> Callable[[], None] | None:
        """Watch the answer to this request from now on; what to call when it is sent, None without a socket."""
        connection = environ.get(SOCKET)
        if connection is None:
            return None
        watched = _Watched(connection, time.monotonic() + self.send_seconds, socket.SHUT_RDWR)
        self._begin(watched)
        return lambda: self._end(watched)

    def _begin(self, watched: _Watched) -> None:
        if watched.connection is None:
            return
        with self._lock:
            if self._process != os.getpid():  # threads do not survive a fork
                self._process = os.getpid()
                self._watched.clear()
                threading.Thread(target=self._watch, name="connection deadlines", daemon=True).start()
            self._watched.add(watched)

    def _end(self, watched: _Watched) -> None:
        if watched.connection is not None:
            with self._lock:
                self._watched.discard(watched)

    def _watch(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            now = time.monotonic()
            with self._lock:
                late = [watched for watched in self._watched if now > watched.ends]
                for watched in late:
                    self._watched.discard(watched)
                    watched.is_late = True
                    _shut_down(watched)


def _shut_down(watched: _Watched) -> None:
    try:
        if watched.connection is not None:
            watched.connection.shutdown(watched.shuts_down)
    except OSError:
        return  # the client has closed it
