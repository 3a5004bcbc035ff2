"""``python -m tests.qa.partial_tables --seconds 3600``: the random test of partial tables, for as long as wanted.

Game after game is played with new seeds. What was found and which seed is next stands in ``build/partial-tables``: a
run goes on where the last one ended. A violation whose signature is new, here and in the lists of known violations,
is printed as a request when it is found. Ends with status 1 if there was one.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from tests.games.partial_tables import known
from tests.games.partial_tables.running import Run
from tests.games.partial_tables.shrinking import Found

FOLDER = Path("build/partial-tables")
FIRST_SEED = 1_000
"""The seeds below are those of the fixed run."""
REPORT_SECONDS = 60


class Search:
    """The long run of one game."""

    def __init__(self, name: str, *, afresh: bool) -> None:
        self.run = Run(name)
        self.path = FOLDER / f"{name}.json"
        self.listed = set(known.read(name))
        saved: dict[str, Any] = {} if afresh or not self.path.exists() else json.loads(self.path.read_text())
        self.seed: int = saved.get("seed", FIRST_SEED)
        self.checks: int = saved.get("checks", 0)
        self.found: dict[str, str] = saved.get("found", {})
        """A request for each signature that is not in the list of known violations."""
        self.run.changed = {kind: set(zones) for kind, zones in saved.get("changed", {}).items()}
        self.new = 0

    def play(self) -> None:
        """One random game, with a position for each type of move."""
        before = self.run.checks
        for found in self.run.sample([self.seed], 1):
            self.report(found)
        self.checks += self.run.checks - before
        self.seed += 1
        self.path.parent.mkdir(parents=True, exist_ok=True)
        changed = {kind: sorted(zones) for kind, zones in self.run.changed.items()}
        content = {"seed": self.seed, "checks": self.checks, "found": self.found, "changed": changed}
        self.path.write_text(json.dumps(content, indent=1, ensure_ascii=False))

    def report(self, found: Found) -> None:
        if found.signature not in self.listed and found.signature not in self.found:
            self.found[found.signature] = str(found)
            self.new += 1
            print(f"\n{self.run.referee.id}, seed {self.seed}: {found}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.qa.partial_tables", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--game", choices=known.NAMES, help="only this game")
    parser.add_argument("--afresh", action="store_true", help="do not go on with the last run")
    options = parser.parse_args()
    searches = [Search(name, afresh=options.afresh) for name in known.NAMES if options.game in (None, name)]
    ends = time.monotonic() + options.seconds
    reported = time.monotonic()
    try:
        while time.monotonic() < ends:
            search = min(searches, key=lambda one: one.checks)
            search.play()
            if time.monotonic() > reported + REPORT_SECONDS:
                reported = time.monotonic()
                print(*(f"{one.run.referee.id}: {one.checks} checks" for one in searches), sep=", ", flush=True)
    except KeyboardInterrupt:
        pass
    for search in searches:
        print(
            f"{search.run.referee.id}: {search.checks} checks, next seed {search.seed}, "
            f"{len(search.found)} violations that are not in the list, {search.new} of them new"
        )
    return 1 if any(search.new for search in searches) else 0


if __name__ == "__main__":
    sys.exit(main())
