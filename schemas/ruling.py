"""The parts of an answer that are the same for every game."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from schemas.base import Name, Shape

PlayerName = Name
ClaimedTotal = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31)]
Verdict = Literal["legal", "illegal", "undetermined", "impossible"]
PositionVerdict = Literal["possible", "impossible", "undetermined"]
Change = Literal["verdict", "rules", "result", "facts", "nothing"]
Role = Literal["broken", "allows", "decides", "applies", "scores"]
Status = Literal["states", "silent", "differs"]
Tier = Literal["official FAQ", "official site"]
RemedyName = Literal["stands", "take-back", "rewind"]


CHANGES = (
    "What is different there: the `verdict`; with the same verdict the broken `rules`; of a legal move the `result`, "
    "which is the state after it or its events; the `facts` that are assumed or missing; or `nothing`."
)


LOGGED = (
    "With `events`: the index of the logged move that it belongs to. A decision that was played by itself has that "
    "of the move that it came before, after the last one the number of moves. Null: before all moves."
)
ROLES = (
    "What the rule does here: it is `broken`; it `allows` the move; it `decides`, as part of the reason; an event "
    "rests on it (`applies`); points come from it (`scores`). A rule is cited once; `applies` is the weakest role."
)


class Violation(Shape, frozen=True):
    """A broken rule, with the evidence."""

    rule: str
    message: str
    detail: dict[str, Any]


class Source(Shape, frozen=True):
    """Where one printed edition, or another source of its publisher, states a rule."""

    edition: str
    status: Status
    section: str | None = None
    difference: str | None = None
    tier: Tier | UnsetType = UNSET
    """The kind of source; left out for a printed edition."""


class HouseRuling(Shape, frozen=True):
    """A numbered decision of this service, where no printed edition decides, or not the one in use."""

    number: str
    reason: str


class Citation(Shape, frozen=True):
    """A rule that bears on the answer, in the reader's language."""

    rule: str
    role: Annotated[Role, msgspec.Meta(description=ROLES)]
    title: str
    text: str
    sources: list[Source]
    house_ruling: HouseRuling | None = None


class Event(Shape, frozen=True):
    """Something that happened at the table, for a machine and as a sentence."""

    type: str
    text: str
    rule: str
    detail: dict[str, Any]


class Fact(Shape, frozen=True):
    """Something about the table that the request does not say."""

    fact: str
    text: str
    rule: str
    zones: Annotated[list[str], msgspec.Meta(description="JSON Pointers to what was left out of the request.")]
    detail: dict[str, Any]


class LoggedEvent(Event, frozen=True):
    """An event of a replay."""

    move: Annotated[int | None, msgspec.Meta(description=LOGGED)] | UnsetType = UNSET


class Next(Shape, frozen=True, kw_only=True):
    """Who may do what now; an empty list means nobody. ``unknown`` stands alone: what would have to be known."""

    phase: str | UnsetType = UNSET
    players: list[str] | UnsetType = UNSET
    moves: list[str] | UnsetType = UNSET
    unknown: list[Fact] | UnsetType = UNSET


class Basis(Shape, frozen=True):
    """A choice among editions and house rules."""

    edition: str | None = None
    house_rule: str | None = None
    value: str | None = None


class Foundation(Shape, frozen=True):
    """Something chosen or made up that an answer depends on, not the printed book: a house rule, a house ruling of
    this service, or stand-in component data.
    """

    kind: Literal["house-rule", "house-ruling", "stand-in"]
    name: Annotated[str, msgspec.Meta(description="The house rule, the number of the house ruling, or `pack`.")]
    value: Annotated[str, msgspec.Meta(description="The value of the house rule, the rule's id, or the pack's id.")]
    text: str


class Difference(Shape, frozen=True):
    """What the answer would be under another edition or house rule."""

    under: Basis
    verdict: str
    rules: list[str]
    changes: Annotated[Change, msgspec.Meta(description=CHANGES)]


class RulesVersion(Shape, frozen=True):
    """Which rules gave the answer: the same case and version give the same bytes."""

    game: str
    rulebook: str
    engine: str


class ScoreLine(Shape, frozen=True):
    """Points, and the rule that they come from."""

    rule: str
    points: int
    text: str
    detail: dict[str, Any]


class PlayerScore(Shape, frozen=True):
    """One player's score. ``total`` is null when the position cannot be counted at all."""

    name: str
    total: int | None
    figures: dict[str, int]
    """The figures that break ties, such as the largest territory."""
    lines: list[ScoreLine]


class Explanation(Shape, frozen=True):
    """A mistake that would explain the claimed total."""

    rule: str
    points: int
    text: str
    detail: dict[str, Any]


class ClaimCheck(Shape, frozen=True):
    """A claimed total compared with the computed one."""

    name: str
    claimed: int
    total: int | None
    difference: int | None
    correct: bool
    explanations: list[Explanation]


class TieBreak(Shape, frozen=True):
    """What separated players with the same total, or that nothing did."""

    rule: str
    text: str
    players: list[str]
    detail: dict[str, Any]


class Refusal(Shape, frozen=True):
    """A kind of move that nobody, or this player, may make now, and why."""

    type: str
    violations: list[Violation]


class ScoreDifference(Shape, frozen=True):
    """What the score would be under another edition or house rule."""

    under: Basis
    totals: dict[str, int | None]
    ranking: list[list[str]]


class RemedyScore(Shape, frozen=True):
    """A player's points at the end of a remedy."""

    name: str
    total: int | None
    difference: Annotated[
        int | None, msgspec.Meta(description="To the total if the move stands; null if one of them is unknown.")
    ]


class LeftOut(Shape, frozen=True):
    """A remedy that is not in the answer, because of its steps or its size."""

    remedy: RemedyName
    reason: Literal["steps", "size"]
    text: str


class PackFinding(Shape, frozen=True):
    """Something wrong or odd in a pack, and where."""

    level: Literal["error", "warning"]
    pointer: str
    message: str


class BatchReply(Shape, frozen=True):
    """One answer of a batch, with the status that it would have had by itself."""

    status: int
    body: msgspec.Raw


class ProblemError(Shape, frozen=True):
    """One fault of a request: a JSON Pointer into the body, or the name of a query parameter."""

    detail: str
    pointer: str | msgspec.UnsetType = msgspec.UNSET
    parameter: str | msgspec.UnsetType = msgspec.UNSET
