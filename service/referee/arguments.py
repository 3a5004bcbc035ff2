"""The kinds of the values in sentences, as ``[arguments]`` of ``rules.toml`` declares them by name.

A kind is ``number`` (a count: the words beside it agree with it), ``ordinal`` (round 2, space 5), ``player``,
``text``, ``square``, ``zone`` (a zone with its owner), a group of ``[forms]`` such as ``card``, a component of the
pack such as ``name.town``, the values of a house rule such as ``house.symbol_order``, the terms that are possible:
``red|blue``, or ``amount:axes|ships`` (a counted noun with its number). ``[]`` behind it makes a list, and ``?`` says
that the value may be null or the list empty. A sentence with such a value needs a form for that (``unknown``,
``empty``).

``[arguments."trick/winner.message"]`` holds for one sentence only.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

LIST, OPTIONAL, OR = "[]", "?", "|"
AMOUNT = "amount"


class Kind(NamedTuple):
    """What a value of a sentence can be."""

    base: str
    is_list: bool = False
    optional: bool = False
    terms: tuple[str, ...] = ()
    """The possible ids, if it is one of some terms."""

    def fits(self, value: Any) -> bool:
        """Whether a value is of this kind, as far as its type shows."""
        if self.is_list:
            return isinstance(value, list | tuple) and (self.optional or bool(value)) and all(map(self._fits, value))
        return (value is None and self.optional) or self._fits(value)

    def _fits(self, value: Any) -> bool:
        if self.base in ("number", "ordinal"):
            return isinstance(value, int) and not isinstance(value, bool)
        if self.base == AMOUNT:
            return isinstance(value, list | tuple) and value[0] in self.terms
        if self.base in ("square", "zone"):
            return isinstance(value, list | tuple) and len(value) == 2
        if self.base == "text":
            return isinstance(value, str | int | dict)
        return isinstance(value, str | int) and (not self.terms or value in self.terms)


def kind(text: str) -> Kind:
    """Read a declaration such as ``card[]?``."""
    optional = text.endswith(OPTIONAL)
    text = text.removesuffix(OPTIONAL)
    is_list = text.endswith(LIST)
    base = text.removesuffix(LIST)
    if base.startswith(f"{AMOUNT}:"):
        return Kind(AMOUNT, is_list, optional, tuple(base.removeprefix(f"{AMOUNT}:").split(OR)))
    terms = tuple(base.split(OR)) if OR in base else ()
    return Kind("term" if terms else base, is_list, optional, terms)


class Arguments:
    """The declarations of one game."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._by_name = {name: kind(text) for name, text in data.items() if isinstance(text, str)}
        self._by_sentence = {
            place: {name: kind(text) for name, text in entry.items()}
            for place, entry in data.items()
            if not isinstance(entry, str)
        }

    def __bool__(self) -> bool:
        return bool(self._by_name or self._by_sentence)

    def of(self, place: tuple[str, ...], name: str) -> Kind | None:
        """The kind of a value in one sentence; None if nothing declares it."""
        own = self._by_sentence.get(".".join(place), {}).get(name)
        return own or self._by_name.get(name)

    @property
    def sentences(self) -> frozenset[str]:
        """The sentences with declarations of their own."""
        return frozenset(self._by_sentence)
