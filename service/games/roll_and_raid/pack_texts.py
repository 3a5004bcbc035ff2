"""The sentences of the guide and of the check of packs, in three languages.

They stand in ``pack_texts/{en,es,pl}.toml``, with gaps such as ``{part}``. A sentence that counts something is a
table with one sentence for each plural class of the language; ``by`` names the number.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from babel import Locale

from schemas.roll_and_raid_pack import PARTS
from service.referee.translated import Translated, in_language

FOLDER = Path(__file__).parent / "pack_texts"
GAP = re.compile(r"\{(\w+)\}")
CLASSES = {"en": ("one", "other"), "es": ("one", "other"), "pl": ("one", "few", "many")}
"""The plural classes of whole numbers in each language."""


def said(key: str, /, **values: Any) -> Translated:
    """A sentence of the check."""
    return Translated(partial(_written, "check", key, values=values))


def guide(part: str, field: str) -> Translated:
    """What the owner types in for a part (``needs``), and what cannot be said without it (``without``)."""
    return Translated(partial(_written, part, field, values={}))


def _written(section: str, key: str, language: str, *, values: Mapping[str, Any]) -> str:
    sentence = texts(language)[section][key]
    if not isinstance(sentence, str):
        sentence = sentence[_class(values[sentence["by"]], language)]
    return GAP.sub(lambda gap: _text(values[gap[1]], language), sentence)


def _text(value: Any, language: str) -> str:
    return in_language(value, language) if isinstance(value, str) else str(value)


@cache
def texts(language: str) -> dict[str, Any]:
    """All sentences of a language, by part of the pack and for the check."""
    return tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))


def _class(count: int, language: str) -> str:
    form = str(Locale(language).plural_form(count))
    return form if form in CLASSES[language] else CLASSES[language][-1]


GUIDE = {part: (guide(part, "needs"), guide(part, "without")) for part in PARTS}
"""For each part what it needs, and what cannot be said without it."""
