"""The headers ``Deprecation`` and ``Sunset``: on what is marked, and on nothing else."""

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from service.api.deprecation import deprecated
from service.api.openapi import document
from service.app import create_app
from service.settings import Settings
from tests.api.questions import POSTS


@pytest.fixture(scope="module")
def marked() -> FlaskClient:
    app = Flask(__name__)

    @app.post("/old")
    @deprecated("2026-11-18", "2027-05-18")
    def old() -> Response:
        return Response("{}")

    @app.post("/field")
    @deprecated("2026-11-18", "2027-05-18", "colour")
    def field() -> Response:
        return Response("{}")

    @app.post("/refused")
    @deprecated("2026-11-18", "2027-05-18", "colour")
    def refused() -> Response:
        return Response("{}", 422)

    return app.test_client()


def test_a_marked_operation_says_since_when_and_until_when(marked: FlaskClient) -> None:
    headers = marked.post("/old", json={}).headers
    assert headers["Deprecation"] == "@1794960000"
    assert headers["Sunset"] == "Tue, 18 May 2027 00:00:00 GMT"


@pytest.mark.parametrize(("sent", "announced"), [({"colour": 1}, True), ({"color": 1}, False), ([1], False)])
def test_a_marked_field_is_announced_to_those_who_send_it(marked: FlaskClient, sent: object, announced: bool) -> None:
    assert ("Sunset" in marked.post("/field", json=sent).headers) == announced


def test_bad_input_is_not_looked_at_again(marked: FlaskClient) -> None:
    assert "Sunset" not in marked.post("/refused", data="[" * 100_000, content_type="application/json").headers
    assert "Sunset" not in marked.post("/field", data="{", content_type="application/json").headers
    assert "Sunset" not in marked.post("/field", data="colour").headers


def test_the_openapi_document_marks_it_too() -> None:
    app = create_app(Settings(games=("kingdomino",)))
    for endpoint, fields in (("kingdomino.resolve", ()), ("kingdomino.score", ("viewer",))):
        mark = deprecated("2026-11-18", "2027-05-18", *fields)
        app.view_functions[endpoint] = mark(app.view_functions[endpoint])
    content = document(app)
    operations = [operation for item in content["paths"].values() for operation in item.values()]
    marked = [operation["operationId"] for operation in operations if operation.get("deprecated")]
    assert marked == ["kingdomino-resolve"]
    properties = content["components"]["schemas"]["KingdominoScoreQuestion"]["properties"]
    assert [name for name, schema in properties.items() if schema.get("deprecated")] == ["viewer"]


def test_nothing_is_deprecated_today(client: FlaskClient) -> None:
    for path, question in POSTS.items():
        assert not {"Deprecation", "Sunset"} & set(client.post(path, json=question).headers.keys())
