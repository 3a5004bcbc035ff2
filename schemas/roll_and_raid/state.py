"""The state of a table of Roll & Raid: clan sheets, dice, cards and the raids of a round."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import SAME_NAME, Name, Shape, Unresolved
from schemas.roll_and_raid.options import Options
from schemas.roll_and_raid.values import (
    CardId,
    DieFace,
    DieId,
    FestivalRound,
    Fingers,
    FingersOrHidden,
    Phase,
    RoundNumber,
    Waiting,
)
from schemas.roll_and_raid_pack import Colour, Count, Id, Season
from schemas.table import zone


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
    choice: FingersOrHidden | UnsetType | None = UNSET
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
    bid: FingersOrHidden | UnsetType | None = UNSET
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
            raise ValueError(SAME_NAME)
