"""The value that a game's scoring returns: points with their rules, and the order of the players."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Raw

from service.referee.choices import Choices
from service.referee.findings import Findings
from service.referee.wording import Wording

LINES_KEPT = 2048

Outcome = tuple[dict[str, int | None], list[list[str]]]
"""The totals by player, and the ranking."""


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


def totals_of(tallies: Iterable[Tally]) -> dict[str, int | None]:
    return {tally.name: tally.total for tally in tallies}


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
    read_by: Set[str] = frozenset()
    """The choices that the position was read by, before anything was counted."""
    recount: Callable[[Choices], Outcome] | None = None
    """Count the position as it was read under other choices, as long as those that it was read by are the same."""


class Criterion(NamedTuple):
    """What breaks a tie: a rule, and the figure that it compares (more is better)."""

    rule: str
    figure: str
    value: Callable[[str], int]


def rank(
    totals: Mapping[str, int], tie_breaks: Sequence[Criterion], shared: str
) -> tuple[list[list[str]], list[Decision]]:
    """Order players by their totals, and those with the same by the tie-breaks, one after another; who stays equal
    shares a place under ``shared``.

    Decisions are told for ties only: what separated players whom everything before left equal.
    """
    groups = _grouped(totals, totals.__getitem__)
    if len(groups) == len(totals):  # the usual end of a game
        return groups, []
    decisions: list[Decision] = []
    for rule, figure, value in tie_breaks:
        refined: list[list[str]] = []
        for group in groups:
            parts = _grouped(group, value) if len(group) > 1 else [group]
            refined += parts
            if len(parts) > 1:
                decisions.append(Decision(rule, parts[0], {figure: value(parts[0][0])}))
        groups = refined
    decisions += [Decision(shared, group, {}) for group in groups if len(group) > 1]
    return groups, decisions


def _grouped(names: Iterable[str], value: Callable[[str], int]) -> list[list[str]]:
    """Those with the same value together, the highest first."""
    groups: dict[int, list[str]] = {}
    for name in names:
        here = value(name)
        if here in groups:
            groups[here].append(name)
        else:
            groups[here] = [name]
    return [groups[here] for here in sorted(groups, reverse=True)]


def leaders(totals: Mapping[str, int]) -> list[Decision]:
    """score/winner, as every game has it that counts points: who has the most of them."""
    if len(totals) < 2:
        return []
    most = max(totals.values())
    return [Decision("score/winner", [name for name, total in totals.items() if total == most], {"total": most})]
