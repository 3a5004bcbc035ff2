"""Findings become sentences: violations, citations, events and facts in the language of the request."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Raw

from schemas.ruling import (
    Basis,
    ClaimCheck,
    Difference,
    Event,
    Explanation,
    Fact,
    Foundation,
    Next,
    PlayerScore,
    PositionVerdict,
    Role,
    ScoreLine,
    TieBreak,
    Violation,
)
from service.referee.budget import counted
from service.referee.choices import Choices
from service.referee.findings import Finding, Findings, Happening
from service.referee.judge import Alternative, Following, Judgement
from service.referee.packs import CompiledPack
from service.referee.rulebook import Rulebook
from service.referee.scoring import Decision, Line, Scoring, Tally

STAND_IN = {
    "en": "The component data of this pack is made up; it is not the printed game's.",
    "es": "Los datos de los componentes de este paquete son inventados; no son los del juego impreso.",
    "pl": "Dane elementów tego pakietu są zmyślone; nie pochodzą z drukowanej gry.",
}

EACH_SENTENCE = 5
"""The steps for writing a sentence with its evidence."""
_encode = msgspec.json.Encoder().encode


class Reader:
    """Renders answers: a rulebook, the language of the request and the edition in use."""

    __slots__ = ("book", "edition", "language", "words")

    def __init__(self, book: Rulebook, language: str, edition: str) -> None:
        self.book = book
        self.language = language
        self.edition = edition
        self.words = book.words[language]

    def violations(self, broken: Iterable[Finding]) -> list[Violation]:
        return [
            Violation(
                rule=self.book.full_ids[finding.rule],
                message=self.words.message(finding.rule, finding.variant, finding.detail),
                detail=finding.detail,
            )
            for finding in counted(broken, EACH_SENTENCE)
        ]

    def citations(self, cited: Iterable[tuple[str, Role]]) -> list[Raw]:
        """Each rule once, in the first role that it was given."""
        roles: dict[str, Role] = {}
        for rule, role in cited:
            roles.setdefault(rule, role)
        return self.book.cited(roles.items(), self.language, self.edition)

    def events(self, happenings: Iterable[Happening]) -> list[Event]:
        say, full_ids = self.words.event, self.book.full_ids
        return [
            Event(kind, say(kind, detail), full_ids[rule], detail)
            for kind, rule, detail in counted(happenings, EACH_SENTENCE)
        ]

    def facts(self, facts: Iterable[tuple[str, dict[str, Any]]]) -> list[Fact]:
        return [
            Fact(
                fact=fact,
                text=self.words.fact(fact, detail),
                rule=self.book.full_ids[self.book.facts[fact]],
                detail=detail,
            )
            for fact, detail in counted(facts, EACH_SENTENCE)
        ]

    def differences(self, alternatives: Iterable[Alternative]) -> list[Difference]:
        return [
            Difference(
                under=Basis(edition=other.edition, house_rule=other.house_rule, value=other.value),
                verdict=other.verdict,
                rules=[self.book.full_ids[rule] for rule in other.rules],
            )
            for other in alternatives
        ]

    def foundations(self, choices: Choices, compiled: CompiledPack) -> list[Foundation]:
        """House rules that were used, and made-up component data."""
        if not (choices.agreed or compiled.stand_in):
            return []
        foundations = [
            Foundation(kind="house-rule", name=name, value=value, text=self.words.house_rule(name, value))
            for name, value in choices.rested_on()
        ]
        if compiled.stand_in:
            text = STAND_IN[self.language]
            foundations.append(Foundation(kind="stand-in", name="pack", value=compiled.pack.id, text=text))
        return foundations

    def judged(
        self, findings: Findings, choices: Choices, compiled: CompiledPack, more: Iterable[tuple[str, Role]] = ()
    ) -> dict[str, Any]:
        """The part of an answer that every verdict has."""
        cited: list[tuple[str, Role]] = [(finding.rule, "broken") for finding in findings.broken]
        cited += [(rule, "decides") for rule in findings.evidence]
        if not findings.broken:
            cited += [(rule, "allows") for rule in findings.grounds]
        cited += [(self.book.facts[fact], "decides") for fact, _ in findings.missing]
        cited += more
        if not cited:  # only the assumptions allow the move
            cited += [(self.book.facts[fact], "allows") for fact, _ in findings.assumed]
        return {
            "violations": self.violations(findings.broken),
            "citations": self.citations(cited),
            # A refusal depends on no assumption: all of them are in favour of the move.
            "assumed": [] if findings.broken else self.facts(findings.assumed),
            "missing": self.facts(findings.missing),
            "rests_on": self.foundations(choices, compiled),
        }

    def ruling(self, judgement: Judgement, compiled: CompiledPack) -> dict[str, Any]:
        return {
            "verdict": judgement.verdict,
            "state": judgement.state,
            **self.judged(judgement.findings, judgement.choices, compiled),
            "events": self.events(judgement.happenings),
            "next": next_of(judgement.following),
        }

    def scoring(self, scoring: Scoring, choices: Choices, compiled: CompiledPack) -> dict[str, Any]:
        scored: dict[str, None] = {}  # each once, in order
        for tally in scoring.tallies:
            scored.update(tally.rules)
        cited: list[tuple[str, Role]] = [(rule, "scores") for rule in scored]
        cited += [(decision.rule, "decides") for decision in scoring.decisions]
        cited += [(mistake.rule, "decides") for claim in scoring.claims for mistake in claim.mistakes]
        cited += [(rule, "decides") for rule in scoring.cited]
        return {
            "verdict": position_verdict(scoring.findings),
            "players": [self._player(tally) for tally in scoring.tallies],
            "ranking": scoring.ranking,
            "decided_by": [self._decision(decision) for decision in scoring.decisions],
            "final": scoring.final,
            "claims": self._claims(scoring),
            **self.judged(scoring.findings, choices, compiled, cited),
        }

    def _player(self, tally: Tally) -> PlayerScore:
        lines: Any = [
            line.encoded.get(self.words) or self._encode_line(line) for line in counted(tally.lines, EACH_SENTENCE)
        ]
        return PlayerScore(name=tally.name, total=tally.total, figures=tally.figures, lines=lines)

    def _encode_line(self, line: Line) -> Raw:
        text = self.words.line(line.rule, line.variant, line.detail)
        score_line = ScoreLine(rule=self.book.full_ids[line.rule], points=line.points, text=text, detail=line.detail)
        encoded = line.encoded[self.words] = Raw(_encode(score_line))
        return encoded

    def _decision(self, decision: Decision) -> TieBreak:
        rule, players, detail = decision
        text = self.words.line(rule, "", {"players": players, **detail})
        return TieBreak(rule=self.book.full_ids[rule], text=text, players=players, detail=detail)

    def _claims(self, scoring: Scoring) -> list[ClaimCheck]:
        return [
            ClaimCheck(
                name=claim.name,
                claimed=claim.claimed,
                total=claim.total,
                difference=None if claim.total is None else claim.claimed - claim.total,
                correct=claim.claimed == claim.total,
                explanations=[
                    Explanation(
                        rule=self.book.full_ids[mistake.rule],
                        points=mistake.points,
                        text=self.words.claim(mistake.rule, mistake.variant, mistake.detail),
                        detail=mistake.detail,
                    )
                    for mistake in claim.mistakes
                ],
            )
            for claim in scoring.claims
        ]


def next_of(following: Following | None) -> Next | None:
    if following is None:
        return None
    phase, players, moves = following
    return Next(phase=phase, players=players, moves=moves)


def position_verdict(findings: Findings) -> PositionVerdict:
    """The verdict on a position, rather than on a move."""
    if findings.broken:
        return "impossible"
    return "undetermined" if findings.missing else "possible"
