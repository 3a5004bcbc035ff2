"""A proxy that takes its time: stands in front of Redis and holds every answer back for as long as it is told.

In a process of its own, so that clients at work in the test do not hold it up.
"""

import multiprocessing
import socket
import threading
import time
from typing import Any

_START = multiprocessing.get_context("fork")


class DelayingProxy:
    """Listens on a port of its own; ``delay`` may be changed at any moment."""

    def __init__(self, port: int) -> None:
        self._delay = _START.Value("d", 0.0)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._process = _START.Process(target=_serve, args=(self._listener, port, self._delay), daemon=True)
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}/0"

    @property
    def delay(self) -> float:
        return float(self._delay.value)

    @delay.setter
    def delay(self, seconds: float) -> None:
        self._delay.value = seconds

    def __enter__(self) -> "DelayingProxy":
        self._process.start()
        self._listener.close()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()


def _serve(listener: socket.socket, port: int, delay: Any) -> None:
    while True:
        client, _ = listener.accept()
        server = socket.create_connection(("127.0.0.1", port))
        for each in (client, server):
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=_pass_on, args=(client, server, None), daemon=True).start()
        threading.Thread(target=_pass_on, args=(server, client, delay), daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket, delay: Any) -> None:
    try:
        while data := source.recv(65536):
            if delay is not None and delay.value:
                time.sleep(delay.value)
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        target.close()
