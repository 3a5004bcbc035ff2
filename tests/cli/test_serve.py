"""``brehon serve`` where a setting cannot be used: sentences that name it, and no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def started(**variables: str) -> subprocess.CompletedProcess[str]:
    """How the server ends that cannot be started with these variables."""
    command = [sys.executable, "-m", "service.cli", "serve"]
    environment = {**os.environ, "PORT": "0", **variables}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("BREHON_NESTING_LIMIT", "19", "BREHON_NESTING_LIMIT is '19', but has to be at least 20."),
        ("BREHON_GAMES", "go", "BREHON_GAMES names 'go', but only these games are installed: "),
        ("PORT", "many", 'Environment variable "PORT" invalid'),
        ("MAX_REQUESTS", "-1", 'Environment variable "MAX_REQUESTS" invalid'),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_in_a_sentence(name: str, value: str, sentence: str) -> None:
    ended = started(**{name: value})
    assert ended.returncode == 1
    assert ended.stderr.startswith(sentence)
    assert len(ended.stderr.splitlines()) == 1


def test_packs_that_cannot_be_read_are_named_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "kingdomino").mkdir()
    (tmp_path / "kingdomino" / "bad.json").write_text("{")
    ended = started(BREHON_PACKS=str(tmp_path))
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert "bad.json" in ended.stderr
