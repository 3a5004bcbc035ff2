"""A Roll & Raid table being changed: what moves and steps do to it."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import force_setattr, replace

from service.games.roll_and_raid.clan_sheet import ClanSheet, RaidView
from service.games.roll_and_raid.sheet_draft import EACH_EVENT, SheetDraft
from service.games.roll_and_raid.table import Table
from service.referee import draft as core
from service.referee.budget import step
from service.referee.findings import Happening
from service.referee.known import Unknown, is_unknown

NOBODY: Mapping[str, Mapping[str, Any]] = {}


class Draft(core.Draft, Table):
    """A Roll & Raid table being changed."""

    def event(self, kind: str, rule: str, /, **detail: Any) -> None:
        step(EACH_EVENT)
        self.happenings.append(Happening(kind, rule, detail))

    def set_of(self, player: str, **zones: Any) -> None:
        if player in self.by_name:
            self.set_of_each({player: zones})

    def set_of_each(self, changes: Mapping[str, Mapping[str, Any]]) -> None:
        """Give zones of several clans new values."""
        entries, sheets = {**self.by_name}, {**self.sheets}
        for player, zones in changes.items():
            entry = entries[player] = entries[player].__copy__()
            for zone, value in zones.items():
                force_setattr(entry, zone, UNSET if isinstance(value, Unknown) else value)
            if player in sheets:
                sheets[player] = sheets[player].rewritten(entry, zones)
        if self.by_seat[0] is self.sheets:  # all sheets are there
            self.by_seat = sheets, self.by_seat[1], tuple([sheets[name] for name in self.order])
        self.by_name, self.sheets = entries, sheets
        self.set(players=tuple(entries.values()))

    def restore(self, snapshot: core.Snapshot) -> None:
        super().restore(snapshot)
        self.sheets = {name: clan for name, clan in self.sheets.items() if clan.part is self.by_name.get(name)}

    def add(self, player: str, **amounts: int) -> None:
        """More or less of something that is counted; what is unknown stays unknown."""
        clan = self.clan(player)
        known = {zone: clan.known(zone, None) for zone in amounts}
        self.set_of(player, **{zone: count + amounts[zone] for zone, count in known.items() if count is not None})

    def sheet(self, name: str) -> SheetDraft:
        return SheetDraft(self.clan(name), self.box, self.happenings)

    def write(self, sheet: SheetDraft) -> None:
        """What was written becomes the clan's sheet."""
        self.set_of(sheet.name, **sheet.zones)

    def add_help(self, clan: ClanSheet, **counts: int) -> None:
        """More or less help that was bought for raids; what is unknown stays unknown."""
        if clan.is_known("help"):
            had = {"plus": clan.help_plus, "rerolls": clan.help_rerolls}
            changed = {name: UNSET if is_unknown(had[name]) else had[name] + more for name, more in counts.items()}
            self.set_of(clan.name, help=replace(clan.help, **changed))

    def use_up_help(self, player: str) -> None:
        """altar/plus-two: what was added to a roll is gone with it."""
        clan = self.clan(player)
        if clan.is_known("help") and (is_unknown(clan.help_plus) or clan.help_plus):
            self.set_of(player, help=replace(clan.help, plus=0))

    # --- raids

    def raid_on(self, card: str) -> RaidView:
        """The raid on a card as it is now."""
        for raid in self.raids:
            if raid.card == card:
                found: RaidView = raid
                return found
        raise LookupError(card)

    def change_raid(self, card: str, clans: Mapping[str, Mapping[str, Any]] = NOBODY, **zones: Any) -> RaidView:
        """Change a raid of this round: its own zones, and those of each of these clans in it."""
        before = self.raid_on(card)
        if clans:
            sent = before.raw("clans")
            entries = [replace(one, **clans[one.player]) if one.player in clans else one for one in sent]
            zones["clans"] = tuple(entries)
        after = before.rewritten(replace(before.part, **zones), zones)
        views = tuple([after if raid is before else raid for raid in self.known_raids()])
        raids = tuple([raid.part for raid in views])
        if self.complete_raids is self.raid_views[0]:
            self.complete_raids = raids  # nothing follows from raids of which nothing is left out
        self.set(raids=raids)
        self.raid_views = raids, views
        return after

    def change_contender(self, card: str, player: str, **zones: Any) -> RaidView:
        """Change a clan that takes part in a raid."""
        return self.change_raid(card, {player: zones})
