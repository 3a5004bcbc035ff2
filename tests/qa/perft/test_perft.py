"""The numbers on the page are those of the engines, and Kingdomino's are those of the reference too."""

from copy import deepcopy

import pytest

from service.games.registry import GAMES
from tests.qa.perft.counting import MIDDLE, PAGE, Row, game_of, page, perft, position, written
from tests.reference import kingdomino as reference

ENGINE_LIMIT = 10_000
REFERENCE_LIMIT = 2_000
ROWS = list(written())


def label(row: Row) -> str:
    return f"{row.game}-{row.players}-{row.after}"


def test_the_page_has_every_game_and_number_of_players() -> None:
    wanted = [
        (game.META.id, players, after)
        for game in GAMES
        for players in range(game.META.players[0], game.META.players[1] + 1)
        for after in (0, MIDDLE)
    ]
    assert [row[:3] for row in ROWS] == wanted
    assert all(len(row.counts) > 1 for row in ROWS)


def test_the_page_is_as_the_command_writes_it() -> None:
    assert PAGE.read_text("utf-8") == page(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=label)
def test_the_engine_counts_what_the_page_says(row: Row) -> None:
    game = game_of(row.game)
    table = position(game, row.players, row.after)
    for depth, count in enumerate(row.counts, start=1):
        if count <= ENGINE_LIMIT:
            assert perft(game, table, depth) == count, f"depth {depth}"


def slowly(game: reference.Game, depth: int) -> int:
    """The same count by the reference: the two ways of laying a double are one."""
    moves = {}
    for move in game.moves():
        key = repr(move)
        if move["type"] == "place":
            squares = reference.squares_of_domino(move["domino"], move["x"], move["y"], move["to"])
            key = repr(sorted(squares.items()))
        moves.setdefault(key, move)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves.values():
        after = deepcopy(game)
        after.play(move)
        total += slowly(after, depth - 1)
    return total


@pytest.mark.parametrize("row", [row for row in ROWS if row.game == "kingdomino" and not row.after], ids=label)
def test_the_reference_counts_the_same(row: Row) -> None:
    state = position(game_of("kingdomino"), row.players).state
    pile = [slot.domino for slot in state.next_line or ()] + list(state.pile or ())
    game = reference.Game([player.name for player in state.players], pile, state.kings_drawn)
    if state.next_line:
        game.reveal()
    for depth, count in enumerate(row.counts, start=1):
        if count <= REFERENCE_LIMIT:
            assert slowly(game, depth) == count, f"depth {depth}"
