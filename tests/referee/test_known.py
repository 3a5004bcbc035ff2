"""Unknown values raise when they are read; conditions have three values."""

import copy
import itertools
import operator
from collections.abc import Callable
from typing import Any

import pytest

from service.referee.known import (
    Unknown,
    UnknownRead,
    all_of,
    any_of,
    attempt,
    is_known,
    is_unknown,
    negation,
    none_of,
    read_all,
    truth,
)

COINS = Unknown("/state/players/0/coins")
HAND = Unknown("/state/players/0/hand")
VALUES = {"true": True, "false": False, "unknown": COINS}

READS: dict[str, Callable[[Any], Any]] = {
    "bool": bool,
    "not": lambda value: not value,
    "or": lambda value: value or (),
    "len": len,
    "iteration": list,
    "unpacking": lambda value: (*value, 1),
    "in": lambda value: 3 in value,
    "item": lambda value: value[0],
    "attribute": lambda value: value.disc,
    "hash": hash,
    "key of a dictionary": lambda value: {value: 1},
    "call": lambda value: value(),
    "int": int,
    "str": str,
    "format": lambda value: f"{value}",
    "negative": operator.neg,
    "a value in a list": lambda value: value in [1, 2],
    "max": lambda value: max([1, value]),
    "sum": lambda value: sum([1, value]),
    "sorted": lambda value: sorted([1, value]),
}


OPERATORS = (
    operator.eq,
    operator.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
    operator.add,
    operator.sub,
    operator.mul,
    operator.floordiv,
    operator.mod,
)


@pytest.mark.parametrize("compute", OPERATORS)
def test_an_unknown_operand_raises_on_both_sides(compute: Callable[[Any, Any], Any]) -> None:
    for operands in ((COINS, 3), (3, COINS), (COINS, HAND)):
        with pytest.raises(UnknownRead):
            compute(*operands)


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_reading_an_unknown_value_raises_and_names_the_zone(read: Callable[[Any], Any]) -> None:
    with pytest.raises(UnknownRead) as raised:
        read(COINS)
    assert raised.value.zones == ("/state/players/0/coins",)


def test_an_unknown_value_can_be_handed_on() -> None:
    assert is_unknown(COINS)
    assert not is_known(COINS)
    assert is_known(())
    assert is_known(None)
    assert repr(COINS) == "Unknown(/state/players/0/coins)"
    assert is_unknown(copy.copy(COINS))


def name(value: Any) -> str:
    return "unknown" if is_unknown(value) else str(value).lower()


@pytest.mark.parametrize(("value", "expected"), [("true", "false"), ("false", "true"), ("unknown", "unknown")])
def test_negation(value: str, expected: str) -> None:
    assert name(negation(VALUES[value])) == expected


def expected_all(values: tuple[str, ...]) -> str:
    return "false" if "false" in values else "unknown" if "unknown" in values else "true"


def expected_any(values: tuple[str, ...]) -> str:
    return "true" if "true" in values else "unknown" if "unknown" in values else "false"


OPPOSITE = {"true": "false", "false": "true", "unknown": "unknown"}


@pytest.mark.parametrize(
    "values", [row for length in range(4) for row in itertools.product(VALUES, repeat=length)], ids=" ".join
)
def test_truth_tables(values: tuple[str, ...]) -> None:
    plain = [VALUES[value] for value in values]
    computed = [lambda value=value: value for value in plain]
    for conditions in (plain, computed):
        assert name(all_of(*conditions)) == expected_all(values)
        assert name(any_of(*conditions)) == expected_any(values)
        assert name(none_of(*conditions)) == OPPOSITE[expected_any(values)]


def test_the_zones_of_all_unknown_conditions_are_named() -> None:
    for combine in (all_of, any_of, none_of):
        value = combine(COINS, lambda: HAND[0] == 3, COINS)
        assert isinstance(value, Unknown)
        assert value.zones == ("/state/players/0/coins", "/state/players/0/hand")


def test_a_computation_that_needs_an_unknown_value_is_unknown() -> None:
    assert attempt(lambda: 3 + 4) == 7
    assert is_unknown(attempt(lambda: 3 + COINS))  # type: ignore[operator]
    assert truth(lambda: [1]) is True
    assert is_unknown(truth(lambda: COINS >= 5))
    with pytest.raises(ZeroDivisionError):
        attempt(lambda: 1 // 0)


def test_reading_several_values_names_all_that_are_unknown() -> None:
    read_all(3, (), None)
    with pytest.raises(UnknownRead) as read:
        read_all(3, COINS, HAND)
    assert read.value.zones == ("/state/players/0/coins", "/state/players/0/hand")
