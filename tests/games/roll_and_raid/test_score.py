"""Glory: from a full state, from the figures on finished sheets, and claimed totals held against both."""

from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.roll_and_raid.tables import PACK, changed, finished, table, without

TROPHIES: dict[str, Any] = {
    "sacrifices": {4: 3, 8: 1},
    "developments": ["smithy", "rampart"],
    "gods": {"odin": [4, 5], "thor": [2]},
    "raids": ["lindisfarne", "iona"],
    "altar": 3,
    "hall": 20,
    "vikings": 2,
    "axes": 2,
    "armoury": ["a1", "a2"],
}
"""5 + 2 for sacrifices, 3 + 4 for developments, 2 + 1 for the gods, 3 + 2 in battle: 22."""
GLORY = finished(ana=TROPHIES)
LEFTOVERS = {
    **PACK,
    "scoring": {**PACK["scoring"], "battle": [*PACK["scoring"]["battle"], {"type": "each", "count": "axes", "points": 2}]},
}  # fmt: skip
"""The same sheet with two points for each axe that is left."""


def lines(answer: Answer, name: str = "ana") -> dict[str, int]:
    clan = next(player for player in answer["players"] if player["name"] == name)
    return {line["rule"].split("/", 1)[1]: line["points"] for line in clan["lines"]}


def agreed(told: dict[str, Any], **rules: str) -> dict[str, Any]:
    return changed(told, options={"house_rules": rules})


@pytest.mark.obeys(
    "roll-and-raid/score/sacrifices",
    "roll-and-raid/score/developments",
    "roll-and-raid/score/gods",
    "roll-and-raid/score/battle",
    "roll-and-raid/score/total",
)
def test_four_triskels_and_their_sum(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.score(GLORY, pack=PACK, claimed={"ana": 22})
    counted = lines(answer)
    assert [counted[f"score/{part}"] for part in ("sacrifices", "developments", "gods", "battle")] == [7, 7, 3, 5]
    assert answer.total("ana") == 22
    assert answer["claims"][0]["correct"]
    assert answer["final"]


@pytest.mark.obeys("roll-and-raid/score/sacrifices")
def test_an_offering_below_the_table_brings_nothing(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.score(finished(ana={**TROPHIES, "sacrifices": {4: 0}}), pack=PACK)
    assert answer.total("ana") == 15


@pytest.mark.obeys("roll-and-raid/score/gods")
def test_the_values_written_are_not_the_points(roll_and_raid: Referee) -> None:
    low = roll_and_raid.score(finished(ana={**TROPHIES, "gods": {"odin": [1, 1], "thor": [1]}}), pack=PACK)
    assert low.total("ana") == 22


@pytest.mark.obeys("roll-and-raid/score/altar")
def test_vikings_on_the_altar_score_nothing(roll_and_raid: Referee) -> None:
    assert roll_and_raid.score(GLORY, pack=PACK).total("ana") == 22
    counted = roll_and_raid.score(agreed(GLORY, altar_points="counted"), pack=PACK)
    assert counted.total("ana") == 25
    assert lines(counted)["score/altar"] == 3


@pytest.mark.breaks("roll-and-raid/score/altar")
def test_who_counts_the_altar_hears_why_not(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.score(GLORY, pack=PACK, claimed={"ana": 25})
    assert "score/altar" in answer.explained_by("ana")


@pytest.mark.obeys("roll-and-raid/score/leftovers")
def test_what_is_left_counts_only_where_the_pack_prints_it(roll_and_raid: Referee) -> None:
    assert roll_and_raid.score(GLORY, pack=PACK).total("ana") == 22
    assert roll_and_raid.score(GLORY, pack=LEFTOVERS).total("ana") == 26
    assert roll_and_raid.score(agreed(GLORY, leftovers="nothing"), pack=LEFTOVERS).total("ana") == 22


@pytest.mark.breaks("roll-and-raid/score/leftovers")
def test_who_forgets_what_is_left_hears_of_it(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.score(GLORY, pack=LEFTOVERS, claimed={"ana": 22})
    assert "score/leftovers" in answer.explained_by("ana")


def test_a_score_in_the_middle_is_not_final(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.score(table("production", ana={"raids": ["jarrow"]}), pack=PACK)
    assert not answer["final"]
    assert answer.total("ana") == 2


def test_an_impossible_position_is_not_counted(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.score(finished(ana={**TROPHIES, "vikings": 21}), pack=PACK)
    assert answer["verdict"] == "impossible"
    assert "hall/crossed-once" in answer.broken


def test_a_zone_that_counts_has_to_be_told(roll_and_raid: Referee) -> None:
    short = changed(GLORY, players=[without(GLORY["players"][0], "gods"), *GLORY["players"][1:]])
    assert roll_and_raid.problem("score", {"state": short, "pack": PACK}) == ["/state/players/0/gods"]


@pytest.mark.obeys("roll-and-raid/score/tie-printed")
def test_a_pack_may_know_more_about_ties(roll_and_raid: Referee) -> None:
    """Equal glory and cards: shared by the quick reference, and not where the pack compares the axes next."""
    tied = finished(ana={"raids": ["dorestad"]}, bruno={"raids": ["rouen"], "axes": 0})
    assert roll_and_raid.score(tied, pack=PACK)["ranking"][0] == ["ana", "bruno"]
    pack = {**PACK, "scoring": {**PACK["scoring"], "tie_breaks": [{"count": "axes"}]}}
    answer = roll_and_raid.score(tied, pack=pack)
    assert answer["ranking"] == [["ana"], ["bruno"], ["carla"]]
    assert "roll-and-raid/score/tie-printed" in [entry["rule"] for entry in answer["decided_by"]]


# ---------------------------------------------------------------- the score pad

FIGURES = {"name": "ana", "sacrifices": 7, "developments": 7, "gods": 3, "battle": 5, "raids": 2}
OTHER = {"name": "bruno", "sacrifices": 10, "developments": 0, "gods": 4, "battle": 8, "raids": 3}
PAD = {"players": [FIGURES, OTHER]}


def pad(referee: Referee, told: dict[str, Any], **more: Any) -> Answer:
    return referee.ask("score", {"sheet": told, **more})


def test_finished_sheets_need_no_pack(roll_and_raid: Referee) -> None:
    answer = pad(roll_and_raid, PAD)
    assert answer["verdict"] == "possible"
    assert (answer.total("ana"), answer.total("bruno")) == (22, 22)
    assert answer["ranking"] == [["bruno"], ["ana"]]
    assert [entry["rule"] for entry in answer["decided_by"]] == [
        "roll-and-raid/score/winner",
        "roll-and-raid/score/tie-cards",
    ]


@pytest.mark.parametrize(
    ("claimed", "rule"),
    [(15, "score/sacrifices"), (19, "score/gods"), (17, "score/battle"), (99, "score/total")],
)
def test_a_wrong_sum_on_a_sheet_is_explained(roll_and_raid: Referee, claimed: int, rule: str) -> None:
    answer = pad(roll_and_raid, PAD, claimed={"ana": claimed})
    assert not answer["claims"][0]["correct"]
    assert rule in answer.explained_by("ana")


def test_a_right_sum_is_right(roll_and_raid: Referee) -> None:
    answer = pad(roll_and_raid, PAD, claimed={"ana": 22, "bruno": 22})
    assert [claim["correct"] for claim in answer["claims"]] == [True, True]


def test_a_third_clan_shares_too(roll_and_raid: Referee) -> None:
    answer = pad(roll_and_raid, {"players": [FIGURES, {**FIGURES, "name": "bruno"}, {**FIGURES, "name": "carla"}]})
    assert answer["ranking"] == [["ana", "bruno", "carla"]]
    assert [entry["rule"] for entry in answer["decided_by"]] == [
        "roll-and-raid/score/winner",
        "roll-and-raid/score/tie-many",
    ]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"gods": "3"}, "/sheet/players/0/gods"),
        ({"raids": -1}, "/sheet/players/0/raids"),
        ({"battle": 10**6}, "/sheet/players/0/battle"),
        ({"creatures": 4}, "/sheet/players/0"),
    ],
)
def test_a_sheet_with_a_wrong_figure_is_refused(roll_and_raid: Referee, change: dict[str, Any], pointer: str) -> None:
    (found,) = roll_and_raid.problem("score", {"sheet": {"players": [{**FIGURES, **change}]}})
    assert found.startswith(pointer)


def test_a_claim_for_nobody_is_refused(roll_and_raid: Referee) -> None:
    assert roll_and_raid.problem("score", {"sheet": PAD, "claimed": {"zoe": 3}}) == ["/claimed/zoe"]
