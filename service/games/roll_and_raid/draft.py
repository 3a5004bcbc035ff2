"""A Roll & Raid table being changed: what moves and steps do to it."""

from typing import Any

from msgspec.structs import replace

from schemas.roll_and_raid import Contender, Raid
from service.games.roll_and_raid.sheet_draft import EACH_EVENT, SheetDraft
from service.games.roll_and_raid.table import Table
from service.referee import draft as core
from service.referee.budget import step


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
        return SheetDraft(self.by_name[name], self.box, self.happenings)

    def write(self, sheet: SheetDraft) -> None:
        """What was written becomes the clan's sheet."""
        self.set_of(sheet.name, **{zone: value for zone, value in sheet.zones.items() if zone})

    def change_raid(self, card: str, **zones: Any) -> Raid:
        """Change a raid of this round."""
        changed = [replace(raid, **zones) if raid.card == card else raid for raid in self.state.raids or ()]
        self.set(raids=tuple(changed))
        return self.raid_on(card)

    def raid_on(self, card: str) -> Raid:
        found: Raid = next(raid for raid in self.state.raids or () if raid.card == card)
        return found

    def change_contender(self, card: str, player: str, **zones: Any) -> Raid:
        return self.change_raid(card, clans=with_changed(self.raid_on(card), player, **zones))


def with_changed(raid: Raid, player: str, **zones: Any) -> tuple[Contender, ...]:
    """The clans of a raid, one of them changed."""
    return tuple(replace(other, **zones) if other.player == player else other for other in raid.clans)
