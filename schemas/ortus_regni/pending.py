"""What waits for a decision: politics, a joust, a battle, a coronation, the turn of the Vikings."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import Name, Shape
from schemas.ortus_regni.earldom import Deed, Named, Property
from schemas.ortus_regni.values import (
    Armies,
    ArmyType,
    AttackKind,
    BattleCard,
    Card,
    CardType,
    Count,
    JoustCard,
    Number,
    Numbers,
    Outcome,
    VikingType,
)


class Force(Shape, frozen=True, gc=False, kw_only=True):
    """Units of one side of a battle, by where they come from.

    ``hand`` cards from the hand (only Face cards can be), ``lords`` the numbers of the Fiefs whose Lords or Abbots
    fight, ``pool`` Armies of the pool (``"?"`` where nobody remembers which), ``mercenaries`` and ``garrisons`` the
    numbers of the Mercenaries that fight and of those whose garrison does, ``royal`` Armies of the Royal Army,
    ``vikings`` Vikings (in a move only those that take damage).
    """

    hand: Annotated[tuple[CardType, ...], Meta(max_length=30)] = ()
    lords: Numbers = ()
    pool: Armies = ()
    mercenaries: Numbers = ()
    garrisons: Numbers = ()
    king: bool = False
    royal: Annotated[tuple[ArmyType, ...], Meta(max_length=10)] = ()
    vikings: Annotated[tuple[VikingType, ...], Meta(max_length=30)] = ()


NOBODY = Force()


class Politics(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="politics"):
    """A Treachery or an Intrigue that is being resolved.

    ``step``: ``allies`` the target plays Allies or not; ``attacker`` / ``defender`` that side adds a Vassal to the
    dispute or stops; ``pick`` two cards of the target's hand are drawn blind; ``give`` the target chooses what is
    taken; ``place`` the attacker puts what was taken into Fiefs. ``attackers`` and ``defenders`` are the Vassals
    committed so far: the number of the Fief of a Lord, or ``"hand"``. Treachery, Intrigue, Allies and Vassals from a
    hand lie here.
    """

    card: Literal["treachery", "intrigue"]
    attacker: Name
    target: Name
    aim: Literal["lord", "hand", "mercenary", "properties", "armies"]
    fief: Number | UnsetType | None = UNSET
    mercenary: Number | UnsetType | None = UNSET
    count: Annotated[int, Meta(ge=1, le=2)] | UnsetType = UNSET
    cards: Annotated[tuple[Property, ...], Meta(max_length=2)] | UnsetType = UNSET
    """The Properties that the attacker named, of a Fief that has no more than two."""
    step: Literal["allies", "attacker", "defender", "pick", "give", "place"]
    allies: bool | UnsetType = UNSET
    attackers: Annotated[tuple[Number | Literal["hand"], ...], Meta(max_length=40)] | UnsetType = UNSET
    defenders: Annotated[tuple[Number | Literal["hand"], ...], Meta(max_length=40)] | UnsetType = UNSET
    placing: Annotated[tuple[Deed, ...], Meta(max_length=8)] | UnsetType = UNSET


class Stake(Shape, frozen=True, gc=False):
    """A card of one's own Earldom that is bet or paid: a Property of a Fief, or (null) its Castle or Palace.

    A move may name other cards, without a ``fief`` if they lie in none (a Tower): the rules refuse them.
    """

    fief: Number | None = None
    card: Named | None = None


class Jouster(Shape, frozen=True, gc=False):
    """Who jousts: the Lord of a Fief, openly, or a card of the hand, face down. One of the two.

    A move may name an Army or the King: the rules refuse them.
    """

    fief: Number | None = None
    card: Card | ArmyType | Literal["king"] | None = None


class Declaration(Shape, frozen=True, gc=False, kw_only=True):
    """What an Earl has declared about a joust, and the Joust cards dealt to him.

    Two, or those of the sudden death.
    """

    player: Name
    choice: Literal["excuse", "enter", "stay-out"]
    bet: Stake | UnsetType | None = UNSET
    jouster: Jouster | UnsetType | None = UNSET
    dealt: Annotated[tuple[JoustCard, ...], Meta(max_length=2)] | UnsetType = UNSET


class Joust(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="joust"):
    """A joust: Earls declare clockwise, the organiser last; two cards are dealt to each entrant; ties go on.

    ``sudden`` are the Earls in the sudden death, ``spent`` the Joust cards that earlier rounds have used up. The
    organiser's Banner, the Banners of those excused and the jousters from hands lie here; bets stay in their Fiefs.
    """

    organiser: Name
    step: Literal["declare", "deal", "sudden", "place", "reattach"]
    declared: Annotated[tuple[Declaration, ...], Meta(max_length=6)] | UnsetType = UNSET
    """In the order in which the Earls have declared."""
    sudden: Annotated[tuple[Name, ...], Meta(max_length=6)] | UnsetType = UNSET
    spent: Annotated[tuple[JoustCard, ...], Meta(max_length=24)] | UnsetType = UNSET
    winner: Name | UnsetType | None = UNSET
    placing: Annotated[tuple[Deed, ...], Meta(max_length=60)] | UnsetType = UNSET
    reattaching: Annotated[tuple[tuple[Name, Deed], ...], Meta(max_length=60)] | UnsetType = UNSET


class Battle(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="battle"):
    """A battle. ``attacker`` is null when the Vikings attack; ``controller`` is the Earl who leads them then.

    ``step``: ``field-attacker``, ``field-defender``, ``card`` (the Battle card is revealed), ``church`` (``decider``
    decides), ``ransom`` (the owner of the ``captured`` Lords pays or refuses), ``place`` (ransoms or captures are
    put into Fiefs by who received them), ``reattach`` (Properties of a Castle that was given away, where that is
    played), ``damage-attacker``, ``damage-defender``, ``capture`` (of what is ``destroyed``). Lords, Mercenaries,
    garrisons, King and Royal Army stay where they lie while they fight; cards from hands and pools lie here.
    """

    attacker: Name | None
    defender: Name
    controller: Name | UnsetType | None = UNSET
    kind: AttackKind
    fief: Number | UnsetType | None = UNSET
    step: Literal[
        "field-attacker",
        "field-defender",
        "card",
        "church",
        "ransom",
        "place",
        "reattach",
        "damage-attacker",
        "damage-defender",
        "capture",
    ]
    attackers: Force | UnsetType = UNSET
    defenders: Force | UnsetType = UNSET
    card: BattleCard | UnsetType | None = UNSET
    decider: Name | UnsetType | None = UNSET
    outcome: Outcome | UnsetType | None = UNSET
    damage: tuple[Count, Count] | UnsetType = UNSET
    """What the attackers and the defenders deal, as fielded."""
    assigned: bool | UnsetType = UNSET
    """Whether the damage has been assigned: what is placed now was captured, before that it was a ransom."""
    captured: Numbers | UnsetType = UNSET
    """Lords of the loser about whom is still to be decided, by their Fiefs."""
    doomed: Numbers | UnsetType = UNSET
    """Lords for whom nothing was paid."""
    destroyed: Annotated[tuple[Deed, ...], Meta(max_length=160)] | UnsetType = UNSET
    placing: Annotated[tuple[Deed, ...], Meta(max_length=160)] | UnsetType = UNSET
    reattaching: Annotated[tuple[Deed, ...], Meta(max_length=160)] | UnsetType = UNSET


class Coronation(Shape, frozen=True, gc=False, tag_field="type", tag="coronation"):
    """A new King was proclaimed; these Earls still have to offer an Army of their pool, the next one first."""

    offering: Annotated[tuple[Name, ...], Meta(max_length=6)]


class Invasion(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="vikings"):
    """The turn of the Vikings: ``reveal`` Viking cards, draw a ``cube``, the controller gives the ``order``."""

    step: Literal["reveal", "cube", "order"]
    count: Annotated[int, Meta(ge=1, le=7)] | UnsetType = UNSET
    """How many Viking cards are to be revealed: as many as Earls started and one more on arrival, then one a turn."""
    controller: Name | UnsetType | None = UNSET


Pending = Politics | Joust | Battle | Coronation | Invasion
