"""A key that comes twice in one object is refused: either value could be the one that was meant.

JSON's grammar allows it and parsers disagree about it (ours takes the last), so it must not decide a ruling. A parser
that looks for it costs a tenth of a ruling, so it is asked only where something cheaper does not settle the matter.
Two things do, and both are proofs:

- The body is, but for blanks, what our own encoder writes for the question that was understood: an encoder writes no
  key twice. Whoever sends our states back sends such bodies.
- The body has as many colons as the same body decoded and written anew: decoding keeps one of each key.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from schemas.base import Fault, pointer_step
from service.api.problems import malformed

BLANKS = b" \t\r\n"
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


def refuse_doubled_keys(body: bytes, understood: bytes = b"") -> None:
    """Raise a problem if a key comes twice. The body is known to be JSON that is not nested deeply.

    ``understood`` is what our encoder writes for what was made of it, with its parts in the order of the body.
    """
    if _says_the_same(body, understood):
        return
    # With a backslash, the same key or a colon could be written in several ways.
    if b"\\" not in body and body.count(b":") == _encode(_decode(body)).count(b":"):
        return
    for pointer in _doubled(json.loads(body, object_pairs_hook=_Pairs)):
        raise malformed([Fault(pointer, "This key comes twice in one object.")])


def _says_the_same(body: bytes, written: bytes) -> bool:
    """Blanks inside of texts are left out of the comparison too: they make no key of none, and none of a key."""
    if body == written:
        return True
    if b" " in written:
        written = written.translate(None, BLANKS)
    return body.translate(None, BLANKS) == written


class _Pairs(list[tuple[str, Any]]):
    """An object with all its keys."""


def _doubled(value: Any, pointer: str = "") -> Iterator[str]:
    """The places of keys that come a second time."""
    seen = set()
    for step, inner in value if type(value) is _Pairs else enumerate(value) if type(value) is list else ():
        place = f"{pointer}/{pointer_step(str(step))}"
        if step in seen:
            yield place
        seen.add(step)
        yield from _doubled(inner, place)
