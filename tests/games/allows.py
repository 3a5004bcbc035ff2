"""``python -m tests.games.allows``: write down the rules cited for each example that keeps a rule.

The lists stand in ``allows.json`` of each game; ``test_allows`` holds every answer to its whole set.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tests.client import Answer, Referee
from tests.games.brian_boru import test_rules as brian_boru
from tests.games.kingdomino import test_rules as kingdomino
from tests.games.ortus_regni import (
    test_rules,
    test_rules_combat,
    test_rules_earldom,
    test_rules_joust,
    test_rules_politics,
    test_rules_vikings,
)
from tests.games.ortus_regni.tables import go
from tests.games.roll_and_raid import test_rules as roll_and_raid

Example = tuple[str, Callable[[Referee], Answer]]
ORTUS_REGNI = (
    test_rules,
    test_rules_earldom,
    test_rules_politics,
    test_rules_joust,
    test_rules_combat,
    test_rules_vikings,
)


def _kept(module: Any) -> Iterator[Example]:
    for rule, name, question in module.OBEYED:
        yield f"{rule}: {name}", question


def _kept_in_ortus_regni() -> Iterator[Example]:
    seen: Counter[str] = Counter()
    for module in ORTUS_REGNI:
        for example in module.KEPT:
            rule, state, moves = example.values
            key = str(rule or example.id)
            seen[key] += 1
            yield f"{key} {seen[key]}", partial(_ask_ortus_regni, state, moves)


def _ask_ortus_regni(state: Any, moves: Any, referee: Referee) -> Answer:
    return go(referee, state, *moves)


EXAMPLES: dict[str, list[Example]] = {
    "kingdomino": list(_kept(kingdomino)),
    "brian-boru": list(_kept(brian_boru)),
    "ortus-regni": list(_kept_in_ortus_regni()),
    "roll-and-raid": list(_kept(roll_and_raid)),
}
"""Every example that keeps a rule: its key, and how to ask it."""


def rules_of(answer: Answer) -> dict[str, list[str]]:
    """The rules that allow a move, and those behind its events, each set whole."""
    cited = {entry["rule"].split("/", 1)[1] for entry in answer["citations"] if entry["role"] == "allows"}
    happened = [event["rule"].split("/", 1)[1] for event in answer.get("events", [])]
    return {"allows": sorted(cited), "events": list(dict.fromkeys(happened))}


def path_of(name: str) -> Path:
    return Path(__file__).parent / name.replace("-", "_") / "allows.json"


def read(name: str) -> dict[str, Any]:
    listed: dict[str, Any] = json.loads(path_of(name).read_text("utf-8"))
    return listed


def main() -> None:
    from service.app import create_app
    from service.settings import Settings

    app = create_app(Settings(log_requests=False, rate_limit="off"))
    for name, examples in EXAMPLES.items():
        lines = [f" {json.dumps(key)}: {json.dumps(rules_of(ask(Referee(app, name))))}" for key, ask in examples]
        path_of(name).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
