"""The parts of an answer that are the same for every game."""

from typing import Any, Literal

import msgspec

from schemas.base import Shape

Verdict = Literal["legal", "illegal", "undetermined", "impossible"]
Role = Literal["broken", "allows", "decides", "scores"]
Status = Literal["states", "silent", "differs"]


class Violation(Shape):
    """A broken rule, with the evidence."""

    rule: str
    message: str
    detail: dict[str, Any]


class Source(Shape):
    """Where a rule stands in one printed edition."""

    edition: str
    status: Status
    section: str | None = None
    difference: str | None = None


class HouseRuling(Shape):
    """A numbered decision of ours, where no printed book decides."""

    number: str
    reason: str


class Citation(Shape):
    """A rule that decides the question, in the reader's language."""

    rule: str
    role: Role
    title: str
    text: str
    sources: list[Source]
    house_ruling: HouseRuling | None = None


class Event(Shape):
    """Something that happened at the table, for a machine and as a sentence."""

    type: str
    text: str
    rule: str
    detail: dict[str, Any]


class Next(Shape):
    """Who may do what now."""

    phase: str
    players: list[str]
    moves: list[str]


class Fact(Shape):
    """Something about the table that the question leaves open."""

    fact: str
    text: str
    rule: str
    detail: dict[str, Any]


class Basis(Shape):
    """A choice among editions and house rules."""

    edition: str | None = None
    house_rule: str | None = None
    value: str | None = None


class Foundation(Shape):
    """Something chosen or made up that an answer rests on: a house rule, or stand-in component data."""

    kind: Literal["house-rule", "stand-in"]
    name: str
    value: str
    text: str


class Difference(Shape):
    """What the answer would be under another edition or house rule."""

    under: Basis
    verdict: str
    rules: list[str]


class RulesVersion(Shape):
    """Which rules gave the answer: the same case and version give the same bytes."""

    game: str
    rulebook: str
    engine: str


class ScoreLine(Shape):
    """Points, and the rule that they come from."""

    rule: str
    points: int
    text: str
    detail: dict[str, Any]


class PlayerScore(Shape):
    """One player's score. ``total`` is null when the position cannot be counted at all."""

    name: str
    total: int | None
    lines: list[ScoreLine]


class Explanation(Shape):
    """A mistake that would lead from the truth to the claimed total."""

    rule: str
    points: int
    text: str
    detail: dict[str, Any]


class ClaimCheck(Shape):
    """A claimed total held against the computed one."""

    name: str
    claimed: int
    total: int | None
    difference: int | None
    correct: bool
    explanations: list[Explanation]


class TieBreak(Shape):
    """What separated players with the same total, or that nothing did."""

    rule: str
    text: str
    players: list[str]
    detail: dict[str, Any]


class Refusal(Shape):
    """A kind of move that nobody, or this player, may make now, and why."""

    type: str
    violations: list[Violation]


class ReplayStep(Shape):
    """One state of a replayed game (only when the question asks for them)."""

    state: msgspec.Raw
