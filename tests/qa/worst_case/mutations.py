"""How a question is changed: mostly into another one that is accepted, by the types of its fields."""

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec import inspect

LONG = 20
"""Items of a list without a limit."""
DEEPEST = 6
WALKS, GO_ON = 40, 0.85
"""How often a place is looked for, and how likely it is one level further down."""
WORD = "\u0300abcdefghijklmnopqrstuvwxyz-0123456789ABCDE"
FLAGS = ("compare", "suggest", "explain", "states", "events", "play_forced", "repair")


class Place(NamedTuple):
    """A value in a question: where it is, and its type (None for what has none)."""

    around: Any
    key: Any
    kind: inspect.Type | None
    beside: list[Any]
    """The list in which the object is that the value is in."""


class Mutator:
    """Changes questions of one target."""

    def __init__(self, fields: dict[str, Any], packs: list[dict[str, Any]], chance: random.Random) -> None:
        self.kinds = {name: inspect.type_info(shape) for name, shape in fields.items()}
        self.packs = packs
        self.chance = chance
        self.words: list[str] = []

    def changed(self, question: Any, other: Any) -> Any:
        """Make a few changes in a question; ``other`` is one from which parts can be taken."""
        if isinstance(question, str):
            return self._changed_query(question)
        self.words = sorted({word for word in _texts(question) if len(word) <= 40}) or ["ana"]
        for _ in range(self.chance.choice((1, 1, 1, 2, 3, 5, 10))):
            self.chance.choice(CHANGES)(self, question, other)
        if self.chance.random() < 0.8:
            _make_unique(question)
        return question

    def _changed_query(self, query: str) -> str:
        words = query.split() or ["a"]
        for _ in range(self.chance.randint(1, 10)):
            word = self.chance.choice(words)
            words.append(self.chance.choice((word, word[:1], word[:2], "a", "e", "s", "\u0142", "the", "de", "na")))
        self.chance.shuffle(words)
        return " ".join(words)[:200]

    # ------------------------------------------------------------ places

    def some(self, question: Any, wanted: Callable[[Place], bool]) -> Place | None:
        """A place as it is wanted, found by going down from the top at random."""
        for _ in range(WALKS):
            place = self._walk(question)
            if place is not None and wanted(place):
                return place
        return None

    def _walk(self, question: Any) -> Place | None:
        if not question:
            return None
        key = self.chance.choice(list(question))
        place = Place(question, key, _fitting(self.kinds.get(key), question[key]), [])
        while self.chance.random() < GO_ON:
            value = place.around[place.key]
            if not isinstance(value, dict | list) or not value:
                break
            if isinstance(value, dict):
                key = self.chance.choice(list(value))
                kind = _inner(place.kind, key)
                beside = place.around if isinstance(place.around, list) else []
            else:
                key, kind, beside = self.chance.randrange(len(value)), getattr(place.kind, "item_type", None), []
            place = Place(value, key, _fitting(kind, value[key]), beside)
        return place

    # ------------------------------------------------------------ values

    def value(self, kind: inspect.Type, depth: int = 0) -> Any:
        """Some value of a type; more often a large one."""
        chance = self.chance
        match kind:
            case inspect.Metadata():
                return self.value(kind.type, depth)
            case inspect.UnionType():
                return self.value(chance.choice(kind.types), depth)
            case inspect.LiteralType():
                return chance.choice(kind.values)
            case inspect.BoolType():
                return chance.random() < 0.8
            case inspect.IntType():
                least, most = kind.ge if kind.ge is not None else -99, kind.le if kind.le is not None else 999
                return chance.choice((least, most, most, chance.randint(least, most), min(most, least + 3)))
            case inspect.FloatType():
                return chance.choice((0.0, 50.0, 100.0, chance.random() * 100))
            case inspect.StrType():
                return self._text(kind)
            case inspect.VarTupleType() | inspect.ListType():
                count = self._count(kind, depth)
                different = [self.value(kind.item_type, depth + 1) for _ in range(min(count, 3))]
                return [copy.deepcopy(different[number % 3]) for number in range(count)] if different else []
            case inspect.DictType():
                keys = [self.value(kind.key_type, depth + 1) for _ in range(self._count(kind, depth))]
                return {str(key): self.value(kind.value_type, depth + 1) for key in keys}
            case inspect.StructType():
                return self._struct(kind, depth)
        return None

    def _count(self, kind: Any, depth: int) -> int:
        least, most = kind.min_length or 0, kind.max_length or LONG
        if depth > DEEPEST:
            return int(least)
        return int(self.chance.choice((least, min(most, least + 1), min(most, 5), min(most, LONG), most)))

    def _text(self, kind: inspect.StrType) -> str:
        most = min(kind.max_length or 40, 400)
        if kind.pattern == "^[1-9]$":
            return str(self.chance.randint(1, 9))
        if self.chance.random() < 0.8 or kind.pattern:
            return self.chance.choice(self.words)[:most]
        return (self.chance.choice(WORD) * most)[:most]

    def _struct(self, kind: inspect.StructType, depth: int) -> dict[str, Any]:
        struct: dict[str, Any] = {kind.tag_field: kind.tag} if kind.tag_field else {}
        for field in kind.fields:
            if field.required or (depth <= DEEPEST and self.chance.random() < 0.6):
                struct[field.encode_name] = self.value(field.type, depth + 1)
        return struct


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value[:LONG]:  # the first are as good as all, and much fewer
            yield from _texts(one)


def _inner(kind: inspect.Type | None, key: str) -> inspect.Type | None:
    """The type of the value under a key."""
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    fields = {field.encode_name: field.type for field in getattr(kind, "fields", ())}
    return fields.get(key)


def _fitting(kind: inspect.Type | None, value: Any) -> inspect.Type | None:
    """The part of a union that a value belongs to."""
    if isinstance(kind, inspect.Metadata):
        return _fitting(kind.type, value)
    if not isinstance(kind, inspect.UnionType):
        return kind
    parts = [part.type if isinstance(part, inspect.Metadata) else part for part in kind.types]
    if isinstance(value, dict):
        structs = [part for part in parts if isinstance(part, inspect.StructType)]
        tagged = [part for part in structs if part.tag_field and value.get(part.tag_field) == part.tag]
        others = [part for part in parts if isinstance(part, inspect.DictType)]
        return next(iter(tagged or structs or others), kind)
    if isinstance(value, list):
        return next((part for part in parts if isinstance(part, inspect.VarTupleType | inspect.ListType)), kind)
    return kind


def _make_unique(value: Any) -> None:
    """Give entries of one list that have the same id, number or name another one."""
    if isinstance(value, dict):
        for one in value.values():
            _make_unique(one)
        return
    if not isinstance(value, list):
        return
    for key in ("id", "number", "name"):
        seen: set[Any] = set()
        for place, one in enumerate(value):
            if isinstance(one, dict) and isinstance(one.get(key), str | int):
                if one[key] in seen:
                    one[key] = place + 1 if isinstance(one[key], int) else f"{one[key][:30]}{place}"
                seen.add(one[key])
    for one in value:
        if isinstance(one, dict | list):
            _make_unique(one)


# ---------------------------------------------------------------- changes


def _anew(mutator: Mutator, question: Any, other: Any) -> None:
    """Another value of the same type."""
    place = mutator.some(question, lambda place: place.kind is not None)
    if place is not None:
        assert place.kind is not None
        place.around[place.key] = mutator.value(place.kind)


def _add_field(mutator: Mutator, question: Any, other: Any) -> None:
    """A field that was left out."""
    place = mutator.some(question, lambda place: isinstance(place.kind, inspect.StructType))
    if place is None or not isinstance(around := place.around[place.key], dict):
        return
    assert isinstance(place.kind, inspect.StructType)
    absent = [field for field in place.kind.fields if field.encode_name not in around]
    if absent:
        field = mutator.chance.choice(absent)
        around[field.encode_name] = mutator.value(field.type)


def _remove(mutator: Mutator, question: Any, other: Any) -> None:
    place = mutator.some(question, lambda place: place.around is not question)
    if place is not None:
        del place.around[place.key]


def _forget(mutator: Mutator, question: Any, other: Any) -> None:
    """Leave out a zone of the table or of its players: few rules speak against what is unknown."""
    state = question.get("state")
    if not isinstance(state, dict):
        return
    entries = [one for one in state.get("players") or () if isinstance(one, dict)]
    keys = sorted({key for one in entries for key in one} - {"name"})
    if keys and mutator.chance.random() < 0.6:
        key = mutator.chance.choice(keys)
        for one in mutator.chance.choice((entries, entries[1:])):
            one.pop(key, None)
    elif state.keys() - {"players"}:
        del state[mutator.chance.choice(sorted(state.keys() - {"players"}))]


def _lengthen(mutator: Mutator, question: Any, other: Any) -> None:
    """A list as long as it may be, of the entries that it has."""
    place = mutator.some(question, lambda place: isinstance(place.around[place.key], list))
    if place is None or not (items := place.around[place.key]):
        return
    most = getattr(place.kind, "max_length", None) or LONG
    wanted = mutator.chance.choice((len(items) * 2, len(items) * 10, most))
    items.extend(copy.deepcopy(items[number % len(items)]) for number in range(min(wanted, most) - len(items)))


def _alike(mutator: Mutator, question: Any, other: Any) -> None:
    """The same value for all entries of a list: what one player has, all have."""
    place = mutator.some(question, lambda place: bool(place.beside))
    if place is not None:
        for one in place.beside:
            if isinstance(one, dict) and one is not place.around:
                one[place.key] = copy.deepcopy(place.around[place.key])


def _taken_over(mutator: Mutator, question: Any, other: Any) -> None:
    """A part of another question under the same key."""
    place = mutator.some(question, lambda place: isinstance(place.around, dict))
    if place is None or not isinstance(other, dict):
        return
    there = mutator.some(other, lambda one: one.key == place.key and one.kind == place.kind)
    if there is not None:
        place.around[place.key] = copy.deepcopy(there.around[there.key])


def _flags(mutator: Mutator, question: Any, other: Any) -> None:
    for flag in FLAGS:
        if flag in mutator.kinds and mutator.chance.random() < 0.7:
            question[flag] = True


def _own_pack(mutator: Mutator, question: Any, other: Any) -> None:
    if "pack" in mutator.kinds and mutator.packs:
        question["pack"] = copy.deepcopy(mutator.chance.choice(mutator.packs))


def _more_questions(mutator: Mutator, question: Any, other: Any) -> None:
    """A batch of as many questions as are accepted."""
    if isinstance(asked := question.get("questions"), list) and asked:
        wanted = mutator.chance.choice((len(asked) * 2, 100))
        question["questions"] = [copy.deepcopy(asked[number % len(asked)]) for number in range(min(wanted, 100))]


CHANGES: tuple[Callable[[Mutator, Any, Any], None], ...] = (
    *(_anew, _anew, _anew, _add_field, _add_field, _remove, _forget, _forget, _lengthen, _lengthen, _lengthen),
    *(_alike, _alike, _taken_over, _taken_over, _flags, _own_pack, _more_questions),
)
