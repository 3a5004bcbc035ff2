"""What can be found: the rules, the glossary and the cases of a game in one language.

A rule whose text differs between editions is several entries, each for its own editions.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from schemas.cases import Case
from service.referee.cases import CaseLibrary, rules_of, title_of
from service.referee.rulebook import Rule, Rulebook
from service.referee.search.index import SECTION, SENTENCES, TEXT, TITLE, WORDS, Document
from service.referee.sentences import parts_of

Kind = Literal["rule", "term", "case"]
TERM_FACTOR, CASE_FACTOR = 0.6, 0.5
"""Whoever asks a question wants a rule: terms and cases with the same words come behind it."""
GAME_TITLE = 0.2
_GAP = re.compile(r"\{[^}]*\}")


class Library(NamedTuple):
    """What is searched of one game."""

    title: str
    rulebook: Rulebook
    cases: CaseLibrary


class Entry(NamedTuple):
    """Something that can be found, for readers of these editions of the game."""

    kind: Kind
    game: str
    id: str
    title: str
    text: str
    editions: frozenset[str]
    document: Document
    case: Case | None = None


def entries_of(library: Library, language: str) -> Iterator[Entry]:
    """All rules, terms and cases of a game in one of its languages."""
    yield from _rules(library, language)
    yield from _terms(library, language)
    yield from _cases(library, language)


def _rules(library: Library, language: str) -> Iterator[Entry]:
    book, words = library.rulebook, library.rulebook.words[language]
    for rule in book.rules.values():
        for editions in _editions_with_one_text(rule, book.editions):
            title, text = words.title(rule.id, editions[0]), book.text(rule.id, language, editions[0])
            fields = [
                (TITLE, [title]),
                (WORDS, words.search_words(rule.id)),
                (TEXT, [text]),
                (SECTION, [words.sections[rule.section]]),
                (SENTENCES, _sentences(words.rules[rule.id])),
                (GAME_TITLE, [library.title]),
            ]
            yield Entry("rule", book.game, rule.id, title, text, frozenset(editions), Document(fields))


def _editions_with_one_text(rule: Rule, editions: Iterable[str]) -> list[list[str]]:
    """Those that differ by themselves, all others together."""
    differing = [edition for edition in editions if rule.places[edition].status == "differs"]
    alike = [edition for edition in editions if edition not in differing]
    return [group for group in (alike, *([edition] for edition in differing)) if group]


def _sentences(texts: Any) -> list[str]:
    """The messages of a rule, without their gaps: they say in other words what the rule forbids."""
    found = [texts[kind] for kind in ("message", "line", "claim") if kind in texts]
    found += [text for kind in ("messages", "lines", "claims") for text in texts.get(kind, {}).values()]
    return [_GAP.sub(" ", part) for text in found for part in parts_of(text).values()]


def _terms(library: Library, language: str) -> Iterator[Entry]:
    book, words = library.rulebook, library.rulebook.words[language]
    everywhere = frozenset(book.editions)
    for term, text in words.glossary.items():
        title = words.term_name(term)
        synonyms = words.synonyms.get(term, ())
        fields = [(TITLE, [title]), (WORDS, synonyms), (TEXT, [text]), (GAME_TITLE, [library.title])]
        yield Entry("term", book.game, term, title, text, everywhere, Document(fields, TERM_FACTOR))


def _cases(library: Library, language: str) -> Iterator[Entry]:
    for case in library.cases.cases.values():
        title = title_of(case, language)
        document = Document([(TITLE, [title]), (GAME_TITLE, [library.title])], CASE_FACTOR)
        editions = frozenset(_editions_of(case, library.rulebook))
        yield Entry("case", library.rulebook.game, case.id, title, "", editions, document, case)


def _editions_of(case: Case, book: Rulebook) -> Iterator[str]:
    """The editions in which the verdict of a case is known to hold.

    A case that names an edition is about that one. Another is of the first edition, and of those in which none of its
    rules is a different one; a case that lists no rule says nothing about other editions.
    """
    named, first = _edition_of(case), next(iter(book.editions))
    rules = [book.rules[rule.removeprefix(f"{book.game}/")] for rule in rules_of(case)]
    yield named or first
    for edition in book.editions:
        if not named and edition != first and rules and not any(_differ(rule, edition, first) for rule in rules):
            yield edition


def _differ(rule: Rule, edition: str, other: str) -> bool:
    return "differs" in (rule.places[edition].status, rule.places[other].status)


def _edition_of(case: Case) -> str | None:
    """The edition that a case is asked in, if it names one."""
    for part in ("state", "setup", "sheet"):
        options = (case.question.get(part) or {}).get("options") or {}
        if "edition" in options:
            return str(options["edition"])
    return None
