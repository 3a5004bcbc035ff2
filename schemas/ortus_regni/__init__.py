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

``state`` is built of ``earldom`` (what an Earl has on the table), ``pending`` (what waits for a decision) and
``options``. The moves are in ``turn_moves`` and ``pending_moves``, and ``Move`` is here. ``values`` has the names and
lists that the others are made of.
"""

from schemas.ortus_regni.earldom import Deed, Eliminated, Estate, Fief, Mercenary, Named, Player, Property
from schemas.ortus_regni.odds import (
    AimOdds,
    CardOdds,
    Engagement,
    EventOdds,
    Likelihood,
    Muster,
    Odds,
    OutcomeOdds,
    SideOdds,
    TargetOdds,
)
from schemas.ortus_regni.options import HouseRules, Options
from schemas.ortus_regni.pack import DeckEntry, Pack, PileEntry, StrongholdEntry, UnitEntry
from schemas.ortus_regni.pending import (
    NOBODY,
    Battle,
    Coronation,
    Declaration,
    Force,
    Invasion,
    Joust,
    Jouster,
    Pending,
    Politics,
    Stake,
)
from schemas.ortus_regni.pending_moves import (
    Capture,
    Cube,
    Deal,
    Decide,
    Dispute,
    Enter,
    Excuse,
    Field,
    Give,
    Offer,
    Order,
    Pick,
    Place,
    PlayAllies,
    Ransom,
    Reveal,
    RevealVikings,
    Spoil,
    StayOut,
    Suffer,
)
from schemas.ortus_regni.state import State
from schemas.ortus_regni.turn_moves import (
    Appoint,
    Attach,
    Attack,
    Banquet,
    Bequeath,
    Build,
    Castle,
    Claim,
    Concede,
    Emissary,
    End,
    Garrison,
    Hire,
    HoldJoust,
    Intrigue,
    Monastery,
    Mulligan,
    Recruit,
    Start,
    Tower,
    Treachery,
)
from schemas.ortus_regni.values import (
    Aim,
    AnchorType,
    AnyCard,
    Armies,
    Army,
    ArmyType,
    AttackKind,
    BattleCard,
    BattleDiscard,
    Card,
    Cards,
    CardType,
    ClosedArmies,
    ClosedCards,
    ClosedVikings,
    Colour,
    Count,
    Edition,
    EstateType,
    FaceType,
    Id,
    JoustCard,
    NamedAttack,
    NoVassal,
    Number,
    Numbers,
    Outcome,
    OwnCards,
    Phase,
    PropertyType,
    Provenance,
    Variant,
    VikingType,
)

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

__all__ = [
    "NOBODY",
    "Aim",
    "AimOdds",
    "AnchorType",
    "AnyCard",
    "Appoint",
    "Armies",
    "Army",
    "ArmyType",
    "Attach",
    "Attack",
    "AttackKind",
    "Banquet",
    "Battle",
    "BattleCard",
    "BattleDiscard",
    "Bequeath",
    "Build",
    "Capture",
    "Card",
    "CardOdds",
    "CardType",
    "Cards",
    "Castle",
    "Claim",
    "ClosedArmies",
    "ClosedCards",
    "ClosedVikings",
    "Colour",
    "Concede",
    "Coronation",
    "Count",
    "Cube",
    "Deal",
    "Decide",
    "DeckEntry",
    "Declaration",
    "Deed",
    "Dispute",
    "Edition",
    "Eliminated",
    "Emissary",
    "End",
    "Engagement",
    "Enter",
    "Estate",
    "EstateType",
    "EventOdds",
    "Excuse",
    "FaceType",
    "Fief",
    "Field",
    "Force",
    "Garrison",
    "Give",
    "Hire",
    "HoldJoust",
    "HouseRules",
    "Id",
    "Intrigue",
    "Invasion",
    "Joust",
    "JoustCard",
    "Jouster",
    "Likelihood",
    "Mercenary",
    "Monastery",
    "Move",
    "Mulligan",
    "Muster",
    "Named",
    "NamedAttack",
    "NoVassal",
    "Number",
    "Numbers",
    "Odds",
    "Offer",
    "Options",
    "Order",
    "Outcome",
    "OutcomeOdds",
    "OwnCards",
    "Pack",
    "Pending",
    "Phase",
    "Pick",
    "PileEntry",
    "Place",
    "PlayAllies",
    "Player",
    "Politics",
    "Property",
    "PropertyType",
    "Provenance",
    "Ransom",
    "Recruit",
    "Reveal",
    "RevealVikings",
    "SideOdds",
    "Spoil",
    "Stake",
    "Start",
    "State",
    "StayOut",
    "StrongholdEntry",
    "Suffer",
    "TargetOdds",
    "Tower",
    "Treachery",
    "UnitEntry",
    "Variant",
    "VikingType",
]
