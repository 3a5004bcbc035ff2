"""Problem documents in the reader's language: all sentences of ours, and the common ones of the decoders."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.problem_words import MOST_TRANSLATED, WORDS, detail_in
from service.api.problems import BY_STATUS, TOO_COSTLY
from tests.api.questions import SMALL, address

ROOT = Path(__file__).parents[2]
PLACES = {"malformed": 1, "_malformed": 1, "Fault": 1, "Problem": 1, "TooCostly": 1, "NotJson": 0}
"""The calls that say what is wrong with a request, and which argument is the sentence."""
GAP = re.compile(r"\{(\w+)\}")


def written(node: ast.expr) -> str | None:
    """The text of a literal; what is filled in is an x, in quotes where the code says so."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return None
    parts = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        elif isinstance(part, ast.FormattedValue):
            parts.append("'x'" if part.conversion == ord("r") else "x")
    return "".join(parts)


def sentences(path: Path) -> Iterator[str]:
    """The sentences of one module: written in the call, or under a name that the call uses."""
    tree = ast.parse(path.read_text("utf-8"))
    named: dict[str, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and (text := written(node.value)):
            named.setdefault(node.targets[0].id, []).append(text)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        place = PLACES.get(node.func.id)
        if place is None or len(node.args) <= place:
            continue
        sentence = node.args[place]
        if text := written(sentence):
            yield text
        elif isinstance(sentence, ast.Name):
            yield from named.get(sentence.id, ())


OURS = sorted(
    {
        text
        for folder in ("service", "schemas")
        for path in (ROOT / folder).rglob("*.py")
        if path.name != "settings.py"
        for text in sentences(path)
    }
    - {"The benefit 'x' x `die`."}
    | {"The benefit 'x' needs `die`.", "The benefit 'x' has no `die`."}
)
OF_DECODERS = [
    "Expected `int`, got `str`.",
    "Expected `str` of length <= 40.",
    "Expected `array` of length 2, got 3.",
    "Expected `int` >= 1.",
    "Object contains unknown field `colour`.",
    "Object missing required field `players`.",
    "Invalid enum value 'q'; allowed: e, n, s, w.",
    "Invalid value 'fly'.",
    "Missing data for required field.",
    "Unknown field.",
    "Must be one of: en, es, pl.",
    "Longer than maximum length 100.",
]


def test_there_are_sentences_to_translate() -> None:
    assert len(OURS) > 50


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("text", [*OURS, *OF_DECODERS])
def test_every_sentence_is_translated(language: str, text: str) -> None:
    translated = detail_in(language, text)
    assert translated != text
    assert not GAP.search(translated)


def test_what_is_not_known_and_what_quotes_a_long_text_stays_english() -> None:
    assert detail_in("es", "Something else.") == "Something else."
    text = f"Object contains unknown field `{'x' * MOST_TRANSLATED}`."
    assert detail_in("pl", text) == text
    assert detail_in("en", "Unknown field.") == "Unknown field."


def test_braces_and_newlines_of_a_client_are_quoted_as_they_are() -> None:
    assert detail_in("es", "Nobody at this table is called '{x}\n{0}'.") == "Nadie en esta mesa se llama '{x}\n{0}'."


@pytest.mark.parametrize("language", WORDS)
def test_every_kind_of_problem_has_a_title(language: str) -> None:
    kinds = {name for name, _ in [*BY_STATUS.values(), TOO_COSTLY, ("http", "")]}
    assert WORDS[language].titles.keys() == kinds


def test_the_languages_have_the_same_templates_with_the_same_gaps() -> None:
    spanish, polish = WORDS["es"], WORDS["pl"]
    assert [pattern for pattern, _ in spanish.details] == [pattern for pattern, _ in polish.details]
    for words in (spanish, polish):
        for pattern, translation in words.details:
            assert set(GAP.findall(translation)) == set(pattern.groupindex), translation


TITLES = {
    "en": "The question is not well formed",
    "es": "La pregunta no está bien formada",
    "pl": "Pytanie jest źle sformułowane",
}
REFUSED: dict[str, tuple[str, dict[str, Any], dict[str, tuple[str, str]]]] = {
    "a type": (
        address("validate"),
        {"state": {"players": 3}, "move": {"type": "fly"}},
        {
            "en": (TITLES["en"], "/state/players: Expected `array`, got `int`. (and 1 more)"),
            "es": (TITLES["es"], "/state/players: Se esperaba `array`, pero llegó `int`. (y otros errores: 1)"),
            "pl": (TITLES["pl"], "/state/players: Oczekiwano `array`, a jest `int`. (dalszych błędów: 1)"),
        },
    ),
    "a player": (
        address("legal-moves"),
        {"state": SMALL, "player": "zoe"},
        {
            "en": (TITLES["en"], "/player: Nobody at this table is called 'zoe'."),
            "es": (TITLES["es"], "/player: Nadie en esta mesa se llama 'zoe'."),
            "pl": (TITLES["pl"], "/player: Przy tym stole nikt nie nazywa się 'zoe'."),
        },
    ),
}


@pytest.mark.parametrize("refused", REFUSED)
@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_a_refusal_speaks_the_language_of_the_reader(client: FlaskClient, refused: str, language: str) -> None:
    path, body, texts = REFUSED[refused]
    for response in (
        client.post(f"{path}?lang={language}", json=body),
        client.post(path, json=body, headers={"Accept-Language": language}),
    ):
        problem = response.get_json()
        assert response.status_code == 422
        assert (problem["title"], problem["detail"]) == texts[language]
        assert problem["type"] == "urn:brehon:problem:malformed"
        assert problem["errors"][0]["detail"] in problem["detail"]
        assert response.headers["Content-Language"] == language
        assert "Accept-Language" in response.headers["Vary"]


def test_a_refusal_in_a_batch_speaks_the_language_of_the_reader(client: FlaskClient) -> None:
    questions = [
        {"game": "kingdomino", "operation": "score", "body": {}},
        {"game": "chess", "operation": "score", "body": {}},
    ]
    answers = client.post("/v1/batch?lang=es", json={"questions": questions}).get_json()["answers"]
    assert [answer["body"]["title"] for answer in answers] == [
        "La pregunta no está bien formada",
        "No hay nada en esta dirección",
    ]
    assert answers[1]["body"]["detail"].startswith("No existe el juego 'chess'; existen: ")


def test_a_language_that_there_is_not_is_refused_in_the_language_of_the_header(client: FlaskClient) -> None:
    response = client.get("/v1/games?lang=tlh", headers={"Accept-Language": "pl"})
    assert response.status_code == 422
    assert response.headers["Content-Language"] == "pl"
    assert response.get_json()["title"] == "Pytanie jest źle sformułowane"


def test_an_address_without_anything_is_refused_in_the_language_of_the_reader(client: FlaskClient) -> None:
    assert client.get("/v1/nothing?lang=es").get_json()["detail"].startswith("No hay nada en esta dirección.")
    assert client.get(f"{address('score')}?lang=pl").get_json()["detail"] == "Ten adres nie przyjmuje tej metody."


@pytest.mark.parametrize("game", ["kingdomino", "brian-boru", "ortus-regni", "roll-and-raid"])
def test_the_notes_of_editions_speak_the_language_of_the_reader(client: FlaskClient, game: str) -> None:
    def notes(language: str) -> list[str]:
        entry = client.get(f"/v1/games/{game}?lang={language}").get_json()
        return [book["note"] for book in [*entry["game"]["editions"], *entry["game"]["supplements"]]]

    for texts in zip(notes("en"), notes("es"), notes("pl"), strict=True):
        assert len(set(texts)) == 3
