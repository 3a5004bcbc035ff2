"""The memory tier: an LRU cache in this process, bounded by the number of entries and by bytes.

Entries never change (the same question has the same answer), so the processes need not be kept consistent.
"""

import threading
from collections import OrderedDict

from service.cache.entry import Entry
from service.cache.events import Report, ignore

DEFAULT_ENTRIES = 4096
DEFAULT_BYTES = 16 * 1024 * 1024

# The size of the Python objects of an entry without their content (measured: 229 bytes on CPython 3.11). Without
# it, many small entries would take several times the memory that the operator allowed.
OVERHEAD_BYTES = 256


class MemoryTier:
    """A least-recently-used cache. Thread-safe."""

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
        """The entry under this key, or None; marks it as the most recently used."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                self._entries.move_to_end(key)
            return entry

    def put(self, key: str, entry: Entry) -> None:
        """Store this entry, and evict the least recently used ones if necessary.

        An entry larger than ``max_bytes`` is not stored: it would evict all others and then itself.
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
