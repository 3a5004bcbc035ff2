"""The tier inside this process: the entries used last, bounded by number and by bytes.

It is the only tier that answers without a system call, and it is private to one process: entries never change
(the same question has the same answer), so there is nothing to keep in step with the neighbours.
"""

import threading
from collections import OrderedDict

from service.cache.entry import Entry
from service.cache.events import Report, ignore

DEFAULT_ENTRIES = 4096
DEFAULT_BYTES = 16 * 1024 * 1024

# What Python spends on an entry besides the text in it (measured: 229 bytes on CPython 3.11). Without it many
# small answers would take several times the bytes that the operator allowed.
OVERHEAD_BYTES = 256


class MemoryTier:
    """A least-recently-used store; safe to share between threads."""

    def __init__(
        self,
        max_entries: int = DEFAULT_ENTRIES,
        max_bytes: int = DEFAULT_BYTES,
        report: Report = ignore,
    ) -> None:
        if max_entries < 0 or max_bytes < 0:
            raise ValueError("The bounds of the memory tier cannot be negative.")
        self.max_entries = max_entries
        self.max_bytes = max_bytes
        self._report = report
        self._lock = threading.Lock()
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def bytes_held(self) -> int:
        """The bytes counted against ``max_bytes``."""
        return self._bytes

    def get(self, key: str) -> Entry | None:
        """The entry under this key, which thereby becomes the one used last."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                self._entries.move_to_end(key)
            return entry

    def put(self, key: str, entry: Entry) -> None:
        """Keep this entry, at the cost of those not used for longest.

        One that could not fit even alone is not kept: it would empty the store and then leave it too.
        """
        size = _size(key, entry)
        if size > self.max_bytes or self.max_entries == 0:
            return
        with self._lock:
            replaced = self._entries.pop(key, None)
            if replaced is not None:
                self._bytes -= _size(key, replaced)
            self._entries[key] = entry
            self._bytes += size
            evicted = self._make_room()
        for _ in range(evicted):
            self._report("memory_evicted")

    def _make_room(self) -> int:
        evicted = 0
        while len(self._entries) > self.max_entries or self._bytes > self.max_bytes:
            key, entry = self._entries.popitem(last=False)
            self._bytes -= _size(key, entry)
            evicted += 1
        return evicted


def _size(key: str, entry: Entry) -> int:
    return len(key) + len(entry.body) + len(entry.case_id) + OVERHEAD_BYTES
