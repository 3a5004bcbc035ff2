"""What the service answers, as TypedDicts: the fields that every game has.

States and moves differ by game and stay plain JSON here; the OpenAPI document of each game has their exact types.
Answers may gain fields in later releases.
"""

from typing import Any, Literal, NotRequired, TypedDict

from brehon_client.errors import Problem

Json = dict[str, Any]
State = Json
Move = Json
Verdict = Literal["legal", "illegal", "undetermined", "impossible"]
PositionVerdict = Literal["possible", "impossible", "undetermined"]


class RulesVersion(TypedDict):
    game: str
    rulebook: str
    engine: str


class Source(TypedDict):
    """Where an edition has a rule."""

    edition: str
    status: Literal["states", "silent", "differs"]
    section: str | None
    difference: str | None
    tier: NotRequired[str]


class HouseRuling(TypedDict):
    number: str
    reason: str


class Citation(TypedDict):
    """A rule that bears on the answer."""

    rule: str
    role: Literal["broken", "allows", "decides", "applies", "scores"]
    title: str
    text: str
    sources: list[Source]
    house_ruling: HouseRuling | None


class Violation(TypedDict):
    """A broken rule, with the evidence."""

    rule: str
    message: str
    detail: Json


class Fact(TypedDict):
    """Something that the question does not say; ``zones`` point to what was left out."""

    fact: str
    text: str
    rule: str
    zones: list[str]
    detail: Json


class Event(TypedDict):
    type: str
    text: str
    rule: str
    detail: Json
    move: NotRequired[int | None]


class Next(TypedDict, total=False):
    """Who may do what now; ``unknown`` stands alone."""

    phase: str
    players: list[str]
    moves: list[str]
    unknown: list[Fact]


class Foundation(TypedDict):
    """A house rule, a house ruling or stand-in data that an answer rests on."""

    kind: Literal["house-rule", "house-ruling", "stand-in"]
    name: str
    value: str
    text: str


class Answer(TypedDict):
    """What every answer has."""

    summary: str
    rules_version: RulesVersion
    case_id: str
    question_id: NotRequired[str]


class Position(Answer):
    """What every answer about a position or a move has."""

    violations: list[Violation]
    citations: list[Citation]
    assumed: list[Fact]
    missing: list[Fact]
    rests_on: list[Foundation]


class Difference(TypedDict):
    under: Json
    verdict: str
    rules: list[str]
    changes: str


class Ruling(Position):
    """The ruling on a move."""

    verdict: Verdict
    state: State | None
    events: list[Event]
    next: Next | None
    differs_under: list[Difference]
    comparison: NotRequired[list[Difference]]
    suggestions: NotRequired[list[Move]]


class LegalMoves(Position):
    verdict: PositionVerdict
    moves: list[Move]
    complete: bool
    truncated: bool
    refused: list[Json]
    next: Next | None


class Resolved(Position):
    verdict: PositionVerdict
    state: State | None
    events: list[Event]
    next: Next | None


class Audited(Position):
    verdict: PositionVerdict


class ScoreLine(TypedDict):
    rule: str
    points: int
    text: str
    detail: Json


class PlayerScore(TypedDict):
    name: str
    total: int | None
    figures: dict[str, int]
    lines: list[ScoreLine]


class Score(Position):
    verdict: PositionVerdict
    players: list[PlayerScore]
    ranking: list[list[str]]
    decided_by: list[Json]
    final: bool | None
    claims: list[Json]
    differs_under: list[Json]


class Replayed(Answer):
    """The end of a log, or its first move that is not legal."""

    verdict: Verdict
    state: State
    failed_at: int | None
    ruling: Json | None
    states: NotRequired[list[State]]
    events: NotRequired[list[Event]]
    citations: NotRequired[list[Citation]]
    repair: NotRequired[Json | None]
    assumed: list[Fact]
    next: Next | None
    rests_on: list[Foundation]


class Odds(Position):
    verdict: PositionVerdict
    odds: Json | None


class Viewed(Answer):
    state: State


class SetUp(Viewed):
    next: Next | None
    rests_on: list[Foundation]


class PackFinding(TypedDict):
    level: Literal["error", "warning"]
    pointer: str
    message: str


class PackChecked(Answer):
    usable: bool
    findings: list[PackFinding]


class SearchHit(TypedDict):
    kind: Literal["rule", "term", "case"]
    game: str
    id: str
    title: str
    text: str
    source: NotRequired[Source]
    house_ruling: NotRequired[HouseRuling]
    verdict: NotRequired[str]
    rules: NotRequired[list[str]]


class Found(TypedDict):
    hits: list[SearchHit]
    total: int
    editions: dict[str, str]


class BatchReply(TypedDict):
    """One answer of a batch: ``body`` is the answer if ``status`` is 200, else a problem document."""

    status: int
    body: Ruling | Score | Problem


class BatchQuestion(TypedDict):
    game: str
    operation: Literal["validate", "score"]
    body: Json
