"""What is kept under a key, and how it is written down for Redis.

An entry is a finished answer and the case id that goes out with it. In Redis it is one line of JSON and then
the answer, byte for byte::

    {"version":1,"checksum":2774113562,"case_id":"9f2c…","length":5120}
    {"verdict":"legal", …

The answer is not wrapped in JSON itself: reading an entry costs one checksum and one copy, whatever is
inside. Never pickle: whoever can write to Redis must not be able to run code here.
"""

import zlib

import msgspec

# The number goes up when the form changes; entries of another version are misses and expire by themselves.
VERSION = 1


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A finished answer: the bytes that go out, and the case id they go out with."""

    body: bytes
    case_id: str


class _Header(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    version: int
    checksum: int
    case_id: str
    length: int


_encode_header = msgspec.json.Encoder().encode
_decode_header = msgspec.json.Decoder(_Header).decode


def encode(entry: Entry, key: str = "") -> bytes:
    """The entry as bytes, to be read back under the same key."""
    header = _Header(
        version=VERSION,
        checksum=_checksum(entry.body, entry.case_id, key),
        case_id=entry.case_id,
        length=len(entry.body),
    )
    return b"%b\n%b" % (_encode_header(header), entry.body)


def decode(value: object, key: str = "") -> Entry | None:
    """The entry in these bytes, or None for anything that is not an intact entry of this version and key.

    Any object, because the client library decides the type: an integer is as foreign as torn bytes.
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
    if header.version != VERSION or header.length != len(body):
        return None
    if header.checksum != _checksum(body, header.case_id, key):
        return None
    return Entry(body=body, case_id=header.case_id)


def _checksum(body: bytes, case_id: str, key: str) -> int:
    """Over the key too: an intact entry that Redis returns under another key would be a wrong answer.

    A CRC is enough against accidents, and three times faster than a digest on an answer of usual size.
    """
    return zlib.crc32(body, zlib.crc32(f"{key}\n{case_id}".encode()))
