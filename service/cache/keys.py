"""From a question to its key in the cache.

A key is a digest, so it has one length whatever the question, and nothing of a question (hidden cards among
it) can be read from a list of keys.
"""

import hashlib

# The number goes up when the meaning of a key changes; what is stored has a version of its own (``entry``).
PREFIX = "brehon:1:"

_DIGEST_SIZE = 20
_LENGTH_SIZE = 8
# Python lets other threads run while it digests 2048 bytes or more, which takes microseconds; to get its turn back
# takes a busy worker milliseconds.
_STEP = 2047


def digest_of(content: bytes | bytearray, size: int) -> str:
    """The BLAKE2b digest of some bytes, of so many bytes, in one turn of the thread."""
    digest = hashlib.blake2b(content[:_STEP], digest_size=size)
    for start in range(_STEP, len(content), _STEP):
        digest.update(content[start : start + _STEP])
    return digest.hexdigest()


def key_of(*parts: bytes | str) -> str:
    """The key of the question made of these parts, in this order.

    Each part goes in behind its length, so that ``("ab", "c")`` and ``("a", "bc")`` differ. Text counts as
    its UTF-8 bytes; half a surrogate pair, which a header can smuggle in, is a text like any other here.
    """
    content = bytearray()
    for part in parts:
        told = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        content += len(told).to_bytes(_LENGTH_SIZE, "big")
        content += told
    return PREFIX + digest_of(content, _DIGEST_SIZE)
