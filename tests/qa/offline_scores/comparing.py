"""One random question after another, counted by the service and by the module in a node process."""

import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.qa.offline_scores import kingdoms, pads

QUESTIONS: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    "kingdomino": kingdoms.question,
    "brian-boru": pads.brian_boru,
    "roll-and-raid": pads.roll_and_raid,
}
RULES = {
    "kingdomino": [
        "score/territory",
        "score/no-crowns",
        "score/tie-territory",
        "score/tie-crowns",
        "score/tie-shared",
        "score/winner",
        "variants/harmony",
        "variants/middle-kingdom",
        "variants/middle-kingdom-centre",
        "variants/dynasty",
        "variants/dynasty-ties",
    ],
    "brian-boru": [
        "score/track",
        "score/beyond-track",
        "score/coins",
        "score/marker",
        "score/renown",
        "score/claims",
        "score/board-claims",
        "score/military",
        "score/vikings-tied",
        "score/monasteries",
        "score/trade",
        "score/spread",
        "score/tie-claims",
        "score/tie-marriages",
        "score/tie-shared",
        "score/winner",
    ],
    "roll-and-raid": [
        "score/sacrifices",
        "score/developments",
        "score/gods",
        "score/battle",
        "score/tie-cards",
        "score/tie-shared",
        "score/tie-many",
        "score/winner",
    ],
}
"""The rules that lines and decisions rest on."""
SCRIPT = Path(__file__).with_name("answer.mjs")
FLAGS = ("--no-warnings", "--experimental-detect-module")
"""The files of the page are modules without a package around them."""
REFUSED = {"refused": True}


class Difference(NamedTuple):
    """A question that the two count differently."""

    game: str
    seed: int
    question: dict[str, Any]
    service: dict[str, Any]
    module: dict[str, Any]

    def __str__(self) -> str:
        parts = {name: (self.service.get(name), self.module.get(name)) for name in {**self.service, **self.module}}
        told = [f"  {name}: {one}, the module: {other}" for name, (one, other) in parts.items() if one != other]
        return "\n".join([f"{self.game}, seed {self.seed}: {json.dumps(self.question)}", *told])


class Module:
    """The scoring module, in a process that answers a line with a line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin
        assert process.stdout
        self.process, self.asked, self.answers = process, process.stdin, process.stdout

    def score(self, game: str, question: dict[str, Any]) -> dict[str, Any]:
        self.asked.write(json.dumps({"game": game, "question": question}) + "\n")
        self.asked.flush()
        line = self.answers.readline()
        assert line, f"the module failed on {game}: {json.dumps(question)}"
        told: dict[str, Any] = json.loads(line)
        return REFUSED if "refused" in told else told


@contextmanager
def module() -> Iterator[Module]:
    node = shutil.which("node")
    assert node, "the comparison needs node"
    command = [node, *FLAGS, str(SCRIPT)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Module(process)
        assert process.stdin
        process.stdin.close()


def service() -> FlaskClient:
    return create_app(Settings(log_requests=False, rate_limit="off", client_concurrency=0)).test_client()


def counted(client: FlaskClient, game: str, question: dict[str, Any]) -> dict[str, Any]:
    """What the service says, without the texts and what only it can say."""
    response = client.post(f"/v1/games/{game}/score", json=question)
    if response.status_code in (400, 422):
        return REFUSED
    assert response.status_code == 200, response.get_data(as_text=True)
    return without_texts(response.get_json())


def without_texts(answer: dict[str, Any]) -> dict[str, Any]:
    def plain(entry: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in entry.items() if name not in ("text", "explanations")}

    return {
        "players": [{**player, "lines": [plain(line) for line in player["lines"]]} for player in answer["players"]],
        "ranking": answer["ranking"],
        "decided_by": [plain(decision) for decision in answer["decided_by"]],
        "claims": [plain(claim) for claim in answer["claims"]],
    }


def rules_in(score: dict[str, Any]) -> set[str]:
    """The rules of a count, without the name of the game."""
    lines = [line for player in score.get("players", ()) for line in player["lines"]]
    return {entry["rule"].split("/", 1)[1] for entry in [*lines, *score.get("decided_by", ())]}


def question(game: str, seed: int) -> dict[str, Any]:
    return QUESTIONS[game](random.Random(f"{game} {seed}"))


def compare(client: FlaskClient, other: Module, game: str, seed: int) -> tuple[bool, Difference | None]:
    """Whether the question was counted (not refused), and what differs."""
    asked = question(game, seed)
    expected, told = counted(client, game, asked), other.score(game, asked)
    difference = None if expected == told else Difference(game, seed, asked, expected, told)
    return expected is not REFUSED, difference
