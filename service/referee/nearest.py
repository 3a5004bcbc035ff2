"""Moves similar to an illegal one: those that differ from it in the fewest fields come first."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from service.referee.budget import counted

Move = TypeVar("Move", bound=msgspec.Struct)


def difference_from(move: msgspec.Struct) -> Callable[[msgspec.Struct], int]:
    """In how many fields another move differs from this one; a field that it does not have counts twice."""
    wanted = msgspec.to_builtins(move).items()

    def difference(other: msgspec.Struct) -> int:
        fields: dict[str, Any] = msgspec.to_builtins(other)
        return sum(2 if name not in fields else fields[name] != value for name, value in wanted)

    return difference


def most_similar(move: Move, candidates: Iterable[Move], cost: int) -> list[Move]:
    """The candidates, the most similar first; each of them costs so many steps."""
    return sorted(counted(candidates, cost), key=difference_from(move))


def nearest_among(move: Move, candidates: Sequence[Move], cost: int) -> Iterator[Move]:
    """The candidates by the same player, the most similar first, then all of them."""
    player = getattr(move, "player", None)
    yield from most_similar(move, [other for other in candidates if getattr(other, "player", None) == player], cost)
    yield from most_similar(move, candidates, cost)


def nearest_by(
    legal_moves: Callable[[Any, str | None, str | None], Iterable[Any]],
    similar: Callable[[Any, Any], Iterable[Any]] | None = None,
    cost: int = 5,
) -> Callable[[Any, Any], Iterator[Any]]:
    """The ``nearest`` of a game: legal moves, or where none can be listed those that are ``similar``.

    Each of them costs so many steps.
    """

    def nearest(table: Any, move: Any) -> Iterator[Any]:
        listed = list(legal_moves(table, None, None))
        yield from nearest_among(move, listed, cost)
        if similar is not None and not listed:
            yield from most_similar(move, similar(table, move), cost)

    return nearest
