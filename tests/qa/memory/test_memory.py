"""A worker stays under its bound of memory with the largest requests, at full concurrency."""

from tests.qa.memory.largest import MOST_MEGABYTES, peak_megabytes


def test_the_largest_requests_at_the_same_time() -> None:
    peak, statuses = peak_megabytes(4)
    assert not [status for status in statuses if status >= 500], statuses
    assert statuses.get(200), "some of them are answered"
    assert peak < MOST_MEGABYTES
