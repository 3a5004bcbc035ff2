"""``docs/architecture.md``: its numbers are those of the running app, and what it names exists."""

import re

import pytest
from flask import Flask

from service.app import create_app
from tests.argument_kinds import ArgumentsAreChecked
from tests.docs.examples import ROOT
from tests.docs.request_path import front_files, validate_files
from tests.docs.test_docs import names_in
from tests.our_games import GAMES

PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PICTURES = [(ROOT / "docs" / "pictures" / f"{name}.svg").read_text("utf-8") for name in ("request-path", "layers")]
MOST_FRONT_FILES = 16
"""A reader follows a request through no more files than this before the rules of a game begin."""


@pytest.fixture(scope="module")
def files(request: pytest.FixtureRequest) -> dict[str, list[str]]:
    """The files of a ``validate`` by the id of the game, without those that the tests' own checks of values run."""
    checks: ArgumentsAreChecked = request.config.pluginmanager.get_plugin("argument_kinds")
    app: Flask = create_app()
    with checks.paused():
        return {game.meta.id: validate_files(app, game.meta.id) for game in GAMES}


def test_a_validate_crosses_few_files_in_front_of_the_rules(files: dict[str, list[str]]) -> None:
    front = {game: front_files(crossed) for game, crossed in files.items()}
    assert {game: crossed for game, crossed in front.items() if len(crossed) > MOST_FRONT_FILES} == {}


def test_the_numbers_of_the_page_are_those_of_a_trace(files: dict[str, list[str]]) -> None:
    rows = re.findall(r"(?m)^\| `([a-z-]+)` \| (\d+) \| (\d+) \|$", PAGE)
    assert {game: (int(front), int(whole)) for game, front, whole in rows} == {
        game: (len(front_files(crossed)), len(crossed)) for game, crossed in files.items()
    }
    (most,) = re.findall(r"at most (\d+) files", PAGE)
    assert int(most) == max(len(front_files(crossed)) for crossed in files.values())


def test_every_file_that_is_named_exists() -> None:
    named = re.findall(r"`((?:service|schemas|tests|docs|deploy|openapi)/[\w./-]*)", PAGE)
    named += re.findall(r">((?:service|schemas|deploy)/[\w./]*)<", "".join(PICTURES))
    assert len(named) > 50
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`(tests/\S+\.py)::(test_\w+)`", PAGE)
    assert len(named) > 8
    assert [test for file, test in named if test not in names_in(ROOT / file)] == []


def test_every_name_of_the_code_that_is_named_exists() -> None:
    """A name in the page stands in one of the files that its line names."""
    for line in PAGE.splitlines():
        for name, file in re.findall(r"`([A-Za-z_]{4,})(?:\(\))?` (?:and `\w+` )?in `([\w/]+\.py)`", line):
            assert re.search(rf"\b{name}\b", (ROOT / file).read_text("utf-8")), (name, file)


def test_every_module_in_front_of_the_rules_has_a_place_in_the_package_docstring() -> None:
    """A reader who opens a package sees in its docstring what each module is for."""
    for package in ("service/api", "service/api/rate_limits", "service/operations", "service/cache"):
        docstring = (ROOT / package / "__init__.py").read_text("utf-8").split('"""')[1]
        modules = {path.stem for path in (ROOT / package).glob("*.py")} - {"__init__"}
        assert [name for name in sorted(modules) if not re.search(rf"\b{name}\b", docstring)] == []
