"""``python -m tests.check_game kingdomino``: hold one game to the shared tests, then say what is left to do.

``make check-game NAME=kingdomino`` runs it: in less than 20 seconds, with fewer random positions than ``make test``.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

from service.games.files import documentation_of
from service.games.registry import OURS
from service.referee.cases import CaseLibrary
from service.referee.game import AnyGame
from service.referee.levels import left_to_do, level_of
from tests.games.every_game import BY_NAME

TESTS = (
    "tests/cases/test_cases.py",
    "tests/games/test_evidence.py",
    "tests/games/test_every_game.py",
    "tests/games/test_partial_tables.py",
    "tests/games/test_hidden_cards.py",
    "tests/games/test_diagrams.py",
    "tests/contract/test_openapi.py::test_an_example_is_answered_as_it_says",
)
UNTOUCHED = "make new-game"
"""Stands in a page that nobody has changed yet."""
FEWER = {"BREHON_QUICK": "1", "BREHON_SECRET_PAIRS": "60"}
"""The environment in which the random tests try less."""


def left(game: AnyGame) -> Iterator[str]:
    """What is left to do for the next levels, in order, with the file to edit."""
    cases = len(CaseLibrary(game.meta.id, game.cases, game.rulebook.languages).cases)
    todos = list(left_to_do(game.rulebook, cases))
    yield f"{game.meta.title}: {level_of(todos)}"
    for number, todo in enumerate(todos, 1):
        yield f"{number}. for {todo.level}: {todo.what}: {game.folder / todo.where}"
    page = documentation_of(game)
    if not page.exists() or UNTOUCHED in page.read_text("utf-8"):
        yield f"Its page of documentation has still to be written: {page}"
    if game.meta.id in OURS and any(todo.level == "reviewed" for todo in todos):
        yield "After new tests and cases run `make coverage`: it writes down which rules their answers show."


def main(name: str) -> int:
    if name not in BY_NAME:
        print(f"There is no game {name!r}. Choose one with NAME=: {' '.join(BY_NAME)}", file=sys.stderr)
        return 2
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", name, *TESTS]
    status = subprocess.run(command, env={**os.environ, **FEWER}, check=False).returncode
    if status:
        print("Mend this first: what is left to do for the next level is only known when the tests are green.")
        return status
    if name not in OURS:  # its cases are all its tests
        subprocess.run([sys.executable, "-m", "tests.coverage", name], check=True, stdout=subprocess.DEVNULL)
    print(*left(BY_NAME[name]), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:] or [""]))
