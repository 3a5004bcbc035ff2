"""The long runs of ``make soak``: the same checks as in ``make test``, far more often.

``BREHON_SOAK_GAMES`` sets how many random games are played for each game (200,000 by default).
"""

import os

import pytest

from tests.games.kingdomino.invariants import WAYS, play_and_check

GAMES = int(os.environ.get("BREHON_SOAK_GAMES", "200000"))
CHUNKS = 200


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_kingdomino_random_games(chunk: int) -> None:
    """Seeds beyond those of ``make test``."""
    each = GAMES // CHUNKS
    for seed in range(10_000 + chunk * each, 10_000 + (chunk + 1) * each):
        try:
            play_and_check(seed)
        except Exception as error:
            error.add_note(f"seed {seed}, {WAYS[seed % len(WAYS)]}")
            raise
