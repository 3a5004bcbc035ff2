"""The long runs of ``make soak``: the same checks as in ``make test``, far more often.

``BREHON_SOAK_GAMES`` sets how many random games of Kingdomino are played (200,000 by default); of Brian Boru, whose
games are longer, a quarter of that.
"""

import os

import pytest

from tests.games.brian_boru import invariants as brian_boru
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


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_brian_boru_random_games(chunk: int) -> None:
    """Seeds beyond those of ``make test``."""
    each = GAMES // 4 // CHUNKS
    for seed in range(10_000 + chunk * each, 10_000 + (chunk + 1) * each):
        try:
            brian_boru.play_and_check(seed)
        except Exception as error:
            error.add_note(f"seed {seed}, {brian_boru.WAYS[seed % len(brian_boru.WAYS)]}")
            raise
