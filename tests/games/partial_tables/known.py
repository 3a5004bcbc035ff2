"""The violations that are known, a list for each game: ``python -m tests.games.partial_tables.known`` writes them.

The fixed run is the same every time: the same games, positions, moves and maskings. A violation that is not in the
list fails the test, and so does one in the list that the fixed run does not show any more.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tests.games.every_game import BY_NAME, QUICK, more_of
from tests.games.partial_tables.positions import Position, sample
from tests.games.partial_tables.running import Run

FOLDER = Path(__file__).parent / "known"
NAMES = tuple(BY_NAME)
MOST_QUICK = 3
"""The positions of a quick run."""


def fixed_run(name: str, *, at_length: bool = True) -> Run:
    """All positions of each type of move, or one of each from some of the games."""
    run = Run(name, every_move=at_length)
    games, each = more_of(BY_NAME[name]).partial_tables
    positions: Iterable[Position] = sample(BY_NAME[name], range(games), each)
    if QUICK:
        few = list(sample(BY_NAME[name], range(games // 8), 1))
        positions = few[:: len(few) // MOST_QUICK + 1]
    elif not at_length:
        positions = sample(BY_NAME[name], range(games // 2), 1)
    for _ in run.positions(positions):
        pass
    return run


def read(name: str) -> list[str]:
    path = FOLDER / f"{name}.json"
    signatures: list[str] = json.loads(path.read_text()) if path.exists() else []
    return signatures


def write(name: str, run: Run) -> None:
    (FOLDER / f"{name}.json").write_text(json.dumps(sorted(run.found), indent=1, ensure_ascii=False) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.partial_tables.known", description=__doc__)
    parser.add_argument("games", nargs="*", default=NAMES, help="only these games")
    parser.add_argument(
        "--show", metavar="TEXT", help="write nothing; show the violations whose signature has this text"
    )
    options = parser.parse_args()
    for name in options.games:
        start = time.process_time()
        run = fixed_run(name)
        if options.show is not None:
            for signature, found in sorted(run.found.items()):
                if options.show in signature:
                    print(found, end="\n\n")
            continue
        write(name, run)
        properties = sorted(Counter(found.violation.property for found in run.found.values()).items())
        of_each = ", ".join(f"property {number}: {count}" for number, count in properties)
        seconds = time.process_time() - start
        print(f"{name}: {run.checks} checks in {seconds:.0f} s, {len(run.found)} violations ({of_each})", flush=True)


if __name__ == "__main__":
    main()
