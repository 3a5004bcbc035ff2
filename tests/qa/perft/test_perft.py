"""The numbers on the page are those of the engines, and Kingdomino's are those of the reference too."""

from typing import Any

import pytest

from tests.games.playing import told
from tests.our_games import GAMES
from tests.qa.perft.counting import MIDDLE, PAGE, Row, game_of, page, perft, position, written
from tests.reference import kingdomino as reference
from tests.reference.differential import pack_of

ENGINE_LIMIT = 10_000
REFERENCE_LIMIT = 2_000
ROWS = list(written())


def label(row: Row) -> str:
    return f"{row.game}-{row.players}-{row.after}"


def test_the_page_has_every_game_and_number_of_players() -> None:
    wanted = [
        (game.meta.id, players, after)
        for game in GAMES
        for players in range(game.meta.players[0], game.meta.players[1] + 1)
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


def slowly(state: dict[str, Any], depth: int, pack: dict[str, Any]) -> int:
    """The same count by the second referee."""
    moves = reference.legal_moves(state, pack)
    if depth == 1:
        return len(moves)
    return sum(slowly(reference.apply(state, move, pack), depth - 1, pack) for move in moves)


@pytest.mark.parametrize("row", [row for row in ROWS if row.game == "kingdomino" and not row.after], ids=label)
def test_the_reference_counts_the_same(row: Row) -> None:
    state = told(position(game_of("kingdomino"), row.players))
    pack = pack_of(game_of("kingdomino").packs / "base.json")
    for depth, count in enumerate(row.counts, start=1):
        if count <= REFERENCE_LIMIT:
            assert slowly(state, depth, pack) == count, f"depth {depth}"
