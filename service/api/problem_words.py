"""What problem documents say in the languages other than English.

A sentence is found by its English text: ``service/api/words`` has templates, such as ``There is no game {game};
there are: {games}.``, with a translation of each. What no template fits stays English, as many sentences of the JSON
decoder do.
"""

import re
import string
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import tomli

from schemas.base import LANGUAGES

ENGLISH = "en"
MOST_TRANSLATED = 2000
"""The characters of a sentence that is compared with the templates; a longer one quotes something very long."""


class Words(NamedTuple):
    """The content of one language file."""

    titles: Mapping[str, str]
    faults: Mapping[str, str]
    details: tuple[tuple[re.Pattern[str], str], ...]

    def detail(self, text: str) -> str:
        """The translation of a sentence; the sentence itself if no template fits."""
        if len(text) <= MOST_TRANSLATED:
            for pattern, translation in self.details:
                if found := pattern.fullmatch(text):
                    return translation.format_map(found.groupdict())
        return text


def _pattern(template: str) -> re.Pattern[str]:
    """An English template as a pattern with a named group for each gap."""
    written = ""
    for text, name, _, _ in string.Formatter().parse(template):
        written += re.escape(text) + (f"(?P<{name}>.+)" if name else "")
    return re.compile(written, re.DOTALL)


def _read(language: str) -> Words:
    data: dict[str, Any] = tomli.loads((Path(__file__).parent / "words" / f"{language}.toml").read_text("utf-8"))
    details = tuple((_pattern(english), translation) for english, translation in data["details"].items())
    return Words(data["titles"], data["faults"], details)


FAULTS = {"one": "{place}: {message}", "more": "{place}: {message} (and {others} more)", "body": "The body"}
"""In English: the detail of a document about one fault or several, and the place of a fault of the whole body."""
WORDS = {language: _read(language) for language in LANGUAGES if language != ENGLISH}


def title_in(language: str, kind: str, english: str) -> str:
    """The title of a kind of problem."""
    return english if language == ENGLISH else WORDS[language].titles[kind]


def detail_in(language: str, english: str) -> str:
    """A sentence about a problem."""
    return english if language == ENGLISH else WORDS[language].detail(english)


def faults_in(language: str, pointer: str, message: str, others: int) -> str:
    """The first fault, and how many others there are; the message is in the language already."""
    words = FAULTS if language == ENGLISH else WORDS[language].faults
    sentence = words["more" if others else "one"]
    return sentence.format(place=pointer or words["body"], message=message, others=others)
