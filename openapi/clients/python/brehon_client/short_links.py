"""Reads the short form in which the service's page writes its links; ``service/web/letters.js`` writes it.

It begins with a dot (base64) or two (base32, for QR codes). Inside, frequent pieces of JSON are one control character
each, and the case is a list: game, operation, question, and perhaps what was answered.
"""

import base64
import json
from typing import Any

MARK = "."
CAPITALS_MARK = ".."
PIECES = (
    '"players":[{"name":"', '"},{"name":"', '"state":{', '"options":{"edition":"', '"move":{"type":"', '","player":"',
    '"kingdom":[{"domino":', '},{"domino":', ',"x":', ',"y":', ',"to":"', '","crowns":', ',"terrain":"',
    '"squares":[{"x":', '"},{"x":', '},{"x":', '"current_line":[{"domino":', '"next_line":[{"domino":', ',"king":"',
    ',"king":null}', '"discarded":[]', '"variants":[', '"house_rules":{', '"phase":"',
)  # fmt: skip
"""In the order of their characters."""
_CODES = (code for code in range(1, 32) if chr(code) not in "\t\n\r")
_LONG = dict(zip(_CODES, PIECES, strict=False))


def is_short(packed: str) -> bool:
    return packed.startswith(MARK)


def bytes_of(packed: str) -> bytes:
    """The compressed bytes; ValueError if the letters are none of the alphabet."""
    if packed.startswith(CAPITALS_MARK):
        letters = packed.removeprefix(CAPITALS_MARK)
        return base64.b32decode(letters + "=" * (-len(letters) % 8))
    letters = packed.removeprefix(MARK)
    return base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))


def unfolded(text: str, most: int) -> dict[str, Any]:
    """The case of an uncompressed text, which may have ``most`` characters with its pieces written out."""
    if len(text) + sum(text.count(chr(code)) * len(piece) for code, piece in _LONG.items()) > most:
        raise ValueError("The text is too long.")
    match json.loads(text.translate(_LONG)):
        case [str() as game, operation, question]:
            return {"game": game, "operation": operation, "question": question}
        case [str() as game, operation, question, list() as seen, *_]:
            return {"game": game, "operation": operation, "question": question, "seen": _seen(game, *seen)}
    raise ValueError("The text is no case.")


def _seen(
    game: str,
    case_id: str | None = None,
    rules: list[str] | None = None,
    verdict: str | None = None,
    broken: list[str] | None = None,
    rest: dict[str, Any] | None = None,
    title: str | None = None,
    *_: Any,
) -> dict[str, Any]:
    """What was answered then, as links of format 2 have it; rules and ids stand there without the game."""
    seen: dict[str, Any] = {"case_id": case_id}
    if rules is not None:
        rulebook, engine = rules
        seen["rules_version"] = {"game": game, "rulebook": rulebook, "engine": engine}
    if verdict is not None:
        with_game = {} if broken is None else {"broken": [f"{game}/{rule}" for rule in broken]}
        seen["expected"] = {"verdict": verdict, **with_game, **(rest or {})}
    if title is not None:
        seen["title"] = title
    return seen
