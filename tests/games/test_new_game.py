"""``make new-game``: the package that it writes is served, ruled on and well written at once."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.games.registry import installed_games
from service.new_game.__main__ import ENTRY_POINTS, ROOT, declare, write_game
from service.referee.levels import left_to_do
from tests.client import Referee
from tests.outside_package import write_metadata

MOVES = ["place", "move", "fly-over", "state"]
"""Two of them are names that a game has already."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("new-game")
    write_game("new-mill", MOVES, folder)
    write_metadata(folder, "brehon-new-mill", {"new-mill": "new_mill.game:GAME"})
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "new_mill"]:
        del sys.modules[name]


def test_it_is_found_by_its_entry_point(folder: Path) -> None:
    (game,) = installed_games(["new-mill"])
    assert (game.meta.title, list(game.move_types)) == ("New Mill", MOVES)


def test_only_languages_cases_and_coverage_are_left_to_do(folder: Path) -> None:
    (game,) = installed_games(["new-mill"])
    left = [todo.what for todo in left_to_do(game.rulebook, 8)]
    assert [what for what in left if not what.startswith("no test saw")] == ["the texts in es", "the texts in pl"]


def test_it_is_ruled_on(folder: Path) -> None:
    from service.app import create_app
    from service.settings import Settings

    mill = Referee(create_app(Settings(games=("new-mill",))), "new-mill")
    state = mill.ask("setup", {"players": ["ana", "bruno"]})["state"]
    move = {"type": "fly-over", "player": "ana", "count": 3}
    ruling = mill.ask("validate", {"state": state, "move": move})
    assert (ruling["verdict"], ruling["state"]["left"], ruling["next"]["players"]) == ("legal", 17, ["bruno"])
    refused = mill.ask("validate", {"state": state, "move": {**move, "player": "bruno", "count": 4}})
    assert [violation["rule"] for violation in refused["violations"]] == ["new-mill/move/most", "new-mill/turn/due"]
    assert len(mill.ask("legal-moves", {"state": state})["moves"]) == 3 * len(MOVES)


@pytest.mark.parametrize("name", ["a-game", "zoo"])
def test_it_is_well_written(tmp_path: Path, name: str) -> None:
    """Also where its name comes before and after those of the packages that it imports from."""
    place = write_game(name, MOVES, tmp_path)
    for command in (["ruff", "check"], ["ruff", "format", "--check"]):
        command = [sys.executable, "-m", *command, "--config", str(ROOT / "pyproject.toml"), str(place)]
        subprocess.run(command, check=True, capture_output=True)


def test_a_package_is_not_overwritten(folder: Path) -> None:
    with pytest.raises(FileExistsError, match="new_mill exists already"):
        write_game("new-mill", MOVES, folder)


def test_a_game_of_this_project_is_declared_in_its_pyproject(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text((ROOT / "pyproject.toml").read_text("utf-8"), "utf-8")
    declare("new-mill", "service.games.new_mill.game:GAME", project)
    assert f'{ENTRY_POINTS}new-mill = "service.games.new_mill.game:GAME"\n' in project.read_text("utf-8")


@pytest.mark.parametrize(("name", "moves"), [("Mill", "place"), ("mill", "place,"), ("mill", "Place"), ("", "place")])
def test_names_that_no_game_can_have_are_refused(name: str, moves: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "service.new_game", name, moves, "--in", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert result.returncode == 2
    assert ("names are lower-case letters" if name else "give the game a name") in result.stderr
    assert not list(tmp_path.iterdir())
