"""The container image and the wheel hold every game with its data and its entry point, and start.

The image is not built: its files are worked out from ``deploy/Dockerfile`` and ``.dockerignore``, and started from a
folder with nothing else in it, beside the dependencies without the installed project.
"""

import configparser
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile
from pathlib import Path, PurePosixPath

import pytest
import requests

from service.games.registry import GROUP, OURS
from tests.deploy.validators import DEPLOY, ROOT
from tests.our_games import GAMES
from tests.qa.bench.servers import SERVICE, Server

DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
DOCKERIGNORE = (ROOT / ".dockerignore").read_text()
DATA = {
    f"{folder.relative_to(ROOT)}/{path.name}"
    for game in GAMES
    for folder in (game.cases, game.packs, game.packs.parent / "rulebook")
    for path in folder.iterdir()
}

LIST_GAMES = """
from service.app import create_app
games = create_app().test_client().get("/v1/games").get_json()["games"]
print(*(game["id"] for game in games))
"""


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


def image_files(dockerfile: str, ignore: str, files: list[PurePosixPath], stage: int = -1) -> dict[str, str]:
    """The files of a stage, by default the last, that come from the project, each with its path there."""
    instructions = re.split(r"(?m)^FROM ", dockerfile)[stage]
    context = [path for path in files if is_sent(path, ignore)]
    copied = {}
    for instruction in re.findall(r"(?m)^COPY (?!--from)(.+)$", instructions):
        *sources, target = instruction.split()
        for source in map(PurePosixPath, sources):
            for path in context:
                if path == source:
                    copied[str(PurePosixPath(target, path.name if target.endswith("/") else ""))] = str(path)
                elif source in path.parents:
                    copied[str(PurePosixPath(target) / path.relative_to(source))] = str(path)
    return copied


def copy_stage(folder: Path, stage: int) -> None:
    """The files of a stage of the Dockerfile, as they are in its working folder."""
    files = image_files(DOCKERFILE, DOCKERIGNORE, tracked_files(), stage)
    for target, source in files.items():
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, folder / target)


def build(hook: str, source: Path, target: Path) -> Path:
    """What setuptools builds in a folder, unpacked as an installer does."""
    pytest.importorskip("setuptools", minversion="77", reason="the project is built by setuptools 77 or newer")
    target.mkdir()
    call = f"from setuptools import build_meta; build_meta.{hook}({str(target)!r})"
    done = subprocess.run([sys.executable, "-c", call], cwd=source, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = target.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def entry_points_in(site: Path) -> dict[str, str]:
    (path,) = site.glob("brehon-*.dist-info/entry_points.txt")
    parser = configparser.ConfigParser()
    parser.read(path)
    return dict(parser[GROUP])


@pytest.fixture(scope="module")
def dependencies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is installed beside the project: links to everything in the virtual environment but the project."""
    folder: Path = tmp_path_factory.mktemp("dependencies")
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.startswith(("brehon-", "__editable__")):
            (folder / path.name).symlink_to(path)
    return folder


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked wheel. Built from a copy, because setuptools writes into the folder that it builds from."""
    folder: Path = tmp_path_factory.mktemp("wheel")
    for path in tracked_files():
        if path.parts[0] in ("service", "schemas", "pyproject.toml", "README.md", "LICENSE"):
            (folder / "source" / path.parent).mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, folder / "source" / path)
    return build("build_wheel", folder / "source", folder / "site")


def test_there_is_data_of_every_game() -> None:
    for game in GAMES:
        for part, suffix in (("cases", ".json"), ("packs", ".json"), ("rulebook", ".toml")):
            folder = f"{game.packs.parent.relative_to(ROOT)}/{part}/"
            assert [name for name in DATA if name.startswith(folder) and name.endswith(suffix)], folder


def test_the_container_image_holds_the_data_of_every_game() -> None:
    files = image_files(DOCKERFILE, DOCKERIGNORE, tracked_files())
    assert "service/wsgi.py" in files
    assert "deploy/gunicorn.conf.py" in files
    assert not [name for name in files if name.startswith("tests/")]
    assert sorted(DATA - set(files)) == []


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
    assert image_files("FROM x\nCOPY tests ./\nFROM y\nCOPY service ./app\n", ignore, files).keys() == copied


@pytest.mark.parametrize("target", ["./app/", "./app/a.json"])
def test_the_file_list_has_a_file_that_is_copied_alone(target: str) -> None:
    files = [PurePosixPath("service/a.json"), PurePosixPath("service/b.json")]
    dockerfile = f"FROM x\nCOPY service/a.json {target}\nFROM y\nCOPY service ./\n"
    assert image_files(dockerfile, "", files, stage=1) == {"app/a.json": "service/a.json"}


def test_the_files_of_the_container_image_start(tmp_path: Path, dependencies: Path) -> None:
    assert re.search(r"(?m)^RUN .+/pip install .*--no-deps -e \.$", DOCKERFILE.partition("\nFROM ")[2])
    copy_stage(tmp_path / "build", 1)
    metadata = build("build_editable", tmp_path / "build", tmp_path / "metadata")
    image = tmp_path / "image"
    copy_stage(image, 2)
    command = ["-S", "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", SERVICE]
    variables = {"PYTHONPATH": f"{metadata}:{dependencies}", "PYTHONDONTWRITEBYTECODE": "1"}
    with tempfile.TemporaryFile() as log:
        server = Server(SERVICE, None, variables, log, root=image, launch=lambda app, port: command)
        try:
            assert server.is_ready(), server.logged
            address = f"http://127.0.0.1:{server.port}"
            games = requests.get(f"{address}/v1/games", timeout=10).json()["games"]
            document = requests.get(f"{address}/openapi.json", timeout=10).json()
            assert requests.get(f"{address}/readyz", timeout=10).json()["status"] == "ready"
        finally:
            server.stop()
    assert [game["id"] for game in games] == list(OURS)
    question = document["paths"]["/v1/games/kingdomino/validate"]["post"]["requestBody"]
    assert "example" in question["content"]["application/json"]


def test_without_the_metadata_they_say_what_to_do(tmp_path: Path, dependencies: Path) -> None:
    copy_stage(tmp_path, 2)
    done = list_games(tmp_path, dependencies)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].endswith("or run `pip install -e .` in its folder first.")


def list_games(folder: Path, *path: Path) -> subprocess.CompletedProcess[str]:
    """Python without the virtual environment (``-S``), so that the project is not installed by accident."""
    variables = {"PYTHONPATH": ":".join(map(str, path)), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-S", "-c", LIST_GAMES]
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=60)


# ---------------------------------------------------------------- the wheel


def test_the_wheel_holds_everything_of_every_game(wheel: Path) -> None:
    files = {path.relative_to(wheel).as_posix() for path in wheel.rglob("*") if path.is_file()}
    assert "service/wsgi.py" in files
    assert sorted(DATA - files) == []
    folders = [PurePosixPath("schemas"), *(PurePosixPath(game.folder.relative_to(ROOT)) for game in GAMES)]
    everything = {str(path) for path in tracked_files() if any(folder in path.parents for folder in folders)}
    assert len(everything) > len(DATA) + 100
    assert sorted(everything - files) == []


def test_the_wheel_declares_every_game(wheel: Path) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"][GROUP]
    assert entry_points_in(wheel) == declared
    assert set(declared) == {game.meta.id for game in GAMES}


def test_the_wheel_starts(wheel: Path, dependencies: Path, tmp_path: Path) -> None:
    done = list_games(tmp_path, wheel, dependencies)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == list(OURS)
