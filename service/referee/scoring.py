"""What a game's ``score`` returns: points with their rules, and the ranking."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from msgspec import Raw

from service.referee.choices import Choices
from service.referee.findings import Findings
from service.referee.wording import Wording

Table = TypeVar("Table")

# Lines with the same values occur in many positions. With 2,400 different bodies, keeping the lines and their encoded
# form saves 5 to 13 % of a score (Kingdomino 12, Brian Boru 13, Ortus Regni 5, Roll & Raid 8).
LINES_KEPT = 2048

Outcome = tuple[dict[str, int | None], list[list[str]]]
"""The totals by player, and the ranking."""


class Line:
    """Points and the rule that they come from."""

    __slots__ = ("detail", "encoded", "points", "rule", "variant")

    def __init__(self, rule: str, points: int, detail: dict[str, Any], variant: str = "") -> None:
        self.rule = rule
        self.points = points
        self.detail = detail
        self.variant = variant
        self.encoded: dict[tuple[Wording, str], Raw] = {}
        """The line as JSON, by language and by the pack that names its components."""


@lru_cache(maxsize=LINES_KEPT)
def line(rule: str, points: int, variant: str = "", /, **detail: Any) -> Line:
    """A line with plain values; the same object for the same values."""
    return Line(rule, points, detail, variant)


class Tally:
    """One player's lines. ``total`` is None when the position cannot be counted."""

    __slots__ = ("figures", "lines", "name", "rules", "total")

    def __init__(self, name: str, total: int | None, lines: list[Line], figures: dict[str, int]) -> None:
        self.name = name
        self.total = total
        self.lines = lines
        self.figures = figures
        """The figures that break ties."""
        self.rules = dict.fromkeys([line.rule for line in lines])
        """Each once, in order."""


def totals_of(tallies: Iterable[Tally]) -> dict[str, int | None]:
    return {tally.name: tally.total for tally in tallies}


class Decision(NamedTuple):
    """A criterion that ranked these players before others with the same points, or left them equal."""

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
    """All that a score answer needs, before it is rendered in a language."""

    tallies: list[Tally]
    ranking: list[list[str]]
    decisions: list[Decision]
    final: bool | None
    claims: list[Claim]
    findings: Findings
    cited: list[str]
    """Further rules that the score depends on."""
    read_by: Set[str] = frozenset()
    """The choices that were consulted to read the position, before anything was counted."""
    recount: Callable[[Choices], Outcome] | None = None
    """Counts the same position under other choices; only valid if the choices in ``read_by`` have the same values."""


def of_one_table(
    score: Callable[[Table, Mapping[str, int]], Scoring],
) -> Callable[[Sequence[Table], Mapping[str, int]], Scoring]:
    """The ``score`` of a game of which only one table is scored at a time."""

    def score_all(tables: Sequence[Table], claimed: Mapping[str, int]) -> Scoring:
        (table,) = tables
        return score(table, claimed)

    return score_all


Figures = tuple[int, ...]
"""A player's total, then the figures that break ties; more is better in all of them."""
TieBreak = tuple[str, str]
"""A rule, and the name of the figure that it compares."""


def rank(
    figures: Mapping[str, Figures], tie_breaks: Sequence[TieBreak], shared: str
) -> tuple[list[list[str]], list[Decision]]:
    """Rank players by their figures, in order; players equal in all of them share a place, by the rule ``shared``.

    There are decisions for ties only: what separated players who were equal until then.
    """
    ranking = ranked(figures)
    totals = {own[0] for own in figures.values()}
    decisions = _broken_ties(figures, tie_breaks) if len(totals) < len(ranking) else []
    if len(ranking) < len(figures):
        decisions += [Decision(shared, place, {}) for place in ranking if len(place) > 1]
    return ranking, decisions


def ranked(figures: Mapping[str, Figures]) -> list[list[str]]:
    """The ranking without the decisions."""
    places: dict[Figures, list[str]] = {}
    for name, own in figures.items():
        if own in places:
            places[own].append(name)
        else:
            places[own] = [name]
    return [places[own] for own in sorted(places, reverse=True)]


def _broken_ties(figures: Mapping[str, Figures], tie_breaks: Sequence[TieBreak]) -> list[Decision]:
    decisions: list[Decision] = []
    tied = _tied(figures, figures, 0)[1:]
    for depth, (rule, figure) in enumerate(tie_breaks, start=1):
        groups, tied = tied, []
        for group in groups:
            ahead, *still = _tied(figures, group, depth)
            if len(ahead) < len(group):
                decisions.append(Decision(rule, ahead, {figure: figures[ahead[0]][depth]}))
            tied += still
    return decisions


def _tied(figures: Mapping[str, Figures], names: Iterable[str], depth: int) -> list[list[str]]:
    """First the players with the most of one figure, then every group of equal players, the highest first."""
    groups: dict[int, list[str]] = {}
    for name in names:
        groups.setdefault(figures[name][depth], []).append(name)
    values = sorted(groups, reverse=True)
    return [groups[values[0]], *[groups[value] for value in values if len(groups[value]) > 1]]


def leaders(figures: Mapping[str, Figures], rule: str) -> list[Decision]:
    """The players with the most points, by this rule."""
    if len(figures) < 2:
        return []
    most = max(figures.values())[0]
    return [Decision(rule, [name for name, own in figures.items() if own[0] == most], {"total": most})]
