"""Automatic steps that had to wait: sending what they miss and making the table again gives the whole table's end.

Random whole tables are sent in part with a legal move. Where the state after it lists ``unresolved`` steps, the zones
that these name as missing are sent, as they were on the whole table when the step was due, until nothing waits. The
end is the same as if all of it had been sent before the move, but for what the move had to make unknown.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from service.referee import steps as core
from service.referee.game import AnyGame
from service.referee.judge import rule_on
from tests.depth import depth
from tests.games.partial_tables.asking import plain
from tests.games.partial_tables.positions import Position, sample
from tests.games.partial_tables.properties import Case, holding
from tests.games.partial_tables.running import maskings, referee_of
from tests.games.partial_tables.zones import Place, State, Zones, filled, value_at
from tests.our_games import GAMES

SEARCH = {"kingdomino": (range(90), 6)}
"""The random games, and the positions for each type of move; in Kingdomino little waits."""
USUAL = (range(depth(6, 12)), depth(1, 6))
MOST_ROUNDS = 10
"""How often something may be missing still."""
LEAST = 15
"""So many waiting steps at least are seen in a game that has any."""


class Trace:
    """The states of a table: after the move, and after each automatic step that was run."""

    def __init__(self) -> None:
        self.states: list[State] = []

    @property
    def steps(self) -> int:
        return max(0, len(self.states) - 1)

    def run_steps(self, draft: Any, steps: Sequence[core.Step], **how: Any) -> None:
        """``core.run_steps``, with the states written down."""
        if not self.states:
            self.states.append(plain(draft.written()))
        core.run_steps(draft, [step._replace(run=self.traced(step)) for step in steps], **how)

    def traced(self, step: core.Step) -> Any:
        def run(draft: Any) -> None:
            step.run(draft)
            self.states.append(plain(draft.written()))

        return run


@contextmanager
def traced(game: AnyGame) -> Iterator[Trace]:
    """Write down the steps that any module of the game runs."""
    package = f"service.games.{game.meta.id.replace('-', '_')}."
    modules = [module for name, module in sys.modules.items() if name.startswith(package)]
    trace = Trace()
    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            if getattr(module, "run_steps", None) is core.run_steps:
                patch.setattr(module, "run_steps", trace.run_steps)
        yield trace


def has_steps(game: AnyGame) -> bool:
    return "unresolved" in game.shapes.state.__struct_fields__


def send(part: State, whole: State, pointer: str) -> None:
    """Put the zone of the whole table into the part; players are found by their names.

    What the whole table has no value for follows from the rest, such as the number of seats from the players.
    """
    here, there = part, whole
    path = pointer.removeprefix("/state/").split("/")
    for place, step in enumerate(path):
        last = place == len(path) - 1
        if path[place - 1 : place] == ["players"] and isinstance(here, list):
            there = next(player for player in there if player["name"] == here[int(step)]["name"])
            here = here[int(step)]
            continue
        key: Any = int(step) if isinstance(here, list) else step
        if value_at(there, (key,)) is msgspec.UNSET:
            return
        if last or value_at(here, (key,)) is msgspec.UNSET:
            here[key] = there[key]
            return
        here, there = here[key], there[key]


def resolved(game: AnyGame, case: Case, after: State, states: list[State], done: int) -> tuple[State, list[str]]:
    """Send what is missing and make the table again, until nothing waits; ``done`` steps were run already.

    Also the pointers to all that was sent.
    """
    sent: list[str] = []
    for _ in range(MOST_ROUNDS):
        waiting = after.get("unresolved")
        if not waiting:
            return after, sent
        told = plain(after)
        for entry in waiting:
            assert entry["missing"], entry
            for pointer in entry["missing"]:
                send(told, states[done], pointer)
                sent.append(pointer.removeprefix("/state"))
        assert told != after, f"nothing more can be sent: {waiting}"
        with traced(game) as trace:
            table = case.referee.table(told, case.pack)
        done += trace.steps
        after = plain(table.state)
    raise AssertionError(f"still waiting: {after['unresolved']}")


def waiting_cases(game: AnyGame, position: Position) -> Iterator[tuple[Case, list[Place], State, list[State], int]]:
    """Partial tables that list an unresolved step after a legal move: what is masked, the state, the states of the
    whole table, and how many steps were run.
    """
    chance = random.Random(f"unresolved {position.name}")
    for move in position.legal:
        case = Case(referee_of(game.meta.id), position.pack, position.state, move)
        table = case.table  # steps that are run to make the table do not count
        with traced(game) as whole:
            assert rule_on(game, table, move).verdict == "legal"
        for masked in maskings(case, chance, alone=True):
            part = case.part(masked)
            answer = case.ask(part)
            if answer.verdict != "legal" or not answer.state or not holding(case, answer):
                continue
            if answer.state.get("unresolved"):
                table = case.referee.table(part, case.pack)
                with traced(game) as trace:
                    after = plain(rule_on(game, table, move).state)
                assert after == answer.state
                yield case, masked, after, whole.states or [case.answer.state], trace.steps


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_sending_what_is_missing_gives_the_end_of_the_whole_table(game: AnyGame) -> None:
    if not has_steps(game):
        pytest.skip("the states of this game have no unresolved steps yet")
    zones = Zones(game.shapes.state, game.shapes.options)
    seen = 0
    for position in sample(game, *SEARCH.get(game.meta.id, USUAL)):
        for case, masked, after, states, done in waiting_cases(game, position):
            end, sent = resolved(game, case, after, states, done)
            waiting = after["unresolved"]
            assert zones.false_claims(case.answer.state, end) == [], waiting
            at_once = case.ask(case.part(filled(masked, sent))).state
            assert at_once is not None
            assert list(lost(after, at_once, end)) == [], waiting
            seen += 1
    assert seen >= LEAST


def lost(after: State, at_once: State, end: State) -> Iterator[str]:
    """What was known before the step, and would be if all had been sent at once, but is not at the end."""
    yield from (after.keys() & at_once.keys()) - end.keys() - {"unresolved"}
    ends, others = ({player["name"]: player for player in state["players"]} for state in (end, at_once))
    for player in after["players"]:
        yield from (player.keys() & others[player["name"]].keys()) - ends[player["name"]].keys()
