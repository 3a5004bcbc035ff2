"""What the types of a game say about it: its types of move, choices, zones, and where players are named.

All of it is read once, at start, from the Structs in ``schemas`` (or in the package of a game from outside): nothing
that stands there has to be said again.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeGuard, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from schemas.base import NAMES_A_PLAYER, pointer_step
from service.referee.choices import HouseRule

EVERYBODY = "everybody"
LISTS = (tuple, list)


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


def made_by_table(move: UnionType | type, *also: str) -> tuple[str, ...]:
    """The types of move that the table makes: those that name no player, and these."""
    return tuple(name for name, by in move_types(move, also).items() if by == "table")


def moves_of(move: UnionType | type) -> tuple[Any, ...]:
    """The types of a union of moves; a game with one type of move has no union."""
    return get_args(move) or (move,)


def _find_options(state: Any) -> Any:
    return get_type_hints(state)["options"]


def _find_house_rules(options: Any) -> Any:
    return next(part for part in get_args(get_type_hints(options)["house_rules"]) if part is not msgspec.UnsetType)


# Reading annotations takes 100 µs, as long as a short replay; so the types are found once.
options_of: Callable[[Any], Any] = lru_cache(maxsize=64)(_find_options)
"""The type of the options of a state."""
house_rules_of: Callable[[Any], Any] = lru_cache(maxsize=64)(_find_house_rules)
"""The type of the house rules in options."""


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


def editions_of(options: Any) -> tuple[str, ...]:
    """The values of ``edition`` in the options; none if any text is allowed there."""
    return literal_values(get_type_hints(options, include_extras=True).get("edition"))


def literal_values(annotation: Any) -> tuple[str, ...]:
    """The values of the first literal type in an annotation, in the order in which they were written."""
    if get_origin(annotation) is Literal:
        return tuple(map(str, get_args(annotation)))
    parts = get_args(annotation)[:1] if get_origin(annotation) is Annotated else get_args(annotation)
    return next(filter(None, (literal_values(part) for part in parts)), ())


# ---------------------------------------------------------------- names of players

Names = list[tuple[str, str]]
"""Pointers and names of players."""
FindNames = Callable[[Any, str, Names], None]
"""Adds the names in a value with this pointer."""


class Naming(NamedTuple):
    """A field of a state or a move that may name a player."""

    name: str
    pointer: str
    find: FindNames


def _find_naming(shape: Any) -> tuple[Naming, ...]:
    fields = _info(shape).fields
    return tuple(
        Naming(field.name, f"/{field.encode_name}", _finder(field.type)) for field in fields if _may_name(field.type)
    )


naming_fields: Callable[[Any], tuple[Naming, ...]] = lru_cache(maxsize=256)(_find_naming)
"""The fields of a Struct that may name a player, found once for each type; most types of move have one."""


def names_in(value: Any, but: Collection[str] = ()) -> Names:
    """Where a state or a move names a player, without the fields ``but`` (those of players as ``players/field``).

    The names of the entries of ``players`` are not meant: these players are there.
    """
    found: Names = []
    for name, pointer, find in naming_fields(type(value)):
        if name == "players":
            _add_names_of_players(value.players, but, found)
        elif name not in but:
            find(getattr(value, name), pointer, found)
    return found


def _add_names_of_players(players: Sequence[Any], but: Collection[str], found: Names) -> None:
    own = [
        field
        for field in naming_fields(type(players[0]))
        if field.name != "name" and f"players/{field.name}" not in but
    ]
    for seat, entry in enumerate(players if own else ()):
        for name, pointer, find in own:
            find(getattr(entry, name), f"/players/{seat}{pointer}", found)


def _finder(kind: inspect.Type) -> FindNames:
    """What finds the names in the values of a type; which part of a union a value is shows only at the value."""
    is_name = any(_is_name(part) for part in _nodes(kind))
    members = list(_members(kind))
    items = next((_finder(part.item_type) for part in members if _is_list(part) and _may_name(part)), None)
    fixed = next((list(map(_finder, part.item_types)) for part in members if isinstance(part, inspect.TupleType)), ())
    mapping = next((part for part in members if isinstance(part, inspect.DictType)), None)
    entries = (_finder(mapping.key_type), _finder(mapping.value_type)) if mapping else None

    def find(value: Any, pointer: str, found: Names) -> None:
        if isinstance(value, str):
            if is_name:
                found.append((pointer, value))
        elif isinstance(value, msgspec.Struct):
            for name, step, find_in in naming_fields(type(value)):
                find_in(getattr(value, name), pointer + step, found)
        elif isinstance(value, LISTS):
            finders = repeat(items) if items else fixed
            for place, (item, find_in) in enumerate(zip(value, finders, strict=False)):
                find_in(item, f"{pointer}/{place}", found)
        elif isinstance(value, dict) and entries:
            for key, item in value.items():
                for find_in, part in zip(entries, (key, item), strict=True):
                    find_in(part, f"{pointer}/{pointer_step(str(key))}", found)

    return find


def _is_name(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.Metadata) and NAMES_A_PLAYER in (kind.extra or ())


def _may_name(kind: inspect.Type, within: tuple[Any, ...] = ()) -> bool:
    """Whether a value of this type may name a player."""
    return any(_is_name(part) or _has_name(part, within) for part in _nodes(kind))


def _has_name(kind: inspect.Type, within: tuple[Any, ...]) -> bool:
    inner = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type")]
    parts = [part for part in (*inner, *getattr(kind, "item_types", ())) if isinstance(part, inspect.Type)]
    if isinstance(kind, inspect.StructType) and kind.cls not in within:  # a type may contain itself
        within = (*within, kind.cls)
        parts += [field.type for field in kind.fields]
    return any(_may_name(part, within) for part in parts)
