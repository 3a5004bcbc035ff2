"""The breaker: when a call may be made, by the clock of the test."""

import contextlib
import threading

import pytest

from service.cache.breaker import Breaker


@pytest.fixture
def events():
    return []


@pytest.fixture
def breaker(clock, events):
    return Breaker(failures=1, cool_down=2.0, clock=clock, report=events.append)


@pytest.fixture
def opened(breaker):
    breaker.failed(breaker.admit())
    return breaker


def test_closed_lets_every_call_through(breaker):
    for _ in range(3):
        ticket = breaker.admit()
        assert ticket is not None
        breaker.succeeded(ticket)
    assert breaker.state == "closed"


def test_one_failure_opens_it(opened, events):
    assert opened.state == "open"
    assert opened.admit() is None
    assert events == ["breaker_opened"]


def test_several_failures_in_a_row_open_it_when_set_so(clock):
    breaker = Breaker(failures=3, cool_down=2.0, clock=clock)
    for _ in range(2):
        breaker.failed(breaker.admit())
    assert breaker.state == "closed"
    breaker.failed(breaker.admit())
    assert breaker.state == "open"


def test_a_success_in_between_starts_the_count_again(clock):
    breaker = Breaker(failures=2, cool_down=2.0, clock=clock)
    breaker.failed(breaker.admit())
    breaker.succeeded(breaker.admit())
    breaker.failed(breaker.admit())
    assert breaker.state == "closed"


def test_it_stays_open_until_the_cool_down_is_over(opened, clock):
    clock.advance(1.999)
    assert opened.admit() is None
    clock.advance(0.001)
    assert opened.admit() is not None


def test_half_open_lets_one_call_through(opened, clock):
    clock.advance(2.0)
    assert opened.admit() is not None
    assert opened.state == "half-open"
    assert opened.admit() is None


def test_a_trial_that_succeeds_closes_it(opened, clock, events):
    clock.advance(2.0)
    opened.succeeded(opened.admit())
    assert opened.state == "closed"
    assert opened.admit() is not None
    assert events == ["breaker_opened", "breaker_closed"]


def test_a_trial_that_fails_opens_it_for_another_cool_down(opened, clock, events):
    clock.advance(2.0)
    trial = opened.admit()
    clock.advance(0.5)
    opened.failed(trial)
    assert opened.state == "open"
    clock.advance(1.999)
    assert opened.admit() is None
    clock.advance(0.001)
    assert opened.admit() is not None
    assert events == ["breaker_opened"]


def test_after_recovery_the_count_of_failures_starts_again(clock):
    breaker = Breaker(failures=2, cool_down=2.0, clock=clock)
    for _ in range(2):
        breaker.failed(breaker.admit())
    clock.advance(2.0)
    breaker.succeeded(breaker.admit())
    breaker.failed(breaker.admit())
    assert breaker.state == "closed"


def test_a_success_from_before_it_opened_does_not_close_it(breaker):
    early, failing = breaker.admit(), breaker.admit()
    breaker.failed(failing)
    breaker.succeeded(early)
    assert breaker.state == "open"


def test_a_failure_from_before_it_opened_does_not_prolong_the_cool_down(breaker, clock):
    early, failing = breaker.admit(), breaker.admit()
    breaker.failed(failing)
    clock.advance(1.5)
    breaker.failed(early)
    clock.advance(0.5)
    assert breaker.admit() is not None


def test_a_failure_from_before_it_recovered_does_not_open_it_again(breaker, clock):
    early, failing = breaker.admit(), breaker.admit()
    breaker.failed(failing)
    clock.advance(2.0)
    breaker.succeeded(breaker.admit())
    breaker.failed(early)
    assert breaker.state == "closed"


def test_a_trial_that_never_comes_back_is_given_up(opened, clock):
    clock.advance(2.0)
    lost = opened.admit()
    clock.advance(1.999)
    assert opened.admit() is None
    clock.advance(0.001)
    second = opened.admit()
    assert second is not None
    opened.succeeded(lost)
    assert opened.state == "half-open"
    opened.succeeded(second)
    assert opened.state == "closed"


def test_never_opening_is_refused():
    with pytest.raises(ValueError, match="at least one failure"):
        Breaker(failures=0)


class Meeting:
    """A place in the code at which a thread waits for a second one, which the lock should never let in."""

    def __init__(self) -> None:
        self._barrier = threading.Barrier(2, timeout=0.2)
        self.took_place = False

    def wait(self) -> None:
        # The first thread that waits in vain breaks the barrier, and nobody waits after that.
        with contextlib.suppress(threading.BrokenBarrierError):
            self._barrier.wait()
            self.took_place = True


def test_of_many_threads_exactly_one_makes_the_trial():
    meeting = Meeting()

    class Moment(float):
        """A reading of the clock; whoever has compared it has looked, and has not yet acted on it."""

        def __lt__(self, other: float) -> bool:
            answer = float(self) < other
            meeting.wait()
            return answer

    readings = iter([1000.0] + [Moment(1002.0)] * 8)
    breaker = Breaker(failures=1, cool_down=2.0, clock=lambda: next(readings))
    breaker.failed(breaker.admit())
    admitted = []
    threads = [threading.Thread(target=lambda: admitted.append(breaker.admit())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not meeting.took_place
    assert len(admitted) == 8
    assert len([ticket for ticket in admitted if ticket is not None]) == 1
