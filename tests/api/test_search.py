"""The search over HTTP: rules, terms and cases for words or a question, by language, edition, game and kind."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.games.kingdomino.game import GAME as game
from tests.api.questions import KINGDOMINO
from tests.our_games import GAMES

MARK = re.compile(r"</?mark>")


def look_up(client: FlaskClient, path: str, **query: Any) -> Any:
    response = client.get(path, query_string=query or None)
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.get_json()


def search(client: FlaskClient, words: str, **query: Any) -> Any:
    return look_up(client, "/v1/search", q=words, **query)


def hits_of(client: FlaskClient, words: str, lang: str = "en") -> list[dict[str, Any]]:
    hits: list[dict[str, Any]] = look_up(client, f"{KINGDOMINO}/rules", q=words, lang=lang)["hits"]
    return hits


def ids(hits: list[dict[str, Any]]) -> list[str]:
    return [hit["id"] for hit in hits]


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("plain", "accented", "language"),
    [
        ("conexion", "conexión", "es"),
        ("tamano", "tamaño", "es"),
        ("polacz", "połącz", "pl"),
        ("najwieksze", "największe", "pl"),
        ("castle", "cástlé", "en"),
    ],
)
def test_accents_do_not_matter(client: FlaskClient, plain: str, accented: str, language: str) -> None:
    hits = hits_of(client, plain, language)
    assert hits
    assert hits == hits_of(client, accented, language)


def test_case_does_not_matter(client: FlaskClient) -> None:
    assert hits_of(client, "castle") == hits_of(client, "CASTLE") == hits_of(client, "Castle")


@pytest.mark.parametrize(("prefix", "word", "language"), [("cast", "castle", "en"), ("castil", "castillo", "es")])
def test_the_beginning_of_a_word_is_enough(client: FlaskClient, prefix: str, word: str, language: str) -> None:
    assert hits_of(client, prefix, language)
    assert ids(hits_of(client, word, language))[:5] == ids(hits_of(client, prefix, language))[:5]


def test_a_typo_does_not_matter(client: FlaskClient) -> None:
    for typo in ("castel", "catsle", "casle"):
        assert ids(hits_of(client, typo)) == ids(hits_of(client, "castle"))


@pytest.mark.parametrize(
    ("word", "language"), [("castle", "en"), ("castillo", "es"), ("zamek", "pl"), ("domino", "en")]
)
def test_hits_in_the_title_come_first(client: FlaskClient, word: str, language: str) -> None:
    in_title = ["<mark>" in hit["title"] for hit in hits_of(client, word, language)[:3]]
    assert in_title == [True] * 3


@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_a_hit_is_the_rule_of_the_edition_with_the_words_marked(client: FlaskClient, language: str) -> None:
    words = {"en": "castle crowns tie", "es": "castillo coronas empate", "pl": "zamek korony remis"}[language]
    hits = search(client, words, game="kingdomino", kind="rule", lang=language, edition="first", limit=50)["hits"]
    assert len(hits) > 10
    tree = look_up(client, f"{KINGDOMINO}/rules", lang=language, edition="first")
    rules = {rule["id"]: rule for section in tree["sections"] for rule in section["rules"]}
    for hit in hits:
        rule = rules[hit["id"]]
        assert MARK.sub("", hit["text"]) == rule["text"]
        assert hit["source"] == rule["sources"][0]
        assert hit.get("house_ruling") == (rule["house_ruling"] or {}).get("number")
    assert all("<mark>" in hit["title"] + hit["text"] for hit in hits[:10])


def test_rules_with_all_words_come_first_and_others_after(client: FlaskClient) -> None:
    both = ids(hits_of(client, "castle crowns"))
    castle, crowns = set(ids(hits_of(client, "castle"))), set(ids(hits_of(client, "crowns")))
    number = len(castle & crowns)
    assert number > 0
    assert set(both[:number]) == castle & crowns
    assert set(both) == castle | crowns


def test_words_that_are_nowhere_find_nothing_by_themselves(client: FlaskClient) -> None:
    for words in ("parachute", "", "  ", "?!", "*", '"', "_", "castillo"):
        assert hits_of(client, words) == []
        assert search(client, words, game="kingdomino")["total"] == 0
    assert ids(hits_of(client, "castle parachute")) == ids(hits_of(client, "castle "))


@pytest.mark.parametrize(
    "words", ['castle"', "castle*", "-castle", "(castle)", "title:castle", "castle AND", "^castle"]
)
def test_signs_of_a_query_language_are_only_signs(client: FlaskClient, words: str) -> None:
    expected = hits_of(client, re.sub(r"\W+", " ", words).strip())
    assert ids(hits_of(client, words)) == ids(expected)


# ---------------------------------------------------------------- what is found


def test_a_question_finds_rules_terms_and_cases(client: FlaskClient) -> None:
    hits = search(client, "does the castle connect?", game="kingdomino", limit=50)["hits"]
    assert hits[0]["id"] == "kingdomino/place/castle"
    assert {hit["kind"] for hit in hits} == {"rule", "term", "case"}


def test_a_case_shows_its_title_and_its_verdict(client: FlaskClient) -> None:
    hit = search(client, "castle terrain", game="kingdomino", kind="case")["hits"][0]
    case = look_up(client, f"{KINGDOMINO}/cases/{hit['id']}")["case"]
    assert MARK.sub("", hit["title"]) == case["title"]["en"]
    assert hit["verdict"] == case["expected"]["verdict"]
    assert set(hit["rules"]) >= set(case["expected"].get("broken", []))
    assert hit["text"] == ""


def test_a_term_shows_its_definition(client: FlaskClient) -> None:
    hit = search(client, "płytka", game="kingdomino", kind="term", lang="pl")["hits"][0]
    assert hit["id"] == "domino"
    assert MARK.sub("", hit["title"]) == "kafelek"
    assert MARK.sub("", hit["text"]) == game.rulebook.words["pl"].glossary["domino"]


def test_the_search_across_games_finds_the_same_rules(client: FlaskClient) -> None:
    everywhere = look_up(client, "/v1/rules", q="castle")["hits"]
    assert [hit for hit in everywhere if hit["game"] == "kingdomino"] == hits_of(client, "castle")[
        : sum(hit["game"] == "kingdomino" for hit in everywhere)
    ]
    assert {hit["game"] for hit in everywhere} == {"kingdomino", "ortus-regni"}
    assert look_up(client, "/v1/rules") == {"hits": []}


# ---------------------------------------------------------------- parameters


def test_at_most_so_many_hits_come_back_and_all_are_counted(client: FlaskClient) -> None:
    by_default = search(client, "card")
    assert len(by_default["hits"]) == 20 < by_default["total"]
    most = search(client, "card", limit=50)
    assert len(most["hits"]) == 50 <= most["total"] == by_default["total"]
    assert search(client, "card", limit=1)["hits"] == most["hits"][:1]
    assert most["hits"][:20] == by_default["hits"]


def test_the_edition_is_the_readers_or_the_first_in_the_language(client: FlaskClient) -> None:
    by_language = {lang: search(client, "x", lang=lang)["editions"] for lang in ("en", "es", "pl")}
    assert {lang: editions["kingdomino"] for lang, editions in by_language.items()} == {
        "en": "first",
        "es": "es",
        "pl": "es",
    }
    assert {lang: editions["brian-boru"] for lang, editions in by_language.items()} == {
        "en": "en",
        "es": "es",
        "pl": "pl",
    }
    chosen = search(client, "x", lang="en", edition="pl")["editions"]
    assert chosen == {**by_language["en"], "brian-boru": "pl"}  # the others have no such edition


def test_a_hit_states_what_holds_in_the_edition(client: FlaskClient) -> None:
    """A search used to show the English rule on ties to readers of a book that says the opposite."""
    answers = {
        edition: next(
            hit
            for hit in search(client, "tie crowns", game="kingdomino", edition=edition)["hits"]
            if hit["id"] == "kingdomino/score/tie-crowns"
        )
        for edition in ("es", "first")
    }
    assert answers["es"]["source"]["status"] == "differs"
    assert "no third criterion" in MARK.sub("", answers["es"]["text"])
    assert MARK.sub("", answers["es"]["title"]) == "Tie: crowns do not decide"
    assert answers["first"]["source"]["status"] == "states"
    assert MARK.sub("", answers["first"]["title"]) == "Tie: the most crowns"


def test_the_tree_of_rules_can_be_read_by_an_edition(client: FlaskClient) -> None:
    def text(**query: str) -> str:
        tree = look_up(client, f"{KINGDOMINO}/rules", lang="en", **query)
        rules = [rule for section in tree["sections"] for rule in section["rules"]]
        return next(rule["text"] for rule in rules if rule["id"] == "kingdomino/score/tie-crowns")

    assert text() == text(edition="es") != text(edition="first")


@pytest.mark.parametrize(
    ("path", "query", "parameter"),
    [
        ("/v1/search", {}, "q"),
        ("/v1/search", {"q": "a" * 201}, "q"),
        ("/v1/search", {"q": "a", "limit": "0"}, "limit"),
        ("/v1/search", {"q": "a", "limit": "51"}, "limit"),
        ("/v1/search", {"q": "a", "limit": "x"}, "limit"),
        ("/v1/search", {"q": "a", "kind": "rules"}, "kind"),
        ("/v1/search", {"q": "a", "lang": "de"}, "lang"),
        ("/v1/search", {"q": "a", "edition": "third"}, "edition"),
        ("/v1/search", {"q": "a", "game": "kingdomino", "edition": "pl"}, "edition"),
        ("/v1/search", {"q": "a", "page": "2"}, "page"),
        ("/v1/rules", {"q": "a", "edition": "third"}, "edition"),
        (f"{KINGDOMINO}/rules", {"q": "a", "edition": "pl"}, "edition"),
        (f"{KINGDOMINO}/rules", {"edition": "pl"}, "edition"),
    ],
)
def test_a_wrong_parameter_is_named(client: FlaskClient, path: str, query: dict[str, str], parameter: str) -> None:
    response = client.get(path, query_string=query)
    assert response.status_code == 422
    assert [error["parameter"] for error in response.get_json()["errors"]] == [parameter]


def test_a_game_that_does_not_exist_is_not_found(client: FlaskClient) -> None:
    assert client.get("/v1/search?q=a&game=chess").status_code == 404


@pytest.mark.parametrize(
    ("header", "language", "words"),
    [("pl", "pl", "zamek"), ("es-AR,es;q=0.9", "es", "castillo"), ("de", "en", "castle")],
)
def test_the_language_is_that_of_the_reader(client: FlaskClient, header: str, language: str, words: str) -> None:
    response = client.get("/v1/search", query_string={"q": words}, headers={"Accept-Language": header})
    assert response.headers["Content-Language"] == language
    assert response.headers["Vary"].split(", ")[0] == "Accept-Language"
    assert response.get_json()["total"] > 0


def test_every_game_can_be_searched(client: FlaskClient) -> None:
    for each in GAMES:
        answer = search(client, "player", game=each.meta.id)
        assert answer["total"] > 0
        assert {hit["game"] for hit in answer["hits"]} == {each.meta.id}
