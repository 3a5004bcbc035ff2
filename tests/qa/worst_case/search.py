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
KEPT = 4
"""So many of the dearest questions are changed further, for each measure."""
MEASURED = 0.15
"""The part of the questions of which the memory is measured."""
LONGEST = 2 * 1024 * 1024
MEASURES: dict[str, Callable[[Cost], float]] = {
    "cpu": lambda cost: cost.cpu,
    "bytes": lambda cost: cost.bytes,
    "memory": lambda cost: cost.memory or 0,
}


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
        self.best: dict[str, list[Found]] = {measure: [] for measure in MEASURES}
        self.excesses: list[Found] = []
        self._begun = False

    def run(self, seconds: float) -> None:
        """Search for so long; the same seed and number of tries give the same changes."""
        end = time.monotonic() + seconds
        self._begin(end)
        chance = random.Random(f"{self.seed}/{self.target.name}/{self.tried}")
        packs = packs_of(self.target.game) if "pack" in self.target.fields else []
        mutator = Mutator(self.target.fields, packs, chance)
        while time.monotonic() < end:
            measure = chance.choice([name for name, found in self.best.items() if found])
            parent = chance.choice(self.best[measure]).question
            other = chance.choice(self.best[chance.choice(list(MEASURES))] or self.best[measure]).question
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

    def _try(self, question: Any, *, memory: bool) -> None:
        text = msgspec.json.encode(question)
        if len(text) > LONGEST:
            return
        self.tried += 1
        query = question if isinstance(question, str) else None
        cost = self.service.cost(self.target.path, text, query, memory=memory)
        if cost.excesses():
            self.excesses.append(Found(cost, text))
            self.excesses = sorted(self.excesses, key=lambda found: -found.cost.cpu)[:KEPT]
        if cost.is_accepted:
            self.keep(Found(cost, text))

    def keep(self, found: Found) -> None:
        for measure, value in MEASURES.items():
            if measure == "memory" and found.cost.memory is None:
                continue
            kept = [*self.best[measure], found]
            kept.sort(key=lambda one: -value(one.cost))
            self.best[measure] = kept[:KEPT]

    # ------------------------------------------------------------ files

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        content = {
            "path": self.target.path,
            "seed": self.seed,
            "tried": self.tried,
            "excesses": [_written(found) for found in self.excesses],
            "best": {measure: [_written(found) for found in kept] for measure, kept in self.best.items()},
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
    rows = [f"{'':34} {'tried':>7} {'CPU ms':>8} {'steps':>8} {'answer kB':>10} {'memory MB':>10}"]
    for climb in climbs:
        dearest = {measure: kept[0].cost if kept else None for measure, kept in climb.best.items()}
        cpu, size, memory = dearest["cpu"], dearest["bytes"], dearest["memory"]
        rows.append(
            f"{climb.target.name:34} {climb.tried:>7} {cpu.cpu * 1000 if cpu else 0:>8.1f}"
            f" {cpu.steps if cpu else 0:>8} {size.bytes / 1024 if size else 0:>10.1f}"
            f" {(memory.memory or 0) / 2**20 if memory else 0:>10.1f}"
        )
        rows += [f"    above a bound: {', '.join(found.cost.excesses())}" for found in climb.excesses]
    return "\n".join(rows)
