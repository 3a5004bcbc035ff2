"""``python -m tests.games.ortus_regni.allows``: write down the rules cited for each example that keeps one."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.client import Answer, Referee
from tests.games.ortus_regni import (
    test_rules,
    test_rules_combat,
    test_rules_earldom,
    test_rules_joust,
    test_rules_politics,
    test_rules_vikings,
)
from tests.games.ortus_regni.tables import Move, State, go

PATH = Path(__file__).parent / "allows.json"
MODULES = (
    test_rules,
    test_rules_earldom,
    test_rules_politics,
    test_rules_joust,
    test_rules_combat,
    test_rules_vikings,
)


def examples() -> Iterator[tuple[str, State, tuple[Move, ...]]]:
    """Every example that keeps a rule: its key, the table and the moves."""
    seen: Counter[str] = Counter()
    for module in MODULES:
        for example in module.KEPT:
            rule, state, moves = example.values
            key = str(rule or example.id)
            seen[key] += 1
            yield f"{key} {seen[key]}", state, moves


def rules_of(answer: Answer) -> dict[str, list[str]]:
    """The rules that allow the last move, and those behind its events, each set whole."""
    cited = {entry["rule"].split("/", 1)[1] for entry in answer["citations"] if entry["role"] == "allows"}
    happened = [event["rule"].split("/", 1)[1] for event in answer["events"]]
    return {"allows": sorted(cited), "events": list(dict.fromkeys(happened))}


def read() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(PATH.read_text("utf-8"))
    return found


def main() -> None:
    from service.app import create_app

    referee = Referee(create_app(), "ortus-regni")
    found = {key: rules_of(go(referee, state, *moves)) for key, state, moves in examples()}
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in found.items()]
    PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
