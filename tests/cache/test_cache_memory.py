"""The memory tier: what was used last stays, within both bounds."""

import sys
import threading
from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from service.cache import Entry
from service.cache.memory import OVERHEAD_BYTES, MemoryTier


def entry_of(size: int, fill: bytes = b"x") -> Entry:
    return Entry(body=fill * size, case_id="case")


def cost_of(size: int) -> int:
    return len("a") + size + len("case") + OVERHEAD_BYTES


def test_an_entry_is_found_again():
    tier = MemoryTier()
    tier.put("a", entry_of(3))
    assert tier.get("a") == entry_of(3)
    assert tier.get("b") is None


def test_the_number_of_entries_is_bounded_and_the_oldest_leaves():
    events = []
    tier = MemoryTier(max_entries=2, report=events.append)
    for key in "abc":
        tier.put(key, entry_of(1))
    assert [key for key in "abc" if tier.get(key)] == ["b", "c"]
    assert events == ["memory_evicted"]


def test_reading_keeps_an_entry():
    tier = MemoryTier(max_entries=2)
    tier.put("a", entry_of(1))
    tier.put("b", entry_of(1))
    tier.get("a")
    tier.put("c", entry_of(1))
    assert [key for key in "abc" if tier.get(key)] == ["a", "c"]


def test_writing_again_keeps_an_entry():
    tier = MemoryTier(max_entries=2)
    tier.put("a", entry_of(1))
    tier.put("b", entry_of(1))
    tier.put("a", entry_of(2))
    tier.put("c", entry_of(1))
    assert [key for key in "abc" if tier.get(key)] == ["a", "c"]


def test_the_bytes_are_bounded_and_as_many_leave_as_it_takes():
    events = []
    tier = MemoryTier(max_bytes=3 * cost_of(100), report=events.append)
    for key in "abc":
        tier.put(key, entry_of(100))
    assert len(tier) == 3
    tier.put("d", entry_of(101))
    assert [key for key in "abcd" if tier.get(key)] == ["c", "d"]
    assert events == ["memory_evicted"] * 2
    assert tier.bytes_held == cost_of(100) + cost_of(101)


def test_many_small_entries_are_counted_with_what_python_spends_on_them():
    tier = MemoryTier(max_entries=10_000, max_bytes=100 * cost_of(0))
    for number in range(1000):
        tier.put(chr(number), entry_of(0))
    assert len(tier) == 100


def test_an_entry_that_fits_exactly_is_kept_and_one_byte_more_is_not():
    tier = MemoryTier(max_bytes=cost_of(100))
    tier.put("a", entry_of(100))
    tier.put("b", entry_of(101))
    assert tier.get("a") is not None
    assert tier.get("b") is None


def test_a_smaller_entry_under_the_same_key_frees_its_bytes():
    tier = MemoryTier()
    tier.put("a", entry_of(1000))
    tier.put("a", entry_of(10))
    assert (len(tier), tier.bytes_held) == (1, cost_of(10))


def test_room_for_no_entry_means_no_entry():
    tier = MemoryTier(max_entries=0)
    tier.put("a", entry_of(1))
    assert len(tier) == 0


@pytest.mark.parametrize("bounds", [{"max_entries": -1}, {"max_bytes": -1}])
def test_a_negative_bound_is_refused(bounds):
    with pytest.raises(ValueError, match="negative"):
        MemoryTier(**bounds)


class AgainstAModel(RuleBasedStateMachine):
    """Any order of reads and writes does what a plain list of pairs, least recently used first, does."""

    MAX_ENTRIES = 4
    MAX_BYTES = 3 * cost_of(60)
    keys = st.sampled_from("abcdefgh")

    def __init__(self):
        super().__init__()
        self.tier = MemoryTier(self.MAX_ENTRIES, self.MAX_BYTES)
        self.model = []

    def used_bytes(self):
        return sum(cost_of(len(entry.body)) for _, entry in self.model)

    @rule(key=keys, size=st.sampled_from([0, 50, 60, 70, 400, 2000]))
    def put(self, key, size):
        self.tier.put(key, entry_of(size))
        if cost_of(size) > self.MAX_BYTES:
            return
        self.model = [pair for pair in self.model if pair[0] != key] + [(key, entry_of(size))]
        while len(self.model) > self.MAX_ENTRIES or self.used_bytes() > self.MAX_BYTES:
            self.model.pop(0)

    @rule(key=keys)
    def get(self, key):
        found = dict(self.model).get(key)
        assert self.tier.get(key) == found
        if found is not None:
            self.model = [pair for pair in self.model if pair[0] != key] + [(key, found)]

    @invariant()
    def counts_agree(self):
        assert len(self.tier) == len(self.model)
        assert self.tier.bytes_held == self.used_bytes()


TestAgainstAModel = AgainstAModel.TestCase
TestAgainstAModel.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Threads take turns after microseconds, so that what is not safe shows."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("eager_threads")
def test_threads_neither_lose_count_nor_mix_up_entries():
    tier = MemoryTier(max_entries=8, max_bytes=8 * cost_of(50))
    faults = []

    def work(seed: int) -> None:
        try:
            for step in range(1500):
                key = "abcdefghijklmnop"[(seed * 7 + step * 5) % 16]
                tier.put(key, entry_of(30 + step % 20, key.encode()))
                found = tier.get(key)
                if found is not None and set(found.body.decode()) != {key}:
                    faults.append(found)
        except KeyError as error:
            faults.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    held = [entry for key in "abcdefghijklmnop" if (entry := tier.get(key))]
    assert tier.bytes_held == sum(cost_of(len(entry.body)) for entry in held)
    assert len(tier) == len(held) <= 8
