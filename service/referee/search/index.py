"""The inverted index of a game in one language: which documents have a word, and which of them answer a query best.

A query is a list of concepts, one for each word that is not a stop word. A concept is the set of terms that can stand
for the word: the word itself, its synonyms, words that begin like it, or words with one typo less.
Documents with all concepts come first; then the rare concepts count most, and titles more than texts.
"""

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from service.referee.budget import counted, step
from service.referee.search.language import Language, Query, fold, one_edit_away, words_in

TITLE, WORDS, TEXT, SENTENCES, SECTION = 2.5, 2.0, 1.0, 0.3, 0.5
"""How much a word counts in the title, beside the rule, in its text, in its messages, in the title of the section."""
SAME, SYNONYM, BEGINNING, TYPO = 1.0, 0.8, 0.7, 0.6
"""How much a term counts that is the word itself, or stands for it."""
SHORTEST_TYPO = 5
"""A word with fewer letters is too much like others for a typo in it to be guessed."""
POSTINGS_A_STEP = 5
MOST_BEGINNINGS = 40
SHORTEST_BEGINNING = 3
MOST_LETTERS_CUT = 3
SHORTEST_CUT = 5


class Document(NamedTuple):
    """A text that can be found: its parts, each with how much a word in it counts."""

    fields: Iterable[tuple[float, Iterable[str]]]
    factor: float = 1.0


class Match(NamedTuple):
    """A document with at least one concept of a query."""

    document: int
    concepts: int
    score: float


class Matches(NamedTuple):
    """All documents with a concept of the query, how many concepts there are, and the terms that stand for them."""

    found: list[Match]
    concepts: int
    terms: frozenset[str]


Concept = Mapping[str, float]
"""The terms that stand for a word, each with how much it counts."""
IsThere = Callable[[str], bool]
"""Whether a term is in one of the documents that may be found."""


class Index:
    """The documents of a game in one language."""

    def __init__(self, language: Language, documents: list[Document], synonyms: Iterable[Iterable[str]]) -> None:
        self.language = language
        self.documents = documents
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._terms_by_key: dict[str, set[str]] = defaultdict(set)
        words: set[str] = set()
        for number, document in enumerate(documents):
            words |= self._add(number, document)
        for word in words:
            for key in language.keys(word):
                self._terms_by_key[key].add(language.term(word))
        self._words = sorted({fold(word) for word in words})
        self._groups: dict[str, list[frozenset[str]]] = defaultdict(list)
        self._phrases: list[tuple[frozenset[str], frozenset[str]]] = []
        for group in synonyms:
            self._add_synonyms(list(group))

    def _add(self, number: int, document: Document) -> set[str]:
        weights: dict[str, float] = defaultdict(float)
        words: set[str] = set()
        for weight, texts in document.fields:
            found = [word for text in texts for word in words_in(text)]
            words.update(found)
            counts: dict[str, int] = defaultdict(int)
            for word in found:
                counts[self.language.term(word)] += 1
            for term, count in counts.items():
                weights[term] += weight * (1.0 if weight > TEXT else count / (count + 0.5))
        for term, weight in weights.items():
            self._postings[term].append((number, weight))
        return words

    def _add_synonyms(self, group: list[str]) -> None:
        """Every word of the group stands for all others; a phrase of several words only leads to the others."""
        members = [words_in(member) for member in group]
        single = frozenset(self.language.term(words[0]) for words in members if len(words) == 1)
        for words in members:
            if len(words) == 1:
                for key in self.language.keys(words[0]):
                    self._groups[key].append(single)
                continue
            phrase = frozenset(self.language.term(word) for word in words if not self.language.is_stop_word(word))
            if len(phrase) > 1:  # one word of a phrase alone is not the phrase
                self._phrases.append((phrase, single))

    # ------------------------------------------------------------ queries

    def unknown(self, query: Query) -> set[str]:
        """The words of a query that are in no document here, and no synonyms."""
        return {
            word
            for word, keys in query.keys.items()
            if not any(key in self._terms_by_key or key in self._groups for key in keys)
        }

    def find(self, query: Query, allowed: Collection[int], guessed: Collection[str]) -> Matches:
        """The documents among ``allowed`` that have something of the query.

        ``guessed`` are the words that may be others with a typo.
        """
        concepts = self._concepts(query, allowed, guessed)
        weighed = [self._weigh(concept, allowed) for concept in concepts]
        # A word that is nowhere in this game counts like the rarest one, for the sake of games that have it.
        unknown = max(0, len(query.keys) - len(concepts)) * math.log(1 + len(allowed))
        total = sum(rarity for rarity, _ in weighed) + unknown
        matched: dict[int, float] = defaultdict(float)
        scores: dict[int, float] = defaultdict(float)
        counts: dict[int, int] = defaultdict(int)
        for rarity, weights in weighed:
            for number, weight in weights.items():
                matched[number] += rarity
                scores[number] += rarity * weight
                counts[number] += 1
        found = [
            Match(number, counts[number], score * (matched[number] / total) * self.documents[number].factor)
            for number, score in scores.items()
        ]
        return Matches(found, len(concepts), frozenset(term for concept in concepts for term in concept))

    def _weigh(self, concept: Concept, allowed: Collection[int]) -> tuple[float, dict[int, float]]:
        """How rare a concept is, and how much it counts in each document that has it."""
        weights: dict[int, float] = {}
        for term, strength in concept.items():
            postings = self._postings.get(term, ())
            step(1 + len(postings) // POSTINGS_A_STEP)
            for number, weight in postings:
                if number in allowed and strength * weight > weights.get(number, 0.0):
                    weights[number] = strength * weight
        return math.log(1 + len(allowed) / (len(weights) or 1)), weights

    def _concepts(self, query: Query, allowed: Collection[int], guessed: Collection[str]) -> list[Concept]:
        """One for each word that is in the documents, and one for each phrase."""

        def is_there(term: str) -> bool:
            postings = self._postings.get(term, ())
            step(1 + len(postings) // POSTINGS_A_STEP)
            return any(number in allowed for number, _ in postings)

        found = self._phrases_in(frozenset[str]().union(*query.keys.values()), is_there)
        for word, keys in query.keys.items():
            concept = self._concept(fold(word), keys, is_there, is_last=word == query.last)
            if not concept and word in guessed:
                concept = self._guess(fold(word), is_there)
            if concept and concept not in found:
                found.append(concept)
        return found

    def _phrases_in(self, keys: frozenset[str], is_there: IsThere) -> list[Concept]:
        """What stands for the phrases of which all words are in the query."""
        step(len(self._phrases))
        found: list[Concept] = []
        for phrase, group in self._phrases:
            if phrase <= keys:
                concept: dict[str, float] = {}
                _put(concept, group, SYNONYM, is_there)
                if concept:
                    found.append(concept)
        return found

    def _concept(self, word: str, keys: frozenset[str], is_there: IsThere, *, is_last: bool) -> Concept:
        """The terms for a word: itself and its synonyms, else words that begin like it."""
        concept: dict[str, float] = {}
        _put(concept, self._terms_of(keys), SAME, is_there)
        _put(concept, self._synonyms_of(keys), SYNONYM, is_there)
        if not concept or is_last:
            _put(concept, self._beginning_with(word), BEGINNING, is_there)
        return concept

    def _guess(self, word: str, is_there: IsThere) -> Concept:
        """The terms for a word that is not there: words with one typo less, else words with another ending."""
        concept: dict[str, float] = {}
        _put(concept, self._typos(word), TYPO, is_there)
        if not concept:
            _put(concept, self._cut(word), TYPO, is_there)
        return concept

    def _terms_of(self, keys: Iterable[str]) -> set[str]:
        return {term for key in keys for term in self._terms_by_key.get(key, ())}

    def _synonyms_of(self, keys: Iterable[str]) -> set[str]:
        return {term for key in keys for group in self._groups.get(key, ()) for term in group}

    def _beginning_with(self, prefix: str) -> set[str]:
        """The terms of the first words that begin so."""
        if len(prefix) < SHORTEST_BEGINNING:
            return set()
        start = bisect_left(self._words, prefix)
        found: set[str] = set()
        for word in self._words[start : start + MOST_BEGINNINGS]:
            if not word.startswith(prefix):
                break
            found |= self._terms_by_key[word]
        step(MOST_BEGINNINGS)
        return found

    def _typos(self, word: str) -> set[str]:
        """The terms of words and synonyms that differ by one edit."""
        if len(word) < SHORTEST_TYPO:
            return set()
        near = {
            other for other in counted(one_edit_away(word)) if other in self._terms_by_key or other in self._groups
        }
        return self._terms_of(near) | self._synonyms_of(near)

    def _cut(self, word: str) -> set[str]:
        """The terms of words that begin like this one without its last letters: the stemmer misses some endings."""
        for length in range(len(word) - 1, max(SHORTEST_CUT, len(word) - MOST_LETTERS_CUT) - 1, -1):
            if found := self._beginning_with(word[:length]):
                return found
        return set()


def _put(concept: dict[str, float], terms: Iterable[str], strength: float, is_there: IsThere) -> None:
    for term in terms:
        if strength > concept.get(term, 0.0) and is_there(term):
            concept[term] = strength
