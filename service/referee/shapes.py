"""What the types of a game say about it: its types of move, choices, zones, and where players are named.

All of it is read once, at start, from the Structs in ``schemas`` (or in the package of a game from outside): nothing
that stands there has to be said again.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeGuard, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from schemas.base import NAMES_A_PLAYER, pointer_step
from service.referee.budget import counted
from service.referee.choices import HouseRule

EVERYBODY = "everybody"


class Zone(NamedTuple):
    """A zone of a table or of a player, as ``schemas.table.zone`` describes it."""

    name: str
    seen_by: str
    """``everybody``, ``owner`` or ``nobody``."""
    tap: str
    """The field of a move that a tap on an entry of the zone fills in; empty if none."""
    may_hide: bool
    """Whether ``"?"`` may stand for the whole of it."""
    keys: tuple[str, ...]
    """Of a mapping with fixed keys, such as the points of a board: all of them."""
    last_open: bool = False
    """Whether everybody sees the last card, whoever may see the others."""
    holds: Literal["one", "cards", "piles"] = "one"
    """Whether it is a list of cards or of piles of cards, or anything else."""


_info: Callable[[Any], Any] = lru_cache(maxsize=256)(inspect.type_info)


def _find_zones(shape: Any) -> tuple[Zone, ...]:
    return tuple(_zone(field) for field in _info(shape).fields if _is_zone(field) and field.name != "unresolved")


zones_of: Callable[[Any], tuple[Zone, ...]] = lru_cache(maxsize=64)(_find_zones)
"""The zones of a type of states or of players: the fields that may be left out."""


def player_type(state: Any) -> Any:
    """The type of the entries of ``players``."""
    field = next(field for field in _info(state).fields if field.name == "players")
    entries: Any = next(part for part in _members(field.type) if isinstance(part, inspect.VarTupleType))
    return entries.item_type.cls


def _is_zone(field: inspect.Field) -> bool:
    """Whether its default is ``UNSET``: msgspec calls such a field not required, and names no default."""
    return not field.required and field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT


def _zone(field: inspect.Field) -> Zone:
    extra: dict[str, Any] = {}
    for part in _nodes(field.type):
        if isinstance(part, inspect.Metadata) and part.extra:
            extra = {**part.extra, **extra}
    members = list(_members(field.type))
    may_hide = any(isinstance(part, inspect.LiteralType) and "?" in part.values for part in members)
    keys = next((part.key_type for part in members if isinstance(part, inspect.DictType)), None)
    fixed = [part for part in _members(keys) if isinstance(part, inspect.LiteralType)] if keys else []
    return Zone(
        field.name,
        extra.get("seen_by", EVERYBODY),
        extra.get("tap", ""),
        may_hide,
        tuple(str(value) for part in fixed for value in part.values),
        extra.get("last_open", False),
        _held(members),
    )


def _held(members: Iterable[inspect.Type]) -> Literal["one", "cards", "piles"]:
    lists = [part for part in members if _is_list(part)]
    of_lists = any(_is_list(item) for part in lists for item in _members(part.item_type))
    return "piles" if of_lists else "cards" if lists else "one"


def _is_list(kind: inspect.Type) -> TypeGuard[inspect.VarTupleType | inspect.ListType]:
    return isinstance(kind, inspect.VarTupleType | inspect.ListType)


def _nodes(kind: inspect.Type) -> Iterator[inspect.Type]:
    """A type, and what it is wrapped in or made of as a union."""
    yield kind
    if isinstance(kind, inspect.Metadata):
        yield from _nodes(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for part in kind.types:
            yield from _nodes(part)


def _members(kind: inspect.Type) -> Iterator[inspect.Type]:
    return (part for part in _nodes(kind) if not isinstance(part, inspect.Metadata | inspect.UnionType))


# ---------------------------------------------------------------- moves and choices


def move_types(move: UnionType | type, by_table: Iterable[str] = ()) -> dict[str, str]:
    """Each type of move, and who makes it: a player, or the table if no player is named or it is in ``by_table``."""
    table = set(by_table)
    types = {str(shape.__struct_config__.tag): shape for shape in moves_of(move)}
    if unknown := table - types.keys():
        raise ValueError(f"by_table names {', '.join(sorted(unknown))}: there is no such type of move")
    return {
        name: "player" if "player" in shape.__struct_fields__ and name not in table else "table"
        for name, shape in types.items()
    }


def moves_of(move: UnionType | type) -> tuple[Any, ...]:
    """The types of a union of moves; a game with one type of move has no union."""
    return get_args(move) or (move,)


def options_of(state: Any) -> Any:
    """The type of the options of a state."""
    return get_type_hints(state)["options"]


def house_rules_of(options: Any) -> Any:
    """The type of the house rules in options."""
    return next(part for part in get_args(get_type_hints(options)["house_rules"]) if part is not msgspec.UnsetType)


def house_rules(
    shape: Any, declared: Mapping[str, str | Mapping[str, str]], editions: Iterable[str]
) -> dict[str, HouseRule]:
    """The house rules of a game: names and values from the Struct, what each edition takes from ``rules.toml``.

    The value of the first edition comes first. (Python may reorder the values of a literal type: two types with the
    same values are the same type to it.)
    """
    editions = tuple(editions)
    annotations = get_type_hints(shape, include_extras=True)
    if differing := declared.keys() ^ annotations.keys():
        names = ", ".join(sorted(differing))
        raise ValueError(f"the house rules in rules.toml and those in the types of the game differ in {names}")
    rules = {}
    for name, annotation in annotations.items():
        own = declared[name]
        taken = {edition: own if isinstance(own, str) else own[edition] for edition in editions}
        values = literal_values(annotation)
        if unknown := set(taken.values()) - set(values):
            raise ValueError(f"house rule {name} in rules.toml: {', '.join(sorted(unknown))} is none of its values")
        first = taken[editions[0]]
        rules[name] = HouseRule(name, (first, *(value for value in values if value != first)), taken)
    return rules


def variants_of(options: Any) -> tuple[str, ...]:
    """The values of ``variants`` in the options; none if there is no such field."""
    annotation = get_type_hints(options, include_extras=True).get("variants")
    return literal_values(annotation) if annotation is not None else ()


def literal_values(annotation: Any) -> tuple[str, ...]:
    """The values of the first literal type in an annotation, in the order in which they were written."""
    if get_origin(annotation) is Literal:
        return tuple(map(str, get_args(annotation)))
    parts = get_args(annotation)[:1] if get_origin(annotation) is Annotated else get_args(annotation)
    return next(filter(None, (literal_values(part) for part in parts)), ())


# ---------------------------------------------------------------- names of players


class Naming(NamedTuple):
    """A field of a state or a move that may name a player."""

    name: str
    pointer: str
    kind: inspect.Type
    is_name: bool
    """Whether a text in this field is a name."""


def _find_naming(shape: Any) -> tuple[Naming, ...]:
    return tuple(
        Naming(field.name, f"/{field.encode_name}", field.type, _takes_name(field.type))
        for field in _info(shape).fields
        if _may_name(field.type)
    )


naming_fields: Callable[[Any], tuple[Naming, ...]] = lru_cache(maxsize=256)(_find_naming)
"""The fields of a Struct that may name a player, found once for each type: most moves have one of them."""


def names_in(value: Any, but: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Where a state or a move names a player: pointers and names, without those in the fields ``but``.

    The names of the entries of ``players`` are not meant: these players are there.
    """
    for field in naming_fields(type(value)):
        part = getattr(value, field.name)
        if type(part) is str:
            if field.is_name and field.name not in but:
                yield field.pointer, part
        elif part and field.name != "players" and field.name not in but:
            yield from _names(part, field.kind, field.pointer)
    players = getattr(value, "players", ())
    own = [field for field in naming_fields(type(players[0])) if field.name != "name"] if players else []
    for seat, entry in enumerate(players if own else ()):
        for field in own:
            if f"players/{field.name}" not in but:
                yield from _names(getattr(entry, field.name), field.kind, f"/players/{seat}{field.pointer}")


def _names(value: Any, kind: inspect.Type, pointer: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        if _takes_name(kind):
            yield pointer, value
    elif isinstance(value, msgspec.Struct):
        for field in naming_fields(type(value)):
            yield from _names(getattr(value, field.name), field.kind, pointer + field.pointer)
    elif isinstance(value, dict):
        yield from _names_in_mapping(value, kind, pointer)
    elif isinstance(value, tuple | list):
        for place, (item, item_kind) in enumerate(counted(list(_items(value, kind)))):
            yield from _names(item, item_kind, f"{pointer}/{place}")


def _items(value: Any, kind: inspect.Type) -> Iterator[tuple[Any, inspect.Type]]:
    """The items of a list with their type; none if such items name nobody."""
    for part in _members(kind):
        if isinstance(part, inspect.TupleType):
            yield from zip(value, part.item_types, strict=True)
        elif _is_list(part) and _may_name(part.item_type):
            yield from ((item, part.item_type) for item in value)


def _names_in_mapping(value: dict[Any, Any], kind: inspect.Type, pointer: str) -> Iterator[tuple[str, str]]:
    for part in _members(kind):
        if isinstance(part, inspect.DictType):
            for key, item in counted(list(value.items())):
                yield from _names(key, part.key_type, f"{pointer}/{pointer_step(str(key))}")
                yield from _names(item, part.value_type, f"{pointer}/{pointer_step(str(key))}")


def _is_name(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.Metadata) and NAMES_A_PLAYER in (kind.extra or ())


_KINDS: dict[int, tuple[inspect.Type, bool]] = {}


def _may_name(kind: inspect.Type) -> bool:
    """Whether a value of this type may name a player; computed once for each type."""
    if id(kind) not in _KINDS:
        _KINDS[id(kind)] = kind, False  # for a type that contains itself
        _KINDS[id(kind)] = kind, any(_is_name(part) or _has_name(part) for part in _nodes(kind))
    return _KINDS[id(kind)][1]


def _takes_name(kind: inspect.Type) -> bool:
    """Whether a text of this type is a name."""
    return any(_is_name(part) for part in _nodes(kind))


def _has_name(kind: inspect.Type) -> bool:
    inner = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type")]
    parts = [part for part in (*inner, *getattr(kind, "item_types", ())) if isinstance(part, inspect.Type)]
    if isinstance(kind, inspect.StructType):
        parts += [field.type for field in kind.fields]
    return any(_may_name(part) for part in parts)
