"""The search by itself: words, ranking, typos, editions, and its bounds."""

import random
from functools import cache

import pytest

from service.operations.served_game import ServedGame
from service.referee.budget import Budget, BudgetSpent, use
from service.referee.search.documents import Library, entries_of
from service.referee.search.index import SYNONYM, TEXT, TITLE, WORDS, Document, Index
from service.referee.search.language import Language, fold, language, one_edit_away, words_in
from service.referee.search.search import KINDS, Reader, Search
from tests.our_games import GAMES

LONGEST = 200
"""The characters of a query that the API accepts."""


@cache
def libraries() -> dict[str, Library]:
    served = [ServedGame(game) for game in GAMES]
    return {each.id: Library(each.game.meta.title, each.rulebook, each.cases) for each in served}


@cache
def search() -> Search:
    return Search(libraries().values())


def index_of(*documents: dict[float, str], synonyms: tuple[list[str], ...] = ()) -> Index:
    made = [Document([(weight, [text]) for weight, text in fields.items()]) for fields in documents]
    return Index(language("en"), made, synonyms)


def order(index: Index, words: str, guessed: bool = True) -> list[int]:
    query = language("en").read(words)
    everything = range(len(index.documents))
    matches = index.find(query, everything, set(query.keys) if guessed else ())
    ranked = sorted(matches.found, key=lambda match: (match.concepts < matches.concepts, -match.score))
    return [match.document for match in ranked]


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("en", ["tie", "ties", "tied"]),
        ("en", ["castle", "castles"]),
        ("es", ["descartar", "descarta", "descartada"]),
        ("es", ["empate", "empates"]),
        ("pl", ["zamek", "zamku", "zamki"]),
        ("pl", ["kafelek", "kafelka", "kafelków"]),
        ("pl", ["miasto", "miasta", "miastem"]),
    ],
)
def test_forms_of_a_word_are_one_term(name: str, forms: list[str]) -> None:
    assert len({language(name).term(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("word", "plain"), [("żółć", "zolc"), ("tamaño", "tamano"), ("łąka", "laka"), ("tie", "tie")]
)
def test_accents_are_folded(word: str, plain: str) -> None:
    assert fold(word) == plain


def test_words_are_cut_at_signs_and_long_ones_are_shortened() -> None:
    assert words_in("¿Qué pasa? a_b x-y 5x5") == ["qué", "pasa", "a", "b", "x", "y", "5x5"]
    assert len(words_in("x" * LONGEST)[0]) < 30


def test_stop_words_count_only_where_there_is_nothing_else() -> None:
    english = language("en")
    assert list(english.read("what happens on a tie").keys) == ["tie"]
    assert list(english.read("who are you").keys) == ["who", "are", "you"]
    assert english.read("").keys == {}


@pytest.mark.parametrize("name", ["en", "es", "pl"])
def test_common_synonyms_are_words_of_the_language_without_repetition(name: str) -> None:
    """A phrase needs two words that are no stop words: one alone would not be the phrase."""
    spoken = Language(name)
    for group in spoken.synonyms.values():
        assert len(set(group)) == len(group) > 1, group
        for member in group:
            words = words_in(member)
            assert sum(not spoken.is_stop_word(word) for word in words) >= min(2, len(words)) > 0, member


@pytest.mark.parametrize("typo", ["castel", "catle", "casttle", "cassle"])
def test_one_edit_is_a_letter_more_less_other_or_exchanged(typo: str) -> None:
    assert "castle" in set(one_edit_away(typo))


# ---------------------------------------------------------------- ranking


def test_all_words_come_before_fewer_words() -> None:
    index = index_of({TITLE: "castle castle"}, {TEXT: "the castle and the king"}, {TITLE: "king"})
    assert order(index, "castle king")[0] == 1
    assert set(order(index, "castle king")) == {0, 1, 2}


def test_titles_count_more_than_texts() -> None:
    assert order(index_of({TEXT: "castle castle castle"}, {TITLE: "castle"}), "castle") == [1, 0]


def test_rare_words_count_most() -> None:
    common = [{TEXT: "domino"} for _ in range(8)]
    index = index_of(*common, {TEXT: "crown"}, {TEXT: "hill"})
    assert order(index, "domino crown")[0] == 8


def test_a_synonym_finds_less_than_the_word_itself() -> None:
    index = index_of({TEXT: "domino"}, {TEXT: "tile"}, synonyms=(["domino", "tile"],))
    assert order(index, "tiles") == [1, 0]
    assert SYNONYM < 1


def test_a_phrase_leads_to_its_synonym_but_its_words_alone_do_not() -> None:
    index = index_of({TEXT: "discard"}, {TEXT: "hill"}, synonyms=(["discard", "throw away"],))
    assert order(index, "may I throw it away?", guessed=False) == [0]
    assert order(index, "throw", guessed=False) == []


def test_words_beside_a_rule_find_it() -> None:
    assert order(index_of({TITLE: "gaps", WORDS: "hole"}, {TITLE: "castle"}), "holes") == [0]


def test_a_typo_is_forgiven_in_words_of_five_letters_that_are_nowhere() -> None:
    index = index_of({TEXT: "castle"}, {TEXT: "king"})
    assert order(index, "catsle") == [0]
    assert order(index, "kng") == []
    assert order(index, "catsle", guessed=False) == []


def test_the_last_word_may_be_half_typed_and_the_others_may_not() -> None:
    index = index_of({TEXT: "castle"}, {TEXT: "cast iron"})
    assert order(index, "cast") == [1, 0]
    assert order(index, "cast ") == [1]


def test_a_word_that_another_game_knows_is_no_typo_here() -> None:
    """Castles are in two games; `cattle` is in none, and would be one edit of it."""
    readers = {game: Reader("en", library.rulebook.edition_for("en")) for game, library in libraries().items()}
    games = {hit.entry.game for hit in search().find("castle", readers, 100).best}
    assert "roll-and-raid" not in games


# ---------------------------------------------------------------- editions


def found(game: str, words: str, edition: str, name: str = "en") -> dict[str, str]:
    hits = search().find(words, {game: Reader(name, edition)}, 100, ("rule",)).best
    return {hit.entry.id: hit.entry.text for hit in hits}


@pytest.mark.parametrize("game", libraries())
@pytest.mark.parametrize("name", ["en", "es", "pl"])
def test_every_rule_is_there_once_for_each_edition_with_the_text_that_holds(game: str, name: str) -> None:
    book = libraries()[game].rulebook
    entries = [entry for entry in entries_of(libraries()[game], name) if entry.kind == "rule"]
    for edition in book.editions:
        texts = [(entry.id, entry.text) for entry in entries if edition in entry.editions]
        assert texts == [(rule, book.text(rule, name, edition)) for rule in book.rules]


def test_a_rule_that_an_edition_does_not_have_is_not_shown_as_its_rule() -> None:
    crowns = "score/tie-crowns"
    book = libraries()["kingdomino"].rulebook
    for edition, title in (("first", "Tie: the most crowns"), ("es", "Tie: crowns do not decide")):
        hits = search().find("tie crowns", {"kingdomino": Reader("en", edition)}, 100).best
        hit = next(hit for hit in hits if hit.entry.id == crowns)
        assert hit.entry.title == title
        assert hit.entry.text == book.text(crowns, "en", edition)
    assert found("kingdomino", "tie crowns", "es")[crowns] != found("kingdomino", "tie crowns", "first")[crowns]


def test_a_case_is_shown_only_where_its_verdict_holds() -> None:
    """The books disagree on the active town: there is a case for each of them."""
    entries = {entry.id: entry for entry in entries_of(libraries()["brian-boru"], "en") if entry.kind == "case"}
    assert entries["expansion-into-the-active-town"].editions == {"pl"}
    assert entries["expansion-into-the-active-town-en"].editions == {"en"}
    assert entries["expansion-without-a-road"].editions == {"pl", "es", "en"}
    for edition, found_there in (("pl", False), ("en", True)):
        hits = search().find("the English book", {"brian-boru": Reader("en", edition)}, 100, ("case",)).best
        assert ("expansion-into-the-active-town-en" in {hit.entry.id for hit in hits}) is found_there


def test_the_edition_of_a_reader_is_the_first_in_the_language() -> None:
    book = libraries()["kingdomino"].rulebook
    assert [book.edition_for(name) for name in ("en", "es", "pl")] == ["first", "es", "es"]


# ---------------------------------------------------------------- bounds


def worst_queries(name: str) -> list[str]:
    chance = random.Random(7)
    rules = [rule for library in libraries().values() for rule in library.rulebook.words[name].rules.values()]
    words = [word for rule in rules for word in words_in(rule["text"])]
    nonsense = ["".join(chance.choice("abcdefghijklmnoprst") for _ in range(6)) for _ in range(40)]
    return [
        "a " * 100,
        "x" * LONGEST,
        " ".join(nonsense)[:LONGEST],
        " ".join(sorted(language(name).stop_words))[:LONGEST],
        *(" ".join(chance.sample(words, 60))[:LONGEST] for _ in range(10)),
    ]


@pytest.mark.parametrize("name", ["en", "es", "pl"])
def test_the_worst_query_is_cheap_and_counted(name: str) -> None:
    readers = {game: Reader(name, library.rulebook.edition_for(name)) for game, library in libraries().items()}
    used = []
    for query in worst_queries(name):
        budget = Budget()
        with use(budget):
            search().find(query, readers, 50, KINDS)
        used.append(budget.used)
    assert 5_000 < max(used) < 30_000


def test_the_same_query_uses_the_same_steps() -> None:
    def steps() -> int:
        budget = Budget()
        with use(budget):
            search().find("may I discad a domino", {"kingdomino": Reader("en", "first")}, 5)
        return budget.used

    assert steps() == steps()
    with pytest.raises(BudgetSpent), use(Budget(steps() - 1)):
        search().find("may I discad a domino", {"kingdomino": Reader("en", "first")}, 5)
