"""What the score is counted from: the marks of a clan sheet by the pack's terms, or the triskels of a finished
one.
"""

from typing import Any, NamedTuple

from msgspec import UNSET

from schemas.base import Fault, Malformed
from schemas.roll_and_raid import Sheet, SheetClan
from schemas.roll_and_raid_pack import GloryEffect, MajorityTerm
from service.games.roll_and_raid.audit import audit
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import TRISKELS, Box
from service.games.roll_and_raid.rules.other import unread
from service.games.roll_and_raid.score_terms import is_left_over, majority, points_of
from service.games.roll_and_raid.sheet_counts import CannotCount, count_of, zone_of
from service.games.roll_and_raid.table import Table
from service.referee.budget import step
from service.referee.findings import Findings
from service.referee.known import Unknown, is_unknown
from service.referee.table import SentAlone

Counted = tuple[bool, bool]
"""Whether the points on the altar count, and those of what is left over."""


class Pad(SentAlone[Sheet, Box]):
    """A score pad with its pack and choices."""


class Column:
    """One clan's glory. A triskel that cannot be counted is None."""

    __slots__ = ("altar", "altar_points", "leftovers", "name", "points", "ties", "triskels")

    def __init__(
        self,
        name: str,
        triskels: tuple[int | None, ...],
        raids: int,
        leftovers: int = 0,
        altar: int = 0,
        altar_points: int = 0,
        printed: tuple[int, ...] = (),
    ) -> None:
        self.name = name
        self.triskels = triskels
        """In the order of ``TRISKELS``."""
        self.points = None if None in triskels else sum([points or 0 for points in triskels])
        """What they come to."""
        self.leftovers = leftovers
        """What the terms on things left over come to; in none of the triskels."""
        self.altar = altar
        """The Vikings on the altar, where the pack has points for them."""
        self.altar_points = altar_points
        self.ties = (raids, *printed)
        """What ties are broken by: the raid cards, then what the pack compares after them."""

    def plus(self, place: int | None, points: int | None) -> "Column":
        """The same with more points in a triskel (None: it cannot be counted), or for what is left over."""
        triskels, leftovers = list(self.triskels), self.leftovers
        if place is None:
            leftovers += points or 0
        else:
            before = triskels[place]
            triskels[place] = None if before is None or points is None else before + points
        raids, *printed = self.ties
        return Column(self.name, tuple(triskels), raids, leftovers, self.altar, self.altar_points, tuple(printed))


class ScoreSheet(NamedTuple):
    """All figures that the score is counted from."""

    columns: list[Column]
    final: bool | None
    given: bool
    """Whether anybody has points on the altar."""
    left: bool
    """Whether anything that is left over has points."""


def score_sheet_of(table: Table | Pad, findings: Findings) -> ScoreSheet:
    if isinstance(table, Pad):
        return ScoreSheet([_from_pad(clan) for clan in table.by_name.values()], True, given=False, left=False)
    audit(table, findings, thorough=False)
    columns: list[Column] = [clan.column for clan in table.known_clans()]
    if None in columns:
        columns = _count_all(table, findings)
    if any(isinstance(term, MajorityTerm) for terms in (table.box.terms or {}).values() for term in terms):
        columns = _with_majorities(table, columns, findings)
    given, left = False, False
    for column in columns:
        if column.altar_points:
            given = True
        if column.leftovers:
            left = True
    phase = table.phase
    return ScoreSheet(columns, None if isinstance(phase, Unknown) else phase == "over", given, left)


def _from_pad(clan: SheetClan) -> Column:
    return Column(clan.name, tuple([getattr(clan, name) for name in TRISKELS]), clan.raids)


def _count_all(table: Table, findings: Findings) -> list[Column]:
    faults: list[Fault] = []
    columns = []
    for seat, clan in enumerate(table.known_clans()):
        try:
            columns.append(clan.column or _count(table.box, clan, findings))
        except CannotCount as error:
            needed = f"`{error.zone}`{' without hidden cards' if error.hidden else ''}"
            faults.append(Fault(f"/players/{seat}/{error.zone}", f"To be scored a clan needs {needed}."))
    if faults:
        raise Malformed(faults)
    return columns


def _count(box: Box, clan: ClanSheet, findings: Findings) -> Column:
    """What a sheet comes to; remembered where nothing is missing of the pack."""
    column = _column(box, clan, findings)
    if column.points is not None:
        clan.column = column
    return column


def _column(box: Box, clan: ClanSheet, findings: Findings) -> Column:
    """Every triskel that can be counted; for the others what is missing of the pack."""
    altar = box.pack.altar
    raids = len(zone_of(clan, "raids"))
    if box.terms is None:
        _need("scoring", findings)
        return Column(clan.name, (None,) * len(TRISKELS), raids)
    triskels: list[int | None] = []
    leftovers = 0
    for name in TRISKELS:
        terms = box.terms.get(name)
        texts = unread(box, clan, ("end",)) if name == "developments" else []
        if terms is None or texts:
            for text, detail in texts or [("pack-scoring", {})]:
                need(text, detail, findings)
            triskels.append(None)
            continue
        if name == "developments":
            more = [
                term for effect in box.effects(clan.known("developments", ()), GloryEffect) for term in effect.terms
            ]
            terms = (*terms, *more) if more else terms
        points = 0
        try:
            for term in terms:
                if is_left_over(term):
                    leftovers += points_of(clan, box, term)
                else:
                    points += points_of(clan, box, term)
            triskels.append(points)
        except CannotCount as error:
            if error.text:
                need("pack-other", {"text": error.text}, findings)
            elif error.part:
                _need(error.part, findings)
            else:
                raise
            triskels.append(None)
    vikings = zone_of(clan, "altar") if altar is not UNSET and altar.points else 0
    each = altar.points if altar is not UNSET else 0
    printed = tuple(count_of(clan, box, counted.count, counted.of) for counted in box.tie_breaks)
    return Column(clan.name, tuple(triskels), raids, leftovers, vikings, vikings * each, printed)


def _with_majorities(table: Table, columns: list[Column], findings: Findings) -> list[Column]:
    """The columns with the points of terms that compare the clans; nobody's, where not all clans were sent."""
    if not table.whole:
        need("clans-known" if is_unknown(table.seats) else "whole-table", {}, findings)
    for place, name in enumerate(TRISKELS):
        for term in (table.box.terms or {}).get(name, ()):
            if isinstance(term, MajorityTerm):
                columns = _with_majority(table, columns, place, term)
    return columns


def _with_majority(table: Table, columns: list[Column], place: int, term: MajorityTerm) -> list[Column]:
    counts = {clan.name: count_of(clan, table.box, term.count, term.of) for clan in table.known_clans()}
    points = majority(counts, term.points)
    step(len(counts))
    if not table.whole:
        return [column.plus(place, None) for column in columns]
    if is_left_over(term):
        return [column.plus(None, points[column.name]) for column in columns]
    return [column.plus(place, points[column.name]) for column in columns]


def _need(name: str, findings: Findings) -> None:
    need(f"pack-{name}", {}, findings)


def need(name: str, detail: dict[str, Any], findings: Findings) -> None:
    """What is missing for several clans is missing once."""
    if (name, detail) not in findings.missing:
        findings.needs(name, **detail)
