"""The answers of the GET operations: games, rules and packs."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from schemas.base import Shape
from schemas.ruling import HouseRuling, RulesVersion, Source, Tier

Level = Literal["draft", "reviewed", "complete"]


class EditionEntry(Shape, frozen=True):
    """A printed edition."""

    id: str
    language: str
    title: str
    note: str


class SupplementEntry(Shape, frozen=True):
    """What a publisher says outside the printed editions; it completes every edition."""

    id: str
    language: str
    title: str
    tier: Tier
    note: str


class HouseRuleValue(Shape, frozen=True):
    """One value of a house rule."""

    value: str
    text: str
    editions: list[str]
    """The editions with this value."""


class HouseRuleEntry(Shape, frozen=True):
    """A named choice."""

    name: str
    title: str
    values: list[HouseRuleValue]


class MoveType(Shape, frozen=True):
    """A type of move, and who makes it."""

    type: str
    made_by: str


class CoverageSummary(Shape, frozen=True):
    """How many rules the tests saw kept and broken, and where their names are."""

    rules: int
    kept: Annotated[int, Meta(description="Rules that some test saw kept.")]
    can_be_broken: int
    broken: Annotated[int, Meta(description="Rules that some test saw broken.")]
    path: Annotated[str, Meta(description="Where to get each rule with the tests that saw it.")]


class GameEntry(Shape, frozen=True):
    """What a client needs to know about a game."""

    id: str
    title: str
    players: tuple[int, int]
    variants: list[str]
    editions: list[EditionEntry]
    supplements: list[SupplementEntry]
    house_rules: list[HouseRuleEntry]
    languages: list[str]
    level: Annotated[
        Level,
        Meta(
            description=(
                "`draft`: served. `reviewed`: tests saw every rule kept and, where it can be, broken. `complete`: it "
                "has all languages of the service, enough cases, and no edition that says nothing."
            )
        ),
    ]
    coverage: CoverageSummary
    moves: list[MoveType]
    packs: list[str]
    operations: list[str]
    rules_version: RulesVersion


class RuleEntry(Shape, frozen=True):
    """A rule with its text."""

    id: str
    title: str
    text: str
    kind: str
    sources: list[Source]
    house_ruling: HouseRuling | None


class SectionEntry(Shape, frozen=True):
    """A section of the rules, in the order of the printed book."""

    id: str
    title: str
    rules: list[RuleEntry]


SearchKind = Literal["rule", "term", "case"]


class SearchHit(Shape, frozen=True, kw_only=True):
    """A rule, a term of the glossary or a case; the words it was found by are between ``<mark>`` and ``</mark>``."""

    kind: SearchKind
    game: str
    id: Annotated[
        str, Meta(description="A rule's id with the game's in front; a term's or a case's id within its game.")
    ]
    title: str
    text: Annotated[
        str, Meta(description="The text that holds in the reader's edition; empty for a case, which has a verdict.")
    ]
    source: (
        Annotated[Source, Meta(description="Where the reader's edition states the rule, is silent, or differs.")]
        | UnsetType
    ) = UNSET
    house_ruling: Annotated[str, Meta(description="The number of the house ruling that the rule is.")] | UnsetType = (
        UNSET
    )
    verdict: Annotated[str, Meta(description="The verdict of a case.")] | UnsetType = UNSET
    rules: Annotated[list[str], Meta(description="The rules of a case, the broken ones first.")] | UnsetType = UNSET


class SearchAnswer(Shape, frozen=True):
    """The hits of a search, the best first."""

    hits: list[SearchHit]
    total: Annotated[int, Meta(description="How many hits there are, with those beyond the limit.")]
    editions: Annotated[dict[str, str], Meta(description="The edition by which each game was searched.")]


class CoverageEntry(Shape, frozen=True):
    """A rule, its kind, and the tests that saw it kept and broken in the answers."""

    id: str
    kind: str
    can_be_broken: Annotated[
        bool,
        Meta(description="False for what happens by itself, for what is only permitted, and for what ranks players."),
    ]
    obeyed_by: list[str]
    broken_by: list[str]
    seen_as: Annotated[dict[str, int], Meta(description="The roles in which the rule was seen, each with its tests.")]


class PackEntry(Shape, frozen=True):
    """A pack, in short."""

    id: str
    title: str
    note: str
    stand_in: bool


class GamesAnswer(Shape, frozen=True):
    """All games."""

    games: list[GameEntry]


class GameAnswer(Shape, frozen=True):
    """One game."""

    game: GameEntry


class RulesAnswer(Shape, frozen=True, kw_only=True):
    """The rules as a tree, or the hits of a search."""

    game: str | UnsetType = UNSET
    sections: list[SectionEntry] | UnsetType = UNSET
    glossary: dict[str, str] | UnsetType = UNSET
    terms: (
        Annotated[dict[str, str], Meta(description="The words of the game, by the ids that states and moves use.")]
        | UnsetType
    ) = UNSET
    zones: (
        Annotated[
            dict[str, str],
            Meta(
                description="The names of the zones of a table, if the game has them; `players/hand` is a player's."
            ),
        ]
        | UnsetType
    ) = UNSET
    hits: list[SearchHit] | UnsetType = UNSET
    rules_version: RulesVersion | UnsetType = UNSET


class RuleAnswer(Shape, frozen=True):
    """One rule."""

    rule: RuleEntry
    rules_version: RulesVersion


class CoverageAnswer(Shape, frozen=True):
    """How each rule is used and tested."""

    rules: list[CoverageEntry]
    rules_version: RulesVersion


class PacksAnswer(Shape, frozen=True):
    """The packs of a game."""

    packs: list[PackEntry]


class PackPartEntry(Shape, frozen=True):
    """A part of a pack: what to type in, and which rulings are undetermined without it."""

    part: str
    needs: str
    without: str


class StatusAnswer(Shape, frozen=True, kw_only=True):
    """The status of the service."""

    status: str
    version: str
    cache: dict[str, str] | UnsetType = UNSET
    problems: list[str] | UnsetType = UNSET


def pack_answer(pack_shape: Any, name: str) -> type[Struct]:
    """A whole pack of one game."""
    content = Annotated[pack_shape, Meta(description="The component data.")]
    return defstruct(_named(name, "PackContent"), [("pack", content)], bases=(Shape,), frozen=True)


def template_answer(pack_shape: Any, name: str) -> type[Struct]:
    """A pack of one game to be filled in, and a guide to its parts."""
    example = Annotated[pack_shape, Meta(description="One example in each part.")]
    parts = Annotated[
        list[PackPartEntry], Meta(description="The parts in the order in which they are best typed in.")
    ]
    fields = [("pack", example), ("parts", parts)]
    return defstruct(_named(name, "PackTemplate"), fields, bases=(Shape,), frozen=True)


def _named(game: str, kind: str) -> str:
    return game.title().replace("-", "") + kind
