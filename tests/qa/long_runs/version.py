"""The version of the code that a run is about: a digest of its files, the same wherever they lie."""

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from service.games.registry import OURS

ROOT = Path(__file__).parents[3]
LENGTH = 12
SCORING = "service/web/scoring"


@cache
def version_of(game: str | None) -> str:
    """Of what rules on one game (its package, the referee, its schemas), or of the whole service."""
    digest = hashlib.sha256()
    for path in sorted(set(files_of(game))):
        content = hashlib.sha256(what_runs(path)).hexdigest()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:LENGTH]


def what_runs(path: Path) -> bytes:
    """The content of a file; of a Python module its syntax tree without comments and docstrings."""
    content = path.read_bytes()
    if path.suffix != ".py":
        return content
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [line for line in node.body if not _is_text(line)]
    return ast.dump(tree).encode()


def _is_text(line: ast.stmt) -> bool:
    """Whether it is a text that nothing uses: a docstring, or the text below a constant."""
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str)


def files_of(game: str | None) -> Iterator[Path]:
    """Code, the rules' data and what is printed on the components; no texts, and of a single game no pictures."""
    if game is None:
        yield from (ROOT / "service").rglob("*.py")
        yield from (ROOT / "schemas").rglob("*.py")
        yield from (ROOT / "service/games").glob("*/packs/*.json")
        yield from (ROOT / "service/games").glob("*/rulebook/rules.toml")
        yield from (ROOT / SCORING).rglob("*.*js")
        return
    name = game.replace("-", "_")
    package = ROOT / "service/games" / name
    others = tuple(other.replace("-", "_") for other in OURS if other != game)
    yield from (path for path in package.rglob("*.py") if "diagram" not in path.parts)
    yield from (package / "packs").glob("*.json")
    yield package / "rulebook/rules.toml"
    yield from (ROOT / "service/referee").rglob("*.py")
    for path in (ROOT / "schemas").rglob("*.py"):
        if not path.relative_to(ROOT / "schemas").parts[0].startswith(others):
            yield path
