"""``python -m tests.games.roll_and_raid.allows``: write down the rules cited for each example that keeps one."""

import json
from pathlib import Path
from typing import Any

from tests.games.brian_boru.allows import rules_of

PATH = Path(__file__).parent / "allows.json"


def read() -> dict[str, Any]:
    return json.loads(PATH.read_text("utf-8"))


def main() -> None:
    from service.app import create_app
    from tests.client import Referee
    from tests.games.roll_and_raid.test_rules import OBEYED

    referee = Referee(create_app(), "roll-and-raid")
    found = {f"{rule}: {name}": rules_of(question(referee)) for rule, name, question in OBEYED}
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in found.items()]
    PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
