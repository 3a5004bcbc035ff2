"""A table being changed: discs and towns, and what stays open where the upkeep cannot go on after a move."""

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from schemas.base import with_entry
from schemas.brian_boru import Held, State
from service.games.brian_boru.table import Table
from service.referee import draft as core
from service.referee.known import UnknownRead
from service.referee.table import PLAYERS, STATE


class StageUnknown(UnknownRead):
    """A stage of the upkeep needs zones that are unknown; ``spare`` is a player whom it certainly does not change."""

    def __init__(self, zones: Iterable[str], stage: str, spare: str | None = None) -> None:
        super().__init__(tuple(zones))
        self.stage = stage
        self.spare = spare


STAGES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "second": (("church", "points"), ()),
    "claims": (("claims",), ("face_up", "round")),
}
"""The parts of the upkeep that follow a monastery, with the zones of players and of the table that each may write."""


class Draft(core.Draft, Table):
    """A table of Brian Boru being changed."""

    @property
    def known(self) -> State:  # type: ignore[override]
        """A draft has no zones that an unresolved step may change."""
        return self.state  # type: ignore[no-any-return]

    def lay_disc(self, town: str, name: str) -> None:
        self.change("towns", lambda towns: with_entry(towns, town, Held(disc=name)))

    def change_town(self, town: str, **what: bool) -> None:
        if self.state.towns is not UNSET and town in self.state.towns:
            self.set(towns={**self.state.towns, town: replace(self.state.towns[town], **what)})

    def needs(self, stage: str, *zones: str, of_table: Iterable[str] = (), spare: str | None = None) -> None:
        """Stop before this stage unless these zones of every player, and these of the table, are known."""
        missing = [] if self.seats_known else [PLAYERS]
        for seat, player in enumerate(self.by_name.values()):
            missing += [f"{PLAYERS}/{seat}/{zone}" for zone in zones if getattr(player, zone) is UNSET]
        missing += [f"{STATE}/{zone}" for zone in of_table if getattr(self.state, zone) is UNSET]
        if missing:
            raise StageUnknown(missing, stage, spare)

    def forget_from(self, stage: str, spare: str | None = None) -> None:
        """Leave open what this stage of the upkeep and those after it may write: how far they went is unknown."""
        for each in list(STAGES)[list(STAGES).index(stage) :]:
            of_players, of_table = STAGES[each]
            for name in self.order:
                if each != stage or name != spare:
                    self.forget_of(name, *of_players)
            self.forget(*of_table)
        self.forget("phase", "pending")
