"""Questions put to the operations in process: what a client gets, without HTTP."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
from cachetools import LRUCache, cachedmethod

from schemas.base import Malformed
from service.operations.audit import audit
from service.operations.legal_moves import legal_moves
from service.operations.question import Ids, Question, Work
from service.operations.replay import replay
from service.operations.score import score
from service.operations.validate import validate
from service.referee.budget import Budget, BudgetSpent, use
from service.referee.findings import Findings
from service.referee.game import Game
from tests.games.every_game import served
from tests.games.partial_tables.positions import State
from tests.games.partial_tables.zones import Zones

STEPS = 3_000_000
"""More than any question of this test should need."""
ANSWERS_KEPT = 64
"""The checks of one masking ask the same questions: keeping the latest answers saves a third of a run."""
OPERATIONS = {
    "validate": validate,
    "replay": replay,
    "audit": audit,
    "score": score,
    "legal-moves": legal_moves,
}


class Known(NamedTuple):
    """An entry of ``assumed`` or ``missing``."""

    fact: str
    rule: str
    detail: dict[str, Any]
    zones: tuple[str, ...]
    """Pointers into the state that was sent."""

    @property
    def key(self) -> str:
        return f"{self.fact} {json.dumps(self.detail, sort_keys=True, default=str)}"


class Answer(NamedTuple):
    """What the properties read of an answer. ``verdict`` is ``malformed`` or ``error`` if there is no ruling."""

    verdict: str
    broken: tuple[str, ...] = ()
    assumed: tuple[Known, ...] = ()
    missing: tuple[Known, ...] = ()
    state: State | None = None
    next: Any = None
    problem: str = ""
    pointer: str = ""
    """What a problem document points at, within the state."""
    raw: Any = None

    @property
    def short(self) -> str:
        """The answer in a few words."""
        parts = [self.verdict]
        if self.problem:
            parts.append(self.problem)
        for name, facts in (("assumed", self.assumed), ("missing", self.missing)):
            if facts:
                parts.append(f"{name} " + ", ".join(fact.fact for fact in facts))
        if self.broken:
            parts.append("broken " + ", ".join(self.broken))
        return "; ".join(parts)


class Referee:
    """One game, asked in process."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.id = game.meta.id
        self.served = served(game)
        self.zones = Zones(game.shapes.state, game.shapes.options)
        self.facts = game.facts

    def read_by(self, rule: str | None) -> list[str]:
        """Templates of the zones that the facts of a rule read; of all facts without one."""
        ids = self.game.rulebook.full_ids
        return [
            zone
            for fact in self.facts.values()
            if rule in (None, ids.get(fact.rule, fact.rule))
            for zone in fact.zones
            if not zone.startswith("/pack/")
        ]

    def table(self, state: State, pack: str) -> Any:
        return self.served.table(msgspec.convert(state, self.game.shapes.state), {"pack": pack})

    def ask(self, operation: str, pack: str, state: State, **values: Any) -> Answer:
        """The answer to a question about this state."""
        try:
            loaded = msgspec.convert(state, self.game.shapes.state)
            values = {"state": loaded, "pack": pack, **values}
            question = Question(self.served, operation, "en", values, Work(budget=Budget(STEPS)))
            with use(question.work.budget):
                answer: Any = OPERATIONS[operation](question, Ids("", ""))
            msgspec.json.encode(answer)  # what a client gets; costs less than two percent of a run
        except (msgspec.ValidationError, Malformed) as error:
            pointer = error.faults[0].pointer if isinstance(error, Malformed) else ""
            problem = "/".join("*" if step.isdigit() else step for step in pointer.split("/"))
            return Answer("malformed", problem=problem, pointer=pointer.removeprefix("/state"))
        except BudgetSpent:
            return Answer("error", problem="BudgetSpent")
        except Exception as error:  # whatever it is, it would be a 500
            return Answer("error", problem=type(error).__name__)
        return self.read(answer)

    def read(self, answer: Any) -> Answer:
        state = getattr(answer, "state", None)
        return Answer(
            verdict=answer.verdict,
            broken=tuple(dict.fromkeys(violation.rule for violation in getattr(answer, "violations", ()))),
            assumed=tuple(self.known(fact) for fact in answer.assumed),
            missing=tuple(self.known(fact) for fact in getattr(answer, "missing", ())),
            state=None if state is None else plain(state),
            next=getattr(answer, "next", None),
            raw=answer,
        )

    def known(self, fact: Any) -> Known:
        zones = tuple(zone.removeprefix("/state") for zone in fact.zones)
        return Known(fact.fact, fact.rule, fact.detail, zones)


class RememberingReferee(Referee):
    """The same, which keeps the latest answers: the engine must not change while one is in use."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.latest: LRUCache[bytes, Answer] = LRUCache(ANSWERS_KEPT)

    @cachedmethod(lambda self: self.latest, lambda self, *question, **values: msgspec.json.encode((question, values)))
    def ask(self, operation: str, pack: str, state: State, **values: Any) -> Answer:
        return super().ask(operation, pack, state, **values)


def plain(value: Any) -> Any:
    """A Struct as the JSON that a client gets."""
    return msgspec.json.decode(msgspec.json.encode(value))


@contextmanager
def assumed_facts() -> Iterator[set[str]]:
    """The facts that a check assumes, also where the answer does not show them."""
    facts: set[str] = set()
    assumes = Findings.assumes

    def noting(findings: Findings, fact: str, /, **detail: Any) -> None:
        facts.add(fact)
        assumes(findings, fact, **detail)

    with patch.object(Findings, "assumes", noting):
        yield facts
