"""The names and numbers that the pack of Roll & Raid is made of."""

from typing import Annotated, Literal

from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Count = Annotated[int, Meta(ge=0, le=999)]
Points = Annotated[int, Meta(ge=-999, le=999)]
Colour = Literal["brown", "grey", "orange"]
Season = Literal["summer", "winter"]
Product = Literal["axe", "ship", "house", "viking"]
Good = Literal["axe", "ship", "house"]
Level = Annotated[str, Meta(pattern="^[1-9]$", description="The level of a raid card.")]
Provenance = Literal["rulebook", "published", "stand-in"]
Ids = Annotated[tuple[Id, ...], Meta(max_length=20)]
