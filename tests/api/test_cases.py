"""The case library over HTTP: lists, filters, single cases, the kit, and what is wrong with a library."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.games.kingdomino.game import GAME as kingdomino
from service.referee.cases import CaseError
from service.settings import Settings, from_environment

CASES = "/v1/games/kingdomino/cases"
CASE = json.loads((kingdomino.cases / "corner-does-not-connect.json").read_text("utf-8"))


def ids(client: FlaskClient, query: str, **headers: str) -> list[str]:
    response = client.get(f"{CASES}?{query}", headers=headers)
    assert response.status_code == 200
    return [entry["id"] for entry in response.get_json()["cases"]]


def test_the_list_has_each_case_in_short(client: FlaskClient) -> None:
    listed = client.get(CASES, headers={"Accept-Language": "es"})
    assert listed.headers["Content-Language"] == "es"
    (entry,) = (entry for entry in listed.get_json()["cases"] if entry["id"] == CASE["id"])
    assert entry == {
        "id": CASE["id"],
        "game": "kingdomino",
        "title": CASE["title"]["es"],
        "source": CASE["source"],
        "operation": "validate",
        "verdict": "illegal",
        "rules": ["kingdomino/place/match"],
    }


@pytest.mark.parametrize(
    "query",
    ["source=house-ruling", "operation=score", "verdict=impossible", "rule=place/match", "q=castle"],
)
def test_a_filter_leaves_some_and_not_all(client: FlaskClient, query: str) -> None:
    every, some = ids(client, ""), ids(client, query)
    assert set(some) < set(every)
    assert some


def test_filters_are_taken_together(client: FlaskClient) -> None:
    both = ids(client, "rule=kingdomino/place/bounds&verdict=illegal")
    assert set(both) == set(ids(client, "rule=place/bounds")) & set(ids(client, "verdict=illegal"))
    assert "six-squares-wide" in both


@pytest.mark.parametrize(
    ("query", "language"), [("q=KRÓLESTWA+zamek", "pl"), ("q=krolestwa+zamek", "pl"), ("q=pantáno+castillo", "es")]
)
def test_titles_are_found_without_accents(client: FlaskClient, query: str, language: str) -> None:
    assert ids(client, f"{query}&lang={language}")
    assert not ids(client, f"{query}&lang=en")


@pytest.mark.parametrize(
    ("query", "parameter"), [("source=rumour", "source"), ("operation=view", "operation"), ("x=1", "x")]
)
def test_a_filter_that_makes_no_sense_is_refused(client: FlaskClient, query: str, parameter: str) -> None:
    response = client.get(f"{CASES}?{query}")
    assert response.status_code == 422
    assert [error["parameter"] for error in response.get_json()["errors"]] == [parameter]


def test_one_case_is_its_file(client: FlaskClient) -> None:
    assert client.get(f"{CASES}/{CASE['id']}").get_json()["case"] == CASE
    assert client.get(f"{CASES}/no-such-case").status_code == 404


def test_the_kit_can_be_kept_and_asked_for_again(client: FlaskClient) -> None:
    kit = client.get("/v1/cases")
    assert kit.headers["Content-Disposition"] == 'inline; filename="brehon-cases.json"'
    assert client.get("/v1/cases", headers={"If-None-Match": kit.headers["ETag"]}).status_code == 304
    one = client.get("/v1/cases?game=kingdomino").get_json()
    assert {case["game"] for case in one["cases"]} == {"kingdomino"}
    assert [version["game"] for version in one["rules_versions"]] == ["kingdomino"]
    assert client.get("/v1/cases?game=chess").status_code == 404


# ---------------------------------------------------------------- libraries of one's own


def library(folder: Path, **changes: Any) -> Path:
    place = folder / "kingdomino"
    place.mkdir()
    (place / f"{CASE['id']}.json").write_text(json.dumps({**CASE, **changes}), "utf-8")
    return folder


def test_another_folder_can_be_served(tmp_path: Path) -> None:
    settings = from_environment({"BREHON_CASES": str(library(tmp_path))})
    client = create_app(settings._replace(log_requests=False)).test_client()
    assert ids(client, "") == [CASE["id"]]
    assert client.get("/v1/games/brian-boru/cases").get_json()["cases"] == []


def test_an_empty_folder_has_no_cases(tmp_path: Path) -> None:
    client = create_app(Settings(log_requests=False, rate_limit="off", cases_folder=tmp_path)).test_client()
    assert client.get("/v1/cases").get_json()["cases"] == []


def test_a_file_may_have_a_list_of_cases(tmp_path: Path) -> None:
    (tmp_path / "kingdomino").mkdir()
    file = tmp_path / "kingdomino" / "all.json"
    file.write_text(json.dumps([CASE, {**CASE, "id": "another"}]), "utf-8")
    settings = Settings(log_requests=False, rate_limit="off", cases_folder=tmp_path)
    assert ids(create_app(settings).test_client(), "") == [CASE["id"], "another"]
    file.write_text(json.dumps([CASE, CASE]), "utf-8")
    with pytest.raises(CaseError, match=f"there is a case '{CASE['id']}' already"):
        create_app(settings)
    file.write_text(json.dumps([CASE, {**CASE, "format": 2}]), "utf-8")
    with pytest.raises(CaseError, match="/1/format"):
        create_app(settings)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": "another"}, "calls itself kingdomino/another"),
        ({"game": "brian-boru"}, "calls itself brian-boru"),
        ({"verdict": "legal"}, "/verdict"),
        ({"title": {"en": "x", "es": "y"}}, "/title"),
        ({"format": 2}, "/format"),
    ],
)
def test_a_spoilt_case_is_refused_at_start(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    folder = library(tmp_path, **changes)
    with pytest.raises(CaseError, match=message):
        create_app(Settings(log_requests=False, rate_limit="off", cases_folder=folder))


def listed(folder: Path, *cases: dict[str, Any]) -> Path:
    place = folder / "kingdomino"
    place.mkdir()
    (place / "several.json").write_text(json.dumps(cases), "utf-8")
    return folder


def test_a_file_may_hold_a_list_of_cases(tmp_path: Path) -> None:
    folder = listed(tmp_path, CASE, {**CASE, "id": "another"})
    settings = Settings(log_requests=False, rate_limit="off", cases_folder=folder)
    assert ids(create_app(settings).test_client(), "") == [CASE["id"], "another"]


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (CASE, "/1/id: there is a case 'corner-does-not-connect' already"),
        ({**CASE, "id": "another", "format": 2}, "/1/format"),
        ({**CASE, "id": "another", "game": "brian-boru"}, "calls itself brian-boru/another"),
        ({**CASE, "id": "another", "title": {"en": "x"}}, "/1/title"),
        (7, "/1: Expected `object`"),
    ],
)
def test_a_spoilt_case_in_a_list_is_refused_by_its_place(tmp_path: Path, second: Any, message: str) -> None:
    with pytest.raises(CaseError, match=message):
        create_app(Settings(log_requests=False, rate_limit="off", cases_folder=listed(tmp_path, CASE, second)))


def test_a_folder_that_does_not_exist_is_refused_at_start(tmp_path: Path) -> None:
    settings = from_environment({"BREHON_CASES": str(tmp_path / "nowhere")})
    with pytest.raises(CaseError, match="nowhere: there is no such folder"):
        create_app(settings)
