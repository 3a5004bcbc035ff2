"""Moves that are nearly right, made by reflection over the types of the moves.

A place in a move gets another value of its type: one that occurs in the state, in the pack or in other moves, another
literal, a neighbour of a number, a list with an entry more or less, or nothing where the field is optional.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, inspect

from schemas.base import Malformed
from service.referee.game import AnyGame
from tests.games.partial_tables.positions import rank, tag_of
from tests.games.partial_tables.zones import members

LEAVES = (inspect.StrType, inspect.IntType, inspect.LiteralType, inspect.BoolType)
LAST_MADE = 40
"""So many moves at the end of a game are tried elsewhere in it."""
LONGEST = 4
"""The most entries of a list that is made from nothing."""
Plain = dict[str, Any]


@cache
def type_info(shape: Any) -> inspect.Type:
    return inspect.type_info(shape)


class Values:
    """The values that occur around a move, by their type."""

    def __init__(self, more: "Values | None" = None) -> None:
        self.by_type: dict[str, dict[Any, None]] = {}
        if more is not None:
            self.by_type = {kind: dict(values) for kind, values in more.by_type.items()}

    def read(self, shape: Any, value: Any) -> None:
        """Take in every value in this document."""
        self._read(type_info(shape), value)

    def _read(self, kind: inspect.Type, value: Any) -> None:
        for part in members(kind):
            if isinstance(part, inspect.StructType) and isinstance(value, dict):
                if part.tag_field is None or value.get(part.tag_field) == part.tag:
                    for field in part.fields:
                        if field.encode_name in value:
                            self._read(field.type, value[field.encode_name])
            elif isinstance(part, inspect.DictType) and isinstance(value, dict):
                for key, item in value.items():
                    self._read(part.key_type, key)
                    self._read(part.value_type, item)
            elif isinstance(part, inspect.VarTupleType | inspect.ListType) and isinstance(value, list):
                for item in value:
                    self._read(part.item_type, item)
            elif isinstance(part, LEAVES) and isinstance(value, str | int):
                self.by_type.setdefault(repr(part), {})[value] = None

    def of(self, part: inspect.Type) -> list[Any]:
        return list(self.by_type.get(repr(part), ()))


def values_around(game: AnyGame, table: Any, moves: Iterable[Any]) -> Values:
    """The values of a table, of its pack and of these moves."""
    values = Values(_values_of_pack(game.shapes.pack, msgspec.json.encode(table.box.pack)))
    values.read(game.shapes.state, _plain(table.state))
    for move in moves:
        values.read(type(move), _plain(move))
    return values


@cache
def _values_of_pack(shape: Any, pack: bytes) -> Values:
    values = Values()
    values.read(shape, msgspec.json.decode(pack))
    return values


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


class NearMisses:
    """The near misses of one position; ``each`` is how many values are tried at each place of a move."""

    def __init__(self, game: AnyGame, table: Any, listed: Sequence[Any], made: Sequence[Any], each: int) -> None:
        self.game = game
        self.table = table
        self.listed = listed
        self.made = made[-LAST_MADE:]
        self.each = each
        types = members(type_info(game.shapes.move))
        self.kinds = [part for part in types if isinstance(part, inspect.StructType)]
        self.values = values_around(game, table, [*listed, *self.made])
        self.chance = random.Random(repr(table.state))

    def moves(self, bases: int) -> Iterator[Any]:
        """Well-formed moves that are not listed, each once, from so many listed moves of each type."""
        seen = set(map(repr, self.listed))
        for plain in self._plain_moves(bases):
            try:
                move = msgspec.convert(plain, self.game.shapes.move)
                self.game.check_references(self.table, move)
            except (msgspec.ValidationError, Malformed):
                continue
            if repr(move) not in seen:
                seen.add(repr(move))
                yield move

    def _plain_moves(self, bases: int) -> Iterator[Plain]:
        for base in self._bases(bases) or self.made[-bases:]:
            kind = next(part for part in self.kinds if part.tag == tag_of(base))
            plain = _plain(base)
            yield from self._others(kind, plain)
            for other in self.kinds:
                if other.tag != kind.tag:
                    yield self._as(other, plain)
        for move in self.chance.sample(list(self.made), min(len(self.made), 2 * self.each)):
            yield _plain(move)

    def _bases(self, bases: int) -> list[Any]:
        """The same number of listed moves of each type and of each player."""
        groups: dict[Any, list[Any]] = {}
        for move in self.listed:
            groups.setdefault((tag_of(move), getattr(move, "player", None)), []).append(move)
        drawn = [sorted(group, key=lambda move: rank(self.table.state.players, move)) for group in groups.values()]
        return [move for group in drawn for move in group[:bases]]

    # ---------------------------------------------------------------- another value at one place

    def _others(self, kind: inspect.Type, value: Any) -> Iterator[Any]:
        """Other values of this type; of a list or an object, those that differ at one place."""
        found: list[Any] = []
        for part in members(kind):
            if isinstance(part, inspect.StructType) and isinstance(value, dict):
                yield from self._other_fields(part, value)
            elif isinstance(part, inspect.DictType) and isinstance(value, dict):
                yield from self._other_entries(part, value)
            elif isinstance(part, inspect.VarTupleType | inspect.ListType) and isinstance(value, list):
                yield from self._other_items(part, value)
            elif isinstance(part, inspect.NoneType):
                found.append(None)
            elif isinstance(part, inspect.BoolType):
                found += [True, False]
            elif isinstance(part, inspect.LiteralType):
                found += part.values
            elif isinstance(part, inspect.IntType) and type(value) is int:
                found += [value - 1, value + 1, *self._some(part)]
            elif isinstance(part, inspect.StrType | inspect.IntType):
                found += self._some(part)
            elif not isinstance(value, dict | list) and (made := self._made(part)) is not None:
                found.append(made)
        yield from (other for shown, other in {repr(one): one for one in found}.items() if shown != repr(value))

    def _some(self, part: inspect.Type) -> list[Any]:
        values = self.values.of(part)
        return self.chance.sample(values, min(len(values), self.each))

    def _other_fields(self, kind: inspect.StructType, value: Plain) -> Iterator[Plain]:
        for field in kind.fields:
            name = field.encode_name
            if not field.required and name in value:
                yield {key: part for key, part in value.items() if key != name}
            now = value.get(name, UNSET)
            for other in self._others(field.type, now):
                yield {**value, name: other}
            if now is UNSET and not isinstance(members(field.type)[0], LEAVES):
                yield from ({**value, name: made} for made in self._several(field.type))

    def _other_entries(self, kind: inspect.DictType, value: Plain) -> Iterator[Plain]:
        for key, item in value.items():
            rest = {name: part for name, part in value.items() if name != key}
            yield rest
            for other in self._others(kind.key_type, key):
                yield {**rest, other: item}
            for other in self._others(kind.value_type, item):
                yield {**value, key: other}
        key, item = self._made(kind.key_type), self._made(kind.value_type)
        if key is not None and item is not None:
            yield {**value, key: item}

    def _other_items(self, kind: Any, value: list[Any]) -> Iterator[list[Any]]:
        for place, item in enumerate(value):
            yield [*value[:place], *value[place + 1 :]]
            for other in self._others(kind.item_type, item):
                yield [*value[:place], other, *value[place + 1 :]]
        yield from ([*value, item] for item in (*self._several(kind.item_type), *value[-1:]))
        if len(value) > 1:
            yield value[::-1]

    # ---------------------------------------------------------------- a value from nothing

    def _as(self, kind: inspect.StructType, plain: Plain) -> Plain:
        """A move of another type that has the same values in the fields of the same name."""
        made = self._made(kind) or {}
        same = {field.encode_name: plain[field.encode_name] for field in kind.fields if field.encode_name in plain}
        return {**made, **same}

    def _several(self, kind: inspect.Type) -> Iterator[Any]:
        """Some values of this type."""
        for _ in range(self.each):
            if (made := self._made(kind)) is not None:
                yield made

    def _made(self, kind: inspect.Type, depth: int = 0) -> Any:
        """Some value of this type; None if there is none around."""
        parts = [part for part in members(kind) if not isinstance(part, inspect.NoneType)]
        part = self.chance.choice(parts)
        if isinstance(part, inspect.StructType):
            made = {} if part.tag_field is None else {part.tag_field: part.tag}
            for field in part.fields:
                wanted = field.required or self.chance.random() < 0.5 / (1 + depth)
                if wanted and (value := self._made(field.type, depth + 1)) is not None:
                    made[field.encode_name] = value
            return made
        if isinstance(part, inspect.DictType):
            key, item = self._made(part.key_type), self._made(part.value_type, depth + 1)
            return {} if key is None or item is None else {key: item}
        if isinstance(part, inspect.VarTupleType | inspect.ListType):
            items = [self._made(part.item_type, depth + 1) for _ in range(self.chance.randint(1, LONGEST))]
            return [item for item in items if item is not None]
        if isinstance(part, inspect.LiteralType):
            return self.chance.choice(part.values)
        if isinstance(part, inspect.BoolType):
            return self.chance.random() < 0.5
        values = self.values.of(part)
        return self.chance.choice(values) if values else None
