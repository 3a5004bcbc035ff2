"""The cache key of a question.

A key is a digest: it has a fixed length, and a list of keys reveals nothing of a question (such as hidden cards).
"""

import hashlib

# The number is increased when the meaning of a key changes; the encoding of a value has its own version (``entry``).
PREFIX = "brehon:1:"

_DIGEST_SIZE = 20
_LENGTH_SIZE = 8


def digest_of(content: bytes | bytearray, size: int) -> str:
    """The BLAKE2b digest of the content, ``size`` bytes long, in hexadecimal."""
    return hashlib.blake2b(content, digest_size=size).hexdigest()


def key_of(*parts: bytes | str) -> str:
    """The key of the question with these parts, in this order.

    Each part is preceded by its length, so that ``("ab", "c")`` and ``("a", "bc")`` differ. Text is encoded as
    UTF-8; lone surrogates, which a header can contain, are encoded too.
    """
    content = bytearray()
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        content += len(encoded).to_bytes(_LENGTH_SIZE, "big")
        content += encoded
    return PREFIX + digest_of(content, _DIGEST_SIZE)
