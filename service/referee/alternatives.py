"""What a score would be under another edition, or under another value of a choice that it depends on."""

from collections.abc import Callable, Iterable
from typing import Any

from schemas.ruling import Basis, ScoreDifference
from service.referee.choices import Choices
from service.referee.scoring import Outcome, Scoring, totals_of


def score_differences(
    editions: Iterable[str], tables: list[Any], scoring: Scoring, score_under: Callable[[dict[str, str]], Scoring]
) -> list[ScoreDifference]:
    """Other totals or another ranking under another edition, or another value of a choice that was consulted.

    ``score_under`` scores the position anew under another edition or another value of a choice.
    """
    choices = tables[0].choices
    if not choices.consulted:
        return []
    differences = []
    actual = _outcome(scoring)
    bases: list[dict[str, str]] = [{"edition": name} for name in editions if choices.differ_in(name)]
    for name in sorted(choices.consulted):
        bases += [{name: value} for value in choices.rules[name].values if value != choices[name]]
    counted: list[tuple[Choices, Outcome]] = []
    for basis in bases:
        outcome = _recounted(scoring, choices, choices.under(**basis), counted)
        if outcome is None:
            outcome = _scored_again(scoring, score_under(basis))
        if outcome not in (actual, None):
            ((name, value),) = basis.items()
            under = Basis(edition=value) if name == "edition" else Basis(house_rule=name, value=value)
            differences.append(ScoreDifference(under=under, totals=outcome[0], ranking=outcome[1]))
    return differences


def _recounted(
    scoring: Scoring, choices: Choices, under: Choices, counted: list[tuple[Choices, Outcome]]
) -> Outcome | None:
    """The outcome under choices that do not change how the position is read; None where it has to be read again.

    An edition often comes to the same as the one house rule that matters: that is not counted twice.
    """
    if scoring.recount is None or choices.differ_from(under, scoring.read_by):
        return None
    for before, outcome in counted:
        if not under.differ_from(before, before.consulted):
            return outcome
    outcome = scoring.recount(under)
    counted.append((under, outcome))
    return outcome


def _scored_again(scoring: Scoring, other: Scoring) -> Outcome | None:
    """The outcome with the position read again; None where other rules then speak against the position."""
    return _outcome(other) if other.findings.broken == scoring.findings.broken else None


def _outcome(scoring: Scoring) -> Outcome:
    return totals_of(scoring.tallies), scoring.ranking
