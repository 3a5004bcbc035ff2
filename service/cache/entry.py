"""A cache entry, and its encoding in Redis.

An entry is the body of a response and its case id. In Redis it is a header (one line of JSON), followed by the
body byte for byte::

    {"version":1,"checksum":2774113562,"case_id":"9f2c…","length":5120}
    {"verdict":"legal", …

The body is not encoded again, so that reading an entry takes one checksum and one copy. Pickle must not be used:
anybody who can write to Redis could run code here.
"""

import zlib

import msgspec

# Increased when the encoding changes; entries of another version are cache misses, and expire.
VERSION = 1


class Entry(msgspec.Struct, frozen=True, gc=False):
    """The body of a response, and its case id."""

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
    """The entry as bytes; only the same key decodes them."""
    header = _Header(
        version=VERSION,
        checksum=_checksum(entry.body, entry.case_id, key),
        case_id=entry.case_id,
        length=len(entry.body),
    )
    return b"%b\n%b" % (_encode_header(header), entry.body)


def decode(value: object, key: str = "") -> Entry | None:
    """The entry in these bytes, or None if they are not an intact entry of this version and key.

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
    if header.version != VERSION or header.length != len(body):
        return None
    if header.checksum != _checksum(body, header.case_id, key):
        return None
    return Entry(body=body, case_id=header.case_id)


def _checksum(body: bytes, case_id: str, key: str) -> int:
    """Includes the key: an intact entry of another key would be a wrong answer.

    A CRC detects accidental damage, and is three times faster than a digest on a body of the usual size.
    """
    return zlib.crc32(body, zlib.crc32(f"{key}\n{case_id}".encode()))
