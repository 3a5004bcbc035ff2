"""The scoring module counts as the service does; 100,000 questions with ``make offline-scores``."""

import os
import shutil
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tests.qa.offline_scores.comparing import QUESTIONS, Module, compare, counted, module, question

EACH = 667
HOW = "These tests need node: `apt-get install nodejs`."


@pytest.fixture(scope="module")
def other() -> Iterator[Module]:
    if not shutil.which("node"):
        (pytest.fail if "CI" in os.environ else pytest.skip)(HOW)
    with module() as started:
        yield started


@pytest.mark.parametrize("game", QUESTIONS)
def test_random_questions_are_counted_alike(client: FlaskClient, other: Module, game: str) -> None:
    compared = [compare(client, other, game, seed) for seed in range(EACH)]
    differences = [str(difference) for _, difference in compared if difference]
    assert not differences, differences[0]
    assert sum(was_counted for was_counted, _ in compared) > EACH * 0.8


def test_the_questions_reach_every_rule_of_a_score(client: FlaskClient) -> None:
    """Else two implementations could agree about too little."""
    seen = set()
    for game in QUESTIONS:
        for seed in range(EACH // 2):
            told = counted(client, game, question(game, seed))
            seen |= {line["rule"] for player in told.get("players", ()) for line in player["lines"]}
            seen |= {decision["rule"] for decision in told.get("decided_by", ())}
    kingdomino = "territory no-crowns tie-territory tie-crowns tie-shared winner"
    expected = {f"kingdomino/score/{rule}" for rule in kingdomino.split()}
    variants = "harmony middle-kingdom middle-kingdom-centre dynasty dynasty-ties"
    expected |= {f"kingdomino/variants/{rule}" for rule in variants.split()}
    brian_boru = (
        "track beyond-track coins marker renown claims board-claims military vikings-tied monasteries trade spread "
        "tie-claims tie-marriages tie-shared winner"
    )
    expected |= {f"brian-boru/score/{rule}" for rule in brian_boru.split()}
    roll_and_raid = "sacrifices developments gods battle tie-cards tie-shared tie-many winner"
    expected |= {f"roll-and-raid/score/{rule}" for rule in roll_and_raid.split()}
    assert expected <= seen, expected - seen
