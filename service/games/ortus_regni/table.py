"""A state made ready for questions.

A zone that was not told stays unknown: every question here answers None in that case, and who asks must say what
it assumes instead.
"""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import (
    Battle,
    Joust,
    Move,
    Player,
    State,
)
from service.games.ortus_regni.cards import armies_told, cards_by_colour
from service.games.ortus_regni.earldoms import Earldoms
from service.games.ortus_regni.inference import completed, with_what_follows
from service.games.ortus_regni.pack import EARLS, Box
from service.referee.choices import Choices

UNREAD = object()


class Table:
    """A state with its pack and choices."""

    __slots__ = (
        "_armies",
        "_colours",
        "_earldoms",
        "_pending",
        "box",
        "by_name",
        "choices",
        "complete",
        "living",
        "now",
        "order",
        "out",
        "seats",
        "sent_state",
        "state",
    )

    def __init__(self, state: State, box: Box, choices: Choices) -> None:
        self.box = box
        self.choices = choices
        self.sent_state = state
        """The state as it came, before anything happened by itself."""
        self.read(with_what_follows(state))

    def read(self, state: State) -> None:
        self.state = state
        self.by_name: dict[str, Player] = {player.name: player for player in state.players}
        self.order: list[str] = list(self.by_name)
        """The names, clockwise."""
        self.out: set[str] = set()
        if state.eliminated:
            self.out = {gone.player for gone in state.eliminated}
        elif state.eliminated is UNSET:
            self.out = self._seen_to_be_out()
        self.living: list[str] = [name for name in self.order if name not in self.out] if self.out else self.order
        told = len(self.order)
        self.seats: int | None = state.seats if state.seats is not UNSET else told if told in EARLS else None
        """How many Earls started."""
        self.complete: bool = told == self.seats
        """Whether every Earl who started is told."""
        self.now: Any = None
        """What is to be done now, once ``turn.due`` has found it out."""
        self._earldoms: Earldoms | None = None
        self._colours: dict[str, list[str]] | None = None
        self._armies: list[str] | None = None
        self._pending: Any = UNREAD

    @property
    def pending(self) -> Any:
        """What is pending, with everything filled in that follows; a part that does not is ``UNTOLD``."""
        if self._pending is UNREAD:
            self._pending = completed(self, self.state.pending)
        return self._pending

    @property
    def seats_known(self) -> bool:
        """Whether all players of the table are known by name."""
        return self.complete

    def _seen_to_be_out(self) -> set[str]:
        """end/last-fief: where it is not told who left the game, the Earls without a Fief did."""
        state, pending = self.state, self.state.pending
        out: set[Any] = {player.name for player in state.players if player.fiefs == ()}
        if not out or pending is UNSET:
            return set()
        if isinstance(pending, Joust) and pending.step in ("place", "reattach"):
            # Who has just lost the last Castle to a bet is out when everything is placed.
            out = out if self.choices["bet_last_castle"] == "forbidden" else set()
        elif isinstance(pending, Battle):
            out -= {pending.attacker, pending.defender}
        return out if len(out) < len(state.players) else set()

    @property
    def earldoms(self) -> Earldoms:
        """What each Earl has, read."""
        if self._earldoms is None:
            self._earldoms = Earldoms(self.by_name.values(), self.tournament)
        return self._earldoms

    @property
    def colours(self) -> dict[str, list[str]]:
        """The told cards of each Earl's colour, wherever they lie, hidden ones as "?"."""
        if self._colours is None:
            self._colours = cards_by_colour(self)
        return self._colours

    @property
    def armies(self) -> list[str]:
        """The told Army cards, wherever they lie, hidden ones as "?"."""
        if self._armies is None:
            self._armies = armies_told(self)
        return self._armies

    @property
    def tournament(self) -> bool:
        return bool(self.state.options.variants)

    def from_seat(self, first: str) -> list[str]:
        """All names, beginning with this one."""
        start = self.order.index(first)
        return self.order[start:] + self.order[:start]

    def others(self, name: str) -> list[str]:
        """The other Earls who are still in the game, clockwise from this one's left."""
        return [other for other in self.from_seat(name)[1:] if other not in self.out]

    def after(self, state: State, move: Move) -> "Table":
        """Nobody has sat down or stood up; only who is still in the game may have changed."""
        if state.eliminated is not self.state.eliminated or state.eliminated is UNSET:
            return Table(state, self.box, self.choices)
        table = Table.__new__(Table)
        table.box, table.choices, table.state, table.sent_state = self.box, self.choices, state, state
        table.order, table.out, table.living = self.order, self.out, self.living
        table.complete, table.seats = self.complete, self.seats
        table.by_name = {player.name: player for player in state.players}
        table.now = table._earldoms = table._colours = table._armies = None
        table._pending = UNREAD
        return table


UNFINISHED = (Battle, Joust)
"""Who is out is told when these are over."""


def may_be_out(table: Table, name: str) -> bool:
    """Whether an Earl may have left the game; of two none has, or it would be over."""
    return table.state.eliminated is UNSET and not table.by_name[name].fiefs and len(table.order) > 2
