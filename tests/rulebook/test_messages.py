"""The sentences of all games: plurals, placeholders, names, and words that are never said."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.base import LANGUAGES
from service.referee.game import AnyGame
from service.referee.sentences import EMPTY, UNKNOWN_VALUE, Text, arguments_of, gaps_of, nouns_of, parts_of
from service.referee.wording import Place
from tests.rulebook.messages import DECLARED, page, path_of, sentences

each_game = pytest.mark.parametrize("game", DECLARED, ids=lambda game: game.meta.id)
each_language = pytest.mark.parametrize("language", LANGUAGES)

THREE_TEXTS = r"(?<!words: )\bL\(\s*" + r",\s*".join([r'"((?:[^"\\]|\\.)*)"'] * 3)
WEB = Path(__file__).parents[2] / "service" / "web"
GAP = r"\{(\w+)(?::([\w.]+))?\}"
LETTER = r"[^\W\d_]"
POLISH_PREPOSITIONS = "w|we|na|do|z|ze|o|od|ode|przez|dla|przy|po|za|nad|pod|przed|u|bez|ku|między|przeciw"
BEFORE_A_BARE_NUMBER = {
    "en": "not|only|most|least|be|have|of|to|with|against",
    "es": "no|solo|máximo|mucho|menos|ser|haber|hay|tener|tiene|a|con|contra|de|para",
    "pl": "nie|tylko|najwyżej|najmniej|być|mają|mieli|na|z",
}
"""Words that stand before every number alike: "at most 3, not 5"."""
FAULTS = (
    (re.compile(r"\s\s"), "two spaces"),
    (re.compile(r"\s[.,;:!?]"), "a space before a sign"),
    (re.compile(r": ?\."), "a colon with nothing behind it"),
    (re.compile(r"[{}]"), "a gap that was not filled"),
    (re.compile(r"\b(None|null|UNSET|True|False)\b"), "a value of the program"),
    (re.compile(r"\(\s*\)"), "empty brackets"),
    (re.compile(r"(^|\s)-([\s.,]|$)"), "a dash instead of a value"),
)


@each_language
def test_the_page_is_up_to_date(language: str) -> None:
    """``make messages`` writes it."""
    assert path_of(language).read_text("utf-8") == page(language), "run `make messages`"


@each_language
@each_game
def test_sentences_read_well(game: AnyGame, language: str) -> None:
    faults = [
        f"{'.'.join(place)}: {name}: {text}"
        for place, texts in sentences(game, language)
        for text in texts
        for pattern, name in FAULTS
        if pattern.search(text)
    ]
    assert faults == []


def texts_of(game: AnyGame, language: str) -> Iterator[tuple[Place, Text]]:
    yield from game.rulebook.words[language].sentences().items()


@each_game
def test_every_value_has_a_kind(game: AnyGame) -> None:
    book = game.rulebook
    undeclared = {
        f"{'.'.join(place)}: {name}"
        for place, text in texts_of(game, "en")
        for name in arguments_of(text)
        if book.arguments.of(place, name) is None
    }
    assert undeclared == set()
    places = {".".join(place) for place, _ in texts_of(game, "en")}
    assert book.arguments.sentences - places == set(), "declarations for sentences that do not exist"


@each_game
def test_terms_that_may_be_said_exist(game: AnyGame) -> None:
    """The terms that ``[arguments]`` declares are in every language."""
    missing = {
        f"{language}: {'.'.join(place)}: {name}: {term}"
        for language in LANGUAGES
        for place, text in texts_of(game, language)
        for name, form in gaps_of(text)
        if form in ("term", "terms", "each") and (kind := game.rulebook.arguments.of(place, name)) is not None
        for term in kind.terms
        if term not in game.rulebook.words[language].terms
    }
    assert missing == set()


@each_language
@each_game
def test_nouns_that_may_be_counted_exist(game: AnyGame, language: str) -> None:
    """``{count:of.good}`` and ``{goods:amounts}``: every noun that ``[arguments]`` allows is in ``[counts]``."""
    book, missing = game.rulebook, set()
    for place, text in texts_of(game, language):
        nouns = {*nouns_of(text), *((name, "") for name, form in gaps_of(text) if form == "amounts")}
        for name, case in nouns:
            kind = book.arguments.of(place, name)
            terms = kind.terms if kind else ()
            missing |= {f"{'.'.join(place)}: {term}{case}" for term in terms} - {
                f"{'.'.join(place)}: {noun}" for noun in book.words[language].counts
            }
            if not terms:
                missing.add(f"{'.'.join(place)}: {name} is declared without its terms")
    assert missing == set()


@each_language
@each_game
def test_no_number_stands_beside_a_word_that_does_not_agree_with_it(game: AnyGame, language: str) -> None:
    """A count beside a word is written by ``count.…``, or the sentence is chosen by that number."""
    faults = []
    beside = re.compile(rf"(?<!\w)(?!(?:{BEFORE_A_BARE_NUMBER[language]})\s$){LETTER}+\s$", re.IGNORECASE)
    for place, text in texts_of(game, language):
        by = "" if isinstance(text, str) else text["by"]
        for part in parts_of(text).values():
            for gap in re.finditer(GAP, part):
                kind = game.rulebook.arguments.of(place, gap[1])
                if gap[2] or gap[1] == by or kind is None or kind.base != "number" or kind.is_list:
                    continue
                if re.match(rf"\s{LETTER}", part[gap.end() :]) or beside.search(part[: gap.start()]):
                    faults.append(f"{'.'.join(place)}: {part}")
    assert faults == []


@each_language
@each_game
def test_what_may_be_unknown_or_empty_has_a_sentence_of_its_own(game: AnyGame, language: str) -> None:
    faults = []
    for place, text in texts_of(game, language):
        for name in arguments_of(text):
            kind = game.rulebook.arguments.of(place, name)
            if kind is None or not kind.optional:
                continue
            needed = EMPTY if kind.is_list else UNKNOWN_VALUE
            if isinstance(text, str) or text["by"] != name or needed not in text:
                faults.append(f"{'.'.join(place)}: {name} needs the form {needed}")
    assert faults == []


@each_game
def test_polish_names_stand_behind_a_head_noun(game: AnyGame) -> None:
    faults = []
    for place, text in texts_of(game, "pl"):
        for part in parts_of(text).values():
            for gap in re.finditer(GAP, part):
                kind, before = game.rulebook.arguments.of(place, gap[1]), part[: gap.start()]
                if kind is None:
                    continue
                bare = kind.base == "player" and not (gap[2] or "").startswith("who.")
                if bare and re.search(rf"{LETTER}\s$", before):
                    faults.append(f"{'.'.join(place)}: {part}")
                if kind.base.startswith("name.") and re.search(rf"\b({POLISH_PREPOSITIONS})\s$", before, re.I):
                    faults.append(f"{'.'.join(place)}: {part}")
    assert faults == []


@each_language
@each_game
def test_no_text_uses_a_word_that_the_book_does_not_use(game: AnyGame, language: str) -> None:
    """``[never_say]`` of the language file, over the texts of the rulebook."""
    words = game.rulebook.words[language]
    assert words.never_say, "the language file has no [never_say]"
    texts = {".".join(place): part for place, text in texts_of(game, language) for part in parts_of(text).values()}
    texts |= {
        f"{rule}.{kind}": entry[kind]
        for rule, entry in words.rules.items()
        for kind in ("title", "text", "reason")
        if kind in entry
    }
    texts |= {
        f"{section}.{name}": text
        for section in ("glossary", "terms")
        for name, text in getattr(words, section).items()
    }
    faults = [
        f"{name}: say {instead!r}, not {never!r}: {text}"
        for never, instead in words.never_say.items()
        for name, text in texts.items()
        if re.search(rf"\b(?:{never})\b", re.sub(r"\{[^}]*\}", "…", text), re.IGNORECASE)
    ]
    assert faults == []


def page_texts(game: AnyGame, language: str) -> Iterator[tuple[str, str]]:
    """The texts of the page about one game: ``en: "…"``, ``L("…", "…", "…")``, and a block ``en: { … }``.

    The words by which a form is searched for (``words: L(…)``) may be any that players use.
    """
    for folder in ("games", "boards", "disputes"):
        for path in sorted((WEB / folder).glob(f"{game.meta.id}*.js")):
            source = path.read_text("utf-8")
            texts = re.findall(rf'\b{language}: "((?:[^"\\]|\\.)*)"', source)
            texts += [triple[LANGUAGES.index(language)] for triple in re.findall(THREE_TEXTS, source)]
            block = re.search(rf"^  {language}: \{{(.*?)^  \}}", source, re.DOTALL | re.MULTILINE)
            texts += re.findall(r': "((?:[^"\\]|\\.)*)"', block[1]) if block else []
            yield from ((path.name, text) for text in texts)


@each_language
@each_game
def test_the_page_uses_no_word_that_the_book_does_not_use(game: AnyGame, language: str) -> None:
    texts = list(page_texts(game, language))
    assert len(texts) > 50
    faults = [
        f"{name}: say {instead!r}, not {never!r}: {text}"
        for never, instead in game.rulebook.words[language].never_say.items()
        for name, text in texts
        if re.search(rf"\b(?:{never})\b", text, re.IGNORECASE)
    ]
    assert faults == []
