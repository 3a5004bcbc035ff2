"""Questions out of files, standard input and links.

A document is the body of a question, as it is sent to the service, or a case with ``game``, ``operation`` and
``question``, as the case library has them, also as the service serves one. A link is one that the page shares.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from service.cli.outcome import bad_input

STANDARD_INPUT = "-"
LINES = ".jsonl"
LINK = "/#/case/"
COMMANDS = {"validate": "judge", "packs-check": "pack check"}
"""The commands that are not called like their operation."""
_WITH_OPTIONS = ("state", "setup", "sheet", "engagement")


class QuestionBody(NamedTuple):
    """The body of a question, and the game that it is about."""

    game: str
    body: bytes


class Part(NamedTuple):
    """A document: a file, or a line of one."""

    path: Path
    line: int | None = None
    content: bytes | None = None

    @property
    def name(self) -> str:
        return str(self.path) if self.line is None else f"{self.path}:{self.line}"

    def read(self) -> bytes:
        return read_file(self.path) if self.content is None else self.content


def parts_of(paths: Iterable[Path]) -> Iterator[Part]:
    """Every document in these files and folders, in the order of their names; a .jsonl file has one on each line."""
    for path in paths:
        if path.is_dir():
            inside = (file for file in path.rglob("*") if file.suffix in (".json", LINES) and file.is_file())
            yield from parts_of(sorted(inside))
        elif path.suffix == LINES:
            for number, line in enumerate(read_file(path).splitlines(), start=1):
                if line.strip():
                    yield Part(path, number, line)
        else:
            yield Part(path)


def read(source: str) -> bytes:
    """The content of a file or of standard input, or the case in a link."""
    if LINK in source:
        from brehon_client import unpack_link

        try:
            return msgspec.json.encode(unpack_link(source))
        except ValueError as error:
            raise bad_input(str(error)) from error
    if source == STANDARD_INPUT:
        if sys.stdin.isatty():
            raise click.UsageError("Give a file with a question, or send one to standard input.")
        return sys.stdin.buffer.read()
    return read_file(Path(source))


def read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror}.") from error


def question_in(
    document: bytes,
    operation: str,
    game: str | None,
    extra: Mapping[str, Any] | None = None,
    edition: str | None = None,
) -> QuestionBody:
    """The question in a document, with further fields. Without any it stays as it is, byte for byte."""
    fields = fields_in(document)
    if "case" in fields and not fields.keys() - {"case", "rules_version"}:  # GET /v1/games/{game}/cases/{case}
        document = bytes(fields["case"])
        fields = fields_in(document)
    if "question" in fields and "operation" in fields:
        document, game = _of_case(fields, operation, game)
        fields = fields_in(document)
    if game is None:
        raise click.UsageError("Say which game it is: --game kingdomino, or as `game` in a case.")
    changed: dict[str, Any] = dict(extra or {})
    if edition is not None:
        changed |= _with_edition(fields, edition)
    return QuestionBody(game, msgspec.json.encode({**fields, **changed}) if changed else document)


def fields_in(document: bytes) -> dict[str, Any]:
    """The top-level fields of a JSON object, each as bytes."""
    from schemas.base import Malformed
    from service.operations.question import BodyLimits, NotJson, fields_of

    try:
        return dict(fields_of(document, BodyLimits()))
    except NotJson as error:
        raise bad_input(str(error)) from error
    except Malformed as error:
        fault = error.faults[0]
        raise bad_input(fault.message, fault.pointer) from error


def _of_case(fields: Mapping[str, Any], operation: str, game: str | None) -> tuple[bytes, str | None]:
    decoded = {name: msgspec.json.decode(fields[name]) for name in ("game", "operation") if name in fields}
    if decoded["operation"] != operation:
        command = COMMANDS.get(decoded["operation"], decoded["operation"])
        raise bad_input(f"This is a case for `brehon {command}`.", "/operation")
    of_case = decoded.get("game")
    if game is not None and of_case is not None and game != of_case:
        raise bad_input(f"This is a case of {of_case}, not of {game}.", "/game")
    if of_case is not None and not isinstance(of_case, str):
        raise bad_input("This is not the id of a game.", "/game")
    return bytes(fields["question"]), of_case or game


def _with_edition(fields: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """The parts of a question that have options, with this edition in them."""
    changed: dict[str, Any] = {}
    for name in (*_WITH_OPTIONS, "games"):
        if name in fields:
            part = msgspec.json.decode(fields[name])
            changed[name] = [_in(edition, each) for each in part] if isinstance(part, list) else _in(edition, part)
    return changed


def _in(edition: str, part: Any) -> Any:
    if not isinstance(part, dict) or not isinstance(part.get("options", {}), dict):
        return part  # the referee says what is wrong with it
    return {**part, "options": {**part.get("options", {}), "edition": edition}}
