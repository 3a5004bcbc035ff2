"""Wrong totals: a mistake is named where it was made, and only there."""

import random
from typing import Any

import pytest

from service.games.kingdomino import grid
from tests.client import Referee
from tests.games.kingdomino.tables import NAMES, PLAYING, squares

Square = tuple[int, int]


def explained(referee: Referee, text: str, claimed: int, **options: Any) -> list[str]:
    state = {"options": options, "players": [{"name": "ana", "squares": squares(text)}]}
    return referee.score(state, claimed={"ana": claimed}).explained_by("ana")


def test_squares_two_columns_apart_touch_at_no_corner(kingdomino: Referee) -> None:
    """On both sides of the castle, no square of one touches one of the other."""
    assert "score/not-diagonal" not in explained(kingdomino, "lake1 1,0; lake 2,0; lake -1,0; lake -2,0", 4)


def joined_at_corners(kingdom: dict[Square, tuple[int, int]]) -> int:
    """The points if squares of one terrain that touch at a side or a corner made up a territory."""
    left, total = set(kingdom), 0
    while left:
        group, waiting = set(), [left.pop()]
        while waiting:
            x, y = waiting.pop()
            group.add((x, y))
            around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & left
            same = {square for square in around if kingdom[square][0] == kingdom[x, y][0]}
            left -= same
            waiting += same
        total += len(group) * sum(kingdom[square][1] for square in group)
    return total


@pytest.mark.parametrize("seed", range(12))
def test_territories_joined_at_corners_are_counted_as_a_person_would(seed: int) -> None:
    steps = iter(range(1000))
    stop = random.Random(seed).randrange(10, 100)
    opening = PLAYING.opening(len(NAMES), seed)
    table, _ = PLAYING.play(opening, seed, lambda _: next(steps) >= stop)
    for name in NAMES:
        board = table.board(name)
        shown = {
            square: (terrain, crowns)
            for terrain, of_terrain in enumerate(board.terrains)
            for crowns, crowned in enumerate(board.crowned)
            for square in grid.squares(of_terrain & crowned)
        }
        assert sum(land.size * land.crowns for land in board.connected(diagonal=True)) == joined_at_corners(shown)


NINE = "wheat1 1,0; wheat 2,0; forest -1,0; forest -1,1; lake 0,1; lake 0,2; lake 0,-1; lake 1,-1"
"""Nine squares with the castle, sixteen empty."""


@pytest.mark.parametrize(
    ("state", "variant"),
    [
        ({"phase": "over"}, "discarded"),  # at the end an empty square is a discarded domino
        ({"phase": "play"}, "early"),
        ({}, "open"),
    ],
)
def test_harmony_of_the_first_edition_is_missed_by_a_discard_not_by_a_gap(
    kingdomino: Referee, state: dict[str, Any], variant: str
) -> None:
    players = [{"name": "ana", "squares": squares(NINE)}]
    options = {"edition": "first", "variants": ["harmony"]}
    answer = kingdomino.score({**state, "options": options, "players": players}, claimed={"ana": 7})
    texts = [line["text"] for line in answer["players"][0]["lines"] if line["rule"] == "kingdomino/variants/harmony"]
    texts += [told["text"] for told in answer["claims"][0]["explanations"] if "harmony" in told["rule"]]
    words = {"discarded": "discarded", "early": "end of the game", "open": "discarded, or the game is not over"}[
        variant
    ]
    assert len(texts) == 2
    assert all(words in text and "grid" not in text for text in texts), texts
