"""Objects of any names, put in order: two clients may write the same position with its towns in different order.

JSON does not tell the order of names, Python's dictionaries remember it, and an engine that goes through one would
list its findings in the order in which a question happened to be written. So whatever was read is put in order of
its names, once, before anybody looks at it: the same case gives the same bytes, whoever asked first.
"""

from collections.abc import Callable
from typing import Any

from msgspec import inspect

Sorter = Callable[[Any], None]


def sorter(kind: inspect.Type) -> Sorter | None:
    """What puts a value of this type in order, in place; None if there is nothing in it to be ordered."""
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
    def sort(value: Any) -> None:
        if type(value) is dict:
            names = sorted(value)
            if names != list(value):
                # Frozen structs hold it, but it has just been read, and nobody else has it yet.
                ordered = [(name, value[name]) for name in names]
                value.clear()
                value.update(ordered)
            for part in value.values() if inner else ():
                inner(part)  # type: ignore[misc]

    return sort


def _of_struct(kind: type, fields: dict[str, Sorter]) -> Sorter:
    def sort(value: Any) -> None:
        if type(value) is kind:
            for name, inner in fields.items():
                inner(getattr(value, name))

    return sort


def _of_items(inner: Sorter | None) -> Sorter | None:
    if inner is None:
        return None

    def sort(value: Any) -> None:
        if type(value) in (tuple, list):
            for part in value:
                inner(part)

    return sort


def _of_union(sorters: list[Sorter]) -> Sorter | None:
    """Each looks whether the value is one of its own."""
    if not sorters:
        return None

    def sort(value: Any) -> None:
        for each in sorters:
            each(value)

    return sort
