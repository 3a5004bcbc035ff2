"""Which games are found, in which order, and the sentences with which a start ends."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from service import VERSION
from service.games import registry
from service.games.registry import OURS, GamesError, find_games, installed_games
from tests.outside_package import write_metadata

GAMES_OF_A_MODULE = """
from dataclasses import replace
from service.games.kingdomino.game import GAME

def named(name):
    return replace(GAME, meta=GAME.meta._replace(id=name))

chess, abalone, Go_Fish = named("chess"), named("abalone"), named("Go Fish")
NOT_A_GAME = "chess"
"""
BROKEN_MODULE = "raise RuntimeError('there are no pieces')\n"

Install = Callable[..., None]

DRAFTS = sorted(game.meta.id for game in installed_games() if game.meta.id not in OURS)
"""Games that ``make new-game`` has written into this checkout."""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a distribution with these games. Its modules are ``outside_games`` and ``broken_games``."""
    for name, source in (("outside_games", GAMES_OF_A_MODULE), ("broken_games", BROKEN_MODULE)):
        (tmp_path / f"{name}.py").write_text(source)
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)

    def add(games: Mapping[str, str], name: str = "outside-games", version: str = "1.2.0") -> None:
        write_metadata(tmp_path, name, games, version)
        monkeypatch.syspath_prepend(tmp_path)  # what was found before is forgotten

    return add


def sentence(*chosen: str) -> str:
    """What a start with these games ends with."""
    with pytest.raises(GamesError) as caught:
        find_games(chosen)
    return str(caught.value)


def test_our_games_come_first_in_their_order_then_others_by_id(install: Install) -> None:
    install({"chess": "outside_games:chess", "abalone": "outside_games:abalone"})
    others = [game.meta.id for game in installed_games() if game.meta.id not in DRAFTS]
    assert others == [*OURS, "abalone", "chess"]


def test_the_chosen_games_keep_that_order(install: Install) -> None:
    install({"chess": "outside_games:chess"})
    chosen = installed_games(("chess", "roll-and-raid", "kingdomino"))
    assert [game.meta.id for game in chosen] == ["kingdomino", "roll-and-raid", "chess"]


def test_a_game_is_found_as_soon_as_it_is_installed(install: Install) -> None:
    assert "chess" in sentence("chess")
    install({"chess": "outside_games:chess"})
    assert [game.meta.id for game in installed_games(("chess",))] == ["chess"]


def test_the_version_of_a_package_is_part_of_the_version_of_its_engine(install: Install) -> None:
    install({"chess": "outside_games:chess"}, version="3.1")
    engines = {found.game.meta.id: found.engine for found in find_games() if found.game.meta.id not in DRAFTS}
    assert engines == {**dict.fromkeys(OURS, VERSION), "chess": f"{VERSION}+outside-games-3.1"}


def test_a_game_that_is_not_installed_cannot_be_chosen() -> None:
    assert sentence("kingdomino", "ludo", "chess") == (
        "BREHON_GAMES names 'ludo', 'chess', but only these games are installed: " + ", ".join([*OURS, *DRAFTS]) + "."
    )


@pytest.mark.parametrize(
    ("game", "place", "said"),
    [
        ("chess", "nowhere.game:GAME", "cannot be imported: ModuleNotFoundError: No module named 'nowhere'."),
        ("chess", "broken_games:GAME", "cannot be imported: RuntimeError: there are no pieces."),
        (
            "chess",
            "outside_games:draughts",
            "cannot be imported: AttributeError: module 'outside_games' has no attribute 'draughts'.",
        ),
        ("chess", "outside_games:NOT_A_GAME", "is a str, but has to be a Game."),
        ("chess", "outside_games:abalone", "is the game 'abalone': both have to have the same name."),
        ("Go Fish", "outside_games:Go_Fish", "needs a name of lower-case letters, digits and single dashes."),
        ("kingdomino", "outside_games:chess", f"repeats the id of a game of brehon-referee {VERSION}."),
    ],
)
def test_a_game_that_cannot_be_served_ends_the_start(install: Install, game: str, place: str, said: str) -> None:
    install({game: place})
    assert sentence() == f"The entry point '{game}' ({place}) of outside-games 1.2.0 {said}"


def test_two_packages_cannot_have_the_same_game(install: Install) -> None:
    install({"chess": "outside_games:chess"})
    install({"chess": "outside_games:abalone"}, name="more-games")
    assert "repeats the id of a game of " in sentence()
    for name in ("more-games 1.2.0", "outside-games 1.2.0"):
        assert name in sentence()


def test_a_broken_game_that_is_not_chosen_does_no_harm(install: Install) -> None:
    install({"chess": "broken_games:GAME"})
    assert len(installed_games(OURS)) == len(OURS)
    assert "broken_games" not in sys.modules


def test_without_the_metadata_of_the_project_the_sentence_says_what_to_do(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install({"chess": "outside_games:chess"})
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert sentence() == (
        "Brehon is not installed, so that its games cannot be found: start it by `make run`, or run "
        "`pip install -e .` in its folder first."
    )


def test_our_games_are_those_of_the_project() -> None:
    """The project declares every game of the order in the registry; others are drafts that somebody is working on."""
    declared = [entry.name for entry in registry._entries_by_id().values() if registry._is_ours(entry)]
    assert declared[: len(OURS)] == list(OURS)
