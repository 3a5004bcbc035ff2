"""The names, numbers and lists that the types of Brian Boru are made of."""

from typing import Annotated, Literal

from msgspec import Meta

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
VikingPileCard = Count | Hidden
Id = Annotated[str, Meta(min_length=1, max_length=40)]
TownId = Annotated[str, Meta(min_length=1, max_length=40, description="A town of the pack.")]
RegionId = Annotated[str, Meta(min_length=1, max_length=40, description="A region of the pack.")]
Cards = Annotated[tuple[Card, ...], Meta(max_length=99)]
OwnCards = Annotated[Cards, zone(seen_by="owner")]
ClosedCards = Annotated[Cards, zone(seen_by="nobody")]
MarriagePile = Annotated[tuple[Id, ...], zone(seen_by="nobody", last_open=True, max_length=50)]
"""The Princess of Denmark is known to lie at the bottom."""
Provenance = Literal["rulebook", "published", "stand-in"]
