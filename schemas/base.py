"""What every declared shape is built from: strict structs, strict fields, and errors with a place.

The error family of a question that cannot be understood (as opposed to a move that is illegal)::

    Malformed                one or more faults, each with a JSON Pointer
      raised by ``convert``  a payload that does not fit its Struct
      raised by a game       a payload that fits, but names a piece or a player that does not exist
"""

import re
from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec

T = TypeVar("T")

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, description="A player's name.")]
Text = Annotated[str, msgspec.Meta(max_length=400)]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """A frozen value that refuses unknown fields: a typo in a state must never change a ruling."""


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
_PLACE = re.compile(r" - at `(?:key in )?\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")


def fault_from(error: msgspec.ValidationError) -> Fault:
    """Translate msgspec's own notation of a place into a JSON Pointer."""
    text = str(error)
    found = _PLACE.search(text)
    if found is None:
        return Fault("", text)
    steps = [step["name"] or step["index"] for step in _STEP.finditer(found["path"])]
    pointer = "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps if step != "...")
    return Fault(pointer, text[: found.start()])


def convert(payload: Any, shape: type[T]) -> T:
    """Make a typed value of decoded JSON, or say what is wrong with it and where."""
    try:
        return msgspec.convert(payload, shape)
    except msgspec.ValidationError as error:
        raise Malformed([fault_from(error)]) from error
    except RecursionError as error:
        raise malformed("", "The value is nested too deeply.") from error
