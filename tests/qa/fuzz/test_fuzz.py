"""A short run of the fuzzer; ``make fuzz`` lets it go on."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.api.questions import POSTS
from tests.qa.fuzz.seeds import write_seeds

ROOT = Path(__file__).parents[3]
RUNS = 20_000


@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not made for this system")
@pytest.mark.skipif("BREHON_STRESS" not in os.environ, reason="for `make stress`")
def test_the_decoders_bear_whatever_bytes_come(tmp_path: Path) -> None:
    seeds = tmp_path / "seeds"
    assert write_seeds(seeds) >= len(POSTS)
    command = [sys.executable, "-m", "tests.qa.fuzz", f"-runs={RUNS}", "-max_len=8192", "-seed=7", str(seeds)]
    command.append(f"-artifact_prefix={tmp_path}/")
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr[-3_000:]
    done = re.search(r"Done (\d+) (?:runs|in)", ended.stderr)
    assert done is not None, ended.stderr[-1_000:]
    assert int(done[1]) >= RUNS
