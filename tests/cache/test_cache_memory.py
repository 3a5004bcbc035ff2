"""The memory tier: what was used last stays, within both bounds."""

import threading
from collections.abc import Callable

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
        expected = dict(self.model).get(key)
        assert self.tier.get(key) == expected
        if expected is not None:
            self.model = [pair for pair in self.model if pair[0] != key] + [(key, expected)]

    @invariant()
    def counts_agree(self):
        assert len(self.tier) == len(self.model)
        assert self.tier.bytes_held == self.used_bytes()


TestAgainstAModel = AgainstAModel.TestCase
TestAgainstAModel.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


def meanwhile(action: Callable[[], None]) -> threading.Thread:
    """Another thread does this, and is given the time to finish if nothing holds it up."""
    other = threading.Thread(target=action)
    other.start()
    other.join(0.2)
    return other


def test_two_threads_that_store_do_not_lose_count():
    others = []

    class Dawdling:
        """An entry that takes so long to measure the second time that another store comes in between."""

        body = b"x"
        measured = 0

        @property
        def case_id(self) -> str:
            self.measured += 1
            if self.measured == 2:
                others.append(meanwhile(lambda: tier.put("b", entry_of(10))))
            return "case"

    tier = MemoryTier()
    tier.put("a", Dawdling())
    tier.put("a", entry_of(20))
    others[0].join()
    assert len(tier) == 2
    assert tier.bytes_held == cost_of(10) + cost_of(20)


def test_an_entry_evicted_while_another_thread_reads_it_is_no_error():
    others = []

    class Dawdling(str):
        """A key that takes so long to look up the second time that its entry is evicted in between."""

        looked_up = 0

        def __hash__(self) -> int:
            self.looked_up += 1
            if self.looked_up == 2:
                others.append(meanwhile(lambda: tier.put("b", entry_of(10))))
            return super().__hash__()

    tier = MemoryTier(max_entries=1)
    tier.put("a", entry_of(1))
    assert tier.get(Dawdling("a")) == entry_of(1)
    others[0].join()
    assert tier.get("b") == entry_of(10)
