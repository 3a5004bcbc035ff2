"""The games that the shared tests are about: all that are installed, and the model game.

Nothing here or in ``conformance`` knows a particular game. What a game needs besides stands in ``MORE``, by its id.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
import pytest
from flask import Flask

from service.app import create_app
from service.games.registry import OURS, installed_games
from service.operations.served_game import ServedGame
from service.referee.game import AnyGame
from service.referee.packs import DEFAULT
from service.settings import Settings
from tests.outside_package import MODEL_GAME, write_model_game


@contextmanager
def model_game_installed() -> Iterator[None]:
    """The model game is found by its entry point, as if it were installed."""
    before = list(sys.path)
    with TemporaryDirectory() as folder:
        write_model_game(Path(folder))
        sys.path += [folder, str(MODEL_GAME)]
        try:
            yield
        finally:
            sys.path[:] = before


with model_game_installed():
    EVERY_GAME = installed_games()
BY_NAME = {game.meta.id: game for game in EVERY_GAME}
OURS_AND_MODEL = tuple(BY_NAME[name] for name in (*OURS, "gops"))
"""The games that are finished: others may be drafts that somebody is working on."""
each_game = pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.meta.id)

QUICK = "BREHON_QUICK" in os.environ
"""``make check-game`` tries less than ``make test``."""
NAMES = ("ana", "bruno", "carla", "diego", "eva", "fina", "gala", "hugo")
"""The players of random games."""


class More(NamedTuple):
    """What the random tests of a game need besides the game itself."""

    packs: tuple[str, ...] = (DEFAULT,)
    """The packs that it can be played to the end with."""
    test_packs: tuple[Path, ...] = ()
    """Packs that only tests have."""
    known: tuple[str, ...] = ()
    """Faults that the conformance test has found and that are not mended yet: patterns of the complaints."""
    last_resort: str = ""
    """The fact that is assumed where a rule reads something unknown without saying so: no rule should."""
    partial_tables: tuple[int, int] = (24, 3)
    """The number of random games of the fixed run of partial tables, and of positions for each type of move."""


MORE: dict[str, More] = {
    "kingdomino": More(partial_tables=(24, 8)),
    "brian-boru": More(partial_tables=(27, 3)),
    "ortus-regni": More(partial_tables=(40, 1), last_resort="decision-allows"),
    "roll-and-raid": More(
        packs=("training", "islands", "fjords"),
        test_packs=tuple(
            Path(__file__).parent / "roll_and_raid" / "packs" / f"{name}.json" for name in ("islands", "fjords")
        ),
    ),
}


@cache
def application() -> Flask:
    """An app that serves every game."""
    with model_game_installed():
        return create_app(Settings(log_requests=False, rate_limit="off", games=tuple(BY_NAME)))


def more_of(game: AnyGame) -> More:
    return MORE.get(game.meta.id, More())


@cache
def served(game: AnyGame) -> ServedGame:
    """The game as the service offers it, with the packs that only tests have."""
    offered = ServedGame(game)
    for path in more_of(game).test_packs:
        pack = game.compile_pack(msgspec.json.decode(path.read_bytes(), type=game.shapes.pack))
        offered.packs.packs[pack.pack.id] = pack
        offered.packs.digests[pack.pack.id] = pack.pack.id
    return offered


def pack_of(game: AnyGame) -> dict[str, Any]:
    """The pack that a question about a random game names."""
    pack = more_of(game).packs[0]
    return {} if pack == DEFAULT else {"pack": pack}
