"""A question as a link to the service's page: JSON, deflated, in the URL-safe base64 alphabet, behind ``#/case/``.

The part behind ``#`` is not sent to the server: nothing is stored, and nobody but the reader sees the question.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Any

from brehon_client import short_links
from brehon_client.stored import expected_of

LINK_FORMAT = 2
"""The one that is written: any program can read it with what its language comes with."""
WITHOUT_FORCED_DECISIONS = 1
"""Links of format 1 are from the time when decisions with one option were not moves: these are played for them."""
MOST_BYTES = 4 * 1024 * 1024
"""Of an unpacked link: a few letters can be gigabytes."""
_PLACE = "/#/case/"


def share_link(
    address: str,
    game: str,
    operation: str,
    question: Mapping[str, Any],
    answer: Mapping[str, Any] | None = None,
    language: str = "en",
) -> str:
    """The link to a question. With the answer, the page says if it answers otherwise when the link is opened."""
    content: dict[str, Any] = {"v": LINK_FORMAT, "game": game, "operation": operation, "question": question}
    if answer is not None:
        content["seen"] = {
            "case_id": answer.get("case_id"),
            "language": language,
            "rules_version": answer.get("rules_version"),
            "expected": expected_of(operation, answer),
        }
    packer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    packed = packer.compress(text.encode()) + packer.flush()
    return address.rstrip("/") + _PLACE + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack_link(link: str) -> dict[str, Any]:
    """``game``, ``operation``, ``question``, perhaps ``seen``, of a link of any format; ValueError if it is none."""
    packed = link.rpartition(_PLACE)[2]
    try:
        unpacker = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
        text = unpacker.decompress(short_links.bytes_of(packed), MOST_BYTES).decode()
        is_short = short_links.is_short(packed)
        content = short_links.unfolded(text, MOST_BYTES) if is_short else _unversioned(json.loads(text))
    except (binascii.Error, zlib.error, ValueError, TypeError, RecursionError) as error:
        raise ValueError("This is not a link to a case.") from error
    if not all(content.get(name) for name in ("game", "operation", "question")):
        raise ValueError("This is not a link to a case.")
    return content


def _unversioned(content: Any) -> dict[str, Any]:
    """The case of a link of the first two formats."""
    if not isinstance(content, dict):
        raise ValueError("The text is no case.")
    version = content.pop("v", None)
    if version not in (LINK_FORMAT, WITHOUT_FORCED_DECISIONS):
        raise ValueError("The format is unknown.")
    if version == WITHOUT_FORCED_DECISIONS and content.get("operation") in ("validate", "replay"):
        content["question"] = {**content["question"], "play_forced": True}
    return content
