"""The step budget: counts, a threshold, an end, and one for each thread."""

import threading

import pytest

from service.referee import budget
from service.referee.budget import Budget, BudgetSpent, counted, step, use


def test_without_a_budget_steps_are_not_limited() -> None:
    for _ in range(10_000):
        step(1_000_000)


def test_a_budget_ends_exactly_where_its_steps_are_used() -> None:
    with use(Budget(3)):
        for _ in range(3):
            step()
        with pytest.raises(BudgetSpent):
            step()


def test_steps_can_weigh_more() -> None:
    own = Budget(250)
    with use(own), pytest.raises(BudgetSpent):
        list(counted(range(1_000), steps=budget.CHECK))
    assert own.used == 300


def test_counting_stops_a_loop_before_the_item_is_handed_out() -> None:
    seen: list[int] = []
    with use(Budget(4)), pytest.raises(BudgetSpent):
        seen.extend(counted(range(1_000)))
    assert seen == [0, 1, 2, 3]


def test_the_threshold_is_reported_once() -> None:
    calls: list[int] = []
    own = Budget(100, threshold=10, on_threshold=lambda: calls.append(own.used))
    with use(own):
        for _ in range(100):
            step()
        assert calls == [11]
        with pytest.raises(BudgetSpent):
            step()


def test_what_the_threshold_raises_ends_the_loop() -> None:
    def busy() -> None:
        raise RuntimeError("busy")

    with use(Budget(100, threshold=1, on_threshold=busy)), pytest.raises(RuntimeError, match="busy"):
        list(counted(range(10)))


def test_a_part_of_the_request_may_use_so_many_steps_and_no_more() -> None:
    own = Budget(100)
    with use(own):
        with pytest.raises(BudgetSpent), budget.in_use().at_most(10):
            list(counted(range(50)))
        assert (own.used, own.left) == (11, 89)
        step(89)
        with pytest.raises(BudgetSpent):
            step()


def test_a_part_may_not_use_more_than_is_left() -> None:
    own = Budget(5)
    with use(own), pytest.raises(BudgetSpent), own.at_most(1_000):
        step(6)


@pytest.mark.parametrize("inside", [5, 20])
def test_the_threshold_is_reported_once_inside_or_after_a_part(inside: int) -> None:
    calls: list[int] = []
    own = Budget(100, threshold=10, on_threshold=lambda: calls.append(own.used))
    with use(own):
        with own.at_most(50):
            list(counted(range(inside)))
        assert len(calls) == (inside > 10)
        list(counted(range(30)))
    assert calls == [11]


def test_a_budget_belongs_to_its_thread_and_ends_with_its_block() -> None:
    def other() -> None:
        step(1_000)
        done.append(True)

    done: list[bool] = []
    with use(Budget(1)):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert done
    step(1_000)
