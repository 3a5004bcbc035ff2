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
RAID = "/v1/games/roll-and-raid"
DEEP = b"[" * 40
PLAYER = b'{"name": "ana", "kingdom": []}'
CLAN = (
    b'{"pack": "training", "state": {"players": [{"name": "ana", "settlements": {}, "developments": [], "altar": 0, '
    b'"sacrifices": {}, "tracks": {}, "vikings": 0, "axes": 0, "ships": 0, "favours_used": [], "hall": 0, '
    b'"port": [], "armoury": [], %b}]}}'
)

ENTRIES = (
    Entry("nothing", address("score"), b"", 400),
    Entry("blanks", address("score"), b" " * 1_000, 400),
    Entry("a name in an object of any names", f"{BORU}/audit", b'{"state": {"players": [{"name": "ana"}], "towns": '
          b'{"A1": {"disc": "ana"}, "B2": {"disc": 7}}}}', 422, ("/state/towns/B2/disc",)),
    Entry("such a name with a slash", f"{BORU}/audit", b'{"state": {"players": [{"name": "ana"}], "towns": '
          b'{"a/b": 1}}}', 422, ("/state/towns/a~1b",)),
    Entry("deep, under a key that is not UTF-8", address("audit"), b'{"\xc3(": ' + DEEP, 400),
    Entry("deep, under a key with a lone surrogate", address("audit"), b'{"\\ud800": ' + DEEP, 400),
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
    Entry("a hidden raid card among those won", f"{RAID}/score", CLAN % b'"gods": {}, "raids": ["?"]', 422,
          ("/state/players/0/raids",)),
    Entry("more values than a god has boxes", f"{RAID}/score",
          CLAN % b'"raids": [], "gods": {"odin": [1, 1, 1, 1, 1, 1, 1, 1, 1]}', 200),
    Entry("a raid that waits for a clan of which nothing is known", f"{RAID}/legal-moves",
          b'{"pack": "training", "explain": true, "state": {"clans": 3, "phase": "resolution", "players": [{"name": '
          b'"ana"}], "raids": [{"card": "tolmark", "clans": [{"player": "ben", "status": "in"}], "step": "pay", '
          b'"right": "ben", "dice": [1, 4]}]}}', 200),
    Entry("a line that waits for a player of whom nothing is known", address("legal-moves"),
          b'{"explain": true, "state": {"players": [%b], "phase": "play", "next_line": [], "pile": [], '
          b'"current_line": [{"domino": 28, "king": "cleo"}, {"domino": 42, "king": "ana"}]}}' % PLAYER, 200),
    Entry("a bride whom nobody sees", f"{BORU}/diagram",
          b'{"state": {"marriage_card": "?", "players": [{"name": "ana", "marriage": 0, "marriages": ["?"]}]}}', 200),
)  # fmt: skip
