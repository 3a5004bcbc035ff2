"""The package ``openapi/clients/typescript``, built, packed, and installed into an empty folder by npm.

Tests that use it run in one worker (``tests/scheduling.py``): it is built once.
"""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "openapi" / "clients" / "typescript"
NAME = "brehon-client"
QUIET = ("--no-audit", "--no-fund", "--ignore-scripts")
HOW = "These tests need node and npm: `apt-get install nodejs npm`."
COMPILE = ("--strict", "--skipLibCheck", "--target", "es2022", "--lib", "es2022,dom", "--module", "nodenext")


def run(*command: str, folder: Path, **environment: str) -> str:
    """What a command prints; if it fails, that is the message."""
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=300, env={**os.environ, **environment}
    )
    if done.returncode:
        raise AssertionError(f"{' '.join(command)[:200]}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def need(*programs: str) -> None:
    """Skip without these programs; in CI that is a failure."""
    if not all(map(shutil.which, programs)):
        (pytest.fail if "CI" in os.environ else pytest.skip)(HOW)


@cache
def archive() -> Path:
    """The file that ``npm pack`` writes."""
    need("node", "npm")
    if not (SOURCE / "node_modules" / "typescript").exists():
        run("npm", "ci", *QUIET, folder=SOURCE)  # else `make test` has done it
    run("node", "build.mjs", folder=SOURCE)
    name = run("npm", "pack", "--silent", *QUIET, "--pack-destination", "build", folder=SOURCE).split()[-1]
    return SOURCE / "build" / name


def install(folder: Path) -> Path:
    """The folder of an app that has the package and nothing else; the compiler is linked into it."""
    packed = archive()
    (folder / "package.json").write_text('{"name": "app", "private": true, "type": "module"}')
    run("npm", "install", "--offline", *QUIET, str(packed), folder=folder)
    (folder / "node_modules" / "typescript").symlink_to(SOURCE / "node_modules" / "typescript")
    return folder


def compiled(folder: Path, *files: str) -> None:
    """Compile files of the folder in one run: reading the types takes seconds."""
    run("node", "node_modules/typescript/bin/tsc", *COMPILE, *files, folder=folder)
