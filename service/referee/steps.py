"""Automatic steps: what happens by itself, until a player or the table has to do something.

A step declares what it may write. It is done as a whole or not at all: if it needs something unknown, the draft goes
back to where it was before the step, and the step stands in ``unresolved`` of the state with the zones that are
missing. The state keeps the values from before the step, and tables read what the step may write as unknown. Once the
missing zones are sent, the step runs as if they had been there.

A table is sent at rest: a step of which nobody can say whether it is due counts as done, unless the state that was
sent lists it. After a move nobody can say so.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from schemas.base import Unresolved
from service.referee.budget import CHECK
from service.referee.budget import step as count_step
from service.referee.draft import Draft
from service.referee.known import Unknown, UnknownRead
from service.referee.table import PLAYERS, STATE


class Step(NamedTuple):
    """A step that happens by itself: when it is due, what it does, and which zones it may write."""

    name: str
    writes: tuple[str, ...]
    """Names of zones of the table, and of players as ``players/zone``."""
    is_due: Callable[[Any], Any]
    """Whether it is due on this table; may read unknown values."""
    run: Callable[[Any], None]
    """Changes a draft; may read unknown values."""
    rule: str = ""
    """The rule by which it happens: an answer names it when the step cannot be done. Without one, what is due."""


def run_steps(draft: Draft, steps: Sequence[Step], *, at_rest: bool = False) -> None:
    """Run the steps that are due, one after the other, until none is or one cannot be resolved.

    ``at_rest``: this is a table as it was sent, not one after a move.
    """
    listed: frozenset[str] = frozenset()
    if draft.state.unresolved is not UNSET:
        listed = _listed(draft.state) if at_rest else listed
        draft.unsettled = frozenset()
        draft.set(unresolved=UNSET)
    draft.clear_derived()
    while True:
        for step in steps:
            try:
                due = step.is_due(draft)
            except UnknownRead as error:
                due = Unknown(*error.zones)
            if due is False:
                continue
            if isinstance(due, Unknown):
                if at_rest and step.name not in listed:
                    continue
                _leave_unresolved(draft, steps[steps.index(step) :], due.zones)
                return
            if due:
                break
        else:
            return
        count_step(CHECK)
        before = draft.snapshot()
        try:
            step.run(draft)
        except UnknownRead as error:
            draft.restore(before)
            _leave_unresolved(draft, steps[steps.index(step) :], error.zones)
            return
        draft.clear_derived()
        at_rest = False


def _listed(state: Any) -> frozenset[str]:
    """The names of the steps that a state lists as unresolved."""
    return frozenset(entry.step for entry in state.unresolved)


def _leave_unresolved(draft: Draft, steps: Sequence[Step], zones: Iterable[str]) -> None:
    """List the first of these steps in the state. Those after it may follow, so what they write is unknown too.

    Where nothing that they could write is known, there is nothing to protect, and nothing is listed.
    """
    written = frozenset(zone for step in steps for zone in step.writes)
    pointers = tuple(pointer for zone in sorted(written) for pointer in _known_pointers(draft, zone))
    if pointers:
        draft.set(unresolved=(Unresolved(step=steps[0].name, missing=tuple(zones), unsettled=pointers),))
        draft.unsettled = written
        draft.rule_of_unresolved = steps[0].rule


def forget_unsettled(draft: Draft) -> None:
    """Before a move is made on a table with unresolved steps: what these may have written is unknown from now on."""
    for zone in draft.unsettled:
        draft.forget_everywhere(zone)
    draft.unsettled = frozenset()
    draft.set(unresolved=UNSET)


def _known_pointers(draft: Draft, zone: str) -> list[str]:
    """Pointers to this zone, of every player if it is one of players, where it is known."""
    kind, _, name = zone.rpartition("/")
    if kind:
        entries = enumerate(draft.by_name.values())
        return [f"{PLAYERS}/{seat}/{name}" for seat, entry in entries if getattr(entry, name) is not UNSET]
    return [f"{STATE}/{name}"] if getattr(draft.state, name) is not UNSET else []
