"""Every fault of the matrix, in short; ``make faults`` plays them at length and holds them against the clock."""

import pytest

from tests.qa.faults.load import Question, questions
from tests.qa.faults.matrix import SCENARIOS
from tests.qa.faults.stage import SHORT, Outcome, Record


@pytest.fixture(scope="module")
def asked() -> list[Question]:
    return questions()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_fault_costs_no_answer(asked: list[Question], scenario: str) -> None:
    outcome = SCENARIOS[scenario](asked, SHORT)
    assert outcome.complaints(strict=False) == []


def record(outcome: str = "ok", app_ms: float = 1.0) -> Record:
    return Record(at=0.0, seconds=0.001, outcome=outcome, tier="redis", app_ms=app_ms)


GOOD = Outcome("a fault", "…", before=[record()] * 300, during=[record()] * 300, after=[record()] * 9, recovered=1.0)


def test_a_good_outcome_is_no_reason_to_complain() -> None:
    assert GOOD.complaints(strict=True) == []


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (GOOD._replace(during=[record("500")]), "with an error"),
        (GOOD._replace(after=[record("wrong")]), "other bytes"),
        (GOOD._replace(during=[record("cut")]), "cut off"),
        (GOOD._replace(during=[record("cut fresh")]), "cut off"),
        (GOOD._replace(during=[record("refused")]), "refused"),
        (GOOD._replace(recovered=None), "no recovery"),
        (GOOD._replace(recovered=10.5), "no recovery"),
        (GOOD._replace(redis_failures=13), "met a failing Redis"),
        (GOOD._replace(felt=0), "nobody noticed"),
        (GOOD._replace(before=[]), "nobody asked"),
        (GOOD._replace(during=[record(app_ms=40.0)] * 2 + [record()] * 298), "2 answers were late"),
        (GOOD._replace(during=[record(app_ms=70.0)], redis_failures=1), "ms were added"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_whatever_is_wrong_is_told(bad: Outcome, complaint: str) -> None:
    """The stage itself can fail: a matrix that is always green would be worth nothing."""
    assert any(complaint in told for told in bad.complaints(strict=True))
