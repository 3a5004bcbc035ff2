"""``summary``: every answer begins with one sentence that answers the question, in the reader's language."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from schemas.base import LANGUAGES
from service.referee.summary import MOST_CHARACTERS
from tests.api.questions import MISFIT, SMALL
from tests.client import Referee
from tests.games.every_game import application
from tests.our_games import GAMES

EXAMPLES = Path(__file__).parents[2] / "openapi" / "examples"
IDS = {game.meta.id for game in GAMES}
CASES = [case for case in application().test_client().get("/v1/cases").get_json()["cases"] if case["game"] in IDS]
FAULTS = re.compile(r"[{}]|\bNone\b|\bUNSET\b|\s\s|\.\.|\(\s*\)")
BRIEF = {
    (game.meta.id, language): {rule: words.brief(rule) for rule in words.rules}
    for game in GAMES
    for language, words in game.rulebook.words.items()
}
ASSUMES = {"en": ("if ", "ssum"), "es": ("si ", "supone"), "pl": ("jeśli ", "rzyję")}
OPERATIONS = {"setup", "validate", "legal-moves", "resolve", "replay", "audit", "score", "view", "packs-check"}


def asked(client: FlaskClient, path: str, question: Any, language: str) -> dict[str, Any]:
    """The answer, with its fields in the order of the document."""
    response = client.post(f"{path}?lang={language}", json=question)
    assert response.status_code == 200, response.get_data()
    answer: dict[str, Any] = json.loads(response.get_data())
    return answer


def examples() -> Iterator[tuple[str, str, Any]]:
    """The name, the address and the question of each example of a game's operations."""
    for path in sorted(EXAMPLES.glob("*.json")):
        example = json.loads(path.read_text("utf-8"))
        is_answer = example["method"] == "POST" and not path.stem.endswith("diagram") and path.stem != "batch"
        if is_answer:
            yield path.stem, example["path"], example["request"]


def rulings(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield answer
    if answer.get("ruling"):
        yield answer["ruling"]


def check_summary(answer: dict[str, Any]) -> None:
    assert next(iter(answer)) == "summary"
    summary = answer["summary"]
    assert len(summary) <= MOST_CHARACTERS
    assert summary[-1] in ".!?»”"
    assert not FAULTS.search(summary), summary


EACH_EXAMPLE = pytest.mark.parametrize(
    ("name", "path", "question"), list(examples()), ids=lambda part: str(part)[:30]
)


def test_every_operation_of_every_game_has_an_example() -> None:
    names = {name for name, _, _ in examples()}
    assert {f"{game.meta.id}-{operation}" for game in GAMES for operation in OPERATIONS} <= names
    assert "ortus-regni-odds" in names


@EACH_EXAMPLE
def test_every_answer_begins_with_a_summary(client: FlaskClient, name: str, path: str, question: Any) -> None:
    answers = {language: asked(client, path, question, language) for language in LANGUAGES}
    for answer in answers.values():
        for ruling in rulings(answer):
            check_summary(ruling)
    assert len({answer["summary"] for answer in answers.values()}) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']}/{case['id']}")
def test_every_case_has_a_summary_of_its_answer(client: FlaskClient, case: dict[str, Any], language: str) -> None:
    answer = asked(client, f"/v1/games/{case['game']}/{case['operation']}", case["question"], language)
    for ruling in rulings(answer):
        check_summary(ruling)
        if ruling.get("assumed") and ruling["verdict"] in ("legal", "possible") and not ruling.get("missing"):
            assert any(word in ruling["summary"] for word in ASSUMES[language]), ruling["summary"]


def test_no_case_needs_the_title_instead_of_the_reason(client: FlaskClient) -> None:
    """A reason that is too long is replaced by the rule in a few words (``brief``), and only else by its title."""
    replaced = []
    for case in CASES:
        for language in LANGUAGES:
            answer = asked(client, f"/v1/games/{case['game']}/{case['operation']}", case["question"], language)
            ruling = answer.get("ruling") or answer
            if not ruling.get("violations"):
                continue
            first = ruling["violations"][0]
            brief = BRIEF[case["game"], language].get(first["rule"].split("/", 1)[1])
            if not any(reason and reason in answer["summary"] for reason in (first["message"], brief)):
                replaced.append(f"{case['game']}/{case['id']} in {language}: {answer['summary']}")
    assert replaced == []


# ---------------------------------------------------------------- what it says


def kingdom(name: str, *dominoes: tuple[int, int, int, str]) -> dict[str, Any]:
    laid = [dict(zip(("domino", "x", "y", "to"), domino, strict=True)) for domino in dominoes]
    return {"name": name, "kingdom": laid, "discarded": []}


PLACE = {"type": "place", "player": "ana", "domino": 3, "x": 1, "y": 0, "to": "e"}
SUMMARIES: dict[str, tuple[str, dict[str, Any], dict[str, str]]] = {
    "legal, with assumptions": (
        "validate",
        {"state": {"players": [kingdom("ana")]}, "move": PLACE},
        {
            "en": "Legal if domino 3 is ana's to place and 1 more thing holds.",
            "es": "Legal si a ana le toca colocar la ficha 3 y se cumple 1 condición más.",
            "pl": "Zgodne z zasadami, jeśli kafelek 3 ma dołożyć gracz ana i zachodzi jeszcze 1 warunek.",
        },
    ),
    "points of one player": (
        "score",
        {"state": {"players": [kingdom("ana", (3, 1, 0, "e"))]}},
        {"en": "ana has 0 points.", "es": "ana tiene 0 puntos.", "pl": "Wynik gracza ana: 0 punktów."},
    ),
    "a claim": (
        "score",
        {"state": {"players": [kingdom("ana", (3, 1, 0, "e"))]}, "claimed": {"ana": 0}},
        {
            "en": "ana has 0 points, as claimed.",
            "es": "ana tiene 0 puntos, como se dijo.",
            "pl": "Zgadza się: gracz ana ma 0 punktów.",
        },
    ),
    "a table as somebody sees it": (
        "view",
        {"state": {"players": [kingdom("ana")]}, "player": "ana"},
        {
            "en": "This is the table as ana may see it.",
            "es": "Esta es la mesa tal como puede verla ana.",
            "pl": "Tak widzi stół gracz ana.",
        },
    ),
    "a table set up": (
        "setup",
        {"players": ["ana", "bruno"]},
        {
            "en": "The table is set up for ana and bruno. The table makes the next move.",
            "es": "La mesa está preparada para ana y bruno. Lo siguiente lo hace la mesa, no un jugador.",
            "pl": "Stół jest przygotowany dla graczy ana i bruno. Następny ruch nie należy do żadnego gracza.",
        },
    ),
    "no moves": (
        "replay",
        {"state": {"players": [kingdom("ana")]}, "moves": []},
        {
            "en": "No move was sent; the position is possible.",
            "es": "No se indicó ninguna jugada; la posición es posible.",
            "pl": "Nie podano ruchów; pozycja jest możliwa.",
        },
    ),
    "a possible position": (
        "audit",
        {"state": {"players": [kingdom("ana")]}},
        {
            "en": "Nothing here contradicts the rules.",
            "es": "Nada de esto contradice las reglas.",
            "pl": "Nic tu nie jest sprzeczne z zasadami.",
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SUMMARIES)
def test_a_summary_answers_the_question(client: FlaskClient, name: str, language: str) -> None:
    operation, question, texts = SUMMARIES[name]
    assert asked(client, f"/v1/games/kingdomino/{operation}", question, language)["summary"] == texts[language]


def test_what_is_missing_is_said(kingdomino: Referee) -> None:
    answer = kingdomino.ask("legal-moves", {"state": {"players": [{"name": "ana"}]}, "player": "ana"})
    assert answer["missing"][0]["text"] in answer["summary"]


def test_the_reason_of_an_illegal_move_is_the_first_violation(kingdomino: Referee) -> None:
    answer = kingdomino.ask("validate", {"state": SMALL, "move": MISFIT})
    assert answer["verdict"] == "illegal"
    assert answer["summary"] == "Illegal: One half has to touch a side of the castle or a square of its own terrain."
    question = {"state": {"players": [kingdom("ana", (3, 1, 0, "e"))]}, "move": {**PLACE, "domino": 4}}
    answer = kingdomino.ask("validate", question)
    assert answer["summary"] == f"Illegal: {answer['violations'][0]['message']}"


def test_a_long_name_makes_a_summary_say_less(kingdomino: Referee) -> None:
    """Names may have 40 characters; what does not fit is left out, and the sentence stays whole."""
    name = "a" * 40
    question = {"state": {"players": [kingdom(name)]}, "move": {**PLACE, "player": name}}
    assert (
        kingdomino.ask("validate", question)["summary"]
        == f"Legal if domino 3 is {name}'s to place and 1 more thing holds."
    )
