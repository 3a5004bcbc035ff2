"""``make recipes``: the Swift and Kotlin snippets against clients of openapi-generator. Nothing is compiled."""

import os
import re
import shutil

import pytest

from tests.docs.examples import ROOT, Block, blocks_of
from tests.qa.clients import tools

GENERATORS = {"swift": "swift6", "kotlin": "kotlin"}
README = ROOT / "openapi" / "clients" / "recipes" / "README.md"
SNIPPETS = [block for block in blocks_of(README) if block.info in GENERATORS]
OF_THE_LANGUAGE = {
    "swift": {"as", "await", "catch", "decoding", "do", "for", "import", "in", "let", "map", "print", "self", "try"}
    | {"String", "UTF8"},
    "kotlin": {"as", "catch", "for", "fun", "import", "in", "it", "listOf", "main", "map", "println", "try", "val"}
    | {"suspend"},
}
OF_THE_SNIPPET = {"ana", "answer", "api", "lake", "player", "problem", "question", "refused", "state", "status"}

pytestmark = pytest.mark.skipif("BREHON_RECIPES" not in os.environ, reason="run by `make recipes`: it needs Java")


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: snippet.info)
def test_every_name_of_a_snippet_is_in_the_generated_client(snippet: Block) -> None:
    assert shutil.which("java"), "install Java with your system's packages"
    folder, _ = tools.mobile(GENERATORS[snippet.info], tools.DOCUMENTS / "kingdomino.yaml")
    files = [path for path in folder.rglob("*") if path.suffix in (".swift", ".kt")]
    assert len(files) > 50
    generated = set(re.findall(r"\w+", "\n".join(path.read_text("utf-8") for path in files)))
    code = re.sub(r'"http[^"]*"|"nobody answers"|//.*', "", snippet.text)
    names = set(re.findall(r"\b[A-Za-z]\w*", code)) - OF_THE_LANGUAGE[snippet.info] - OF_THE_SNIPPET
    assert len(names) > 10
    assert names <= generated, names - generated


def test_there_is_a_snippet_for_each() -> None:
    assert {snippet.info for snippet in SNIPPETS} == set(GENERATORS)


@pytest.mark.parametrize("generator", GENERATORS.values())
def test_the_commands_have_the_options_that_are_checked(generator: str) -> None:
    (command,) = re.findall(rf"-g {generator} .*\\\n *--additional-properties=(\S+)", README.read_text("utf-8"))
    assert dict(option.split("=") for option in command.split(",")) == tools.mobile_options(generator)
