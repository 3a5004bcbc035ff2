"""The answers of the GET operations: games, rules and packs."""

from typing import Any

from marshmallow import Schema, fields

from schemas.base import Shape
from schemas.envelopes import Envelope, about
from schemas.fields import StructField
from schemas.ruling import HouseRuling, RulesVersion, Source, Tier


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


class SearchHit(Shape, frozen=True):
    """A matching rule; the matching words are between ``<mark>`` and ``</mark>``."""

    game: str
    id: str
    title: str
    text: str


class CoverageEntry(Shape, frozen=True):
    """A rule, its kind, and the tests that obey it and break it."""

    id: str
    kind: str
    obeyed_by: list[str]
    broken_by: list[str]


class PackEntry(Shape, frozen=True):
    """A pack, in short."""

    id: str
    title: str
    note: str
    stand_in: bool


class GamesAnswer(Envelope):
    """All games."""

    games = StructField(list[GameEntry], required=True)


class GameAnswer(Envelope):
    """One game."""

    game = StructField(GameEntry, required=True)


class RulesAnswer(Envelope):
    """The rules as a tree, or the hits of a search."""

    game = fields.String()
    sections = StructField(list[SectionEntry])
    glossary = StructField(dict[str, str])
    terms = StructField(dict[str, str], **about("The words of the game, by the ids that states and moves use."))
    hits = StructField(list[SearchHit])
    rules_version = StructField(RulesVersion)


class RuleAnswer(Envelope):
    """One rule."""

    rule = StructField(RuleEntry, required=True)
    rules_version = StructField(RulesVersion, required=True)


class CoverageAnswer(Envelope):
    """How each rule is used and tested."""

    rules = StructField(list[CoverageEntry], required=True)
    rules_version = StructField(RulesVersion, required=True)


class PacksAnswer(Envelope):
    """The packs of a game."""

    packs = StructField(list[PackEntry], required=True)


class PackPartEntry(Shape, frozen=True):
    """A part of a pack: what to type in, and which rulings are undetermined without it."""

    part: str
    needs: str
    without: str


class StatusAnswer(Envelope):
    """The status of the service."""

    status = fields.String(required=True)
    version = fields.String(required=True)
    cache = StructField(dict[str, str])


def pack_answer(pack_shape: Any, name: str) -> Schema:
    """A whole pack of one game."""
    title = name.title().replace("-", "")
    parts = {"pack": StructField(pack_shape, prefix=title, required=True, **about("The component data."))}
    schema: Schema = type(f"{title}PackContent", (Envelope,), parts)()
    return schema


def template_answer(pack_shape: Any, name: str) -> Schema:
    """A pack of one game to be filled in, and a guide to its parts."""
    title = name.title().replace("-", "")
    parts = {
        "pack": StructField(pack_shape, prefix=title, required=True, **about("One example in each part.")),
        "parts": StructField(
            list[PackPartEntry], required=True, **about("The parts, in the best order for typing them in.")
        ),
    }
    schema: Schema = type(f"{title}PackTemplate", (Envelope,), parts)()
    return schema
