"""What a rulebook has to have: texts for every rule in every language, with the same sentences and values."""

from __future__ import annotations

import re
from itertools import permutations
from typing import TYPE_CHECKING, Any

from service.referee.sentences import Text, arguments_of
from service.referee.wording import Wording

if TYPE_CHECKING:
    from service.referee.rulebook import Rule, Rulebook

_LETTER = re.compile(r"[^\W_]")
MOST_SEARCH_WORDS = 30
"""Of one rule, or that mean the same thing."""


class RulebookError(ValueError):
    """The rulebook data is inconsistent; raised at start."""


def check_complete(book: Rulebook) -> None:
    """Refuse a rulebook in which something is missing, or that names what does not exist."""
    for fact, rule in book.facts.items():
        if rule not in book.rules:
            raise RulebookError(f"fact {fact} belongs to {rule}, which is no rule")
    if strange := book.can_stand - book.rules.keys():
        raise RulebookError(f"{book.game}: [repair] names {', '.join(sorted(strange))}, which are no rules")
    for language, words in book.words.items():
        if no_events := sorted(book.headlines.keys() - words.events.keys()):
            raise RulebookError(f"{book.game} in {language}: headlines of no event: {', '.join(no_events)}")
        if list(words.rules) != list(book.rules):
            differing = set(words.rules) ^ set(book.rules) or "the order"
            raise RulebookError(f"{book.game} in {language}: rules and texts differ in {differing}")
        if set(words.facts) != set(book.facts):
            raise RulebookError(f"{book.game} in {language}: facts differ in {set(words.facts) ^ set(book.facts)}")
        for entry in book.rules.values():
            _check_texts(entry, words, language)
        _check_search_words(book, words)
    _check_translated(book)
    _check_arguments(book)


def _check_search_words(book: Rulebook, words: Wording) -> None:
    """Synonyms belong to something that has a name; every list has words, and none of them twice."""
    where = f"{book.game} in {words.language}"
    if unknown := words.synonyms.keys() - words.glossary.keys() - words.terms.keys():
        raise RulebookError(f"{where}: synonyms of {', '.join(sorted(unknown))}, not in the glossary or the terms")
    lists: dict[str, Any] = {f"synonyms of {term}": group for term, group in words.synonyms.items()}
    lists |= {f"words of {rule}": entry["words"] for rule, entry in words.rules.items() if "words" in entry}
    for name, group in lists.items():
        if not isinstance(group, list) or not group or len(group) > MOST_SEARCH_WORDS:
            raise RulebookError(f"{where}: {name} are a list of 1 to {MOST_SEARCH_WORDS}")
        if not all(isinstance(word, str) and _LETTER.search(word) for word in group):
            raise RulebookError(f"{where}: {name} have one without a letter or a digit")
        if len({word.lower() for word in group}) < len(group):
            raise RulebookError(f"{where}: {name} have one twice")


def _check_translated(book: Rulebook) -> None:
    """A text that is the same in two languages was copied to be translated later."""
    for rule in book.rules:
        texts: dict[str, str] = {}
        for language, words in book.words.items():
            other = texts.setdefault(words.text(rule), language)
            if other != language:
                raise RulebookError(f"{book.game}, {rule} in {language}: the text is that in {other}, not translated")


def _check_arguments(book: Rulebook) -> None:
    """Every language has the same sentences, and they need the same evidence: engines know nothing of languages."""
    first, *others = book.words.values()
    sentences = first.sentences()
    for words in others:
        translated = words.sentences()
        if differing := sentences.keys() ^ translated.keys():
            place = min(differing)
            missing = words.language if place in sentences else first.language
            raise RulebookError(f"{book.game}, {' '.join(place)}: there is no such sentence in {missing}")
        for place, text in translated.items():
            _compare_arguments(
                f"{book.game}, {' '.join(place)}", (first.language, sentences[place]), (words.language, text)
            )


def _compare_arguments(sentence: str, *texts: tuple[str, Text]) -> None:
    for (language, text), (other, other_text) in permutations(texts, 2):
        if lacking := arguments_of(text) - arguments_of(other_text):
            names = ", ".join(f"{{{name}}}" for name in sorted(lacking))
            raise RulebookError(f"{sentence}: the sentence in {language} has {names}, that in {other} has not")


def _check_texts(rule: Rule, words: Wording, language: str) -> None:
    entry = words.rules[rule.id]
    needed = {"title", "text"} | ({"reason"} if rule.house else set())
    needed |= {"message"} if rule.kind == "enforced" else set()
    if missing := needed - entry.keys():
        raise RulebookError(f"{rule.id} in {language}: no {', '.join(sorted(missing))}")
    differing = {edition for edition, place in rule.places.items() if place.status == "differs"}
    if differing != entry.get("difference", {}).keys():
        raise RulebookError(f"{rule.id} in {language}: differences for the wrong editions")
    if not entry.get("titles", {}).keys() <= differing:
        raise RulebookError(f"{rule.id} in {language}: titles for editions that do not differ")
    if "{" in entry.get("brief", ""):
        raise RulebookError(f"{rule.id} in {language}: `brief` has no evidence")
    if rule.section not in words.sections:
        raise RulebookError(f"section {rule.section} in {language}: no title")
