"""Where a square of a grid is, in words: seen from the start square at 0,0, by ``[squares]`` of a language file.

The phrases are named after the direction: ``left``, ``above`` and so on with the distance ``{x}`` or ``{y}``,
``next_left`` and so on for the squares beside the start, ``left_above`` and so on with both, ``start`` for the start
itself. A language file without ``[squares]`` has coordinates only.
"""

from collections.abc import Mapping, Sequence

Square = Sequence[int]

ACROSS, ALONG = ("left", "right"), ("below", "above")
DIRECTIONS = frozenset(
    {"start", *ACROSS, *ALONG}
    | {f"next_{side}" for side in (*ACROSS, *ALONG)}
    | {f"{across}_{along}" for across in ACROSS for along in ALONG}
)
MOST_DESCRIBED = 2
"""Of more squares than these a list has the coordinates only."""


def described(square: Square, phrases: Mapping[str, str]) -> str:
    """A square in words, with its coordinates behind."""
    x, y = square
    if not phrases:
        return coordinates(square)
    return f"{phrases[_direction(x, y)].format(x=abs(x), y=abs(y))} {coordinates(square)}"


def coordinates(square: Square) -> str:
    x, y = square
    return f"({x}, {y})"


def listed(squares: Sequence[Square], phrases: Mapping[str, str]) -> list[str]:
    """Squares for a list, in words if they are few."""
    return [described(square, phrases if len(squares) <= MOST_DESCRIBED else {}) for square in squares]


def _direction(x: int, y: int) -> str:
    """The name of the phrase for a square."""
    sides = [names[distance > 0] for names, distance in ((ACROSS, x), (ALONG, y)) if distance]
    if not sides:
        return "start"
    return f"next_{sides[0]}" if abs(x) + abs(y) == 1 else "_".join(sides)
