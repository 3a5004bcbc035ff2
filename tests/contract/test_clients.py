"""Clients in TypeScript and Python, generated from the document of one game, compiled and used.

``make clients`` has the other documents and languages, and the linter. The TypeScript package (tests/typescript) is
built from the document of all games.
"""

import os

import pytest

from tests.qa.clients import __main__ as clients
from tests.qa.clients import tools

INSTALLED = (tools.FOLDER / "requirements.txt.installed").exists() and (tools.TYPESCRIPT / "openapi-fetch").exists()
pytestmark = pytest.mark.skipif(
    "CI" not in os.environ and not INSTALLED, reason="the generators are not installed: `make generators`"
)


def test_a_typescript_client_compiles() -> None:
    assert clients.typescript(clients.ONE)


def test_a_python_client_is_complete_and_decodes_the_examples() -> None:
    assert clients.python(clients.ONE)
