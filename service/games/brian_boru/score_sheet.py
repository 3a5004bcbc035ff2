"""What the score is counted from: read off a whole table, or off a score pad."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, NamedTuple

from msgspec import UNSET

from schemas.base import Fault, Malformed
from schemas.brian_boru import Sheet, State
from service.games.brian_boru.audit import audit
from service.games.brian_boru.pack import Box
from service.games.brian_boru.table import Table
from service.referee.choices import Choices
from service.referee.findings import Findings
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


class Ledger:
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
        count: Callable[[], tuple[Counts, Counts]],
    ) -> None:
        self.columns = columns
        self.face_up = face_up
        self.regions = regions
        """For each side the regions in which it controls a town."""
        self.lost = lost
        """For each player who has one the regions with an own disc under a Viking token; empty on a pad."""
        self.final = final
        self.ally = _ally(columns)
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


def ledger_of(table: Table | Pad, findings: Findings) -> Ledger:
    if isinstance(table, Pad):
        return _from_pad(table, findings)
    audit(table, findings, thorough=False)
    return _from_table(table, findings)


def _from_table(table: Table, findings: Findings) -> Ledger:
    state = table.known
    if _has_gaps(state) and not _has_gaps(table.sent_state):
        # A step that is due could not run: the points before it, and what it needs.
        state = table.sent_state
        findings.needs("upkeep-known")
    _refuse_gaps(state)
    alliance = state.alliance or None
    columns = {
        player.name: Column(
            player.points or 0,
            player.coins or 0,
            player.renown or 0,
            state.marker == player.name,
            player.claims or (),
            len(player.marriages or ()),
            alliance.side if alliance and alliance.player == player.name else None,
        )
        for player in state.players
    }
    final = None if state.phase is UNSET else state.phase == "over"
    regions, lost = _control(table)
    return Ledger(columns, state.face_up or (), regions, lost, final, partial(_counts_of, table))


def _control(table: Table) -> tuple[dict[Side, set[str]], dict[str, set[str]]]:
    """``regions`` and ``lost`` of a ledger."""
    region_of = table.box.region_of
    regions: dict[Side, set[str]] = {}
    lost: dict[str, set[str]] = {}
    for town, held in (table.known.towns or {}).items():
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
    """``towns`` and ``monasteries`` of a ledger."""
    towns: Counts = {}
    monasteries: Counts = {}
    for town, held in (table.known.towns or {}).items():
        region, side = table.box.region_of[town], VIKINGS if held.viking else held.disc
        sides = towns.setdefault(region, {})
        sides[side] = sides.get(side, 0) + 1
        if held.monastery:
            built = monasteries.setdefault(region, {})
            built[side] = built.get(side, 0) + 1
    return towns, monasteries


def _ally(columns: dict[str, Column]) -> Side:
    for name, column in columns.items():
        if column.princess == "military":
            return name
    return VIKINGS


def _regions(towns: Counts) -> dict[Side, set[str]]:
    found: dict[Side, set[str]] = {}
    for region, sides in towns.items():
        for side, count in sides.items():
            if side in found and count:
                found[side].add(region)
            elif count:
                found[side] = {region}
    return found


def _has_gaps(state: State) -> bool:
    return UNSET in (state.towns, state.face_up, state.marker, state.alliance) or any(
        UNSET in (player.points, player.coins, player.renown, player.claims, player.marriages)
        for player in state.players
    )


def _refuse_gaps(state: State) -> None:
    """A score needs all that is counted."""
    if not _has_gaps(state):
        return
    faults = [
        Fault(f"/{zone}", f"To be scored a table needs `{zone}`.")
        for zone in ("towns", "face_up", "marker", "alliance")
        if getattr(state, zone) is UNSET
    ]
    for seat, player in enumerate(state.players):
        faults += [
            Fault(f"/players/{seat}/{zone}", f"To be scored a player needs `{zone}`.")
            for zone in ("points", "coins", "renown", "claims", "marriages")
            if getattr(player, zone) is UNSET
        ]
    if faults:
        raise Malformed(faults)


def _from_pad(pad: Pad, findings: Findings) -> Ledger:
    sheet: Any = pad.state
    towns: Counts = {}
    monasteries: Counts = {}
    controlled = [(VIKINGS, sheet.vikings), *((player.name, player.towns) for player in sheet.players)]
    for side, regions in controlled:
        for region, told in regions.items():
            towns.setdefault(region, {})[side] = told.towns
            if told.monasteries:
                monasteries.setdefault(region, {})[side] = told.monasteries
    _contradictions(pad, towns, findings)
    columns = {
        player.name: Column(
            points=player.points,
            coins=player.coins,
            renown=player.renown,
            marker=player.marker,
            claims=player.claims,
            marriages=max(player.marriages, int(player.princess is not None)),  # she is one of them
            princess=player.princess,
        )
        for player in sheet.players
    }
    return Ledger(columns, sheet.face_up, _regions(towns), {}, True, lambda: (towns, monasteries))


def make_pad(sheet: Sheet, box: Box, choices: Choices) -> Pad:
    """A pad from outside: the regions that it names must be in the box."""
    told = [(f"/vikings/{region}", region) for region in sheet.vikings]
    told += [(f"/face_up/{place}", region) for place, region in enumerate(sheet.face_up)]
    for seat, player in enumerate(sheet.players):
        told += [(f"/players/{seat}/towns/{region}", region) for region in player.towns]
        told += [(f"/players/{seat}/claims/{place}", region) for place, region in enumerate(player.claims)]
    faults = [
        Fault(pointer, f"The pack {box.pack.id!r} has no region {region!r}.")
        for pointer, region in told
        if region not in box.regions
    ]
    if faults:
        raise Malformed(faults)
    return Pad(sheet, box, choices)


def _contradictions(pad: Pad, towns: Counts, findings: Findings) -> None:
    """components/claim-tokens, trick/leader, marriage/princess, opening/empty-town: what no board can show."""
    sheet: Any = pad.state
    held = [region for player in sheet.players for region in player.claims] + list(sheet.face_up)
    for region in sorted({region for region in held if held.count(region) > 1}):
        findings.breaks("components/claim-tokens", region=region)
    if sum(player.marker for player in sheet.players) > 1:
        findings.breaks("trick/leader", "two_markers")
    if sum(player.princess is not None for player in sheet.players) > 1:
        findings.breaks("marriage/princess", "two")
    for region, sides in towns.items():
        count, there = sum(sides.values()), len(pad.box.regions[region])
        if count > there:
            findings.breaks("opening/empty-town", "region", region=region, count=count, there=there)
