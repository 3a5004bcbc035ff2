"""The moves before the first turn and those of an Earl's own turn: free actions, actions, its end."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from schemas.base import Name, Shape
from schemas.ortus_regni.earldom import Named
from schemas.ortus_regni.values import Aim, Armies, ArmyType, Card, Cards, CardType, Id, NamedAttack, Number

# ---------------------------------------------------------------- before the first turn


class Build(Shape, frozen=True, gc=False, tag_field="type", tag="build"):
    """An Earl brings a deck: the id of one of the pack, or 24 cards, which may be hidden.

    ``towers`` are the two free Towers of a tournament.
    """

    player: Name
    deck: Id | Annotated[tuple[Card, ...], Meta(max_length=99)]
    towers: Cards = ()


class Start(Shape, frozen=True, gc=False, tag_field="type", tag="start"):
    """The table draws a cube for the first Earl, and everybody draws five cards. Hands may be left out or hidden."""

    player: Name
    hands: Annotated[dict[Name, Cards], Meta(max_length=6)] | UnsetType = UNSET


class Mulligan(Shape, frozen=True, gc=False, tag_field="type", tag="mulligan"):
    """An Earl keeps the opening hand, or shuffles all of it back and draws five new cards."""

    player: Name
    redraw: bool
    drawn: Cards | UnsetType = UNSET


# ---------------------------------------------------------------- free actions, end of a turn


class Tower(Shape, frozen=True, gc=False, tag_field="type", tag="tower"):
    """An Earl lays a card of the hand face down as a Tower. Free."""

    player: Name
    card: Card | ArmyType


class Garrison(Shape, frozen=True, gc=False, tag_field="type", tag="garrison"):
    """An Earl puts an Army of the pool on a Mercenary, or (null) into the Royal Army. Free."""

    player: Name
    army: ArmyType
    mercenary: Number | None = None


class End(Shape, frozen=True, gc=False, tag_field="type", tag="end"):
    """An Earl draws the card that ends the turn.

    What is drawn may be left out: a known deck gives it, else it is hidden. Whoever draws another number lists them.
    """

    player: Name
    drawn: Card | Cards | UnsetType = UNSET


class Concede(Shape, frozen=True, gc=False, tag_field="type", tag="concede"):
    """An Earl leaves the game, in the own turn."""

    player: Name


# ---------------------------------------------------------------- actions


class Castle(Shape, frozen=True, gc=False, tag_field="type", tag="castle"):
    """An Earl plays a Castle, or a Palace that came back to the hand, as a new Fief."""

    player: Name
    card: CardType = "castle"


class Attach(Shape, frozen=True, gc=False, tag_field="type", tag="attach"):
    """An Earl plays a Property into a Fief. ``armies`` are those that a Land brings; they may be left out."""

    player: Name
    card: CardType
    fief: Number
    armies: Armies | UnsetType = UNSET


class Appoint(Shape, frozen=True, gc=False, tag_field="type", tag="appoint"):
    """An Earl makes a Face card of the hand the Lord of a Castle or Palace."""

    player: Name
    card: CardType
    fief: Number


class Hire(Shape, frozen=True, gc=False, tag_field="type", tag="hire"):
    """An Earl plays a Mercenary onto the table."""

    player: Name


class Recruit(Shape, frozen=True, gc=False, tag_field="type", tag="recruit"):
    """An Earl with a Land draws Armies. They may be left out."""

    player: Name
    count: Annotated[int, Meta(ge=0, le=9)]
    armies: Armies | UnsetType = UNSET


class Monastery(Shape, frozen=True, gc=False, tag_field="type", tag="monastery"):
    """An Earl with an Abbot beside a Church or the Cathedral makes another show the hand.

    ``shown`` may be left out.
    """

    player: Name
    fief: Number
    target: Name
    shown: Cards | UnsetType = UNSET


class Emissary(Shape, frozen=True, gc=False, tag_field="type", tag="emissary"):
    """An Earl sends a Vassal or a Monk of the hand to the Vikings."""

    player: Name
    card: CardType


class Treachery(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="treachery"):
    """An Earl plays Treachery against a Lord (of ``fief``), a hand, or a Mercenary; rules refuse any other aim."""

    player: Name
    target: Name
    aim: Aim
    fief: Number | UnsetType = UNSET
    mercenary: Number | UnsetType = UNSET


class Intrigue(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="intrigue"):
    """An Earl plays Intrigue for one or two Properties (of ``fief``), one or two Armies of a pool, or a Mercenary.

    ``count`` is how many are wanted, two if left out (one where there is one). Of a Fief with more than two
    Properties the victim chooses; else ``cards`` names what is taken where ``count`` is one of two. Rules refuse any
    other aim.
    """

    player: Name
    target: Name
    aim: Aim
    fief: Number | UnsetType = UNSET
    mercenary: Number | UnsetType = UNSET
    count: Annotated[int, Meta(ge=1, le=9)] | UnsetType = UNSET
    cards: Annotated[tuple[Named, ...], Meta(max_length=9)] = ()


class Banquet(Shape, frozen=True, gc=False, tag_field="type", tag="banquet"):
    """An Earl plays a Banquet and draws two cards. They may be left out."""

    player: Name
    drawn: Cards | UnsetType = UNSET


class Bequeath(Shape, frozen=True, gc=False, tag_field="type", tag="bequeath"):
    """An Earl plays a Banner on the Prince Lord: both are discarded, and the discard pile joins the deck."""

    player: Name


class Claim(Shape, frozen=True, gc=False, tag_field="type", tag="claim"):
    """An Earl lays a Banner on the table for the crown."""

    player: Name


class HoldJoust(Shape, frozen=True, gc=False, tag_field="type", tag="joust"):
    """An Earl plays a Banner to hold a joust."""

    player: Name


class Attack(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="attack"):
    """An Earl declares an attack on the Towers of another, a raid on a Fief, or a siege of its Castle or Palace.

    Whoever wants to attack the Vikings says so by the kind, without a ``target``: a rule refuses it.
    """

    player: Name
    target: Name | UnsetType = UNSET
    kind: NamedAttack
    fief: Number | UnsetType = UNSET
