"""What chance decides when a game is set up with a seed.

The order comes from ``random()`` of a seeded generator, the one sequence that Python promises to keep, so the same
seed gives the same table in every release.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from service.referee.budget import step

T = TypeVar("T")


def shuffled(items: Sequence[T], chance: Random) -> tuple[T, ...]:
    """Mixed by drawing one after another."""
    step(len(items))
    rest, drawn = list(items), []
    while rest:
        drawn.append(rest.pop(int(chance.random() * len(rest))))
    return tuple(drawn)
