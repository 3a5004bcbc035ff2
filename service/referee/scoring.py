"""The value that a game's scoring returns: points with their rules, and the order of the players."""

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Raw

from service.referee.findings import Findings
from service.referee.wording import Wording

LINES_KEPT = 4096


class Line:
    """Points and where they come from.

    A line remembers how it was written in each language, and lines that come again and again are kept.
    """

    __slots__ = ("detail", "points", "rule", "variant", "written")

    def __init__(self, rule: str, points: int, detail: dict[str, Any], variant: str = "") -> None:
        self.rule = rule
        self.points = points
        self.detail = detail
        self.variant = variant
        self.written: dict[Wording, Raw] = {}


@lru_cache(maxsize=LINES_KEPT)
def line(rule: str, points: int, variant: str = "", /, **detail: Any) -> Line:
    """A line with plain values, the same object for the same values."""
    return Line(rule, points, detail, variant)


class Lines(list[Line]):
    """Lines that come again together, such as those of a kingdom: they remember how they were written as one."""

    __slots__ = ("rules", "written")

    def __init__(self, lines: Iterable[Line]) -> None:
        super().__init__(lines)
        self.rules = dict.fromkeys(line.rule for line in self)
        """Each once, in order."""
        self.written: dict[Wording, Raw] = {}


class Tally(NamedTuple):
    """One player's lines. ``total`` is None when the position cannot be counted."""

    name: str
    total: int | None
    lines: list[Line]
    figures: dict[str, int]
    """What ties are broken by."""


class Decision(NamedTuple):
    """A criterion that put these players ahead of others with the same points, or left them equal."""

    rule: str
    players: list[str]
    detail: dict[str, Any]


class Mistake(NamedTuple):
    """A common mistake and the total that it leads to."""

    rule: str
    points: int
    detail: dict[str, Any]
    variant: str = ""


class Claim(NamedTuple):
    """A claimed total, and the mistakes that would explain it."""

    name: str
    claimed: int
    total: int | None
    mistakes: list[Mistake]


class Scoring(NamedTuple):
    """All that a score answer needs, still without words."""

    tallies: list[Tally]
    ranking: list[list[str]]
    decisions: list[Decision]
    final: bool | None
    claims: list[Claim]
    findings: Findings
    cited: list[str]
    """Further rules that the score rests on."""


class Criterion(NamedTuple):
    """One step of a ranking: a rule, and the figure that it compares (more is better)."""

    rule: str
    figure: str
    value: Callable[[str], int]


def rank(names: Collection[str], criteria: list[Criterion], shared: str) -> tuple[list[list[str]], list[Decision]]:
    """Order players by the criteria, one after another; who stays equal shares a place under ``shared``.

    Decisions are told for ties only: a criterion that separated players whom all earlier ones left equal.
    """
    first = {name: criteria[0].value(name) for name in names}
    if len(set(first.values())) == len(first):  # the usual end of a game: nothing is tied
        return [[name] for name in sorted(first, key=first.__getitem__, reverse=True)], []
    groups: list[list[str]] = [list(names)]
    decisions: list[Decision] = []
    for depth, criterion in enumerate(criteria):
        if len(groups) == len(names):
            break
        refined: list[list[str]] = []
        for group in groups:
            if len(group) == 1:
                refined.append(group)
                continue
            by_value: dict[int, list[str]] = {}
            for name in group:
                by_value.setdefault(criterion.value(name), []).append(name)
            parts = [by_value[value] for value in sorted(by_value, reverse=True)]
            refined.extend(parts)
            if depth > 0 and len(parts) > 1:
                decisions.append(Decision(criterion.rule, parts[0], {criterion.figure: max(by_value)}))
        groups = refined
    decisions.extend(Decision(shared, group, {}) for group in groups if len(group) > 1)
    return groups, decisions
