"""The state of a table of Brian Boru."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import SAME_NAME, Name, Shape, Unresolved
from schemas.brian_boru.options import Options
from schemas.brian_boru.values import (
    Cards,
    ClosedCards,
    Count,
    Id,
    MarriagePile,
    Number,
    OwnCards,
    Phase,
    RegionId,
    TownId,
    VikingPileCard,
)
from schemas.table import zone


class Player(Shape, frozen=True, gc=False, kw_only=True):
    """A player's part of the table.

    During the draft ``dealt`` are the cards to choose from, ``picked`` those just put down (empty until the player
    has chosen), ``hand`` those kept before. ``marriage`` is the space on the marriage track, 0 being the start.
    """

    name: Name
    points: Count | UnsetType = UNSET
    coins: Count | UnsetType = UNSET
    renown: Count | UnsetType = UNSET
    marriage: Count | UnsetType = UNSET
    church: Count | UnsetType = UNSET
    raiders: Count | UnsetType = UNSET
    claims: Annotated[tuple[RegionId, ...], Meta(max_length=50)] | UnsetType = UNSET
    marriages: Annotated[tuple[Id, ...], Meta(max_length=50)] | UnsetType = UNSET
    hand: OwnCards | UnsetType = UNSET
    dealt: OwnCards | UnsetType = UNSET
    picked: OwnCards | UnsetType = UNSET


class Held(Shape, frozen=True, gc=False):
    """What lies in a town: a disc, perhaps a Viking control token on it, perhaps a monastery around it."""

    disc: Name
    viking: bool = False
    monastery: bool = False


class Played(Shape, frozen=True, gc=False):
    """A card in front of a player, still to be acted on."""

    player: Name
    card: Number


class Trick(Shape, frozen=True, gc=False, kw_only=True):
    """A trick on the table. ``town`` is where the marker lies, null once the winner has taken it.

    ``played`` holds the cards that have not been acted on, in the order in which they were played. ``winner`` is null
    until everybody has played; left out it follows from the phase ``trick``, or from the cards while all of them lie
    there.
    """

    town: TownId | None
    played: Annotated[tuple[Played, ...], Meta(max_length=8)] | UnsetType = UNSET
    winner: Name | UnsetType | None = UNSET


class Alliance(Shape, frozen=True, gc=False):
    """Who has married the Princess of Denmark and kept her, and with which side up."""

    player: Name
    side: Literal["military", "trade"]


class Pending(Shape, frozen=True, gc=False, kw_only=True):
    """A decision of the upkeep that is still to be made, and by whom.

    ``card-town`` a disc in the marriage card's region, ``princess`` her three choices, ``track-town`` a disc in any
    town, ``raid`` the town that ``loser`` loses, ``monastery`` that of the most discs in the church,
    ``monastery-of-four`` that of four discs or more. ``loser`` belongs to a raid and ``region`` to a card-town, and
    both are null elsewhere; left out they are read off the raiders and the card, as far as these are known.
    """

    decision: Literal["card-town", "princess", "track-town", "raid", "monastery", "monastery-of-four"]
    player: Name
    loser: Name | UnsetType | None = UNSET
    region: RegionId | UnsetType | None = UNSET


class State(Shape, frozen=True, gc=False, kw_only=True):
    """A table. An upkeep step with nothing ``pending`` is about to be resolved.

    A ``marker`` of null is with nobody: it lies on the town of the trick, or the first player is still to be drawn.
    """

    options: Options = Options()
    phase: Phase | UnsetType = UNSET
    round: Annotated[int, Meta(ge=1, le=20)] | UnsetType = UNSET
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=8)]
    marker: Name | UnsetType | None = UNSET
    towns: Annotated[dict[TownId, Held], Meta(max_length=200)] | UnsetType = UNSET
    raiders: Count | UnsetType = UNSET
    face_up: Annotated[tuple[RegionId, ...], Meta(max_length=50)] | UnsetType = UNSET
    alliance: Alliance | UnsetType | None = UNSET
    marriage_card: Id | UnsetType | None = UNSET
    marriage_pile: MarriagePile | UnsetType = UNSET
    marriages_gone: Annotated[tuple[Id, ...], Meta(max_length=50)] | UnsetType = UNSET
    viking_pile: Annotated[tuple[VikingPileCard, ...], zone(seen_by="nobody", max_length=50)] | UnsetType = UNSET
    vikings_gone: Annotated[tuple[Count, ...], Meta(max_length=50)] | UnsetType = UNSET
    trick: Trick | UnsetType | None = UNSET
    discard: ClosedCards | UnsetType = UNSET
    unseen: ClosedCards | UnsetType = UNSET
    pending: Annotated[tuple[Pending, ...], Meta(max_length=8)] | UnsetType = UNSET
    shuffles: Annotated[tuple[Cards, ...], zone(seen_by="nobody", max_length=20)] | UnsetType = UNSET
    unresolved: Annotated[tuple[Unresolved, ...], Meta(max_length=8)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if len({player.name for player in self.players}) != len(self.players):
            raise ValueError(SAME_NAME)
