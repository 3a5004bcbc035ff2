"""A score, and what it would be under another edition or another value of a choice that it asked for."""

from typing import Any

from schemas.base import Malformed
from schemas.ruling import Basis, ScoreDifference
from service.api.desk import Desk
from service.referee.choices import Choices
from service.referee.scoring import Outcome, Scoring, totals_of


def scored(desk: Desk, tables: list[Any], question: dict[str, Any]) -> Scoring:
    try:
        return desk.game.score(tables, question.get("claimed") or {})
    except Malformed as error:
        if error.faults[0].pointer.startswith("/claimed"):
            raise
        raise error.under(next(f"/{told}" for told in desk.game.META.score_takes if told in question)) from error


def score_differences(
    desk: Desk, tables: list[Any], question: dict[str, Any], scoring: Scoring
) -> list[ScoreDifference]:
    """Other totals or another order under another edition, or another value of a choice that was consulted."""
    choices = tables[0].choices
    if not choices.consulted:
        return []
    found = []
    truth = _outcome(scoring)
    bases: list[dict[str, str]] = [{"edition": name} for name in desk.book.editions if choices.differ_in(name)]
    for name in sorted(choices.consulted):
        bases += [{name: value} for value in choices.rules[name].values if value != choices[name]]
    counted: list[tuple[Choices, Outcome]] = []
    for basis in bases:
        outcome = _recounted(scoring, choices, choices.under(**basis), counted)
        if outcome is None:
            outcome = _scored_anew(desk, tables, question, scoring, basis)
        if outcome not in (truth, None):
            ((name, value),) = basis.items()
            under = Basis(edition=value) if name == "edition" else Basis(house_rule=name, value=value)
            found.append(ScoreDifference(under=under, totals=outcome[0], ranking=outcome[1]))
    return found


def _recounted(
    scoring: Scoring, choices: Choices, under: Choices, counted: list[tuple[Choices, Outcome]]
) -> Outcome | None:
    """The outcome under other choices by which the position is read as it was; None where it has to be read anew.

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


def _scored_anew(
    desk: Desk, tables: list[Any], question: dict[str, Any], scoring: Scoring, basis: dict[str, str]
) -> Outcome | None:
    """The same with the position read anew; None where there are other objections to it then."""
    others = [desk.game.table(table.sent_state, table.box, table.choices.under(**basis)) for table in tables]
    other = scored(desk, others, {**question, "claimed": {}})
    return _outcome(other) if other.findings.broken == scoring.findings.broken else None


def _outcome(scoring: Scoring) -> Outcome:
    return totals_of(scoring.tallies), scoring.ranking
