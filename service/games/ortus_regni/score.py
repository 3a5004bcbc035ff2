"""Standings: who is still in the game, in which order the others left it, and what each Earl controls."""

from collections.abc import Mapping
from functools import partial

from service.games.ortus_regni.earldoms import Earldom
from service.games.ortus_regni.holdings import surely
from service.games.ortus_regni.table import Table
from service.referee.claims import check_claims, compare_claims
from service.referee.findings import Findings
from service.referee.known import is_unknown
from service.referee.scoring import Line, Mistake, Scoring, Tally, line, rank


def score(table: Table, claimed: Mapping[str, int]) -> Scoring:
    check_claims(claimed, table.order)
    findings = Findings()
    if not table.seats_known:
        findings.assumes("whole-table")
    if is_unknown(table.eliminated):
        findings.assumes("others-in")
    outlived = _outlived(table)
    tallies = [_tally(table, name, outlived[name]) for name in table.order]
    ranking, _ = rank({name: (count,) for name, count in outlived.items()}, (), "end/standing")
    over = surely(lambda: table.phase == "over") or (table.seats_known and len(table.living) == 1)
    claims = compare_claims(tallies, claimed, partial(_mistake, claimed))
    cited = ["end/last-earl", "end/standing"]
    return Scoring(tallies, ranking, [], over, claims, findings, cited)


def _outlived(table: Table) -> dict[str, int]:
    """end/standing: how many Earls left the game before this one did."""
    if is_unknown(table.eliminated):
        return {name: 0 if name in table.out else len(table.out) for name in table.order}
    gone = [entry.player for entry in table.eliminated]
    return {name: gone.index(name) if name in table.out else len(gone) for name in table.order}


def _tally(table: Table, name: str, outlived: int) -> Tally:
    earldom = table.earldoms.each[name]
    lines = [line("end/standing", outlived, _fate(table, name), player=name, outlived=outlived)]
    if name in table.living:
        lines += _controls(table, earldom)
    return Tally(name, outlived, lines, earldom.figures)


def _fate(table: Table, name: str) -> str:
    if name in table.living:
        return "won" if table.seats_known and len(table.living) == 1 else ""
    # Who is only seen to be out has no Fief any more.
    return next((entry.reason for entry in table.known_zone("eliminated") if entry.player == name), "no-fief")


def _controls(table: Table, earldom: Earldom) -> list[Line]:
    """Crown, Cathedral and Churches: worth nothing by themselves, but everybody asks for them."""
    lines, name = [], earldom.name
    if surely(lambda: table.king == name):
        lines.append(line("king/one", 0, player=name, count=len(table.known_zone("royal_army"))))
    if earldom.cathedrals:
        lines.append(line("property/cathedral", 0, player=name))
    if earldom.churches:
        lines.append(line("card/most-churches", 0, player=name, count=earldom.churches))
    return lines


def _mistake(claimed: Mapping[str, int], tally: Tally) -> list[Mistake]:
    """end/standing: a wrong place has no other reason."""
    wrong = claimed[tally.name]
    return [Mistake("end/standing", wrong, {"claimed": wrong, "total": tally.total})]
