"""A game of another package is served as ours are: by an app in this process, and by a server of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import OpenAPIV31SpecValidator

from service import VERSION as SERVICE_VERSION
from service.app import create_app
from service.games.files import documentation_of
from service.games.registry import OURS, installed_games
from service.settings import Settings
from tests.api.questions import KINGDOMINO, MISFIT, QUESTIONS, SMALL
from tests.outside_package import SECOND, VERSION, on_path, write_metadata, write_second_kingdom
from tests.qa.bench.servers import SERVICE, Server, running

ROOT = Path(__file__).parents[2]
ADDRESS = f"/v1/games/{SECOND}"
ILLEGAL = {"state": SMALL, "move": MISFIT}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package is installed."""
    folder: Path = tmp_path_factory.mktemp("site")
    write_second_kingdom(folder)
    return folder


def build(*arguments: str, site: Path) -> None:
    command = [sys.executable, "openapi/build.py", *arguments]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(site)}, check=True, timeout=60)


@pytest.fixture(scope="module")
def app(site: Path) -> Iterator[Flask]:
    build(SECOND, site=site)
    with on_path(site):
        yield create_app(Settings(log_requests=False, rate_limit="off", games=(*OURS, SECOND)))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


# ---------------------------------------------------------------- in this process


def test_it_is_listed_after_ours(client: FlaskClient) -> None:
    listed = client.get("/v1/games").get_json()["games"]
    assert [game["id"] for game in listed] == [*OURS, SECOND]
    assert listed[-1]["title"] == "Second Kingdom"


@pytest.mark.parametrize("operation", QUESTIONS)
def test_every_question_is_answered_as_by_the_game_that_it_is_made_of(client: FlaskClient, operation: str) -> None:
    ours = client.post(f"{KINGDOMINO}/{operation}", json=QUESTIONS[operation])
    answer = client.post(f"{ADDRESS}/{operation}", json=QUESTIONS[operation])
    assert answer.status_code == 200
    assert answer.mimetype == ours.mimetype
    if not ours.is_json:
        assert answer.data == ours.data
    else:
        expected = json.loads(ours.get_data(as_text=True).replace("kingdomino", SECOND))
        assert without_ids(answer.get_json()) == without_ids(expected)


def without_ids(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name not in ("question_id", "case_id", "rules_version")}


def test_an_illegal_move_is_refused_by_its_own_rules(client: FlaskClient) -> None:
    answer = client.post(f"{ADDRESS}/validate", json=ILLEGAL).get_json()
    assert answer["verdict"] == "illegal"
    assert answer["violations"][0]["rule"] == f"{SECOND}/place/match"


def test_answers_carry_the_version_of_the_package(client: FlaskClient) -> None:
    answer = client.post(f"{ADDRESS}/validate", json=ILLEGAL)
    engine = f"{SERVICE_VERSION}+{SECOND}-{VERSION}"
    assert answer.get_json()["rules_version"]["engine"] == engine
    assert answer.headers["Brehon-Rules"].endswith(f"+{engine}")
    assert client.get(ADDRESS).get_json()["game"]["rules_version"]["engine"] == engine
    ours = client.post(f"{KINGDOMINO}/validate", json=ILLEGAL).get_json()
    assert ours["rules_version"]["engine"] == SERVICE_VERSION


def test_another_release_of_the_package_gives_other_case_ids(client: FlaskClient, tmp_path: Path) -> None:
    """So nobody gets answers of the release before out of a shared cache."""
    write_second_kingdom(tmp_path, version="1.3.0")
    with on_path(tmp_path):
        later = create_app(Settings(log_requests=False, rate_limit="off", games=(SECOND,))).test_client()
    one, other = (each.post(f"{ADDRESS}/validate", json=ILLEGAL).get_json() for each in (client, later))
    assert one["case_id"] != other["case_id"]
    assert one["violations"] == other["violations"]


def test_its_cases_rules_and_packs_are_served(client: FlaskClient) -> None:
    assert len(client.get(f"{ADDRESS}/cases").get_json()["cases"]) > 40
    assert client.get(f"{ADDRESS}/rules/place/match").get_json()["rule"]["id"] == f"{SECOND}/place/match"
    assert [pack["id"] for pack in client.get(f"{ADDRESS}/packs").get_json()["packs"]] == ["base"]
    assert client.get("/readyz").status_code == 200


def test_its_page_is_in_its_folder(app: Flask, site: Path) -> None:
    with on_path(site):
        second, ours = installed_games((SECOND,))[0], installed_games(OURS)[0]
    assert documentation_of(second) == site / "second_kingdom" / "README.md"
    assert documentation_of(ours) == ROOT / "docs" / "kingdomino.md"


# ---------------------------------------------------------------- its document


def operations_in(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {operation["operationId"]: operation for item in document["paths"].values() for operation in item.values()}


def test_its_document_is_valid_and_offered(client: FlaskClient) -> None:
    document = client.get(f"/openapi/{SECOND}.json").get_json()
    OpenAPIV31SpecValidator(document).validate()
    assert all(path.startswith(ADDRESS) for path in document["paths"])
    assert "SecondKingdomState" in document["components"]["schemas"]
    assert f"/openapi/{SECOND}.json" in client.get("/docs/").get_data(as_text=True)


def test_its_document_has_the_examples_of_its_folder_with_true_responses(client: FlaskClient, site: Path) -> None:
    operations = operations_in(client.get(f"/openapi/{SECOND}.json").get_json())
    files = sorted((site / "second_kingdom" / "examples").glob("*.json"))
    assert {f"{SECOND}-{path.stem}" for path in files} == set(operations)
    for path in files:
        example, operation = json.loads(path.read_text("utf-8")), operations[f"{SECOND}-{path.stem}"]
        if "request" in example:
            assert operation["requestBody"]["content"]["application/json"]["example"] == example["request"]
        content = next(iter(operation["responses"]["200"]["content"].values()))  # a picture has two media types
        assert content["example"] == example["response"]
    ruled = json.loads((site / "second_kingdom" / "examples" / "validate.json").read_text("utf-8"))
    answer = client.post(ruled["path"], json=ruled["request"], headers={"Accept-Language": "en"})
    assert answer.get_json() == ruled["response"]


def test_an_example_that_was_not_asked_yet_has_no_response(tmp_path: Path) -> None:
    write_second_kingdom(tmp_path)
    with on_path(tmp_path):
        client = create_app(Settings(log_requests=False, games=(SECOND,))).test_client()
    operation = operations_in(client.get(f"/openapi/{SECOND}.json").get_json())[f"{SECOND}-validate"]
    assert "example" in operation["requestBody"]["content"]["application/json"]
    assert "example" not in operation["responses"]["200"]["content"]["application/json"]


def test_our_documents_are_the_same_beside_it(client: FlaskClient) -> None:
    alone = create_app(Settings(log_requests=False, games=OURS)).test_client()
    for game in OURS:
        assert client.get(f"/openapi/{game}.json").data == alone.get(f"/openapi/{game}.json").data


# ---------------------------------------------------------------- by a server


def get(server: Server, path: str) -> requests.Response:
    return requests.get(f"http://127.0.0.1:{server.port}{path}", timeout=10)


def ids_listed(server: Server) -> list[str]:
    return [game["id"] for game in get(server, "/v1/games").json()["games"]]


def test_a_server_finds_the_game(site: Path) -> None:
    with running(SERVICE, settings={"PYTHONPATH": str(site)}) as server:
        assert ids_listed(server) == [*OURS, SECOND]
        address = f"http://127.0.0.1:{server.port}{ADDRESS}/validate"
        assert requests.post(address, json=ILLEGAL, timeout=10).json()["verdict"] == "illegal"
        operations = operations_in(get(server, f"/openapi/{SECOND}.json").json())
        assert "example" in operations[f"{SECOND}-validate"]["requestBody"]["content"]["application/json"]


def test_an_operator_can_leave_it_out(site: Path) -> None:
    settings = {"PYTHONPATH": str(site), "BREHON_GAMES": "ortus-regni,brian-boru"}
    with running(SERVICE, settings=settings) as server:
        assert ids_listed(server) == ["brian-boru", "ortus-regni"]
        for path in (ADDRESS, f"/openapi/{SECOND}.json", KINGDOMINO):
            assert get(server, path).status_code == 404
        assert {path.split("/")[3] for path in get(server, "/openapi.json").json()["paths"] if "/games/" in path} == {
            "brian-boru",
            "ortus-regni",
        }
        assert get(server, "/readyz").status_code == 200


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({}, "The entry point 'chess' (nowhere:GAME) of outside-games 1.2.0 cannot be imported"),
        (
            {"BREHON_GAMES": "draughts"},
            "BREHON_GAMES names 'draughts', but only these games are installed: kingdomino,",
        ),
    ],
)
def test_the_start_ends_with_the_sentence(tmp_path: Path, variables: dict[str, str], said: str) -> None:
    write_metadata(tmp_path, "outside-games", {"chess": "nowhere:GAME"})
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), **variables}
    command = [sys.executable, "-m", "gunicorn", "-c", "service/gunicorn_conf.py", "--check-config", SERVICE]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].startswith(said)
