"""The files whose functions run for one ``validate``: ``python -m tests.docs.request_path`` lists them.

The request is the example of the OpenAPI document, sent for the second time, with the default settings.
"""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from service.api.openapi import EXAMPLES
from service.app import create_app
from tests.docs.examples import ROOT
from tests.our_games import GAMES

FRONT = ("service/api/", "service/operations/", "service/cache/", "schemas/")
"""What stands between the server and the rules of a game."""


def validate_files(app: Flask, game: str) -> list[str]:
    """The files that one warm ``validate`` of this game crosses, sorted by path."""
    example = json.loads((EXAMPLES / f"{game}-validate.json").read_text("utf-8"))
    _send(app, example)  # the first request also builds what later ones only use
    files: set[str] = set()
    with _note_files(files):
        _send(app, example)
    return sorted(files)


def front_files(files: list[str]) -> list[str]:
    return [file for file in files if file.startswith(FRONT)]


def _send(app: Flask, example: dict[str, Any]) -> None:
    environ = EnvironBuilder(path=example["path"], method="POST", json=example["request"]).get_environ()
    _, status, _ = run_wsgi_app(app.wsgi_app, environ)
    assert status == "200 OK", status


@contextmanager
def _note_files(files: set[str]) -> Iterator[None]:
    """Add the files of all functions of the project that are called meanwhile."""

    def note(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith((f"{ROOT}/service/", f"{ROOT}/schemas/")):
            files.add(name.removeprefix(f"{ROOT}/"))

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def main() -> None:
    logging.getLogger("brehon").setLevel(logging.ERROR)
    app = create_app()
    for game in GAMES:
        files = validate_files(app, game.meta.id)
        print(f"{game.meta.id}: {len(front_files(files))} in the front, {len(files)} in all")
        print("".join(f"  {file}\n" for file in files))


if __name__ == "__main__":
    main()
