"""marshmallow fields that take nothing but what they say.

marshmallow's own ``Integer`` turns 3.7 into 3 and its ``Boolean`` takes "yes": a service that judges cannot guess.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from typing import Any

import msgspec
from marshmallow import ValidationError, fields, missing
from msgspec import inspect

from schemas.base import ANY_NAME, Fault, Malformed, convert, fault_from, malformed, pointer_step
from schemas.order import Sorter, sorter


class PartOf(fields.Nested):
    """An envelope inside an envelope; its faults are told from the outermost one."""

    def sort(self, value: Any) -> bool:
        """Put the parts in order that have objects of any names in them."""
        schema: Any = self.schema
        changed = False
        for name, sort in schema.unordered.items():
            if name in value:
                changed |= sort(value[name])
        return changed

    def _deserialize(self, value: Any, attr: str | None, data: Any, partial: Any = None, **kwargs: Any) -> Any:
        try:
            return super()._deserialize(value, attr, data, partial, **kwargs)
        except Malformed as error:
            raise error.under(f"/{self.data_key or attr or ''}") from error


def decoded(part: Any, name: str) -> Any:
    """A part of a body that was still as it was sent."""
    if type(part) is not msgspec.Raw:
        return part
    try:
        return msgspec.json.decode(part)
    except msgspec.DecodeError as error:
        raise malformed(f"/{pointer_step(name)}", f"{error}.") from error


def _whole(part: msgspec.Raw) -> Any:
    """All of a part, where it can be read to its end; else None."""
    try:
        return msgspec.json.decode(part)
    except msgspec.DecodeError:
        return None


class StrictInteger(fields.Integer):
    """A JSON integer, and neither a number with a point nor a string of digits."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if type(value) is not int:
            raise ValidationError("Expected an integer.")
        return value


class StrictBoolean(fields.Boolean):
    """``true`` or ``false``."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise ValidationError("Expected true or false.")
        return value


class StructField(fields.Field[Any]):
    """A part of an envelope that msgspec reads and writes: a state, a move, a list of citations.

    Loading makes typed values in one step. Dumping hands the value on as it is: the encoder that writes the whole
    answer knows Structs.
    """

    def __init__(self, shape: Any, *, prefix: str = "", **kwargs: Any) -> None:
        """``prefix`` goes before the names of the shapes in the OpenAPI document: games have a State each."""
        super().__init__(**kwargs)
        self.shape = shape
        self.prefix = prefix

    # Both are asked for by questions alone: an answer's parts are neither read nor put in order.
    @cached_property
    def sort(self) -> Sorter | None:
        return _sorter(self.shape)

    @cached_property
    def _decode(self) -> Callable[[Any], Any]:
        return msgspec.json.Decoder(self.shape).decode

    def read(self, value: Any, name: str) -> Any:
        """The typed value, or ``Malformed`` with the place seen from the envelope."""
        try:
            # A body brings the part as the bytes it was sent in, a batch brings it decoded.
            return self._decode(value) if type(value) is msgspec.Raw else convert(value, self.shape)
        except msgspec.ValidationError as error:
            payload = _whole(value) if ANY_NAME in str(error) else None
            raise Malformed([fault_from(error, self.shape, payload)]).under(f"/{name}") from error
        except msgspec.DecodeError as error:  # JSON by its grammar, but a number that no computer holds
            raise malformed(f"/{name}", f"{error}.") from error
        except Malformed as error:
            raise error.under(f"/{name}") from error

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        try:
            return self.read(value, "")
        except Malformed as error:  # as marshmallow has it, so that the faults of all parts are told together
            raise ValidationError(_nested(error.faults)) from error

    def serialize(self, attr: str, obj: Any, accessor: Any = None, **kwargs: Any) -> Any:
        """Answers are plain dicts: a part is there or it is left out."""
        return obj.get(attr, missing)

    def json_schema(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The JSON Schema of the shape, and of all that it refers to, for the OpenAPI document."""
        return _json_schema(self.shape, self.prefix)


@cache  # the shapes are few, and each stands in many envelopes
def _sorter(shape: Any) -> Sorter | None:
    return sorter(inspect.type_info(shape))


def _nested(faults: Iterable[Fault]) -> dict[str, Any]:
    """Faults as marshmallow's nested messages, seen from the part itself."""
    messages: dict[str, Any] = {}
    for fault in faults:
        place = messages
        for step in fault.pointer.split("/")[2:]:
            place = place.setdefault(step.replace("~1", "/").replace("~0", "~"), {})
        place.setdefault("_schema", []).append(fault.message)
    return messages


@cache
def _json_schema(shape: Any, prefix: str) -> tuple[dict[str, Any], dict[str, Any]]:
    (schema,), components = msgspec.json.schema_components(
        [shape], ref_template=f"#/components/schemas/{prefix}{{name}}"
    )
    return schema, {f"{prefix}{name}": component for name, component in components.items()}
