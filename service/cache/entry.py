"""A cache entry, and its encoding in Redis.

An entry is the body of a response and its case id. In Redis it is a header (one line of JSON), followed by the
body byte for byte::

    {"version":2,"mac":"5d1f…","case_id":"9f2c…","length":5120}
    {"verdict":"legal", …

Whoever can write to Redis must not be able to write an answer. The MAC (keyed BLAKE2b) covers the cache key, the case
id and the body: nobody without its key can make an entry, or move one to another cache key. The case id becomes a
response header, so it is checked as well. Media types are not stored: the route sets the one of its operation, which
is part of the cache key, so a picture is never served as the answer to another operation.

The body is not encoded again, so that reading an entry takes one MAC and one copy. Pickle must not be used:
anybody who can write to Redis could run code here.
"""

import hashlib
import hmac
import re
import secrets

import msgspec

# Increased when the encoding changes; entries of another version are cache misses, and expire.
VERSION = 2

# Entries never become stale, because the rules version is part of the key. They expire so that the entries of old
# versions are removed.
DEFAULT_TIME_TO_LIVE = 24 * 60 * 60
# Sending a larger body can exceed the timeout on a healthy Redis, which would open the breaker for all requests.
DEFAULT_LARGEST_VALUE = 1024 * 1024

_MAC_SIZE = 16
_MAC_KEY_SIZE = 32
_LENGTH_SIZE = 8
_is_case_id = re.compile(r"[0-9a-f]{24}").fullmatch


class Entry(msgspec.Struct, frozen=True, gc=False):
    """The body of a response, and its case id."""

    body: bytes
    case_id: str


class _Header(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    version: int
    mac: str
    case_id: str
    length: int


_encode_header = msgspec.json.Encoder().encode
_decode_header = msgspec.json.Decoder(_Header).decode


def mac_key_of(secret: str | None) -> bytes:
    """The key of the MAC: made of the operator's secret, or random where there is none."""
    if not secret:
        return secrets.token_bytes(_MAC_KEY_SIZE)
    # BLAKE2b takes keys of at most 64 bytes, a secret may be longer. An environment variable that is not UTF-8 has
    # surrogates.
    content = secret.encode("utf-8", "surrogateescape")
    return hashlib.blake2b(content, digest_size=_MAC_KEY_SIZE, person=b"brehon cache key").digest()


def encode(entry: Entry, key: str, mac_key: bytes) -> bytes:
    """The entry as bytes; only the same cache key and the same MAC key decode them."""
    header = _Header(
        version=VERSION,
        mac=_mac(entry.body, entry.case_id, key, mac_key),
        case_id=entry.case_id,
        length=len(entry.body),
    )
    return b"%b\n%b" % (_encode_header(header), entry.body)


def decode(value: object, key: str, mac_key: bytes) -> Entry | None:
    """The entry in these bytes, or None if they are not an intact entry of this version and of these keys.

    Takes any object, because the type of a reply is decided by the client library.
    """
    if not isinstance(value, bytes):
        return None
    line, newline, body = value.partition(b"\n")
    if not newline:
        return None
    try:
        header = _decode_header(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if header.version != VERSION or header.length != len(body) or not _is_case_id(header.case_id):
        return None
    expected = _mac(body, header.case_id, key, mac_key)
    # As bytes: compare_digest raises TypeError for text that is not ASCII.
    if not hmac.compare_digest(header.mac.encode(), expected.encode()):
        return None
    return Entry(body=body, case_id=header.case_id)


def _mac(body: bytes, case_id: str, key: str, mac_key: bytes) -> str:
    """Each part but the last is preceded by its length, so that no byte can move from one part to the next."""
    mac = hashlib.blake2b(key=mac_key, digest_size=_MAC_SIZE, person=b"brehon entry %d" % VERSION)
    for part in (key.encode(), case_id.encode()):
        mac.update(len(part).to_bytes(_LENGTH_SIZE, "big"))
        mac.update(part)
    mac.update(body)
    return mac.hexdigest()
