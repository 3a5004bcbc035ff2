"""A table in motion: the only place where anything changes, thrown away once the new state is written down."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.roll_and_raid import Clan, Contender, Raid, State
from service.games.roll_and_raid.sheet_draft import EACH_EVENT, SheetDraft
from service.games.roll_and_raid.table import Table
from service.referee.budget import step
from service.referee.findings import Happening


class Course(Table):
    """A table in motion, and what has happened on it."""

    __slots__ = ("happenings",)

    def __init__(self, table: Table) -> None:
        self.box, self.choices, self.clans, self.order = table.box, table.choices, table.clans, table.order
        self.state = self.sent_state = table.state
        self.by_name = table.by_name.copy()
        self._readings = self.due = None
        self.happenings: list[Happening] = []

    def tell(self, kind: str, rule: str, /, **detail: Any) -> None:
        step(EACH_EVENT)
        self.happenings.append(Happening(kind, rule, detail))

    def set(self, **zones: Any) -> None:
        self.state = replace(self.state, **zones)

    def change(self, name: str, **zones: Any) -> None:
        if name in self.by_name:
            self.by_name[name] = replace(self.by_name[name], **zones)

    def add(self, name: str, **amounts: int) -> None:
        """More or less of something; what was not told stays untold."""
        clan = self.by_name.get(name)
        if clan is None:
            return
        told = {zone: getattr(clan, zone) for zone in amounts}
        self.change(name, **{zone: told[zone] + amounts[zone] for zone in amounts if told[zone] is not UNSET})

    def sheet(self, name: str) -> SheetDraft:
        return SheetDraft(self.by_name[name], self.box, self.happenings)

    def write(self, sheet: SheetDraft) -> None:
        """The changed sheet becomes the clan's sheet."""
        self.by_name[sheet.name] = sheet.written()

    def clan(self, name: str) -> Clan | None:
        return self.by_name.get(name)

    def change_raid(self, card: str, **what: Any) -> Raid:
        """A raid of this round as it is now."""
        raids = self.state.raids or ()
        changed = [replace(raid, **what) if raid.card == card else raid for raid in raids]
        self.set(raids=tuple(changed))
        return next(raid for raid in changed if raid.card == card)

    def raid_on(self, card: str) -> Raid:
        return next(raid for raid in self.state.raids or () if raid.card == card)

    def change_contender(self, card: str, player: str, **what: Any) -> Raid:
        return self.change_raid(card, clans=with_changed(self.raid_on(card), player, **what))

    def written(self) -> State:
        return replace(self.state, players=tuple(self.by_name.values()))


def with_changed(raid: Raid, player: str, **what: Any) -> tuple[Contender, ...]:
    """The clans of a raid, one of them changed."""
    return tuple(replace(other, **what) if other.player == player else other for other in raid.clans)
