"""What the score is counted from: read off a whole table, or off a score pad."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, NamedTuple

from schemas.base import Fault, Malformed
from schemas.brian_boru import Sheet
from service.games.brian_boru.audit import audit
from service.games.brian_boru.pack import Box
from service.games.brian_boru.table import Table
from service.referee.choices import Choices
from service.referee.findings import Findings
from service.referee.known import Unknown, is_unknown, truth
from service.referee.table import SentAlone

VIKINGS = None
Side = str | None
Counts = dict[str, dict[Side, int]]
"""Towns by region, then by who controls them."""
NONE: dict[Side, int] = {}
NOWHERE: set[str] = set()


class Pad(SentAlone[Sheet, Box]):
    """A score pad with its pack and choices."""


class Column(NamedTuple):
    """One player's figures."""

    points: int
    coins: int
    renown: int
    marker: bool
    claims: tuple[str, ...]
    marriages: int
    princess: str | None


class ScoreSheet:
    """All figures that the score is counted from.

    The towns of each region are counted only if somebody asks: most of the game hardly a token lies face up.
    """

    def __init__(
        self,
        columns: dict[str, Column],
        face_up: tuple[str, ...],
        regions: dict[Side, set[str]],
        lost: dict[str, set[str]],
        final: bool | None,
        ally: Side,
        count: Callable[[], tuple[Counts, Counts]],
    ) -> None:
        self.columns = columns
        self.face_up = face_up
        self.regions = regions
        """For each side the regions in which it controls a town."""
        self.lost = lost
        """For each player who has one the regions with an own disc under a Viking token; empty on a pad."""
        self.final = final
        self.ally = ally
        """For whom Viking towns count: the Vikings, unless somebody is allied with their army."""
        self._count = count

    @cached_property
    def _counts(self) -> tuple[Counts, Counts]:
        return self._count()

    @property
    def towns(self) -> Counts:
        return self._counts[0]

    @property
    def monasteries(self) -> Counts:
        """How many of the towns have one; only regions with a monastery."""
        return self._counts[1]

    def strength(self, region: str, monastery: int) -> tuple[dict[Side, int], bool]:
        """Counts by side, and whether Viking towns went to an ally."""
        counts: dict[Side, int] = {}
        sides, built = self.towns.get(region, NONE), self.monasteries.get(region, NONE)
        for side, towns in sides.items():
            to = self.ally if side is VIKINGS else side
            counts[to] = counts.get(to, 0) + towns + (monastery - 1) * built.get(side, 0)
        return counts, VIKINGS in sides and self.ally is not VIKINGS

    def regions_of(self, name: str) -> set[str]:
        """The regions in which a player controls a town."""
        return self.regions.get(name, NOWHERE)

    def viking_regions(self) -> set[str]:
        return self.regions.get(VIKINGS, NOWHERE)


def score_sheet_of(table: Table | Pad, findings: Findings) -> ScoreSheet:
    if isinstance(table, Pad):
        return _from_pad(table)
    audit(table, findings, thorough=False)
    return _from_table(table, findings)


ZONES = ("towns", "face_up", "marker", "alliance")
ZONES_OF_PLAYERS = ("points", "coins", "renown", "claims", "marriages")
"""What is counted."""


def _from_table(table: Table, findings: Findings) -> ScoreSheet:
    if _has_gaps(table) and not _has_gaps(table.as_sent()):
        # A step that is due could not run: the points before it, and what it needs.
        table = table.as_sent()
        findings.needs("upkeep-known")
    _refuse_gaps(table)
    alliance = table.alliance
    columns = {
        name: Column(
            table.points(name),
            table.coins(name),
            table.renown(name),
            table.marker == name,
            table.claims(name),
            len(table.marriages(name)),
            alliance.side if alliance and alliance.player == name else None,
        )
        for name in table.order
    }
    over = truth(lambda: table.phase == "over")
    regions, lost = _control(table)
    final = None if isinstance(over, Unknown) else over
    ally = alliance.player if alliance and alliance.side == "military" else VIKINGS
    return ScoreSheet(columns, table.face_up, regions, lost, final, ally, partial(_counts_of, table))


def _control(table: Table) -> tuple[dict[Side, set[str]], dict[str, set[str]]]:
    """``regions`` and ``lost`` of a score sheet."""
    region_of = table.box.region_of
    regions: dict[Side, set[str]] = {}
    lost: dict[str, set[str]] = {}
    for town, held in table.towns.items():
        side: Side = held.disc
        if held.viking:
            side = VIKINGS
            lost.setdefault(held.disc, set()).add(region_of[town])
        if side in regions:
            regions[side].add(region_of[town])
        else:
            regions[side] = {region_of[town]}
    return regions, lost


def _counts_of(table: Table) -> tuple[Counts, Counts]:
    """``towns`` and ``monasteries`` of a score sheet."""
    towns: Counts = {}
    monasteries: Counts = {}
    for town, held in table.towns.items():
        region, side = table.box.region_of[town], VIKINGS if held.viking else held.disc
        sides = towns.setdefault(region, {})
        sides[side] = sides.get(side, 0) + 1
        if held.monastery:
            built = monasteries.setdefault(region, {})
            built[side] = built.get(side, 0) + 1
    return towns, monasteries


def _regions(towns: Counts) -> dict[Side, set[str]]:
    found: dict[Side, set[str]] = {}
    for region, sides in towns.items():
        for side, count in sides.items():
            if side in found and count:
                found[side].add(region)
            elif count:
                found[side] = {region}
    return found


def _has_gaps(table: Table) -> bool:
    return any(is_unknown(table.zone(zone)) for zone in ZONES) or any(
        len(table.known_of(zone)) < len(table.order) for zone in ZONES_OF_PLAYERS
    )


def _refuse_gaps(table: Table) -> None:
    """A score needs all that is counted."""
    if not _has_gaps(table):
        return
    faults = [
        Fault(f"/{zone}", f"To be scored a table needs `{zone}`.") for zone in ZONES if is_unknown(table.zone(zone))
    ]
    for seat, name in enumerate(table.order):
        faults += [
            Fault(f"/players/{seat}/{zone}", f"To be scored a player needs `{zone}`.")
            for zone in ZONES_OF_PLAYERS
            if is_unknown(table.of(name, zone))
        ]
    raise Malformed(faults)


def _from_pad(pad: Pad) -> ScoreSheet:
    sheet: Any = pad.sent
    towns: Counts = {}
    monasteries: Counts = {}
    controlled = [(VIKINGS, sheet.vikings), *((entry.name, entry.towns) for entry in sheet.players)]
    for side, regions in controlled:
        for region, entry in regions.items():
            towns.setdefault(region, {})[side] = entry.towns
            if entry.monasteries:
                monasteries.setdefault(region, {})[side] = entry.monasteries
    columns = {
        entry.name: Column(
            points=entry.points,
            coins=entry.coins,
            renown=entry.renown,
            marker=entry.marker,
            claims=entry.claims,
            marriages=max(entry.marriages, int(entry.princess is not None)),  # she is one of them
            princess=entry.princess,
        )
        for entry in sheet.players
    }
    allies = [name for name, column in columns.items() if column.princess == "military"]
    ally = allies[0] if allies else VIKINGS
    return ScoreSheet(columns, sheet.face_up, _regions(towns), {}, True, ally, lambda: (towns, monasteries))


def make_pad(sheet: Sheet, box: Box, choices: Choices) -> Pad:
    """A pad from outside: the regions that it names must be in the box."""
    named = [(f"/vikings/{region}", region) for region in sheet.vikings]
    named += [(f"/face_up/{place}", region) for place, region in enumerate(sheet.face_up)]
    for seat, entry in enumerate(sheet.players):
        named += [(f"/players/{seat}/towns/{region}", region) for region in entry.towns]
        named += [(f"/players/{seat}/claims/{place}", region) for place, region in enumerate(entry.claims)]
    faults = [
        Fault(pointer, f"The pack {box.pack.id!r} has no region {region!r}.")
        for pointer, region in named
        if region not in box.regions
    ]
    if faults:
        raise Malformed(faults)
    return Pad(sheet, box, choices)
