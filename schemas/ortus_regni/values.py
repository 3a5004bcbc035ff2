"""The names, numbers and lists of cards that the types of Ortus Regni are made of."""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.table import Hidden, zone

Edition = Literal["es"]
Variant = Literal["tournament"]
Colour = Literal["blue", "red", "green", "gold", "purple", "orange"]
PropertyType = Literal["land", "market", "church", "cathedral"]
AnchorType = Literal["castle", "palace"]
EstateType = Literal["castle", "palace", "land", "market", "church", "cathedral"]
FaceType = Literal["prince", "vassal", "champion", "monk"]
CardType = Literal[
    "castle",
    "land",
    "market",
    "church",
    "cathedral",
    "prince",
    "vassal",
    "champion",
    "monk",
    "mercenary",
    "treachery",
    "intrigue",
    "allies",
    "banquet",
    "banner",
    "palace",
]
"""The 15 types of Earl cards, and the Palace."""
NoVassal = Literal[
    "castle",
    "land",
    "market",
    "church",
    "cathedral",
    "prince",
    "champion",
    "monk",
    "mercenary",
    "treachery",
    "intrigue",
    "allies",
    "banquet",
    "banner",
    "palace",
]
ArmyType = Literal["infantry", "knights"]
AnyCard = CardType | ArmyType | Literal["tower", "king"]
"""What a move may name where only some cards will do: a rule refuses the others."""
VikingType = Literal["viking", "chieftain"]
BattleCard = Literal["normal", "attacker", "defender", "church"]
"""Normal Battle, Attacker Wins, Defender Wins, Church Decides."""
Outcome = Literal["normal", "attacker", "defender"]
JoustCard = Literal["prince", "vassal", "nothing"]
AttackKind = Literal["towers", "raid", "siege"]
NamedAttack = AttackKind | Literal["vikings"]
Aim = Literal["lord", "hand", "mercenary", "properties", "armies", "castle", "towers", "king"]
"""What Treachery or Intrigue may be said to aim at."""
Phase = Literal["decks", "start", "mulligan", "turn", "vikings", "over"]
Provenance = Literal["rulebook", "published", "stand-in"]

Card = CardType | Hidden
Army = ArmyType | Hidden
Cards = Annotated[tuple[Card, ...], Meta(max_length=30)]
Armies = Annotated[tuple[Army, ...], Meta(max_length=80)]
OwnCards = Annotated[Cards, zone(seen_by="owner")]
ClosedCards = Annotated[Cards, zone(seen_by="nobody")]
"""honour/no-search: nobody may look through a pile, not even an own one."""
ClosedArmies = Annotated[Armies, zone(seen_by="nobody")]
ClosedVikings = Annotated[tuple[VikingType | Hidden, ...], zone(seen_by="nobody", max_length=30)]
BattleDiscard = Annotated[tuple[BattleCard | Hidden, ...], zone(seen_by="nobody", last_open=True, max_length=30)]
"""honour/last-battle-card: only the last Battle card lies open."""
Count = Annotated[int, Meta(ge=0, le=99)]
Number = Annotated[int, Meta(ge=1, le=99, description="The number of a Fief or a Mercenary of one Earl.")]
Numbers = Annotated[tuple[Number, ...], Meta(max_length=50)]
Id = Annotated[str, Meta(min_length=1, max_length=40)]
