"""The base of all types in ``schemas``: strict structs, and errors with a JSON Pointer.

The errors of a request that is not well formed (as opposed to a move that is illegal)::

    Malformed                one or more faults, each with a JSON Pointer
      raised by ``convert``  a payload that does not fit its Struct
      raised by a game       a payload that fits, but names a piece or a player that does not exist
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")

LANGUAGES = ("en", "es", "pl")
"""The languages of the service. A game declares which of them it has."""

SAME_NAME = "Two players have the same name."
"""What the types of tables and sheets say; ``fault_from`` finds the second of the two."""
NAMES_A_PLAYER = "names_a_player"
Name = Annotated[
    str,
    msgspec.Meta(min_length=1, max_length=40, description="A player's name.", extra={NAMES_A_PLAYER: True}),
]
Text = Annotated[str, msgspec.Meta(max_length=400)]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False, gc=False):
    """A frozen struct that refuses unknown fields: a typo in a state must never change a ruling.

    No instance can be part of a reference cycle, so garbage collection is off (``gc=False``).
    """


class Names(Shape, frozen=True, gc=False, kw_only=True):
    """The name of a component in each language."""

    en: Text
    es: Text
    pl: Text


Pointers = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=200)], ...], msgspec.Meta(max_length=100)]


class Unresolved(Shape, frozen=True):
    """A step that happens by itself and could not be done yet: it needs zones that were left out.

    The state has the values from before the step.
    """

    step: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    missing: Pointers = ()
    """JSON Pointers to what would have to be sent."""
    unsettled: Pointers = ()
    """JSON Pointers to the zones that hold the values from before the step."""


AnyName = Text | Names
"""The name of a component: the same in every language, or one in each."""


class Fault(NamedTuple):
    """One thing that is wrong with a request, and where."""

    pointer: str
    message: str


class Malformed(ValueError):
    """The request is not well formed. Not a verdict: the API answers with a 422 problem document."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = list(faults)
        super().__init__("; ".join(f"{fault.pointer}: {fault.message}" for fault in self.faults))

    def under(self, pointer: str) -> "Malformed":
        """The same faults, with a prefix before each pointer."""
        return Malformed(Fault(pointer + fault.pointer, fault.message) for fault in self.faults)


def malformed(pointer: str, message: str) -> Malformed:
    return Malformed([Fault(pointer, message)])


# msgspec ends its messages with " - at `$.players[0].x`"; the key of an object is written as "[...]"
_PATH = re.compile(r" - at (?:`key` in )?`\$(?P<path>[^`]*)`$")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)
ANY_NAME = "..."
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")


def fault_from(error: msgspec.ValidationError, shape: Any = None, payload: Any = None) -> Fault:
    """Translate msgspec's notation of a path into a JSON Pointer, and list what would be allowed there.

    What msgspec does not report is searched for in the payload: the keys of a ``dict``, and whose name comes twice.
    """
    text = str(error)
    path = _PATH.search(text)
    steps = _steps(text)
    if ANY_NAME in steps and payload is not None:
        steps = _named(text, shape, payload)
    message = text[: path.start()] if path else text
    if unknown := _UNKNOWN.fullmatch(message):
        steps.append(unknown["field"])
    elif message == SAME_NAME and payload is not None:
        players = reduce(_entry, steps, payload)["players"]
        steps += ["players", str(second_of_a_name([player["name"] for player in players])), "name"]
    elif message.startswith("Invalid") and shape is not None:
        allowed = sorted(map(str, _allowed(inspect.type_info(shape), steps)))
        message += f"; allowed: {', '.join(allowed)}" if allowed else ""
    return Fault(
        "".join("/" + pointer_step(step) for step in steps if step != ANY_NAME),
        message if message.endswith(".") else message + ".",
    )


def needs_payload(error: msgspec.ValidationError) -> bool:
    """Whether ``fault_from`` finds the place in the payload alone."""
    return ANY_NAME in str(error) or SAME_NAME in str(error)


def second_of_a_name(names: Sequence[str]) -> int:
    """The place of the first name that stands before already."""
    return next(place for place, name in enumerate(names) if name in names[:place])


def _entry(container: Any, step: str) -> Any:
    return container[int(step)] if isinstance(container, list) else container[step]


def _steps(text: str) -> list[str]:
    path = _PATH.search(text)
    return [step["name"] or step["index"] for step in _STEP.finditer(path["path"])] if path else []


def _named(text: str, shape: Any, payload: Any) -> list[str]:
    """The steps with the keys: a key is the right one if the error stays the same without the other keys."""
    payload = msgspec.json.decode(msgspec.json.encode(payload))
    current = payload
    named: list[str] = []
    for step in _steps(text):
        if step == ANY_NAME:
            name = _wrong_key(text, shape, payload, current)
            if name is None:
                return named
            step = name
        current = _entry(current, step)
        named.append(step)
    return named


def _wrong_key(text: str, shape: Any, payload: Any, content: dict[str, Any]) -> str | None:
    """The key of an object in the payload that the error is about; all other keys are taken out of the object.

    The first half of the keys has the error or else the second half: an object may have 100,000 keys, and each
    attempt converts the whole payload.
    """
    items = list(content.items())
    while True:
        half = items[: (len(items) + 1) // 2]
        content.clear()
        content.update(half)
        found = _error_text(payload, shape) == text
        if len(items) <= 1:
            return items[0][0] if found and items else None
        items = half if found else items[len(half) :]


def _error_text(payload: Any, shape: Any) -> str:
    try:
        msgspec.convert(payload, shape)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def pointer_step(step: str) -> str:
    """A key, escaped for a JSON Pointer."""
    return step.replace("~", "~0").replace("/", "~1")


def _allowed(kind: inspect.Type, steps: Sequence[str]) -> set[Any]:
    """The values of the literal type at this path; empty for any other type."""
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
    """Convert decoded JSON to a type; raises ``Malformed`` with the pointer of what is wrong."""
    try:
        return msgspec.convert(payload, shape)
    except msgspec.ValidationError as error:
        raise Malformed([fault_from(error, shape, payload)]) from error
    except RecursionError as error:
        raise malformed("", "The value is nested too deeply.") from error


def with_entry(mapping: Mapping[Any, T], name: str, value: T) -> dict[Any, T]:
    """A copy of a sorted mapping with one more entry, sorted too: so the states that an engine returns are sorted."""
    entries = {**mapping, name: value}
    return entries if name in mapping else dict(sorted(entries.items()))
