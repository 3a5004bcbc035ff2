"""What a request may say about unresolved steps: only pointers to zones of the state."""

from typing import Any

import pytest
from flask.testing import FlaskClient

NAMES = ("ana", "bruno", "carla")


@pytest.mark.parametrize("name", ["kingdomino", "brian-boru"])
@pytest.mark.parametrize("pointer", ["", "phase", "/state/weather", "/state/players/0/name", "/state/players/0"])
def test_a_pointer_to_no_zone_is_refused(client: FlaskClient, name: str, pointer: str) -> None:
    answer = client.post(f"/v1/games/{name}/legal-moves", json={"state": state(pointer)})
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == "/state/unresolved/0/unsettled/1"


@pytest.mark.parametrize("name", ["kingdomino", "brian-boru"])
def test_a_step_that_nobody_knows_changes_no_answer_into_a_fault(client: FlaskClient, name: str) -> None:
    answer = client.post(f"/v1/games/{name}/legal-moves", json={"state": state("/state/phase")})
    assert answer.status_code == 200


def state(pointer: str) -> dict[str, Any]:
    unresolved = [{"step": "weather", "unsettled": ["/state/phase", pointer]}]
    return {"players": [{"name": name} for name in NAMES], "unresolved": unresolved}
