"""The rules cited for each example that keeps a rule: the whole set, so that none is lost and none comes in unseen."""

import pytest

from tests.client import Referee
from tests.games.ortus_regni.allows import examples, read, rules_of
from tests.games.ortus_regni.tables import Move, State, go

EXAMPLES = list(examples())


@pytest.mark.parametrize(("key", "state", "moves"), EXAMPLES, ids=[key for key, _, _ in EXAMPLES])
def test_the_rules_cited_for_what_is_allowed(
    ortus_regni: Referee, key: str, state: State, moves: tuple[Move, ...]
) -> None:
    """``python -m tests.games.ortus_regni.allows`` writes the list anew."""
    assert rules_of(go(ortus_regni, state, *moves)) == read()[key]


def test_no_example_is_without_its_rules() -> None:
    assert list(read()) == [key for key, _, _ in EXAMPLES]
    assert all(rules["allows"] for rules in read().values())
