"""Findings become sentences: violations, citations, events and facts in the language of the request."""

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

from schemas.ruling import (
    Basis,
    ClaimCheck,
    Difference,
    Event,
    Explanation,
    Fact,
    Foundation,
    LoggedEvent,
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
from service.referee.facts import DUE, ordered, shared_fact, unknown_zones
from service.referee.findings import Finding, Findings, Happening
from service.referee.formats import NO_NAMES, ComponentNames
from service.referee.game import Following
from service.referee.judge import Alternative, Judgement
from service.referee.known import Unknown
from service.referee.packs import CompiledPack
from service.referee.rulebook import Rulebook
from service.referee.scoring import Decision, Line, Scoring, Tally
from service.referee.timing import TURN
from service.referee.words import SHARED

EACH_SENTENCE = 5
"""The steps for writing a sentence with its evidence."""
RESTING: frozenset[Role] = frozenset({"broken", "decides", "applies"})
"""The roles in which a house ruling decides the answer."""
Roles = Mapping[str, Role]
NO_ROLES: Roles = {}
_encode = msgspec.json.Encoder().encode


class Reader:
    """Renders answers: a rulebook, the language of the request and the edition in use."""

    __slots__ = ("book", "edition", "house_rulings", "language", "line_key", "names", "words")

    def __init__(self, book: Rulebook, language: str, edition: str, names: ComponentNames = NO_NAMES) -> None:
        self.book = book
        self.language = language
        self.edition = edition
        self.names = names
        """The names of the components of the pack in use."""
        self.words = book.words[language]
        self.line_key: Any = (self.words, "")
        """Under what encoded lines of a score are kept; None: they are not."""
        self.house_rulings = {
            rule: Foundation(
                "house-ruling",
                number,
                book.full_ids[rule],
                self.words.own_ruling(number, rule, by_some=len(entry.house_for) < len(book.editions)),
            )
            for rule, entry in book.rules.items()
            if (number := entry.house_in(edition))
        }
        """By rule: what ``rests_on`` says where a house ruling decides in the edition in use."""

    def naming(self, names: ComponentNames, pack: str | None) -> "Reader":
        """This reader, with the names of the components of a pack; without its id the pack came with the request."""
        if not names:
            return self
        reader = copy(self)
        reader.names = names
        reader.line_key = (self.words, pack) if pack else None
        return reader

    def violations(self, broken: Iterable[Finding]) -> list[Violation]:
        """The broken rules, rules of timing last."""
        return [
            Violation(
                rule=self.book.full_ids[finding.rule],
                message=self.words.message(finding.rule, finding.variant, finding.detail, self.names),
                detail=finding.detail,
            )
            for finding in counted(self._specific_first(broken), EACH_SENTENCE)
        ]

    def _specific_first(self, broken: Iterable[Finding]) -> list[Finding]:
        """What would refuse the move at any time comes before whose turn it is."""
        return sorted(broken, key=lambda finding: self.book.rules[finding.rule].timing)

    def citations(self, roles: Roles) -> list[Raw]:
        """Each rule in its role."""
        return self.book.cited(roles.items(), self.language, self.edition)

    def events(self, happenings: Iterable[Happening]) -> list[Event]:
        say, full_ids, names = self.words.event, self.book.full_ids, self.names
        return [
            Event(kind, say(kind, detail, names), full_ids[rule], detail)
            for kind, rule, detail in counted(happenings, EACH_SENTENCE)
        ]

    def logged_events(
        self, happenings: Iterable[Happening], move: int | UnsetType | None = UNSET
    ) -> list[LoggedEvent]:
        """Events of a replay, with the index of the logged move that they belong to."""
        return [
            LoggedEvent(event.type, event.text, event.rule, event.detail, move) for event in self.events(happenings)
        ]

    def facts(self, facts: Iterable[tuple[str, dict[str, Any]]], table: Any) -> list[Fact]:
        """Facts about a table that was sent in part, the most doubtful first, grouped by player."""
        return [self._fact(fact, detail, table) for fact, detail in counted(ordered(facts, self.book), EACH_SENTENCE)]

    def _fact(self, fact: str, detail: dict[str, Any], table: Any) -> Fact:
        rule = self.book.full_ids[self.book.rule_of(fact, detail)]
        if fact not in self.book.facts:  # one that no game declares
            text = self.words.shared_fact(fact, detail, list(table.by_name))
            return Fact(fact=fact, text=text, rule=rule, zones=detail["zones"], detail={**detail, "rule": rule})
        zones = unknown_zones(table, self.book.zones[fact], detail)
        return Fact(fact=fact, text=self.words.fact(fact, detail, self.names), rule=rule, zones=zones, detail=detail)

    def next(self, following: Following | Unknown | None, table: Any) -> Next:
        """Who may move now, or what would have to be known for that."""
        if isinstance(following, Unknown):
            return Next(unknown=self.facts([shared_fact(DUE, TURN, following.zones)], table))
        if following is None:
            return Next(unknown=self.facts([(DUE, {})], table))
        phase, players, moves = following
        return Next(phase=phase, players=players, moves=moves)

    def differences(self, alternatives: Iterable[Alternative]) -> list[Difference]:
        return [
            Difference(
                under=Basis(edition=other.edition, house_rule=other.house_rule, value=other.value),
                verdict=other.verdict,
                rules=[self.book.full_ids[rule] for rule in other.rules],
                changes=other.changes,
            )
            for other in alternatives
        ]

    def foundations(self, table: Any, roles: Roles = NO_ROLES) -> list[Foundation]:
        """House rules that were used, house rulings that decided, and made-up component data."""
        choices: Choices = table.choices
        compiled: CompiledPack = table.box
        own = self.house_rulings
        foundations: list[Foundation] = []
        if not own.keys().isdisjoint(roles.keys()):
            foundations += [own[rule] for rule, role in roles.items() if rule in own and role in RESTING]
        if not (choices.agreed or compiled.stand_in):
            return foundations
        foundations[:0] = [
            Foundation(kind="house-rule", name=name, value=value, text=self.words.house_rule(name, value))
            for name, value in choices.rested_on()
        ]
        if compiled.stand_in:
            text = SHARED[self.language]["rests_on"]["stand-in"]
            foundations.append(Foundation(kind="stand-in", name="pack", value=compiled.pack.id, text=text))
        return foundations

    def judged(
        self,
        findings: Findings,
        table: Any,
        more: Iterable[tuple[str, Role]] = (),
        happenings: Iterable[Happening] = (),
    ) -> dict[str, Any]:
        """The part of an answer that every verdict has; ``more`` rules are cited, and those of what happened."""
        roles = self._roles(findings, more, happenings)
        return {
            "violations": self.violations(findings.broken),
            "citations": self.citations(roles),
            # A refusal depends on no assumption: all of them are in favour of the move.
            "assumed": [] if findings.broken else self.facts(findings.assumed, table),
            "missing": self.facts(findings.missing, table),
            "rests_on": self.foundations(table, roles),
        }

    def _roles(
        self, findings: Findings, more: Iterable[tuple[str, Role]], happenings: Iterable[Happening]
    ) -> dict[str, Role]:
        """Each rule that bears on the answer, in the first role that it has."""
        roles: dict[str, Role] = {finding.rule: "broken" for finding in self._specific_first(findings.broken)}
        first_role = roles.setdefault
        for rule in findings.evidence:
            first_role(rule, "decides")
        # What permits the move comes before the rules that only say when it may be made.
        grounds = sorted(findings.grounds, key=lambda rule: self.book.rules[rule].timing)
        for rule in grounds if not findings.broken else ():
            first_role(rule, "allows")
        for fact in findings.missing:
            first_role(self.book.rule_of(*fact), "decides")
        for rule, role in more:
            first_role(rule, role)
        if not roles:  # only the assumptions allow the move
            roles = {self.book.rule_of(*fact): "allows" for fact in findings.assumed}
        for _, rule, _ in happenings:
            if rule not in roles:
                roles[rule] = "applies"
        return roles

    def ruling(self, judgement: Judgement, table: Any) -> dict[str, Any]:
        """The ruling on a move; ``table`` is the table before it."""
        after = table if judgement.after is None else judgement.after
        return {
            "verdict": judgement.verdict,
            "state": judgement.state,
            **self.judged(judgement.findings, table, happenings=judgement.happenings),
            "events": self.events(judgement.happenings),
            "next": None if judgement.verdict == "impossible" else self.next(judgement.following, after),
        }

    def scoring(self, scoring: Scoring, table: Any) -> dict[str, Any]:
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
            **self.judged(scoring.findings, table, cited),
        }

    def _player(self, tally: Tally) -> PlayerScore:
        lines: Any = [
            line.encoded.get(self.line_key) or self._encode_line(line) for line in counted(tally.lines, EACH_SENTENCE)
        ]
        return PlayerScore(name=tally.name, total=tally.total, figures=tally.figures, lines=lines)

    def _encode_line(self, line: Line) -> Raw:
        text = self.words.line(line.rule, line.variant, line.detail, self.names)
        score_line = ScoreLine(rule=self.book.full_ids[line.rule], points=line.points, text=text, detail=line.detail)
        encoded = Raw(_encode(score_line))
        if self.line_key is not None:
            line.encoded[self.line_key] = encoded
        return encoded

    def _decision(self, decision: Decision) -> TieBreak:
        rule, players, detail = decision
        text = self.words.line(rule, "", {"players": players, **detail}, self.names)
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
                        text=self.words.claim(mistake.rule, mistake.variant, mistake.detail, self.names),
                        detail=mistake.detail,
                    )
                    for mistake in claim.mistakes
                ],
            )
            for claim in scoring.claims
        ]


def position_verdict(findings: Findings) -> PositionVerdict:
    """The verdict on a position, rather than on a move."""
    if findings.broken:
        return "impossible"
    return "undetermined" if findings.missing else "possible"
