"""No list of moves takes long, however many choices a table offers: nothing is enumerated only to be thrown away."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from schemas.ortus_regni import Force
from service.games.ortus_regni.ways import LISTED, distinct_combinations, hits, multisets
from tests.client import Referee
from tests.games.bounds import at_most

EARLS = ("a", "b", "c", "d", "e", "f")
PROPERTIES = ("land", "market", "church")


def properties(*, of: str, copies: int = 3) -> list[Any]:
    """So many Lands, Markets and Churches of every colour, in a Fief of this Earl."""
    cards = [card if owner == of else {"card": card, "owner": owner} for owner in EARLS for card in PROPERTIES]
    return cards * copies


def asked_to_give() -> dict[str, Any]:
    """An Intrigue takes two Properties of a Fief that has 54, of 18 kinds: a product over all counts has 4^18 steps."""
    fief = {"id": 1, "anchor": "castle", "properties": properties(of="b")}
    pending = {"type": "politics", "card": "intrigue", "attacker": "a", "target": "b", "aim": "properties"}
    return {
        "players": [{"name": name, **({"fiefs": [fief]} if name == "b" else {})} for name in EARLS],
        "pending": {**pending, "fief": 1, "count": 2, "step": "give"},
    }


def test_gifts_from_a_large_fief_are_listed_at_once(ortus_regni: Referee) -> None:
    with at_most():
        answer = ortus_regni.ask("legal-moves", {"state": asked_to_give(), "explain": True})
    assert len(answer["moves"]) == 18 * 17 / 2 + 18
    assert answer["moves"][0] == {"type": "give", "player": "b", "cards": ["market", "market"], "armies": []}
    assert [move["cards"] for move in answer["moves"][1:3]] == [["land", "market"], ["land", "land"]]
    assert answer.missing == ["pool-told"], "nothing was cut off"


def test_suggestions_for_a_gift_from_a_large_fief_are_found_at_once(ortus_regni: Referee) -> None:
    move = {"type": "give", "player": "b", "cards": ["land"], "armies": []}
    with at_most():
        answer = ortus_regni.validate(asked_to_give(), move, suggest=True)
    assert answer.broken == ["intrigue/defender-picks"]
    assert [other["type"] for other in answer["suggestions"]] == ["give"] * 5
    assert answer["suggestions"][0]["cards"] == ["market", "market"]


def raided(step: str, damage: int, **zones: Any) -> dict[str, Any]:
    """Bruno's large Fief is raided, and nobody defends it."""
    fief = {"id": 1, "anchor": "castle", "properties": properties(of="b")}
    players: list[dict[str, Any]] = [{"name": name} for name in EARLS]
    players[0]["fiefs"] = [
        {"id": 1, "anchor": "palace", "lord": "prince"},
        {"id": 2, "anchor": "castle", "lord": "vassal"},
    ]
    players[1] |= {"fiefs": [fief], "towers": []}
    battle = {"type": "battle", "attacker": "a", "defender": "b", "kind": "raid", "fief": 1, "step": step}
    battle |= {"attackers": {"lords": [1, 2]}, "outcome": "attacker", "damage": [damage, 0]}
    return {"players": players, "pending": {**battle, **zones}}


@pytest.mark.parametrize("damage", [2, 27, 53])
def test_losses_of_a_large_fief_are_listed_at_once(ortus_regni: Referee, damage: int) -> None:
    with at_most():
        answer = ortus_regni.ask("legal-moves", {"state": raided("damage-defender", damage)})
    expected = {2: 171, 27: LISTED, 53: 18}[damage]
    assert len(answer["moves"]) == expected
    assert {len(move["properties"]) for move in answer["moves"]} == {damage}
    assert ("more-ways" in answer.missing) == (expected == LISTED)


def test_suggestions_for_losses_of_a_large_fief_are_found_at_once(ortus_regni: Referee) -> None:
    move = {"type": "suffer", "player": "b"}
    with at_most():
        answer = ortus_regni.validate(raided("damage-defender", 27), move, suggest=True)
    assert answer.broken == ["attack/raid-picks"]
    assert len(answer["suggestions"]) == 5


def test_captures_from_much_that_is_destroyed_are_listed_at_once(ortus_regni: Referee) -> None:
    destroyed = [{"card": card, "owner": owner} for owner in EARLS for card in PROPERTIES] * 3
    state = raided("capture", 0, destroyed=destroyed)
    state["players"][1]["fiefs"][0]["properties"] = []
    with at_most():
        answer = ortus_regni.ask("legal-moves", {"state": state})
    assert len(answer["moves"]) == 1 + 18 + 171
    assert [len(move["cards"]) for move in answer["moves"]] == [0] + [1] * 18 + [2] * 171
    assert answer["moves"][1]["cards"] == destroyed[:1]
    assert answer["moves"][19]["cards"] == destroyed[:2]


# ---------------------------------------------------------------- the same results in the same order as by filtering


def filtered(items: list[str], least: int, most: int) -> Iterator[tuple[str, ...]]:
    counts = sorted(Counter(items).items())
    for chosen in product(*(range(count + 1) for _, count in counts)):
        if least <= sum(chosen) <= most:
            yield tuple(item for (item, _), count in zip(counts, chosen, strict=True) for _ in range(count))


def first_of_equals(items: list[str], size: int) -> list[tuple[str, ...]]:
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for one in combinations(items, size):
        found.setdefault(tuple(sorted(one)), one)
    return [*found.values()]


ITEMS = ["", "a", "aaaa", "ab", "abab", "bbaac", "cabcab", "abcdef", "fedcbaabc"]


@pytest.mark.parametrize("items", ITEMS)
def test_multisets_are_those_of_a_filtered_product(items: str) -> None:
    total = len(items)
    assert [*multisets(items)] == [*filtered([*items], 0, total)]
    for least, most in product(range(total + 2), repeat=2):
        assert [*multisets(items, least, most)] == [*filtered([*items], least, most)]


@pytest.mark.parametrize("items", ITEMS)
def test_distinct_combinations_are_the_first_of_equal_combinations(items: str) -> None:
    for size in range(len(items) + 2):
        assert [*distinct_combinations([*items], size)] == first_of_equals([*items], size)


def test_hits_take_most_of_the_first_unit_first() -> None:
    force = Force(hand=("vassal", "monk", "vassal"), pool=("infantry", "infantry"), king=True)
    found = [(hit.hand, hit.pool, hit.king) for hit in hits(force, 2)]
    assert found == [
        (("monk", "vassal"), (), False),
        (("monk",), (), True),
        (("monk",), ("infantry",), False),
        (("vassal", "vassal"), (), False),
        (("vassal",), (), True),
        (("vassal",), ("infantry",), False),
        ((), ("infantry",), True),
        ((), ("infantry", "infantry"), False),
    ]
    assert [*hits(force, 7)] == []
