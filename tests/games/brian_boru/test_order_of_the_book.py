"""The modules of rules have the headings of the printed book, and name rules in its order."""

import ast
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from service.games.brian_boru.game import GAME as game
from service.games.brian_boru.rules import by_move

FOLDER = Path(by_move.__file__).parent
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in ("__init__", "by_move"))
HEADING = re.compile(r"^# -{10,} (.+)$", re.MULTILINE)
RULES = list(game.rulebook.rules)
SECTIONS = [section for rule in game.rulebook.rules.values() if (section := rule.places["es"].section)]
"""The headings of the Spanish book, that of each rule, in the order of the rules."""


def printed(heading: str) -> str:
    """The longest printed heading with which this one begins; empty if there is none."""
    return max((section for section in SECTIONS if heading.startswith(section)), key=len, default="")


def in_order_of_the_book(headings: list[str]) -> bool:
    """Whether the sections follow each other so; a heading may come again, as after the box about the Princess."""
    sections = (section for section, _ in groupby(SECTIONS))
    return all(heading in sections for heading, _ in groupby(headings))


def docstrings(module: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse((FOLDER / f"{module}.py").read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)):
            yield node.name, text


def rules_at_the_beginning(text: str) -> list[str]:
    """``church/first, church/four: the discs …``: the rules that a docstring names first."""
    begun = re.match(r"[a-z-]+/[a-z-]+(,\s+[a-z-]+/[a-z-]+)*", text)
    return re.split(r",\s+", begun[0]) if begun else []


@pytest.mark.parametrize("module", MODULES)
def test_headings_are_printed_and_in_order(module: str) -> None:
    source = (FOLDER / f"{module}.py").read_text("utf-8")
    headings = [printed(heading) for heading in HEADING.findall(source)]
    assert printed(ast.get_docstring(ast.parse(source)) or "")
    assert all(headings)
    assert in_order_of_the_book(headings)


@pytest.mark.parametrize("module", MODULES)
def test_rules_are_named_in_the_order_of_the_book(module: str) -> None:
    for name, text in docstrings(module):
        rules = rules_at_the_beginning(text)
        assert set(rules) <= set(RULES), name
        assert rules == sorted(rules, key=RULES.index), name
