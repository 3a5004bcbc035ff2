"""The zones of a state, found by reflection over its Struct, and partial tables made by leaving some of them out.

A zone is an optional field whose default is ``UNSET``, at any depth. A card is a value whose type allows ``"?"``. A
field whose default is a value is no zone: silence means that value there. The options are no part of the table.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import NODEFAULT, UNSET, inspect

HIDDEN = "?"
Path = tuple[str | int, ...]
State = dict[str, Any]


class Place(NamedTuple):
    """A zone that can be left out, or a card that can be hidden (``hides``)."""

    path: Path
    generic: str
    """The path as a text, with ``*`` for the index of a list and the key of a mapping."""
    hides: bool = False

    @property
    def pointer(self) -> str:
        return pointer_of(self.path)


def pointer_of(path: Iterable[str | int]) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


class Zones:
    """Finds the places of the states of one game."""

    def __init__(self, state: Any, options: Any) -> None:
        self.state = inspect.type_info(state)
        self.options = options

    def places(self, state: State) -> list[Place]:
        """Every zone that the state has, and every card in it that is not hidden."""
        return list(self._walk(self.state, state, (), ""))

    def masked(self, whole: dict[str, Any], part: State) -> list[Place]:
        """The places of the whole state that the part leaves out or hides; of nested ones only the outermost."""
        found: list[Place] = []
        for place in self.places(whole):
            if any(place.path[: len(outer.path)] == outer.path for outer in found):
                continue
            value = value_at(part, place.path)
            if value is UNSET or (place.hides and value == HIDDEN):
                found.append(place)
        return found

    def false_claims(self, whole: Any, part: Any) -> list[str]:
        """Where the part says what is not so in the whole, as generic paths, each once."""
        return list(dict.fromkeys(_false(self.state, whole, part, "")))

    def _walk(self, kind: inspect.Type, value: Any, path: Path, generic: str) -> Iterator[Place]:
        parts = _parts(kind)
        if value is None or value == HIDDEN:
            return
        if _may_hide(parts):
            yield Place(path, f"{generic}=?", hides=True)
        if isinstance(value, dict):
            for part in parts:
                if isinstance(part, inspect.StructType) and _fits(part, value) and part.cls is not self.options:
                    yield from self._fields(part, value, path, generic)
                elif isinstance(part, inspect.DictType):
                    for key, item in value.items():
                        yield from self._walk(part.value_type, item, (*path, key), f"{generic}/*")
        elif isinstance(value, list):
            for index, item in enumerate(value):
                for part in parts:
                    if (item_type := _item_type(part, index)) is not None:
                        yield from self._walk(item_type, item, (*path, index), f"{generic}/*")

    def _fields(self, kind: inspect.StructType, value: dict[str, Any], path: Path, generic: str) -> Iterator[Place]:
        for field in kind.fields:
            name = field.encode_name
            if name in value:
                inner = (*path, name), f"{generic}/{name}"
                if _is_zone(field):
                    yield Place(*inner)
                yield from self._walk(field.type, value[name], *inner)


def _is_zone(field: inspect.Field) -> bool:
    """Whether the default is ``UNSET``: msgspec calls that field not required, and names no default."""
    return not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT


def _parts(kind: inspect.Type) -> list[inspect.Type]:
    if isinstance(kind, inspect.Metadata):
        return _parts(kind.type)
    if isinstance(kind, inspect.UnionType):
        return [part for each in kind.types for part in _parts(each)]
    return [kind]


def _fits(kind: inspect.StructType, value: dict[str, Any]) -> bool:
    """Whether a tagged value is of this type; without a tag there is only one type of object."""
    return kind.tag_field is None or value.get(kind.tag_field) == kind.tag


def _item_type(kind: inspect.Type, index: int) -> inspect.Type | None:
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return kind.item_type
    if isinstance(kind, inspect.TupleType):
        return kind.item_types[index]
    return None


def _false(kind: inspect.Type, whole: Any, part: Any, generic: str) -> Iterator[str]:
    parts = _parts(kind)
    if part == whole or (part == HIDDEN and whole is not None and _may_hide(parts)):
        return
    if isinstance(part, dict) and isinstance(whole, dict):
        for each in parts:
            if isinstance(each, inspect.StructType) and _fits(each, part):
                yield from _false_fields(each, whole, part, generic)
            elif isinstance(each, inspect.DictType):
                if part.keys() != whole.keys():
                    yield generic
                for key in part.keys() & whole.keys():
                    yield from _false(each.value_type, whole[key], part[key], f"{generic}/*")
    elif isinstance(part, list) and isinstance(whole, list) and len(part) == len(whole):
        items = [item for each in parts if (item := _item_type(each, 0)) is not None]
        if HIDDEN in part and _may_hide(_parts(items[0])):  # the order of a hand that is hidden in part says nothing
            seen, there = (Counter(map(str, cards)) for cards in (part, whole))
            del seen[HIDDEN]
            if not seen <= there:
                yield generic
            return
        for index, (one, other) in enumerate(zip(whole, part, strict=True)):
            for each in parts:
                if (item_type := _item_type(each, index)) is not None:
                    yield from _false(item_type, one, other, f"{generic}/*")
    else:
        yield generic


def _false_fields(kind: inspect.StructType, whole: State, part: State, generic: str) -> Iterator[str]:
    if not _fits(kind, whole):
        yield generic
        return
    for field in kind.fields:
        name = field.encode_name
        if name not in part or (name in whole and part[name] == whole[name]):
            continue
        if name in whole:
            yield from _false(field.type, whole[name], part[name], f"{generic}/{name}")
        else:
            yield f"{generic}/{name}"


def _may_hide(parts: list[inspect.Type]) -> bool:
    return any(isinstance(part, inspect.LiteralType) and HIDDEN in part.values for part in parts)


def value_at(state: Any, path: Path) -> Any:
    """The value at a path; ``UNSET`` if there is none."""
    for step in path:
        if isinstance(state, dict) and step in state:
            state = state[step]
        elif isinstance(state, list) and isinstance(step, int) and step < len(state):
            state = state[step]
        else:
            return UNSET
    return state


def without(state: dict[str, Any], masked: Iterable[Place]) -> dict[str, Any]:
    """A copy of the state in which these zones are left out and these cards hidden."""
    copy: dict[str, Any] = json.loads(json.dumps(state))
    places = sorted(masked, key=lambda place: not place.hides)  # a hidden card in a zone that is left out goes with it
    for place in places:
        parent = value_at(copy, place.path[:-1])
        if place.hides:
            parent[place.path[-1]] = HIDDEN
        elif isinstance(parent, dict):
            parent.pop(place.path[-1], None)
    return copy


def covers(pointer: str, place: Place) -> bool:
    """Whether a pointer names this place, something in it, or something that contains it."""
    own = place.pointer
    return own == pointer or own.startswith(pointer + "/") or pointer.startswith(own + "/")


def filled(masked: Sequence[Place], pointers: Iterable[str]) -> list[Place]:
    """What is still masked when the zones of these pointers are sent."""
    sent = list(pointers)
    return [place for place in masked if not any(covers(pointer, place) for pointer in sent)]
