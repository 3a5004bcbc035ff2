"""The page about each game has a table of its facts: what ``rules.toml`` declares, with the English sentence."""

import re
from itertools import takewhile

import pytest

from service.games.registry import OURS
from service.referee.game import AnyGame
from tests.coverage import ROOT
from tests.games.every_game import BY_NAME

HEADER = "| fact | sentence | rule | zones |"
"""A page may have more columns after these."""


def table_of(page: str) -> list[str]:
    """The first four cells of each row of the table of facts."""
    rows = takewhile(lambda line: line.startswith("|"), page.split(f"\n{HEADER}", 1)[1].splitlines()[2:])
    return [re.sub(r"^(\|(?:[^|]*\|){4}).*$", r"\1", row) for row in rows]


def declared(game: AnyGame) -> list[str]:
    """The rows that belong there; how a value is written ({card:term}) is left out; of a table the general form."""
    english = {
        fact: text if isinstance(text, str) else text["other"]
        for fact, text in game.rulebook.words["en"].facts.items()
    }
    sentences = {fact: re.sub(r":[\w.]+}", "}", text) for fact, text in english.items()}
    return [
        f"| `{fact}` | {sentences[fact]} | `{of.rule}` | {', '.join(f'`{zone}`' for zone in of.zones)} |"
        for fact, of in game.facts.items()
    ]


@pytest.mark.parametrize("name", OURS)
def test_every_fact_stands_there_with_its_sentence_its_rule_and_its_zones(name: str) -> None:
    told, expected = table_of((ROOT / "docs" / f"{name}.md").read_text("utf-8")), declared(BY_NAME[name])
    assert [row for row in expected if row not in told] == []
    assert [row for row in told if row not in expected] == []
    assert told == expected, "in the order of rules.toml, the most doubtful first"


def test_the_rows_are_those_of_the_table_without_its_other_columns() -> None:
    page = f"# A\n{HEADER} when |\n|---|---|---|---|---|\n| `turn` | it is | `order` | `/turn` | always |\n\n| `x` |"
    assert table_of(page) == ["| `turn` | it is | `order` | `/turn` |"]
