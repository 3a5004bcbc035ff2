"""What one seed of a run brought."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import NamedTuple


class Counted(NamedTuple):
    """How many cases were checked, and what was found wrong."""

    cases: int
    findings: tuple[str, ...] = ()


Piece = Callable[[int], Counted]
"""The work of one seed. What it raises is a finding, too."""
Start = Callable[[ExitStack], Piece]
"""Prepares a run in a process; what has to be closed at the end goes to the stack."""
