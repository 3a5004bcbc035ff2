"""Packages with games of their own, as somebody else would install them: a module, its data, and an entry point."""

import json
import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.api.openapi import EXAMPLES
from service.games.kingdomino.game import GAME as KINGDOMINO

MODEL_GAME = Path(__file__).parent / "model_game"
SECOND = "second-kingdom"
VERSION = "1.2.0"
_GAME = f'''
from dataclasses import replace
from pathlib import Path

from service.games.kingdomino.game import GAME as KINGDOMINO

GAME = replace(
    KINGDOMINO,
    meta=KINGDOMINO.meta._replace(id="{SECOND}", title="Second Kingdom"),
    folder=Path(__file__).parent,
)
'''


def write_metadata(folder: Path, name: str, games: Mapping[str, str], version: str = VERSION) -> None:
    """What an installer writes beside a package: its name and version, and the games that it declares."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [f"{game} = {place}" for game, place in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[brehon.games]", *lines, ""]))


def write_second_kingdom(folder: Path, version: str = VERSION) -> Path:
    """Kingdomino under another id, with all its files inside of one package; the folder of the package."""
    package = folder / "second_kingdom"
    for part in ("rulebook", "packs"):
        shutil.copytree(KINGDOMINO.folder / part, package / part)
    (package / "cases").mkdir()
    for path in KINGDOMINO.cases.glob("*.json"):
        (package / "cases" / path.name).write_text(_renamed(path), "utf-8")
    (package / "examples").mkdir()
    for path in EXAMPLES.glob("kingdomino-*.json"):
        example = json.loads(_renamed(path))
        del example["response"]
        (package / "examples" / path.name.removeprefix("kingdomino-")).write_text(json.dumps(example), "utf-8")
    (package / "README.md").write_text("# Second Kingdom\n")
    (package / "__init__.py").write_text("")
    (package / "game.py").write_text(_GAME)
    write_metadata(folder, SECOND, {SECOND: "second_kingdom.game:GAME"}, version)
    return package


def write_model_game(folder: Path) -> None:
    """What an installer writes for GOPS; its package stays in ``MODEL_GAME``."""
    project = tomllib.loads((MODEL_GAME / "pyproject.toml").read_text("utf-8"))["project"]
    write_metadata(folder, project["name"], project["entry-points"]["brehon.games"], project["version"])


@contextmanager
def on_path(*folders: Path) -> Iterator[None]:
    """The packages in these folders can be imported, and are forgotten afterwards."""
    packages = {path.name for folder in folders for path in folder.iterdir() if path.is_dir()}
    for name in [name for name in sys.modules if name.split(".")[0] in packages]:
        del sys.modules[name]  # of the same name, in another folder
    with pytest.MonkeyPatch.context() as patch:
        for folder in folders:
            patch.syspath_prepend(folder)
        yield
    for name, module in list(sys.modules.items()):
        if any(Path(getattr(module, "__file__", None) or "/").is_relative_to(folder) for folder in folders):
            del sys.modules[name]


def _renamed(path: Path) -> str:
    return path.read_text("utf-8").replace("kingdomino", SECOND)
