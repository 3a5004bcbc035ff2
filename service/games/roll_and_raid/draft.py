"""A Roll & Raid table being changed: what moves and steps do to it."""

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from service.games.roll_and_raid.clan_sheet import RaidView
from service.games.roll_and_raid.sheet_draft import EACH_EVENT, SheetDraft
from service.games.roll_and_raid.table import Table
from service.referee import draft as core
from service.referee.budget import step
from service.referee.known import is_unknown


class Draft(core.Draft, Table):
    """A Roll & Raid table being changed."""

    def event(self, kind: str, rule: str, /, **detail: Any) -> None:
        step(EACH_EVENT)
        super().event(kind, rule, **detail)

    def set_of(self, player: str, **zones: Any) -> None:
        super().set_of(player, **zones)
        if player in self.sheets:
            self.sheets = {name: clan for name, clan in self.sheets.items() if name != player}

    def sheet(self, name: str) -> SheetDraft:
        return SheetDraft(self.clan(name), self.box, self.happenings)

    def write(self, sheet: SheetDraft) -> None:
        """What was written becomes the clan's sheet."""
        self.set_of(sheet.name, **sheet.zones)

    def add_help(self, player: str, **counts: int) -> None:
        """More or less help that was bought for raids; what is unknown stays unknown."""
        clan = self.clan(player)
        if clan.is_known("help"):
            had = {"plus": clan.help_plus, "rerolls": clan.help_rerolls}
            changed = {name: UNSET if is_unknown(had[name]) else had[name] + more for name, more in counts.items()}
            self.set_of(player, help=replace(clan.help, **changed))

    def use_up_help(self, player: str) -> None:
        """altar/plus-two: what was added to a roll is gone with it."""
        clan = self.clan(player)
        if clan.is_known("help"):
            self.set_of(player, help=replace(clan.help, plus=0))

    # --- raids

    def raid_on(self, card: str) -> RaidView:
        """The raid on a card as it is now."""
        return next(raid for raid in self.known_raids() if raid.card == card)

    def change_raid(self, card: str, **zones: Any) -> RaidView:
        """Change a raid of this round; an ``Unknown`` leaves the zone out."""
        sent = _as_sent(zones)
        raids = [raid.part for raid in self.known_raids()]
        self.set(raids=tuple([replace(raid, **sent) if raid.card == card else raid for raid in raids]))
        return self.raid_on(card)

    def change_contenders(self, card: str, players: Collection[str], **zones: Any) -> RaidView:
        """Change clans that take part in a raid; an ``Unknown`` leaves the zone out."""
        sent = _as_sent(zones)
        clans = [contender.part for contender in self.raid_on(card).contenders]
        changed = tuple([replace(clan, **sent) if clan.player in players else clan for clan in clans])
        return self.change_raid(card, clans=changed)


def _as_sent(zones: Mapping[str, Any]) -> dict[str, Any]:
    """Values as a state has them."""
    return {zone: UNSET if is_unknown(value) else value for zone, value in zones.items()}
