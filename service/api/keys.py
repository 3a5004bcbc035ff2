"""API keys: nobody needs one, and who sends one is counted by it and not by the address.

The operator's file has a line for each: a name, and the SHA-256 digest of the key in hexadecimal. Keys are long and
random, so that a plain digest is enough; the file is no secret worth stealing. A key comes in the Authorization
header (``Bearer …``) and nowhere else: what stands in an address ends up in logs and histories.
"""

import hashlib
import re
from collections.abc import Mapping
from hmac import compare_digest
from pathlib import Path
from typing import Any

_LINE = re.compile(r"(?P<name>[A-Za-z0-9._-]{1,64})\s+(?P<digest>[0-9a-f]{64})")
_BEARER = re.compile(r"Bearer +([A-Za-z0-9._~+/=-]{1,200})", re.IGNORECASE)


class Keys:
    """The keys that an operator gave out."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = {name: digest.encode() for name, digest in known.items()}

    @classmethod
    def read(cls, file: Path | None) -> "Keys":
        """ValueError, with the number of the line, when the file cannot be used."""
        known: dict[str, str] = {}
        for number, line in enumerate(file.read_text("utf-8").splitlines() if file else (), start=1):
            if line.strip() and not line.startswith("#"):
                found = _LINE.fullmatch(line.strip())
                if not found or found["name"] in known:
                    raise ValueError(f"{file}, line {number}: expected a name of its own and a SHA-256 digest")
                known[found["name"]] = found["digest"]
        return cls(known)

    def name_of(self, environ: Mapping[str, Any]) -> str | None:
        """The name of the key that a request carries, "" when it carries none, None when nobody knows it."""
        header = environ.get("HTTP_AUTHORIZATION")
        if not header or not self.known:
            return ""
        sent = _BEARER.fullmatch(header)
        digest = hashlib.sha256(sent[1].encode()).hexdigest().encode() if sent else b""
        found = None
        for name, known in self.known.items():  # all of them, always: how long it takes tells nothing
            if compare_digest(known, digest):
                found = name
        return found
