"""The names and numbers that the types of Roll & Raid are made of."""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.table import Hidden

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
FingersOrHidden = Fingers | Hidden
