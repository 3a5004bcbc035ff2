"""API keys: nobody needs one, and requests with one are counted by key instead of by address.

The operator's file has a line for each: a name, and the SHA-256 digest of the key in hexadecimal. Keys are long and
random, so a plain digest is enough. A key is sent in the Authorization header (``Bearer …``) only: addresses end up
in logs and browser histories.
"""

import hashlib
import re
from collections.abc import Mapping
from hmac import compare_digest
from pathlib import Path

_LINE = re.compile(r"(?P<name>[A-Za-z0-9._-]{1,64})\s+(?P<digest>[0-9a-f]{64})")
_BEARER = re.compile(r"Bearer +([A-Za-z0-9._~+/=-]{1,200})", re.IGNORECASE)


class ApiKeys:
    """The keys that an operator gave out."""

    def __init__(self, digests: Mapping[str, str]) -> None:
        self.digests = {name: digest.encode() for name, digest in digests.items()}

    @classmethod
    def read(cls, file: Path | None) -> "ApiKeys":
        """ValueError, with the number of the line, when the file cannot be used."""
        digests: dict[str, str] = {}
        for number, line in enumerate(file.read_text("utf-8").splitlines() if file else (), start=1):
            if line.strip() and not line.startswith("#"):
                match = _LINE.fullmatch(line.strip())
                if not match or match["name"] in digests:
                    raise ValueError(f"{file}, line {number}: expected a name of its own and a SHA-256 digest")
                digests[match["name"]] = match["digest"]
        return cls(digests)

    def name_of(self, authorization: str | None) -> str | None:
        """The name of the key in an Authorization header; "" without a key, None for an unknown one."""
        if not authorization or not self.digests:
            return ""
        bearer = _BEARER.fullmatch(authorization)
        sent = hashlib.sha256(bearer[1].encode()).hexdigest().encode() if bearer else b""
        matching = None
        for name, digest in self.digests.items():  # always all of them: the time reveals nothing
            if compare_digest(digest, sent):
                matching = name
        return matching
