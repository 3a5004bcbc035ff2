"""Points: the track and everything that the end of the game adds, ranking, and claims held against the truth."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schemas.base import Fault, Malformed, pointer_step
from service.games.brian_boru.claims import mistakes_in
from service.games.brian_boru.ledger import VIKINGS, Column, Ledger, Pad, Side, ledger_of
from service.games.brian_boru.pack import HAND
from service.games.brian_boru.table import Table
from service.referee.findings import Findings
from service.referee.scoring import Claim, Criterion, Decision, Line, Mistake, Scoring, Tally, line, rank

TRACK_END = 59


def score(tables: list[Table | Pad], claimed: Mapping[str, int]) -> Scoring:
    (table,) = tables
    _claims_name_players(table, claimed)
    findings = Findings()
    ledger = ledger_of(table, findings)
    if len(ledger.columns) < min(HAND):
        findings.assumes("most-coins")
    standings = [_standing(table, ledger, region) for region in ledger.face_up]
    richest = _most_coins(ledger)
    tallies = [_tally(table, ledger, standings, name, richest) for name in ledger.columns]
    ranking, decisions = _ranking(tallies)
    claims = [_claim(table, ledger, tally, claimed[tally.name]) for tally in tallies if tally.name in claimed]
    return Scoring(tallies, ranking, decisions, ledger.final, claims, findings, _cited(table, ledger, standings))


class Standing(NamedTuple):
    """Who leads in a region whose token lies face up."""

    region: str
    counts: dict[Side, int]
    leaders: list[Side]
    allied: bool
    """Whether Viking towns went to an ally."""


def _standing(table: Table | Pad, ledger: Ledger, region: str) -> Standing:
    counts, allied = ledger.strength(region, _monastery_counts(table, ledger, region))
    return Standing(region, counts, _leaders_of(counts), allied)


def _tally(table: Table | Pad, ledger: Ledger, standings: list[Standing], name: str, richest: int | None) -> Tally:
    """Every point and where it comes from, in the order of the book."""
    column = ledger.columns[name]
    lines = _own_lines(table, column, richest)
    for standing in standings:
        if len(standing.leaders) > 1 and name in standing.leaders:  # the half is for those who are tied
            lines += _board_claim(table, ledger, standing, name)
    lines.append(_spread(table, ledger, name))
    figures = {"claims": len(column.claims), "marriages": column.marriages}
    return Tally(name, sum([line.points for line in lines]), lines, figures)


def _own_lines(table: Table | Pad, column: Column, richest: int | None) -> list[Line]:
    """What a player has, wherever the towns are."""
    points, renown = column.points, column.renown
    lines = [line("score/track", points, points=points)]
    if points > TRACK_END:
        lines.append(line("score/beyond-track", 0, points=points, space=points - TRACK_END - 1))
    if column.coins == richest:
        lines.append(line("score/coins", 1, coins=richest))
    if column.marker:
        lines.append(line("score/marker", 1))
    if renown:
        lines.append(line("score/renown", renown, renown=renown))
    for region in column.claims:
        points = table.box.tokens[region].points
        lines.append(line("score/claims", points, region=region, points=points))
    return lines


def _most_coins(ledger: Ledger) -> int | None:
    """score/coins: how many coins somebody has who is alone at the top."""
    coins = [column.coins for column in ledger.columns.values()]
    most = max(coins)
    return most if most > 0 and coins.count(most) == 1 else None


def _monastery_counts(table: Table | Pad, ledger: Ledger, region: str) -> int:
    """score/monasteries: twice or once; asked only where there is one."""
    if region not in ledger.monasteries:
        return 1
    return 2 if table.choices["monasteries_at_end"] == "twice" else 1


def _leaders_of(counts: Mapping[Side, int]) -> list[Side]:
    most = max(counts.values(), default=0)
    return [side for side, count in counts.items() if count == most and most]


def _board_claim(table: Table | Pad, ledger: Ledger, standing: Standing, name: str) -> Iterator[Line]:
    """score/board-claims, score/vikings-tied, score/military, score/monasteries: half for who shares the lead."""
    region, counts, leaders, allied = standing
    full = table.box.tokens[region].points
    rule = "score/board-claims"
    if allied and ledger.columns[name].princess == "military":
        rule = "score/military"
    elif VIKINGS in leaders:
        rule = "score/vikings-tied"
    yield line(rule, full // 2, region=region, points=full // 2, full=full, towns=counts[name])
    if region in ledger.monasteries:
        yield line("score/monasteries", 0, region=region, reading=table.choices["monasteries_at_end"])


def _spread(table: Table | Pad, ledger: Ledger, name: str) -> Line:
    """score/spread, score/trade: regions with at least one town."""
    regions = ledger.regions_of(name)
    if ledger.columns[name].princess == "trade":
        with_trade = regions | ledger.viking_regions()
        points = table.box.spread(len(with_trade))
        return line("score/trade", points, regions=len(with_trade), own=len(regions), points=points)
    points = table.box.spread(len(regions))
    return line("score/spread", points, regions=len(regions), points=points)


def _cited(table: Table | Pad, ledger: Ledger, standings: list[Standing]) -> list[str]:
    """Rules at work that no line of its own shows."""
    cited = ["score/total"]
    held: set[str] = set()
    for column in ledger.columns.values():
        held.update(column.claims)
    if len(held) + len(ledger.face_up) < len(table.box.tokens):
        cited.append("score/face-down")
    if [VIKINGS] in [standing.leaders for standing in standings]:
        cited.append("score/vikings-most")
    for name, lost in ledger.lost.items():
        if name in ledger.columns and not lost <= ledger.regions_of(name):
            cited.append("score/viking-held")
            break
    return cited


def _ranking(tallies: list[Tally]) -> tuple[list[list[str]], list[Decision]]:
    """score/winner, score/tie-claims, score/tie-marriages, score/tie-shared."""
    by_total: dict[int, list[str]] = {}
    for tally in tallies:
        by_total.setdefault(tally.total or 0, []).append(tally.name)
    totals = sorted(by_total, reverse=True)
    ranking, decisions = [by_total[total] for total in totals], list[Decision]()
    if len(totals) < len(tallies):
        ranking, decisions = _ties_broken(tallies)
    if len(tallies) > 1:
        decisions.insert(0, Decision("score/winner", by_total[totals[0]], {"total": totals[0]}))
    return ranking, decisions


def _ties_broken(tallies: list[Tally]) -> tuple[list[list[str]], list[Decision]]:
    by_name = {tally.name: tally for tally in tallies}
    criteria = [
        Criterion("score/winner", "total", lambda name: by_name[name].total or 0),
        Criterion("score/tie-claims", "claims", lambda name: by_name[name].figures["claims"]),
        Criterion("score/tie-marriages", "marriages", lambda name: by_name[name].figures["marriages"]),
    ]
    return rank(by_name, criteria, "score/tie-shared")


def _claim(table: Table | Pad, ledger: Ledger, tally: Tally, claimed: int) -> Claim:
    if tally.total is None or claimed == tally.total:
        return Claim(tally.name, claimed, tally.total, [])
    mistakes = mistakes_in(table, ledger, tally, claimed)
    if not mistakes:
        detail = {"claimed": claimed, "total": tally.total, "difference": claimed - tally.total}
        mistakes = [Mistake("score/total", claimed, detail)]
    return Claim(tally.name, claimed, tally.total, mistakes)


def _claims_name_players(table: Table | Pad, claimed: Mapping[str, int]) -> None:
    if not claimed:
        return
    faults = [
        Fault(f"/claimed/{pointer_step(name)}", f"Nobody at this table is called {name!r}.")
        for name in claimed
        if name not in table.by_name
    ]
    if faults:
        raise Malformed(faults)
