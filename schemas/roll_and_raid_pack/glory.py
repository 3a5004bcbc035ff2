"""What can be counted, for a requirement or for glory, and how glory is counted."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import Shape, Text
from schemas.roll_and_raid_pack.values import Count, Id, Points, Provenance

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
