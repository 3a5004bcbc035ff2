"""How words of a language are compared: without accents, by their stems, with stop words and synonyms.

The stop words and the synonyms that no game owns are in ``en.toml``, ``es.toml`` and ``pl.toml`` beside this module.
"""

import re
import threading
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import snowballstemmer
import tomli

from service.referee.budget import step

STEMMERS = {"en": "english", "es": "spanish", "pl": "polish"}
MOST_WORDS = 24
"""Further words of a query are ignored."""
MOST_STOP_WORDS = 6
EACH_STEM = 100
"""The steps of the stems of one word."""
MOST_TERMS = 20_000
"""More than there are words in the rules of one language."""
LONGEST_WORD = 24
"""Letters behind it are ignored: no word of the rules is as long."""
WORD = re.compile(r"[^\W_]+")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_POLISH_E = re.compile(r"e([kc])$")


def words_in(text: str) -> list[str]:
    """The words of a text in lower case."""
    return [word.lower()[:LONGEST_WORD] for word in WORD.findall(text)]


def fold(word: str) -> str:
    """A word without accents; ł has none, and becomes l."""
    if word.isascii():
        return word
    apart = unicodedata.normalize("NFD", word.replace("ł", "l"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


class Query(NamedTuple):
    """The words of a query that say something, and what each of them is recognised by."""

    keys: Mapping[str, frozenset[str]]
    last: str | None
    """The last word, while it may not be typed to its end."""


class Language:
    """Stems, stop words and common synonyms of one language."""

    def __init__(self, name: str) -> None:
        data = tomli.loads((Path(__file__).with_name(f"{name}.toml")).read_text("utf-8"))
        self.name = name
        self.stop_words = frozenset(fold(word) for word in data["stop_words"])
        self.synonyms: Mapping[str, list[str]] = data["synonyms"]
        self._stemmer: Any = snowballstemmer.stemmer(STEMMERS[name])
        self._lock = threading.Lock()
        self.term = lru_cache(MOST_TERMS)(self._term)
        """The term of a word, the same for all forms of it that the stemmer knows."""

    def _term(self, word: str) -> str:
        with self._lock:  # the stemmer keeps the word that it is working on
            stem = fold(self._stemmer.stemWord(word))
        return _POLISH_E.sub(r"\1", stem) if self.name == "pl" else stem  # zamek, zamku: the e comes and goes

    def is_stop_word(self, word: str) -> bool:
        return fold(word) in self.stop_words

    def keys(self, word: str) -> frozenset[str]:
        """What a word is recognised by, typed with or without its accents."""
        folded = fold(word)
        return frozenset((folded, self.term(word), self.term(folded)))

    def read(self, query: str) -> Query:
        """The words of a query without stop words; stop words only if there is nothing else."""
        words = list(dict.fromkeys(words_in(query)))
        asked = [word for word in words if not self.is_stop_word(word)][:MOST_WORDS] or words[:MOST_STOP_WORDS]
        step(len(words) + EACH_STEM * len(asked))
        last = asked[-1] if asked and asked[-1] == words[-1] and not query.endswith(" ") else None
        return Query({word: self.keys(word) for word in asked}, last)


def one_edit_away(word: str) -> Iterable[str]:
    """Every string that is a letter more, less or different, or has two neighbours exchanged."""
    for place in range(len(word) + 1):
        left, right = word[:place], word[place:]
        if right:
            yield left + right[1:]
        if len(right) > 1:
            yield left + right[1] + right[0] + right[2:]
        for letter in _LETTERS:
            yield left + letter + right
            if right:
                yield left + letter + right[1:]


@cache
def language(name: str) -> Language:
    return Language(name)
