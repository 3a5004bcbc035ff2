"""Rulebook data: complete, the same in all languages, and refused when it has a hole."""

import copy
import tomllib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.referee.game import Game
from service.referee.rulebook import LANGUAGES, Rulebook, RulebookError, load
from service.referee.sentences import arguments_of
from service.referee.wording import EvidenceError, Wording
from tests.our_games import GAMES

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)


def read(game: Game, name: str) -> dict[str, Any]:
    return tomllib.loads((game.packs.parent / "rulebook" / f"{name}.toml").read_text("utf-8"))


OF_ONE_LANGUAGE = ("synonyms", "forms", "counts", "who", "never_say")
"""The sections of a language file whose entries are a matter of that language."""


def names_in(data: Any) -> Any:
    """The names of all texts of a section, without the texts; a sentence by number is one text."""
    if isinstance(data, dict) and "by" not in data:
        return {name: names_in(inner) for name, inner in data.items() if name != "words"}
    return None


@EVERY_GAME
def test_all_languages_have_the_same_texts_with_the_same_values(game: Game) -> None:
    first, *others = (read(game, language) for language in game.rulebook.languages)
    for other in others:
        for section in (first.keys() | other.keys()) - set(OF_ONE_LANGUAGE):
            assert names_in(first.get(section)) == names_in(other.get(section)), section
    english, *translations = (words.sentences() for words in game.rulebook.words.values())
    for translated in translations:
        assert {place: arguments_of(text) for place, text in english.items()} == {
            place: arguments_of(text) for place, text in translated.items()
        }


@EVERY_GAME
def test_house_rulings_are_numbered_without_gaps(game: Game) -> None:
    numbers = [rule.house for rule in game.rulebook.rules.values() if rule.house]
    prefix = numbers[0].split("-")[0] if numbers else ""
    # In any order: a ruling that comes later takes the next number, and published numbers never change.
    assert set(numbers) == {f"{prefix}-{place}" for place in range(1, len(numbers) + 1)}
    assert len(set(numbers)) == len(numbers)


@EVERY_GAME
def test_every_choice_has_its_words(game: Game) -> None:
    for language in game.rulebook.languages:
        told = read(game, language)["house_rules"]
        assert {name: set(values) - {"title"} for name, values in told.items()} == {
            name: set(rule.values) for name, rule in game.house_rules.items()
        }
    for rule in game.house_rules.values():
        assert set(rule.by_edition) == set(game.rulebook.editions)
        assert set(rule.by_edition.values()) <= set(rule.values)


def drop(*path: str) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return change


def put(value: Any, *path: str) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (drop("rules", "place/match"), "rules and texts differ"),
        (drop("rules", "place/match", "title"), "no title"),
        (drop("rules", "place/match", "message"), "no message"),
        (drop("rules", "place/overlap", "reason"), "no reason"),
        (drop("rules", "variants/harmony", "difference"), "differences for the wrong editions"),
        (drop("sections", "place"), "no title"),
        (drop("facts", "turn"), "facts differ"),
        (put(["wieża"], "synonyms", "tower"), "synonyms of tower, not in the glossary or the terms"),
        (put([], "synonyms", "domino"), "synonyms of domino are a list of 1 to 30"),
        (put("kafel", "synonyms", "domino"), "synonyms of domino are a list of 1 to 30"),
        (put(["kafel", "Kafel"], "synonyms", "domino"), "synonyms of domino have one twice"),
        (put(["kafel", "?"], "synonyms", "domino"), "synonyms of domino have one without a letter or a digit"),
        (put([7], "rules", "place/gaps", "words"), "words of place/gaps have one without a letter or a digit"),
        (put([], "rules", "place/gaps", "words"), "words of place/gaps are a list of 1 to 30"),
        (put({"es": "Luki"}, "rules", "place/gaps", "titles"), "titles for editions that do not differ"),
    ],
)
def test_a_language_file_with_a_hole_is_refused(change: Callable[[dict[str, Any]], None], complaint: str) -> None:
    game = GAMES[0]
    texts = copy.deepcopy(read(game, "pl"))
    change(texts)
    words = {language: Wording(read(game, language), language) for language in ("en", "es")}
    with pytest.raises(RulebookError, match=complaint):
        Rulebook(game.meta.id, read(game, "rules"), {**words, "pl": Wording(texts, "pl")})


def change(*path: str, to: str) -> Callable[[dict[str, Any]], None]:
    def apply(data: dict[str, Any]) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = to

    return apply


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            change("rules", "place/match", "message", to="{terrain_a:term}: {square_a:square}."),
            "kingdomino, place/match message: the sentence in en has {terrain_b}, that in pl has not",
        ),
        (
            change("rules", "place/match", "messages", "kingdom", to="{player}, {dominoes}, {castle}."),
            "kingdomino, place/match messages kingdom: the sentence in pl has {castle}, that in en has not",
        ),
        (
            change("events", "placed", to="{player}: {domino}."),
            "kingdomino, events placed: the sentence in en has {squares}, that in pl has not",
        ),
        (
            change("facts", "turn", to="jest jego kolej"),
            "kingdomino, facts turn: the sentence in en has {player}, that in pl has not",
        ),
        (
            drop("rules", "place/match", "messages", "kingdom"),
            "kingdomino, place/match messages kingdom: there is no such sentence in pl",
        ),
        (
            change("events", "made-up", to="{player}"),
            "kingdomino, events made-up: there is no such sentence in en",
        ),
    ],
)
def test_a_sentence_that_needs_other_evidence_stops_the_start(
    change: Callable[[dict[str, Any]], None], complaint: str
) -> None:
    game = GAMES[0]
    texts = copy.deepcopy(read(game, "pl"))
    change(texts)
    words = {language: Wording(read(game, language), language) for language in ("en", "es")}
    with pytest.raises(RulebookError) as raised:
        Rulebook(game.meta.id, read(game, "rules"), {**words, "pl": Wording(texts, "pl")})
    assert str(raised.value) == complaint


@pytest.mark.parametrize(
    ("say", "complaint"),
    [
        (
            lambda words: words.message(
                "place/match", "", {"square_a": (0, 1), "square_b": (0, 2), "terrain_b": "lake"}
            ),
            "place/match message in en: the evidence lacks terrain_a",
        ),
        (
            lambda words: words.message("place/match", "kingdom", {}),
            "place/match messages kingdom in en: the evidence lacks dominoes, player",
        ),
        (
            lambda words: words.message("place/match", "castle", {}),
            "place/match messages castle in en: there is no such sentence",
        ),
        (
            lambda words: words.line("place/match", "", {}),
            "place/match line in en: there is no such sentence",
        ),
        (
            lambda words: words.event("placed", {"player": "ana", "squares": []}),
            "events placed in en: the evidence lacks domino",
        ),
        (lambda words: words.fact("turn", {}), "facts turn in en: the evidence lacks player"),
    ],
)
def test_evidence_that_fills_no_sentence_is_named(say: Callable[[Wording], str], complaint: str) -> None:
    with pytest.raises(EvidenceError) as raised:
        say(GAMES[0].rulebook.words["en"])
    assert str(raised.value) == complaint


@pytest.mark.parametrize(
    ("place", "value", "complaint"),
    [
        ("kind", "optional", "unknown kind"),
        ("es", {"hints": "somewhere"}, "unknown status"),
        ("house", "KD-99", "a house ruling stands exactly where every source is silent"),
        ("faq", {"silent": True}, "is named only where it states the rule"),
    ],
)
def test_a_rule_that_contradicts_itself_is_refused(place: str, value: Any, complaint: str) -> None:
    game = GAMES[0]
    data = copy.deepcopy(read(game, "rules")) | {"supplement": [FAQ]}
    next(rule for rule in data["rule"] if rule["id"] == "place/match")[place] = value
    words = {language: Wording(read(game, language), language) for language in LANGUAGES}
    with pytest.raises(RulebookError, match=complaint):
        Rulebook(game.meta.id, data, words)


def test_a_rule_that_can_be_overlooked_is_a_rule() -> None:
    game = GAMES[0]
    data = {**read(game, "rules"), "repair": {"can_stand": ["place/match", "place/nowhere"]}}
    words = {language: Wording(read(game, language), language) for language in LANGUAGES}
    with pytest.raises(RulebookError, match="place/nowhere, which are no rules"):
        Rulebook(game.meta.id, data, words)


FAQ = {
    "id": "faq",
    "language": "en",
    "title": "A list of answers",
    "tier": "official FAQ",
    "note": dict.fromkeys(LANGUAGES, "Made up."),
}


def test_a_supplement_is_cited_after_the_books_and_only_where_it_speaks() -> None:
    game = GAMES[0]
    data = copy.deepcopy(read(game, "rules")) | {"supplement": [FAQ]}
    next(rule for rule in data["rule"] if rule["id"] == "place/match")["faq"] = {"states": "3"}
    book = Rulebook(game.meta.id, data, {language: Wording(read(game, language), language) for language in LANGUAGES})
    spoken, unspoken = (
        book.citation(rule, "broken", "en", next(iter(book.editions))).sources
        for rule in ("place/match", "place/bounds")
    )
    assert (spoken[-1].edition, spoken[-1].section, spoken[-1].tier) == ("faq", "3", "official FAQ")
    assert [source.edition for source in unspoken] == list(book.editions)
    assert all(source.tier is msgspec.UNSET for source in unspoken)


def test_what_a_supplement_states_is_no_house_ruling() -> None:
    game = GAMES[0]
    data = copy.deepcopy(read(game, "rules")) | {"supplement": [FAQ]}
    overlap = next(rule for rule in data["rule"] if rule["id"] == "place/overlap")
    overlap["faq"] = {"states": "1"}
    words = {language: Wording(read(game, language), language) for language in LANGUAGES}
    with pytest.raises(RulebookError, match="a house ruling stands exactly where"):
        Rulebook(game.meta.id, data, words)
    del overlap["house"]
    assert Rulebook(game.meta.id, data, words).rules["place/overlap"].house is None


def ruled(rule: str, **entry: Any) -> Rulebook:
    """Kingdomino with another entry in ``rules.toml`` for one of its rules."""
    game = GAMES[0]
    data = copy.deepcopy(read(game, "rules"))
    next(old for old in data["rule"] if old["id"] == rule).update(entry)
    return Rulebook(game.meta.id, data, {language: Wording(read(game, language), language) for language in LANGUAGES})


def test_a_house_ruling_for_an_edition_is_cited_in_that_edition_only() -> None:
    book = ruled("discard/at-will", house="KD-13", house_for=["first"])
    in_use = {
        edition: book.citation("discard/at-will", "broken", "en", edition).house_ruling for edition in book.editions
    }
    assert in_use["es"] is None
    assert in_use["first"] is not None
    assert in_use["first"].number == "KD-13"
    assert book.rules["discard/at-will"].house_in("es") is None


@pytest.mark.parametrize(
    ("rule", "entry"),
    [
        ("place/fixed", {"house": "KD-12", "house_for": ["es"]}),  # it is stated there
        ("place/fixed", {"house": "KD-12", "house_for": []}),
        ("place/fixed", {"house": "KD-12", "house_for": ["second"]}),
        ("place/match", {"house": "KD-15"}),
        ("place/match", {"house_for": ["first"]}),
        ("place/overlap", {"house_for": ["es"]}),  # silent everywhere: it decides everywhere
    ],
)
def test_a_house_ruling_for_editions_that_are_not_silent_is_refused(rule: str, entry: dict[str, Any]) -> None:
    with pytest.raises(RulebookError, match="a house ruling stands exactly where"):
        ruled(rule, **entry)


UNSOURCED: dict[str, set[tuple[str, str]]] = {}
"""Rules and editions with neither a place in the book nor a house ruling. This list only shrinks."""


@EVERY_GAME
def test_every_rule_has_a_source_or_a_house_ruling_in_every_edition(game: Game) -> None:
    """A refusal never rests on a rule on which the book in use is silent and nobody has ruled."""
    book = game.rulebook
    unsourced = {
        (rule.id, edition)
        for rule in book.rules.values()
        for edition in book.editions
        if rule.places[edition].status == "silent"
        and rule.places.keys().isdisjoint(book.supplements)
        and not rule.house_in(edition)
    }
    assert unsourced == UNSOURCED.get(game.meta.id, set())


@EVERY_GAME
def test_citations_put_the_book_on_the_table_first(game: Game) -> None:
    book = load(game.meta.id, game.packs.parent / "rulebook")
    for edition in book.editions:
        for rule in book.rules:
            cited = book.citation(rule, "broken", "en", edition)
            assert cited.sources[0].edition == edition
            assert len(cited.sources) == len(book.rules[rule].places)
