"""Points: the four triskels and their sum, ranking, and claims held against the truth."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from schemas.base import Fault, Malformed, pointer_step
from service.games.roll_and_raid.ledger import Column, Ledger, Pad, ledger_of
from service.games.roll_and_raid.pack import TRISKELS
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings
from service.referee.scoring import Claim, Criterion, Decision, Line, Mistake, Scoring, Tally, line, rank

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
    tallies = [_tally(table, name, column) for name, column in ledger.columns.items()]
    ranking, decisions = _ranking(ledger, tallies)
    claims = [
        _claim(table, ledger.columns[tally.name], tally, claimed[tally.name])
        for tally in tallies
        if tally.name in claimed
    ]
    return Scoring(tallies, ranking, decisions, ledger.final, claims, findings, ["score/total"])


def _tally(table: Table | Pad, name: str, column: Column) -> Tally:
    """House rules are asked for only where there is something that they could count or not."""
    altar = bool(column.altar_points) and table.choices["altar_points"] == "counted"
    leftovers = bool(column.leftovers) and table.choices["leftovers"] == "as-printed"
    return _tally_of(name, column, altar, leftovers)


@lru_cache(maxsize=TALLIES_KEPT)
def _tally_of(name: str, column: Column, altar: bool, leftovers: bool) -> Tally:
    lines = list(_lines(column, altar=altar, leftovers=leftovers))
    total = None if None in column.triskels else sum([one.points for one in lines])
    return Tally(name, total, lines, {"cards": column.raids})


def _lines(column: Column, *, altar: bool, leftovers: bool) -> Iterator[Line]:
    """Every point and where it comes from, triskel after triskel."""
    for triskel, points in zip(TRISKELS, column.triskels, strict=True):
        if points is not None:
            yield line(RULES[triskel], points, points=points)
        if triskel == "sacrifices" and altar:
            yield line("score/altar", column.altar_points, vikings=column.altar, points=column.altar_points)
    if leftovers:
        yield line("score/leftovers", column.leftovers, points=column.leftovers)


def _ranking(ledger: Ledger, tallies: list[Tally]) -> tuple[list[list[str]], list[Decision]]:
    """score/winner, score/tie-cards, score/tie-printed, score/tie-shared, score/tie-many."""
    if any(tally.total is None for tally in tallies):
        return [], []
    totals = {tally.name: tally.total or 0 for tally in tallies}
    columns = ledger.columns
    criteria = [
        Criterion("score/winner", "total", lambda name: totals[name]),
        Criterion("score/tie-cards", "cards", lambda name: columns[name].raids),
    ]
    for place in range(min(len(column.ties) for column in columns.values())):
        criteria.append(_printed_criterion(columns, place))
    ranking, decisions = rank(totals, criteria, "score/tie-shared")
    decisions = [_shared(decision) for decision in decisions]
    if len(totals) > 1:
        most = max(totals.values())
        leaders = [name for name, total in totals.items() if total == most]
        decisions = [Decision("score/winner", leaders, {"total": most}), *decisions]
    return ranking, decisions


def _printed_criterion(columns: Mapping[str, Column], place: int) -> Criterion:
    return Criterion("score/tie-printed", "count", lambda name: columns[name].ties[place])


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
