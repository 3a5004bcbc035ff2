"""Pictures over HTTP: how they are sent, cached and refused."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.questions import KINGDOMINO, MISFIT, SMALL, WHOLE
from tests.client import Referee
from tests.pictures import check

DIAGRAM = f"{KINGDOMINO}/diagram"


@pytest.mark.parametrize("query", ["", "?lang=en"])
def test_a_picture_is_sent_as_one(client: FlaskClient, query: str) -> None:
    """On the short way and on the long one."""
    response = client.post(DIAGRAM + query, json={"state": SMALL, "move": MISFIT})
    assert response.status_code == 200
    assert response.content_type == "image/svg+xml"
    assert response.headers["Content-Language"] == "en"
    assert response.headers["Brehon-Case"]
    check(response.get_data())


def test_a_picture_is_kept_like_a_score(client: FlaskClient) -> None:
    question = {"state": SMALL, "only": "ana"}
    first, second = client.post(DIAGRAM, json=question), client.post(DIAGRAM, json=question)
    assert second.headers["Brehon-Cache"] == "memory"
    assert (first.get_data(), first.headers["Brehon-Case"]) == (second.get_data(), second.headers["Brehon-Case"])


def test_a_picture_speaks_the_readers_language(client: FlaskClient) -> None:
    pictures = {
        language: client.post(f"{DIAGRAM}?lang={language}", json={"state": WHOLE}).get_data(as_text=True)
        for language in ("en", "es", "pl")
    }
    assert "Next line" in pictures["en"]
    assert "Línea siguiente" in pictures["es"]
    assert "Następny rząd" in pictures["pl"]


@pytest.mark.parametrize(
    ("question", "pointers"),
    [
        ({}, ["/state"]),
        ({"state": SMALL, "player": "ana"}, ["/player"]),
        ({"state": SMALL, "only": "nobody"}, ["/only"]),
        ({"state": SMALL, "viewer": "nobody"}, ["/viewer"]),
        ({"state": SMALL, "viewer": "n" * 41}, ["/viewer"]),
        ({"state": SMALL, "move": {**MISFIT, "domino": 99}}, ["/move/domino"]),
        ({"state": SMALL, "move": {"type": "jump"}}, ["/move/type"]),
        ({"state": SMALL, "pack": "none"}, ["/pack"]),
    ],
)
def test_a_bad_question_gets_no_picture(kingdomino: Referee, question: dict[str, Any], pointers: list[str]) -> None:
    assert kingdomino.problem("diagram", question) == pointers


def test_names_are_no_markup(kingdomino: Referee) -> None:
    name = '"><script>alert(1)</script>&'
    picture = kingdomino.draw({"state": {"players": [{"name": name, "kingdom": []}]}, "only": name})
    root = check(picture)
    assert name in (root[0].text or "")
    assert b"<script" not in picture


def test_ids_of_two_pictures_differ(kingdomino: Referee) -> None:
    one, other = check(kingdomino.draw({"state": SMALL})), check(kingdomino.draw({"state": WHOLE}))
    assert one[0].attrib["id"] != other[0].attrib["id"]
