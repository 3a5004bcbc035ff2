"""The README of the Python client: its examples run, one after the other, and print what it shows."""

import contextlib
import io

from flask import Flask

from tests.docs.examples import BASE_URL, ROOT, blocks_of
from tests.live_server import running

README = ROOT / "openapi" / "clients" / "python" / "README.md"


def test_the_examples_print_what_is_shown(app: Flask) -> None:
    blocks = blocks_of(README)
    examples = [block for block in blocks if block.info == "python"]
    assert len(examples) >= 5
    with running(app) as address:
        names: dict[str, object] = {"__name__": "example"}
        for block in examples:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block.text.replace(BASE_URL, address), block.place, "exec"), names)
            shown = blocks[blocks.index(block) + 1]
            assert shown.info == "text output"
            assert printed.getvalue().splitlines() == shown.text.splitlines(), block.place
