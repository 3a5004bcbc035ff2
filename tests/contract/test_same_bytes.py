"""The same question gives the same bytes in every process, whatever order its sets have there."""

import os
import subprocess
import sys

from tests.coverage import ROOT

ASK_EVERY_EXAMPLE = """
import hashlib, json
from pathlib import Path
from service.app import create_app
from service.games.registry import OURS
from service.settings import Settings

client = create_app(Settings(games=OURS, log_requests=False, rate_limit="off")).test_client()
for path in sorted(Path("openapi/examples").glob("*.json")):
    example = json.loads(path.read_text("utf-8"))
    for language in ("en", "es", "pl"):
        headers = {"Accept-Language": language, "X-Request-Id": "example"}
        answer = client.open(example["path"], method=example["method"], json=example.get("request"), headers=headers)
        print(path.stem, language, answer.status_code, hashlib.sha256(answer.data).hexdigest())
"""


def answers(seed: int) -> list[str]:
    """A line for each example and language, from a process whose strings have other hashes."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", ASK_EVERY_EXAMPLE],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_answers_do_not_depend_on_the_process() -> None:
    first, second = answers(1), answers(2)
    assert len(first) > 200
    assert [one for one, other in zip(first, second, strict=True) if one != other] == []
