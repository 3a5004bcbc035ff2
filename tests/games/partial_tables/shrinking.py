"""Violations with the smallest masking that still shows them, and their signatures."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from tests.games.partial_tables.positions import tag_of
from tests.games.partial_tables.properties import Case, Check, Violation
from tests.games.partial_tables.zones import Place


class Found(NamedTuple):
    """A violation, shrunk."""

    violation: Violation
    case: Case
    masked: tuple[Place, ...]
    check: str

    @property
    def signature(self) -> str:
        """What makes two violations the same: property, rule or fact, type of move, smallest masked zones."""
        return signature(self.violation, self.case, generics(self.masked))

    def __str__(self) -> str:
        """The violation as a request that can be sent."""
        case = self.case
        operation = "validate" if case.move is not None else self.check.replace("_", "-")
        body: dict[str, Any] = {"state": case.part(self.masked)}
        if case.move is not None:
            body["move"] = msgspec.to_builtins(case.move)
        if case.pack != "base":
            body["pack"] = case.pack
        left_out = ", ".join(place.pointer + ("=?" if place.kind == "card" else "") for place in self.masked)
        sent = case.referee.ask(operation, case.pack, body["state"], **({"move": case.move} if case.move else {}))
        return "\n".join(
            (
                f"{self.signature}   ({self.check})",
                f"  left out: {left_out or 'nothing'}",
                f"  whole table: {case.answer.short}",
                f"  partial table: {sent.short}",
                f"  POST /v1/games/{case.referee.id}/{operation}",
                f"  {json.dumps(body)}",
            )
        )


def generics(masked: Iterable[Place]) -> tuple[str, ...]:
    return tuple(sorted({place.generic for place in masked}))


def signature(violation: Violation, case: Case, zones: Sequence[str]) -> str:
    about = tag_of(case.move) if case.move is not None else "table"
    return f"{violation} | {about} | {' '.join(zones)}"


class Shrinker:
    """Shrinks violations; one that was met before in the same zones is recognised without a search."""

    def __init__(self) -> None:
        self.met: dict[tuple[Violation, str], list[tuple[str, ...]]] = {}

    def shrink(self, violation: Violation, case: Case, masked: Sequence[Place], name: str, check: Check) -> Found:
        def shows(places: Sequence[Place]) -> bool:
            return violation in check(case, places)

        key = (violation, tag_of(case.move) if case.move is not None else "")
        met = self.met.setdefault(key, [])
        current = list(masked)
        for zones in met:
            fewer = [place for place in current if place.generic in zones]
            if generics(fewer) == zones and shows(fewer):
                return Found(violation, case, tuple(fewer), name)
        smallest = tuple(smaller(current, shows))
        met.append(generics(smallest))
        return Found(violation, case, smallest, name)


def smaller(places: list[Place], shows: Callable[[Sequence[Place]], bool]) -> list[Place]:
    """Send back zones and cards, many at a time and then one by one, while the violation stays."""
    size = max(1, len(places) // 2)
    while True:
        start = 0
        while start < len(places):
            fewer = places[:start] + places[start + size :]
            if shows(fewer):
                places = fewer
            else:
                start += size
        if size == 1:
            return places
        size = max(1, size // 2)
