"""The OpenAPI document: valid, complete, up to date, and with examples that are true."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from service.api.openapi import EXAMPLES, FOLDER, as_yaml, document, document_of_game, documents
from service.app import create_app
from service.settings import Settings
from tests.api.questions import POSTS, QUESTIONS
from tests.our_games import GAMES

METHODS = ("get", "post", "put", "patch", "delete", "head", "options")
PROMISED: dict[str, Any] = json.loads(
    json.dumps(document(create_app(Settings(log_requests=False, rate_limit="off"))))
)
OPERATIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    operation.get("operationId", f"{method} {path}"): (path, method, operation)
    for path, operations in PROMISED["paths"].items()
    for method, operation in operations.items()
    if method in METHODS
}
EVERY_OPERATION = pytest.mark.parametrize("name", OPERATIONS)


def schema_of(part: dict[str, Any]) -> Draft202012Validator:
    """A validator for a response or a request body."""
    content = next(iter(part["content"].values()))  # a picture has another format behind
    return Draft202012Validator({**content["schema"], "components": PROMISED["components"]})


def references(part: Any) -> list[str]:
    """Every ``$ref`` in a part of the document."""
    if isinstance(part, dict):
        own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
        return own + [inner for key, value in part.items() if key != "example" for inner in references(value)]
    return [inner for value in part for inner in references(value)] if isinstance(part, list) else []


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    """What a reference leads to."""
    if "$ref" not in part:
        return part
    _, _, kind, name = part["$ref"].split("/")
    return dict(PROMISED["components"][kind][name])


# ---------------------------------------------------------------- the document as a whole


def test_the_document_is_valid_openapi_3_1() -> None:
    assert PROMISED["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(PROMISED).validate()


def test_the_server_gives_the_document_that_it_keeps_to(client: FlaskClient) -> None:
    response = client.get("/openapi.json")
    assert response.status_code == 200
    assert response.content_type == "application/json"
    assert response.get_json() == PROMISED


@pytest.mark.parametrize("path", ["/openapi.json", "/openapi/kingdomino.json", "/openapi.json?game=kingdomino"])
def test_a_document_is_cacheable_and_not_sent_twice(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    assert first.headers["Cache-Control"] == "public, max-age=300"
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_committed_document_is_up_to_date(app: Flask) -> None:
    written = documents(app)
    assert {*written, "openapi"} == {path.stem for path in FOLDER.glob("*.yaml")}
    for name, content in written.items():
        assert (FOLDER / f"{name}.yaml").read_text("utf-8") == as_yaml(content), "run `make openapi`"


def test_the_committed_document_says_the_same_as_the_served_one(client: FlaskClient) -> None:
    committed = yaml.safe_load((FOLDER / "openapi.yaml").read_text("utf-8"))
    assert committed == client.get("/openapi.json").get_json()


def test_the_document_is_the_same_however_often_it_is_made(app: Flask) -> None:
    assert document(app) == document(app) == document(create_app(Settings(log_requests=False, rate_limit="off")))


def test_every_reference_leads_somewhere_and_no_component_is_idle() -> None:
    known = {
        f"#/components/{kind}/{name}" for kind in ("schemas", "parameters") for name in PROMISED["components"][kind]
    }
    used = set(references(PROMISED))
    assert used <= known
    assert known <= used


def test_the_document_has_its_title_version_and_license() -> None:
    assert PROMISED["info"]["title"] == "Brehon"
    assert document_of_game(PROMISED, "roll-and-raid")["info"]["title"] == "Brehon: Roll & Raid"
    assert PROMISED["info"]["version"]
    assert PROMISED["info"]["description"]
    assert PROMISED["info"]["license"] == {"name": "MIT", "identifier": "MIT"}
    assert PROMISED["servers"]
    assert PROMISED["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    assert PROMISED["security"] == [{}, {"key": []}], "a key is never needed"


# ---------------------------------------------------------------- routes


def routes(app: Flask) -> set[tuple[str, str]]:
    return {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/v1")
    }


def test_every_route_is_in_the_document_and_no_other(app: Flask) -> None:
    assert {(path, method) for path, method, _ in OPERATIONS.values()} == routes(app)


def test_every_question_is_tested_from_here(app: Flask) -> None:
    """The tests of bodies and headers start from ``tests.api.questions``: no address may be missing there."""
    assert {path for path, method in routes(app) if method == "post"} == set(POSTS)


# ---------------------------------------------------------------- operations


def test_no_operation_id_comes_twice() -> None:
    ids = [
        operation["operationId"]
        for operations in PROMISED["paths"].values()
        for method, operation in operations.items()
        if method in METHODS
    ]
    assert len(ids) == len(set(ids)) == len(OPERATIONS)


@EVERY_OPERATION
def test_every_operation_has_an_id_and_a_summary(name: str) -> None:
    _, _, operation = OPERATIONS[name]
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", operation["operationId"])
    assert operation["summary"]
    assert operation["description"]
    assert set(operation["tags"]) <= {tag["name"] for tag in PROMISED["tags"] if tag["description"]}


@EVERY_OPERATION
def test_every_operation_lists_its_refusals(name: str) -> None:
    _, method, operation = OPERATIONS[name]
    statuses = set(operation["responses"])
    assert "200" in statuses
    assert "default" not in statuses
    if method == "post":
        assert {"400", "413", "415", "422"} <= statuses
    for status in statuses - {"200"}:
        assert list(operation["responses"][status]["content"]) == ["application/problem+json"]
        assert operation["responses"][status]["description"]


@EVERY_OPERATION
def test_every_parameter_is_described(name: str) -> None:
    path, _, operation = OPERATIONS[name]
    parameters = [resolved(parameter) for parameter in operation["parameters"]]
    in_path = {parameter["name"] for parameter in parameters if parameter["in"] == "path"}
    assert in_path == set(re.findall(r"{(\w+)}", path))
    for parameter in parameters:
        assert parameter["schema"]
        assert parameter["description"]


@pytest.mark.parametrize("operation", QUESTIONS)
def test_a_good_question_is_one_by_its_schema(operation: str) -> None:
    _, _, promised = OPERATIONS[f"kingdomino-{operation.replace('/', '-')}"]
    schema_of(promised["requestBody"]).validate(json.loads(json.dumps(QUESTIONS[operation])))


@pytest.mark.parametrize("operation", QUESTIONS)
def test_an_unknown_part_is_none_by_its_schema(operation: str) -> None:
    """The service refuses it, so a client that was generated from the document must not be allowed to send it."""
    _, _, promised = OPERATIONS[f"kingdomino-{operation.replace('/', '-')}"]
    spoilt = {**json.loads(json.dumps(QUESTIONS[operation])), "more": 1}
    assert not schema_of(promised["requestBody"]).is_valid(spoilt)


# ---------------------------------------------------------------- examples


def example(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))
    return content


def test_every_operation_has_an_example_and_no_example_is_left_over() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*")) == sorted(OPERATIONS)


@EVERY_OPERATION
def test_an_example_belongs_to_its_operation(name: str) -> None:
    path, method, operation = OPERATIONS[name]
    shown = example(name)
    assert set(shown) <= {"path", "method", "request", "response", "summary"}
    assert shown["method"].lower() == method
    pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(path))
    assert re.fullmatch(pattern, shown["path"].partition("?")[0])
    assert ("request" in shown) == ("requestBody" in operation)


@EVERY_OPERATION
def test_an_example_is_answered_as_it_says(client: FlaskClient, name: str) -> None:
    shown = example(name)
    sent = {"json": shown["request"]} if "request" in shown else {}
    headers = {"Accept-Language": "en", "X-Request-Id": "example"}  # a refusal in a batch carries the request id
    response = client.open(shown["path"], method=shown["method"], headers=headers, **sent)
    assert response.status_code == 200
    answered = response.get_json() if response.is_json else response.get_data(as_text=True)
    assert answered == shown["response"], "run `make openapi`"


@EVERY_OPERATION
def test_an_example_keeps_to_the_schemas(name: str) -> None:
    _, _, operation = OPERATIONS[name]
    shown = example(name)
    if "request" in shown:
        schema_of(operation["requestBody"]).validate(shown["request"])
    schema_of(operation["responses"]["200"]).validate(shown["response"])


@EVERY_OPERATION
def test_an_example_is_in_the_document(name: str) -> None:
    _, _, operation = OPERATIONS[name]
    shown = example(name)
    content = next(iter(operation["responses"]["200"]["content"].values()))
    assert content["example"] == shown["response"]
    if "request" in shown:
        assert operation["requestBody"]["content"]["application/json"]["example"] == shown["request"]


def test_the_examples_are_files_that_a_person_can_read() -> None:
    for path in sorted(Path(EXAMPLES).glob("*.json")):
        text = path.read_text("utf-8")
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n", path.name


# ---------------------------------------------------------------- pages beside the document


def test_the_documentation_is_there_and_shows_the_document(client: FlaskClient) -> None:
    page = client.get("/docs/")
    assert page.status_code == 200
    assert page.content_type.startswith("text/html")
    text = page.get_data(as_text=True)
    assert all(f"/openapi/{game.meta.id}.json" in text for game in GAMES)
    assert "/openapi.json" in text


def test_the_process_says_that_it_is_alive(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok", "version": PROMISED["info"]["version"]}
