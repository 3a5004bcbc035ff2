"""``python -m service.new_game NAME MOVES``: write a package for a new game that is served and whose tests pass.

It is a game in which players take one to three stones from a heap, by any of the moves: every file that a game needs,
to be changed one by one (``docs/adding-a-game.md``). By default it becomes a part of this project, in
``service/games``; with ``--in FOLDER`` a package of its own.
"""

import argparse
import re
import sys
from pathlib import Path
from string import Template

from schemas.table import type_on_the_wire

TEMPLATES = Path(__file__).parent / "templates"
ROOT = Path(__file__).parents[2]
ENTRY_POINTS = '[project.entry-points."brehon.games"]\n'
FILES = {
    "__init__.py": "__init__.py",
    "shapes.py": "shapes.py",
    "rules.py": "rules.py",
    "game.py": "game.py",
    "rules.toml": "rulebook/rules.toml",
    "en.toml": "rulebook/en.toml",
    "cases.json": "cases/cases.json",
    "README.md": "README.md",
}
"""Each template, and its place in the package."""

TAKEN = frozenset({"AnyMove", "Count", "Name", "Number", "Player", "State"})
"""Names in ``shapes.py`` that no move can have."""

_IS_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*").fullmatch


SENTENCE = '{ by = "count", one = "{player} takes 1 stone.", other = "{player} takes {count} stones." }'
"""What a player does by a move of the skeleton."""


def write_game(game: str, moves: list[str], folder: Path | None, title: str = "") -> Path:
    """Write the package, and declare its entry point; the folder of the package."""
    module = game.replace("-", "_")
    package = f"service.games.{module}" if folder is None else module
    place = ROOT / "service" / "games" / module if folder is None else folder / module
    if place.exists():
        raise FileExistsError(f"{place} exists already.")
    values = values_for(game, moves, package, title or game.replace("-", " ").title())
    for template, path in FILES.items():
        write(template, place / path, values)
    if folder is None:
        declare(game, f"{package}.game:GAME", ROOT / "pyproject.toml")
    else:
        write("pyproject.toml", folder / "pyproject.toml", values)
    return place


def values_for(game: str, moves: list[str], package: str, title: str) -> dict[str, str]:
    """What the templates are filled with."""
    classes = {move: class_name(move) for move in moves}
    names = list(classes.values())
    return {
        "id": game,
        "title": title,
        "package": package,
        "first": moves[0],
        "imports_of_game": imports(
            {
                f"{package}.rules": "MOST, RULES",
                f"{package}.shapes": ", ".join(sorted([*names, "AnyMove", "Player", "State"])),
                "schemas.table": "Options",
                "service.referee.small_game": "OVER, AnyGame, Choices, Due, Game, Line, Meta, Shapes, Table, line",
            }
        ),
        "imports_of_rules": imports(
            {
                f"{package}.shapes": ", ".join(sorted([*names, "AnyMove"])),
                "service.referee.small_game": "Draft, Findings, Rule, Rules, Table, attempt",
            }
        ),
        "union": " | ".join(names),
        "kinds": "[" + ", ".join(f'"{move}"' for move in moves) + "]",
        "listed": ", ".join(f"`{move}`" for move in moves),
        "terms": "".join(f'{move} = "{move.replace("-", " ")}"\n' for move in moves),
        "sentences": "".join(f"{move} = {SENTENCE}\n" for move in moves),
        "classes": "".join(
            f"\nclass {name}(table.Move, frozen=True{tag_of(name, move)}):\n"
            f'    """A player makes the move {move}."""\n\n'
            "    player: Name\n    count: Number\n\n"
            for move, name in classes.items()
        ),
        "rules": "".join(f"    {name}: Rule(check_count, apply_move, WRITES),\n" for name in names),
        "candidates": "".join(f"            yield {name}(player=name, count=count)\n" for name in names),
    }


def imports(imported: dict[str, str]) -> str:
    """Imports in the order of the modules."""
    return "\n".join(f"from {module} import {imported[module]}" for module in sorted(imported))


def tag_of(name: str, move: str) -> str:
    """The type on the wire, where it does not follow from the name of the class."""
    return "" if type_on_the_wire(name) == move else f', tag="{move}"'


def class_name(move: str) -> str:
    """``go-fish`` is ``GoFish``; a name that the types of the game have already gets another word."""
    name = "".join(word.title() for word in move.split("-"))
    return f"{name}Move" if name in TAKEN else name


def write(template: str, path: Path, values: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(Template((TEMPLATES / f"{template}.template").read_text("utf-8")).substitute(values), "utf-8")


def declare(game: str, place: str, project: Path) -> None:
    """Add the entry point of the game to a ``pyproject.toml``."""
    text = project.read_text("utf-8")
    project.write_text(text.replace(ENTRY_POINTS, f'{ENTRY_POINTS}{game} = "{place}"\n', 1), "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m service.new_game", description=__doc__)
    parser.add_argument("name", help="the id of the game, such as nine-mens-morris")
    parser.add_argument("moves", help="its types of move, such as place,move,fly")
    parser.add_argument("--title", default="", help='what it is called, such as "Nine Men\'s Morris"')
    parser.add_argument("--in", dest="folder", type=Path, help="write a package of its own into this folder")
    options = parser.parse_args()
    if not options.name or not options.moves:
        parser.error("give the game a name and its types of move: make new-game NAME=go-fish MOVES=ask,draw")
    moves = options.moves.split(",")
    for name in (options.name, *moves):
        if not _IS_ID(name):
            parser.error(f"{name!r}: names are lower-case letters and digits, with single dashes between words")
    try:
        place = write_game(options.name, moves, options.folder, options.title)
    except FileExistsError as error:
        parser.error(str(error))
    sys.stdout.write(f"Written: {place}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
