"""Runs the command in this process."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from service.api.openapi import EXAMPLES
from service.cli.main import cli


def brehon(*words: str | Path, stdin: str | bytes | None = None, env: dict[str, str] | None = None) -> Result:
    """What ``brehon`` with these arguments does. An exception that it does not handle is raised here."""
    result = CliRunner(env=env).invoke(cli, [str(word) for word in words], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def example(game: str, operation: str) -> dict[str, Any]:
    """The example of the OpenAPI document: ``path``, ``request`` and ``response``."""
    content: dict[str, Any] = json.loads((EXAMPLES / f"{game}-{operation}.json").read_text("utf-8"))
    return content


def answering(body: bytes, content_type: str = "application/json") -> Callable[..., Iterable[bytes]]:
    """A server that always gives this answer."""

    def implementation(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", content_type)])
        return [body]

    return implementation
