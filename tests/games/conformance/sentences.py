"""Every sentence that an engine's evidence was seen with can be said in every language."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.referee.findings import Findings, Happening
from service.referee.game import AnyGame
from service.referee.scoring import Scoring
from service.referee.wording import EvidenceError, Wording

Key = tuple[str, str, str, tuple[str, ...]]
"""The kind of sentence, its rule or name, its variant, and the evidence by name and type."""


class Sentences:
    """The sentences that a game needed, each once for each shape of its evidence, and the rules that were cited."""

    def __init__(self) -> None:
        self.said: dict[Key, Mapping[str, Any]] = {}
        self.rules: set[str] = set()

    def add_findings(self, findings: Findings) -> None:
        for rule, detail, variant in findings.broken:
            self.add("message", rule, variant, detail)
        for fact, detail in (*findings.assumed, *findings.missing):
            self.add("fact", fact, "", detail)
        self.rules.update(findings.broken_rules, findings.evidence, findings.grounds)

    def add_happenings(self, happenings: list[Happening]) -> None:
        for kind, rule, detail in happenings:
            self.add("event", kind, "", detail)
            self.rules.add(rule)

    def add_scoring(self, scoring: Scoring) -> None:
        self.add_findings(scoring.findings)
        for tally in scoring.tallies:
            self.rules.update(tally.rules)
            for line in tally.lines:
                self.add("line", line.rule, line.variant, line.detail)
        for decision in scoring.decisions:
            self.add("line", decision.rule, "", {"players": decision.players, **decision.detail})
            self.rules.add(decision.rule)
        for claim in scoring.claims:
            for mistake in claim.mistakes:
                self.add("claim", mistake.rule, mistake.variant, mistake.detail)
                self.rules.add(mistake.rule)
        self.rules.update(scoring.cited)

    def add(self, kind: str, name: str, variant: str, detail: Mapping[str, Any]) -> None:
        shape = tuple(f"{key} {type(value).__name__}" for key, value in detail.items())
        self.said.setdefault((kind, name, variant, shape), detail)

    def complaints(self, game: AnyGame) -> Iterator[str]:
        """The sentences that cannot be said in some language, and the rules and facts that do not exist."""
        for words in game.rulebook.words.values():
            for (kind, name, variant, _), detail in self.said.items():
                try:
                    text = say(words, kind, name, variant, detail)
                except (EvidenceError, LookupError, TypeError, ValueError) as error:
                    yield f"{game.meta.id}: {error}"
                else:
                    if not text.strip() or "{" in text:
                        yield f"{game.meta.id}: {kind} {name} {variant} in {words.language}: {text!r}"
        for rule in sorted(self.rules - game.rulebook.rules.keys()):
            yield f"{game.meta.id}: {rule} is cited, and is no rule"
        for fact in sorted({name for kind, name, _, _ in self.said if kind == "fact"} - game.facts.keys()):
            yield f"{game.meta.id}: {fact} is used, and is no fact"


def say(words: Wording, kind: str, name: str, variant: str, detail: Mapping[str, Any]) -> str:
    if kind == "event":
        return words.event(name, detail)
    if kind == "fact":
        return words.fact(name, detail)
    return str(getattr(words, kind)(name, variant, detail))
