"""The JSON types of Roll & Raid: the state of a table, the moves, the score pad. Its pack: ``roll_and_raid_pack``.

Clans have the names of their players. Everything printed on a sheet or a card is named by its id in the pack. A
table in the middle of production::

    {"round": 3, "phase": "production", "dice": {"brown": 4, "grey": 2, "orange": 6},
     "players": [{"name": "ana", "vikings": 5, "axes": 1, "ships": 0, "dice_used": ["brown"],
                  "tracks": {"brown": 6, "grey": 0, "orange": 2}, …}, …],
     "display": ["lindisfarne", "iona"]}

A zone that is left out is unknown, not empty. Everything on a sheet is written with a pencil and stays: ``hall``
counts all Vikings ever recruited and ``vikings`` those not yet crossed out, ``port`` lists the hexagons marked
inside and ``ships`` counts those among them that are not yet marked outside.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import Name, Shape, Unresolved
from schemas.roll_and_raid_pack import Colour, Count, Good, Id, Pack, Season
from schemas.table import Hidden, zone

Edition = Literal["es"]
Phase = Literal["setup", "start", "production", "choice", "conflict", "resolution", "maintenance", "over"]
Waiting = Literal["axe", "ship", "house", "axe-or-ship", "axe-or-house", "ship-or-house", "axe-or-ship-or-house"]
"""A product without a place, or one of several, as the clan chooses when it stores it."""
Use = Literal["track", "hall", "god", "development"]
Benefit = Literal["die", "raid", "reroll"]
DieFace = Annotated[int, Meta(ge=1, le=6, description="What a die shows.")]
RoundNumber = Annotated[int, Meta(ge=1, le=16)]
FestivalRound = Literal["4", "8", "12", "16"]
CardId = Annotated[str, Meta(min_length=1, max_length=40, description="A raid card of the pack.")]
DieId = Annotated[
    str, Meta(min_length=1, max_length=40, description="The colour of a resource die, or the id of a favour die.")
]
Fingers = Annotated[int, Meta(ge=0, le=99, description="A number shown with the fingers.")]


class HouseRules(Shape, frozen=True):
    """Named choices where the quick reference is open. What is left out follows the edition.

    ``two_dice``: at most two resource dice a round, or two whenever there is a use for them. ``raised_dice``:
    whether the altar can raise a die above six. ``developments_again``: each once, or as often as wanted.
    ``altar_in_raid``: whether the altar also helps while the raid dice lie on the table, or only what was bought in
    production does. ``unused_help``: what becomes of help that was bought and not used in the round.
    ``altar_points``: whether Vikings given on the altar score what the pack prints there. ``too_many_fingers``: a
    number without a card. ``bid_limit``: the most Vikings in one bid. ``bid_again``: who repeats a tied bid, the tied
    clans or all that have not retreated. ``tied_vikings``: whether those who bid again have lost the Vikings shown.
    ``failed_roll``: whether the card stays after a failed roll or the right to raid passes to the next bid.
    ``unable_to_pay``: whether a clan that cannot pay for a card goes free or retreats. ``equal_heirs``: what happens
    when the right passes to clans with equal bids. ``payment``: whether a clan that rolled high enough and can pay
    has to. ``leftovers``: goods and favour dice left at the end. ``late_mistakes``: what is
    done about a mistake that is found out later.
    """

    two_dice: Literal["at-most", "strict"] | UnsetType = UNSET
    raised_dice: Literal["no-cap", "six"] | UnsetType = UNSET
    developments_again: Literal["once", "again"] | UnsetType = UNSET
    altar_in_raid: Literal["allowed", "prepaid"] | UnsetType = UNSET
    unused_help: Literal["lost", "kept"] | UnsetType = UNSET
    altar_points: Literal["none", "counted"] | UnsetType = UNSET
    too_many_fingers: Literal["refused", "no-raid"] | UnsetType = UNSET
    bid_limit: Literal["ten", "five", "none"] | UnsetType = UNSET
    bid_again: Literal["tied", "all"] | UnsetType = UNSET
    tied_vikings: Literal["lost", "kept"] | UnsetType = UNSET
    failed_roll: Literal["card-stays", "passes-on"] | UnsetType = UNSET
    unable_to_pay: Literal["free", "retreat"] | UnsetType = UNSET
    equal_heirs: Literal["bid-again", "nobody"] | UnsetType = UNSET
    payment: Literal["compulsory", "optional"] | UnsetType = UNSET
    leftovers: Literal["as-printed", "nothing"] | UnsetType = UNSET
    late_mistakes: Literal["stands", "take-back", "rewind"] | UnsetType = UNSET


class Options(Shape, frozen=True):
    """The edition in use and the house rules."""

    edition: Edition = "es"
    house_rules: HouseRules | UnsetType = UNSET


# ---------------------------------------------------------------- the table


class Dice(Shape, frozen=True):
    """The three resource dice, common to all clans."""

    brown: DieFace
    grey: DieFace
    orange: DieFace


class Tracks(Shape, frozen=True):
    """How many boxes are marked on each production track, from its beginning and without gaps. A track that is left
    out is unknown.
    """

    brown: Count | UnsetType = UNSET
    grey: Count | UnsetType = UNSET
    orange: Count | UnsetType = UNSET


class Help(Shape, frozen=True):
    """Raid help that was bought on the altar and not used yet: how often +2, and how many new rolls. What is left out
    is unknown.
    """

    plus: Count | UnsetType = UNSET
    rerolls: Count | UnsetType = UNSET


class Clan(Shape, frozen=True, kw_only=True):
    """A player's clan sheet and cards.

    ``rounds`` counts the boxes crossed on the round track. ``vikings``, ``axes`` and ``ships`` are what the clan
    has at hand. ``hall`` counts the Vikings recruited in the whole game, ``port`` and ``armoury`` list the hexagons
    marked inside. ``gods`` are the values written, from below. ``favours_used`` are the favour dice crossed out;
    which ones are unlocked follows from the rest of the sheet. ``altar`` counts the Vikings given on the altar,
    ``sacrifices`` those given at each festival (by round; in the festival's own round an entry means that the clan
    has made its offering). ``raised`` is by how much the altar has raised which dice in this round. ``waiting`` are
    products gained that the clan has still to give a place. ``done`` says that the clan has ended production in this
    round. ``choice`` is the number shown for the raid: null before the clan has chosen, ``"?"`` when it is
    still secret. ``raids`` are the raid cards won, in that order.
    """

    name: Name
    rounds: Annotated[int, Meta(ge=0, le=16)] | UnsetType = UNSET
    vikings: Count | UnsetType = UNSET
    axes: Count | UnsetType = UNSET
    ships: Count | UnsetType = UNSET
    hall: Count | UnsetType = UNSET
    armoury: Annotated[tuple[Id, ...], Meta(max_length=60)] | UnsetType = UNSET
    port: Annotated[tuple[Id, ...], Meta(max_length=60)] | UnsetType = UNSET
    tracks: Tracks | UnsetType = UNSET
    settlements: Annotated[dict[Id, Count], Meta(max_length=30)] | UnsetType = UNSET
    gods: Annotated[dict[Id, Annotated[tuple[Count, ...], Meta(max_length=40)]], Meta(max_length=12)] | UnsetType = (
        UNSET
    )
    developments: Annotated[tuple[Id, ...], Meta(max_length=60)] | UnsetType = UNSET
    favours_used: Annotated[tuple[Id, ...], Meta(max_length=120)] | UnsetType = UNSET
    altar: Count | UnsetType = UNSET
    sacrifices: Annotated[dict[FestivalRound, Count], Meta(max_length=4)] | UnsetType = UNSET
    dice_used: Annotated[tuple[Colour, ...], Meta(max_length=3)] | UnsetType = UNSET
    raised: Annotated[dict[DieId, Count], Meta(max_length=30)] | UnsetType = UNSET
    help: Help | UnsetType = UNSET
    waiting: Annotated[tuple[Waiting, ...], Meta(max_length=60)] | UnsetType = UNSET
    done: bool | UnsetType = UNSET
    choice: Fingers | Hidden | UnsetType | None = UNSET
    raids: Annotated[tuple[CardId, ...], Meta(max_length=99)] | UnsetType = UNSET


class Contender(Shape, frozen=True, kw_only=True):
    """A clan that has chosen a card.

    ``shown`` are its bids in the passes that are over (without those that the house rule ``tied_vikings`` lets it
    keep), ``bid`` the one of the pass under way (null: not made yet, ``"?"``: made and still secret). ``status``:
    ``in`` the running, ``beaten`` by a higher bid (the right may still pass to it), ``retreating`` with the payment
    still to be chosen, ``retreated``, or ``failed`` to pay. What is left out is unknown, unless it follows from the
    rest of the raid.
    """

    player: Name
    shown: Annotated[tuple[Fingers, ...], Meta(max_length=99)] | UnsetType = UNSET
    bid: Fingers | Hidden | UnsetType | None = UNSET
    status: Literal["in", "beaten", "retreating", "retreated", "failed"] | UnsetType = UNSET


class Raid(Shape, frozen=True, kw_only=True):
    """The raid on one card, from the conflict over it to its end.

    ``step``: ``bid`` while the clans ``in`` it bid, ``attack`` when the raid dice are to be rolled, ``help`` after
    a roll that was too low and may be bettered, ``pay`` after one that was high enough, ``over``. ``right`` is the
    clan that alone may raid, null while it is fought for and when nobody has it any more. ``dice`` are the raid
    dice that lie; those of a roll that is to be made again stay until then. Both may be left out: they are unknown
    then, unless they follow from the rest.
    """

    card: CardId
    clans: Annotated[tuple[Contender, ...], Meta(min_length=1, max_length=6)]
    step: Literal["bid", "attack", "help", "pay", "over"]
    right: Name | UnsetType | None = UNSET
    dice: Annotated[tuple[DieFace, ...], Meta(max_length=4)] | UnsetType = UNSET


class State(Shape, frozen=True, kw_only=True):
    """A table.

    ``season`` may be left out if the pack has the seasons. ``clans`` is the number of clans in the game; left out,
    it is the number of ``players`` if there are at least two. ``display`` are the raid cards that lie open,
    numbered from 1 in this order. ``deck`` is the pile, the next card first. ``raids`` are the raids of this round
    in the order of their cards; empty outside the raid phase. ``unresolved`` are steps that happen by themselves and
    could not be carried out, because something is unknown.
    """

    options: Options = Options()
    clans: Annotated[int, Meta(ge=1, le=6)] | UnsetType = UNSET
    phase: Phase | UnsetType = UNSET
    round: RoundNumber | UnsetType = UNSET
    season: Season | UnsetType = UNSET
    players: Annotated[tuple[Clan, ...], Meta(min_length=1, max_length=6)]
    dice: Dice | UnsetType | None = UNSET
    display: Annotated[tuple[CardId, ...], Meta(max_length=20)] | UnsetType = UNSET
    deck: Annotated[tuple[CardId, ...], zone(seen_by="nobody", max_length=120)] | UnsetType = UNSET
    raids: Annotated[tuple[Raid, ...], Meta(max_length=6)] | UnsetType = UNSET
    unresolved: Annotated[tuple[Unresolved, ...], Meta(max_length=10)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if len({clan.name for clan in self.players}) != len(self.players):
            raise ValueError("Two players have the same name.")


# ---------------------------------------------------------------- moves


class Refill(Shape, frozen=True, tag_field="type", tag="refill"):
    """The table turns up raid cards until the display is full. From a known deck the cards may be left out."""

    cards: Annotated[tuple[CardId, ...], Meta(max_length=20)] | UnsetType = UNSET


class Sacrifice(Shape, frozen=True, tag_field="type", tag="sacrifice"):
    """A clan sacrifices Vikings at a festival, before the resource dice are rolled. Who gives none need not say
    so.
    """

    player: Name
    vikings: Fingers


class Roll(Shape, frozen=True, tag_field="type", tag="roll"):
    """The table reports the resource dice. That closes a festival."""

    dice: Dice


class UseDie(Shape, frozen=True, kw_only=True, tag_field="type", tag="use"):
    """A clan uses a resource die (by its colour) or a favour die (by its id).

    ``to`` a production ``track`` (named by ``track``; a resource die goes to its own colour, which need not be
    said), the great ``hall``, a ``god`` (named by ``god``) or a ``development`` (named by ``development``).
    ``value`` is what the die counts, with all that raises it; it is needed only if the state leaves
    out the dice, and is compared with them otherwise.
    """

    player: Name
    die: DieId
    to: Use
    track: Colour | UnsetType = UNSET
    god: Id | UnsetType = UNSET
    development: Id | UnsetType = UNSET
    value: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET


class Altar(Shape, frozen=True, kw_only=True, tag_field="type", tag="altar"):
    """A clan gives one Viking on the altar for one benefit; for more, more moves.

    ``die``: +1 on a die of its own use, named by ``die``. ``raid``: +2 on the raid roll. ``reroll``: all raid dice
    again (in the raid phase a new roll that was bought in production is taken before another Viking).
    """

    player: Name
    benefit: Benefit
    die: DieId | UnsetType = UNSET


class Store(Shape, frozen=True, tag_field="type", tag="store"):
    """A clan gives a product that waits its place: a settlement, or a hexagon where these have no printed order. Any
    hexagon or settlement may be asked about for any product.
    """

    player: Name
    good: Good
    place: Id


class Done(Shape, frozen=True, tag_field="type", tag="done"):
    """A clan ends its production for this round."""

    player: Name


class Choose(Shape, frozen=True, tag_field="type", tag="choose"):
    """A clan chooses a raid: the number of a card on display, 0 for none, or ``"?"`` to reveal it later."""

    player: Name
    number: Fingers | Hidden


class Bid(Shape, frozen=True, tag_field="type", tag="bid"):
    """A clan in a conflict shows Vikings: 0 is a retreat, ``"?"`` is revealed later."""

    player: Name
    vikings: Fingers | Hidden


class Reveal(Shape, frozen=True, tag_field="type", tag="reveal"):
    """A clan reveals the number that it chose or bid as ``"?"``, once everybody has."""

    player: Name
    number: Fingers


class Retreat(Shape, frozen=True, tag_field="type", tag="retreat"):
    """A clan in retreat pays for it. A house is never a payment, but may be asked about."""

    player: Name
    pay: Literal["viking", "axe", "ship", "house"]


class Attack(Shape, frozen=True, tag_field="type", tag="attack"):
    """The raid dice of the clan that has the right to raid, in any order.

    ``favour``: a favour die or, by its colour, a resource die put among them (never allowed, but it may be asked).
    """

    player: Name
    dice: Annotated[tuple[DieFace, ...], Meta(min_length=1, max_length=9)]
    favour: Id | UnsetType = UNSET


class Yield(Shape, frozen=True, tag_field="type", tag="yield"):
    """A clan lets a roll that was too low stand, or (where that is agreed) declines to pay."""

    player: Name


class Pay(Shape, frozen=True, kw_only=True, tag_field="type", tag="pay"):
    """A clan pays for a raid card by the season and takes it. No card costs ``houses``; they may be asked about."""

    player: Name
    vikings: Fingers = 0
    axes: Fingers = 0
    ships: Fingers = 0
    houses: Fingers | UnsetType = UNSET


Move = (
    Refill | Sacrifice | Roll | UseDie | Altar | Store | Done | Choose | Bid | Reveal | Retreat | Attack | Yield | Pay
)


# ---------------------------------------------------------------- the score pad

Glory = Annotated[int, Meta(ge=-9999, le=9999)]


class SheetClan(Shape, frozen=True, kw_only=True):
    """The summary of points at the bottom of one finished sheet: four triskels, and the raid cards won."""

    name: Name
    sacrifices: Glory
    developments: Glory
    gods: Glory
    battle: Glory
    raids: Annotated[int, Meta(ge=0, le=99)]


class Sheet(Shape, frozen=True, kw_only=True):
    """Finished sheets as they were added up by hand. The triskels themselves are counted from a state."""

    options: Options = Options()
    players: Annotated[tuple[SheetClan, ...], Meta(min_length=1, max_length=6)]

    def __post_init__(self) -> None:
        if len({clan.name for clan in self.players}) != len(self.players):
            raise ValueError("Two players have the same name.")


__all__ = ["Pack"]
