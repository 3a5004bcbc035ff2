"""The container image and the wheel hold the data of every game: cases, rulebooks and packs.

The image is not built: its files are worked out from ``deploy/Dockerfile`` and ``.dockerignore``.
"""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from service.games.registry import GAMES
from tests.deploy.validators import DEPLOY, ROOT

DATA = {
    f"{folder.relative_to(ROOT)}/{path.name}"
    for game in GAMES
    for folder in (game.cases, game.packs, game.packs.parent / "rulebook")
    for path in folder.iterdir()
}


def tracked_files() -> list[PurePosixPath]:
    """The files of the project, with those that are new and not ignored by git."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [PurePosixPath(name) for name in listed.split("\0") if name and (ROOT / name).is_file()]


def pattern_of(line: str) -> re.Pattern[str]:
    """A pattern of ``.dockerignore``: ``**`` stands for any folders, ``*`` for any part of a name."""
    parts = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    split = re.split(r"(\*\*/|\*\*|\*|\?)", line.strip("/"))
    return re.compile("".join(parts.get(part, re.escape(part)) for part in split))


def is_sent(path: PurePosixPath, ignore: str) -> bool:
    """Whether Docker sees the file: the last pattern that matches it or one of its folders decides."""
    sent = True
    for line in ignore.split():
        pattern = pattern_of(line.removeprefix("!"))
        if any(pattern.fullmatch(str(part)) for part in (path, *path.parents)):
            sent = line.startswith("!")
    return sent


def image_files(dockerfile: str, ignore: str, files: list[PurePosixPath]) -> set[str]:
    """The files of the last stage that come from the project, relative to its working folder."""
    stage = re.split(r"(?m)^FROM ", dockerfile)[-1]
    context = [path for path in files if is_sent(path, ignore)]
    copied = set()
    for instruction in re.findall(r"(?m)^COPY (?!--from)(.+)$", stage):
        *sources, target = instruction.split()
        for source in sources:
            copied |= {f"{PurePosixPath(target)}" for path in context if str(path) == source}
            copied |= {
                f"{PurePosixPath(target) / path.relative_to(source)}"
                for path in context
                if PurePosixPath(source) in path.parents
            }
    return copied


def test_there_is_data_of_every_game() -> None:
    for game in GAMES:
        for part, suffix in (("cases", ".json"), ("packs", ".json"), ("rulebook", ".toml")):
            folder = f"{game.packs.parent.relative_to(ROOT)}/{part}/"
            assert [name for name in DATA if name.startswith(folder) and name.endswith(suffix)], folder


def test_the_container_image_holds_the_data_of_every_game() -> None:
    files = image_files((DEPLOY / "Dockerfile").read_text(), (ROOT / ".dockerignore").read_text(), tracked_files())
    assert "service/wsgi.py" in files
    assert "deploy/gunicorn.conf.py" in files
    assert not [name for name in files if name.startswith("tests/")]
    assert sorted(DATA - files) == []


@pytest.mark.parametrize(
    ("ignore", "copied"),
    [
        ("", {"app/a.json", "app/cases/b.json"}),
        ("*\n!service", {"app/a.json", "app/cases/b.json"}),
        ("*\n!service\n**/cases", {"app/a.json"}),
        ("**/*.json", set()),
        ("service/*.json", {"app/cases/b.json"}),
        ("*", set()),
    ],
)
def test_the_file_list_follows_the_ignored_patterns(ignore: str, copied: set[str]) -> None:
    files = [PurePosixPath(name) for name in ("service/a.json", "service/cases/b.json", "tests/c.json")]
    assert image_files("FROM x\nCOPY tests ./\nFROM y\nCOPY service ./app\n", ignore, files) == copied


def test_the_wheel_holds_the_data_of_every_game(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="77", reason="the wheel is built by setuptools 77 or newer")
    # Built from a copy, because setuptools writes into the folder that it builds from.
    source = tmp_path / "source"
    for path in tracked_files():
        if path.parts[0] in ("service", "schemas", "pyproject.toml", "README.md", "LICENSE"):
            (source / path.parent).mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, source / path)
    build = f"from setuptools import build_meta; build_meta.build_wheel({str(tmp_path)!r})"
    done = subprocess.run([sys.executable, "-c", build], cwd=source, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        files = set(archive.namelist())
    assert "service/wsgi.py" in files
    assert sorted(DATA - files) == []
