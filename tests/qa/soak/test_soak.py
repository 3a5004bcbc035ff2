"""The long runs of ``make soak``: the same checks as in ``make test``, far more often.

``BREHON_SOAK_GAMES`` sets how many random games of Kingdomino are played (200,000 by default); of Brian Boru, whose
games are longer, a quarter of that, and as many of Roll & Raid (of its lines of play against each other a hundredth
of those); of Ortus Regni, whose games are longer still, three twentieths (30,000).
"""

import os

import pytest

from tests.games.brian_boru import invariants as brian_boru
from tests.games.kingdomino import invariants as kingdomino
from tests.games.ortus_regni import invariants as ortus_regni
from tests.games.playing import play_all
from tests.games.roll_and_raid import invariants as roll_and_raid
from tests.games.roll_and_raid.balance import contests
from tests.games.roll_and_raid.test_balance import check_lines

GAMES = int(os.environ.get("BREHON_SOAK_GAMES", "200000"))
CHUNKS = 200


def seeds(chunk: int, games: int) -> range:
    """Seeds beyond those of ``make test``."""
    each = games // CHUNKS
    return range(10_000 + chunk * each, 10_000 + (chunk + 1) * each)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_kingdomino_random_games(chunk: int) -> None:
    play_all(kingdomino.play_and_check, seeds(chunk, GAMES), kingdomino.WAYS)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_brian_boru_random_games(chunk: int) -> None:
    play_all(brian_boru.play_and_check, seeds(chunk, GAMES // 4), brian_boru.WAYS)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_ortus_regni_random_games(chunk: int) -> None:
    play_all(ortus_regni.play_and_check, seeds(chunk, GAMES * 3 // 20), ortus_regni.WAYS)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_roll_and_raid_random_games(chunk: int) -> None:
    play_all(roll_and_raid.play_and_check, seeds(chunk, GAMES // 4), roll_and_raid.WAYS)


def test_roll_and_raid_lines_of_play_compete() -> None:
    """With more games the bounds are closer than in ``make test``."""
    check_lines(contests(roll_and_raid.TRAINING, max(60, GAMES // 400), first=10_000), most=0.55, least=0.85)
