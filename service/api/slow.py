"""Bodies that do not arrive: a client that sends a byte now and then would hold a thread for as long as it likes.

Python can bound the wait for the next byte, but not the wait for all of them. So a watch looks at the requests under
way about once a second, and closes the reading half of a connection whose time is over: the thread that waits sees
the end of the body, and still can tell the client why it is refused.
"""

import socket
import threading
import time
from typing import Any

from service.api.process import process_id

SOCKET = "gunicorn.socket"
LATE = "brehon.late"
"""Set in the WSGI environment of a request whose body took too long."""


_NOBODY: tuple[float, dict[str, Any]] = 0.0, {}


class Watch:
    """Looks after the bodies of one app; safe to build before a fork."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._waiting: dict[int, tuple[float, dict[str, Any]]] = {}
        self._process = 0

    def begin(self, environ: dict[str, Any]) -> int:
        """Look after the body of this request, until ``end`` is called with the number returned."""
        if SOCKET not in environ:
            return 0
        if self._process != process_id():
            self._start()
        number = id(environ)
        self._waiting[number] = time.monotonic() + self.seconds, environ
        return number

    def end(self, number: int) -> None:
        self._waiting.pop(number, None)

    def _start(self) -> None:
        """A thread of our own in each process: threads do not live on through a fork."""
        self._process = process_id()
        self._waiting.clear()
        threading.Thread(target=self._look, name="slow bodies", daemon=True).start()

    def _look(self) -> None:
        while True:
            time.sleep(min(1.0, self.seconds / 4))
            now = time.monotonic()
            for number, (ends, environ) in list(self._waiting.items()):
                # Whoever takes the number out decides: a request that has ended meanwhile keeps its connection.
                if now > ends and self._waiting.pop(number, _NOBODY) is not _NOBODY:
                    environ[LATE] = True
                    _stop_reading(environ[SOCKET])


def _stop_reading(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RD)
    except OSError:
        return  # it is gone already, and with it who was waiting
