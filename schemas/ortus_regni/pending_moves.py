"""The moves that decide what is pending: in politics, a joust, a battle, a coronation, the turn of the Vikings."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import Name, Shape
from schemas.ortus_regni.earldom import Deed, Named
from schemas.ortus_regni.pending import NOBODY, Force, Jouster, Stake
from schemas.ortus_regni.values import (
    AnyCard,
    Army,
    ArmyType,
    AttackKind,
    BattleCard,
    Cards,
    CardType,
    JoustCard,
    NoVassal,
    Number,
    Outcome,
    VikingType,
)

# ---------------------------------------------------------------- politics


class PlayAllies(Shape, frozen=True, gc=False, tag_field="type", tag="allies"):
    """The target of Treachery or Intrigue plays Allies, or does not."""

    player: Name
    play: bool


class Dispute(Shape, frozen=True, gc=False, tag_field="type", tag="dispute"):
    """A side of a political dispute adds a Vassal: ``"hand"``, or the Fief of a Vassal Lord; null stops.

    Another card of the hand goes by its type: a rule refuses it.
    """

    player: Name
    vassal: Number | Literal["hand"] | NoVassal | None


class Pick(Shape, frozen=True, gc=False, tag_field="type", tag="pick"):
    """The table: the cards that were drawn blind from the hand of the target of a Treachery."""

    cards: Annotated[tuple[CardType, ...], Meta(max_length=9)] | UnsetType = UNSET


class Give(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="give"):
    """The victim of an Intrigue chooses the Properties or the Armies that are taken. Armies may be hidden."""

    player: Name
    cards: Annotated[tuple[Named, ...], Meta(max_length=9)] = ()
    armies: Annotated[tuple[Army, ...], Meta(max_length=9)] = ()


class Place(Shape, frozen=True, gc=False, tag_field="type", tag="place"):
    """Who received a Property (by Intrigue, joust, ransom or capture) puts it into a Fief of his own."""

    player: Name
    card: Deed
    fief: Number


# ---------------------------------------------------------------- joust


class Excuse(Shape, frozen=True, gc=False, tag_field="type", tag="excuse"):
    """An Earl plays a Banner of the hand to stay out of a joust."""

    player: Name


class Enter(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="enter"):
    """An Earl enters a joust with a bet and a jouster; a card of the hand may stay hidden (``"?"``)."""

    player: Name
    bet: Stake | None = None
    jouster: Jouster | None = None


class StayOut(Shape, frozen=True, gc=False, tag_field="type", tag="stay-out"):
    """An Earl with nothing but one bare Castle or Palace stays out of a joust."""

    player: Name


class Deal(Shape, frozen=True, gc=False, tag_field="type", tag="deal"):
    """The table: the Joust cards dealt, two to each entrant, in a sudden death one to each.

    ``jousters`` are the cards turned up that had been hidden.
    """

    cards: (
        Annotated[dict[Name, Annotated[tuple[JoustCard, ...], Meta(max_length=9)]], Meta(max_length=6)] | UnsetType
    ) = UNSET
    jousters: Annotated[dict[Name, CardType], Meta(max_length=6)] | UnsetType = UNSET


# ---------------------------------------------------------------- battle


class Field(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="field"):
    """A side of a battle fields its forces, all at once; the defender perhaps none."""

    player: Name
    force: Force = NOBODY


class Reveal(Shape, frozen=True, gc=False, tag_field="type", tag="reveal"):
    """The table: the Battle card that is revealed. It may be left out where the deck is known."""

    card: BattleCard | UnsetType = UNSET


class Decide(Shape, frozen=True, gc=False, tag_field="type", tag="decide"):
    """Who speaks for the Church decides how the battle goes."""

    player: Name
    outcome: Outcome


class Ransom(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="ransom"):
    """The owner of a captured Lord (by the number of the Lord's Fief) pays a card for him, or null: nothing."""

    player: Name
    lord: Number
    pay: Stake | None = None


class Suffer(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="suffer"):
    """A side assigns the damage: the units that take a point each, then the Towers or Properties that are lost."""

    player: Name
    hit: Force = NOBODY
    towers: Cards = ()
    properties: Annotated[tuple[Named, ...], Meta(max_length=150)] = ()


class Spoil(Shape, frozen=True, gc=False):
    """A card that an attacker wants to take, and the Earl whose colour it has; rules refuse what is no estate."""

    card: AnyCard
    owner: Name


class Capture(Shape, frozen=True, gc=False, tag_field="type", tag="capture"):
    """The attacker takes some of the destroyed cards, or none."""

    player: Name
    cards: Annotated[tuple[Spoil, ...], Meta(max_length=9)] = ()


# ---------------------------------------------------------------- King and Vikings


class Offer(Shape, frozen=True, gc=False, tag_field="type", tag="offer"):
    """An Earl offers an Army of the pool to the new King."""

    player: Name
    army: ArmyType


class RevealVikings(Shape, frozen=True, gc=False, tag_field="type", tag="vikings"):
    """The table: the Viking cards that are revealed. They may be left out where the deck is known."""

    cards: Annotated[tuple[VikingType, ...], Meta(max_length=30)] | UnsetType = UNSET


class Cube(Shape, frozen=True, gc=False, tag_field="type", tag="cube"):
    """The table: the Earl whose cube is drawn controls the Vikings."""

    player: Name | UnsetType = UNSET


class Order(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="order"):
    """The controller leads the Vikings against an Earl, perhaps against himself, or (no target) against nobody."""

    player: Name
    target: Name | None = None
    kind: AttackKind | None = None
    fief: Number | None = None
