"""Known and unknown values, and conditions with three values: true, false and unknown.

A zone that was left out is an ``Unknown``. It is neither empty nor zero nor false: whoever tests, compares, counts or
iterates over it gets an ``UnknownRead`` that says which zone it was. ``truth`` turns that into the third value::

    truth(lambda: table.coins("ana") >= 5)      True, False, or an Unknown if her coins were left out

``all_of``, ``any_of`` and ``none_of`` decide as soon as what is known decides: one false condition settles ``all_of``
even if the others are unknown.
"""

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")


class UnknownRead(Exception):
    """Code needed the value of a zone that is unknown."""

    def __init__(self, zones: tuple[str, ...]) -> None:
        super().__init__(", ".join(zones))
        self.zones = zones


class Unknown:
    """A value that nobody sent; ``zones`` are pointers to what would have to be sent."""

    __slots__ = ("zones",)

    def __init__(self, *zones: str) -> None:
        self.zones = zones

    def _read(self, *_: Any) -> NoReturn:
        raise UnknownRead(self.zones)

    __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = __hash__ = __call__ = _read
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _read
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = _read
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __int__ = __index__ = __str__ = __format__ = _read

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # asked by Python itself, such as copy
            raise AttributeError(name)
        raise UnknownRead(self.zones)

    def __repr__(self) -> str:
        return f"Unknown({', '.join(self.zones)})"


Truth = bool | Unknown
Condition = Truth | Callable[[], Any]
"""A truth value, or a function that computes one and may read unknown values."""


def is_unknown(value: Any) -> bool:
    return isinstance(value, Unknown)


def is_known(value: Any) -> bool:
    return not isinstance(value, Unknown)


def attempt(compute: Callable[[], T]) -> T | Unknown:
    """The computed value, or an unknown one if the computation needs something unknown."""
    try:
        return compute()
    except UnknownRead as error:
        return Unknown(*error.zones)


def read_all(*values: Any) -> None:
    """Raise ``UnknownRead`` if some of these values are unknown, with the zones of all of them."""
    unknown = [value for value in values if isinstance(value, Unknown)]
    if unknown:
        raise UnknownRead(_together(unknown).zones)


def truth(condition: Condition) -> Truth:
    """True, false or unknown."""
    if not callable(condition) or isinstance(condition, Unknown):
        return condition
    try:
        return bool(condition())
    except UnknownRead as error:
        return Unknown(*error.zones)


def negation(condition: Condition) -> Truth:
    value = truth(condition)
    return value if isinstance(value, Unknown) else not value


def all_of(*conditions: Condition) -> Truth:
    """False if one is false, whatever the others are; unknown if none is false and some are unknown."""
    unknown: list[Unknown] = []
    for condition in conditions:
        value = truth(condition)
        if isinstance(value, Unknown):
            unknown.append(value)
        elif not value:
            return False
    return _together(unknown) if unknown else True


def any_of(*conditions: Condition) -> Truth:
    """True if one is true, whatever the others are; unknown if none is true and some are unknown."""
    unknown: list[Unknown] = []
    for condition in conditions:
        value = truth(condition)
        if isinstance(value, Unknown):
            unknown.append(value)
        elif value:
            return True
    return _together(unknown) if unknown else False


def none_of(*conditions: Condition) -> Truth:
    return negation(any_of(*conditions))


def _together(unknown: list[Unknown]) -> Unknown:
    return Unknown(*dict.fromkeys(zone for one in unknown for zone in one.zones))
