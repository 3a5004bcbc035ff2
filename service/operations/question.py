"""A loaded question, and what every operation needs to answer it: a game, a reader, and how much it may compute.

``read_question`` loads one from the bytes of a JSON document, within ``BodyLimits``.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

import msgspec
from marshmallow import Schema, ValidationError
from msgspec import Raw

from schemas.base import Fault, Malformed, malformed, pointer_step
from service.operations.served_game import ServedGame
from service.referee.budget import Budget
from service.referee.names import nobody_called
from service.referee.render import Reader

T = TypeVar("T")
MOST_ANSWER_BYTES = 4 * 1024 * 1024


class TooCostly(Exception):
    """The question is well formed, but more work than one request may make. The api turns it into a 422 problem."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.fault = Fault(pointer, message)


class Deadline:
    """The time that one request has left, in seconds of the thread that handles it.

    The time of the thread, not of the wall: whether a question is too costly does not depend on how many others are
    being answered.
    """

    __slots__ = ("_ends", "seconds")

    def __init__(self, seconds: float = float("inf")) -> None:
        self.seconds = seconds
        self._ends = time.thread_time() + seconds

    def check(self, pointer: str = "") -> None:
        """Raise ``TooCostly`` when the time is used up; the pointer names what to make smaller."""
        if time.thread_time() > self._ends:
            message = (
                f"The {self.seconds:g} seconds that a request may compute are used up here: ask for less at a time."
            )
            raise TooCostly(pointer, message)

    def within(self, steps: Iterable[T], pointer: str = "", *, numbered: bool = False) -> Iterator[T]:
        """The steps, as long as there is time for them; ``numbered`` adds the number of the step to the pointer."""
        for number, step in enumerate(steps):
            self.check(f"{pointer}/{number}" if numbered else pointer)
            yield step


class Work(NamedTuple):
    """How much one request may compute; the questions of a batch share it."""

    deadline: Deadline = Deadline()
    budget: Budget = Budget()
    most_answer_bytes: int = MOST_ANSWER_BYTES


class Ids(NamedTuple):
    """The digests by which an answer is known (``ids_of`` in ``answering``)."""

    question: str
    """Of the question alone: the same in every release and language."""
    case: str
    """Of question, language, pack and rules version: the same case gives the same bytes."""


class Question(NamedTuple):
    """A question about one game, loaded by its schema."""

    served: ServedGame
    operation: str
    language: str
    values: dict[str, Any]
    """The fields of the question, as the schema loaded them."""
    work: Work = Work()

    @property
    def viewer(self) -> str | None:
        """The player for whom hidden cards are masked."""
        name: str | None = self.values.get("player" if self.operation == "view" else "viewer")
        return name

    def table(self, field: str = "state") -> Any:
        """The table in this field of the question."""
        return self.served.table(self.values[field], self.values, f"/{field}")

    def reader(self, table: Any) -> Reader:
        """The reader of the answer about this table."""
        return self.served.reader(self.language, table)

    def check_player(self, table: Any, field: str) -> None:
        """Refuse a question whose field names nobody at the table."""
        name = self.values.get(field)
        if name is not None and name not in table.by_name:
            raise _nobody(field, name)

    def shown(self, state: Any) -> Any:
        """A state after a move as the viewer may see it: a card that the move named may be hidden again."""
        if self.viewer is None or state is None:
            return state
        return self.served.game.view(state, self.viewer)

    def opening_table(self) -> Any:
        """The table that the question's ``setup`` describes, as the viewer sees it."""
        table = self.served.opening_table(self.values["setup"], self.values, "/setup")
        if self.viewer is None:
            return table
        self.check_player(table, "viewer")
        game = self.served.game
        return game.table(game.view(table.state, self.viewer), table.box, table.choices)


def masked(question: Question) -> Question:
    """The question as its viewer may see it; verdict, state and ids are all computed from that.

    Without a viewer it is the question itself.
    """
    viewer = question.viewer
    if viewer is None:
        return question
    field = "player" if question.operation == "view" else "viewer"
    values = dict(question.values)
    if "state" in values:
        values["state"] = _view(question, values["state"], viewer, field)
    if "games" in values:
        values["games"] = tuple(_view(question, state, viewer, field) for state in values["games"])
    return question._replace(values=values)


def _view(question: Question, state: Any, viewer: str, field: str) -> Any:
    if all(player.name != viewer for player in state.players):
        raise _nobody(field, viewer)
    return question.served.game.view(state, viewer)


def _nobody(field: str, name: str) -> Malformed:
    return Malformed([nobody_called(f"/{field}", name)])


# ---------------------------------------------------------------- loading


_STRING = rb'"[^"\\]*(?:\\.[^"\\]*)*"?'
_WHOLE_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?'
_NO_BRACKETS = re.compile(rb'(?:[^][{}:"]++|%s)++' % _WHOLE_STRING, re.DOTALL)
"""Strings and all else between brackets and colons, as much as there is of it: a body may have 500,000 strings."""
_TOKEN = re.compile(_STRING + rb"|[][{},:]|[0-9]+", re.DOTALL)
_ONE_KIND_OF_BRACKET = bytes.maketrans(b"{}", b"[]")
_ONE_KIND_OF_DIGIT = bytes.maketrans(b"123456789", b"0" * 9)
_NO_STRUCTURE = bytes(set(range(256)) - set(b'[]{}:"'))
_decode = msgspec.json.Decoder(float_hook=len).decode  # any number: those out of range are refused with their place
_decode_string = msgspec.json.Decoder(str).decode
_decode_fields = msgspec.json.Decoder(dict[str, Raw]).decode
_encode = msgspec.json.Encoder().encode


class BodyLimits(NamedTuple):
    """The limits on any body."""

    depth: int = 32
    keys: int = 100_000
    containers: int = 100_000
    """Objects and lists."""
    digits: int = 100
    """Of one number, without a break."""


MOST_BYTES_LOCATED = 16 * 1024
"""How far a fault is located in a body; behind that it is reported without its place."""


class NotJson(ValueError):
    """The body is not a JSON document."""


def read_question(schema: Schema, body: bytes, limits: BodyLimits) -> dict[str, Any]:
    """The question in a JSON document, loaded by its schema; ``NotJson`` or ``Malformed`` if it cannot be."""
    try:
        question: dict[str, Any] = schema.load(fields_of(body, limits))
    except ValidationError as error:
        raise Malformed(faults_of(error.messages)) from error
    return question


def faults_of(messages: Any, pointer: str = "") -> list[Fault]:
    """marshmallow's nested messages as faults with pointers."""
    if isinstance(messages, str):
        return [Fault(pointer, messages)]
    if isinstance(messages, dict):
        return [
            fault
            for key, inner in messages.items()
            for fault in faults_of(inner, pointer if key == "_schema" else f"{pointer}/{pointer_step(str(key))}")
        ]
    return [fault for inner in messages for fault in faults_of(inner, pointer)]


def fields_of(body: bytes, limits: BodyLimits) -> dict[str, Raw]:
    """The top-level fields of a JSON object, each as the bytes it was sent as.

    Raises ``NotJson`` for what is no JSON document, and ``Malformed`` for a document that is no object, exceeds a
    limit or has a key twice.
    """
    try:
        if not body.isascii():
            body.decode()  # the fields stay bytes for now: what is not UTF-8 in them is refused here
        fields = _decode_fields(body)
    except msgspec.ValidationError as error:
        raise malformed("", "The body has to be a JSON object.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotJson(f"The body is not JSON: {error}.") from error
    except RecursionError:
        fields = {}  # far deeper than the limit: refused below
    structure = _structure(body)
    if _is_deep(structure, limits.depth):
        message = f"Nested too deeply: at most {limits.depth} levels are read."
        raise _malformed(body, message, lambda token: len(token.steps) > limits.depth, around=True)
    keys = structure.count(b":")
    if keys > limits.keys:
        raise malformed("", f"Too many keys: at most {limits.keys} are read.")
    if structure.count(b"[") > limits.containers:
        raise malformed("", f"Too many lists and objects: at most {limits.containers} are read.")
    if _has_long_number(body, limits.digits):
        message = f"A number of more than {limits.digits} digits."
        raise _malformed(body, message, lambda token: len(token.text) > limits.digits and token.text.isdigit())
    if _keys_of(_encode(_decode(body))) < keys:  # of two equal keys the decoder keeps one
        raise _malformed(body, "This key comes twice in one object.", lambda token: token.is_repeated_key)
    return fields


def _structure(body: bytes) -> bytes:
    """The brackets and colons of a document outside of its strings; ``[`` and ``]`` stand for braces too."""
    if b"\\" not in body:
        marks = body.translate(_ONE_KIND_OF_BRACKET, _NO_STRUCTURE)
        # Two quotes side by side can be taken out: what stands inside of a string stays inside, and what stands
        # outside stays outside. If a quote is left, there is a bracket or a colon inside of a string.
        outside = marks.replace(b'""', b"")
        if b'"' not in outside:
            return outside
    return _NO_BRACKETS.sub(b"", body).translate(_ONE_KIND_OF_BRACKET)


def _keys_of(encoded: bytes) -> int:
    """The number of keys in a document of our encoder: it writes no blanks, so each key ends with quote and colon."""
    return _structure(encoded).count(b":") if b"\\" in encoded else encoded.count(b'":')


def _is_deep(structure: bytes, limit: int) -> bool:
    """Whether it may be nested more deeply than this: each step takes out the innermost brackets."""
    brackets = structure.replace(b":", b"")
    for _ in range(limit):
        if not brackets:
            return False
        brackets = brackets.replace(b"[]", b"")
    return bool(brackets)


def _has_long_number(body: bytes, limit: int) -> bool:
    """Whether there is a number with more digits than this; in a string any digits are good."""
    if b"0" * (limit + 1) not in body.translate(_ONE_KIND_OF_DIGIT):
        return False
    good = rb'(?:[^"0-9]++|%s|[0-9]{1,%d}+(?![0-9]))*+' % (_WHOLE_STRING, limit)
    return re.match(good + rb"[0-9]", body, re.DOTALL) is not None


class _Token(NamedTuple):
    """A string, a bracket, a comma, a colon or the digits of a number, and the steps to its place."""

    text: bytes
    steps: list[str | int]
    is_repeated_key: bool
    """Whether it is the colon behind a key that its object has already."""


def _malformed(body: bytes, message: str, is_wrong: Callable[[_Token], bool], *, around: bool = False) -> Malformed:
    """A fault with the place of the first token that is wrong, or with the place around it.

    Tokens are read in Python: only the first ones are looked at, so that a refusal takes a few milliseconds.
    """
    for token in _tokens(body[:MOST_BYTES_LOCATED]):
        if is_wrong(token):
            return malformed(_pointer(token.steps[:-1] if around else token.steps), message)
    return malformed("", message)


def _tokens(body: bytes) -> Iterator[_Token]:
    steps: list[str | int] = []
    keys: list[set[str]] = []
    before = b""
    for match in _TOKEN.finditer(body):
        text, is_repeated_key = match[0], False
        if text in (b"[", b"{"):
            steps.append(0 if text == b"[" else "")
            keys.append(set())
        elif text in (b"]", b"}"):
            del steps[-1:], keys[-1:]
        elif text == b"," and steps and isinstance(steps[-1], int):
            steps[-1] += 1
        elif text == b":" and steps and isinstance(steps[-1], str):
            steps[-1] = key = _key(before)
            is_repeated_key = key in keys[-1]
            keys[-1].add(key)
        yield _Token(text, steps, is_repeated_key)
        before = text


def _key(text: bytes) -> str:
    try:
        return str(_decode_string(text))
    except (msgspec.DecodeError, UnicodeDecodeError):  # it would be refused for that too
        return text[1:-1].decode("utf-8", "replace")


def _pointer(steps: list[str | int]) -> str:
    return "".join(f"/{pointer_step(str(step))}" for step in steps)
