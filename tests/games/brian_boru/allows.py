"""``python -m tests.games.brian_boru.allows``: write down the rules cited for each example that keeps one."""

import json
from pathlib import Path
from typing import Any

from tests.client import Answer

PATH = Path(__file__).parent / "allows.json"


def rules_of(answer: Answer) -> dict[str, list[str]]:
    """The rules that allow a move or score a line, and those behind its events, each set whole."""
    cited = [entry["rule"].split("/", 1)[1] for entry in answer["citations"] if entry["role"] == "allows"]
    happened = [event["rule"].split("/", 1)[1] for event in answer.get("events", [])]
    return {"allows": sorted(cited), "events": list(dict.fromkeys(happened))}


def read() -> dict[str, Any]:
    return json.loads(PATH.read_text("utf-8"))


def main() -> None:
    from service.app import create_app
    from tests.client import Referee
    from tests.games.brian_boru.test_rules import OBEYED

    referee = Referee(create_app(), "brian-boru")
    found = {f"{rule}: {name}": rules_of(question(referee)) for rule, name, question in OBEYED}
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in found.items()]
    PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
