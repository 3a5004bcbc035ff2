"""A game declares its languages; whoever asks for another one gets the first, and the header says so."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import service.app
from service import VERSION
from service.games.registry import InstalledGame
from service.operations.served_game import ServedGame
from service.referee.cases import CaseError
from service.referee.game import AnyGame
from service.referee.rulebook import RulebookError, load
from service.settings import Settings
from tests.api.questions import KINGDOMINO, MISFIT, QUESTIONS, SMALL
from tests.our_games import GAMES

ILLEGAL = {"state": SMALL, "move": MISFIT}
MATCH = f"{KINGDOMINO}/rules/place/match"
TITLES = {language: GAMES[0].rulebook.words[language].title("place/match") for language in ("en", "es", "pl")}


def declare(folder: Path, *languages: str) -> None:
    path = folder / "rulebook" / "rules.toml"
    declared = f"languages = {json.dumps(languages)}"
    path.write_text(path.read_text("utf-8").replace('languages = ["en", "es", "pl"]', declared), "utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Kingdomino's rulebook and packs, in Spanish and English; nobody has finished the Polish texts."""
    folder: Path = tmp_path_factory.mktemp("games") / "kingdomino"
    for name in ("rulebook", "packs", "cases"):
        shutil.copytree(GAMES[0].folder / name, folder / name)
    declare(folder, "es", "en")
    (folder / "rulebook" / "pl.toml").write_text('[rules."place/match"]\ntitle = "TODO"\n', "utf-8")
    for path in (folder / "cases").glob("*.json"):
        case = json.loads(path.read_text("utf-8"))
        del case["title"]["pl"]
        path.write_text(json.dumps(case), "utf-8")
    return folder


@pytest.fixture(scope="module")
def bilingual(folder: Path) -> Iterator[Flask]:
    """An app in which one game of several has no Polish."""
    games: list[AnyGame] = [replace(GAMES[0], folder=folder), *GAMES[1:]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service.app, "find_games", lambda _: [InstalledGame(each, VERSION) for each in games])
        yield service.app.create_app(Settings(log_requests=False, rate_limit="off", client_concurrency=0))


@pytest.fixture
def client(bilingual: Flask) -> FlaskClient:
    return bilingual.test_client()


def test_a_game_lists_its_languages(client: FlaskClient) -> None:
    game = client.get(KINGDOMINO).get_json()["game"]
    assert (game["languages"], game["level"]) == (["es", "en"], "reviewed")
    games = client.get("/v1/games").get_json()["games"]
    assert {game["id"]: game["languages"] for game in games} == {
        "kingdomino": ["es", "en"],
        **{game.meta.id: ["en", "es", "pl"] for game in GAMES[1:]},
    }


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("?lang=en", "es", "en"),
        ("?lang=pl", "en", "es"),
        ("", "pl", "es"),
        ("", "pl, en;q=0.5", "en"),
        ("", "en-GB", "en"),
        ("", "de", "es"),
        ("", None, "es"),
    ],
)
def test_the_header_says_in_which_language_the_answer_is(
    client: FlaskClient, query: str, accepted: str | None, language: str
) -> None:
    headers = {} if accepted is None else {"Accept-Language": accepted}
    response = client.get(MATCH + query, headers=headers)
    assert response.headers["Content-Language"] == language
    assert response.get_json()["rule"]["title"] == TITLES[language]
    for operation, question in {**QUESTIONS, "validate": ILLEGAL}.items():
        response = client.post(f"{KINGDOMINO}/{operation}{query}", headers=headers, json=question)
        assert response.status_code == 200, response.get_data(as_text=True)
        assert response.headers["Content-Language"] == language, operation
    broken = client.post(f"{KINGDOMINO}/validate{query}", headers=headers, json=ILLEGAL).get_json()["citations"][0]
    words = GAMES[0].rulebook.words[language]
    assert broken["title"] == words.title(broken["rule"].removeprefix("kingdomino/"))


@pytest.mark.parametrize(
    "path", [KINGDOMINO, f"{KINGDOMINO}/rules", f"{KINGDOMINO}/rules?q=castle", f"{KINGDOMINO}/cases"]
)
def test_every_page_of_the_game_does(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers={"Accept-Language": "pl"}).headers["Content-Language"] == "es"
    assert client.get(path, headers={"Accept-Language": "en"}).headers["Content-Language"] == "en"


def test_a_page_of_several_games_names_all_languages_in_it(client: FlaskClient) -> None:
    games = client.get("/v1/games?lang=pl")
    assert games.headers["Content-Language"] == "es, pl"
    words = GAMES[0].rulebook.words["es"]
    kingdomino = games.get_json()["games"][0]
    assert [rule["title"] for rule in kingdomino["house_rules"]] == [
        words.house_rules[rule["name"]]["title"] for rule in kingdomino["house_rules"]
    ]
    assert client.get("/v1/games?lang=en").headers["Content-Language"] == "en"


def test_a_search_in_all_games_finds_each_in_its_language(client: FlaskClient) -> None:
    castle = client.get("/v1/rules?lang=pl&q=castillo")
    assert {hit["game"] for hit in castle.get_json()["hits"]} == {"kingdomino"}
    assert castle.headers["Content-Language"] == "es"
    assert client.get("/v1/rules?lang=pl&q=wikingowie").headers["Content-Language"] == "pl"
    assert client.get("/v1/rules?lang=pl&q=xyzzy").headers["Content-Language"] == "es, pl"


def test_a_batch_answers_each_question_in_the_language_of_its_game(client: FlaskClient) -> None:
    asked: list[dict[str, Any]] = [
        {"game": "kingdomino", "operation": "validate", "body": ILLEGAL},
        {"game": "roll-and-raid", "operation": "score", "body": {"state": {"players": [{"name": "ana"}]}}},
        {"game": "chess", "operation": "score", "body": {}},
    ]
    one = client.post("/v1/batch?lang=pl", json={"questions": asked[:1]})
    assert one.headers["Content-Language"] == "es"
    alone = client.post(f"{KINGDOMINO}/validate?lang=es", json=ILLEGAL)
    assert one.get_json()["answers"][0]["body"] == alone.get_json()
    both = client.post("/v1/batch?lang=pl", json={"questions": asked})
    assert both.status_code == 200, both.get_data(as_text=True)
    assert both.headers["Content-Language"] == "es, pl"
    none = client.post("/v1/batch?lang=pl", json={"questions": asked[2:]})
    assert none.headers["Content-Language"] == "pl"


def test_a_case_is_titled_in_the_languages_of_its_game(client: FlaskClient, folder: Path) -> None:
    cases = client.get(f"{KINGDOMINO}/cases?lang=pl").get_json()["cases"]
    titles = {case["id"]: case["title"] for case in cases}
    path = next(iter(sorted((folder / "cases").glob("*.json"))))
    assert titles[path.stem] == json.loads(path.read_text("utf-8"))["title"]["es"]


# ---------------------------------------------------------------- what stops the start


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "kingdomino"))


def test_texts_of_a_language_that_is_not_declared_are_not_looked_at(folder: Path) -> None:
    assert tuple(load("kingdomino", folder / "rulebook").words) == ("es", "en")


@pytest.mark.parametrize(
    ("languages", "complaint"),
    [
        ([], "languages in rules.toml are some of en, es, pl, not none"),
        (["en", "de"], "languages in rules.toml are some of en, es, pl, not en, de"),
        (["en", "en"], "languages in rules.toml are some of en, es, pl, not en, en"),
    ],
)
def test_a_language_that_the_service_does_not_have_is_refused(
    copied: Path, languages: list[str], complaint: str
) -> None:
    path = copied / "rulebook" / "rules.toml"
    text = path.read_text("utf-8").replace('languages = ["es", "en"]', f"languages = {json.dumps(languages)}")
    path.write_text(text, "utf-8")
    with pytest.raises(RulebookError, match=complaint):
        load("kingdomino", copied / "rulebook")


def test_a_declared_language_without_a_file_is_refused(copied: Path) -> None:
    (copied / "rulebook" / "en.toml").unlink()
    with pytest.raises(RulebookError, match=r"kingdomino declares the language en, but there is no en\.toml"):
        load("kingdomino", copied / "rulebook")


def test_a_text_that_nobody_translated_is_refused(copied: Path) -> None:
    shutil.copy(copied / "rulebook" / "es.toml", copied / "rulebook" / "en.toml")
    with pytest.raises(RulebookError, match="in en: the text is that in es, not translated"):
        load("kingdomino", copied / "rulebook")


def test_a_case_without_a_title_in_a_language_of_the_game_is_refused(copied: Path) -> None:
    path = next(iter(sorted((copied / "cases").glob("*.json"))))
    case = json.loads(path.read_text("utf-8"))
    del case["title"]["en"]
    path.write_text(json.dumps(case), "utf-8")
    game: AnyGame = replace(GAMES[0], folder=copied)
    with pytest.raises(CaseError, match="/title: Object missing required field `en`"):
        ServedGame(game)
