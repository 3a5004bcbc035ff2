"""Hill climbing: a question that costs more than those before it is kept, and changed again."""

import random
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tests.qa.worst_case.measuring import Cost, Service
from tests.qa.worst_case.mutations import Mutator
from tests.qa.worst_case.questions import Target, beginnings, packs_of

FEW = 3
"""What a short search begins with at each target."""
FROM_THE_BEGINNING = 0.2
"""The part of the questions that are made of one of the first: not all of them of the same few."""
KEPT = 4
"""So many of the dearest questions are changed further, for each measure."""
MEASURED = 0.15
"""The part of the questions of which the memory is measured."""
LONGEST = 2 * 1024 * 1024
MEASURES: dict[str, Callable[[Cost], float]] = {
    "cpu": lambda cost: cost.cpu,
    "steps": lambda cost: cost.steps,
    "bytes": lambda cost: cost.bytes,
    "memory": lambda cost: cost.memory or 0,
}
"""Steps have no bound here, but they lead the search: unlike time they are the same each time."""


class Found(NamedTuple):
    """A question, encoded, and its cost."""

    cost: Cost
    text: bytes
    """Not the question itself: thousands of objects that are kept make each garbage collection slower."""

    @property
    def question(self) -> Any:
        return msgspec.json.decode(self.text)


class Climb:
    """The search at one target. It can be stopped at any time and goes on where it was."""

    def __init__(self, service: Service, target: Target, seed: int, *, short: bool = False) -> None:
        """``short``: begin with few questions, and with none of random games, which take a while to play."""
        self.service = service
        self.target = target
        self.seed = seed
        self.short = short
        self.tried = 0
        self.pools: dict[tuple[str, str], list[Found]] = {}
        """The dearest questions by measure and verdict: else all of them would soon be impossible positions."""
        self.excesses: list[Found] = []
        self.accepted = 0
        self.beginnings: list[bytes] = []
        self._begun = False

    def run(self, seconds: float) -> None:
        """Search for so long; the same seed and number of tries give the same changes."""
        end = time.monotonic() + seconds
        self._begin(end)
        chance = random.Random(f"{self.seed}/{self.target.name}/{self.tried}")
        packs = packs_of(self.target.game) if "pack" in self.target.fields else []
        mutator = Mutator(self.target.fields, packs, chance)
        while time.monotonic() < end:
            measure, verdict = chance.choice(sorted(self.pools))
            parent = chance.choice(self.pools[measure, verdict]).question
            if chance.random() < FROM_THE_BEGINNING and self.beginnings:
                parent = msgspec.json.decode(chance.choice(self.beginnings))
            other = msgspec.json.decode(chance.choice(self.beginnings)) if self.beginnings else parent
            question = mutator.changed(parent, other)
            self._try(question, memory=measure == "memory" or chance.random() < MEASURED)

    def _begin(self, end: float) -> None:
        """Ask what the search begins with, all of it also when there is little time."""
        if self._begun:
            return
        self._begun = True
        questions = list(beginnings(self.target, positions=not self.short))
        if self.short:
            questions = random.Random(self.seed).sample(questions, min(FEW, len(questions)))
        for question in questions:
            self._try(question, memory=time.monotonic() < end)
            self.beginnings.append(msgspec.json.encode(question))

    def _try(self, question: Any, *, memory: bool) -> None:
        text = msgspec.json.encode(question)
        if len(text) > LONGEST:
            return
        self.tried += 1
        query = question if isinstance(question, str) else None
        cost = self.service.cost(self.target.path, text, query, memory=memory)
        kept = self.pools.get(("cpu", cost.verdict), [])
        if len(kept) == KEPT and cost.cpu > kept[-1].cost.cpu:  # once more: it may be a garbage collection
            again = self.service.cost(self.target.path, text, query)
            cost = cost._replace(cpu=min(cost.cpu, again.cpu))
        if cost.excesses():
            self.excesses.append(Found(cost, text))
            self.excesses = sorted(self.excesses, key=lambda found: -found.cost.cpu)[:KEPT]
        if cost.is_accepted:
            self.accepted += 1
            self.keep(Found(cost, text))

    def keep(self, found: Found) -> None:
        for measure, value in MEASURES.items():
            if measure == "memory" and found.cost.memory is None:
                continue
            kept = self.pools.setdefault((measure, found.cost.verdict), [])
            if any(one.cost.steps == found.cost.steps and one.cost.bytes == found.cost.bytes for one in kept):
                continue  # too much like one of them
            kept.append(found)
            kept.sort(key=lambda one: -value(one.cost))
            del kept[KEPT:]

    def dearest(self, measure: str) -> Found | None:
        """The dearest question, whatever its verdict."""
        found = [one for (name, _), kept in self.pools.items() if name == measure for one in kept]
        return max(found, key=lambda one: MEASURES[measure](one.cost), default=None)

    # ------------------------------------------------------------ files

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        content = {
            "path": self.target.path,
            "seed": self.seed,
            "tried": self.tried,
            "excesses": [_written(found) for found in self.excesses],
            "best": {" ".join(key): [_written(found) for found in kept] for key, kept in self.pools.items()},
        }
        (folder / f"{self.target.name}.json").write_bytes(msgspec.json.encode(content))

    def read(self, folder: Path) -> None:
        """Go on with what an earlier run has found; its questions are measured again."""
        path = folder / f"{self.target.name}.json"
        if not path.exists():
            return
        content = msgspec.json.decode(path.read_bytes())
        questions = [found["question"] for kept in content["best"].values() for found in kept]
        questions += [found["question"] for found in content["excesses"]]
        for question in questions:
            self._try(question, memory=True)
        self.tried = content["tried"]


def _written(found: Found) -> dict[str, Any]:
    return {**found.cost._asdict(), "question": msgspec.Raw(found.text)}


def search(climbs: list[Climb], seconds: float, rounds: int, after_round: Callable[[], None] = lambda: None) -> None:
    """Give every target the same share of the time, in so many rounds."""
    end = time.monotonic() + seconds
    for number in range(rounds):
        for place, climb in enumerate(climbs):
            left = (rounds - number) * len(climbs) - place
            climb.run(max(0.0, end - time.monotonic()) / left)
        after_round()


def table(climbs: Iterable[Climb]) -> str:
    """The highest costs at each target."""
    rows = [f"{'':34} {'tried':>7} {'accepted':>9} {'CPU ms':>8} {'steps':>8} {'answer kB':>10} {'memory MB':>10}"]
    for climb in climbs:
        dearest = {measure: climb.dearest(measure) for measure in MEASURES}
        cpu, steps, size, memory = (found.cost if found else None for found in dearest.values())
        rows.append(
            f"{climb.target.name:34} {climb.tried:>7} {climb.accepted:>9} {cpu.cpu * 1000 if cpu else 0:>8.1f}"
            f" {steps.steps if steps else 0:>8} {size.bytes / 1024 if size else 0:>10.1f}"
            f" {(memory.memory or 0) / 2**20 if memory else 0:>10.1f}"
        )
        rows += [f"    above a bound: {', '.join(found.cost.excesses())}" for found in climb.excesses]
    return "\n".join(rows)
