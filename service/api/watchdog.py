"""Watches the requests that compute: logs slow ones, and replaces a worker process that is stuck in one.

One thread in each process looks at the requests twice a second. A request that computes for more than a second is
logged once. A request far past its deadline is logged, and the process ends: the server starts another one. A request
that never releases the interpreter stops this thread too; then ``faulthandler``, whose timer needs no interpreter and
which this thread sets again each time, writes the stack to standard error and ends the process. What the process was
doing stands in a file of its own (``PROMETHEUS_MULTIPROC_DIR``): the next process that starts logs it.
"""

import faulthandler
import logging
import mmap
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec

LOG = logging.getLogger("brehon.requests")
SLOW_SECONDS = 1.0
LOOK_SECONDS = 0.5
EXIT_STATUS = 70
SLOTS, SLOT_BYTES = 64, 256
_encode = msgspec.json.Encoder().encode


class Running:
    """A request that is being handled."""

    __slots__ = ("began", "entry", "is_logged", "slot")

    def __init__(self, entry: dict[str, Any], slot: int) -> None:
        self.entry = entry
        self.slot = slot
        self.began: float | None = None
        """When it began to compute; None while its body is still arriving."""
        self.is_logged = False


class Watchdog:
    """Watches the requests of one process; safe to build before a fork."""

    def __init__(self, seconds: float, *, replaces_process: bool) -> None:
        """``seconds``: how long a request may compute before its process is replaced.

        Only a server replaces a process that ends; elsewhere, as in tests, nothing is watched.
        """
        self.seconds = seconds
        self.replaces_process = replaces_process
        self._running: set[Running] = set()
        self._lock = threading.Lock()
        self._process = 0
        self._slots = _Slots()

    @property
    def count(self) -> int:
        return len(self._running)

    def begin(self, entry: dict[str, Any]) -> Running:
        """A request arrives; ``entry`` is what the log says about it."""
        with self._lock:
            if self._process != os.getpid():
                self._process = os.getpid()
                self._running.clear()
                if self.replaces_process:
                    self._slots.open()
                    threading.Thread(target=self._watch, name="watchdog", daemon=True).start()
            running = Running(entry, self._slots.take(entry))
            self._running.add(running)
        return running

    def begin_computing(self, running: Running) -> None:
        """The body of this request has arrived."""
        running.began = time.monotonic()

    def end(self, running: Running) -> None:
        with self._lock:
            self._running.discard(running)
            self._slots.free(running.slot)

    def _watch(self) -> None:
        while True:
            faulthandler.dump_traceback_later(self.seconds, exit=True)
            time.sleep(LOOK_SECONDS)
            now = time.monotonic()
            with self._lock:
                computing = [(now - one.began, one) for one in self._running if one.began is not None]
            for seconds, running in computing:
                if seconds > self.seconds:
                    _log("request past its limit: the worker is replaced", running.entry, seconds)
                    sys.stderr.flush()
                    os._exit(EXIT_STATUS)
                if seconds > SLOW_SECONDS and not running.is_logged:
                    running.is_logged = True
                    _log("slow request", running.entry, seconds)


def _log(event: str, entry: dict[str, Any], seconds: float) -> None:
    LOG.warning("%s", _encode({"event": event, **entry, "ms": round(seconds * 1000)}).decode())


class _Slots:
    """The requests of this process in a memory-mapped file, which can be read when the process is gone."""

    def __init__(self) -> None:
        self._map: mmap.mmap | None = None
        self._free: list[int] = []

    def open(self) -> None:
        """Open the file of this process, and log what processes that are gone have left in theirs."""
        folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        self._free = list(range(SLOTS))
        self._map = None
        if not folder:
            return
        try:
            _report_dead(Path(folder))
            with (Path(folder) / f"requests-{os.getpid()}").open("w+b") as file:
                file.truncate(SLOTS * SLOT_BYTES)
                self._map = mmap.mmap(file.fileno(), SLOTS * SLOT_BYTES)
        except OSError as error:
            LOG.warning("The requests in progress cannot be written down: %s", error)

    def take(self, entry: dict[str, Any]) -> int:
        """A slot with this entry in it; -1 where none is free."""
        if self._map is None or not self._free:
            return -1
        slot = self._free.pop()
        self._write(slot, _encode(entry)[:SLOT_BYTES])
        return slot

    def free(self, slot: int) -> None:
        if slot >= 0 and self._map is not None:
            self._write(slot, b"")
            self._free.append(slot)

    def _write(self, slot: int, content: bytes) -> None:
        assert self._map is not None
        self._map[slot * SLOT_BYTES : (slot + 1) * SLOT_BYTES] = content.ljust(SLOT_BYTES, b"\0")


def _report_dead(folder: Path) -> None:
    for path in folder.glob("requests-*"):
        process = int(path.name.partition("-")[2])
        if _is_alive(process):
            continue
        content = path.read_bytes()
        path.unlink(missing_ok=True)
        for start in range(0, len(content), SLOT_BYTES):
            entry = content[start : start + SLOT_BYTES].rstrip(b"\0")
            if entry:
                text = entry.decode("utf-8", "replace")
                LOG.warning('{"event":"worker %d ended during this request","request":%s}', process, text)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
