"""The JSON types of GOPS: the table, and the two moves."""

from typing import Annotated, Literal

from schemas import table
from schemas.table import UNSET, Hidden, Meta, Name, UnsetType, zone

Card = Annotated[int, Meta(ge=1, le=13)]
Prizes = Annotated[tuple[Card, ...], zone(max_length=13)]
Hand = Annotated[tuple[Card | Hidden, ...], zone(seen_by="owner", tap="card", max_length=13)]
Bid_ = Annotated[Card | Hidden | None, zone(seen_by="owner")]
Pile = Annotated[tuple[Card | Hidden, ...], zone(seen_by="nobody", max_length=13)]


class HouseRules(table.HouseRules, frozen=True):
    """What becomes of a prize for which two players bid the same."""

    ties: Literal["carried", "lost"] | UnsetType = UNSET


class Options(table.Options, frozen=True):
    house_rules: HouseRules | UnsetType = UNSET


class Player(table.Player, frozen=True):
    hand: Hand | UnsetType = UNSET
    bid: Bid_ | UnsetType = UNSET
    won: Prizes | UnsetType = UNSET


class State(table.State, frozen=True, kw_only=True):
    options: Options = Options()
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=8)]
    prize: Annotated[Card | None, zone()] | UnsetType = UNSET
    carried: Prizes | UnsetType = UNSET
    pile: Pile | UnsetType = UNSET


class Reveal(table.Move, frozen=True):
    """The table turns up the next prize."""

    card: Card


class Bid(table.Move, frozen=True):
    """A player puts a card face down."""

    player: Name
    card: Card


AnyMove = Reveal | Bid
