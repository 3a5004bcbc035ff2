"""The OpenAPI documents: generated from the schemas that the routes use, one for all games and one for each.

Views are documented by ``@documented``. ``make openapi`` writes the documents to ``openapi/``; each operation carries
an example from ``openapi/examples``, which the tests execute, or from the folder of its game.
"""

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import Schema

from schemas import answers, ruling
from schemas.answers import Picture
from schemas.base import LANGUAGES
from schemas.fields import StructField, json_schema
from service import VERSION
from service.games.files import OUR_EXAMPLES, example_of
from service.referee.game import AnyGame

EXAMPLES = OUR_EXAMPLES
FOLDER = EXAMPLES.parent
View = TypeVar("View", bound=Callable[..., Any])

TITLE = "Brehon"
DESCRIPTION = """\
A referee for board games. Send a state and a proposed move, get a ruling: legal, illegal or undetermined, the table
afterwards, and the rule that decides, in your language, with its place in your printed rulebook.

Everything is a pure function: nothing is stored, the same question always gets the same answer, retry freely."""
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
    429: "Too many requests; Retry-After says when to come back.",
}
ALWAYS = (401, 429)
"""Every route can answer these."""
RATE_HEADERS = {
    "RateLimit-Policy": "How many requests (q) are allowed in how many seconds (w).",
    "RateLimit": "How many requests are left (r), and in how many seconds (t) all are there again.",
    "Retry-After": "In how many seconds to come back.",
}
SHARED_TYPES = {
    name
    for module in (ruling, answers)
    for name, value in vars(module).items()
    if isinstance(value, type) and issubclass(value, msgspec.Struct)
}
"""Types of all games; those of one game get its name as a prefix."""


class Documentation(NamedTuple):
    """What the OpenAPI document says about a view."""

    operation_id: str
    summary: str
    query: Schema | None
    question: Schema | None
    answer: Any
    media_type: str
    problems: tuple[int, ...]
    example: Path


def documented(
    operation: str,
    summary: str,
    *,
    game: AnyGame | None = None,
    answer: Any,
    query: Schema | None = None,
    question: Schema | None = None,
    media_type: str = "application/json",
    problems: tuple[int, ...] = (422,),
) -> Callable[[View], View]:
    """Document a view: its query string or its question, its answer, and the problems it may answer with.

    ``game`` is the game that the view is about.
    """
    operation_id = operation if game is None else f"{game.meta.id}-{operation}"
    example = EXAMPLES / f"{operation}.json" if game is None else example_of(game, operation)

    def decorate(view: View) -> View:
        entry = Documentation(operation_id, summary, query, question, answer, media_type, problems, example)
        view.documentation = entry  # type: ignore[attr-defined]
        return view

    return decorate


def document(app: Flask) -> dict[str, Any]:
    """The document about all games, with the examples."""
    spec = _Specification()
    for rule in app.url_map.iter_rules():
        entry = getattr(app.view_functions[rule.endpoint], "documentation", None)
        if entry is not None:
            (method,) = (rule.methods or set()) & {"GET", "POST"}
            spec.add(rule.rule, method.lower(), rule.endpoint.partition(".")[0], entry)
    return spec.content()


class _Specification:
    """The document while it is being built, with apispec."""

    def __init__(self) -> None:
        self.plugin = MarshmallowPlugin()
        info = {"description": DESCRIPTION, "license": {"name": "MIT"}}
        self.spec = APISpec(TITLE, VERSION, "3.1.0", plugins=[self.plugin], info=info)
        assert self.plugin.converter is not None
        self.plugin.converter.add_attribute_function(self._struct_properties)
        self._reference(answers.Problem)

    def _struct_properties(self, field: Any, **kwargs: Any) -> dict[str, Any]:
        """The JSON Schema of a field that msgspec decodes."""
        if not isinstance(field, StructField):
            return {}
        schema, components = field.json_schema()
        for name, component in components.items():
            self.spec.components.schemas.setdefault(name, component)
        return schema

    def add(self, rule: str, method: str, tag: str, entry: Documentation) -> None:
        names = re.findall(r"<(?:\w+:)?(\w+)>", rule)
        parameters: list[Any] = [
            {"in": "path", "name": name, "required": True, "schema": {"type": "string"}} for name in names
        ]
        operation: dict[str, Any] = {"summary": entry.summary, "operationId": entry.operation_id, "tags": [tag]}
        if entry.query is not None:
            parameters.append({"in": "query", "schema": entry.query})
        if entry.question is not None:
            parameters.append(LANGUAGE_PARAMETER)
            operation["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": self._question(entry.question)}},
            }
        answer = self._answer(entry, _prefix(tag, rule))
        success = {"description": "The answer.", "content": {entry.media_type: {"schema": answer}}}
        operation |= {"parameters": parameters, "responses": {"200": success, **_problems(entry.problems)}}
        _add_example(operation, entry.example)
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)
        self.spec.path(path=path, operations={method: operation})

    def _question(self, schema: Schema) -> dict[str, Any]:
        name = type(schema).__name__
        if name not in self.spec.components.schemas:
            self.spec.components.schema(name, schema=schema)
        return {"$ref": f"#/components/schemas/{name}"}

    def _answer(self, entry: Documentation, prefix: str) -> dict[str, Any]:
        if entry.answer is Picture:
            return {"type": "string", "description": "An SVG document."}
        return self._reference(entry.answer, prefix)

    def _reference(self, struct: Any, prefix: str = "") -> dict[str, Any]:
        """A reference to a Struct, whose schema and those that it refers to are added to the components."""
        schema, components = json_schema(struct, "")
        names = {name: _component_name(name, prefix) for name in components}
        for name, component in components.items():
            self.spec.components.schemas.setdefault(names[name], _renamed(component, names))
        renamed: dict[str, Any] = _renamed(schema, names)
        return renamed

    def content(self) -> dict[str, Any]:
        return self.spec.to_dict()


def _prefix(tag: str, rule: str) -> str:
    """``Kingdomino`` for a route of that game, nothing for a route of no game."""
    return tag.title().replace("-", "") if rule.startswith(f"/v1/games/{tag}") else ""


def _component_name(name: str, prefix: str) -> str:
    generic = name.partition("_")[0]  # `Ruling_State_` is the Ruling of this game
    if generic != name:
        return prefix + generic
    return name if name in SHARED_TYPES or name.startswith(prefix) else prefix + name


def _renamed(part: Any, names: dict[str, str]) -> Any:
    """A copy of a JSON Schema with its references renamed."""
    if isinstance(part, dict):
        return {key: _renamed(value, names) for key, value in part.items()}
    if isinstance(part, list):
        return [_renamed(value, names) for value in part]
    if isinstance(part, str) and part.startswith("#/components/schemas/"):
        name = part.rpartition("/")[2]
        return f"#/components/schemas/{names.get(name, name)}"
    return part


def _problems(statuses: tuple[int, ...]) -> dict[str, Any]:
    return {
        str(status): {
            "description": PROBLEMS[status],
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
            **({"headers": _rate_headers()} if status == 429 else {}),
        }
        for status in sorted((*statuses, *ALWAYS))
    }


def _rate_headers() -> dict[str, Any]:
    return {
        name: {"description": text, "schema": {"type": "integer" if name == "Retry-After" else "string"}}
        for name, text in RATE_HEADERS.items()
    }


def _add_example(operation: dict[str, Any], path: Path) -> None:
    if not path.exists():
        return
    example = msgspec.json.decode(path.read_bytes())
    if "request" in example and "requestBody" in operation:
        operation["requestBody"]["content"]["application/json"]["example"] = example["request"]
    if "response" in example:  # else nobody has asked yet: `openapi/build.py` does
        for content in operation["responses"]["200"]["content"].values():
            content["example"] = example["response"]


def documents(app: Flask) -> dict[str, dict[str, Any]]:
    """The documents by the names of their files: ``openapi`` for all games, and one for each game."""
    whole = document(app)
    games = [path.rpartition("/")[2] for path in whole["paths"] if re.fullmatch("/v1/games/[^/]+", path)]
    return {"openapi": whole, **{game: document_of_game(whole, game) for game in games}}


def document_of_game(whole: dict[str, Any], game: str) -> dict[str, Any]:
    """The part about one game: its routes, and the schemas that they use."""
    root = f"/v1/games/{game}"
    paths = {path: item for path, item in whole["paths"].items() if path == root or path.startswith(f"{root}/")}
    components: dict[str, dict[str, Any]] = {kind: {} for kind in whole["components"]}
    unread: list[Any] = [paths]
    while unread:
        for reference in _references(unread.pop()):
            _, _, kind, name = reference.split("/")
            if name not in components[kind]:
                components[kind][name] = whole["components"][kind][name]
                unread.append(components[kind][name])
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


def as_yaml(content: dict[str, Any]) -> str:
    """A document for people and for generators of clients."""
    plain = msgspec.json.decode(msgspec.json.encode(deepcopy(content)))
    return str(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=110))
