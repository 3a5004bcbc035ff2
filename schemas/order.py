"""Sorts the keys of all dictionaries in a value: two clients may send the same towns in different order.

Objects in JSON are unordered, but Python's dictionaries are ordered, and an engine that iterates over one would list
its findings in the order of the request. So every value is sorted once, after it has been decoded: the same case
gives the same bytes.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import inspect

T = TypeVar("T")
Sorter = Callable[[Any], bool]
"""Sorts a value in place, and returns whether anything in it was out of order."""


def with_entry(mapping: Mapping[Any, T], name: str, value: T) -> dict[Any, T]:
    """A copy of a sorted mapping with one more entry, sorted too: so the states that an engine returns are sorted."""
    entries = {**mapping, name: value}
    return entries if name in mapping else dict(sorted(entries.items()))


def sorter(kind: inspect.Type) -> Sorter | None:
    """The function that sorts a value of this type; None if the type contains no dictionaries."""
    match kind:
        case inspect.Metadata():
            return sorter(kind.type)
        case inspect.DictType():
            return _of_dict(sorter(kind.value_type))
        case inspect.StructType():
            fields = {field.name: inner for field in kind.fields if (inner := sorter(field.type))}
            return _of_struct(kind.cls, fields) if fields else None
        case inspect.VarTupleType() | inspect.ListType():
            return _of_items(sorter(kind.item_type))
        case inspect.UnionType():
            return _of_union([inner for part in kind.types if (inner := sorter(part))])
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
                # It belongs to a frozen struct, but has just been decoded: nothing else refers to it yet.
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
    """Each function ignores values of other types."""
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
