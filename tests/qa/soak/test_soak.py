"""The lines of play of Roll & Raid against each other, over more games than in ``make test``.

``BREHON_SOAK_GAMES`` sets over how many (500 by default). The other long runs are those of ``make qa-resume``.
"""

import os

from tests.games.roll_and_raid import invariants as roll_and_raid
from tests.games.roll_and_raid.balance import contests
from tests.games.roll_and_raid.test_balance import check_lines

GAMES = int(os.environ.get("BREHON_SOAK_GAMES", "500"))


def test_roll_and_raid_lines_of_play_compete() -> None:
    """With more games the bounds are closer than in ``make test``."""
    check_lines(contests(roll_and_raid.TRAINING, max(60, GAMES), first=10_000), most=0.55, least=0.85)
