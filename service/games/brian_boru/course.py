"""A table in motion: the only place where anything changes, thrown away once the new state is written down."""

from collections.abc import Iterable
from copy import copy
from typing import Any

from msgspec import UNSET
from msgspec.structs import force_setattr, replace

from schemas.base import with_entry
from schemas.brian_boru import Held, State
from service.games.brian_boru.table import Table
from service.referee.findings import Happening


class Unknown(Exception):
    """A zone that decides how things go on was not told.

    ``stage`` is the part of the upkeep that cannot go on, ``spare`` a player whom it certainly does not change.
    """

    def __init__(self, stage: str = "", spare: str | None = None) -> None:
        super().__init__(stage)
        self.stage = stage
        self.spare = spare


STAGES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "marriage": (
        ("marriage", "coins", "renown", "points", "marriages"),
        ("marriage_card", "marriage_pile", "marriages_gone"),
    ),
    "track": (("coins", "renown"), ()),
    "battle": (("raiders", "points", "renown"), ("raiders",)),
    "church": (("church", "points"), ("marker",)),
    "second": (("church", "points"), ()),
    "claims": (("claims",), ("face_up", "round")),
}
"""The parts of the upkeep in order, with the zones of players and of the table that each may write by itself."""


class Course(Table):
    """A table in motion, and what has happened on it."""

    __slots__ = ("happenings",)

    def __init__(self, table: Table) -> None:
        self.box = table.box
        self.choices = table.choices
        self.sent_state = table.state
        self.state = copy(table.state)
        """The course's own, so that it can be changed in place."""
        self.by_name = dict(table.by_name)
        self.order = table.order
        self.count = table.count
        self._cards = self._named = None
        self.now = UNSET
        self.happenings: list[Happening] = []

    def tell(self, kind: str, rule: str, /, **detail: Any) -> None:
        self.happenings.append(Happening(kind, rule, detail))

    def set(self, **zones: Any) -> None:
        for zone, content in zones.items():
            force_setattr(self.state, zone, content)

    def change(self, name: str, **zones: Any) -> None:
        if name in self.by_name:
            self.by_name[name] = replace(self.by_name[name], **zones)

    def add(self, name: str, **amounts: int) -> None:
        """More or less of something; what was not told stays untold."""
        player = self.by_name.get(name)
        if player is None:
            return
        for zone, amount in list(amounts.items()):
            told = getattr(player, zone)
            if told is UNSET:
                del amounts[zone]
            else:
                amounts[zone] = told + amount
        self.by_name[name] = replace(player, **amounts)

    def lay_disc(self, town: str, name: str) -> None:
        if self.state.towns is not UNSET:
            self.set(towns=with_entry(self.state.towns, town, Held(disc=name)))

    def change_town(self, town: str, **what: bool) -> None:
        if self.state.towns is not UNSET and town in self.state.towns:
            self.set(towns={**self.state.towns, town: replace(self.state.towns[town], **what)})

    def needs(self, stage: str, *zones: str, of_table: Iterable[str] = (), spare: str | None = None) -> None:
        """Stop before this stage unless these zones of every player, and these of the table, are told."""
        if (
            self.count is None
            or any(getattr(player, zone) is UNSET for player in self.by_name.values() for zone in zones)
            or any(getattr(self.state, zone) is UNSET for zone in of_table)
        ):
            raise Unknown(stage, spare)

    def forget(self, stage: str, spare: str | None = None) -> None:
        """Leave open what this stage of the upkeep and those after it may write: how far they went is unknown."""
        after = list(STAGES)[list(STAGES).index(stage) :]
        for each in after:
            of_players, of_table = STAGES[each]
            for name in self.order:
                if each != stage or name != spare:
                    self.change(name, **dict.fromkeys(of_players, UNSET))
            for zone in of_table:
                if zone != "marriage_pile" or self.choices["nobody_courts"] == "top-of-pile":
                    self.set(**{zone: UNSET})
        self.set(phase=UNSET, pending=UNSET)

    def written(self) -> State:
        self.set(players=tuple(self.by_name.values()))
        return self.state
