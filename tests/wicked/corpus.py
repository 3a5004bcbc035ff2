"""Requests that have broken something, here or elsewhere, each with the answer that it has to get.

Whoever finds another one puts it here: the generator finds it once, the corpus remembers it.
"""

from typing import NamedTuple

from tests.api.questions import address


class Entry(NamedTuple):
    """A body, where it is sent, and what comes back: the status, and the places that are named."""

    name: str
    path: str
    body: bytes
    status: int
    pointers: tuple[str, ...] = ()


BORU = "/v1/games/brian-boru"
DEEP = b"[" * 40
PLAYER = b'{"name": "ana", "kingdom": []}'

ENTRIES = (
    Entry("nothing", address("score"), b"", 400),
    Entry("blanks", address("score"), b" " * 1_000, 400),
    Entry("a name in an object of any names", f"{BORU}/audit", b'{"state": {"players": [{"name": "ana"}], "towns": '
          b'{"A1": {"disc": "ana"}, "B2": {"disc": 7}}}}', 422, ("/state/towns/B2/disc",)),
    Entry("such a name with a slash", f"{BORU}/audit", b'{"state": {"players": [{"name": "ana"}], "towns": '
          b'{"a/b": 1}}}', 422, ("/state/towns/a~1b",)),
    Entry("deep, under a key that is not UTF-8", address("audit"), b'{"\xc3(": ' + DEEP, 422, ("/�(" + "/0" * 31,)),
    Entry("deep, under a key with a lone surrogate", address("audit"), b'{"\\ud800": ' + DEEP, 422,
          ("/\\ud800" + "/0" * 31,)),
    Entry("deep in UTF-16", address("audit"), b'{"state": '.decode().encode("utf-16") + DEEP * 2, 400),
    Entry("deep behind a text that never ends", address("audit"), b'{"a": "' + DEEP, 400),
    Entry("an integer of 5,000 digits", address("setup"), b'{"players": ["ana"], "seed": ' + b"9" * 5_000 + b"}", 422,
          ("/seed",)),
    Entry("minus zero", address("setup"), b'{"players": ["ana", "bruno"], "seed": -0}', 200),
    Entry("an exponent without end", address("setup"), b'{"players": ["ana"], "seed": 1e999999999}', 422, ("/seed",)),
    Entry("a key of the language", address("audit"), b'{"state": {"__class__": 1}}', 422, ("/state/__class__",)),
    Entry("a sentence's own braces", address("legal-moves"),
          b'{"state": {"players": [%b]}, "player": "{player!r}"}' % PLAYER, 422, ("/player",)),
    Entry("a key twice, once escaped", address("audit"),
          b'{"state": {"players": [%b]}, "st\\u0061te": {"players": [%b]}}' % (PLAYER, PLAYER), 422, ("/state",)),
    Entry("a thousand unknown fields", address("audit"),
          b'{"state": {"players": [%b]}%b}' % (PLAYER, b"".join(b', "x%d": 1' % n for n in range(1_000))), 422),
)  # fmt: skip
