"""The moves of Brian Boru, in the order of a game."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import Name, Shape
from schemas.brian_boru.values import Cards, Count, Id, Number, TownId


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
