"""The results, in a file that is kept in git, and the mutants that change nothing, each with the reason."""

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from tests.qa.mutants.changes import Mutant

RESULTS = Path(__file__).parents[1] / "mutants.json"
EQUIVALENT = Path(__file__).with_name("equivalent.toml")


class Result(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What became of a mutant. ``by`` is the first test that failed; empty if it ran without end or survived."""

    function: str
    result: str
    by: str = ""
    day: str


Results = dict[str, dict[str, Result]]
"""By game and the mutant's name."""


def read(path: Path = RESULTS) -> Results:
    return msgspec.json.decode(path.read_bytes(), type=Results) if path.exists() else {}


def write(results: Results, path: Path = RESULTS) -> None:
    """A line for each mutant, sorted."""
    content: dict[str, Any] = msgspec.to_builtins(results)
    games = []
    for game in sorted(content):
        lines = [f"  {json.dumps(name)}: {json.dumps(content[game][name])}" for name in sorted(content[game])]
        games.append(f" {json.dumps(game)}: {{\n" + ",\n".join(lines) + "\n }")
    new = path.with_suffix(".new")
    new.write_text("{\n" + ",\n".join(games) + "\n}\n", "utf-8")
    new.replace(path)


def equivalents() -> dict[str, str]:
    """The reason for each mutant that no test can notice."""
    return dict(tomllib.loads(EQUIVALENT.read_text("utf-8"))) if EQUIVALENT.exists() else {}


def valid(results: dict[str, Result], mutants: Iterable[Mutant]) -> dict[str, Result]:
    """The results whose function is still as it was."""
    functions = {mutant.name: mutant.function for mutant in mutants}
    return {name: result for name, result in results.items() if functions.get(name) == result.function}
