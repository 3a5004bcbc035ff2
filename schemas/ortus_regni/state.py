"""The state of a table of Ortus Regni."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from schemas.base import SAME_NAME, Name, Shape, Unresolved
from schemas.ortus_regni.earldom import Eliminated, Player
from schemas.ortus_regni.options import Options
from schemas.ortus_regni.pending import Pending
from schemas.ortus_regni.values import (
    ArmyType,
    BattleCard,
    BattleDiscard,
    ClosedArmies,
    ClosedVikings,
    Phase,
    VikingType,
)
from schemas.table import Hidden, zone


class State(Shape, frozen=True, gc=False, kw_only=True):
    """A table. At most one thing is ``pending`` at a time; null says that nothing is.

    ``seats`` is the number of Earls who started, needed if ``players`` has only some of them. In the phase
    ``mulligan``, ``turn`` is who has to keep or change the opening hand. ``battle_discard`` has its top card last.
    ``chance`` is what a seed has left for later shuffles and draws: with it, every outcome may be left out of a move.
    After their arrival the markers of the Vikings are away: none is forward.
    """

    options: Options = Options()
    phase: Phase | UnsetType = UNSET
    round: Annotated[int, Meta(ge=1, le=999)] | UnsetType = UNSET
    first: Name | UnsetType = UNSET
    turn: Name | UnsetType | None = UNSET
    acted: bool | UnsetType = UNSET
    seats: Annotated[int, Meta(ge=2, le=6)] | UnsetType = UNSET
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=8)]
    eliminated: Annotated[tuple[Eliminated, ...], Meta(max_length=8)] | UnsetType = UNSET
    king: Name | UnsetType | None = UNSET
    royal_army: Annotated[tuple[ArmyType, ...], Meta(max_length=10)] | UnsetType = UNSET
    battle_deck: Annotated[tuple[BattleCard | Hidden, ...], zone(seen_by="nobody", max_length=30)] | UnsetType = UNSET
    battle_discard: BattleDiscard | UnsetType = UNSET
    army_deck: ClosedArmies | UnsetType = UNSET
    army_discard: ClosedArmies | UnsetType = UNSET
    viking_deck: ClosedVikings | UnsetType = UNSET
    viking_discard: ClosedVikings | UnsetType = UNSET
    vikings: Annotated[tuple[VikingType, ...], Meta(max_length=30)] | UnsetType = UNSET
    black_markers: Annotated[int, Meta(ge=0, le=8)] | UnsetType = UNSET
    white_marker: bool | UnsetType = UNSET
    arrived: bool | UnsetType = UNSET
    chance: Annotated[int, zone(seen_by="nobody", ge=0, le=2**53)] | UnsetType = UNSET
    pending: Pending | UnsetType | None = UNSET
    unresolved: Annotated[tuple[Unresolved, ...], Meta(max_length=8)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if len({player.name for player in self.players}) != len(self.players):
            raise ValueError(SAME_NAME)
