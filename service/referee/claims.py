"""Totals that somebody claims, compared with the computed ones."""

from collections.abc import Callable, Collection, Iterable, Mapping

from schemas.base import Malformed, pointer_step
from service.referee.names import nobody_called
from service.referee.scoring import Claim, Mistake, Tally

Mistakes = Callable[[Tally], Iterable[Mistake]]
"""The mistakes that people make with the points of a player, each with the total that it leads to."""


def check_claims(claimed: Mapping[str, int], names: Collection[str]) -> None:
    """Claims may only name players of the table."""
    if not claimed:
        return
    faults = [nobody_called(f"/claimed/{pointer_step(name)}", name) for name in claimed if name not in names]
    if faults:
        raise Malformed(faults)


def compare_claims(tallies: Iterable[Tally], claimed: Mapping[str, int], mistakes_in: Mistakes) -> list[Claim]:
    """The claims; a wrong one with the mistakes that lead exactly there, else with the difference alone."""
    if not claimed:
        return []
    return [_compare(tally, claimed[tally.name], mistakes_in) for tally in tallies if tally.name in claimed]


def _compare(tally: Tally, claimed: int, mistakes_in: Mistakes) -> Claim:
    total = tally.total
    if total is None or claimed == total:
        return Claim(tally.name, claimed, total, [])
    mistakes = [
        mistake._replace(detail={**mistake.detail, "claimed": claimed})
        for mistake in mistakes_in(tally)
        if mistake.points == claimed
    ]
    if not mistakes:
        detail = {"claimed": claimed, "total": total, "difference": claimed - total}
        mistakes = [Mistake("score/total", claimed, detail)]
    return Claim(tally.name, claimed, total, mistakes)
