"""The JSON types of Brian Boru: the state of a table, the moves, the pack of components and the score pad.

Towns, regions, cards and marriage cards have the ids of the pack: ``"C4"``, ``"munster"``, ``13``, ``"aoife"``.
Players sit clockwise in the order of ``players``. A table in the middle of a trick::

    {"phase": "actions", "marker": null,
     "players": [{"name": "ana", "coins": 3, "marriage": 2, "hand": [4, 20]}, …],
     "towns": {"C1": {"disc": "ana"}, "M4": {"disc": "bruno", "viking": true}},
     "trick": {"town": "C2", "played": [{"player": "ana", "card": 11}, …], "winner": "carla"}}

A zone that is left out is unknown, not empty; a town that ``towns`` does not name has no disc, and a town without
``viking`` or ``monastery`` has none.

No instance can be part of a reference cycle, so garbage collection is off (``gc=False``).
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from schemas.base import Name, Names, Shape, Text, Unresolved
from schemas.table import Hidden, zone

Edition = Literal["pl", "es", "en"]
Colour = Literal["red", "blue", "yellow"]
CardColour = Literal["red", "blue", "yellow", "white"]
Symbol = Literal["take", "coin", "pay", "renown", "church", "raider", "courtship", "expand", "free"]
Phase = Literal[
    "opening", "preparation", "deal", "draft", "trick", "actions", "marriage", "battle", "church", "claims", "over"
]
Number = Annotated[int, Meta(ge=1, le=99, description="The value of an action card.")]
Card = Number | Hidden
Count = Annotated[int, Meta(ge=0, le=999)]
Id = Annotated[str, Meta(min_length=1, max_length=40)]
TownId = Annotated[str, Meta(min_length=1, max_length=40, description="A town of the pack.")]
RegionId = Annotated[str, Meta(min_length=1, max_length=40, description="A region of the pack.")]
Cards = Annotated[tuple[Card, ...], Meta(max_length=99)]
OwnCards = Annotated[Cards, zone(seen_by="owner")]
ClosedCards = Annotated[Cards, zone(seen_by="nobody")]
MarriagePile = Annotated[tuple[Id, ...], zone(seen_by="nobody", last_open=True, max_length=50)]
"""The Princess of Denmark is known to lie at the bottom."""
Provenance = Literal["rulebook", "published", "stand-in"]


class HouseRules(Shape, frozen=True, gc=False):
    """Named choices where editions or players differ. What is left out follows the edition."""

    opening_regions: Literal["own", "shared"] | UnsetType = UNSET
    expand_into_active: Literal["forbidden", "allowed"] | UnsetType = UNSET
    symbol_order: Literal["left-to-right", "either"] | UnsetType = UNSET
    nobody_courts: Literal["revealed", "top-of-pile"] | UnsetType = UNSET
    tricks_of_five: Literal["four", "five"] | UnsetType = UNSET
    leader_without_match: Literal["others-first", "as-white"] | UnsetType = UNSET
    monasteries_at_end: Literal["twice", "once"] | UnsetType = UNSET
    loser_order: Literal["any", "clockwise"] | UnsetType = UNSET
    late_mistakes: Literal["stands", "take-back", "rewind"] | UnsetType = UNSET


class Options(Shape, frozen=True, gc=False):
    """The edition in use and the house rules."""

    edition: Edition = "pl"
    house_rules: HouseRules | UnsetType = UNSET


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
    viking_pile: Annotated[tuple[Count | Hidden, ...], zone(seen_by="nobody", max_length=50)] | UnsetType = UNSET
    vikings_gone: Annotated[tuple[Count, ...], Meta(max_length=50)] | UnsetType = UNSET
    trick: Trick | UnsetType | None = UNSET
    discard: ClosedCards | UnsetType = UNSET
    unseen: ClosedCards | UnsetType = UNSET
    pending: Annotated[tuple[Pending, ...], Meta(max_length=8)] | UnsetType = UNSET
    shuffles: Annotated[tuple[Cards, ...], zone(seen_by="nobody", max_length=20)] | UnsetType = UNSET
    unresolved: Annotated[tuple[Unresolved, ...], Meta(max_length=8)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if len({player.name for player in self.players}) != len(self.players):
            raise ValueError("Two players have the same name.")


# ---------------------------------------------------------------- moves


class Start(Shape, frozen=True, gc=False, tag_field="type", tag="start"):
    """The table draws the first player, who gets the marker."""

    player: Name


class Open(Shape, frozen=True, gc=False, tag_field="type", tag="open"):
    """A player puts the opening disc in a town."""

    player: Name
    town: TownId


class Prepare(Shape, frozen=True, gc=False, tag_field="type", tag="prepare"):
    """The table turns up a Viking card and a marriage card. With known piles they may be left out."""

    vikings: Count | UnsetType = UNSET
    marriage: Id | UnsetType = UNSET


class Deal(Shape, frozen=True, gc=False, tag_field="type", tag="deal"):
    """The table deals the action cards. Hands that are left out stay hidden, or come from a known shuffle."""

    hands: Annotated[dict[Name, Cards], Meta(max_length=8)] | UnsetType = UNSET


class Pick(Shape, frozen=True, gc=False, tag_field="type", tag="pick"):
    """A player keeps two of the cards received. What others keep may be ``"?"``."""

    player: Name
    cards: Cards


class Lead(Shape, frozen=True, gc=False, tag_field="type", tag="lead"):
    """The holder of the marker puts it on a town and plays the first card of a trick."""

    player: Name
    town: TownId
    card: Number


class Play(Shape, frozen=True, gc=False, tag_field="type", tag="play"):
    """A player adds a card to the trick."""

    player: Name
    card: Number


class Extra(Shape, frozen=True, gc=False):
    """What is bought on top of the symbols, at two coins each."""

    church: Annotated[int, Meta(ge=0, le=99)] = 0
    raider: Annotated[int, Meta(ge=0, le=99)] = 0
    courtship: Annotated[int, Meta(ge=0, le=99)] = 0


class Act(Shape, frozen=True, gc=False, kw_only=True, tag_field="type", tag="act"):
    """A player carries out an action of the card played: all its symbols, with what is bought besides.

    ``expand`` is the town to expand to, ``free`` the town whose Viking token is removed (needless when there is one).
    ``card`` is needed only if the state leaves out the trick.
    """

    player: Name
    action: Literal["primary", "upper", "lower"]
    extra: Extra = Extra()
    expand: TownId | UnsetType = UNSET
    free: TownId | UnsetType = UNSET
    card: Number | UnsetType = UNSET


class Settle(Shape, frozen=True, gc=False, tag_field="type", tag="settle"):
    """A player puts a disc in a town as a reward of the marriage step."""

    player: Name
    town: TownId


class Wed(Shape, frozen=True, gc=False, tag_field="type", tag="wed"):
    """The player who married the Princess of Denmark chooses what comes of it."""

    player: Name
    choice: Literal["military", "trade", "spurn"]


class Raid(Shape, frozen=True, gc=False, tag_field="type", tag="raid"):
    """The town that ``loser`` loses to the Vikings is chosen by ``player``."""

    player: Name
    loser: Name
    town: TownId


class Build(Shape, frozen=True, gc=False, tag_field="type", tag="build"):
    """A player puts a monastery around a town."""

    player: Name
    town: TownId


Move = Start | Open | Prepare | Deal | Pick | Lead | Play | Act | Settle | Wed | Raid | Build


# ---------------------------------------------------------------- components


class Region(Shape, frozen=True, gc=False):
    """A region of the board."""

    id: RegionId
    name: Text | Names
    provenance: Provenance = "stand-in"


class Token(Shape, frozen=True, gc=False):
    """The claim token of a region."""

    region: RegionId
    threshold: Count
    points: Count
    provenance: Provenance = "stand-in"


class Town(Shape, frozen=True, gc=False, kw_only=True):
    """A town. ``left`` and ``top`` place it on the board, in percent."""

    id: TownId
    region: RegionId
    colour: Colour
    left: float = 0
    top: float = 0
    provenance: Provenance = "stand-in"


class Road(Shape, frozen=True, gc=False):
    """A road between two towns."""

    ends: tuple[TownId, TownId]
    provenance: Provenance = "stand-in"


class ActionCard(Shape, frozen=True, gc=False, kw_only=True):
    """An action card; symbols from left to right as printed. Some cards have no lower secondary action."""

    number: Number | None = None
    colour: CardColour
    primary: Annotated[tuple[Symbol, ...], Meta(max_length=12)]
    upper: Annotated[tuple[Symbol, ...], Meta(max_length=12)]
    lower: Annotated[tuple[Symbol, ...], Meta(max_length=12)] | None = None
    provenance: Provenance = "stand-in"
    note: Text = ""


class Space(Shape, frozen=True, gc=False):
    """A space of the marriage track and what it gives to who stands on it."""

    coins: Count = 0
    renown: Count = 0
    town: bool = False
    provenance: Provenance = "stand-in"


class MarriageCard(Shape, frozen=True, gc=False, kw_only=True):
    """A marriage card. The Princess is the one with ``princess``; her points are those for spurning her."""

    id: Id
    name: Text | Names
    points: Count = 0
    renown: Count = 0
    region: RegionId | None = None
    princess: bool = False
    provenance: Provenance = "stand-in"


class VikingCard(Shape, frozen=True, gc=False):
    """A Viking card and its invasion strength."""

    strength: Count
    provenance: Provenance = "stand-in"
    note: Text = ""


class Spread(Shape, frozen=True, gc=False):
    """Points for towns in so many regions, and in more up to the next row."""

    regions: Count
    points: Count
    provenance: Provenance = "stand-in"


class Pack(Shape, frozen=True, gc=False, kw_only=True):
    """The components of a box."""

    id: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
    title: Text
    note: Text = ""
    regions: Annotated[tuple[Region, ...], Meta(max_length=50)]
    tokens: Annotated[tuple[Token, ...], Meta(max_length=50)]
    towns: Annotated[tuple[Town, ...], Meta(max_length=200)]
    roads: Annotated[tuple[Road, ...], Meta(max_length=400)]
    cards: Annotated[tuple[ActionCard, ...], Meta(max_length=99)]
    track: Annotated[tuple[Space, ...], Meta(max_length=50)]
    marriages: Annotated[tuple[MarriageCard, ...], Meta(max_length=50)]
    vikings: Annotated[tuple[VikingCard, ...], Meta(max_length=50)]
    spread: Annotated[tuple[Spread, ...], Meta(max_length=50)]


# ---------------------------------------------------------------- the score pad


class Towns(Shape, frozen=True, gc=False):
    """Towns of one region under one control, and how many of them have a monastery."""

    towns: Count
    monasteries: Count = 0

    def __post_init__(self) -> None:
        if self.monasteries > self.towns:
            raise ValueError("There are more monasteries than towns.")


RegionTowns = Annotated[dict[RegionId, Towns], Meta(max_length=50)]


class SheetPlayer(Shape, frozen=True, gc=False, kw_only=True):
    """One column of the pad. ``towns`` are those controlled, so none under a Viking token.

    ``marriages`` is the number of marriage cards, the Princess among them if she was kept: it breaks ties. With
    ``princess`` it is at least 1.
    """

    name: Name
    points: Count
    coins: Count
    renown: Count
    marker: bool = False
    towns: RegionTowns = field(default_factory=dict)
    claims: Annotated[tuple[RegionId, ...], Meta(max_length=50)] = ()
    princess: Literal["military", "trade"] | None = None
    marriages: Count = 0


class Sheet(Shape, frozen=True, gc=False, kw_only=True):
    """The end of a game as a score pad has it: what is left out is none."""

    options: Options = Options()
    players: Annotated[tuple[SheetPlayer, ...], Meta(min_length=1, max_length=8)]
    vikings: RegionTowns = field(default_factory=dict)
    face_up: Annotated[tuple[RegionId, ...], Meta(max_length=50)] = ()

    def __post_init__(self) -> None:
        if len({player.name for player in self.players}) != len(self.players):
            raise ValueError("Two players have the same name.")
