"""Points: the four triskels and their sum, ranking, and claims held against the truth."""

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from schemas.base import Fault, Malformed, pointer_step
from service.games.roll_and_raid.ledger import Column, Ledger, Pad, ledger_of
from service.games.roll_and_raid.pack import TRISKELS
from service.games.roll_and_raid.table import Table
from service.referee.choices import Choices
from service.referee.findings import Findings
from service.referee.scoring import (
    Claim,
    Criterion,
    Decision,
    Line,
    Mistake,
    Outcome,
    Scoring,
    Tally,
    leaders,
    line,
    rank,
    totals_of,
)

RULES = {
    "sacrifices": "score/sacrifices",
    "developments": "score/developments",
    "gods": "score/gods",
    "battle": "score/battle",
}
"""The triskels by the rules that they stand for, in the order of the sheet."""
TALLIES_KEPT = 4096


def score(tables: list[Table | Pad], claimed: Mapping[str, int]) -> Scoring:
    (table,) = tables
    _claims_name_players(table, claimed)
    findings = Findings()
    ledger = ledger_of(table, findings)
    read_by = frozenset(table.choices.consulted)
    tallies = _tallies(ledger.columns, table.choices)
    ranking, decisions = _ranking(ledger, tallies)
    claims = [
        _claim(table, ledger.columns[tally.name], tally, claimed[tally.name])
        for tally in tallies
        if tally.name in claimed
    ]
    recount = partial(_recount, ledger)
    return Scoring(tallies, ranking, decisions, ledger.final, claims, findings, ["score/total"], read_by, recount)


def _recount(ledger: Ledger, choices: Choices) -> Outcome:
    tallies = _tallies(ledger.columns, choices)
    return totals_of(tallies), _ranking(ledger, tallies)[0]


def _tallies(columns: Mapping[str, Column], choices: Choices) -> list[Tally]:
    """House rules are asked for only where there is something that they could count or not."""
    given, left = False, False
    for column in columns.values():
        given = given or column.altar_points != 0
        left = left or column.leftovers != 0
    altar = given and choices["altar_points"] == "counted"
    leftovers = left and choices["leftovers"] == "as-printed"
    return [_tally(name, column, altar, leftovers) for name, column in columns.items()]


@lru_cache(maxsize=TALLIES_KEPT)
def _tally(name: str, column: Column, altar: bool, leftovers: bool) -> Tally:
    lines = list(_lines(column, altar=altar, leftovers=leftovers))
    total = None if None in column.triskels else sum([one.points for one in lines])
    return Tally(name, total, lines, {"cards": column.raids})


def _lines(column: Column, *, altar: bool, leftovers: bool) -> Iterator[Line]:
    """Every point and where it comes from, triskel after triskel."""
    for triskel, points in zip(TRISKELS, column.triskels, strict=True):
        if points is not None:
            yield line(RULES[triskel], points, points=points)
        if triskel == "sacrifices" and altar and column.altar_points:
            yield line("score/altar", column.altar_points, vikings=column.altar, points=column.altar_points)
    if leftovers and column.leftovers:
        yield line("score/leftovers", column.leftovers, points=column.leftovers)


def _ranking(ledger: Ledger, tallies: list[Tally]) -> tuple[list[list[str]], list[Decision]]:
    """score/winner, score/tie-cards, score/tie-printed, score/tie-shared, score/tie-many."""
    totals: dict[str, int] = {}
    for tally in tallies:
        if tally.total is None:
            return [], []
        totals[tally.name] = tally.total
    ranking = [[name] for name in sorted(totals, key=totals.__getitem__, reverse=True)]
    decisions: list[Decision] = []
    if len(set(totals.values())) != len(totals):
        ranking, decisions = _with_ties(totals, ledger.columns)
    return ranking, [*leaders(totals), *decisions]


def _with_ties(totals: Mapping[str, int], columns: Mapping[str, Column]) -> tuple[list[list[str]], list[Decision]]:
    """The figures of the tie-breaks, clan by clan: raid cards first, then what the pack prints."""
    cards = {name: column.raids for name, column in columns.items()}
    criteria = [Criterion("score/tie-cards", "cards", cards.__getitem__)]
    for counts in zip(*[column.ties for column in columns.values()], strict=True):
        count = dict(zip(columns, counts, strict=True))
        criteria.append(Criterion("score/tie-printed", "count", count.__getitem__))
    ranking, decisions = rank(totals, criteria, "score/tie-shared")
    return ranking, [_shared(decision) for decision in decisions]


def _shared(decision: Decision) -> Decision:
    """Where three or more stay equal, no book says that all of them share."""
    if decision.rule == "score/tie-shared" and len(decision.players) > 2:
        return decision._replace(rule="score/tie-many")
    return decision


# ---------------------------------------------------------------- claims


def _claim(table: Table | Pad, column: Column, tally: Tally, claimed: int) -> Claim:
    if tally.total is None or claimed == tally.total:
        return Claim(tally.name, claimed, tally.total, [])
    mistakes = [
        mistake._replace(detail={**mistake.detail, "claimed": claimed})
        for mistake in _mistakes(table, column, tally)
        if mistake.points == claimed
    ]
    if not mistakes:
        detail = {"claimed": claimed, "total": tally.total, "difference": claimed - tally.total}
        mistakes = [Mistake("score/total", claimed, detail)]
    return Claim(tally.name, claimed, tally.total, mistakes)


def _mistakes(table: Table | Pad, column: Column, tally: Tally) -> Iterator[Mistake]:
    """A triskel left out, the altar or what is left over counted otherwise."""
    total = tally.total or 0
    counted = {counts.rule for counts in tally.lines}
    for counts in tally.lines:
        if counts.rule in RULES.values() and counts.points:
            yield Mistake(counts.rule, total - counts.points, {"points": counts.points}, "forgotten")
    if column.altar_points:
        otherwise = -column.altar_points if "score/altar" in counted else column.altar_points
        yield Mistake("score/altar", total + otherwise, {"vikings": column.altar})
    if column.leftovers:
        otherwise = -column.leftovers if "score/leftovers" in counted else column.leftovers
        yield Mistake("score/leftovers", total + otherwise, {})


def _claims_name_players(table: Table | Pad, claimed: Mapping[str, int]) -> None:
    faults = [
        Fault(f"/claimed/{pointer_step(name)}", f"Nobody at this table is called {name!r}.")
        for name in claimed
        if name not in table.by_name
    ]
    if faults:
        raise Malformed(faults)
