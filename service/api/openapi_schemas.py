"""JSON Schemas as generators of clients understand them: named unions and enumerations, and answers that may grow.

msgspec and apispec write correct schemas; ``Tidying`` says the same in the words that openapi-typescript, hey-api,
openapi-python-client and openapi-generator (Swift, Kotlin, Dart) all read alike (``make clients`` runs them):

- a union of tagged types is a component of its own, ``oneOf`` with a discriminator (``KingdominoMove``);
- an enumeration has a type; one that a module of ``schemas`` has a name for is a component (``KingdominoTerrain``),
  and one with a single value is a ``const``;
- a title is the name of the component; no default is an object or a list; a tuple is a list of fixed length;
- what an answer contains allows unknown fields: a later release may add some.
"""

import re
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

Json = dict[str, Any]
Atoms = frozenset[tuple[str, Any]]
"""What a union is made of: its values, structs and simple types. Null does not count."""
Names = Mapping[Atoms, str]
REFERENCE = "#/components/schemas/"
NULL = {"type": "null"}
LIMITS = {"ge": "minimum", "le": "maximum", "min_length": "minLength", "max_length": "maxLength"}
"""The limits of a number or a text: what msgspec calls them, and JSON Schema."""
JSON_TYPES = {str: "string", int: "integer", bool: "boolean", float: "number"}


def references(part: Any) -> Iterator[str]:
    """Every ``$ref`` in a part of a document; examples have none."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for key, inner in part.items():
            if key != "example":
                yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)


def reachable(schemas: Mapping[str, Json], part: Any) -> set[str]:
    """The names of the components that a part of the document uses, directly or not."""
    found: set[str] = set()
    pending = [part]
    while pending:
        names = {reference.removeprefix(REFERENCE) for reference in references(pending.pop())} & schemas.keys()
        pending += [schemas[name] for name in names - found]
        found |= names
    return found


# ---------------------------------------------------------------- names of unions and enumerations


def names_in(*modules: types.ModuleType) -> dict[Atoms, str]:
    """The names that modules have for unions and literal types; the shortest where there are several."""
    found: dict[Atoms, str] = {}
    for module in modules:
        for name, value in vars(module).items():
            atoms = atoms_of(value) if get_origin(value) in (Literal, Union, types.UnionType) else None
            if atoms and len(atoms) > 1 and (atoms not in found or len(name) < len(found[atoms])):
                found[atoms] = name
    return found


def atoms_of(kind: Any) -> Atoms | None:
    """What a type is made of; None if it contains anything but literals, structs, numbers and texts."""
    origin = get_origin(kind)
    if origin is Annotated:
        inner, *more = get_args(kind)
        (meta,) = [each for each in more if isinstance(each, msgspec.Meta)] or [msgspec.Meta()]
        if inner in JSON_TYPES:
            return _simple(JSON_TYPES[inner], tuple(getattr(meta, name) for name in LIMITS))
        return atoms_of(inner)
    if origin is Literal:
        return frozenset(("value", value) for value in get_args(kind))
    if origin in (Union, types.UnionType):
        parts = [atoms_of(part) for part in get_args(kind) if part is not type(None)]
        return None if None in parts else frozenset().union(*(part for part in parts if part is not None))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return frozenset({("struct", kind.__name__)})
    return _simple(JSON_TYPES[kind], (None,) * len(LIMITS)) if kind in JSON_TYPES else None


def _simple(kind: str, limits: tuple[Any, ...]) -> Atoms:
    return frozenset({("type", (kind, *limits))})


def _atoms_in(part: Json, prefix: str) -> Atoms | None:
    """The same of a JSON Schema."""
    if "$ref" in part:
        return frozenset({("struct", part["$ref"].removeprefix(REFERENCE).removeprefix(prefix))})
    if "enum" in part:
        return frozenset(("value", value) for value in part["enum"])
    if part.get("type") in JSON_TYPES.values():
        return _simple(part["type"], tuple(part.get(name) for name in LIMITS.values()))
    return None


# ---------------------------------------------------------------- tidying


class Tidying:
    """The components while they are being tidied."""

    def __init__(self, schemas: Mapping[str, Json], names: Mapping[str, Names]) -> None:
        """``names`` are those of unions and enumerations, by the prefix of a game's components ("" for all games)."""
        self.schemas = schemas
        self.names = names
        self.prefixes = sorted(names, key=len, reverse=True)
        self.made: dict[str, Json] = {}

    def result(self) -> dict[str, Json]:
        tidy = {}
        for name, schema in self.schemas.items():
            prefix = next(prefix for prefix in self.prefixes if name.startswith(prefix))
            tidy[name] = {"title": name, **self._tidy(schema, prefix)}
        return {**tidy, **self.made}

    def parameter(self, parameter: Json) -> Json:
        """A parameter of an operation, whose enumerations may become components too."""
        return {**parameter, "schema": self._tidy(parameter["schema"], "")}

    def _tidy(self, schema: Any, prefix: str) -> Any:
        if isinstance(schema, list):
            return [self._tidy(part, prefix) for part in schema]
        if not isinstance(schema, dict):
            return schema
        if "anyOf" in schema:
            return self._union(schema, prefix)
        tidy = {key: self._value(key, value, prefix) for key, value in schema.items() if not _is_left_out(key, value)}
        if "prefixItems" in tidy:
            return self._list_of_fixed_length(tidy, prefix)
        return self._enumeration(tidy, prefix) if "enum" in tidy else tidy

    def _value(self, key: str, value: Any, prefix: str) -> Any:
        if key == "properties":
            return {name: self._tidy(schema, prefix) for name, schema in value.items()}
        return value if key in ("enum", "required") or key.startswith("x-") else self._tidy(value, prefix)

    def _union(self, schema: Json, prefix: str) -> Json:
        parts = [part for part in schema["anyOf"] if part != NULL]
        nullable = len(parts) < len(schema["anyOf"])
        own = {key: value for key, value in schema.items() if key not in ("anyOf", "discriminator")}
        more = {key: value for key, value in own.items() if not _is_left_out(key, value)}
        if len(parts) == 1:
            return _with_null(self._tidy(parts[0], prefix), nullable, more)
        values = _enumerated(*parts)
        others = [part for part in parts if "enum" not in part]
        if not others:
            return _with_null(self._enumeration({"enum": values}, prefix), nullable, more)
        parts = [*([{"enum": values}] if values else []), *others]
        content: Json = {"anyOf": [self._part_of_union(part, prefix) for part in parts]}
        if "discriminator" in schema:
            content = {"oneOf": parts, "discriminator": schema["discriminator"]}
        atoms = [_atoms_in(part, prefix) for part in parts]
        whole = None if None in atoms else frozenset().union(*(part for part in atoms if part is not None))
        name = self.names[prefix].get(whole) if whole else None
        named = self._component(prefix + name, content) if name else None
        if named is None and nullable and "anyOf" in content:
            return {**more, "anyOf": [*content["anyOf"], NULL]}
        return _with_null(named or content, nullable, more)

    def _part_of_union(self, part: Json, prefix: str) -> Json:
        """A text beside an object or a number is a component: openapi-generator wants a name for it.

        An enumeration there is a text with a pattern: the Kotlin of a union with an enumeration does not compile.
        """
        if part.get("type") == "array" and (values := _enumerated(part["items"])):
            return {**self._tidy(part, prefix), "items": self._part_of_union({"enum": values}, prefix)}
        if len(part.get("enum", ())) == 1:  # generated Python raises for a `const` that is not the first type to fit
            return {"type": JSON_TYPES[type(part["enum"][0])], "enum": part["enum"]}
        if len(part.get("enum", ())) > 1:
            words = sorted(part["enum"])
            most = max(map(len, words))
            pattern = {"type": "string", "maxLength": most, "pattern": f"^({'|'.join(map(re.escape, words))})$"}
            name = self.names[prefix].get(frozenset(("value", value) for value in part["enum"]))
            return (self._component(f"{prefix}{name}Text", pattern) if name else None) or pattern
        if part.get("type") == "string" and "maxLength" in part and "enum" not in part:
            content = {key: value for key, value in part.items() if key != "description"}
            shortest = f"{part['minLength']}To" if "minLength" in part else ""
            if named := self._component(f"Text{shortest}{part['maxLength']}", content):
                return named
        tidy: Json = self._tidy(part, prefix)
        return tidy

    def _list_of_fixed_length(self, schema: Json, prefix: str) -> Json:
        """``prefixItems`` without the ``items: false`` that several generators take for a fault."""
        items = schema["prefixItems"]
        same = items[0] if all(item == items[0] for item in items) else self._union({"anyOf": items}, prefix)
        return {key: value for key, value in schema.items() if key != "prefixItems"} | {"items": same}

    def _enumeration(self, schema: Json, prefix: str) -> Json:
        values = schema["enum"]
        (kind,) = {JSON_TYPES[type(value)] for value in values}
        if kind == "integer" and (limits := _limits_of(sorted(values))):
            return {"type": kind, **limits, **{key: schema[key] for key in schema if key != "enum"}}
        if len(values) == 1:
            return {"type": kind, "const": values[0], **{key: schema[key] for key in schema if key != "enum"}}
        atoms = frozenset(("value", value) for value in values)
        more = {key: value for key, value in schema.items() if key not in ("type", "enum")}
        for known in dict.fromkeys((prefix, "")):
            if atoms in self.names[known]:
                content = {"type": kind, "enum": sorted(values)}
                if named := self._component(known + self.names[known][atoms], content):
                    return {**named, **more}
        return {"type": kind, "enum": values, **more}

    def _component(self, name: str, schema: Json) -> Json | None:
        """A reference to a component that is made here; None if another one has this name."""
        schema = {"title": name, **schema}
        if name in self.schemas or self.made.setdefault(name, schema) != schema:
            return None
        return {"$ref": REFERENCE + name}


def _enumerated(*parts: Json) -> list[Any]:
    """The values of all enumerations among these parts of a union."""
    inner = [part for each in parts for part in (each.get("anyOf", [each]))]
    return list(dict.fromkeys(value for part in inner for value in part.get("enum", ())))


def _limits_of(values: list[int]) -> Json | None:
    """The limits that allow exactly these numbers; generated Kotlin compares an enumeration of numbers with texts."""
    step = values[1] - values[0] if len(values) > 1 else 1
    if values != list(range(values[0], values[-1] + 1, step)) or values[0] % step:
        return None
    return {"minimum": values[0], "maximum": values[-1], **({"multipleOf": step} if step > 1 else {})}


def _is_left_out(key: str, value: Any) -> bool:
    return key == "title" or (key == "default" and isinstance(value, dict | list | tuple))


def _with_null(schema: Json, nullable: bool, more: Json) -> Json:
    if not nullable:
        return {**schema, **more}
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return {**schema, **more, "type": [schema["type"], "null"]}
    return {**more, "anyOf": [schema, NULL]}


def open_to_new_fields(schemas: Mapping[str, Json], answers: Iterable[Any]) -> dict[str, Json]:
    """The components, of which those that an answer uses may have unknown fields."""
    used = reachable(schemas, list(answers))
    return {name: _without_ban(schema) if name in used else schema for name, schema in schemas.items()}


def _without_ban(schema: Json) -> Json:
    return {key: value for key, value in schema.items() if (key, value) != ("additionalProperties", False)}
