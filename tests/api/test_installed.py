"""What installing the package brings along."""

import tomllib
from pathlib import Path

from service.games.registry import GAMES
from service.settings import Settings

ROOT = Path(__file__).parents[2]


def test_the_case_library_of_every_game_is_installed() -> None:
    """``Settings`` looks for it under ``share/brehon/cases`` where there is no checkout."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    installed = project["tool"]["setuptools"]["data-files"]
    assert installed == {
        f"share/brehon/cases/{game.META.id}": [f"tests/cases/{game.META.id}/*.json"] for game in GAMES
    }


def test_in_a_checkout_the_cases_of_the_tests_are_served() -> None:
    assert Settings().cases_folder == ROOT / "tests" / "cases"
