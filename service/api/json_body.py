"""The limits of a JSON body: nesting, number of keys, length of numbers, keys that come twice.

Whether a limit is exceeded is found with a few passes in C over the bytes. Only when one is, the tokens are read one
by one, to say where.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
from msgspec import Raw

from schemas.base import malformed, pointer_step

_STRING = rb'"[^"\\]*(?:\\.[^"\\]*)*"?'
_WHOLE_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?'
_NO_BRACKETS = re.compile(rb'(?:[^][{}:"]++|%s)++' % _WHOLE_STRING, re.DOTALL)
"""Strings and all else between brackets and colons, as much as there is of it: a body may have 500,000 strings."""
_TOKEN = re.compile(_STRING + rb"|[][{},:]|[0-9]+", re.DOTALL)
MOST_TOKENS = 200_000
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
    digits: int = 100
    """Of one number, without a break."""


class NotJson(ValueError):
    """The body is not a JSON document."""


def fields_of(body: bytes, limits: BodyLimits) -> dict[str, Raw]:
    """The top-level fields of a JSON object, each as the bytes it was sent as.

    Raises ``NotJson`` for what is no JSON document, and ``Malformed`` for a document that is no object, exceeds a
    limit or has a key twice.
    """
    structure = _structure(body)
    if _is_deep(structure, limits.depth):
        message = f"Nested too deeply: at most {limits.depth} levels are read."
        _refuse(body, message, lambda token: len(token.steps) > limits.depth, outside=True)
    keys = structure.count(b":")
    if keys > limits.keys:
        raise malformed("", f"Too many keys: at most {limits.keys} are read.")
    if structure.count(b"[") > limits.keys:
        raise malformed("", f"Too many lists and objects: at most {limits.keys} are read.")
    try:
        if not body.isascii():
            body.decode()  # the fields stay bytes for now: what is not UTF-8 in them is refused here
        fields = _decode_fields(body)
    except msgspec.ValidationError as error:
        raise malformed("", "The body has to be a JSON object.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotJson(f"The body is not JSON: {error}.") from error
    except RecursionError as error:
        raise malformed("", "Nested too deeply.") from error
    if _has_long_number(body, limits.digits):
        message = f"A number of more than {limits.digits} digits."
        _refuse(body, message, lambda token: len(token.text) > limits.digits and token.text.isdigit())
    if _structure(_encode(_decode(body))).count(b":") < keys:  # of two equal keys the decoder keeps one
        _refuse(body, "This key comes twice in one object.", lambda token: token.is_repeated_key)
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


def _is_deep(structure: bytes, limit: int) -> bool:
    """Whether it may be nested more deeply than this: each step takes out the innermost brackets."""
    brackets = structure.replace(b":", b"")
    for _ in range(limit):
        if not brackets:
            return False
        brackets = brackets.replace(b"[]", b"")
    return bool(brackets)


def _has_long_number(body: bytes, limit: int) -> bool:
    """Whether there is a number with more digits than this."""
    if b"0" * (limit + 1) not in body.translate(_ONE_KIND_OF_DIGIT):
        return False
    good = rb'(?:[^"0-9]++|%s|[0-9]{1,%d}+(?![0-9]))*+' % (_WHOLE_STRING, limit)  # in a string any digits are good
    return re.match(good + rb"[0-9]", body, re.DOTALL) is not None


class _Token(NamedTuple):
    """A string, a bracket, a comma, a colon or the digits of a number, and the steps to its place."""

    text: bytes
    steps: list[str | int]
    is_repeated_key: bool
    """Whether it is the colon behind a key that its object has already."""


def _refuse(body: bytes, message: str, is_wrong: Callable[[_Token], bool], *, outside: bool = False) -> None:
    """Raise ``Malformed`` with the place of the first token that is wrong, or with the place around it.

    A place that is far into a long body is not looked for: the tokens are read one by one.
    """
    if b"\0" in body:
        return  # it is no JSON but most likely UTF-16: there is nothing to point into
    for number, token in enumerate(_tokens(body)):
        if number == MOST_TOKENS:
            raise malformed("", message)
        if is_wrong(token):
            raise malformed(_pointer(token.steps[:-1] if outside else token.steps), message)


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
