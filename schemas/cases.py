"""The JSON types of the case library: a question with its expected answer.

One case is one JSON file, and all of them together are a conformance kit: ``docs/cases.md`` describes the format.
"""

from typing import Annotated, Any, Literal, get_args

from marshmallow import fields, validate
from msgspec import UNSET, Meta, UnsetType

from schemas.base import Shape, Text
from schemas.envelopes import LanguageQuery, about
from schemas.ruling import RulesVersion

FORMAT: Literal[1] = 1
"""Increased when the format changes incompatibly."""

SourceKind = Literal["printed-example", "faq", "dispute", "house-ruling"]
Operation = Literal["validate", "score", "audit", "replay", "legal-moves", "resolve"]
CaseId = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]


class Titles(Shape, frozen=True):
    """What the case is about, in each language of the game."""

    en: Text | UnsetType = UNSET
    es: Text | UnsetType = UNSET
    pl: Text | UnsetType = UNSET


class CaseSource(Shape, frozen=True):
    """The source of a case, and the place in it."""

    kind: SourceKind
    edition: str | UnsetType = UNSET
    place: Text | UnsetType = UNSET


class Expected(Shape, frozen=True, kw_only=True, omit_defaults=True):
    """What the answer must contain; a field that is left out is not checked.

    ``broken`` are exactly the rules that are broken, ``cites`` are among those cited. ``events`` are the types of all
    events, in order; ``next`` are the players who may move next; ``recommended`` is the remedy for a late mistake.
    """

    verdict: str
    broken: tuple[str, ...] | UnsetType = UNSET
    cites: tuple[str, ...] | UnsetType = UNSET
    totals: dict[str, int] | UnsetType = UNSET
    ranking: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    failed_at: int | UnsetType | None = UNSET
    moves: int | UnsetType = UNSET
    events: tuple[str, ...] | UnsetType = UNSET
    next: tuple[str, ...] | UnsetType = UNSET
    recommended: str | UnsetType = UNSET


class Case(Shape, frozen=True, kw_only=True):
    """A case of the library, as its file has it."""

    format: Literal[1]
    id: CaseId
    game: str
    title: Titles
    source: CaseSource
    operation: Operation
    question: dict[str, Any]
    expected: Expected


class CaseEntry(Shape, frozen=True):
    """A case in short, in the reader's language."""

    id: str
    game: str
    title: str
    source: CaseSource
    operation: str
    verdict: str
    rules: list[str]


def _source() -> fields.String:
    return fields.String(validate=validate.OneOf(get_args(SourceKind)), **about("Only cases that come from there."))


class CasesQuery(LanguageQuery):
    """Which cases are wanted."""

    source = _source()
    operation = fields.String(validate=validate.OneOf(get_args(Operation)), **about("Only cases of this question."))
    verdict = fields.String(validate=validate.Length(max=40), **about("Only cases with this verdict."))
    rule = fields.String(validate=validate.Length(max=80), **about("Only cases about this rule."))
    q = fields.String(validate=validate.Length(max=200), **about("Words of the title; accents do not matter."))


class KitQuery(LanguageQuery):
    """Which games' cases are wanted."""

    game = fields.String(validate=validate.Length(max=40), **about("Only the cases of this game."))
    source = _source()


class CasesAnswer(Shape, frozen=True):
    """Cases in short."""

    cases: list[CaseEntry]
    rules_version: RulesVersion


class CaseAnswer(Shape, frozen=True):
    """One case."""

    case: Case
    rules_version: RulesVersion


class KitAnswer(Shape, frozen=True):
    """The conformance kit: every case as its file has it."""

    format: Literal[1]
    rules_versions: list[RulesVersion]
    cases: list[Case]
