"""A state made ready for questions.

A zone that was not told stays unknown: every question here answers None in that case, and who asks must say what
it assumes instead.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import (
    Battle,
    Deed,
    Fief,
    Joust,
    Mercenary,
    Move,
    Player,
    State,
)
from service.games.ortus_regni.cards import armies_told, cards_by_colour
from service.games.ortus_regni.earldoms import Earldoms
from service.games.ortus_regni.pack import EARLS, Box
from service.referee.budget import step
from service.referee.choices import Choices


class Table:
    """A state with its pack and choices."""

    __slots__ = (
        "_armies",
        "_colours",
        "_earldoms",
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
        self.read(state)

    def read(self, state: State) -> None:
        self.state = state
        self.by_name: dict[str, Player] = {player.name: player for player in state.players}
        self.order: list[str] = list(self.by_name)
        """The names, clockwise."""
        self.out: set[str] = set()
        if state.eliminated:
            self.out = {gone.player for gone in state.eliminated}
        elif state.eliminated is UNSET:
            self.out = _seen_to_be_out(state)
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

    @property
    def seats_known(self) -> bool:
        """Whether all players of the table are known by name."""
        return self.complete

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
        return table


UNFINISHED = (Battle, Joust)
"""Who is out is told when these are over."""


def _seen_to_be_out(state: State) -> set[str]:
    """end/last-fief: where it is not told who left the game, the Earls without a Fief did."""
    if state.pending is UNSET or isinstance(state.pending, UNFINISHED):
        return set()
    out = {player.name for player in state.players if player.fiefs == ()}
    return out if len(out) < len(state.players) else set()


# ---------------------------------------------------------------- parts of an Earldom


def type_of(card: str | Deed) -> str:
    """Land, Market, …: whose ever it is."""
    return card if isinstance(card, str) else card.card


def deed(card: str | Deed, holder: str) -> Deed:
    """The same card, said from outside the Fief."""
    return Deed(card, holder) if isinstance(card, str) else card  # type: ignore[arg-type]


def in_fief(card: Deed, holder: str) -> Any:
    """A card as it is written in a Fief of this Earl."""
    return card.card if card.owner == holder else card


def fief_of(player: Player, number: Any) -> Fief | None:
    """The Fief with this number; None when there is none, or when the Fiefs were not told."""
    for fief in player.fiefs or ():
        if fief.id == number:
            return fief
    return None


def mercenary_of(player: Player, number: Any) -> Mercenary | None:
    for mercenary in player.mercenaries or ():
        if mercenary.id == number:
            return mercenary
    return None


A_STEP = 8
"""How many Properties are looked through in one step."""


def has(fief: Fief, *cards: str) -> bool:
    """Whether a Fief has one of these Properties."""
    step(len(fief.properties) // A_STEP)
    return any(type_of(card) in cards for card in fief.properties)


def count_of(player: Player, card: str) -> int | None:
    """How many Properties of a type an Earl has."""
    if player.fiefs is UNSET:
        return None
    count = 0
    for fief in player.fiefs:
        step(len(fief.properties) // A_STEP)
        count += sum(type_of(held) == card for held in fief.properties)
    return count


def capacity_of(player: Player) -> int | None:
    """field/capacity: an Army for each Land, two where the Fief has a Market."""
    if player.fiefs is UNSET:
        return None
    lands = 0
    for fief in player.fiefs:
        step(len(fief.properties) // A_STEP)
        types = [type_of(card) for card in fief.properties]
        lands += types.count("land") * (2 if "market" in types else 1)
    return lands


def prince_fief(player: Player) -> Fief | None:
    """The Fief of the Prince Lord."""
    return next((fief for fief in player.fiefs or () if fief.lord == "prince"), None)


def smallest_free(used: Iterator[int]) -> int:
    taken = set(used)
    number = 1
    while number in taken:
        number += 1
    return number


def have_landed(table: Table) -> bool | None:
    """Whether the Vikings are in play, where it is not told read off their markers and cards; None when unknown."""
    state = table.state
    if state.arrived is not UNSET:
        return state.arrived
    if state.vikings:
        return True
    return False if state.black_markers or state.white_marker or state.round == 1 else None


def archbishop(table: Table) -> Any:
    """Who holds the Cathedral: a name, None for nobody, or UNSET when that is not told."""
    unknown = not table.complete
    for name, player in table.by_name.items():
        held = count_of(player, "cathedral")
        if held:
            return name
        unknown = unknown or held is None
    return UNSET if unknown else None
