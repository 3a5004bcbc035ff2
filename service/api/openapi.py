"""The OpenAPI document: generated from the schemas that the routes really use.

``make openapi`` writes it to ``openapi/openapi.yaml``. Each operation carries an example from ``openapi/examples``,
which the tests execute.
"""

from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
import yaml
from flask import Flask
from flask_smorest import Api, Blueprint

from schemas.envelopes import LANGUAGES, ProblemSchema
from schemas.fields import StructField
from service import VERSION

FOLDER = Path(__file__).parents[2] / "openapi"
EXAMPLES = FOLDER / "examples"

LANGUAGE_PARAMETER = {
    "in": "query",
    "name": "lang",
    "description": "Language of the texts; else by Accept-Language.",
    "schema": {"type": "string", "enum": list(LANGUAGES)},
}
PROBLEMS = {
    400: "The body is not JSON.",
    401: "The API key is not known.",
    404: "There is nothing at this address.",
    405: "This address does not take that method.",
    408: "The body did not arrive in time.",
    413: "The body is too large.",
    415: "The body is not sent as JSON.",
    422: "The question is not well formed, or too much work for one request.",
    429: "Too many requests; Retry-After tells when to come back.",
}
DESCRIPTION = """\
A referee for board games. Send a state and a proposed move, get a ruling: legal, illegal or undetermined, the table
afterwards, and the rule that decides, in your language, with its place in your printed rulebook.

Everything is a pure function: nothing is stored, the same question always gets the same answer, retry freely."""


RATE_HEADERS = {
    "RateLimit-Policy": "How many requests (q) are allowed in how many seconds (w).",
    "RateLimit": "How many requests are left (r), and in how many seconds (t) all are there again.",
    "Retry-After": "In how many seconds to come back.",
}


def problems(*statuses: int) -> dict[str, Any]:
    """The documented refusals of a route, and those that every route has."""
    return {
        str(status): {
            "description": PROBLEMS[status],
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
            **({"headers": _rate_headers()} if status == 429 else {}),
        }
        for status in sorted((*statuses, 401, 429))
    }


def _rate_headers() -> dict[str, Any]:
    return {
        name: {"description": text, "schema": {"type": "integer" if name == "Retry-After" else "string"}}
        for name, text in RATE_HEADERS.items()
    }


class QuietApi(Api):
    """flask-smorest without its own error documents: ours are registered in ``service.app``.

    What a route is documented with is written when somebody first wants the document: that takes longer than the rest
    of building an app, and most workers are never asked for it.
    """

    def __init__(self, app: Flask, **more: Any) -> None:
        self._unwritten: list[Blueprint] = []
        self._writing = Lock()
        super().__init__(app, **more)

    def _register_error_handlers(self) -> None:
        pass

    def register_blueprint(self, blp: Blueprint, **options: Any) -> None:
        self._app.register_blueprint(blp, **options)
        self._unwritten.append(blp)

    def written(self) -> dict[str, Any]:
        """The document as flask-smorest makes it."""
        with self._writing:
            while self._unwritten:
                pages = self._unwritten.pop(0)
                pages.register_views_in_doc(self, self._app, self.spec, name=pages.name, parameters=None)
                self.spec.tag({"name": pages.name, "description": pages.description})
            told: dict[str, Any] = self.spec.to_dict()
        return told


def configure(app: Flask) -> QuietApi:
    """A flask-smorest Api that knows our fields and leaves errors and pages to us."""
    app.config.update(API_TITLE="Brehon", API_VERSION=VERSION, OPENAPI_VERSION="3.1.0")
    api = QuietApi(app, spec_kwargs={"info": {"description": DESCRIPTION, "license": {"name": "MIT"}}})
    schemas = api.spec.components.schemas

    def struct_properties(self: Any, field: Any, **kwargs: Any) -> dict[str, Any]:
        if not isinstance(field, StructField):
            return {}
        schema, components = field.json_schema()
        for name, component in components.items():
            schemas.setdefault(name, component)
        return schema

    assert api.ma_plugin.converter is not None
    api.ma_plugin.converter.add_attribute_function(struct_properties)
    api.spec.components.schema("Problem", schema=ProblemSchema)
    return api


def document(app: Flask) -> dict[str, Any]:
    """The whole document, with the examples."""
    api: QuietApi = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    content = api.written()
    content["components"]["schemas"].pop("PaginationMetadata", None)  # flask-smorest's own; nothing here has pages
    for operations in content["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict):
                operation.get("responses", {}).pop("default", None)
                _add_examples(operation)
    return content


def of_one_game(whole: dict[str, Any], game: str) -> dict[str, Any]:
    """The part of the document about one game: its routes, and the schemas that they use."""
    root = f"/v1/games/{game}"
    paths = {path: told for path, told in whole["paths"].items() if path == root or path.startswith(f"{root}/")}
    components: dict[str, dict[str, Any]] = {kind: {} for kind in whole["components"]}
    waiting = [paths]
    while waiting:
        for reference in _references(waiting.pop()):
            _, _, kind, name = reference.split("/")
            if name not in components[kind]:
                components[kind][name] = whole["components"][kind][name]
                waiting.append(components[kind][name])
    return {**whole, "paths": paths, "components": components}


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from _references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _references(inner)


def _add_examples(operation: dict[str, Any]) -> None:
    path = EXAMPLES / f"{operation['operationId']}.json"
    if not path.exists():
        return
    example = msgspec.json.decode(path.read_bytes())
    if "request" in example and "requestBody" in operation:
        operation["requestBody"]["content"]["application/json"]["example"] = example["request"]
    for content in operation["responses"]["200"].get("content", {}).values():
        content["example"] = example["response"]


def as_yaml(app: Flask) -> str:
    """The document for people and for generators of clients."""
    plain = msgspec.json.decode(msgspec.json.encode(document(app)))
    return str(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=110))
