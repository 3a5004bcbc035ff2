"""Where the examples and the page of a game are: in its folder, or where the games of this project have them."""

from pathlib import Path

from service.referee.game import AnyGame

ROOT = Path(__file__).parents[2]
OUR_EXAMPLES = ROOT / "openapi" / "examples"
OUR_PAGES = ROOT / "docs"


def example_of(game: AnyGame, operation: str) -> Path:
    """The file with the example of an operation, which need not exist."""
    own = game.folder / "examples"
    return own / f"{operation}.json" if own.is_dir() else OUR_EXAMPLES / f"{game.meta.id}-{operation}.json"


def documentation_of(game: AnyGame) -> Path:
    """The page about the game, which need not exist."""
    own = game.folder / "README.md"
    return own if own.is_file() else OUR_PAGES / f"{game.meta.id}.md"
