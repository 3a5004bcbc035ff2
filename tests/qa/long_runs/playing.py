"""Runs that play: random games with invariants, partial tables, second referees."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.games.brian_boru import invariants as brian_boru
from tests.games.brian_boru import test_second_referee as brian_boru_twice
from tests.games.every_game import BY_NAME, more_of
from tests.games.kingdomino import invariants as kingdomino
from tests.games.kingdomino import test_second_referee as kingdomino_twice
from tests.games.ortus_regni import invariants as ortus_regni
from tests.games.ortus_regni import test_second_referee as ortus_regni_twice
from tests.games.partial_tables import known
from tests.games.partial_tables.positions import play
from tests.games.partial_tables.running import Run
from tests.games.playing import play_all
from tests.games.roll_and_raid import invariants as roll_and_raid
from tests.games.roll_and_raid import test_second_referee as roll_and_raid_twice
from tests.qa.long_runs.counting import Counted, Piece, Start
from tests.reference.differential import GameOfTwo, Match, Report, Way

INVARIANTS: dict[str, Any] = {
    "kingdomino": kingdomino,
    "brian-boru": brian_boru,
    "ortus-regni": ortus_regni,
    "roll-and-raid": roll_and_raid,
}
MOST_POSITIONS = 10**9
MOST_DIFFERENCES = 3
"""Of one game; with more than one, a second referee that breaks down is a difference too."""


def random_games(name: str) -> Start:
    """A seed is a game."""
    game = INVARIANTS[name]

    def piece(seed: int) -> Counted:
        play_all(game.play_and_check, [seed], game.WAYS)
        return Counted(1)

    return lambda _: piece


def partial_tables(name: str) -> Start:
    """A seed is a game with a position for each type of move; the checks are counted."""

    def start(_: ExitStack) -> Piece:
        run, listed = Run(name), set(known.read(name))
        played, _ = more_of(BY_NAME[name]).partial_tables
        play(BY_NAME[name], range(played), run.changed)  # which zones a type of move changes, from many games

        def piece(seed: int) -> Counted:
            before = run.checks
            new = [str(found) for found in run.sample([seed], 1) if found.signature not in listed]
            return Counted(run.checks - before, tuple(new))

        return piece

    return start


Compared = list[tuple[Match, Way]]
"""Ways of playing, each with how it is compared."""


def _kingdomino(_: Path) -> Compared:
    return [(kingdomino_twice.MATCH, way) for way in kingdomino_twice.ways()]


def _brian_boru(folder: Path) -> Compared:
    return [(brian_boru_twice.MATCH, way) for way in brian_boru_twice.ways_of(folder)]


def _ortus_regni(_: Path) -> Compared:
    return [(ortus_regni_twice.MATCH, way) for way in ortus_regni_twice.WAYS]


def _roll_and_raid(_: Path) -> Compared:
    twice = roll_and_raid_twice
    return [(twice.match_of(pack), way) for pack, ways in twice.WAYS.items() for way in ways]


COMPARED: dict[str, Callable[[Path], Compared]] = {
    "kingdomino": _kingdomino,
    "brian-boru": _brian_boru,
    "ortus-regni": _ortus_regni,
    "roll-and-raid": _roll_and_raid,
}


def second_referee(name: str) -> Start:
    """A seed is a game; the positions at which the two were compared are counted."""

    def start(stack: ExitStack) -> Piece:
        compared = COMPARED[name](Path(stack.enter_context(TemporaryDirectory())))

        def piece(seed: int) -> Counted:
            match, way = compared[seed % len(compared)]
            report = Report()
            GameOfTwo(match, way, seed, report, MOST_POSITIONS, MOST_DIFFERENCES).play()
            findings = list(report.differences.values())
            if report.undetermined and name == "roll-and-raid":
                findings.append(f"seed {seed}, {way}: a whole table with a whole pack is undetermined")
            return Counted(report.positions, tuple(findings))

        return piece

    return start
