"""The OpenAPI documents: generated from the schemas that the routes use, one for all games and one for each.

Views are documented by ``@documented``. ``make openapi`` writes the documents to ``openapi/``; each operation carries
an example from ``openapi/examples``, which the tests execute, or from the folder of its game.
"""

import re
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import Schema

from schemas import answers, base, cases, reference, ruling
from schemas.answers import Picture
from schemas.base import LANGUAGES
from schemas.envelopes import PackId
from schemas.fields import StructField, json_schema
from service import VERSION
from service.api import openapi_texts as texts
from service.api.openapi_details import DETAILED, detail_of_game, details_by_rule, sentences_of
from service.api.openapi_problems import problems_of
from service.api.openapi_schemas import Names, Tidying, atoms_of, names_in, open_to_new_fields, reachable
from service.games.files import OUR_EXAMPLES, example_of
from service.referee.game import AnyGame

EXAMPLES = OUR_EXAMPLES
FOLDER = EXAMPLES.parent
View = TypeVar("View", bound=Callable[..., Any])

LANGUAGE_PARAMETER = {
    "in": "query",
    "name": "lang",
    "description": "Language of the texts; else by Accept-Language.",
    "schema": {"$ref": "#/components/schemas/Language"},
}
RENAMED = {"Source": "RuleSource", "Case": "LibraryCase"}
"""Types whose own names are reserved words in Dart."""
SHARED_MODULES = (ruling, answers, reference, cases)
SHARED_TYPES = {
    name
    for module in SHARED_MODULES
    for name, value in vars(module).items()
    if isinstance(value, type) and issubclass(value, msgspec.Struct)
}
"""Types of all games; those of one game get its name as a prefix, and so does what contains a ``detail``."""


class Documentation(NamedTuple):
    """What the OpenAPI document says about a view."""

    operation: str
    game: AnyGame | None
    summary: str
    query: Schema | None
    question: Schema | None
    answer: Any
    media_type: str
    problems: tuple[int, ...]
    example: Path

    @property
    def operation_id(self) -> str:
        return self.operation if self.game is None else f"{self.game.meta.id}-{self.operation}"

    @property
    def prefix(self) -> str:
        """``Kingdomino`` for an operation of that game, nothing for one of no game."""
        return "" if self.game is None else prefix_of(self.game)


def prefix_of(game: AnyGame) -> str:
    return game.meta.id.title().replace("-", "")


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
    example = EXAMPLES / f"{operation}.json" if game is None else example_of(game, operation)

    def decorate(view: View) -> View:
        entry = Documentation(operation, game, summary, query, question, answer, media_type, problems, example)
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
            deprecated = getattr(app.view_functions[rule.endpoint], "deprecated_fields", None)
            spec.add(rule.rule, method.lower(), rule.endpoint.partition(".")[0], entry, deprecated)
    return spec.content()


class _Specification:
    """The document while it is being built, with apispec."""

    def __init__(self) -> None:
        self.plugin = MarshmallowPlugin()
        info = {"description": texts.DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}}
        security: list[dict[str, list[str]]] = [{}, {"key": []}]
        self.spec = APISpec(
            texts.TITLE, VERSION, "3.1.0", plugins=[self.plugin], info=info, servers=texts.SERVERS, security=security
        )
        assert self.plugin.converter is not None
        self.plugin.converter.add_attribute_function(lambda *parts, **more: self._struct_properties(*parts, **more))
        self.spec.components.security_scheme("key", {"type": "http", "scheme": "bearer", "description": texts.KEY})
        self.spec.components.parameter("lang", "query", LANGUAGE_PARAMETER)
        self.spec.components.schema("Language", {"type": "string", "enum": list(LANGUAGES)})
        self.games: dict[str, AnyGame] = {}
        self._reference(answers.Problem)

    def _struct_properties(self, converter: Any, field: Any, **kwargs: Any) -> dict[str, Any]:
        """The JSON Schema of a field that msgspec decodes."""
        if not isinstance(field, StructField):
            return {}
        schema, components = field.json_schema()
        for name, component in components.items():
            self._add_schema(name, component)
        return schema

    def _add_schema(self, name: str, schema: dict[str, Any]) -> None:
        known = self.spec.components.schemas.setdefault(name, schema)
        if known != schema:
            raise ValueError(f"two types are called {name}")

    def add(
        self, rule: str, method: str, tag: str, entry: Documentation, deprecated: tuple[str, ...] | None = None
    ) -> None:
        """``deprecated`` are fields of the question; none of them means the operation itself."""
        if entry.game is not None:
            self.games[entry.prefix] = entry.game
        operation: dict[str, Any] = {
            "summary": entry.summary,
            "description": texts.OPERATIONS[entry.operation],
            "operationId": entry.operation_id,
            "tags": [tag],
        }
        if deprecated == ():
            operation["deprecated"] = True
        parameters: list[Any] = [
            {"in": "path", "name": name, "required": True, "schema": {"type": "string"}}
            | {"description": texts.PARAMETERS[name]}
            for name in re.findall(r"<(?:\w+:)?(\w+)>", rule)
        ]
        if entry.query is not None:
            parameters.append({"in": "query", "schema": entry.query})
        if entry.question is not None:
            parameters.append("lang")
            operation["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": self._question(entry.question, deprecated or ())}},
            }
        content = {entry.media_type: {"schema": self._answer(entry)}}
        if entry.answer is Picture:
            content["image/png"] = {"schema": {"type": "string", "format": "binary"}}
        success = {"description": "The answer.", "content": content}
        operation |= {"parameters": parameters, "responses": {"200": success, **problems_of(entry.problems)}}
        _add_example(operation, entry.example)
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)
        self.spec.path(path=path, operations={method: operation})

    def _question(self, schema: Schema, deprecated: tuple[str, ...]) -> dict[str, Any]:
        name = type(schema).__name__
        if name not in self.spec.components.schemas:
            self.spec.components.schema(name, schema=schema)
        for field in deprecated:
            self.spec.components.schemas[name]["properties"][field]["deprecated"] = True
        return {"$ref": f"#/components/schemas/{name}"}

    def _answer(self, entry: Documentation) -> dict[str, Any]:
        if entry.answer is Picture:
            return {"type": "string", "description": "An SVG document."}
        return self._reference(entry.answer, entry.prefix)

    def _reference(self, struct: Any, prefix: str = "") -> dict[str, Any]:
        """A reference to a Struct, whose schema and those that it refers to are added to the components."""
        schema, components = json_schema(struct, "")
        detailed = {name for name, component in components.items() if _has_detail(name, component, components)}
        names = {name: _component_name(name, prefix, name in detailed) for name in components}
        for name, component in components.items():
            renamed = _renamed(component, names)
            if prefix and name in DETAILED:
                renamed = self._with_detail(renamed, name, prefix)
            self._add_schema(names[name], renamed)
        reference: dict[str, Any] = _renamed(schema, names)
        return reference

    def _with_detail(self, schema: dict[str, Any], name: str, prefix: str) -> dict[str, Any]:
        """The schema of a type whose ``detail`` is one of this game."""
        sentences = sentences_of(self.games[prefix])
        self._add_schema(f"{prefix}Detail", detail_of_game(sentences))
        properties = {**schema["properties"], "detail": {"$ref": f"#/components/schemas/{prefix}Detail"}}
        return {**schema, "properties": properties, "x-detail": details_by_rule(sentences, name)}

    def content(self) -> dict[str, Any]:
        content = self.spec.to_dict()
        names: dict[str, Names] = {"": names_in(base, *SHARED_MODULES)}
        names |= {prefix: _names_of(game) for prefix, game in self.games.items()}
        tidying = Tidying(content["components"]["schemas"], names)
        operations = [operation for item in content["paths"].values() for operation in item.values()]
        for operation in operations:
            operation["parameters"] = [_shared(parameter, tidying) for parameter in operation["parameters"]]
        schemas = open_to_new_fields(tidying.result(), [operation["responses"] for operation in operations])
        tags = [
            {"name": game.meta.id, "description": texts.TAG_OF_GAME.format(title=game.meta.title)}
            | {"x-displayName": game.meta.title}
            for game in self.games.values()
        ]
        shared = [{"name": name, "description": text} for name, text in texts.TAGS.items()]
        return {**content, "tags": [*shared, *tags], "components": {**content["components"], "schemas": schemas}}


def _names_of(game: AnyGame) -> Names:
    """The names of unions and enumerations of one game: those in the modules of its types, and in their packages."""
    shapes = game.shapes
    kinds = [shapes.state, shapes.pack, *get_args(shapes.move)]
    modules = [each for kind in kinds for each in (kind.__module__, kind.__module__.rpartition(".")[0])]
    found = names_in(base, *(sys.modules[module] for module in dict.fromkeys(modules) if module))
    for name, kind in (("Move", shapes.move), ("PackChoice", PackId | shapes.pack)):
        atoms = atoms_of(kind)
        assert atoms is not None
        found[atoms] = name
    return found


def _shared(parameter: dict[str, Any], tidying: Tidying) -> dict[str, Any]:
    """A tidied parameter; the reference to the one that all operations have, if it is that."""
    if "$ref" in parameter:
        return parameter
    if parameter["name"] == LANGUAGE_PARAMETER["name"]:
        return {"$ref": "#/components/parameters/lang"}
    return tidying.parameter(parameter)


def _has_detail(name: str, component: dict[str, Any], components: dict[str, Any]) -> bool:
    return not DETAILED.keys().isdisjoint({name} | reachable(components, component))


def _component_name(name: str, prefix: str, has_detail: bool) -> str:
    generic = name.partition("_")[0]  # `Ruling_State_` is the Ruling of this game
    if generic != name:
        return prefix + generic
    if name in SHARED_TYPES and not has_detail:
        return RENAMED.get(name, name)
    return name if name.startswith(prefix) else prefix + name


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


def _add_example(operation: dict[str, Any], path: Path) -> None:
    if not path.exists():
        return
    example = msgspec.json.decode(path.read_bytes())
    if "request" in example and "requestBody" in operation:
        operation["requestBody"]["content"]["application/json"]["example"] = example["request"]
    if "response" in example:  # `openapi/build.py` writes it
        for media_type, content in operation["responses"]["200"]["content"].items():
            if media_type != "image/png":
                content["example"] = example["response"]


def documents(app: Flask) -> dict[str, dict[str, Any]]:
    """The documents by the names of their files: ``openapi`` for all games, and one for each game."""
    whole = document(app)
    games = [path.rpartition("/")[2] for path in whole["paths"] if re.fullmatch("/v1/games/[^/]+", path)]
    return {"openapi": whole, **{game: document_of_game(whole, game) for game in games}}


def document_of_game(whole: dict[str, Any], game: str) -> dict[str, Any]:
    """The part about one game: its routes, and the components that they use."""
    root = f"/v1/games/{game}"
    paths = {path: item for path, item in whole["paths"].items() if path == root or path.startswith(f"{root}/")}
    schemas = whole["components"]["schemas"]
    used = reachable(schemas, [paths, whole["components"]["parameters"]])
    components = {**whole["components"], "schemas": {name: schemas[name] for name in schemas if name in used}}
    (tag,) = [tag for tag in whole["tags"] if tag["name"] == game]
    info = {**whole["info"], "title": f"{whole['info']['title']}: {tag['x-displayName']}"}
    return {**whole, "info": info, "tags": [tag], "paths": paths, "components": components}


def as_yaml(content: dict[str, Any]) -> str:
    """A document for people and for generators of clients. Written by ``make openapi``: the service needs no yaml."""
    import yaml

    plain = msgspec.json.decode(msgspec.json.encode(deepcopy(content)))
    return str(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=110))
