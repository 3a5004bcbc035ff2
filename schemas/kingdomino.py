"""The JSON types of Kingdomino: the state of a table, the moves, and the pack of dominoes.

Coordinates: the castle is at 0,0; x grows east, y grows north. A lying domino is given by the square of its half
*a* (the one listed first in the pack) and the side on which half *b* lies::

        y
        2   .  .  .  .  .
        1   .  .  .  b  .        {"domino": 19, "x": 1, "y": 0, "to": "n"}  has a at 1,0 and b at 1,1
        0   .  .  C  a  .        (C is the castle)
            -2 -1  0  1  2  x

A zone that is left out is unknown, not empty.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import SAME_NAME, Name, Shape, Text, Unresolved
from schemas.table import Hidden, zone

Terrain = Literal["wheat", "forest", "lake", "grassland", "swamp", "mine"]
Side = Literal["n", "e", "s", "w"]
Edition = Literal["es", "first"]
Variant = Literal["great-duel", "harmony", "middle-kingdom", "dynasty"]
Phase = Literal["first-round", "play", "over"]
Number = Annotated[int, Meta(ge=1, le=999, description="The number on the back of a domino.")]
PileDomino = Number | Hidden
Coordinate = Annotated[int, Meta(ge=-99, le=99)]
Crowns = Annotated[int, Meta(ge=0, le=3)]


class HouseRules(Shape, frozen=True):
    """Named choices where editions or players differ. What is left out follows the edition."""

    three_players: Literal["all-48", "twelve-out"] | UnsetType = UNSET
    first_round_of_two: Literal["one-two-one", "drawn", "alternate"] | UnsetType = UNSET
    tie_break: Literal["territory", "territory-then-crowns"] | UnsetType = UNSET
    harmony: Literal["full-grid", "no-discards"] | UnsetType = UNSET
    middle_kingdom: Literal["box", "full", "fits"] | UnsetType = UNSET
    late_mistakes: Literal["stands", "take-back", "rewind"] | UnsetType = UNSET


class Options(Shape, frozen=True):
    """The edition in use, the variants agreed on, and the house rules."""

    edition: Edition = "es"
    variants: Annotated[tuple[Variant, ...], Meta(max_length=10)] = ()
    house_rules: HouseRules | UnsetType = UNSET

    def __post_init__(self) -> None:
        if len(set(self.variants)) != len(self.variants):
            raise ValueError("A variant is named twice.")


class Lying(Shape, frozen=True):
    """A domino that lies in a kingdom."""

    domino: Number
    x: Coordinate
    y: Coordinate
    to: Side


class Square(Shape, frozen=True):
    """One square of a kingdom, for those who do not know the domino numbers."""

    x: Coordinate
    y: Coordinate
    terrain: Terrain
    crowns: Crowns = 0


class Player(Shape, frozen=True):
    """A player's part of the table. The kingdom is given by dominoes or by squares, not by both."""

    name: Name
    kingdom: Annotated[tuple[Lying, ...], Meta(max_length=100)] | UnsetType = UNSET
    squares: Annotated[tuple[Square, ...], Meta(max_length=200)] | UnsetType = UNSET
    discarded: Annotated[tuple[Number, ...], Meta(max_length=100)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.kingdom is not UNSET and self.squares is not UNSET:
            raise ValueError("Tell the kingdom either by `kingdom` or by `squares`, not by both.")


class Slot(Shape, frozen=True):
    """A domino in a line, and whose king stands on it."""

    domino: Number
    king: Name | None = None


Line = Annotated[tuple[Slot, ...], Meta(max_length=12)]


class State(Shape, frozen=True, kw_only=True):
    """A table. ``current_line`` holds what is still to be placed, ``next_line`` what is being chosen from."""

    options: Options = Options()
    phase: Phase | UnsetType = UNSET
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=8)]
    kings_drawn: Annotated[tuple[Name, ...], Meta(max_length=8)] | UnsetType = UNSET
    current_line: Line | UnsetType = UNSET
    next_line: Line | UnsetType = UNSET
    pile: Annotated[tuple[PileDomino, ...], zone(seen_by="nobody", max_length=999)] | UnsetType = UNSET
    leftovers: Annotated[tuple[Number, ...], Meta(max_length=100)] | UnsetType = UNSET
    unresolved: Annotated[tuple[Unresolved, ...], Meta(max_length=10)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if len({player.name for player in self.players}) != len(self.players):
            raise ValueError(SAME_NAME)


class Choose(Shape, frozen=True, tag_field="type", tag="choose"):
    """A player puts a king on a domino of the next line."""

    player: Name
    domino: Number


class Place(Shape, frozen=True, tag_field="type", tag="place"):
    """A player adds a domino to the own kingdom."""

    player: Name
    domino: Number
    x: Coordinate
    y: Coordinate
    to: Side


class Discard(Shape, frozen=True, tag_field="type", tag="discard"):
    """A player gives up a domino that fits nowhere."""

    player: Name
    domino: Number


class Reveal(Shape, frozen=True, tag_field="type", tag="reveal"):
    """The table turns up the next line. With a known pile the dominoes may be left out."""

    dominoes: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=12)] | UnsetType = UNSET


class Draw(Shape, frozen=True, tag_field="type", tag="draw"):
    """The table draws the kings for the first round: the whole order of choosing, a name for each king."""

    kings: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=8)]


Move = Choose | Place | Discard | Reveal | Draw


class Half(Shape, frozen=True):
    """One square of a domino."""

    terrain: Terrain
    crowns: Crowns


class Domino(Shape, frozen=True):
    """A domino of a pack."""

    number: Number
    a: Half
    b: Half
    provenance: Literal["rulebook", "published", "stand-in"] = "stand-in"


class Pack(Shape, frozen=True, kw_only=True):
    """The dominoes of a box."""

    id: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
    title: Text
    note: Text = ""
    dominoes: Annotated[tuple[Domino, ...], Meta(max_length=200)]
