"""All faults, and the table that is made of them."""

from collections.abc import Callable, Iterable

from tests.page import table
from tests.qa.faults import process_faults, redis_faults
from tests.qa.faults.load import Question
from tests.qa.faults.stage import Outcome, Times, percentile, slowest

SCENARIOS: dict[str, Callable[[list[Question], Times], Outcome]] = {
    **{f"Redis {name}": scenario for name, scenario in redis_faults.SCENARIOS.items()},
    **process_faults.SCENARIOS,
}
TITLES = (
    "fault",
    "what happens",
    "requests",
    "errors, other bytes",
    "cut off, reset",
    "median ms before, during",
    "slowest ms before, during",
    "calls that met it",
    "over after",
)


def as_table(outcomes: Iterable[Outcome]) -> str:
    return table(TITLES, [_row(outcome) for outcome in outcomes])


def _row(outcome: Outcome) -> list[object]:
    before = [record.app_ms for record in outcome.before]
    during = [record.app_ms for record in outcome.during if record.app_ms]
    return [
        outcome.name,
        outcome.story,
        len(outcome.all) - outcome.count("refused"),
        f"{outcome.failed}, {outcome.count('wrong')}",
        f"{outcome.count('cut')}, {outcome.count('cut fresh')}",
        f"{percentile(before, 0.5):.2f}, {percentile(during, 0.5):.2f}",
        f"{slowest(outcome.before):.1f}, {slowest(outcome.during):.1f}",
        outcome.redis_failures,
        f"{outcome.recovered:.1f} s" if outcome.recovered is not None else "not at all",
    ]
