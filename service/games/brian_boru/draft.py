"""A Brian Boru table being changed: what moves and steps do to it."""

from collections.abc import Iterable
from typing import Self

from msgspec.structs import replace

from schemas.base import with_entry
from schemas.brian_boru import Card, Held
from service.games.brian_boru.table import Table
from service.referee import draft as core
from service.referee.hidden import HIDDEN


class Draft(core.Draft, Table):
    """A table of Brian Boru being changed."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.next_step: str | None = None
        """The part of the upkeep that follows by itself, where the phase alone does not show it."""
        self.last_builder: str | None = None
        """Who has just built a monastery for four discs: the turn is with those after this player."""

    def finished(self) -> Self:
        """Nothing that was computed on the way is kept."""
        self.derived = {}
        return super().finished()

    def lay_disc(self, town: str, name: str) -> None:
        self.change("towns", lambda towns: with_entry(towns, town, Held(disc=name)))

    def change_town(self, town: str, **what: bool) -> None:
        self.change("towns", lambda towns: {**towns, town: replace(towns[town], **what)} if town in towns else towns)


# ---------------------------------------------------------------- Cards


def sorted_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A hand is written in ascending order, what is hidden last: so the order of picking leaves no trace."""
    return tuple(sorted(cards, key=lambda card: 1000 if card == HIDDEN else card))
