"""Points: the four triskels and their sum, ranking, and claims compared with them."""

from collections.abc import Iterator, Mapping
from functools import partial

from service.games.roll_and_raid.pack import TRISKELS
from service.games.roll_and_raid.score_sheet import Column, Counted, Pad, ScoreSheet, score_sheet_of
from service.games.roll_and_raid.table import Table
from service.referee.choices import Choices
from service.referee.claims import check_claims, compare_claims
from service.referee.findings import Findings
from service.referee.scoring import (
    Decision,
    Figures,
    Line,
    Mistake,
    Outcome,
    Scoring,
    Tally,
    TieBreak,
    leaders,
    line,
    rank,
    ranked,
)

RULE_OF_TRISKEL = {
    "sacrifices": "score/sacrifices",
    "developments": "score/developments",
    "gods": "score/gods",
    "battle": "score/battle",
}
"""The triskels by the rules that they stand for, in the order of the sheet."""


def score(table: Table | Pad, claimed: Mapping[str, int]) -> Scoring:
    check_claims(claimed, table.by_name)
    findings = Findings()
    sheet = score_sheet_of(table, findings)
    columns, read_by = sheet.columns, frozenset(table.choices.consulted)
    counted = _counted(sheet, table.choices)
    totals = _totals(columns, counted)
    tallies = [_tally(column, counted, totals[column.name]) for column in columns]
    ranking, decisions = _ranking(columns, totals)
    claims = compare_claims(tallies, claimed, partial(_mistakes, columns))
    recount = partial(_recount, sheet)
    return Scoring(tallies, ranking, decisions, sheet.final, claims, findings, ["score/total"], read_by, recount)


def _recount(sheet: ScoreSheet, choices: Choices) -> Outcome:
    totals = _totals(sheet.columns, _counted(sheet, choices))
    figures = _figures(sheet.columns, totals)
    return totals, ranked(figures) if figures else []


def _counted(sheet: ScoreSheet, choices: Choices) -> Counted:
    """House rules are asked for only where there is something that they could count or not."""
    altar = sheet.given and choices["altar_points"] == "counted"
    leftovers = sheet.left and choices["leftovers"] == "as-printed"
    return altar, leftovers


def _totals(columns: list[Column], counted: Counted) -> dict[str, int | None]:
    altar, leftovers = counted
    totals: dict[str, int | None] = {}
    for column in columns:
        total = column.points
        if total is not None:
            if altar:
                total += column.altar_points
            if leftovers:
                total += column.leftovers
        totals[column.name] = total
    return totals


def _tally(column: Column, counted: Counted, total: int | None) -> Tally:
    return Tally(column.name, total, list(_lines(column, *counted)), {"cards": column.ties[0]})


def _lines(column: Column, altar: bool, leftovers: bool) -> Iterator[Line]:
    """Every point and where it comes from, triskel after triskel."""
    for triskel, points in zip(TRISKELS, column.triskels, strict=True):
        if points is not None:
            yield line(RULE_OF_TRISKEL[triskel], points, points=points)
        if triskel == "sacrifices" and altar and column.altar_points:
            yield line("score/altar", column.altar_points, vikings=column.altar, points=column.altar_points)
    if leftovers and column.leftovers:
        yield line("score/leftovers", column.leftovers, points=column.leftovers)


def _ranking(columns: list[Column], totals: Mapping[str, int | None]) -> tuple[list[list[str]], list[Decision]]:
    """score/winner, score/tie-cards, score/tie-printed, score/tie-shared, score/tie-many."""
    figures = _figures(columns, totals)
    if not figures:
        return [], []
    ranking, decisions = rank(figures, _tie_breaks(columns[0]), "score/tie-shared")
    return ranking, [*leaders(figures, "score/winner"), *map(_shared, decisions)]


def _figures(columns: list[Column], totals: Mapping[str, int | None]) -> dict[str, Figures]:
    """What the clans are ranked by; nothing where one of them cannot be counted."""
    figures: dict[str, Figures] = {}
    for column in columns:
        total = totals[column.name]
        if total is None:
            return {}
        figures[column.name] = total, *column.ties
    return figures


def _tie_breaks(column: Column) -> list[TieBreak]:
    """Raid cards first, then what the pack prints."""
    return [("score/tie-cards", "cards"), *[("score/tie-printed", "count")] * (len(column.ties) - 1)]


def _shared(decision: Decision) -> Decision:
    """Where three or more stay equal, no book says that all of them share."""
    if decision.rule == "score/tie-shared" and len(decision.players) > 2:
        return decision._replace(rule="score/tie-many")
    return decision


# ---------------------------------------------------------------- claims


def _mistakes(columns: list[Column], tally: Tally) -> Iterator[Mistake]:
    """A triskel left out, the altar or what is left over counted otherwise."""
    total = tally.total or 0
    (column,) = (column for column in columns if column.name == tally.name)
    counted = {counts.rule for counts in tally.lines}
    for counts in tally.lines:
        if counts.rule in RULE_OF_TRISKEL.values() and counts.points:
            yield Mistake(counts.rule, total - counts.points, {"points": counts.points}, "forgotten")
    if column.altar_points:
        otherwise = -column.altar_points if "score/altar" in counted else column.altar_points
        yield Mistake("score/altar", total + otherwise, {"vikings": column.altar})
    if column.leftovers:
        otherwise = -column.leftovers if "score/leftovers" in counted else column.leftovers
        yield Mistake("score/leftovers", total + otherwise, {})
