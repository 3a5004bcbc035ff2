"""Bad requests without end: the good ones of ``openapi/examples``, spoilt. A number always gives the same request.

Every game of the registry is among them by its examples. A request is spoilt in its values (wrong types, missing and
unknown fields, numbers, texts and lists that are too much, nesting), then in its bytes (cut off, exchanged, written
twice, in another encoding), and now and then in what stands around the body (address, method, headers).
"""

import copy
import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.api.questions import PAGES, POSTS
from tests.contract.test_raw_bodies import BAD_TEXTS, NO_QUESTIONS, NOT_JSON, places
from tests.our_games import GAMES

JSON = "application/json"
PATHS = sorted(POSTS)
GAME_IDS = [game.meta.id for game in GAMES]


class Request(NamedTuple):
    """What is sent."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes


# ---------------------------------------------------------------- values

LONG = {
    "text": "a" * 5_000,
    "texts": "\U0001f451" * 300,
    "list": [0] * 3_000,
    "object": {str(n): n for n in range(500)},
}
TEXTS = (
    *("", "?", " ", "ana", "bruno", "ANA", "ana ", "\0", "a\0b", "\u202eana", "e\u0301", "é", "\ufeff", "\U0001f451"),
    *("\ud800", "a\udfff", "%s%n", "{0}", "{player}", "${jndi:x}", "../../etc/passwd", "<script>", "'; --", "null"),
    *("place", "legal", "over", "first-round", "base", "en", "es", "pl", "kingdomino", "__class__", "-1", "5"),
)
NUMBERS = (
    0,
    1,
    -1,
    2,
    5,
    47,
    48,
    49,
    255,
    2**31,
    -(2**31),
    2**53,
    2**63,
    2**64,
    -(2**64),
    10**30,
    0.5,
    -0.0,
    1e300,
    5.0,
)
OTHERS: tuple[Any, ...] = (None, True, False, [], {}, [[]], [{}], {"": None}, [None], ["?"] * 9)


def _value(chance: random.Random) -> Any:
    kind = chance.choices((TEXTS, NUMBERS, OTHERS, tuple(LONG.values())), (3, 4, 2, 1))[0]
    return copy.deepcopy(chance.choice(kind))


def _deep(chance: random.Random) -> Any:
    value: Any = chance.choice(TEXTS)
    for _ in range(chance.choice((3, 10, 31, 33, 200))):
        value = [value] if chance.random() < 0.5 else {chance.choice(("a", "state", "players")): value}
    return value


def _delete(around: Any, last: Any, chance: random.Random) -> None:
    del around[last]


def _replace(around: Any, last: Any, chance: random.Random) -> None:
    around[last] = _value(chance)


def _add(around: Any, last: Any, chance: random.Random) -> None:
    if isinstance(around, dict):
        around[chance.choice((*TEXTS, "state", "players", "x", f"{last}s"))] = _value(chance)
    else:
        around.insert(last, _value(chance))


def _rename(around: Any, last: Any, chance: random.Random) -> None:
    if isinstance(around, dict):
        around[chance.choice(TEXTS)] = around.pop(last)


def _lengthen(around: Any, last: Any, chance: random.Random) -> None:
    if isinstance(around, list):
        around.extend(copy.deepcopy(around[last]) for _ in range(chance.choice((1, 2, 20, 250))))


def _nest(around: Any, last: Any, chance: random.Random) -> None:
    around[last] = _deep(chance) if chance.random() < 0.5 else [around[last]]


def _nudge(around: Any, last: Any, chance: random.Random) -> None:
    if type(around[last]) is int:
        around[last] += chance.choice((-2, -1, 1, 2, 100))


def _move(around: Any, last: Any, chance: random.Random) -> None:
    """What stands beside it, in its place."""
    beside = list(around.values()) if isinstance(around, dict) else around
    around[last] = copy.deepcopy(chance.choice(beside))


VALUES: tuple[Callable[[Any, Any, random.Random], None], ...] = (
    *(_delete, _delete, _replace, _replace, _replace, _add, _rename, _lengthen, _nest, _nudge, _nudge, _move),
)


def _spoil(document: Any, chance: random.Random) -> None:
    """One value of the document, changed in place."""
    ways = places(document)
    if not ways:
        return
    *way, last = chance.choice(ways)
    around = document
    for step in way:
        around = around[step]
    chance.choice(VALUES)(around, last, chance)


# ---------------------------------------------------------------- bytes


def _written(document: Any, chance: random.Random) -> bytes:
    style = chance.choice(({}, {"separators": (",", ":")}, {"indent": 1}, {"ensure_ascii": False}))
    return json.dumps(document, **style).encode("utf-8", "surrogatepass")


def _cut(body: bytes, chance: random.Random) -> bytes:
    return body[: chance.randrange(len(body) + 1)]


def _exchanged(body: bytes, chance: random.Random) -> bytes:
    where = chance.randrange(len(body) + 1)
    what = chance.choice(
        (b"\x00", b"\xff", b'"', b"\\", b"{", b"]", b",", b":", b"\xc3\x28", b"9" * 30, b"NaN", b"-")
    )
    return body[:where] + what + body[where + chance.randrange(3) :]


def _doubled(body: bytes, chance: random.Random) -> bytes:
    """Some key comes twice, the second time with another value."""
    keys = [at for at in range(len(body) - 1) if body[at : at + 1] == b'"' and body[at - 1 : at] in b"{, "]
    if not keys:
        return body
    at = chance.choice(keys)
    key = body[at : body.find(b'"', at + 1) + 1]
    return body[:at] + key + b": " + chance.choice((b"0", b"null", b'"ana"', b"[]")) + b", " + body[at:]


def _with_bad_piece(body: bytes, chance: random.Random) -> bytes:
    pieces = chance.choice((NOT_JSON, BAD_TEXTS, NO_QUESTIONS))
    bad = chance.choice(list(pieces.values()))[:100_000]
    values = [at for at in range(len(body)) if body[at : at + 1] in b":["]
    if not values or chance.random() < 0.3:
        return bad
    at = chance.choice(values) + 1
    return body[:at] + bad + body[at + 1 :]


def _encoded(body: bytes, chance: random.Random) -> bytes:
    encoding = chance.choice(("utf-16", "utf-16-be", "utf-32", "utf-8-sig", "latin-1", "cp037"))
    return body.decode("utf-8", "replace").encode(encoding, "replace")


BYTES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _cut,
    _exchanged,
    _exchanged,
    _doubled,
    _with_bad_piece,
    _encoded,
)


# ---------------------------------------------------------------- the rest of a request

METHODS = ("GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW")
QUERIES = ("lang=en", "lang=de", "lang=", "lang=en&lang=es", "%ff=%fe", "q=%00", "x=" + "a" * 900, "state={}", "&&=;")
HEADERS: tuple[tuple[str, str], ...] = (
    ("CONTENT_TYPE", ""),
    ("CONTENT_TYPE", "text/plain"),
    ("CONTENT_TYPE", "application/json; charset=utf-16"),
    ("CONTENT_TYPE", "application/x+json"),
    ("CONTENT_TYPE", "multipart/form-data; boundary=x"),
    ("HTTP_CONTENT_ENCODING", "gzip"),
    ("HTTP_ACCEPT", "text/html"),
    ("HTTP_ACCEPT_LANGUAGE", "pl,en;q=0.5"),
    ("HTTP_ACCEPT_LANGUAGE", "x" * 4_000),
    ("HTTP_ACCEPT_LANGUAGE", "*;q=nan,;;=,en;q=-1"),
    ("HTTP_X_REQUEST_ID", "<script>\u00ff"),
    ("HTTP_TRACEPARENT", "00-" + "f" * 32),
    ("HTTP_X_FORWARDED_FOR", "1.2.3.4, " * 50),
    ("HTTP_AUTHORIZATION", "Bearer " + "x" * 300),
    ("HTTP_ORIGIN", "null"),
    ("HTTP_COOKIE", "=;" * 99),
    ("HTTP_RANGE", "bytes=0-0"),
    ("HTTP_IF_NONE_MATCH", '"\\"'),
    ("HTTP_EXPECT", "200-maybe"),
    ("HTTP_HOST", "\u00ff@:0"),
)
ADDRESSES = (
    *("/", "/v1", "/v2/games", "/v1/games/chess", "/v1/games/chess/score", "/v1/games/%00", "/v1//games", "/docs/x"),
    *(
        "/v1/games/../games",
        "/metrics/",
        "/healthz",
        "/readyz",
        "/openapi.json",
        "/" + "a" * 2_000,
        "/v1/games/\u00ff",
    ),
    *(page.partition("?")[0] for page in PAGES),
    *(f"/v1/games/{game}/rules/{rule}" for game in GAME_IDS for rule in ("", "x", "../..", "%ff", "a" * 999)),
)


def request_of(number: int) -> Request:
    """The request with this number."""
    chance = random.Random(number)
    path = chance.choice(PATHS)
    document = json.loads(json.dumps(POSTS[path]))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        _spoil(document, chance)
    body = _written(document, chance)
    if chance.random() < 0.25:
        body = chance.choice(BYTES)(body, chance)
    method, query, headers = "POST", "", {"CONTENT_TYPE": JSON}
    if chance.random() < 0.1:
        match chance.randrange(4):
            case 0:
                method = chance.choice(METHODS)
            case 1:
                path, method = chance.choice(ADDRESSES), chance.choice(("GET", "POST"))
            case 2:
                query = chance.choice(QUERIES)
            case _:
                headers |= dict([chance.choice(HEADERS)])
    return Request(method, path, query, headers, body)
