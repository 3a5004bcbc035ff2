"""The base of all marshmallow schemas here, and fields for JSON that arrives as bytes.

A request body is split into its top-level fields, each still the bytes it was sent as (``msgspec.Raw``).
``StructField`` hands these bytes to msgspec, which decodes and types them in one step; the other fields here decode
them and leave the rest to marshmallow.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from typing import Any

import msgspec
from marshmallow import RAISE, Schema, ValidationError, fields, pre_load
from msgspec import Raw, inspect

from schemas.base import Fault, fault_from, needs_payload

Sorter = Callable[[Any], bool]
"""Sorts a value in place, and returns whether anything in it was out of order."""
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_ARRAY = msgspec.json.Decoder(list[Raw])
_ANYTHING = msgspec.json.Decoder()


MOST_UNKNOWN_FIELDS = 20


class Envelope(Schema):
    """A schema that refuses unknown fields."""

    class Meta:
        unknown = RAISE

    @pre_load
    def keep_first_unknown_fields(self, data: Any, **kwargs: Any) -> Any:
        """No more unknown fields than are reported: marshmallow takes 7 µs for each, and a body may have 100,000."""
        if not isinstance(data, dict) or len(data) <= len(self.fields) + MOST_UNKNOWN_FIELDS:
            return data
        unknown = [name for name in data if name not in self.fields]
        return {name: data[name] for name in [*(data.keys() & self.fields.keys()), *unknown[:MOST_UNKNOWN_FIELDS]]}

    def handle_error(self, error: ValidationError, data: Any, **kwargs: Any) -> None:
        """Report known fields first, then unknown ones in the order of the document (marshmallow has a set)."""
        if isinstance(error.messages, dict) and isinstance(data, dict):
            position = {name: number for number, name in enumerate(data) if name not in self.fields}
            error.messages = dict(sorted(error.messages.items(), key=lambda item: position.get(item[0], -1)))


class StructField(fields.Field[Any]):
    """A field that msgspec decodes into a typed value: a state, a move, a pack, a seed."""

    def __init__(self, shape: Any, *, prefix: str = "", **kwargs: Any) -> None:
        """``prefix`` goes before the names of the game's types in the OpenAPI document: each game has a State."""
        super().__init__(**kwargs)
        self.shape = shape
        self.prefix = prefix

    @cached_property
    def _decode(self) -> Callable[[Any], Any]:
        return msgspec.json.Decoder(self.shape).decode

    @cached_property
    def _sort(self) -> Sorter | None:
        return sorter_of(self.shape)

    def prepare(self) -> None:
        """Build the decoder now, so that the first request does not wait for it."""
        _ = self._decode, self._sort

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        try:
            decoded = self._decode(value)
        except msgspec.ValidationError as error:
            payload = _decoded_or_none(value) if needs_payload(error) else None
            raise ValidationError(_nested([fault_from(error, self.shape, payload)])) from error
        except msgspec.DecodeError as error:  # valid JSON grammar, but a number out of every range
            raise ValidationError(f"{error}.") from error
        if self._sort is not None:
            self._sort(decoded)
        return decoded

    def json_schema(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The JSON Schema of the type, and those of all types that it refers to."""
        return json_schema(self.shape, self.prefix)


class JsonString(fields.String):
    """A JSON string."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return super()._deserialize(_decode_part(_ANYTHING, value), attr, data, **kwargs)


class JsonBytes(fields.Raw):
    """Any JSON value, kept as the bytes it was sent as."""


class JsonObject(fields.Nested):
    """An envelope inside an envelope; its fields arrive as bytes too."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, partial: Any = None, **kwargs: Any) -> Any:
        return super()._deserialize(_decode_part(_OBJECT, value), attr, data, partial, **kwargs)


class JsonList(fields.List[Any]):
    """A JSON array whose items arrive as bytes."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return super()._deserialize(_decode_part(_ARRAY, value), attr, data, **kwargs)


def _decode_part(decoder: msgspec.json.Decoder[Any], value: Raw) -> Any:
    """The part as this decoder reads it; decoded as whatever it is where it is something else."""
    try:
        return decoder.decode(value)
    except msgspec.DecodeError:
        try:
            return _ANYTHING.decode(value)
        except msgspec.DecodeError as error:  # a number out of every range
            raise ValidationError(f"{error}.") from error


def _decoded_or_none(part: Raw) -> Any:
    """The decoded part; None where it cannot be decoded to its end."""
    try:
        return _ANYTHING.decode(part)
    except msgspec.DecodeError:
        return None


def _nested(faults: Iterable[Fault]) -> dict[str, Any]:
    """Faults with JSON Pointers as marshmallow's nested messages."""
    messages: dict[str, Any] = {}
    for fault in faults:
        place = messages
        for step in fault.pointer.split("/")[1:]:
            place = place.setdefault(step.replace("~1", "/").replace("~0", "~"), {})
        place.setdefault("_schema", []).append(fault.message)
    return messages


@cache  # there are few types, and each stands in many envelopes
def sorter_of(shape: Any) -> Sorter | None:
    return sorter(inspect.type_info(shape))


@cache
def json_schema(shape: Any, prefix: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The JSON Schema of a type and of the types that it refers to, whose names get the prefix."""
    (schema,), components = msgspec.json.schema_components(
        [shape], ref_template=f"#/components/schemas/{prefix}{{name}}"
    )
    return schema, {f"{prefix}{name}": component for name, component in components.items()}


# ---------------------------------------------------------------- sorting
# Objects in JSON are unordered, but Python's dictionaries are ordered, and an engine that iterates over one would
# list its findings in the order of the request. So every value is sorted once, after it has been decoded: the same
# case gives the same bytes.


def sorter(kind: inspect.Type) -> Sorter | None:
    """The function that sorts a value of this type; None if the type contains no dictionaries."""
    match kind:
        case inspect.Metadata():
            return sorter(kind.type)
        case inspect.DictType():
            return _of_dict(sorter(kind.value_type))
        case inspect.StructType():
            inner_fields = {field.name: inner for field in kind.fields if (inner := sorter(field.type))}
            return _of_struct(kind.cls, inner_fields) if inner_fields else None
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
