"""The table of the long runs: how much is wanted of each, and where the work of one seed is written."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.games.registry import OURS
from tests.qa.long_runs import asking, playing
from tests.qa.long_runs.counting import Start
from tests.qa.long_runs.version import version_of

BEYOND_THE_TESTS = 10_000
"""The seeds below are those of ``make test``."""


@dataclass(frozen=True)
class Run:
    """A long run."""

    name: str
    goal: int
    unit: str
    start: Start
    game: str | None = None
    """The game that it is about; None if it asks the whole service."""
    first_seed: int = BEYOND_THE_TESTS
    alone: bool = False
    """Only one process at a time: it keeps files besides the totals."""

    @property
    def version(self) -> str:
        return version_of(self.game)


GAMES_PLAYED = {"kingdomino": 200_000, "brian-boru": 50_000, "roll-and-raid": 50_000, "ortus-regni": 30_000}
POSITIONS = {"kingdomino": 200_000, "roll-and-raid": 200_000, "brian-boru": 100_000, "ortus-regni": 100_000}
CHECKS = 5_000_000 // len(OURS)
"""Of the partial tables of each game."""

RUNS: Sequence[Run] = (
    *(Run(f"random-games-{game}", GAMES_PLAYED[game], "games", playing.random_games(game), game) for game in OURS),
    *(Run(f"partial-tables-{game}", CHECKS, "checks", playing.partial_tables(game), game) for game in OURS),
    *(
        Run(f"second-referee-{game}", POSITIONS[game], "positions", playing.second_referee(game), game)
        for game in OURS
    ),
    Run("bad-requests", 1_000_000, "requests", asking.bad_requests, first_seed=20_000),
    Run("almost-right-positions", 50_000, "requests", asking.almost_right_positions),
    Run("hidden-cards", 100_000, "pairs of answers", asking.hidden_cards),
    Run("worst-case", 3_600, "seconds of search", asking.worst_case, first_seed=0, alone=True),
    Run("offline-scores", 100_000, "scores", asking.offline_scores),
)


def chosen(text: str) -> list[Run]:
    """The runs whose name begins so: ``random-games`` are four."""
    return [run for run in RUNS if run.name.startswith(text)]
