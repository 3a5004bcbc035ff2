"""Full-text search in the rules, by SQLite's FTS5 in memory.

Accents are ignored and prefixes match. SQLite does not treat the Polish ł as an accented l, so the index contains an
l in its place. Every letter keeps its position, so the marks of a hit can be copied to the original text.
"""

import json
import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from service.referee.budget import step
from service.referee.rulebook import Rulebook

_START, _END = "\x02", "\x03"
_FOLD = str.maketrans("łŁ", "lL")
_WORD = re.compile(r"\w+")
MOST_HITS = 50
EACH_WORD = 1_000
"""The steps of one word: SQLite reads all words of the rules that begin with it."""


class Hit(NamedTuple):
    """A matching rule. In title and text the matching words are between ``<mark>`` and ``</mark>``."""

    game: str
    rule: str
    title: str
    text: str


class RuleSearch:
    """An index over the rulebooks of one or more games."""

    def __init__(self, books: Iterable[Rulebook]) -> None:
        self._lock = threading.Lock()
        self._texts: dict[tuple[str, str, str], tuple[str, str]] = {}
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.execute(
            "CREATE VIRTUAL TABLE rules USING fts5(title, text, game UNINDEXED, rule UNINDEXED, language UNINDEXED,"
            " tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3')"
        )
        for book in books:
            self._database.executemany("INSERT INTO rules VALUES (?, ?, ?, ?, ?)", self._rows(book))

    def _rows(self, book: Rulebook) -> Iterator[tuple[str, str, str, str, str]]:
        for language, words in book.words.items():
            for rule in book.rules:
                title, text = words.title(rule), words.text(rule)
                self._texts[book.game, rule, language] = title, text
                yield title.translate(_FOLD), text.translate(_FOLD), book.game, rule, language

    def find(self, query: str, languages: Mapping[str, str]) -> list[Hit]:
        """The rules that contain all words of the query, hits in the title first.

        ``languages`` are the games to search in, each with one of its languages.
        """
        words = _WORD.findall(query.translate(_FOLD))
        if not words:
            return []
        step(EACH_WORD * len(words))
        match = " ".join(f'"{word}"*' for word in words)
        with self._lock:
            rows = self._database.execute(
                "SELECT game, rule, highlight(rules, 0, ?1, ?2), highlight(rules, 1, ?1, ?2) FROM rules"
                " WHERE rules MATCH ?3 AND (game, language) IN (SELECT key, value FROM json_each(?4))"
                " ORDER BY instr(highlight(rules, 0, ?1, ?2), ?1) = 0, bm25(rules, 10.0, 1.0), rule LIMIT ?5",
                (_START, _END, match, json.dumps(languages), MOST_HITS),
            ).fetchall()
        return [self._hit(languages[row[0]], *row) for row in rows]

    def _hit(self, language: str, game: str, rule: str, title: str, text: str) -> Hit:
        original_title, original_text = self._texts[game, rule, language]
        return Hit(game, rule, _marked(title, original_title), _marked(text, original_text))


def _marked(highlighted: str, original: str) -> str:
    """Copy the marks of the indexed text to the original text."""
    letters = iter(original)
    marks = {_START: "<mark>", _END: "</mark>"}
    return "".join(marks[letter] if letter in marks else next(letters) for letter in highlighted)
