"""Contradictions on a score pad: what no end of a game can show.

Only what was sent is held against itself. Somebody who is not on the pad may control every town of a region that
nobody on it does, and a region of which no towns are given is not compared with its token.
"""

from typing import Any

from service.games.brian_boru.pack import HAND
from service.games.brian_boru.score_sheet import VIKINGS, Pad, ScoreSheet, Side
from service.referee.findings import Findings

MONASTERY = 2
"""As how many towns one with a monastery counts for a claim token."""


def audit_sheet(pad: Pad, sheet: ScoreSheet, findings: Findings) -> None:
    _components(pad, findings)
    for region in sheet.towns:
        _towns(pad, sheet, region, findings)
    if not findings.broken:
        holders = {region: name for name, column in sheet.columns.items() for region in column.claims}
        for region in pad.box.tokens:
            if any(sheet.towns.get(region, {}).values()):
                _token(pad, sheet, region, holders.get(region), findings)


def _components(pad: Pad, findings: Findings) -> None:
    """components/claim-tokens, trick/leader, marriage/princess: one of each."""
    sheet: Any = pad.sent
    held = [region for entry in sheet.players for region in entry.claims] + list(sheet.face_up)
    for region in sorted({region for region in held if held.count(region) > 1}):
        findings.breaks("components/claim-tokens", region=region)
    if sum(entry.marker for entry in sheet.players) > 1:
        findings.breaks("trick/leader", "two_markers")
    if sum(entry.princess is not None for entry in sheet.players) > 1:
        findings.breaks("marriage/princess", "two")


def _towns(pad: Pad, sheet: ScoreSheet, region: str, findings: Findings) -> None:
    """opening/empty-town: no more towns than the region has."""
    count, there = sum(sheet.towns[region].values()), len(pad.box.regions[region])
    if count > there:
        findings.breaks("opening/empty-town", "region", region=region, count=count, there=there)


# ---------------------------------------------------------------- Paso de reclamar regiones


def _token(pad: Pad, sheet: ScoreSheet, region: str, holder: str | None, findings: Findings) -> None:
    """claims/flip, claims/majority, claims/vikings: a token lies as the last claim step has left it."""
    counts, _ = sheet.strength(region, MONASTERY)
    others = _others_at_most(pad, sheet, region)
    everybody = len(sheet.columns) >= min(HAND)
    threshold, towns = pad.box.tokens[region].threshold, sum(counts.values())
    if holder is None and region not in sheet.face_up:
        if everybody and towns >= threshold:
            findings.breaks("claims/flip", region=region)
        return
    if towns + others < threshold:
        findings.breaks("claims/flip", "few", region=region, towns=towns, threshold=threshold)
        return
    leader = _sure_leader(counts, others)
    if leader is not VIKINGS and leader is not _NOBODY and leader != holder:
        findings.breaks("claims/majority", region=region)
    elif leader is VIKINGS and holder is not None and everybody:
        findings.breaks("claims/vikings", region=region)


_NOBODY = object()
"""Nobody is sure to have the most towns."""


def _sure_leader(counts: dict[Side, int], others: int) -> Side | object:
    """Who controls the most towns, even if those of others who are not on the pad go to anybody else."""
    leader = max(counts, key=counts.__getitem__)
    rivals = [count for side, count in counts.items() if side != leader]
    # Towns under Viking tokens may count for somebody who is not on the pad.
    return leader if counts[leader] > max(rivals, default=0) + others else _NOBODY


def _others_at_most(pad: Pad, sheet: ScoreSheet, region: str) -> int:
    """How many towns of a region somebody may control who is not on the pad, those with a monastery counted twice."""
    if len(sheet.columns) >= min(HAND):
        return 0
    return MONASTERY * (len(pad.box.regions[region]) - sum(sheet.towns[region].values()))
