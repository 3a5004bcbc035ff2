"""Reads a request: its query string, its language, and its body with all limits."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from flask import current_app, request
from gunicorn.http.errors import ParseException
from marshmallow import Schema, ValidationError
from msgspec import Raw
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge
from werkzeug.http import parse_accept_header

from schemas.base import LANGUAGES, Fault, Malformed, malformed, pointer_step
from schemas.envelopes import LanguageQuery
from service.api.connection_deadlines import ConnectionDeadlines
from service.api.middleware import request_info
from service.api.problems import QUERY, Problem

JSON = "application/json"
MOST_LANGUAGE_CHARACTERS = 200
_LANGUAGE_QUERY = LanguageQuery()

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
    """What is accepted of any body, whatever it asks."""

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


# ---------------------------------------------------------------- query string and language


def read_query(schema: Schema) -> dict[str, Any]:
    """The query string, loaded by a schema; a problem names each parameter that is wrong."""
    try:
        query: dict[str, Any] = schema.load(request.args.to_dict())
    except ValidationError as error:
        raise Malformed(faults_of(error.messages, QUERY)) from error
    return query


def language_of(query: dict[str, Any], languages: tuple[str, ...] = LANGUAGES) -> str:
    """The best of these languages for the reader: ``?lang=`` if given, else by Accept-Language, else the first."""
    if "lang" in query:
        return query["lang"] if query["lang"] in languages else languages[0]
    header = request.headers.get("Accept-Language")
    return accepted_language(header[:MOST_LANGUAGE_CHARACTERS], languages) if header else languages[0]


def read_language(languages: tuple[str, ...] = LANGUAGES) -> str:
    """The language for a request whose query string has nothing else."""
    return language_of(read_query(_LANGUAGE_QUERY) if request.query_string else {}, languages)


def language_of_problem() -> str:
    """The language of a refusal: nothing of the request need be right for it."""
    wish = request.args.get("lang")
    return language_of({"lang": wish} if wish in LANGUAGES else {})


@lru_cache(maxsize=512)
def accepted_language(header: str, languages: tuple[str, ...]) -> str:
    """The best of these languages for an Accept-Language header."""
    return parse_accept_header(header, LanguageAccept).best_match(languages) or languages[0]


# ---------------------------------------------------------------- body


def read_body() -> bytes:
    """The body of a POST: sent as JSON, not compressed, not too large, arrived in time and to its end."""
    _check_media_type()
    limit = request.max_content_length
    deadlines: ConnectionDeadlines = current_app.extensions["connection-deadlines"]
    info = request_info()
    try:
        with deadlines.reading(request.environ) as watched:
            body = request.get_data()
            # werkzeug stops reading chunks at the limit, and does not say whether there were more.
            more = limit is not None and len(body) >= limit and request.environ["wsgi.input"].read(1)
    except (ClientDisconnected, ParseException, OSError) as error:
        info.body = "broken"
        raise _incomplete(watched.is_late) from error
    if more:
        raise RequestEntityTooLarge
    if len(body) < (request.content_length or 0):
        info.body = "broken"
        raise _incomplete(watched.is_late)
    info.body = "read"
    info.computes()
    return body


def _check_media_type() -> None:
    if not request.is_json:
        raise Problem(415, f"The body is sent as {request.mimetype or 'nothing in particular'!r}.")
    encoding = request.headers.get("Content-Encoding", "")
    if encoding.lower() not in ("", "identity"):
        # Compressed bodies are not accepted: a few compressed bytes can be gigabytes.
        message = f"The body is packed as {encoding!r}; send it as it is."
        raise Problem(415, message, headers=[("Accept-Encoding", "identity")])


def _incomplete(is_late: bool) -> Problem:
    if is_late:
        return Problem(408, "The body did not arrive in time. Send it again, in one go.")
    return Problem(400, "The body is shorter than its Content-Length, or its chunks are broken.")


def load_question(schema: Schema, body: bytes, limits: BodyLimits) -> dict[str, Any]:
    """The question in a JSON body, loaded by its schema."""
    try:
        question: dict[str, Any] = schema.load(fields_of(body, limits))
    except NotJson as error:
        raise Problem(400, str(error)) from error
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


# ---------------------------------------------------------------- limits of a JSON document


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
