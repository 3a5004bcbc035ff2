"""What every declared shape is built from: strict structs, strict fields, and errors with a place.

The error family of a question that cannot be understood (as opposed to a move that is illegal)::

    Malformed                one or more faults, each with a JSON Pointer
      raised by ``convert``  a payload that does not fit its Struct
      raised by a game       a payload that fits, but names a piece or a player that does not exist
"""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, description="A player's name.")]
Text = Annotated[str, msgspec.Meta(max_length=400)]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False, gc=False):
    """A frozen value that refuses unknown fields: a typo in a state must never change a ruling.

    No shape can refer back to itself, so all of them spare the garbage collector.
    """


class Fault(NamedTuple):
    """One thing that is wrong with a question, and where."""

    pointer: str
    message: str


class Malformed(ValueError):
    """The question is not well formed. Not a verdict: the api turns it into a 422 problem."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = list(faults)
        super().__init__("; ".join(f"{fault.pointer}: {fault.message}" for fault in self.faults))

    def under(self, pointer: str) -> "Malformed":
        """The same faults, seen from further outside."""
        return Malformed(Fault(pointer + fault.pointer, fault.message) for fault in self.faults)


def malformed(pointer: str, message: str) -> Malformed:
    return Malformed([Fault(pointer, message)])


# msgspec ends its messages with " - at `$.players[0].x`"; a key of an object shows as "[...]"
_PLACE = re.compile(r" - at (?:`key` in )?`\$(?P<path>[^`]*)`$")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)
ANY_NAME = "..."
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")


def fault_from(error: msgspec.ValidationError, shape: Any = None, payload: Any = None) -> Fault:
    """Translate msgspec's own notation of a place into a JSON Pointer, and say what would be allowed there.

    The names in an object of any names, which msgspec does not tell, are looked for in the payload.
    """
    text = str(error)
    found = _PLACE.search(text)
    steps = _steps(text)
    if ANY_NAME in steps and payload is not None:
        steps = _named(text, shape, payload)
    message = text[: found.start()] if found else text
    if unknown := _UNKNOWN.fullmatch(message):
        steps.append(unknown["field"])
    elif message.startswith("Invalid") and shape is not None:
        allowed = sorted(map(str, _allowed(inspect.type_info(shape), steps)))
        message += f"; allowed: {', '.join(allowed)}" if allowed else ""
    return Fault(
        "".join("/" + pointer_step(step) for step in steps if step != ANY_NAME),
        message if message.endswith(".") else message + ".",
    )


def _steps(text: str) -> list[str]:
    found = _PLACE.search(text)
    return [step["name"] or step["index"] for step in _STEP.finditer(found["path"])] if found else []


def _named(text: str, shape: Any, payload: Any) -> list[str]:
    """The steps with the names: with no other name than this one in the object, the complaint is still the same."""
    payload = msgspec.json.decode(msgspec.json.encode(payload))
    place = payload
    named: list[str] = []
    for step in _steps(text):
        if step == ANY_NAME:
            content = dict(place)
            for name in content:
                place.clear()
                place[name] = content[name]
                if _complaint(payload, shape) == text:
                    break
            else:
                return named
            step = name
        place = place[int(step)] if isinstance(place, list) else place[step]
        named.append(step)
    return named


def _complaint(payload: Any, shape: Any) -> str:
    try:
        msgspec.convert(payload, shape)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def pointer_step(step: str) -> str:
    """A key as it stands in a JSON Pointer."""
    return step.replace("~", "~0").replace("/", "~1")


def _allowed(kind: inspect.Type, steps: Sequence[str]) -> set[Any]:
    """The words that the type at a place allows; empty where it is not a choice of words."""
    match kind:
        case inspect.UnionType():
            return set().union(*(_allowed(part, steps) for part in kind.types))
        case inspect.LiteralType() if not steps:
            return set(kind.values)
        case inspect.Metadata():
            return _allowed(kind.type, steps)
        case inspect.StructType() if steps and steps[0] == kind.tag_field:
            return {kind.tag} if kind.tag is not None else set()
        case inspect.StructType() if steps:
            fields = [field for field in kind.fields if field.encode_name == steps[0]]
            return _allowed(fields[0].type, steps[1:]) if fields else set()
        case inspect.VarTupleType() | inspect.ListType() if steps:
            return _allowed(kind.item_type, steps[1:])
    return set()


def convert(payload: Any, shape: type[T]) -> T:
    """Make a typed value of decoded JSON, or say what is wrong with it and where."""
    try:
        return msgspec.convert(payload, shape)
    except msgspec.ValidationError as error:
        raise Malformed([fault_from(error, shape, payload)]) from error
    except RecursionError as error:
        raise malformed("", "The value is nested too deeply.") from error
