"""The answers to questions: one Struct for each operation, the same for all games but for their states and moves.

An operation builds one of these, and it is encoded once. ``answer_types`` gives the types of one game for the OpenAPI
document.
"""

import types
from typing import Annotated, Any, Generic, TypeVar

from msgspec import UNSET, Meta, Raw, UnsetType

from schemas.base import Shape
from schemas.ruling import (
    BatchReply,
    Citation,
    ClaimCheck,
    Difference,
    Event,
    Fact,
    Foundation,
    LeftOut,
    LoggedEvent,
    Next,
    PackFinding,
    PlayerScore,
    PositionVerdict,
    ProblemError,
    Refusal,
    RemedyName,
    RemedyScore,
    RulesVersion,
    ScoreDifference,
    TieBreak,
    Verdict,
    Violation,
)

State = TypeVar("State")
Move = TypeVar("Move")
Odds = TypeVar("Odds")

Summary = Annotated[str, Meta(description="The answer in one sentence, in the reader's language.")]
QuestionId = Annotated[str, Meta(description="Digest of the question alone: the same in every release and language.")]
CaseId = Annotated[str, Meta(description="Digest of question, language, pack and rules version: the same bytes.")]
StateAfter = Annotated[State, Meta(description="The table afterwards.")]
StateOrNull = Annotated[State | None, Meta(description="The table after a legal move, else null.")]
REPLAY_EVENTS = "With `events`: all that happened. With `play_forced` alone: the decisions that were played."
REPAIR = "With `repair`: what may be done about an illegal move; null if there is none."
POSSIBLE = "Whether it can be done; if not, `violations` say why. Null: too little is known, see `missing`."
LEGAL_UNTIL = "The index of the first logged move that is not legal then; the number of moves if all are."
RulingOrNull = Annotated[Raw | None, Meta(description="The ruling on the move that failed.")]


class SetupAnswer(Shape, Generic[State], frozen=True, kw_only=True):
    """A table set up anew."""

    summary: Summary
    state: StateAfter[State]
    next: Next | None
    rests_on: list[Foundation]
    rules_version: RulesVersion
    question_id: QuestionId
    case_id: CaseId


class Ruling(Shape, Generic[State], frozen=True, kw_only=True):
    """The verdict on one move."""

    summary: Summary
    verdict: Verdict
    state: StateOrNull[State]
    violations: list[Violation]
    citations: list[Citation]
    assumed: list[Fact]
    missing: list[Fact]
    rests_on: list[Foundation]
    events: list[Event]
    next: Next | None


class ValidateAnswer(Ruling[State], Generic[State, Move], frozen=True, kw_only=True):
    """The ruling on a move, and what other editions and house rules would say."""

    differs_under: list[Difference]
    comparison: list[Difference] | UnsetType = UNSET
    suggestions: list[Move] | UnsetType = UNSET
    rules_version: RulesVersion
    question_id: QuestionId
    case_id: CaseId


class LegalMovesAnswer(Shape, Generic[Move], frozen=True, kw_only=True):
    """The legal moves in a position."""

    summary: Summary
    verdict: PositionVerdict
    moves: list[Move]
    complete: Annotated[bool, Meta(description="Whether these are all legal moves.")]
    truncated: Annotated[bool, Meta(description="Whether the list ends early because it takes too many steps.")]
    refused: list[Refusal]
    violations: list[Violation]
    citations: list[Citation]
    assumed: list[Fact]
    missing: list[Fact]
    rests_on: list[Foundation]
    next: Next | None
    rules_version: RulesVersion
    question_id: QuestionId
    case_id: CaseId


class Remedy(Shape, Generic[State, Move], frozen=True, kw_only=True):
    """What may be done about a move that was found out too late, and where it leads."""

    remedy: RemedyName
    recommended: Annotated[bool, Meta(description="Whether the rule and its house rule say so.")]
    possible: Annotated[bool | None, Meta(description=POSSIBLE)]
    text: str
    violations: Annotated[list[Violation], Meta(description="Why not; else what the state contradicts.")]
    move: Annotated[Move | None, Meta(description="The move that is made instead, if any.")]
    legal_until: Annotated[int | None, Meta(description=LEGAL_UNTIL)]
    ruling: Annotated[Ruling[State] | None, Meta(description="On the first later move that is not legal then.")]
    state: Annotated[State | None, Meta(description="The table after the last move that is legal then.")]
    scores: Annotated[list[RemedyScore] | None, Meta(description="At that table; null if it cannot be counted.")]
    ranking: Annotated[list[list[str]] | None, Meta(description="At that table; null if nobody can be ranked.")]
    assumed: list[Fact]
    missing: Annotated[list[Fact], Meta(description="What would have to be known to say where it leads.")]
    next: Next | None


class Repair(Shape, Generic[State, Move], frozen=True, kw_only=True):
    """What may be done about the first illegal move of a log, after the game went on."""

    rule: Annotated[str | None, Meta(description="The rule about late mistakes; null in a game without one.")]
    recommended: Annotated[RemedyName | None, Meta(description="The remedy that this rule chooses.")]
    remedies: list[Remedy[State, Move]]
    left_out: list[LeftOut]
    citations: list[Citation]
    rests_on: list[Foundation]


class ReplayAnswer(Shape, Generic[State, Move], frozen=True, kw_only=True):
    """The end of a log, or its first move that is not legal."""

    summary: Summary
    verdict: Verdict
    state: StateAfter[State]
    failed_at: int | None
    ruling: Ruling[State] | None
    states: list[State] | UnsetType = UNSET
    events: Annotated[list[LoggedEvent], Meta(description=REPLAY_EVENTS)] | UnsetType = UNSET
    citations: (
        Annotated[list[Citation], Meta(description="With `events`: the rules that they rest on.")] | UnsetType
    ) = UNSET
    repair: Annotated[Repair[State, Move] | None, Meta(description=REPAIR)] | UnsetType = UNSET
    assumed: list[Fact]
    next: Next | None
    rests_on: list[Foundation]
    rules_version: RulesVersion
    question_id: QuestionId
    case_id: CaseId


class ResolveAnswer(Shape, Generic[State], frozen=True, kw_only=True):
    """What happens by itself in a position."""

    summary: Summary
    verdict: PositionVerdict
    state: Annotated[State | None, Meta(description="The table at the next decision; null if it is impossible.")]
    violations: list[Violation]
    citations: list[Citation]
    assumed: list[Fact]
    missing: list[Fact]
    rests_on: list[Foundation]
    events: list[Event]
    next: Next | None
    rules_version: RulesVersion
    question_id: QuestionId
    case_id: CaseId


class AuditAnswer(Shape, frozen=True, kw_only=True):
    """Whether a position is possible."""

    summary: Summary
    verdict: PositionVerdict
    violations: list[Violation]
    citations: list[Citation]
    assumed: list[Fact]
    missing: list[Fact]
    rests_on: list[Foundation]
    rules_version: RulesVersion
    question_id: QuestionId
    case_id: CaseId


class ScoreAnswer(Shape, frozen=True, kw_only=True):
    """The points of all players, each with its rule."""

    summary: Summary
    verdict: PositionVerdict
    players: list[PlayerScore]
    ranking: list[list[str]]
    decided_by: list[TieBreak]
    final: bool | None
    claims: list[ClaimCheck]
    violations: list[Violation]
    citations: list[Citation]
    assumed: list[Fact]
    missing: list[Fact]
    rests_on: list[Foundation]
    differs_under: list[ScoreDifference]
    rules_version: RulesVersion
    question_id: QuestionId
    case_id: CaseId


class OddsAnswer(Shape, Generic[Odds], frozen=True, kw_only=True):
    """The chances of a battle."""

    summary: Summary
    verdict: PositionVerdict
    odds: Annotated[Odds | None, Meta(description="The exact chances; null when the position is impossible.")]
    violations: list[Violation]
    citations: list[Citation]
    assumed: list[Fact]
    missing: list[Fact]
    rests_on: list[Foundation]
    rules_version: RulesVersion
    question_id: QuestionId
    case_id: CaseId


class ViewAnswer(Shape, Generic[State], frozen=True, kw_only=True):
    """The table as one player may see it."""

    summary: Summary
    state: StateAfter[State]
    rules_version: RulesVersion
    question_id: QuestionId
    case_id: CaseId


class PackAnswer(Shape, frozen=True, kw_only=True):
    """What is wrong with a component pack."""

    summary: Summary
    usable: Annotated[bool, Meta(description="Whether the game can be played with it.")]
    findings: list[PackFinding]
    rules_version: RulesVersion
    question_id: QuestionId
    case_id: CaseId


class BatchAnswer(Shape, frozen=True, kw_only=True):
    """The answers, in the order of the questions."""

    answers: list[BatchReply]


class Problem(Shape, frozen=True, kw_only=True):
    """RFC 9457: why a question could not be answered."""

    type: str
    title: str
    status: int
    detail: str
    request_id: str
    errors: list[ProblemError] | UnsetType = UNSET


class Picture:
    """An SVG document: the answer to ``diagram``."""


def answer_types(shapes: Any, name: str) -> dict[str, Any]:
    """The answer type of each operation of one game, under the names that the OpenAPI document has for them."""
    title = name.title().replace("-", "")
    answers: dict[str, Any] = {
        "setup": SetupAnswer[shapes.state],
        "validate": ValidateAnswer[shapes.state, shapes.move],
        "legal-moves": LegalMovesAnswer[shapes.move],
        "resolve": ResolveAnswer[shapes.state],
        "replay": ReplayAnswer[shapes.state, shapes.move],
        "audit": AuditAnswer,
        "score": ScoreAnswer,
        "view": ViewAnswer[shapes.state],
        "packs-check": PackAnswer,
    }
    if shapes.odds is not None:
        answers["odds"] = OddsAnswer[shapes.odds]
    named = {
        operation: types.new_class(
            f"{title}{'Pack' if operation == 'packs-check' else operation.title().replace('-', '')}Answer",
            (answer,),
            {"frozen": True, "kw_only": True},
        )
        for operation, answer in answers.items()
    }
    return {**named, "diagram": Picture}
