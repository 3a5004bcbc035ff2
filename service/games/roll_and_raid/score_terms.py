"""How glory is counted: the terms of a pack, each by its kind."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from schemas.roll_and_raid_pack import (
    LEFT_OVER,
    EachTerm,
    FestivalTerm,
    MajorityTerm,
    OtherTerm,
    PrintedTerm,
    SetsTerm,
    TableTerm,
)
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import PART_OF, Box
from service.games.roll_and_raid.sheet_counts import (
    FACT_OF,
    UNLOCKING,
    CannotCount,
    all_typed,
    cards_won,
    complete_settlements,
    count_of,
    has_reached,
    has_untyped,
    part,
    zone_of,
)
from service.referee.budget import step


def is_left_over(term: Any) -> bool:
    """score/leftovers: whether a term counts what is left over."""
    kind = type(term)
    if kind is SetsTerm:
        return any(counted.count in LEFT_OVER for counted in term.each_of)
    return kind in (EachTerm, TableTerm, MajorityTerm) and term.count in LEFT_OVER


def points_of(clan: ClanSheet, box: Box, term: Any) -> int:
    """The glory of one term; raises ``CannotCount`` where it cannot be counted."""
    step(2)
    return _POINTS[type(term)](clan, box, term)


def from_table(rows: Iterable[tuple[int, int]], count: int) -> int:
    """The points of the highest row that is reached; rows from the lowest to the highest."""
    reached = 0
    for least, points in rows:
        if count < least:
            break
        reached = points
    return reached


def _each(clan: ClanSheet, box: Box, term: EachTerm) -> int:
    return count_of(clan, box, term.count, term.of) // term.per * term.points


def _table(clan: ClanSheet, box: Box, term: TableTerm) -> int:
    step(len(term.rows) // 4)
    rows = sorted((row.least, row.points) for row in term.rows)
    return from_table(rows, count_of(clan, box, term.count, term.of))


def _sets(clan: ClanSheet, box: Box, term: SetsTerm) -> int:
    return min(count_of(clan, box, counted.count, counted.of) for counted in term.each_of) * term.points


def _other_clans(clan: ClanSheet, box: Box, term: MajorityTerm) -> int:
    """A majority is counted with all clans at once (``majority``)."""
    return 0


def _text(clan: ClanSheet, box: Box, term: OtherTerm) -> int:
    raise CannotCount(text=term.text)


def majority(counts: Mapping[str, int], points: Sequence[int]) -> dict[str, int]:
    """The points by rank; equal clans share the best of their ranks, and fill them all."""
    found = {}
    for name, count in counts.items():
        rank = sum(other > count for other in counts.values())
        found[name] = points[rank] if count > 0 and rank < len(points) else 0
    return found


def _festivals(clan: ClanSheet, box: Box, term: FestivalTerm) -> int:
    festivals, glory = part(box.festivals, "festivals"), 0
    given = zone_of(clan, "sacrifices")
    all_typed(box, "festivals", {str(number) for number in festivals}, given)
    for number, count in given.items():
        glory += from_table(festivals[int(number)], count)
    return glory


def _settlements(clan: ClanSheet, box: Box) -> int:
    settlements = part(box.settlements, "settlements")
    return sum([settlements[name].points for name in complete_settlements(clan, box)])


def _developments(clan: ClanSheet, box: Box) -> int:
    developments, owned = part(box.developments, "developments"), zone_of(clan, "developments")
    all_typed(box, "developments", developments, owned)
    return sum([developments[name].points for name in owned])


def _raids(clan: ClanSheet, box: Box) -> int:
    return sum([card.points for card in cards_won(clan, box)])


def _gains(clan: ClanSheet, box: Box) -> int:
    """The glory of every bonus that the marks on a sheet have reached."""
    for zone in sorted({zone for (zone, _, _), _ in box.glory}):
        zone_of(clan, zone)
    for zone in UNLOCKING:
        if (there := PART_OF.get(zone, zone)) not in box.whole and has_untyped(clan, box, zone):
            raise CannotCount(part=FACT_OF.get(there, there))
    step(len(box.glory) // 4)
    return sum([points for (zone, name, filled), points in box.glory if has_reached(clan, zone, name, filled)])


def _god_boxes(clan: ClanSheet, box: Box) -> int:
    gods = part(box.gods, "gods")
    all_typed(box, "gods", gods, zone_of(clan, "gods"))
    step(sum(map(len, zone_of(clan, "gods").values())) // 8)
    return sum(
        [one.points for name, values in zone_of(clan, "gods").items() for one in gods[name].boxes[: len(values)]]
    )


def _god_tops(clan: ClanSheet, box: Box) -> int:
    gods = part(box.gods, "gods")
    all_typed(box, "gods", gods, zone_of(clan, "gods"))
    reached = [(gods[name].boxes, len(values)) for name, values in zone_of(clan, "gods").items() if values]
    # More values than boxes are impossible, and said to be; what is counted beside that is the topmost box.
    return sum([boxes[min(count, len(boxes)) - 1].points for boxes, count in reached])


_PRINTED: dict[str, Callable[[ClanSheet, Box], int]] = {
    "settlements": _settlements,
    "developments": _developments,
    "raids": _raids,
    "gains": _gains,
    "god-boxes": _god_boxes,
    "god-tops": _god_tops,
}
_POINTS: dict[type, Callable[[ClanSheet, Box, Any], int]] = {
    EachTerm: _each,
    TableTerm: _table,
    SetsTerm: _sets,
    FestivalTerm: _festivals,
    MajorityTerm: _other_clans,
    OtherTerm: _text,
    PrintedTerm: lambda clan, box, term: _PRINTED[term.on](clan, box),
}
