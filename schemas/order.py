"""Objects of any names, put in order: two clients may write the same position with its towns in different order.

JSON does not tell the order of names, Python's dictionaries remember it, and an engine that goes through one would
list its findings in the order in which a question happened to be written. So whatever was read is put in order of
its names, once, before anybody looks at it: the same case gives the same bytes, whoever asked first.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import inspect

T = TypeVar("T")
Sorter = Callable[[Any], bool]
"""Puts a value in order, in place, and tells whether anything in it was out of order."""


def with_entry(told: Mapping[Any, T], name: str, value: T) -> dict[Any, T]:
    """One more entry of an object that is in order. An engine that keeps its states in order gets them back so: then
    nothing has to be put in order, and written anew, when the next question is asked.
    """
    entries = {**told, name: value}
    return entries if name in told else dict(sorted(entries.items()))


def sorter(kind: inspect.Type) -> Sorter | None:
    """What puts a value of this type in order; None if there is nothing in it to be ordered."""
    match kind:
        case inspect.Metadata():
            return sorter(kind.type)
        case inspect.DictType():
            return _of_dict(sorter(kind.value_type))
        case inspect.StructType():
            fields = {field.name: found for field in kind.fields if (found := sorter(field.type))}
            return _of_struct(kind.cls, fields) if fields else None
        case inspect.VarTupleType() | inspect.ListType():
            return _of_items(sorter(kind.item_type))
        case inspect.UnionType():
            return _of_union([found for part in kind.types if (found := sorter(part))])
    return None


def _of_dict(inner: Sorter | None) -> Sorter:
    def sort(value: Any) -> bool:
        if type(value) is not dict:
            return False
        changed = False
        if len(value) > 1:
            names = list(value)
            ordered = sorted(names)
            if names != ordered:
                # Frozen structs hold it, but it has just been read, and nobody else has it yet.
                pairs = [(name, value[name]) for name in ordered]
                value.clear()
                value.update(pairs)
                changed = True
        if inner is not None:
            for part in value.values():
                changed |= inner(part)
        return changed

    return sort


def _of_struct(kind: type, fields: dict[str, Sorter]) -> Sorter:
    def sort(value: Any) -> bool:
        changed = False
        if type(value) is kind:
            for name, inner in fields.items():
                changed |= inner(getattr(value, name))
        return changed

    return sort


def _of_items(inner: Sorter | None) -> Sorter | None:
    if inner is None:
        return None

    def sort(value: Any) -> bool:
        changed = False
        if type(value) in (tuple, list):
            for part in value:
                changed |= inner(part)
        return changed

    return sort


def _of_union(sorters: list[Sorter]) -> Sorter | None:
    """Each looks whether the value is one of its own."""
    if not sorters:
        return None
    if len(sorters) == 1:
        return sorters[0]

    def sort(value: Any) -> bool:
        changed = False
        for each in sorters:
            changed |= each(value)
        return changed

    return sort
