"""A battle to be weighed, and how likely it ends how."""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.base import Shape
from schemas.ortus_regni.options import Options
from schemas.ortus_regni.values import AnchorType, ArmyType, AttackKind, BattleCard, Count, FaceType, Outcome
from schemas.table import Hidden


class Muster(Shape, frozen=True, gc=False, kw_only=True):
    """The units of one side, by kind. ``lords`` have Castles to go home to; ``hand`` cards are discarded anyway.

    ``mercenaries`` fight with a garrison only if ``garrisons`` counts it; ``idle_garrisons`` are those that stayed
    home but are lost with their Mercenary.
    """

    hand: Annotated[tuple[FaceType, ...], Meta(max_length=30)] = ()
    lords: Annotated[tuple[FaceType, ...], Meta(max_length=42)] = ()
    infantry: Count = 0
    knights: Count = 0
    mercenaries: Count = 0
    garrisons: Annotated[tuple[ArmyType, ...], Meta(max_length=36)] = ()
    idle_garrisons: Count = 0
    king: bool = False
    vikings: Count = 0
    chieftains: Count = 0


class Engagement(Shape, frozen=True, gc=False, kw_only=True):
    """A battle without the rest of the table: both sides, what is attacked, and what is known of the Battle deck.

    ``discarded`` are Battle cards known to be gone (``"?"`` for ones nobody remembers: they change nothing).
    ``properties`` are those of the Fief that is raided or besieged. ``church`` is who decides if the Church does: the
    attacker, the defender, another Earl, or nobody (then the battle is a normal one).
    """

    options: Options = Options()
    kind: AttackKind
    attackers: Muster
    defenders: Muster = Muster()
    towers: Count = 0
    anchor: AnchorType = "castle"
    properties: Count = 0
    discarded: Annotated[tuple[BattleCard | Hidden, ...], Meta(max_length=24)] = ()
    church: Literal["attacker", "defender", "outsider", "nobody"] = "nobody"


class Likelihood(Shape, frozen=True, gc=False):
    """A chance: exact as a fraction, and as a decimal number."""

    chance: str
    decimal: float


class CardOdds(Shape, frozen=True, gc=False, kw_only=True):
    """How likely a Battle card is to be revealed.

    ``left`` is null where forgotten cards are among those discarded.
    """

    card: BattleCard
    left: Count | None
    chance: str
    decimal: float


class SideOdds(Shape, frozen=True, gc=False, kw_only=True):
    """What one way of resolving the battle does to a side.

    ``hits`` units take a point. ``killed`` are the Armies and Mercenaries that die, garrisons counted: the least and
    the most, by how the owner assigns the points. ``captured`` Lords die unless a ransom is paid; ``ransomable``
    says whether it can be. ``spent`` cards from the hand are discarded whatever happens.
    """

    damage: Count
    hits: Count
    killed: tuple[Count, Count]
    captured: Count
    ransomable: bool
    spent: Count


class TargetOdds(Shape, frozen=True, gc=False, kw_only=True):
    """What falls, if no ransom takes it out of reach first; ``capturable`` of that the attacker may take."""

    reaches: Count
    """The damage that is left for the Towers that are attacked, or that passes the Towers."""
    towers_lost: Count
    properties_lost: Count
    falls: bool
    """Whether a besieged Castle or Palace falls."""
    eliminates: bool
    """Whether the defender has no other Fief."""
    capturable: Count


class OutcomeOdds(Shape, frozen=True, gc=False, kw_only=True):
    """One way of resolving the battle.

    How likely at least and at most, as the Church decides, and what comes of it.
    """

    outcome: Outcome
    least: Likelihood
    most: Likelihood
    attackers: SideOdds
    defenders: SideOdds
    target: TargetOdds


class EventOdds(Shape, frozen=True, gc=False, kw_only=True):
    """How likely something is, over all Battle cards: at least and at most, as the Church decides."""

    event: Literal[
        "attacker-unharmed",
        "defender-unharmed",
        "attacker-lords-captured",
        "defender-lords-captured",
        "attackers-hit",
        "defenders-hit",
        "towers-lost",
        "properties-lost",
        "castle-falls",
        "defender-eliminated",
    ]
    count: Count | None = None
    """Of what is counted: exactly so many."""
    rule: str
    least: Likelihood
    most: Likelihood


class AimOdds(Shape, frozen=True, gc=False, kw_only=True):
    """How likely the attack reaches its aim: a Tower falls, a Property falls, or the besieged Castle or Palace."""

    event: Literal["tower-falls", "property-falls", "castle-falls"]
    rule: str
    least: Likelihood
    most: Likelihood


class Odds(Shape, frozen=True, gc=False, kw_only=True):
    """A battle weighed exactly. ``decider`` speaks for the Church; null when nobody does: then its card is Normal."""

    aim: AimOdds
    cards: list[CardOdds]
    decider: str | None
    outcomes: list[OutcomeOdds]
    events: list[EventOdds]
