"""Points: the track and everything that the end of the game adds, ranking, and claims compared with them."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from typing import NamedTuple

from service.games.brian_boru.audit_sheet import audit_sheet
from service.games.brian_boru.pack import HAND, Box
from service.games.brian_boru.score_mistakes import mistakes_in
from service.games.brian_boru.score_sheet import VIKINGS, Column, Pad, ScoreSheet, Side, score_sheet_of
from service.games.brian_boru.table import Table
from service.referee.choices import Choices
from service.referee.claims import check_claims, compare_claims
from service.referee.findings import Findings
from service.referee.scoring import (
    Decision,
    Figures,
    Line,
    Outcome,
    Scoring,
    Tally,
    leaders,
    line,
    rank,
    ranked,
    totals_of,
)

TRACK_END = 59
TIE_BREAKS = (("score/tie-claims", "claims"), ("score/tie-marriages", "marriages"))

Spread = tuple[int, int, int]
"""In how many regions a player has a town, in how many that counts, and the points for it."""


def score(table: Table | Pad, claimed: Mapping[str, int]) -> Scoring:
    check_claims(claimed, table.by_name)
    findings = Findings()
    sheet = score_sheet_of(table, findings)
    if isinstance(table, Pad):
        audit_sheet(table, sheet, findings)
    read_by = frozenset(table.choices.consulted)
    if len(sheet.columns) < min(HAND):
        findings.assumes("most-coins", coins=max(column.coins for column in sheet.columns.values()))
    standings = _standings(sheet, table.choices)
    tallies = _tallies(table.box, sheet, standings)
    ranking, decisions = _ranking(tallies)
    claims = compare_claims(tallies, claimed, partial(mistakes_in, table, sheet))
    cited = _cited(table, sheet, standings)
    recount = partial(_recount, table.box, sheet)
    return Scoring(tallies, ranking, decisions, sheet.final, claims, findings, cited, read_by, recount)


def _recount(box: Box, sheet: ScoreSheet, choices: Choices) -> Outcome:
    tallies = _tallies(box, sheet, _standings(sheet, choices))
    return totals_of(tallies), ranked(_figures(tallies))


class Standing(NamedTuple):
    """Who leads in a region whose token lies face up."""

    region: str
    counts: dict[Side, int]
    leaders: list[Side]
    allied: bool
    """Whether Viking towns went to an ally."""
    reading: str | None
    """score/monasteries: how they are counted, where there is one."""


def _standings(sheet: ScoreSheet, choices: Choices) -> list[Standing]:
    return [_standing(sheet, region, choices) for region in sheet.face_up]


def _standing(sheet: ScoreSheet, region: str, choices: Choices) -> Standing:
    reading = choices["monasteries_at_end"] if region in sheet.monasteries else None
    counts, allied = sheet.strength(region, 2 if reading == "twice" else 1)
    most = max(counts.values(), default=0)
    leaders = [side for side, count in counts.items() if count == most and most]
    return Standing(region, counts, leaders, allied, reading)


def _tallies(box: Box, sheet: ScoreSheet, standings: list[Standing]) -> list[Tally]:
    """Every point and where it comes from, in the order of the book."""
    richest = _most_coins(sheet)
    tied = [standing for standing in standings if len(standing.leaders) > 1]  # the half is for those who are tied
    tallies = []
    for name, column in sheet.columns.items():
        claims = [_board_claim(box, sheet, standing, name) for standing in tied if name in standing.leaders]
        halves = list(chain.from_iterable(claims))
        worth = [box.tokens[region].points for region in column.claims]
        spread = _spread(box, sheet, name, column)
        tallies.append(_tally(name, column, worth, column.coins == richest, halves, spread))
    return tallies


def _spread(box: Box, sheet: ScoreSheet, name: str, column: Column) -> Spread:
    regions = counted = sheet.regions_of(name)
    if column.princess == "trade":
        counted = regions | sheet.viking_regions()
    return len(regions), len(counted), box.spread(len(counted))


def _tally(
    name: str, column: Column, worth: list[int], is_richest: bool, halves: list[Line], spread: Spread
) -> Tally:
    """``worth`` are the points of the tokens that the player holds, ``halves`` the lines of those on the board."""
    points, renown = column.points, column.renown
    lines = [line("score/track", points, points=points)]
    if points > TRACK_END:
        lines.append(line("score/beyond-track", 0, points=points, space=points - TRACK_END - 1))
    if is_richest:
        lines.append(line("score/coins", 1, coins=column.coins))
    if column.marker:
        lines.append(line("score/marker", 1))
    if renown:
        lines.append(line("score/renown", renown, renown=renown))
    for region, points in zip(column.claims, worth, strict=True):
        lines.append(line("score/claims", points, region=region, points=points))
    lines += halves
    regions, counted, points = spread
    if column.princess == "trade":
        lines.append(line("score/trade", points, regions=counted, own=regions, points=points))
    else:
        lines.append(line("score/spread", points, regions=counted, points=points))
    figures = {"claims": len(column.claims), "marriages": column.marriages}
    return Tally(name, sum([line.points for line in lines]), lines, figures)


def _most_coins(sheet: ScoreSheet) -> int | None:
    """score/coins: how many coins somebody has who is alone at the top."""
    coins = [column.coins for column in sheet.columns.values()]
    most = max(coins)
    return most if most > 0 and coins.count(most) == 1 else None


def _board_claim(box: Box, sheet: ScoreSheet, standing: Standing, name: str) -> Iterator[Line]:
    """score/board-claims, score/vikings-tied, score/military, score/monasteries: half for who shares the lead."""
    region, counts, leaders, allied, reading = standing
    full = box.tokens[region].points
    rule = "score/board-claims"
    if allied and sheet.columns[name].princess == "military":
        rule = "score/military"
    elif VIKINGS in leaders:
        rule = "score/vikings-tied"
    yield line(rule, full // 2, region=region, points=full // 2, full=full, towns=counts[name])
    if reading is not None:
        yield line("score/monasteries", 0, region=region, reading=reading)


def _cited(table: Table | Pad, sheet: ScoreSheet, standings: list[Standing]) -> list[str]:
    """Rules at work that no line of its own shows."""
    cited = ["score/total"]
    held = {region for column in sheet.columns.values() for region in column.claims}
    if len(held) + len(sheet.face_up) < len(table.box.tokens):
        cited.append("score/face-down")
    if standings and [VIKINGS] in [standing.leaders for standing in standings]:
        cited.append("score/vikings-most")
    for name, lost in sheet.lost.items():
        if name in sheet.columns and not lost <= sheet.regions_of(name):
            cited.append("score/viking-held")
            break
    return cited


def _ranking(tallies: list[Tally]) -> tuple[list[list[str]], list[Decision]]:
    """score/winner, score/tie-claims, score/tie-marriages, score/tie-shared."""
    figures = _figures(tallies)
    ranking, decisions = rank(figures, TIE_BREAKS, "score/tie-shared")
    return ranking, [*leaders(figures, "score/winner"), *decisions]


def _figures(tallies: list[Tally]) -> dict[str, Figures]:
    return {tally.name: (tally.total or 0, tally.figures["claims"], tally.figures["marriages"]) for tally in tallies}
