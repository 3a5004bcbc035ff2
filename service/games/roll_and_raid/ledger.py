"""What the score is counted from: the marks of a clan sheet by the pack's terms, or the triskels of a finished
one.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import UNSET

from schemas.base import Fault, Malformed
from schemas.roll_and_raid import Clan, Sheet, SheetClan
from schemas.roll_and_raid_pack import (
    LEFT_OVER,
    EachTerm,
    FestivalTerm,
    GloryEffect,
    PrintedTerm,
    SetsTerm,
    TableTerm,
)
from service.games.roll_and_raid.audit import audit
from service.games.roll_and_raid.counts import Untold, complete_settlements, count_of, part, told
from service.games.roll_and_raid.pack import Box
from service.games.roll_and_raid.table import Table
from service.referee.choices import Choices
from service.referee.findings import Findings

TRISKELS = ("sacrifices", "developments", "gods", "battle")


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

    triskels: dict[str, int | None]
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
    for seat, (name, clan) in enumerate(table.by_name.items()):
        try:
            columns[name] = _column(table.box, clan, findings)
        except Untold as untold:
            faults.append(Fault(f"/players/{seat}/{untold.zone}", f"To be scored a clan needs `{untold.zone}`."))
    if faults:
        raise Malformed(faults)
    phase = table.state.phase
    return Ledger(columns, None if phase is UNSET else phase == "over")


def _from_pad(clan: SheetClan) -> Column:
    triskels: dict[str, int | None] = {name: getattr(clan, name) for name in TRISKELS}
    return Column(triskels, 0, 0, 0, clan.raids, ())


def _column(box: Box, clan: Clan, findings: Findings) -> Column:
    """Every triskel that can be counted; for the others what is missing of the pack."""
    scoring, altar = box.pack.scoring, box.pack.altar
    raids = len(told(clan, "raids"))
    if scoring is UNSET:
        _need("scoring", findings)
        return Column(dict.fromkeys(TRISKELS), 0, 0, 0, raids, ())
    triskels: dict[str, int | None] = {}
    leftovers = 0
    for name in TRISKELS:
        terms = list(getattr(scoring, name))
        if name == "developments":
            terms += [term for effect in box.effects(clan.developments, GloryEffect) for term in effect.terms]
        try:
            triskels[name] = sum(points_of(clan, box, term) for term in terms if not is_left_over(term))
            leftovers += sum(points_of(clan, box, term) for term in terms if is_left_over(term))
        except Untold as untold:
            if not untold.part:
                raise
            _need(untold.part, findings)
            triskels[name] = None
    vikings = told(clan, "altar") if altar is not UNSET and altar.points else 0
    each = altar.points if altar is not UNSET else 0
    ties = tuple(count_of(clan, box, counted.count, counted.of) for counted in scoring.tie_breaks)
    return Column(triskels, leftovers, vikings, vikings * each, raids, ties)


def _need(name: str, findings: Findings) -> None:
    if (f"pack-{name}", {}) not in findings.missing:
        findings.needs(f"pack-{name}")


# ---------------------------------------------------------------- terms


def is_left_over(term: Any) -> bool:
    """score/leftovers: whether a term counts what is left over."""
    if isinstance(term, SetsTerm):
        return any(counted.count in LEFT_OVER for counted in term.each_of)
    return isinstance(term, EachTerm | TableTerm) and term.count in LEFT_OVER


def points_of(clan: Clan, box: Box, term: Any) -> int:
    """The glory of one term; raises ``Untold`` where it cannot be counted."""
    match term:
        case EachTerm():
            return count_of(clan, box, term.count, term.of) // term.per * term.points
        case TableTerm():
            rows = sorted((row.least, row.points) for row in term.rows)
            return from_table(rows, count_of(clan, box, term.count, term.of))
        case SetsTerm():
            return min(count_of(clan, box, counted.count, counted.of) for counted in term.each_of) * term.points
        case FestivalTerm():
            festivals, given = part(box.festivals, "festivals"), told(clan, "sacrifices")
            return sum(from_table(festivals[int(number)], count) for number, count in given.items())
        case PrintedTerm():
            return _printed(clan, box, term.on)
    raise AssertionError(term)


def from_table(rows: Iterable[tuple[int, int]], count: int) -> int:
    """The points of the highest row that is reached."""
    return next((points for least, points in sorted(rows, reverse=True) if count >= least), 0)


def _printed(clan: Clan, box: Box, on: str) -> int:
    match on:
        case "settlements":
            settlements = part(box.settlements, "settlements")
            return sum(settlements[name].points for name in complete_settlements(clan, box))
        case "developments":
            developments = part(box.developments, "developments")
            return sum(developments[name].points for name in told(clan, "developments"))
        case "raids":
            cards = part(box.cards, "raid-cards")
            return sum(cards[card].points for card in told(clan, "raids"))
    gods, written = part(box.gods, "gods"), told(clan, "gods")
    reached = [gods[name].boxes[: len(values)] for name, values in written.items() if values]
    if on == "god-tops":
        return sum(boxes[-1].points for boxes in reached)
    return sum(box_.points for boxes in reached for box_ in boxes)
