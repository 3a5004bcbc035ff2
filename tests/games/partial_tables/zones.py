"""The zones of a state, found by reflection over its Struct, and partial tables made by leaving some of them out.

A zone is an optional field whose default is ``UNSET``, at any depth. A card is a value whose type allows ``"?"``. A
field whose default is a value is no zone: silence means that value there. The options are no part of the table.
All players but the first can be left out too: with one player it is unknown how many play.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import NODEFAULT, UNSET, inspect

HIDDEN = "?"
Path = tuple[str | int, ...]
State = dict[str, Any]


class Place(NamedTuple):
    """A zone that can be left out, a card that can be hidden, or all players but the first."""

    path: Path
    generic: str
    """The path as a text, with ``*`` for the index of a list and the key of a mapping."""
    kind: Literal["zone", "card", "players"] = "zone"

    @property
    def pointer(self) -> str:
        return pointer_of(self.path)

    def contains(self, other: "Place") -> bool:
        if self.kind == "players":
            return other.path[0] == "players" and other.path[1] >= self.path[1]  # type: ignore[operator]
        return other.path[: len(self.path)] == self.path


def pointer_of(path: Iterable[str | int]) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


class Zones:
    """Finds the places of the states of one game."""

    def __init__(self, state: Any, options: Any) -> None:
        self.state = inspect.type_info(state)
        self.options = options

    def places(self, state: State) -> list[Place]:
        """Every zone that the state has, and every card in it that is not hidden."""
        others = [Place(("players", 1), "/players/*", "players")] if len(state["players"]) > 1 else []
        return [*others, *self._walk(self.state, state, (), "")]

    def false_claims(self, whole: Any, part: Any) -> list[str]:
        """Where the part says what is not so in the whole, as generic paths, each once.

        Zones that hold the values from before an unresolved step claim nothing.
        """
        whole, part = at_rest(whole), at_rest(part)
        seats = {player["name"]: player for player in whole["players"]}
        there = [seats.get(player["name"], player) for player in part["players"]]  # others may be left out
        return list(dict.fromkeys(_false(self.state, {**whole, "players": there}, part, "")))

    def _walk(self, kind: inspect.Type, value: Any, path: Path, generic: str) -> Iterator[Place]:
        if value is None or value == HIDDEN:
            return
        parts, may_hide = _parts(kind)
        if may_hide:
            yield Place(path, f"{generic}=?", "card")
        if isinstance(value, dict | list):
            for part in parts:
                if isinstance(part, inspect.StructType):
                    if isinstance(value, dict) and _fits(part, value) and part.cls is not self.options:
                        yield from self._fields(part, value, path, generic)
                else:
                    for key, item, item_type in _items(part, value):
                        yield from self._walk(item_type, item, (*path, key), f"{generic}/*")

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


_KINDS: dict[int, tuple[inspect.Type, list[inspect.Type], bool]] = {}


def _parts(kind: inspect.Type) -> tuple[list[inspect.Type], bool]:
    """The members of a union (of any other type, itself), and whether ``"?"`` is allowed; computed once a type."""
    if id(kind) not in _KINDS:
        parts = list(_members(kind))
        hides = any(isinstance(part, inspect.LiteralType) and HIDDEN in part.values for part in parts)
        _KINDS[id(kind)] = (kind, parts, hides)  # the type stays alive, so its id is not used again
    return _KINDS[id(kind)][1:]


def members(kind: inspect.Type) -> list[inspect.Type]:
    """The members of a union; of any other type, itself."""
    return _parts(kind)[0]


def _members(kind: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.Metadata):
        yield from _members(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for member in kind.types:
            yield from _members(member)
    else:
        yield kind


def _fits(kind: inspect.StructType, value: dict[str, Any]) -> bool:
    """Whether a tagged value is of this type; without a tag there is only one type of object."""
    return kind.tag_field is None or value.get(kind.tag_field) == kind.tag


def _items(kind: inspect.Type, value: Any) -> Iterator[tuple[str | int, Any, inspect.Type]]:
    """The entries of a list or a mapping with their types; nothing if the value is of another type."""
    if isinstance(value, dict):
        if isinstance(kind, inspect.DictType):
            for key, item in value.items():
                yield key, item, kind.value_type
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType):
        for index, item in enumerate(value):
            yield index, item, kind.item_type
    elif isinstance(kind, inspect.TupleType):
        for index, (item, item_type) in enumerate(zip(value, kind.item_types, strict=True)):
            yield index, item, item_type


def _false(kind: inspect.Type, whole: Any, part: Any, generic: str) -> Iterator[str]:
    """Where the part says what is not so. A mapping is whole: a key that it lacks says something too."""
    if part == whole:
        return
    if part == HIDDEN and whole is not None:  # a text may stand for a hidden card, too, and its type does not say so
        return
    parts, _ = _parts(kind)
    if type(part) is not type(whole) or not isinstance(part, dict | list):
        yield generic
        return
    for each in parts:
        if not isinstance(each, inspect.StructType):
            yield from _false_items(each, whole, part, generic)
        elif isinstance(part, dict) and _fits(each, part):
            yield from _false_fields(each, whole, part, generic)


def _false_items(kind: inspect.Type, whole: Any, part: Any, generic: str) -> Iterator[str]:
    items = list(_items(kind, part))
    same = len(part) == len(whole) and (isinstance(part, list) or part.keys() == whole.keys())
    if not same and (items or not part):
        yield generic
    elif items and HIDDEN in part:
        if not _agrees(whole, part):
            yield generic
    else:
        for key, item, item_type in items:
            yield from _false(item_type, whole[key], item, f"{generic}/*")


def _agrees(whole: list[Any], part: list[Any]) -> bool:
    """Whether cards of which some are hidden may be these; the order of a hand says nothing."""
    seen, there = (Counter(map(str, cards)) for cards in (part, whole))
    del seen[HIDDEN]
    return seen <= there


def _false_fields(kind: inspect.StructType, whole: State, part: State, generic: str) -> Iterator[str]:
    if not _fits(kind, whole):
        yield generic
        return
    for field in kind.fields:
        name = field.encode_name
        if name in part and name not in whole:
            yield f"{generic}/{name}"
        elif name in part:
            yield from _false(field.type, whole[name], part[name], f"{generic}/{name}")


def value_at(state: Any, path: Path) -> Any:
    """The value at a path; ``UNSET`` if there is none."""
    for step in path:
        try:
            state = state[step]
        except (KeyError, IndexError, TypeError):
            return UNSET
    return state


def without(state: State, masked: Iterable[Place]) -> State:
    """A copy of the state in which these zones are left out and these cards hidden."""
    copy: State = msgspec.json.decode(msgspec.json.encode(state))
    for place in sorted(masked, key=lambda place: ("card", "zone", "players").index(place.kind)):
        parent = value_at(copy, place.path[:-1])
        if place.kind == "card":
            parent[place.path[-1]] = HIDDEN
        elif place.kind == "players":
            del parent[place.path[-1] :]
        elif isinstance(parent, dict):  # else it is gone already, with a zone around it
            parent.pop(place.path[-1], None)
    return copy


def at_rest(state: State) -> State:
    """The state without its unresolved steps and without the zones that these may still change."""
    if "unresolved" not in state:
        return state
    copy: State = msgspec.json.decode(msgspec.json.encode(state))
    for entry in copy.pop("unresolved"):
        for pointer in entry["unsettled"]:
            *path, name = pointer.removeprefix("/state/").split("/")
            value_at(copy, tuple(int(step) if step.isdigit() else step for step in path)).pop(name, None)
    return copy


def covers(pointer: str, place: Place) -> bool:
    """Whether a pointer names this place, something in it, or something that contains it."""
    own = place.pointer
    return own == pointer or own.startswith(pointer + "/") or pointer.startswith(own + "/")


def filled(masked: Sequence[Place], pointers: Iterable[str]) -> list[Place]:
    """What is still masked when the zones of these pointers are sent."""
    sent = list(pointers)
    return [place for place in masked if not any(covers(pointer, place) for pointer in sent)]
