"""What the shapes of any game can be made of: options, players, moves, and zones with what the service has to know.

A game from outside builds its types on these; the types of our own games are older and have more to say::

    Hand = Annotated[tuple[Card | Hidden, ...], zone(seen_by="owner", tap="card", max_length=13)]

    class Player(table.Player, frozen=True):
        hand: Hand | UnsetType = UNSET

    class State(table.State, frozen=True, kw_only=True):
        players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=4)]

    class Bid(table.Move, frozen=True):       # the type on the wire is "bid"
        player: Name
        card: Card

A zone that is left out (``UNSET``) is unknown, not empty.
"""

import re
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import SAME_NAME, Name, Shape, Text, Unresolved

__all__ = [
    "UNSET",
    "Hidden",
    "HouseRules",
    "Meta",
    "Move",
    "Name",
    "NoPack",
    "Options",
    "Player",
    "State",
    "UnsetType",
    "zone",
]

Hidden = Literal["?"]
"""Stands for a card that nobody named."""
SeenBy = Literal["everybody", "owner", "nobody"]


def zone(*, seen_by: SeenBy = "everybody", last_open: bool = False, tap: str = "", **limits: Any) -> Meta:
    """What is to be known of a zone besides its type.

    ``seen_by``: who sees what is in it; ``view`` hides it from the others, with ``last_open`` all but the last card.
    ``tap``: the field of a move that an entry of this zone is put into when somebody taps on it in a picture.
    ``limits`` are those of ``msgspec.Meta``, such as ``max_length``.
    """
    return Meta(extra={"seen_by": seen_by, "last_open": last_open, "tap": tap}, **limits)


class HouseRules(Shape, frozen=True):
    """Named choices where players differ; a game adds its own, each a literal type. Here there are none."""


class Options(Shape, frozen=True):
    """The edition in use: one of those in ``rules.toml``; the first of them if it is left out."""

    edition: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    house_rules: HouseRules | UnsetType = UNSET


class Player(Shape, frozen=True):
    """A player's part of the table."""

    name: Name


class State(Shape, frozen=True, kw_only=True):
    """A table. A game adds its zones, and its own type of players."""

    options: Options = Options()
    players: Annotated[tuple[Any, ...], Meta(min_length=1, max_length=8)]
    unresolved: Annotated[tuple[Unresolved, ...], Meta(max_length=10)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if len({player.name for player in self.players}) != len(self.players):
            raise ValueError(SAME_NAME)


def type_on_the_wire(name: str) -> str:
    """``GoFish`` is ``go-fish``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Move(Shape, frozen=True, tag_field="type", tag=type_on_the_wire):
    """A move; its ``type`` is the name of the class in lower case, with dashes."""


class NoPack(Shape, frozen=True, kw_only=True):
    """The pack of a game whose pieces have nothing printed on them that a rule depends on."""

    id: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")] = "base"
    title: Text = ""
    note: Text = ""
