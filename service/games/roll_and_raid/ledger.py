"""What the score is counted from: the marks of a clan sheet by the pack's terms, or the triskels of a finished
one.
"""

from typing import NamedTuple

from msgspec import UNSET

from schemas.base import Fault, Malformed
from schemas.roll_and_raid import Clan, Sheet, SheetClan
from schemas.roll_and_raid_pack import GloryEffect
from service.games.roll_and_raid.audit import audit
from service.games.roll_and_raid.counts import Untold, count_of, told
from service.games.roll_and_raid.pack import TRISKELS, Box
from service.games.roll_and_raid.reading import Reading
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.terms import is_left_over, points_of
from service.referee.choices import Choices
from service.referee.findings import Findings


class Pad:
    """A score pad with its pack and choices: the part of a table that scoring needs."""

    __slots__ = ("box", "by_name", "choices", "state", "told")

    def __init__(self, sheet: Sheet, box: Box, choices: Choices) -> None:
        self.box = box
        self.choices = choices
        self.told = self.state = sheet
        self.by_name: dict[str, SheetClan] = {clan.name: clan for clan in sheet.players}


class Column(NamedTuple):
    """One clan's glory. A triskel that cannot be counted is None."""

    triskels: tuple[int | None, ...]
    """In the order of ``TRISKELS``."""
    leftovers: int
    """What the terms on things left over come to; in none of the triskels."""
    altar: int
    """The Vikings on the altar, where the pack has points for them."""
    altar_points: int
    raids: int
    ties: tuple[int, ...]
    """What the pack compares after the raid cards."""


class Ledger(NamedTuple):
    """All figures that the score is counted from."""

    columns: dict[str, Column]
    final: bool | None


def ledger_of(table: Table | Pad, findings: Findings) -> Ledger:
    if isinstance(table, Pad):
        return Ledger({name: _from_pad(clan) for name, clan in table.by_name.items()}, True)
    audit(table, findings, thorough=False)
    faults: list[Fault] = []
    columns = {}
    for seat, (clan, reading) in enumerate(zip(table.state.players, table.readings, strict=True)):
        try:
            columns[clan.name] = reading.column or _count(table.box, clan, reading, findings)
        except Untold as untold:
            faults.append(Fault(f"/players/{seat}/{untold.zone}", f"To be scored a clan needs `{untold.zone}`."))
    if faults:
        raise Malformed(faults)
    phase = table.state.phase
    return Ledger(columns, None if phase is UNSET else phase == "over")


def _from_pad(clan: SheetClan) -> Column:
    return Column(tuple(getattr(clan, name) for name in TRISKELS), 0, 0, 0, clan.raids, ())


def _count(box: Box, clan: Clan, reading: Reading, findings: Findings) -> Column:
    """What a sheet comes to; remembered where nothing is missing of the pack."""
    column = _column(box, clan, findings)
    if None not in column.triskels:
        reading.column = column
    return column


def _column(box: Box, clan: Clan, findings: Findings) -> Column:
    """Every triskel that can be counted; for the others what is missing of the pack."""
    altar = box.pack.altar
    raids = len(told(clan, "raids"))
    if box.terms is None:
        _need("scoring", findings)
        return Column((None,) * len(TRISKELS), 0, 0, 0, raids, ())
    triskels: list[int | None] = []
    leftovers = 0
    for name in TRISKELS:
        terms = box.terms[name]
        if name == "developments":
            more = [term for effect in box.effects(clan.developments, GloryEffect) for term in effect.terms]
            terms = (*terms, *more) if more else terms
        points = 0
        try:
            for term in terms:
                if is_left_over(term):
                    leftovers += points_of(clan, box, term)
                else:
                    points += points_of(clan, box, term)
            triskels.append(points)
        except Untold as untold:
            if not untold.part:
                raise
            _need(untold.part, findings)
            triskels.append(None)
    vikings = told(clan, "altar") if altar is not UNSET and altar.points else 0
    each = altar.points if altar is not UNSET else 0
    ties = tuple(count_of(clan, box, counted.count, counted.of) for counted in box.tie_breaks)
    return Column(tuple(triskels), leftovers, vikings, vikings * each, raids, ties)


def _need(name: str, findings: Findings) -> None:
    if (f"pack-{name}", {}) not in findings.missing:
        findings.needs(f"pack-{name}")
