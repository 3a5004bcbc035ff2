"""What an engine finds out about a move or a position.

Engines use rule ids and evidence only; ``render`` turns them into sentences in the reader's language.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from schemas.ruling import Verdict
from service.referee.facts import RULE_KEPT, shared_fact
from service.referee.known import Condition, Truth, Unknown, truth


class Finding(NamedTuple):
    """A rule, the evidence, and which of the rule's sentences to use (empty: the main one)."""

    rule: str
    detail: dict[str, Any]
    variant: str = ""


class Happening(NamedTuple):
    """An event at the table and the rule behind it."""

    type: str
    rule: str
    detail: dict[str, Any]


AssumedFact = tuple[str, dict[str, Any]]


def fact(name: str, /, **detail: Any) -> AssumedFact:
    """A fact with its details, for ``requires``."""
    return name, detail


class Findings:
    """Collects everything that is relevant to one question: all broken rules, not only the first one."""

    __slots__ = ("assumed", "broken", "evidence", "grounds", "missing")

    def __init__(self) -> None:
        self.broken: list[Finding] = []
        self.evidence: list[str] = []
        self.grounds: list[str] = []
        self.assumed: list[tuple[str, dict[str, Any]]] = []
        self.missing: list[tuple[str, dict[str, Any]]] = []

    def breaks(self, rule: str, variant: str = "", /, **detail: Any) -> None:
        """The move or position breaks this rule."""
        self.broken.append(Finding(rule, detail, variant))

    def allows(self, *rules: str) -> None:
        """These rules allow the move; they are cited if nothing forbids it."""
        for rule in rules:
            if rule not in self.grounds:
                self.grounds.append(rule)

    def because(self, *rules: str) -> None:
        """These rules are not broken, but they are part of the reason for a refusal."""
        for rule in rules:
            if rule not in self.evidence:
                self.evidence.append(rule)

    def assumes(self, fact: str, /, **detail: Any) -> None:
        """A zone is unknown; it is read in favour of the move."""
        self.assumed.append((fact, detail))

    def needs(self, fact: str, /, **detail: Any) -> None:
        """Something hidden decides: the verdict is undetermined without this fact."""
        self.missing.append((fact, detail))

    def requires(
        self,
        rule: str,
        condition: Condition,
        variant: str = "",
        /,
        *,
        assume: AssumedFact | None = None,
        need: AssumedFact | None = None,
        cite: bool = True,
        **evidence: Any,
    ) -> Truth:
        """One rule: true allows the move, false breaks the rule, unknown assumes a fact (or needs one).

        Without a fact of its own, it is assumed that the rule is kept. Evidence that is a function is computed only
        if the rule is broken. Without ``cite`` the rule is not cited when it is kept.
        """
        value = condition if condition is True or condition is False else truth(condition)
        if isinstance(value, Unknown):
            if need is not None:
                self.missing.append(need)
            elif assume is not None:
                self.assumed.append(assume)
            else:
                self.assumed.append(shared_fact(RULE_KEPT, rule, value.zones))
        elif not value:
            self.broken.append(Finding(rule, {name: _computed(part) for name, part in evidence.items()}, variant))
        elif cite:
            self.allows(rule)
        return value

    @property
    def broken_rules(self) -> list[str]:
        """Each broken rule once."""
        return list(dict.fromkeys(finding.rule for finding in self.broken))

    @property
    def verdict(self) -> Verdict:
        if self.broken:
            return "illegal"
        return "undetermined" if self.missing else "legal"


def _computed(part: Any | Callable[[], Any]) -> Any:
    return part() if callable(part) else part
