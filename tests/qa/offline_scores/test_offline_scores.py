"""The scoring module counts as the service does; 100,000 questions with ``make offline-scores``."""

import os
import shutil
from collections import Counter
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tests.qa.offline_scores import vectors
from tests.qa.offline_scores.comparing import (
    QUESTIONS,
    REFUSED,
    RULES,
    Module,
    compare,
    counted,
    module,
    question,
    rules_in,
)

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


@pytest.mark.parametrize("game", QUESTIONS)
def test_the_questions_reach_every_rule_of_a_score(client: FlaskClient, game: str) -> None:
    """Else two implementations could agree about too little."""
    seen = set().union(*(rules_in(counted(client, game, question(game, seed))) for seed in range(EACH // 2)))
    assert set(RULES[game]) <= seen, set(RULES[game]) - seen


# ---------------------------------------------------------------- the vectors for other implementations


@pytest.mark.parametrize("game", QUESTIONS)
def test_there_are_enough_vectors_and_every_rule_is_in_several(game: str) -> None:
    listed = vectors.read(game)
    assert len(listed) == vectors.COUNT
    seen = Counter(rule for vector in listed for rule in rules_in(vector.get("score", {})))
    assert min(seen[rule] for rule in RULES[game]) >= vectors.RARE
    assert 5 < sum("refused" in vector for vector in listed) < vectors.COUNT // 5


@pytest.mark.parametrize("game", QUESTIONS)
def test_the_service_counts_as_the_vectors_say(client: FlaskClient, game: str) -> None:
    """``python -m tests.qa.offline_scores.vectors`` writes them anew."""
    for vector in vectors.read(game):
        told = counted(client, game, vector["question"])
        assert told == vector.get("score", REFUSED), vector["question"]


@pytest.mark.parametrize("game", QUESTIONS)
def test_the_module_counts_as_the_vectors_say(other: Module, game: str) -> None:
    for vector in vectors.read(game):
        assert other.score(game, vector["question"]) == vector.get("score", REFUSED), vector["question"]
