"""The form of sentences: plural classes, counted nouns, head nouns, forms of terms, lists and names of components."""

from typing import Any

import pytest

from service.referee.arguments import Arguments, Kind, kind
from service.referee.formats import FormatError, Formats
from service.referee.plurals import classes, joined
from service.referee.sentences import Sentence, arguments_of
from service.referee.wording import EvidenceError, TextError, Wording

POLISH: dict[str, Any] = {
    "counts": {"coin_acc": {"one": "{n} monetę", "few": "{n} monety", "many": "{n} monet"}},
    "who": {"nom": "gracz {name}", "gen": "gracza {name}", "gen_pl": "graczy {name}"},
    "forms": {"card": {"castle": {"nom": "Zamek", "gen": "Zamku"}, "field": {"nom": "Pole", "gen": "Pola"}}},
    "terms": {"red": "czerwony"},
}


def say(text: Any, language: str = "pl", names: Any = None, **detail: Any) -> str:
    return Sentence(text, Formats(POLISH if language == "pl" else {}, language)).fill(detail, names or {})


@pytest.mark.parametrize(
    ("language", "expected"), [("en", {"one", "other"}), ("es", {"one", "other"}), ("pl", {"one", "few", "many"})]
)
def test_the_classes_of_whole_numbers(language: str, expected: set[str]) -> None:
    assert classes(language) == expected


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "ma 0 monet"), (1, "ma 1 monetę"), (2, "ma 2 monety"), (5, "ma 5 monet"), (12, "ma 12 monet"),
     (22, "ma 22 monety"), (-2, "ma -2 monety"), (1005, "ma 1005 monet")],
)  # fmt: skip
def test_a_counted_noun_agrees_with_its_number(number: int, text: str) -> None:
    assert say("ma {coins:count.coin_acc}", coins=number) == text


@pytest.mark.parametrize(
    ("detail", "text"),
    [({"cards": 1}, "a card"), ({"cards": 5}, "5 cards"), ({"cards": 0}, "no card"), ({"cards": None}, "some cards"),
     ({"cards": ["x"]}, "a card"), ({"cards": ["x", "y"]}, "x and y cards"), ({"cards": []}, "nothing")],
)  # fmt: skip
def test_a_sentence_is_chosen_by_a_number_or_the_length_of_a_list(detail: Any, text: str) -> None:
    table = {"by": "cards", "one": "a card", "other": "{cards} cards", "zero": "no card", "empty": "nothing",
             "unknown": "some cards"}  # fmt: skip
    assert say(table, "en", **detail) == text


@pytest.mark.parametrize(
    ("text", "language", "complaint"),
    [
        ({"by": "n", "one": "a"}, "en", "the class other is missing"),
        ({"by": "n", "one": "a", "other": "b"}, "pl", "the class few, many is missing"),
        ({"by": "n", "one": "a", "other": "b", "few": "c"}, "en", "few is no class of en"),
        ({"one": "a", "other": "b"}, "en", "says `by` which number"),
        ("{coins:count.coins}", "pl", "there is no format 'count.coins'"),
        ("{player:who.voc}", "pl", "there is no format 'who.voc'"),
        ("{card:card.loc}", "pl", "there is no format 'card.loc'"),
        ("{card:size}", "en", "there is no format 'size'"),
    ],
)
def test_a_text_that_cannot_be_filled_is_refused_at_start(text: Any, language: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        say(text, language)
    texts = {"sections": {}, "rules": {"a/b": {"title": "A", "text": "A", "message": text}}}
    with pytest.raises(TextError, match="a/b message in"):
        Wording({**texts, **(POLISH if language == "pl" else {})}, language)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"counts": {"coin": {"one": "{n} coin"}}}, "counts.coin: needs one, other"),
        ({"counts": {"coin": {"one": "a", "other": "b", "few": "c"}}}, "differs in few"),
        ({"forms": {"card": {"castle": {"a": "a Castle"}, "field": {}}}}, "not every term has every form"),
    ],
)
def test_forms_that_are_not_complete_are_refused_at_start(data: Any, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        Formats(data, "en")


def test_a_noun_that_another_value_names_is_counted() -> None:
    goods = {"counts": {"ship": {"one": "{n} ship", "other": "{n} ships"}, "axe_x": {"one": "axe", "other": "axes"}}}
    formats = Formats(goods, "en")
    assert Sentence("gains {count:of.good}", formats).fill({"count": 2, "good": "ship"}, {}) == "gains 2 ships"
    assert Sentence("gains {count:of.good.x}", formats).fill({"count": 2, "good": "axe"}, {}) == "gains axes"
    assert Sentence("{cost:amounts}", formats).fill({"cost": [("ship", 1), ("axe_x", 3)]}, {}) == "1 ship and axes"
    assert arguments_of("gains {count:of.good.x}") == {"count", "good"}
    with pytest.raises(LookupError):
        Sentence("gains {count:of.good}", formats).fill({"count": 2, "good": "house"}, {})


def test_names_stand_behind_a_head_noun() -> None:
    assert say("miasto {player:who.gen}", player="Ania") == "miasto gracza Ania"
    assert say("miasta {players:who.gen}", players=["Ania"]) == "miasta gracza Ania"
    assert say("miasta {players:who.gen}", players=["Ania", "Bartek"]) == "miasta graczy Ania i Bartek"
    assert say("{players:who.nom}", players=["Ania", "Bartek"]) == "gracz Ania i gracz Bartek", "no form for several"


COUNTED = {
    "land": {"a": {"one": "a Land", "other": "{n} Lands"}, "nom": "Land"},
    "church": {"a": {"one": "a Church", "other": "{n} Churches"}, "nom": "Church"},
}


@pytest.mark.parametrize(
    ("cards", "text"),
    [("land", "a Land"), (["land"], "a Land"), (["land", "church"], "a Land and a Church"),
     (["land", "church", "land"], "2 Lands and a Church"), (("church", "church"), "2 Churches")],
)  # fmt: skip
def test_equal_terms_of_a_list_are_counted_where_their_form_has_plural_classes(cards: Any, text: str) -> None:
    sentence = Sentence("{cards:card.a}", Formats({"forms": {"card": COUNTED}}, "en"))
    assert sentence.fill({"cards": cards}, {}) == text


def test_forms_of_one_text_are_not_counted() -> None:
    sentence = Sentence("{cards:card.nom}", Formats({"forms": {"card": COUNTED}}, "en"))
    assert sentence.fill({"cards": ["land", "land"]}, {}) == "Land and Land"


def test_a_form_lacks_no_plural_class() -> None:
    with pytest.raises(FormatError, match=r"forms\.card\.land\.a: needs one, other"):
        Formats({"forms": {"card": {"land": {"a": {"one": "a Land"}}}}}, "en")


def test_terms_have_forms() -> None:
    assert say("bez {card:card.gen}", card="castle") == "bez Zamku"
    assert say("bez {cards:card.gen}", cards=["castle", "field"]) == "bez Zamku i Pola"
    assert say("{colour:term}", colour="red") == "czerwony"


def test_components_are_named_by_the_pack() -> None:
    names = {"town": {"C5": "C5 (Connacht)"}}
    assert say("in {town:name.town}", "en", names, town="C5") == "in C5 (Connacht)"
    assert say("in {towns:name.town}", "en", names, towns=["C5", "X9"]) == "in C5 (Connacht) and X9"


@pytest.mark.parametrize(
    ("language", "items", "text"),
    [("en", ["a"], "a"), ("en", ["a", "b"], "a and b"), ("en", ["a", "b", "c"], "a, b, and c"),
     ("es", ["ana", "inés"], "ana e inés"), ("es", ["inés", "ana"], "inés y ana"),
     ("es", ["nieve", "hielo"], "nieve y hielo"),
     ("pl", ["a", "b", "c"], "a, b i c"), ("en", [], "")],
)  # fmt: skip
def test_lists_are_joined_as_the_language_does(language: str, items: list[str], text: str) -> None:
    assert joined(items, language) == text
    assert say("{items}", language, items=items) == text


def test_further_formats() -> None:
    assert say("{moves:or}", "es", moves=["una", "otra"]) == "una u otra"
    assert say("{moves:comma}", "en", moves=[1, 2, 3]) == "1, 2, 3"
    assert say("{coins:abs}", "en", coins=-5) == "5"
    assert say("{square:square}", "en", square=[1, -2]) == "(1, -2)"


def test_what_a_text_needs() -> None:
    assert arguments_of({"by": "n", "one": "a {x}", "other": "{n} {x}"}) == {"n", "x"}


def test_evidence_that_has_no_form_is_named() -> None:
    texts = {"by": "n", "one": "a", "other": "b"}
    words = Wording({"sections": {}, "rules": {"a/b": {"title": "A", "text": "A", "message": texts}}}, "en")
    with pytest.raises(EvidenceError, match=r"a/b message in en: .* does not fit"):
        words.message("a/b", "", {"n": None})


def test_kinds_of_arguments() -> None:
    assert kind("card[]?") == Kind("card", is_list=True, optional=True)
    assert kind("red|blue") == Kind("term", terms=("red", "blue"))
    assert kind("red|blue").fits("red")
    assert not kind("red|blue").fits("green")
    assert not kind("number").fits(None)
    assert kind("number?").fits(None)
    assert not kind("player[]").fits([])
    assert kind("player[]?").fits([])
    assert kind("square[]").fits([[1, 2]])
    declared = Arguments({"n": "number", "a/b.message": {"n": "player"}})
    assert declared.of(("a/b", "message"), "n") == Kind("player")
    assert declared.of(("a/c", "message"), "n") == Kind("number")
    assert declared.of(("a/c", "message"), "m") is None


def test_an_amount_is_a_noun_with_its_number() -> None:
    assert kind("amount:axes|ships[]").fits([["axes", 2], ["ships", 0]])
    assert not kind("amount:axes|ships[]").fits([["houses", 2]])
