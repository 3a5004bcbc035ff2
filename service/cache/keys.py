"""From a question to its key in the cache.

A key is a digest, so it has one length whatever the question, and nothing of a question (hidden cards among
it) can be read from a list of keys.
"""

import hashlib

# The number goes up when the meaning of a key changes; what is stored has a version of its own (``entry``).
PREFIX = "brehon:1:"

_DIGEST_SIZE = 20
_LENGTH_SIZE = 8


def key_of(*parts: bytes | str) -> str:
    """The key of the question made of these parts, in this order.

    Each part goes in behind its length, so that ``("ab", "c")`` and ``("a", "bc")`` differ. Text counts as
    its UTF-8 bytes; half a surrogate pair, which a header can smuggle in, is a text like any other here.
    """
    digest = hashlib.blake2b(digest_size=_DIGEST_SIZE)
    for part in parts:
        content = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(content).to_bytes(_LENGTH_SIZE, "big"))
        digest.update(content)
    return PREFIX + digest.hexdigest()
