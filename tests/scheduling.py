"""Which tests run in one worker under ``--dist loadgroup``, and which begin first.

The tests of a file stay together: what a module computes or starts once, is computed or started once in a run.
``TOGETHER`` names files that share such things. pytest-xdist has marks for groups, but puts them into the names of
tests, which pytest 9.2 does not let it change: there the marks have no effect. Files reach the scheduler always.
"""

from fnmatch import fnmatch

from xdist.scheduler import LoadScopeScheduling

TOGETHER = {
    "web/test_score_screen.py": "typescript",
    "typescript/*": "typescript",
    "docs/*": "typescript",
    "games/test_every_game*.py": "every game",
    "games/test_partial_tables*.py": "random games",
    "games/test_unresolved.py": "random games",
    "games/test_zones_left_out.py": "random games",
    "games/test_differs_under.py": "random games",
    "games/test_strangers.py": "random games",
}
"""Groups of files; the first pattern counts. One package of npm, and one set of random games for each."""

FIRST = (
    "web/*",
    "games/test_*.py",
    "qa/cluster/*",
    "qa/faults/*",
    "qa/bench/*",
    "qa/fuzz/*",
    "qa/load/*",
    "referee/test_repair.py",
    "contract/test_schemathesis.py",
    "typescript/*",
    "games/roll_and_raid/*",
    "deploy/*",
    "api/test_raw_sockets.py",
)
"""What lasts longest begins first: short files at the end let all workers end together."""


def group_of(file: str) -> str:
    """The group of a file, by its path in ``tests``; most files are groups of their own."""
    return next((group for pattern, group in TOGETHER.items() if fnmatch(file, pattern)), file)


def place_of(file: str) -> int:
    return next((number for number, pattern in enumerate(FIRST) if fnmatch(file, pattern)), len(FIRST))


class Scheduling(LoadScopeScheduling):
    """Sends a group at a time to the next worker that is free, in the order of the tests."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid.split("::")[0].removeprefix("tests/"))
