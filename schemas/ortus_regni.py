"""The JSON types of Ortus Regni: the state of a table, the moves, the pack of decks, and a battle for the odds.

Cards are named by their type (``"vassal"``); the colour of a card follows from where it lies. In an Earl's hand,
deck, discard pile, towers and emissaries lie only cards of that Earl's own colour. A card of another colour can lie
in a Fief or fight as a Mercenary, and has an ``owner`` then: ``"land"`` is a Land of the Earl's own, ``{"card":
"land", "owner": "bruno"}`` one that bruno brought to the table. Earls sit clockwise in the order of ``players``::

    {"phase": "turn", "round": 3, "first": "ana", "turn": "bruno", "acted": false, "pending": null,
     "players": [{"name": "ana", "hand": ["?", "?"], "pool": ["?"], "towers": ["?"],
                  "fiefs": [{"id": 1, "anchor": "palace", "lord": "vassal", "properties": ["land", "market"]}]}, …]}

A zone that is left out is unknown, not empty. Cards that nobody may see are ``"?"``. Fiefs and Mercenaries have
numbers, so that moves can name them; a new one gets the smallest number that the Earl does not use.

No instance can be part of a reference cycle, so garbage collection is off (``gc=False``): a table of six Earls is
hundreds of them.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import Name, Shape, Text, Unresolved
from schemas.table import Hidden, zone

Edition = Literal["es"]
Variant = Literal["tournament"]
Colour = Literal["blue", "red", "green", "gold", "purple", "orange"]
PropertyType = Literal["land", "market", "church", "cathedral"]
AnchorType = Literal["castle", "palace"]
EstateType = Literal["castle", "palace", "land", "market", "church", "cathedral"]
FaceType = Literal["prince", "vassal", "champion", "monk"]
CardType = Literal[
    "castle",
    "land",
    "market",
    "church",
    "cathedral",
    "prince",
    "vassal",
    "champion",
    "monk",
    "mercenary",
    "treachery",
    "intrigue",
    "allies",
    "banquet",
    "banner",
    "palace",
]
"""The 15 types of Earl cards, and the Palace."""
NoVassal = Literal[
    "castle",
    "land",
    "market",
    "church",
    "cathedral",
    "prince",
    "champion",
    "monk",
    "mercenary",
    "treachery",
    "intrigue",
    "allies",
    "banquet",
    "banner",
    "palace",
]
ArmyType = Literal["infantry", "knights"]
AnyCard = CardType | ArmyType | Literal["tower", "king"]
"""What a move may name where only some cards will do: a rule refuses the others."""
VikingType = Literal["viking", "chieftain"]
BattleCard = Literal["normal", "attacker", "defender", "church"]
"""Normal Battle, Attacker Wins, Defender Wins, Church Decides."""
Outcome = Literal["normal", "attacker", "defender"]
JoustCard = Literal["prince", "vassal", "nothing"]
AttackKind = Literal["towers", "raid", "siege"]
Aim = Literal["lord", "hand", "mercenary", "properties", "armies", "castle", "towers", "king"]
"""What Treachery or Intrigue may be said to aim at."""
Phase = Literal["decks", "start", "mulligan", "turn", "vikings", "over"]
Provenance = Literal["rulebook", "published", "stand-in"]

Card = CardType | Hidden
Army = ArmyType | Hidden
Cards = Annotated[tuple[Card, ...], Meta(max_length=30)]
Armies = Annotated[tuple[Army, ...], Meta(max_length=80)]
OwnCards = Annotated[Cards, zone(seen_by="owner")]
ClosedCards = Annotated[Cards, zone(seen_by="nobody")]
"""honour/no-search: nobody may look through a pile, not even an own one."""
ClosedArmies = Annotated[Armies, zone(seen_by="nobody")]
ClosedVikings = Annotated[tuple[VikingType | Hidden, ...], zone(seen_by="nobody", max_length=30)]
BattleDiscard = Annotated[tuple[BattleCard | Hidden, ...], zone(seen_by="nobody", last_open=True, max_length=30)]
"""honour/last-battle-card: only the last Battle card lies open."""
Count = Annotated[int, Meta(ge=0, le=99)]
Number = Annotated[int, Meta(ge=1, le=99, description="The number of a Fief or a Mercenary of one Earl.")]
Numbers = Annotated[tuple[Number, ...], Meta(max_length=50)]
Id = Annotated[str, Meta(min_length=1, max_length=40)]


# ---------------------------------------------------------------- options


class HouseRules(Shape, frozen=True, gc=False):
    """Named choices where the book leaves several readings. What is left out has the first value."""

    orphan_properties: Literal["discard", "follow", "reattach"] | UnsetType = UNSET
    prince_jouster: Literal["allowed", "forbidden"] | UnsetType = UNSET
    bet_last_castle: Literal["forbidden", "allowed"] | UnsetType = UNSET
    without_jouster: Literal["dealt-cards", "stays-out"] | UnsetType = UNSET
    sudden_death_deck: Literal["others", "all"] | UnsetType = UNSET
    empty_target: Literal["forbidden", "allowed"] | UnsetType = UNSET
    viking_captives: Literal["absorb", "at-once"] | UnsetType = UNSET
    politics_marker: Literal["stays", "moves"] | UnsetType = UNSET
    royal_army_size: Literal["started", "living"] | UnsetType = UNSET
    late_mistakes: Literal["stands", "take-back", "rewind"] | UnsetType = UNSET


class Options(Shape, frozen=True, gc=False):
    """The edition in use, the tournament rules if they are played, and the house rules."""

    edition: Edition = "es"
    variants: Annotated[tuple[Variant, ...], Meta(max_length=1)] = ()
    house_rules: HouseRules | UnsetType = UNSET


# ---------------------------------------------------------------- the table


class Deed(Shape, frozen=True, gc=False):
    """A Property, Castle or Palace and the Earl whose colour it has."""

    card: EstateType
    owner: Name


Estate = EstateType | Deed
"""A card of a Fief: by its type alone when it has the colour of the Earl in whose Fief it lies."""
Property = PropertyType | Deed
Named = AnyCard | Deed
"""A card that a move names among those of a Fief; rules refuse what is no Property."""


class Fief(Shape, frozen=True, gc=False, kw_only=True):
    """A Castle or Palace, perhaps with a Lord (a Monk is an Abbot), and the Properties attached to it.

    ``lord`` is null where there is none; left out, nobody knows whether there is one.
    """

    id: Number
    anchor: AnchorType | Deed
    lord: FaceType | UnsetType | None = UNSET
    properties: Annotated[tuple[Property, ...], Meta(max_length=150)] | UnsetType = UNSET


class Mercenary(Shape, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A Mercenary on the table; ``owner`` is there when the card has another Earl's colour.

    ``garrison`` is null where there is none.
    """

    id: Number
    garrison: ArmyType | UnsetType | None = UNSET
    owner: Name | None = None


class Player(Shape, frozen=True, gc=False, kw_only=True):
    """An Earl's part of the table.

    ``built`` are the cards that the Earl brought to the game besides the Palace (24; in a tournament also the two
    Towers, last). ``deck`` has its top card first; null before it is brought. ``towers`` lie face down. ``pool`` is
    the Army pool. ``banners`` are those on the table for the crown. ``cubes`` are those in the bag. ``removed`` are
    cards that left the game. ``mulligan`` says whether the opening hand was changed, once that is decided.
    """

    name: Name
    colour: Colour | UnsetType = UNSET
    built: OwnCards | UnsetType = UNSET
    deck: ClosedCards | UnsetType | None = UNSET
    discard: ClosedCards | UnsetType = UNSET
    hand: OwnCards | UnsetType = UNSET
    towers: OwnCards | UnsetType = UNSET
    fiefs: Annotated[tuple[Fief, ...], Meta(max_length=50)] | UnsetType = UNSET
    mercenaries: Annotated[tuple[Mercenary, ...], Meta(max_length=40)] | UnsetType = UNSET
    pool: Annotated[Armies, zone(seen_by="owner")] | UnsetType = UNSET
    banners: Count | UnsetType = UNSET
    emissaries: Annotated[tuple[Literal["vassal", "monk"], ...], Meta(max_length=20)] | UnsetType = UNSET
    cubes: Count | UnsetType = UNSET
    removed: ClosedCards | UnsetType = UNSET
    mulligan: bool | UnsetType = UNSET


class Eliminated(Shape, frozen=True, gc=False):
    """An Earl who is out of the game: for want of a Fief, for want of a card to draw, or by choice."""

    player: Name
    reason: Literal["no-fief", "no-card", "conceded"]
    round: Annotated[int, Meta(ge=1, le=999)] | UnsetType = UNSET


# ---------------------------------------------------------------- pending decisions


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
            raise ValueError("Two players have the same name.")


# ---------------------------------------------------------------- moves: before the first turn


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


# ---------------------------------------------------------------- moves: free actions, end of a turn


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


# ---------------------------------------------------------------- moves: actions


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
    kind: AttackKind | Literal["vikings"]
    fief: Number | UnsetType = UNSET


# ---------------------------------------------------------------- moves: politics


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


# ---------------------------------------------------------------- moves: joust


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


# ---------------------------------------------------------------- moves: battle


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


# ---------------------------------------------------------------- moves: King and Vikings


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


Move = (
    Start
    | Pick
    | Deal
    | Reveal
    | RevealVikings
    | Cube
    | Build
    | Mulligan
    | Tower
    | Garrison
    | Castle
    | Attach
    | Appoint
    | Hire
    | Recruit
    | Monastery
    | Emissary
    | Treachery
    | Intrigue
    | Banquet
    | Bequeath
    | Claim
    | HoldJoust
    | Attack
    | PlayAllies
    | Dispute
    | Give
    | Place
    | Excuse
    | Enter
    | StayOut
    | Field
    | Decide
    | Ransom
    | Suffer
    | Capture
    | Offer
    | Order
    | End
    | Concede
)


# ---------------------------------------------------------------- components


class DeckEntry(Shape, frozen=True, gc=False, kw_only=True):
    """A deck that is ready to play: how many of each type. ``towers`` are its two free Towers in a tournament."""

    id: Id
    name: Text
    cards: Annotated[dict[CardType, Annotated[int, Meta(ge=1, le=99)]], Meta(max_length=16)]
    towers: Annotated[tuple[CardType, ...], Meta(max_length=9)] = ()
    provenance: Provenance = "stand-in"
    note: Text = ""


class UnitEntry(Shape, frozen=True, gc=False, kw_only=True):
    """What a card deals and absorbs in battle."""

    card: Id
    deals: Annotated[int, Meta(ge=0, le=9)]
    absorbs: Annotated[int, Meta(ge=0, le=9)] = 1
    provenance: Provenance = "rulebook"


class PileEntry(Shape, frozen=True, gc=False, kw_only=True):
    """A card of a neutral deck: how many of it there are, and how many each Earl beyond two adds."""

    deck: Literal["battle", "army", "vikings", "joust"]
    card: Id
    count: Annotated[int, Meta(ge=0, le=99)]
    each_more: Annotated[int, Meta(ge=0, le=99)] = 0
    provenance: Provenance = "rulebook"


class StrongholdEntry(Shape, frozen=True, gc=False, kw_only=True):
    """How much damage of one attack fells a card."""

    card: EstateType | Literal["tower"]
    damage: Annotated[int, Meta(ge=1, le=9)]
    provenance: Provenance = "rulebook"


class Pack(Shape, frozen=True, gc=False, kw_only=True):
    """The components of the box, and decks that are ready to play."""

    id: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
    title: Text
    note: Text = ""
    units: Annotated[tuple[UnitEntry, ...], Meta(max_length=20)]
    strongholds: Annotated[tuple[StrongholdEntry, ...], Meta(max_length=10)]
    piles: Annotated[tuple[PileEntry, ...], Meta(max_length=20)]
    decks: Annotated[tuple[DeckEntry, ...], Meta(max_length=50)]


# ---------------------------------------------------------------- a battle to be weighed


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
