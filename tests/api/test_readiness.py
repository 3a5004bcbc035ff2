"""``/readyz`` when a rulebook or a case library is empty."""

import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.games.kingdomino.game import GAME as kingdomino
from service.settings import Settings
from tests.our_games import GAMES


def started(cases_folder: Path | None = None) -> FlaskClient:
    return create_app(Settings(log_requests=False, rate_limit="off", cases_folder=cases_folder)).test_client()


def test_a_service_with_all_its_data_is_ready() -> None:
    response = started().get("/readyz")
    assert (response.status_code, response.get_json()["status"]) == (200, "ready")
    assert "empty" not in response.get_json()


@pytest.mark.parametrize("name", ["nowhere", "."])
def test_a_game_without_cases_is_not_ready(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    monkeypatch.setitem(vars(kingdomino), "cases", tmp_path / name)
    response = started().get("/readyz")
    assert response.status_code == 503
    assert response.headers["Cache-Control"] == "no-store"
    assert response.get_json()["status"] == "not ready"
    assert response.get_json()["empty"] == ["kingdomino/cases"]
    assert started().get("/healthz").status_code == 200


def test_a_game_without_rules_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kingdomino.rulebook, "rules", {})
    response = started().get("/readyz")
    assert response.status_code == 503
    assert response.get_json()["empty"] == ["kingdomino/rulebook"]


def test_an_empty_folder_of_cases_is_not_ready(tmp_path: Path) -> None:
    response = started(tmp_path).get("/readyz")
    assert response.status_code == 503
    assert response.get_json()["empty"] == [f"{game.meta.id}/cases" for game in GAMES]


def test_a_folder_of_cases_may_leave_games_out(tmp_path: Path) -> None:
    shutil.copytree(kingdomino.cases, tmp_path / "kingdomino")
    assert started(tmp_path).get("/readyz").status_code == 200
