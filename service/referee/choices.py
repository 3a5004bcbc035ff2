"""Editions and house rules: which values are in use.

An edition is a set of values; a house rule replaces one of them. The engine reads a value by its name, and the names
that it has read are recorded: an answer cannot change with a choice that nobody read, so only these are compared with
their alternatives.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from schemas.base import malformed


class HouseRule(NamedTuple):
    """A named choice: its values, and the one that each edition takes."""

    name: str
    values: tuple[str, ...]
    by_edition: Mapping[str, str]


class Choices:
    """The values in force for one question."""

    __slots__ = ("agreed", "consulted", "edition", "read", "rules")

    def __init__(self, rules: Mapping[str, HouseRule], edition: str, agreed: Mapping[str, str]) -> None:
        self.rules = rules
        self.edition = edition
        self.agreed = agreed
        self.consulted: set[str] = set()
        """What the answer rests on."""
        self.read: set[str] = set()
        """Everything that was read, also by ``peek``."""

    def __getitem__(self, name: str) -> str:
        self.consulted.add(name)
        return self.peek(name)

    def peek(self, name: str) -> str:
        """The value, where the answer is not said to rest on it."""
        self.read.add(name)
        return self.value(name)

    def value(self, name: str) -> str:
        """The value, without recording that it was read."""
        return self.agreed.get(name) or self.rules[name].by_edition[self.edition]

    def under(self, *, edition: str | None = None, **agreed: str) -> "Choices":
        """The same choices with another edition or other house rules."""
        return Choices(self.rules, edition or self.edition, {**self.agreed, **agreed})

    def differ_in(self, edition: str) -> bool:
        """Whether another edition has another value for anything that was consulted."""
        return edition != self.edition and self.differ_from(self.under(edition=edition), self.consulted)

    def differ_from(self, other: "Choices", names: Iterable[str]) -> bool:
        """Whether any of the named values differs."""
        return any(self.value(name) != other.value(name) for name in names)

    def take_in(self, other: "Choices") -> None:
        """Add the house rules and the consulted names of another table of the same request."""
        self.agreed = {**other.agreed, **self.agreed}
        self.consulted |= other.consulted
        self.read |= other.read

    def rested_on(self) -> Iterator[tuple[str, str]]:
        """The agreed house rules that were consulted, with their values."""
        if self.agreed and self.consulted:
            for name in sorted(self.consulted & self.agreed.keys()):
                yield name, self.agreed[name]


def choices_of(options: Any, rules: Mapping[str, HouseRule], editions: Collection[str]) -> Choices:
    """The choices of a state's ``options``; without an edition, those of the first. Raise ``Malformed`` for an
    edition that does not exist.
    """
    agreed = options.house_rules
    edition = next(iter(editions)) if options.edition is msgspec.UNSET else options.edition
    if edition not in editions:
        raise malformed("/options/edition", f"There is no edition {edition!r}; there are: {', '.join(editions)}.")
    return Choices(rules, edition, {} if agreed is msgspec.UNSET else _values_of(agreed))


def with_house_rules(options: Any, house_rules: Any) -> Any:
    """The options of a state, with the house rules of the request in place of its own."""
    if options.house_rules is msgspec.UNSET:
        return msgspec.structs.replace(options, house_rules=house_rules)
    merged = msgspec.structs.replace(options.house_rules, **_values_of(house_rules))
    return msgspec.structs.replace(options, house_rules=merged)


def _values_of(house_rules: Any) -> dict[str, str]:
    """The house rules that were set."""
    values = msgspec.structs.asdict(house_rules)
    return {name: value for name, value in values.items() if value is not msgspec.UNSET}
