"""Squares are described by where they are, seen from the start square."""

import pytest

from service.referee.formats import NO_NAMES, FormatError, Formats
from service.referee.squares import DIRECTIONS

PHRASES = {name: f"{name} {{x}} {{y}}" for name in DIRECTIONS}


@pytest.mark.parametrize(
    ("square", "text"),
    [
        ((0, 0), "start 0 0 (0, 0)"),
        ((-1, 0), "next_left 1 0 (-1, 0)"),
        ((0, 1), "next_above 0 1 (0, 1)"),
        ((3, 0), "right 3 0 (3, 0)"),
        ((0, -2), "below 0 2 (0, -2)"),
        ((1, 1), "right_above 1 1 (1, 1)"),
        ((-2, -1), "left_below 2 1 (-2, -1)"),
    ],
)
def test_a_square_is_described_beside_its_coordinates(square: tuple[int, int], text: str) -> None:
    assert Formats({"squares": PHRASES}, "en").writer("square")(square, NO_NAMES) == text


def test_of_many_squares_the_coordinates_are_enough() -> None:
    write = Formats({"squares": PHRASES}, "en").writer("squares")
    assert write([(0, 1), (3, 0)], NO_NAMES) == "next_above 0 1 (0, 1) and right 3 0 (3, 0)"
    assert write([(0, 1), (3, 0), (1, 1)], NO_NAMES) == "(0, 1), (3, 0), and (1, 1)"


def test_a_language_without_descriptions_has_coordinates() -> None:
    assert Formats({}, "en").writer("square")((2, 1), NO_NAMES) == "(2, 1)"


def test_a_direction_that_is_missing_is_refused() -> None:
    with pytest.raises(FormatError, match="squares: differs in next_left"):
        Formats({"squares": {name: text for name, text in PHRASES.items() if name != "next_left"}}, "en")
