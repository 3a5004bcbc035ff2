"""The reader's language: how it is found, what it changes, and what it never changes."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.questions import BASE_PACK, KINGDOMINO, MISFIT, PAGES, POSTS, QUESTIONS, SMALL, address
from tests.client import Answer, Referee
from tests.games.kingdomino import test_rules
from tests.games.kingdomino.tables import finished, first_turn

LANGUAGES = ("en", "es", "pl")
ILLEGAL = {"state": SMALL, "move": MISFIT}

NEGOTIATED = {
    "es": "es",
    "es-AR": "es",
    "ES-ar": "es",
    "pl-PL": "pl",
    "pl;q=0.9": "pl",
    "en-GB,en;q=0.8,es;q=0.6": "en",
    "es-AR,es;q=0.9,en;q=0.8": "es",
    "de, pl;q=0.5, es;q=0.7": "es",
    "de,fr;q=0.9,pl;q=0.1": "pl",
    "en;q=0, pl;q=0.1": "pl",
    "es;q=0": "en",
    "es;q=0, pl;q=0": "en",
    "de": "en",
    "zh-Hant-TW": "en",
    "*": "en",
    "": "en",
    ",,,;;;": "en",
    "q=0.9": "en",
    "es;q=wrong": "en",
    "<script>": "en",
    "e" * 10_000: "en",
    ",".join(["de"] * 1000): "en",
}


@pytest.mark.parametrize(("header", "language"), NEGOTIATED.items(), ids=lambda text: text[:30])
def test_the_language_follows_accept_language(client: FlaskClient, header: str, language: str) -> None:
    for path in (PAGES[0], address("validate")):
        sent = {"method": "POST", "json": ILLEGAL} if path == address("validate") else {}
        response = client.open(path, headers={"Accept-Language": header}, **sent)
        assert response.status_code == 200
        assert response.headers["Content-Language"] == language


def test_without_a_wish_the_language_is_english(client: FlaskClient) -> None:
    assert client.get(PAGES[0]).headers["Content-Language"] == "en"
    assert client.post(address("validate"), json=ILLEGAL).headers["Content-Language"] == "en"


LOOKED_UP = [path for path in PAGES if "coverage" not in path and "packs" not in path]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lang_in_the_address_wins(client: FlaskClient, language: str) -> None:
    for path in (*LOOKED_UP, *POSTS):
        joined = f"{path}{'&' if '?' in path else '?'}lang={language}"
        sent = {"method": "POST", "json": POSTS[path]} if path in POSTS else {}
        response = client.open(joined, headers={"Accept-Language": "es" if language == "pl" else "pl"}, **sent)
        assert response.status_code == 200, path
        assert response.headers["Content-Language"] == language, path


@pytest.mark.parametrize("language", ["de", "", "EN", "es-AR", "en,es"])
def test_an_unknown_lang_is_refused_and_not_guessed(client: FlaskClient, language: str) -> None:
    for path in (*LOOKED_UP, *POSTS):
        joined = f"{path}{'&' if '?' in path else '?'}lang={language}"
        sent = {"method": "POST", "json": POSTS[path]} if path in POSTS else {}
        response = client.open(joined, **sent)
        assert response.status_code == 422, path
        (error,) = response.get_json()["errors"]
        assert error["parameter"] == "lang", path
        for known in LANGUAGES:
            assert known in error["detail"], path


# ---------------------------------------------------------------- what the language changes


def texts(answer: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Everything in an answer that is written for people, with the name of its field."""
    if isinstance(answer, dict):
        for key, value in answer.items():
            if key not in ("detail", "state", "states", "moves", "suggestions", "rules_version"):
                yield from texts(value, key)
    elif isinstance(answer, list):
        for value in answer:
            yield from texts(value, name)
    elif isinstance(answer, str) and name in ("summary", "message", "title", "text", "reason", "difference", "note"):
        yield name, answer


def without_texts(answer: Any) -> Any:
    """The same answer for a machine."""
    if isinstance(answer, dict):
        written = (
            "summary",
            "message",
            "title",
            "text",
            "reason",
            "difference",
            "note",
            "case_id",
            "glossary",
            "terms",
        )
        return {key: without_texts(value) for key, value in answer.items() if key not in written}
    return [without_texts(value) for value in answer] if isinstance(answer, list) else answer


class Reading(Referee):
    """A referee who is asked in one language, and whose texts are kept."""

    def __init__(self, referee: Referee, language: str) -> None:
        super().__init__(referee.app, referee.game, language)
        self.read: list[tuple[str, str]] = []

    def ask(self, operation: str, question: dict[str, Any]) -> Answer:
        answer = super().ask(operation, question)
        self.read += texts(answer)
        return answer


STAND_IN_PACK = {
    **BASE_PACK,
    "id": "mine",
    "dominoes": [{**BASE_PACK["dominoes"][0], "provenance": "stand-in"}, *BASE_PACK["dominoes"][1:]],
}
EXAMPLES_OF_TEXTS: dict[str, tuple[str, dict[str, Any]]] = {
    "an illegal move": ("validate", {**ILLEGAL, "compare": True, "suggest": True}),
    "a legal move": ("validate", QUESTIONS["validate"]),
    "a stand-in": ("score", {"state": SMALL, "pack": STAND_IN_PACK, "house_rules": {"tie_break": "territory"}}),
    "house rules": (
        "score",
        {
            "state": {**SMALL, "options": {"variants": ["harmony", "middle-kingdom"]}},
            "house_rules": {"harmony": "no-discards", "middle_kingdom": "fits"},
        },
    ),
    "claims": ("score", {"state": finished(4), "claimed": {"ana": 1, "bruno": 2}}),
    "refused kinds": ("legal-moves", {"state": first_turn(4), "explain": True}),
    "an impossible position": ("audit", {"state": {**first_turn(4), "pile": []}}),
    "a failed replay": ("replay", QUESTIONS["replay"]),
    "missing facts": ("legal-moves", {"state": SMALL}),
}


@pytest.mark.parametrize("name", EXAMPLES_OF_TEXTS)
def test_texts_follow_the_language_and_nothing_else_does(kingdomino: Referee, name: str) -> None:
    operation, question = EXAMPLES_OF_TEXTS[name]
    answers = {language: Reading(kingdomino, language).ask(operation, question) for language in LANGUAGES}
    assert without_texts(answers["es"]) == without_texts(answers["en"]) == without_texts(answers["pl"])
    written = {language: list(texts(answer)) for language, answer in answers.items()}
    assert written["en"]
    for english, spanish, polish in zip(*written.values(), strict=True):
        assert len({english, spanish, polish}) == 3, "the same text in two languages"


@pytest.mark.parametrize("path", [f"{KINGDOMINO}/rules", f"{KINGDOMINO}/rules/place/match"])
def test_rule_ids_do_not_change_with_the_language(client: FlaskClient, path: str) -> None:
    pages = [client.get(path, query_string={"lang": language}).get_json() for language in LANGUAGES]
    assert without_texts(pages[0]) == without_texts(pages[1]) == without_texts(pages[2])
    assert len({str(list(texts(page))) for page in pages}) == 3


# ---------------------------------------------------------------- no hole in any text

HOLE = re.compile(r"[{}]|\bNone\b|\bUNSET\b|<object|\[\]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_placeholder_is_left_in_any_answer(kingdomino: Referee, language: str) -> None:
    """Every question by which the rules of the game are kept and broken, read in each language."""
    reading = Reading(kingdomino, language)
    for _, _, question in [*test_rules.OBEYED, *test_rules.BROKEN]:
        question(reading)
    for operation, question_body in EXAMPLES_OF_TEXTS.values():
        reading.ask(operation, question_body)
    assert len(set(reading.read)) > 150
    assert [text for _, text in reading.read if HOLE.search(text) or not text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/v1/games", KINGDOMINO, f"{KINGDOMINO}/rules"])
def test_no_placeholder_is_left_in_any_page(client: FlaskClient, path: str, language: str) -> None:
    page = client.get(path, query_string={"lang": language}).get_json()
    read = [text for _, text in texts(page)] + list(page.get("glossary", {}).values())
    read += list(page.get("terms", {}).values())
    assert read
    assert [text for text in read if HOLE.search(text) or not text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_with_braces_is_only_a_name(kingdomino: Referee, language: str) -> None:
    state = {"players": [{"name": "{domino}", "kingdom": []}]}
    move = {"type": "place", "player": "{domino}", "domino": 5, "x": 0, "y": 1, "to": "n"}
    answer = Reading(kingdomino, language).ask("validate", {"state": state, "move": move})
    assert any("{domino}" in fact["text"] for fact in answer["assumed"])
