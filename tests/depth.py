"""How much of a random search is done: a short share of it in ``make test``, all of it in ``make stress``."""

import os
from typing import TypeVar

AT_LENGTH = "BREHON_STRESS" in os.environ
Value = TypeVar("Value")


def depth(short: Value, at_length: Value) -> Value:
    return at_length if AT_LENGTH else short
