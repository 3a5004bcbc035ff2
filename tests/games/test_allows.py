"""The rules cited for each example that keeps a rule: the whole set, so that none is lost or comes in unseen."""

import pytest
from flask import Flask

from tests.client import Referee
from tests.games.allows import EXAMPLES, read, rules_of

MODULE = "``python -m tests.games.allows`` writes the lists anew"


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_rules_cited_for_what_is_allowed(app: Flask, name: str) -> None:
    referee, listed = Referee(app, name), read(name)
    assert list(listed) == [key for key, _ in EXAMPLES[name]], MODULE
    for key, ask in EXAMPLES[name]:
        assert rules_of(ask(referee)) == listed[key], f"{name}, {key}: {MODULE}"
