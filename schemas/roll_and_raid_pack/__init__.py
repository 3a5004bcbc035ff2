"""The pack of Roll & Raid: the data printed on sheets and cards that the quick reference does not contain.

Every part may be left out. A ruling that needs a missing part is ``undetermined`` and names it. The parts, in the
best order for typing them in::

    seasons        summer or winter for each of the 16 rounds
    village_die    the colour of the die that also recruits in the great hall
    tracks         the production track of each colour, box by box
    great_hall     how many Vikings it holds, and how many are there at the start
    port, armoury  hexagons, their order, the favour dice that they touch
    settlements    house icons, loyalty bonus, favour die
    gods           the track of each god, from below
    favours        the favour dice, wherever they are printed, with their values
    developments   requirement, effects and points
    altar          how many Vikings it takes, and points for them
    festivals      glory for Vikings sacrificed in rounds 4, 8, 12 and 16
    cards          the raid cards
    set_aside      cards of the expansion: Paris and the Creatures
    decks          for each number of clans how many cards of each level
    display        for each number of clans how many cards lie open
    raid_dice      how many there are, and how they count
    scoring        what each of the four triskels adds up

What a box, a bonus, a reward or an effect can give is a ``Bonus`` (module ``bonus``); what can be counted, for a
requirement or for glory, is a ``Countable``, and how glory is counted is a ``Term`` (both in ``glory``); what a
development can do is an ``Effect`` (in ``effects``). All four are closed lists. The parts themselves are in
``clan_sheet``, ``cards_and_dice`` and ``glory``, and ``pack`` joins them.
"""

from schemas.roll_and_raid_pack.bonus import Bonus, Cost, Gives
from schemas.roll_and_raid_pack.cards_and_dice import (
    Deck,
    Display,
    RaidCard,
    RaidDice,
    RoundBonus,
    Seasons,
    SetAside,
    VillageDie,
)
from schemas.roll_and_raid_pack.clan_sheet import (
    AltarBoxes,
    Development,
    Favour,
    Festival,
    God,
    GodBox,
    GreatHall,
    HallBonus,
    Hexagon,
    Settlement,
    Storage,
    Track,
)
from schemas.roll_and_raid_pack.effects import (
    AltarEffect,
    DiscountEffect,
    Effect,
    ExtraDieEffect,
    GainEffect,
    GloryEffect,
    IncomeEffect,
    Occasion,
    OtherEffect,
    RaidRollEffect,
    RaiseEffect,
    RecolourEffect,
    SafeRetreatEffect,
)
from schemas.roll_and_raid_pack.glory import (
    LEFT_OVER,
    AtLeast,
    Countable,
    Counted,
    EachTerm,
    FestivalTerm,
    MajorityTerm,
    OtherTerm,
    PrintedTerm,
    Row,
    Rows,
    Scoring,
    SetsTerm,
    TableTerm,
    Term,
    Terms,
)
from schemas.roll_and_raid_pack.pack import PARTS, Pack, Unfinished
from schemas.roll_and_raid_pack.values import Colour, Count, Good, Id, Ids, Level, Points, Product, Provenance, Season

__all__ = [
    "LEFT_OVER",
    "PARTS",
    "AltarBoxes",
    "AltarEffect",
    "AtLeast",
    "Bonus",
    "Colour",
    "Cost",
    "Count",
    "Countable",
    "Counted",
    "Deck",
    "Development",
    "DiscountEffect",
    "Display",
    "EachTerm",
    "Effect",
    "ExtraDieEffect",
    "Favour",
    "Festival",
    "FestivalTerm",
    "GainEffect",
    "Gives",
    "GloryEffect",
    "God",
    "GodBox",
    "Good",
    "GreatHall",
    "HallBonus",
    "Hexagon",
    "Id",
    "Ids",
    "IncomeEffect",
    "Level",
    "MajorityTerm",
    "Occasion",
    "OtherEffect",
    "OtherTerm",
    "Pack",
    "Points",
    "PrintedTerm",
    "Product",
    "Provenance",
    "RaidCard",
    "RaidDice",
    "RaidRollEffect",
    "RaiseEffect",
    "RecolourEffect",
    "RoundBonus",
    "Row",
    "Rows",
    "SafeRetreatEffect",
    "Scoring",
    "Season",
    "Seasons",
    "SetAside",
    "SetsTerm",
    "Settlement",
    "Storage",
    "TableTerm",
    "Term",
    "Terms",
    "Track",
    "Unfinished",
    "VillageDie",
]
