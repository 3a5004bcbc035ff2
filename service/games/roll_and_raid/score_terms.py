"""How glory is counted: the terms of a pack, each by its kind."""

from collections.abc import Callable, Iterable
from typing import Any

from schemas.roll_and_raid_pack import LEFT_OVER, EachTerm, FestivalTerm, PrintedTerm, SetsTerm, TableTerm
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import Box
from service.games.roll_and_raid.sheet_counts import complete_settlements, count_of, face_up, part, zone_of
from service.referee.budget import step


def is_left_over(term: Any) -> bool:
    """score/leftovers: whether a term counts what is left over."""
    kind = type(term)
    if kind is SetsTerm:
        return any(counted.count in LEFT_OVER for counted in term.each_of)
    return (kind is EachTerm or kind is TableTerm) and term.count in LEFT_OVER


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


def _festivals(clan: ClanSheet, box: Box, term: FestivalTerm) -> int:
    festivals, glory = part(box.festivals, "festivals"), 0
    for number, count in zone_of(clan, "sacrifices").items():
        glory += from_table(festivals[int(number)], count)
    return glory


def _settlements(clan: ClanSheet, box: Box) -> int:
    settlements = part(box.settlements, "settlements")
    return sum([settlements[name].points for name in complete_settlements(clan, box)])


def _developments(clan: ClanSheet, box: Box) -> int:
    developments = part(box.developments, "developments")
    return sum([developments[name].points for name in zone_of(clan, "developments")])


def _raids(clan: ClanSheet, box: Box) -> int:
    cards = part(box.cards, "raid-cards")
    step(len(zone_of(clan, "raids")) // 8)
    return sum([cards[card].points for card in face_up(clan)])


def _god_boxes(clan: ClanSheet, box: Box) -> int:
    gods = part(box.gods, "gods")
    step(sum(map(len, zone_of(clan, "gods").values())) // 8)
    return sum(
        [one.points for name, values in zone_of(clan, "gods").items() for one in gods[name].boxes[: len(values)]]
    )


def _god_tops(clan: ClanSheet, box: Box) -> int:
    gods = part(box.gods, "gods")
    reached = [(gods[name].boxes, len(values)) for name, values in zone_of(clan, "gods").items() if values]
    # More values than boxes are impossible, and said to be; what is counted beside that is the topmost box.
    return sum([boxes[min(count, len(boxes)) - 1].points for boxes, count in reached])


_PRINTED: dict[str, Callable[[ClanSheet, Box], int]] = {
    "settlements": _settlements,
    "developments": _developments,
    "raids": _raids,
    "god-boxes": _god_boxes,
    "god-tops": _god_tops,
}
_POINTS: dict[type, Callable[[ClanSheet, Box, Any], int]] = {
    EachTerm: _each,
    TableTerm: _table,
    SetsTerm: _sets,
    FestivalTerm: _festivals,
    PrintedTerm: lambda clan, box, term: _PRINTED[term.on](clan, box),
}
