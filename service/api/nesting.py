"""How deeply a body may be nested: far less than any parser can bear, and far more than any question needs.

No question that is understood is nested deeply, because no shape in it is; a test sees to that. So only bodies that
were refused, or that a batch brings, are looked at here, and the usual question pays nothing.
"""

import re

import msgspec

from schemas.base import Fault, pointer_step
from service.api.problems import malformed

_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{},:]', re.DOTALL)
_BRACKET = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{}]', re.DOTALL)
_decode = msgspec.json.Decoder(str).decode
_ALIKE, _NO_BRACKETS = bytes.maketrans(b"{}", b"[]"), bytes(set(range(256)) - set(b"[]{}"))
_OPENS, _CLOSES = (b"[", b"{"), (b"]", b"}")


def refuse_deep(body: bytes, limit: int) -> None:
    """Raise a problem that points to the first place which is nested too deeply."""
    if body.count(b"[") + body.count(b"{") <= limit or b"\0" in body:
        return  # with a NUL it is no JSON but most likely UTF-16: there is nothing to point into
    if _is_shallow(body, limit):
        return
    depth = 0
    for token in _BRACKET.finditer(body):
        if token[0] in _OPENS:
            depth += 1
            if depth > limit:
                fault = Fault(_pointer(body[: token.start()]), f"Nested too deeply: at most {limit} levels are read.")
                raise malformed([fault])
        elif token[0] in _CLOSES:
            depth -= 1


def _is_shallow(body: bytes, limit: int) -> bool:
    """Whether it can be seen without a look at every token: of nothing but brackets, each step takes the innermost
    ones away.
    """
    if b"\\" in body:
        return False  # a text may have quotes in it
    outside_of_texts = b"".join(body.split(b'"')[::2])
    brackets = outside_of_texts.translate(_ALIKE, _NO_BRACKETS)
    for _ in range(limit):
        brackets = brackets.replace(b"[]", b"")
    return not brackets


def _pointer(before: bytes) -> str:
    """The place at which this beginning of a body stops."""
    steps: list[str | int] = []
    text = b""
    for token in _TOKEN.finditer(before):
        match token[0]:
            case b"[":
                steps.append(0)
            case b"{":
                steps.append("")
            case b"]" | b"}" if steps:
                steps.pop()
            case b"," if steps and isinstance(steps[-1], int):
                steps[-1] += 1
            case b":" if steps and isinstance(steps[-1], str):
                steps[-1] = _key(text)
            case other:
                text = other
    return "".join(f"/{pointer_step(str(step))}" for step in steps)


def _key(text: bytes) -> str:
    try:
        return str(_decode(text))
    except (msgspec.DecodeError, UnicodeDecodeError):  # it would be refused for that too
        return text[1:-1].decode("utf-8", "replace")
