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

What a box, a bonus, a reward or an effect can give is a ``Bonus``; what can be counted, for a requirement or for
glory, is a ``Countable``; what a development can do is an ``Effect``; how glory is counted is a ``Term``. All four
are closed lists.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from schemas.base import Names, Shape, Text

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


class Bonus(Shape, frozen=True, kw_only=True):
    """What is gained on the spot.

    ``vikings`` go to the great hall, ``axes`` to the armoury, ``ships`` to the port, ``houses`` to settlements of
    choice; what finds no room is lost. ``favours`` are favour dice unlocked. ``track`` and ``boxes`` mark that many
    more boxes on a production track, with all that they give. ``one_of`` is one of these products, as the clan
    chooses. ``glory`` are points, counted at the end by the term ``printed`` on ``gains``. ``other`` is the text of
    what none of these words says: what gains it is undetermined.
    """

    vikings: Annotated[int, Meta(ge=0, le=20)] = 0
    axes: Annotated[int, Meta(ge=0, le=20)] = 0
    ships: Annotated[int, Meta(ge=0, le=20)] = 0
    houses: Annotated[int, Meta(ge=0, le=20)] = 0
    favours: Ids = ()
    track: Colour | None = None
    boxes: Annotated[int, Meta(ge=0, le=20)] = 0
    one_of: Annotated[tuple[Good, ...], Meta(max_length=3)] = ()
    glory: Points = 0
    other: Text = ""


Gives = Product | Bonus | None
"""A product by its name, anything else as a bonus, null for nothing."""


class Cost(Shape, frozen=True, kw_only=True):
    """What is paid; ``goods`` are axes or ships, in any mixture."""

    vikings: Annotated[int, Meta(ge=0, le=50)] = 0
    axes: Annotated[int, Meta(ge=0, le=50)] = 0
    ships: Annotated[int, Meta(ge=0, le=50)] = 0
    goods: Annotated[int, Meta(ge=0, le=50)] = 0


# ---------------------------------------------------------------- what can be counted

Countable = Literal[
    "vikings",  # Vikings left
    "axes",  # axes left
    "ships",  # ships left
    "vikings-recruited",  # Vikings recruited in the whole game
    "axes-stored",  # hexagons of the armoury marked inside
    "ships-stored",  # hexagons of the port marked inside
    "houses",  # house icons crossed; of: a settlement
    "settlements",  # settlements completed
    "track-boxes",  # boxes marked on production tracks; of: a colour
    "tracks-complete",  # production tracks with no box left
    "god-boxes",  # values written on tracks of gods; of: a god
    "god-values",  # the sum of these values; of: a god
    "gods-complete",  # tracks of gods with no box left
    "developments",  # developments owned; of: one of them
    "raids",  # raid cards won; of: a level
    "raids-of-type",  # raid cards won that have a type; of: a type
    "raids-of-region",  # raid cards won that have a region; of: a region
    "raid-types",  # different types among the raid cards won
    "raid-regions",  # different regions among the raid cards won
    "altar",  # Vikings given on the altar
    "festival-vikings",  # Vikings given at festivals; of: a round
    "favours-unlocked",  # favour dice unlocked, used or not
    "favours-used",  # favour dice crossed out
    "favours-left",  # favour dice unlocked and not used
]
LEFT_OVER = ("vikings", "axes", "ships", "favours-left")
"""What is left over at the end of a game."""


class Counted(Shape, frozen=True):
    """Something that is counted; ``of`` narrows it to a settlement, colour, god, development, level, type, region
    or round.
    """

    count: Countable
    of: Id | UnsetType = UNSET


class AtLeast(Shape, frozen=True, kw_only=True):
    """So many of something."""

    count: Countable
    of: Id | UnsetType = UNSET
    least: Annotated[int, Meta(ge=1, le=999)] = 1


# ---------------------------------------------------------------- how glory is counted


class Row(Shape, frozen=True):
    """``points`` from ``least`` on, up to the next row."""

    least: Count
    points: Points


Rows = Annotated[tuple[Row, ...], Meta(max_length=40)]


class EachTerm(Shape, frozen=True, kw_only=True, tag_field="type", tag="each"):
    """``points`` for each of something, or for each full ``per`` of it."""

    count: Countable
    of: Id | UnsetType = UNSET
    points: Points
    per: Annotated[int, Meta(ge=1, le=99)] = 1


class TableTerm(Shape, frozen=True, kw_only=True, tag_field="type", tag="table"):
    """Points by a table: those of the highest row that is reached, none below the first."""

    count: Countable
    of: Id | UnsetType = UNSET
    rows: Rows


class SetsTerm(Shape, frozen=True, kw_only=True, tag_field="type", tag="sets"):
    """``points`` for each complete set with one of each of these."""

    each_of: Annotated[tuple[Counted, ...], Meta(min_length=1, max_length=12)]
    points: Points


class PrintedTerm(Shape, frozen=True, kw_only=True, tag_field="type", tag="printed"):
    """The points printed on what a clan has.

    ``settlements``: those completed. ``developments``: those owned. ``god-boxes``: all boxes written in, on every
    track of a god. ``god-tops``: on each track of a god only the highest box written in. ``raids``: the cards won.
    ``gains``: the ``glory`` of every bonus that a clan has reached.
    """

    on: Literal["settlements", "developments", "god-boxes", "god-tops", "raids", "gains"]


class FestivalTerm(Shape, frozen=True, kw_only=True, tag_field="type", tag="festivals"):
    """The table of each festival (part ``festivals``), added up."""


class MajorityTerm(Shape, frozen=True, kw_only=True, tag_field="type", tag="majority"):
    """``points`` by rank for the clans that have the most of something: first, second and so on.

    Clans that are equal all get the points of the best rank among theirs, and the ranks that they fill are not given
    to others. Nobody gets points for having none.
    """

    count: Countable
    of: Id | UnsetType = UNSET
    points: Annotated[tuple[Points, ...], Meta(min_length=1, max_length=6)]


class OtherTerm(Shape, frozen=True, kw_only=True, tag_field="type", tag="other"):
    """Glory by a text that none of the other terms says: the triskel is undetermined."""

    text: Annotated[Text, Meta(min_length=1)]


Term = EachTerm | TableTerm | SetsTerm | PrintedTerm | FestivalTerm | MajorityTerm | OtherTerm
Terms = Annotated[tuple[Term, ...], Meta(max_length=20)]


class Scoring(Shape, frozen=True, kw_only=True):
    """The terms that each triskel adds up; one that is left out is not known. ``tie_breaks`` are compared after the
    number of raid cards, one by one.
    """

    sacrifices: Terms | UnsetType = UNSET
    developments: Terms | UnsetType = UNSET
    gods: Terms | UnsetType = UNSET
    battle: Terms | UnsetType = UNSET
    tie_breaks: Annotated[tuple[Counted, ...], Meta(max_length=6)] = ()
    provenance: Provenance | UnsetType = UNSET


# ---------------------------------------------------------------- what a development does


class GainEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="gain"):
    """Once, when the development is acquired: a bonus."""

    bonus: Bonus


class IncomeEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="income"):
    """At the start of every round after the one in which it is acquired (or only of those in ``rounds``): a bonus."""

    bonus: Bonus
    rounds: Annotated[tuple[Annotated[int, Meta(ge=1, le=16)], ...], Meta(max_length=16)] = ()


class RaiseEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="raise"):
    """In production, always: ``amount`` more on every die put to this use (on tracks, if there
    is a ``colour``, only of this colour).
    """

    use: Literal["track", "hall", "god", "development"]
    colour: Colour | None = None
    amount: Annotated[int, Meta(ge=1, le=6)] = 1


class RecolourEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="recolour"):
    """In production, always: the resource die of one colour may also be used as one of another."""

    die: Colour
    as_: Colour = field(name="as")


class ExtraDieEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="extra-die"):
    """In production, always: all three resource dice may be used."""


class AltarEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="altar"):
    """Always: each Viking on the altar gives ``amount`` more on a die, or on the raid roll."""

    benefit: Literal["die", "raid"]
    amount: Annotated[int, Meta(ge=1, le=6)] = 1


class RaidRollEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="raid-roll"):
    """In every raid (or on cards of these levels, this type or this region only): ``amount`` more on the roll."""

    amount: Annotated[int, Meta(ge=1, le=12)] = 1
    levels: Annotated[tuple[Count, ...], Meta(max_length=9)] = ()
    card_type: Id | None = None
    region: Id | None = None


class DiscountEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="discount"):
    """When a raid is paid for (in this ``season``, on cards of these levels, this type or this region only): so much
    less of each, never below zero.
    """

    less: Cost
    season: Season | None = None
    levels: Annotated[tuple[Count, ...], Meta(max_length=9)] = ()
    card_type: Id | None = None
    region: Id | None = None


class SafeRetreatEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="safe-retreat"):
    """In every retreat: nothing has to be paid."""


class GloryEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="glory"):
    """At the end of the game: glory, counted with the developments."""

    terms: Terms


Occasion = Literal["acquired", "round", "production", "raid", "end", "action"]


class OtherEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="other"):
    """An effect that none of the other words says, by its text. Rulings that it may change are undetermined.

    ``when`` it works: once when it is ``acquired``, at the start of a ``round``, in ``production``, in the ``raid``
    phase, at the ``end``; left out, it may work at any time. ``action`` alone is for an action of its own, which
    changes no other ruling: the table carries it out and sends the state after it.
    """

    text: Annotated[Text, Meta(min_length=1)]
    when: Annotated[tuple[Occasion, ...], Meta(max_length=5)] = ()


Effect = (
    GainEffect
    | IncomeEffect
    | RaiseEffect
    | RecolourEffect
    | ExtraDieEffect
    | AltarEffect
    | RaidRollEffect
    | DiscountEffect
    | SafeRetreatEffect
    | GloryEffect
    | OtherEffect
)


# ---------------------------------------------------------------- the clan sheet


class Favour(Shape, frozen=True, kw_only=True):
    """A favour die and its printed value. What unlocks it says so: a hexagon, a god's box, a settlement, a bonus."""

    id: Id
    value: Annotated[int, Meta(ge=1, le=12)]
    provenance: Provenance | UnsetType = UNSET


class Track(Shape, frozen=True, kw_only=True):
    """The production track of one colour; ``boxes`` in their order, null for one without a product."""

    colour: Colour
    boxes: Annotated[tuple[Gives, ...], Meta(min_length=1, max_length=200)]
    provenance: Provenance | UnsetType = UNSET


class HallBonus(Shape, frozen=True, kw_only=True):
    """What writing down the Viking in this place gives, counted from the first."""

    at: Annotated[int, Meta(ge=1, le=999)]
    gives: Gives


class GreatHall(Shape, frozen=True, kw_only=True):
    """The great hall: how many Vikings can be written down in the whole game (null: any number), how many are there
    at the start, and the ``bonuses`` printed in it.
    """

    capacity: Annotated[int, Meta(ge=1, le=999)] | None = None
    start: Annotated[int, Meta(ge=0, le=99)] = 0
    bonuses: Annotated[tuple[HallBonus, ...], Meta(max_length=40)] = ()
    provenance: Provenance | UnsetType = UNSET


class Hexagon(Shape, frozen=True, kw_only=True):
    """A hexagon of the port or armoury, the favour dice that it touches, and what filling it gives."""

    id: Id
    favours: Ids = ()
    gives: Gives = None


class Storage(Shape, frozen=True, kw_only=True):
    """The port or the armoury. ``order``: the hexagons are filled as they are listed, or in any order.

    ``start``: so many are filled at the start, the first of the list.
    """

    hexagons: Annotated[tuple[Hexagon, ...], Meta(min_length=1, max_length=60)]
    order: Literal["fixed", "free"]
    start: Annotated[int, Meta(ge=0, le=60)] = 0
    provenance: Provenance | UnsetType = UNSET


class Settlement(Shape, frozen=True, kw_only=True):
    """A settlement: its house icons, and what it gives and scores when all of them are crossed.

    ``favour`` is its favour die, ``favours`` more of them; ``income`` comes at the start of every later round.
    """

    id: Id
    name: Text | Names
    houses: Annotated[int, Meta(ge=1, le=30)]
    loyalty: Gives = None
    favour: Id | None = None
    favours: Ids = ()
    income: Gives = None
    points: Points = 0
    provenance: Provenance | UnsetType = UNSET


class GodBox(Shape, frozen=True, kw_only=True):
    """A box on the track of a god: the ``least`` value that may be written in it, what that gives, and its points."""

    least: Annotated[int, Meta(ge=1, le=12)] = 1
    gives: Gives = None
    points: Points = 0


class God(Shape, frozen=True, kw_only=True):
    """The track of a god, from below."""

    id: Id
    name: Text | Names
    boxes: Annotated[tuple[GodBox, ...], Meta(min_length=1, max_length=40)]
    provenance: Provenance | UnsetType = UNSET


class Development(Shape, frozen=True, kw_only=True):
    """A development.

    Its requirement: a die of ``value`` or more (4 at least, by the quick reference), of its ``colour`` if it has one,
    the developments in ``after``, what ``needs`` counts, and a ``cost`` that is paid on top.
    """

    id: Id
    name: Text | Names
    colour: Colour | None = None
    value: Annotated[int, Meta(ge=4, le=12)] = 4
    after: Ids = ()
    needs: Annotated[tuple[AtLeast, ...], Meta(max_length=6)] = ()
    cost: Cost = Cost()
    effects: Annotated[tuple[Effect, ...], Meta(max_length=6)] = ()
    points: Points = 0
    provenance: Provenance | UnsetType = UNSET


class AltarBoxes(Shape, frozen=True, kw_only=True):
    """The altar: how many boxes can be marked in the whole game (null: any number), and the points for each.

    A box costs one Viking; ``costs``, one number for each box, are for an altar on which some cost more.
    """

    boxes: Annotated[int, Meta(ge=1, le=999)] | None = None
    costs: Annotated[tuple[Annotated[int, Meta(ge=1, le=20)], ...], Meta(max_length=99)] = ()
    points: Points = 0
    provenance: Provenance | UnsetType = UNSET


class Festival(Shape, frozen=True, kw_only=True):
    """Glory for the Vikings sacrificed in one of the rounds 4, 8, 12 and 16."""

    round: Literal[4, 8, 12, 16]
    rows: Rows
    provenance: Provenance | UnsetType = UNSET


# ---------------------------------------------------------------- cards and dice


class RaidCard(Shape, frozen=True, kw_only=True):
    """A raid card. Of several ``copies`` the second is called by the id with ``-2`` after it, and so on."""

    id: Id
    name: Text | Names
    copies: Annotated[int, Meta(ge=1, le=9)] = 1
    type: Id | None = None
    region: Id | None = None
    level: Annotated[int, Meta(ge=1, le=9)]
    defence: Annotated[int, Meta(ge=0, le=60)]
    summer: Cost
    winter: Cost
    reward: Gives = None
    points: Points = 0
    provenance: Provenance | UnsetType = UNSET


class SetAside(Shape, frozen=True, kw_only=True):
    """A card that is removed before the base game begins."""

    id: Id
    name: Text | Names
    provenance: Provenance | UnsetType = UNSET


class Deck(Shape, frozen=True, kw_only=True):
    """The raid deck for a number of clans: how many cards of each level."""

    clans: Annotated[int, Meta(ge=1, le=6)]
    levels: Annotated[dict[Level, Annotated[int, Meta(ge=0, le=99)]], Meta(max_length=9)]
    provenance: Provenance | UnsetType = UNSET


class Display(Shape, frozen=True, kw_only=True):
    """How many raid cards lie open with a number of clans."""

    clans: Annotated[int, Meta(ge=1, le=6)]
    cards: Annotated[int, Meta(ge=1, le=20)]
    provenance: Provenance | UnsetType = UNSET


class RaidDice(Shape, frozen=True, kw_only=True):
    """The raid dice, in ``winter`` perhaps another number, and whether their sum or the highest of them counts."""

    dice: Annotated[int, Meta(ge=1, le=4)]
    winter: Annotated[int, Meta(ge=1, le=4)] | None = None
    counts: Literal["sum", "highest"] = "sum"
    provenance: Provenance | UnsetType = UNSET


class RoundBonus(Shape, frozen=True, kw_only=True):
    """What crossing the box of a round gives."""

    round: Annotated[int, Meta(ge=1, le=16)]
    gives: Gives


class Seasons(Shape, frozen=True, kw_only=True):
    """Summer or winter for each of the 16 rounds, and the ``bonuses`` on the boxes of the round track."""

    bonuses: Annotated[tuple[RoundBonus, ...], Meta(max_length=16)] = ()
    rounds: Annotated[tuple[Season, ...], Meta(min_length=16, max_length=16)]
    provenance: Provenance | UnsetType = UNSET


class VillageDie(Shape, frozen=True, kw_only=True):
    """The colour of the village die."""

    colour: Colour
    provenance: Provenance | UnsetType = UNSET


Unfinished = Literal[
    "tracks", "port", "armoury", "settlements", "gods", "favours", "developments", "festivals", "cards"
]
"""The parts that list things, and so can be unfinished."""


class Pack(Shape, frozen=True, kw_only=True):
    """The printed sheet and cards. A part that is left out is not known.

    ``provenance`` holds for every entry that has none of its own. ``unfinished`` names parts that are there but not
    typed in to their end: what they do not list yet is not known.
    """

    id: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
    title: Text
    note: Text = ""
    provenance: Provenance = "stand-in"
    unfinished: Annotated[tuple[Unfinished, ...], Meta(max_length=9)] = ()
    seasons: Seasons | UnsetType = UNSET
    village_die: VillageDie | UnsetType = UNSET
    tracks: Annotated[tuple[Track, ...], Meta(max_length=3)] | UnsetType = UNSET
    great_hall: GreatHall | UnsetType = UNSET
    port: Storage | UnsetType = UNSET
    armoury: Storage | UnsetType = UNSET
    settlements: Annotated[tuple[Settlement, ...], Meta(max_length=30)] | UnsetType = UNSET
    gods: Annotated[tuple[God, ...], Meta(max_length=12)] | UnsetType = UNSET
    favours: Annotated[tuple[Favour, ...], Meta(max_length=120)] | UnsetType = UNSET
    developments: Annotated[tuple[Development, ...], Meta(max_length=60)] | UnsetType = UNSET
    altar: AltarBoxes | UnsetType = UNSET
    festivals: Annotated[tuple[Festival, ...], Meta(max_length=4)] | UnsetType = UNSET
    cards: Annotated[tuple[RaidCard, ...], Meta(max_length=120)] | UnsetType = UNSET
    set_aside: Annotated[tuple[SetAside, ...], Meta(max_length=20)] | UnsetType = UNSET
    decks: Annotated[tuple[Deck, ...], Meta(max_length=6)] | UnsetType = UNSET
    display: Annotated[tuple[Display, ...], Meta(max_length=6)] | UnsetType = UNSET
    raid_dice: RaidDice | UnsetType = UNSET
    scoring: Scoring | UnsetType = UNSET


PARTS = (
    "seasons",
    "village_die",
    "tracks",
    "great_hall",
    "port",
    "armoury",
    "settlements",
    "gods",
    "favours",
    "developments",
    "altar",
    "festivals",
    "cards",
    "set_aside",
    "decks",
    "display",
    "raid_dice",
    "scoring",
)
"""The parts of a pack, in the best order for typing them in."""
