"""Answering: what every operation has to bring along."""

from service.operations.answering import COSTLY_PART, OPERATIONS


def test_every_operation_names_its_costly_part() -> None:
    assert set(COSTLY_PART) == set(OPERATIONS)
