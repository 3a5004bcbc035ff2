"""The container image and the wheel hold every game with its data, its entry point and the command, and start.

The image is not built: its files are worked out from ``deploy/Dockerfile`` and ``.dockerignore``, installed as it
says into an empty virtual environment beside the distributions of ``requirements.lock``, and started by its own
command from a folder with nothing else in it.
"""

import configparser
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import requests
from packaging.requirements import Requirement
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from service import VERSION
from service.games.registry import DISTRIBUTION, GROUP, OURS
from tests.deploy.validators import DEPLOY, ROOT
from tests.our_games import GAMES
from tests.redis_server import free_port

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


def requirements() -> list[str]:
    """The distributions of ``requirements.lock``."""
    return re.findall(r"(?m)^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text())


def link_distributions(names: Iterable[str], folder: Path) -> None:
    """Links to what these distributions have installed for the tests."""
    for name in names:
        files = metadata.distribution(name).files or []
        for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            source = Path(str(metadata.distribution(name).locate_file(top)))
            if not (folder / top).exists() and source.exists():
                (folder / top).symlink_to(source)


def install(source: Path, target: Path, dependencies: Path, options: list[str]) -> Path:
    """Install a project into an empty virtual environment beside its dependencies; its site-packages."""
    venv.create(target, with_pip=False, symlinks=True)
    (site,) = target.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(f"{dependencies}\n")
    pip = [sys.executable, "-m", "pip", "--python", str(target / "bin" / "python"), "install", *options]
    offline = ["--no-index", "--no-build-isolation", "--disable-pip-version-check", "-q"]
    done = subprocess.run([*pip, *offline, "."], cwd=source, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
    return site


@pytest.fixture(scope="module")
def dependencies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the distributions of ``requirements.lock`` and nothing else."""
    folder: Path = tmp_path_factory.mktemp("dependencies")
    link_distributions(requirements(), folder)
    return folder


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory, dependencies: Path) -> Path:
    """The working folder of the image: what its first stage copies is installed as it says; the rest is not copied.

    What is installed is the wheel.
    """
    pytest.importorskip("setuptools", minversion="77", reason="the project is built by setuptools 77 or newer")
    folder: Path = tmp_path_factory.mktemp("image")
    copy_stage(folder / "build", 1)
    (options,) = re.findall(r"(?m)^RUN \.venv/bin/pip install (.*--no-deps.*) \.$", DOCKERFILE)
    link_distributions(["setuptools"], dependencies)
    site = install(folder / "build", folder / ".venv", dependencies, options.split())
    for link in dependencies.iterdir():  # it was needed for building alone
        if link.name.startswith(("setuptools", "_distutils_hack", "pkg_resources", "distutils")):
            link.unlink()
    shutil.rmtree(folder / "build")
    assert re.findall(r"(?m)^COPY (.+)$", DOCKERFILE.rpartition("\nFROM ")[2]) == [
        "--from=build /opt/brehon/.venv ./.venv"
    ]
    assert (site / "service" / "wsgi.py").is_file()
    return folder


@pytest.fixture(scope="module")
def wheel(image: Path) -> Path:
    """The site-packages of the image."""
    (site,) = image.glob(".venv/lib/python*/site-packages")
    return site


def run(image: Path, command: list[str], folder: Path, **more: Any) -> subprocess.CompletedProcess[str]:
    """A command of the image, in another folder and without the environment of the tests."""
    variables = {"PYTHONDONTWRITEBYTECODE": "1"}
    program = str(image / command[0])
    return subprocess.run(
        [program, *command[1:]], cwd=folder, env=variables, capture_output=True, text=True, timeout=60, **more
    )


def test_there_is_data_of_every_game() -> None:
    for game in GAMES:
        for part, suffix in (("cases", ".json"), ("packs", ".json"), ("rulebook", ".toml")):
            folder = f"{game.packs.parent.relative_to(ROOT)}/{part}/"
            assert [name for name in DATA if name.startswith(folder) and name.endswith(suffix)], folder


def test_the_container_image_is_built_of_all_data_of_every_game() -> None:
    files = image_files(DOCKERFILE, DOCKERIGNORE, tracked_files(), 1)
    assert {"service/wsgi.py", "service/gunicorn_conf.py"} <= files.keys()
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


# ---------------------------------------------------------------- what is installed


def test_the_wheel_holds_everything(wheel: Path) -> None:
    files = {path.relative_to(wheel).as_posix() for path in wheel.rglob("*") if path.is_file()}
    assert {"service/wsgi.py", "service/gunicorn_conf.py", "brehon_client/py.typed", "service/py.typed"} <= files
    assert sorted(DATA - files) == []
    folders = [PurePosixPath(name) for name in ("schemas", "service", "openapi/examples")]
    everything = {str(path) for path in tracked_files() if any(folder in path.parents for folder in folders)}
    assert len(everything) > len(DATA) + 300
    assert sorted(everything - files) == []


def test_the_wheel_declares_every_game_and_the_command(wheel: Path) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (path,) = wheel.glob(f"{DISTRIBUTION.replace('-', '_')}-*.dist-info/entry_points.txt")
    parser = configparser.ConfigParser()
    parser.read(path)
    assert dict(parser[GROUP]) == declared["entry-points"][GROUP]
    assert set(parser[GROUP]) == {game.meta.id for game in GAMES}
    assert dict(parser["console_scripts"]) == declared["scripts"]


def test_the_image_starts_by_its_own_command(image: Path) -> None:
    (command,) = re.findall(r"(?m)^CMD (\[.+\])$", DOCKERFILE)
    port = free_port()
    variables = {"HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(json.loads(command), cwd=image, env=variables, stdout=log, stderr=log)
        try:
            session = requests.Session()
            session.mount("http://", HTTPAdapter(max_retries=Retry(total=100, backoff_factor=0.1, backoff_max=0.3)))
            assert session.get(f"{address}/readyz", timeout=10).json()["status"] == "ready"
            games = session.get(f"{address}/v1/games", timeout=10).json()["games"]
            document = session.get(f"{address}/openapi.json", timeout=10).json()
            cases = session.get(f"{address}/v1/cases", timeout=10).json()["cases"]
            page = session.get(f"{address}/", timeout=10)
        finally:
            server.terminate()
            assert server.wait(30) == 0
        log.seek(0)
        assert f"Brehon answers at {address}" in log.read().decode()
    assert [game["id"] for game in games] == list(OURS)
    assert {case["game"] for case in cases} == set(OURS)
    assert page.headers["Content-Type"].startswith("text/html")
    question = document["paths"]["/v1/games/kingdomino/validate"]["post"]["requestBody"]
    assert "example" in question["content"]["application/json"]


def test_the_command_answers_in_an_empty_folder(image: Path, tmp_path: Path) -> None:
    move = {"type": "place", "player": "ana", "domino": 5, "x": 3, "y": 1, "to": "n"}
    state = {"players": [{"name": "ana", "kingdom": [{"domino": 19, "x": 1, "y": 0, "to": "e"}]}]}
    judge = [".venv/bin/brehon", "judge", "--game", "kingdomino"]
    done = run(image, judge, tmp_path, input=json.dumps({"state": state, "move": move}))
    assert done.returncode == 1
    assert done.stdout.startswith("Illegal: ")
    checked = run(image, [".venv/bin/brehon", "cases", "check", "--game", "kingdomino"], tmp_path)
    assert checked.returncode == 0, checked.stderr
    assert checked.stderr.endswith(" as expected, 0 not\n")
    assert not list(tmp_path.iterdir())


def test_the_service_needs_what_is_locked_and_nothing_else(image: Path, tmp_path: Path) -> None:
    """PyYAML is for building alone."""
    names = run(image, [".venv/bin/python", "-c", LIST_GAMES], tmp_path)
    assert names.stdout.split() == list(OURS), names.stderr
    yaml = run(image, [".venv/bin/python", "-c", "import yaml"], tmp_path)
    assert "No module named 'yaml'" in yaml.stderr


def test_without_the_metadata_it_says_what_to_do(tmp_path: Path, dependencies: Path) -> None:
    copy_stage(tmp_path, 1)
    variables = {"PYTHONPATH": str(dependencies), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-S", "-c", LIST_GAMES]  # without the virtual environment of the tests
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].endswith("or run `pip install -e .` in its folder first.")


def test_every_dependency_has_a_lower_bound_and_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    parsed = [Requirement(text) for text in project["dependencies"]]
    assert [str(each) for each in parsed if not any(bound.operator == ">=" for bound in each.specifier)] == []
    assert {each.name for each in parsed} <= set(requirements())
    assert "pyyaml" not in requirements()


def test_the_client_builds_alone(tmp_path: Path, dependencies: Path) -> None:
    pytest.importorskip("setuptools", minversion="77", reason="the project is built by setuptools 77 or newer")
    folder = ROOT / "openapi" / "clients" / "python"
    files = [path for path in tracked_files() if (ROOT / path).is_relative_to(folder)]
    for path in files:
        target = tmp_path / "source" / (ROOT / path).relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, target)
    own = tmp_path / "dependencies"
    own.mkdir()
    link_distributions(["setuptools", "requests", "urllib3", "certifi", "charset-normalizer", "idna"], own)
    site = install(tmp_path / "source", tmp_path / "environment", own, ["--no-deps"])
    assert (site / "brehon_client" / "py.typed").is_file()
    code = "from brehon_client import Brehon, VERSION; print(VERSION)"
    done = run(tmp_path, ["environment/bin/python", "-c", code], tmp_path)
    assert done.stdout.strip() == VERSION, done.stderr


@pytest.mark.parametrize("extra", ["mcp", "png"])
def test_the_page_on_deployment_installs_the_extras_as_declared(extra: str) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"][extra]
    page = (ROOT / "docs" / "deployment.md").read_text("utf-8")
    (installed,) = re.findall(r"\.venv/bin/pip install --no-cache-dir (.+)", page)
    assert declared
    assert set(declared) <= set(shlex.split(installed))
