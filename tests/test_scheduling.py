"""Tests that share what is dear to make run in one worker, and what lasts long begins first."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ALONE, SLOW
from tests.scheduling import FIRST, TOGETHER, group_of, place_of

TESTS = Path(__file__).parent


def test_every_pattern_has_files() -> None:
    for pattern in (*TOGETHER, *FIRST, *SLOW, *(pattern.partition("::")[0] for pattern in ALONE)):
        assert list(TESTS.glob(pattern)), pattern


def test_one_package_of_npm_and_files_of_their_own() -> None:
    assert (
        group_of("web/test_score_screen.py")
        == group_of("typescript/test_package.py")
        == group_of("docs/test_docs.py")
    )
    assert group_of("api/test_rates.py") != group_of("api/test_path.py")
    assert group_of("web/test_judge.py") != group_of("web/test_frame.py"), "as many browsers as workers"
    assert place_of("web/test_judge.py") < place_of("api/test_path.py")


def test_a_file_runs_in_one_worker() -> None:
    """Whatever the versions of pytest and of pytest-xdist are."""
    command = [sys.executable, "-m", "pytest", "-v", "-n", "2", "--dist", "loadgroup"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    files = ["tests/referee/test_budget.py", "tests/referee/test_facts.py"]
    done = subprocess.run([*command, *files], capture_output=True, text=True, cwd=TESTS.parent, env=environment)
    told = [line for line in done.stdout.splitlines() if "PASSED" in line]
    workers = {file: {line.split("]")[0] for line in told if file in line} for file in files}
    assert done.returncode == 0, done.stdout
    assert all(len(used) == 1 for used in workers.values()), workers
    assert workers[files[0]] != workers[files[1]], "two files, two workers"
