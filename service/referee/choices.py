"""Editions and house rules: which of the ways of playing is on the table.

An edition is a bundle of values; a house rule replaces one of them. The engine asks for a value by name, and
what it asked for is remembered, so that only choices that mattered are compared with their alternatives.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec


class HouseRule(NamedTuple):
    """A named choice: its values, and the one that each edition takes."""

    name: str
    values: tuple[str, ...]
    by_edition: Mapping[str, str]


class Choices:
    """The values in force for one question."""

    __slots__ = ("agreed", "consulted", "edition", "rules")

    def __init__(self, rules: Mapping[str, HouseRule], edition: str, agreed: Mapping[str, str]) -> None:
        self.rules = rules
        self.edition = edition
        self.agreed = agreed
        self.consulted: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.consulted.add(name)
        return self.peek(name)

    def peek(self, name: str) -> str:
        """The value, where it does not bear on the question by itself."""
        return self.agreed.get(name) or self.rules[name].by_edition[self.edition]

    def under(self, *, edition: str | None = None, **agreed: str) -> "Choices":
        """The same agreement with another edition or another value of one house rule."""
        return Choices(self.rules, edition or self.edition, {**self.agreed, **agreed})

    def differ_in(self, edition: str) -> bool:
        """Whether another book has another value for anything that was asked for; else it comes to the same."""
        return edition != self.edition and self.differ_from(self.under(edition=edition), self.consulted)

    def differ_from(self, other: "Choices", names: Iterable[str]) -> bool:
        """Whether any of these choices has another value there."""
        return any(self.peek(name) != other.peek(name) for name in names)

    def take_in(self, other: "Choices") -> None:
        """What another table of the same question agreed on and asked for."""
        self.agreed = {**other.agreed, **self.agreed}
        self.consulted |= other.consulted

    def rested_on(self) -> Iterator[tuple[str, str]]:
        """House rules that the players agreed on and that the answer asked for."""
        if self.agreed and self.consulted:
            for name in sorted(self.consulted & self.agreed.keys()):
                yield name, self.agreed[name]


def choices_of(options: Any, rules: Mapping[str, HouseRule]) -> Choices:
    """Read the choices from a state's ``options``."""
    agreed = options.house_rules
    told = {} if agreed is msgspec.UNSET else msgspec.structs.asdict(agreed)
    return Choices(
        rules, options.edition, {name: value for name, value in told.items() if value is not msgspec.UNSET}
    )


def with_house_rules(options: Any, house_rules: Any) -> Any:
    """The options of a state with the request's house rules laid over its own."""
    if options.house_rules is msgspec.UNSET:
        return msgspec.structs.replace(options, house_rules=house_rules)
    told = {name: value for name, value in msgspec.structs.asdict(house_rules).items() if value is not msgspec.UNSET}
    return msgspec.structs.replace(options, house_rules=msgspec.structs.replace(options.house_rules, **told))
