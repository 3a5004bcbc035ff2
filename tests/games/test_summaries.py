"""The summary of every move of random games, in every language: it can be said, it is short and it is whole."""

import random
import re
from typing import Any

import pytest

from service.referee.game import AnyGame
from service.referee.judge import rule_on
from service.referee.render import Reader
from service.referee.summary import MOST_CHARACTERS, of_move
from tests.our_games import GAMES
from tests.referee.test_forced import opening

GAMES_OF_EACH = 4
MOST_MOVES = 250
FAULTS = re.compile(r"[{}]|\bNone\b|\bUNSET\b|\s\s|\.\.|\(\s*\)|\bStruct\b|=")


def summaries(game: AnyGame, seed: int, readers: dict[str, Reader]) -> list[tuple[str, str, str]]:
    """The type of each move of a random game, the language, and the summary."""
    chance, table = random.Random(seed), opening(game, seed)
    found: list[tuple[str, str, str]] = []
    for _ in range(MOST_MOVES):
        moves: list[Any] = list(game.legal_moves(table, None, None))
        if not moves:
            break
        move = chance.choice(moves)
        judgement = rule_on(game, table, move)
        for language, reader in readers.items():
            reader = reader.naming(game.component_names(table.box, reader.words), None)
            found.append((type(move).__name__, language, of_move(reader, reader.ruling(judgement, table), move)))
        table = judgement.after
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_every_move_of_random_games_has_a_summary(game: AnyGame) -> None:
    edition = next(iter(game.rulebook.editions))
    readers = {language: Reader(game.rulebook, language, edition) for language in game.rulebook.languages}
    said = [one for seed in range(GAMES_OF_EACH) for one in summaries(game, seed, readers)]
    assert len(said) > 100
    assert [one for one in said if len(one[2]) > MOST_CHARACTERS or FAULTS.search(one[2])] == []
    assert [one for one in said if not one[2].endswith((".", "!", "»", "”"))] == []
