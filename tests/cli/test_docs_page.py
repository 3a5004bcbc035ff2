"""The examples of the command in the pages run and print what is shown; docs/command-line.md is complete.

An example is a line ``$ brehon …`` in a block ``console``; below it stands what it prints, standard output first. A
line ``…`` stands for any further lines, and at the end of a line for the rest of it.
"""

import re
import shlex
from pathlib import Path

import click
import pytest

from service.cli import outcome
from service.cli.main import EXIT_CODES, cli
from tests.cli.command import brehon
from tests.docs.examples import MORE, PAGES, ROOT, Block, blocks_of

PAGE = ROOT / "docs" / "command-line.md"
EXAMPLES = [block for page in PAGES for block in blocks_of(page) if block.info == "console"]


def run(line: str) -> list[str]:
    """What ``$ echo '…' | brehon …`` or ``$ brehon …`` prints."""
    echo, pipe, command = line.removeprefix("$ ").rpartition(" | ")
    stdin = shlex.split(echo)[1] if pipe else None
    name, *words = shlex.split(command)
    assert name == "brehon"
    result = brehon(*words, stdin=stdin)
    return [each.rstrip() for each in (result.stdout + result.stderr).splitlines()]


def is_shown(shown: list[str], printed: list[str]) -> bool:
    """Whether what is printed is what the page shows of it."""
    if not shown:
        return not printed
    first, *rest = shown
    if first == MORE:
        return any(is_shown(rest, printed[start:]) for start in range(len(printed) + 1))
    if not printed:
        return False
    same = printed[0].startswith(first.removesuffix(MORE)) if first.endswith(MORE) else printed[0] == first
    return same and is_shown(rest, printed[1:])


@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: block.place)
def test_an_example_prints_what_is_shown(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in blocks_of(block.page):
        if file.info.startswith("json file "):
            (tmp_path / file.info.split()[2]).write_text(file.text, "utf-8")
    monkeypatch.chdir(tmp_path)
    line, *shown = block.text.splitlines()
    printed = run(line)
    assert shown
    assert is_shown(shown, printed), "\n".join(printed)


def test_every_command_is_in_the_table() -> None:
    text = PAGE.read_text("utf-8")
    for name, command in cli.commands.items():
        inner = command.commands if isinstance(command, click.Group) else {"": None}
        for each in inner:
            assert f"| `brehon {name} {each}".rstrip() in text


def test_every_exit_code_is_documented() -> None:
    codes = {outcome.YES, outcome.NO, outcome.USAGE, outcome.UNDETERMINED, outcome.BAD_QUESTION, outcome.NO_ANSWER}
    documented = set(map(int, re.findall(r"(?m)^\| (\d+) \|", PAGE.read_text("utf-8"))))
    assert documented == codes | {outcome.INTERRUPTED}
    assert set(map(int, re.findall(r"(?m)^  (\d+) ", EXIT_CODES))) == documented
