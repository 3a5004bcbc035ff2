"""Ties, failed rolls and payments where the quick reference can be read in two ways: both readings, and what decided."""

from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.roll_and_raid.tables import (
    PACK,
    attack,
    bid,
    bidding,
    bids,
    changed,
    contender,
    raid,
    retreat,
    table,
    won,
    yields,
)


def agreed(told: dict[str, Any], **rules: str) -> dict[str, Any]:
    return changed(told, options={"house_rules": rules})


def of(answer: Answer, name: str = "ana") -> dict[str, Any]:
    return next(player for player in answer["state"]["players"] if player["name"] == name)


def statuses(answer: Answer) -> dict[str, str]:
    (one,) = answer["state"]["raids"]
    return {contender["player"]: contender["status"] for contender in one["clans"]}


def due(answer: Answer) -> tuple[list[str], list[str]]:
    return answer["next"]["moves"], answer["next"]["players"]


def texts(answer: Answer) -> list[str]:
    return [event["text"] for event in answer["events"]]


TIE = bids(bidding("ana", "bruno", "carla"), ana=2, bruno=2)
"""Ana and bruno have bid two; carla has still to bid."""
NO_SHIP = won(ana={"ships": 0})
"""Ana has won against bruno and cannot pay."""
THREE = table(
    "resolution",
    raids=[
        raid(
            "lindisfarne",
            contender("ana", shown=[3]),
            contender("bruno", shown=[1], status="beaten"),
            contender("carla", shown=[1], status="beaten"),
            step="attack",
            right="ana",
        )
    ],
    ana={"choice": 1, "vikings": 2, "ships": 0},
    bruno={"choice": 1, "vikings": 4},
    carla={"choice": 1, "vikings": 4},
)
"""Ana has won and cannot pay; bruno and carla have bid the same."""
LOW = won(step="help", dice=(1, 2))


# ---------------------------------------------------------------- RR-28: who bids again


def test_only_the_tied_clans_bid_again(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(TIE, bid(1, "carla"), pack=PACK)
    assert due(answer) == (["bid"], ["ana", "bruno"])
    assert statuses(answer)["carla"] == "beaten"
    refused = roll_and_raid.validate(answer["state"], bid(1, "carla"), pack=PACK, compare=True)
    assert refused.broken == ["conflict/tied-only"]


def test_all_bid_again_where_that_is_agreed(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(agreed(TIE, bid_again="all"), bid(1, "carla"), pack=PACK)
    assert due(answer) == (["bid"], ["ana", "bruno", "carla"])
    assert {of(answer, name)["vikings"] for name in ("ana", "bruno")} == {3}
    assert of(answer, "carla")["vikings"] == 4
    assert any("ana, bruno" in text and "carla" in text for text in texts(answer))
    state = answer["state"]
    for name, count in (("ana", 1), ("bruno", 1), ("carla", 3)):
        answer = roll_and_raid.validate(state, bid(count, name), pack=PACK)
        state = answer["state"]
    assert due(answer) == (["attack"], ["carla"])
    assert roll_and_raid.audit(state, pack=PACK)["verdict"] == "possible"


def test_a_closed_fist_is_out_even_where_all_bid_again(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(agreed(TIE, bid_again="all"), bid(0, "carla"), pack=PACK)
    assert statuses(answer) == {"ana": "in", "bruno": "in", "carla": "retreating"}


def test_a_clan_that_was_beaten_in_a_tie_bids_again_where_all_do(roll_and_raid: Referee) -> None:
    """The state of a table that has played it the other way so far."""
    tied = roll_and_raid.validate(TIE, bid(1, "carla"), pack=PACK)["state"]
    rules = {"bid_again": "all"}
    assert roll_and_raid.validate(tied, bid(1, "carla"), pack=PACK, house_rules=rules)["verdict"] == "legal"
    listed = roll_and_raid.moves(tied, pack=PACK, house_rules=rules)
    assert {move["player"] for move in listed["moves"]} == {"ana", "bruno", "carla"}


# ---------------------------------------------------------------- RR-29: the Vikings of a tied pass


@pytest.mark.parametrize(("value", "vikings"), [("lost", 3), ("kept", 5)])
def test_vikings_of_a_tied_pass(roll_and_raid: Referee, value: str, vikings: int) -> None:
    answer = roll_and_raid.validate(agreed(TIE, tied_vikings=value), bid(1, "carla"), pack=PACK)
    assert [of(answer, name)["vikings"] for name in ("ana", "bruno", "carla")] == [vikings, vikings, 4]
    assert roll_and_raid.audit(answer["state"], pack=PACK)["verdict"] == "possible"


def test_kept_vikings_do_not_count_for_the_next_bid(roll_and_raid: Referee) -> None:
    """Carla has given two Vikings in the combat, bruno one: what he showed in the tie he has kept."""
    state = agreed(
        bids(bidding("ana", "bruno", "carla", ana={"ships": 0}), ana=3, bruno=3),
        tied_vikings="kept",
        bid_again="tied",
    )
    for name, count in (("carla", 2), ("ana", 2), ("bruno", 1)):
        state = roll_and_raid.validate(state, bid(count, name), pack=PACK)["state"]
    answer = roll_and_raid.validate(state, attack(4, 4), pack=PACK)
    assert due(answer) == (["attack"], ["carla"])


# ---------------------------------------------------------------- RR-35: a failed roll after a conflict


def test_a_failed_roll_passes_the_right_on_where_that_is_agreed(roll_and_raid: Referee) -> None:
    state = agreed(LOW, failed_roll="passes-on")
    answer = roll_and_raid.validate(state, yields(), pack=PACK)
    assert due(answer) == (["retreat"], ["ana"])
    early = roll_and_raid.validate(answer["state"], attack(4, 4, player="bruno"), pack=PACK)
    assert early.broken == ["retreat/pay"]
    answer = roll_and_raid.validate(answer["state"], retreat("axe"), pack=PACK)
    assert due(answer) == (["attack"], ["bruno"])
    assert roll_and_raid.audit(answer["state"], pack=PACK)["verdict"] == "possible"
    taken = roll_and_raid.validate(answer["state"], attack(4, 4, player="bruno"), pack=PACK)
    assert due(taken) == (["pay"], ["bruno"])


def test_a_state_with_a_passed_right_is_impossible_by_the_printed_reading(roll_and_raid: Referee) -> None:
    state = roll_and_raid.validate(agreed(LOW, failed_roll="passes-on"), yields(), pack=PACK)["state"]
    state = roll_and_raid.validate(state, retreat("axe"), pack=PACK)["state"]
    answer = roll_and_raid.audit({**state, "options": {}}, pack=PACK)
    assert (answer["verdict"], answer.broken) == ("impossible", ["conflict/highest"])


def test_equal_heirs_of_a_failed_roll_bid_again(roll_and_raid: Referee) -> None:
    state = agreed(THREE, failed_roll="passes-on", altar_in_raid="prepaid")
    answer = roll_and_raid.validate(state, attack(1, 2), pack=PACK)
    answer = roll_and_raid.validate(answer["state"], retreat("viking"), pack=PACK)
    assert due(answer) == (["bid"], ["bruno", "carla"])
    state = answer["state"]
    for name in ("bruno", "carla"):  # both keep the fist closed: nobody is left
        answer = roll_and_raid.validate(state, bid(0, name), pack=PACK)
        state = answer["state"]
    assert due(answer) == (["retreat"], ["bruno", "carla"])


def test_the_phase_is_not_inferred_from_a_late_retreat(roll_and_raid: Referee) -> None:
    """Clans that inherit bid in the resolution, after a roll; a conflict comes before all rolls."""
    state = agreed(THREE, failed_roll="passes-on", altar_in_raid="prepaid")
    state = roll_and_raid.validate(state, attack(1, 2), pack=PACK)["state"]
    state = roll_and_raid.validate(state, retreat("viking"), pack=PACK)["state"]
    del state["phase"]
    answer = roll_and_raid.validate(state, bid(1, "bruno"), pack=PACK)
    assert answer["verdict"] == "legal"
    assert answer["state"].get("phase") != "conflict"


# ---------------------------------------------------------------- RR-39: a clan that cannot pay


def test_a_clan_that_cannot_pay_retreats_where_that_is_agreed(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(agreed(NO_SHIP, unable_to_pay="retreat"), attack(4, 4), pack=PACK)
    assert due(answer) == (["retreat"], ["ana"])
    answer = roll_and_raid.validate(answer["state"], retreat("viking"), pack=PACK)
    assert of(answer)["vikings"] == 2
    assert due(answer) == (["attack"], ["bruno"])
    assert roll_and_raid.audit(answer["state"], pack=PACK)["verdict"] == "possible"


def test_a_clan_that_declines_retreats_too(roll_and_raid: Referee) -> None:
    state = agreed(won(step="pay", dice=(4, 4)), unable_to_pay="retreat", payment="optional")
    answer = roll_and_raid.validate(state, yields(), pack=PACK)
    assert due(answer) == (["retreat"], ["ana"])


def test_whether_there_is_something_to_retreat_with_is_assumed(roll_and_raid: Referee) -> None:
    state = agreed(NO_SHIP, unable_to_pay="retreat")
    ana = {zone: value for zone, value in state["players"][0].items() if zone not in ("vikings", "axes")}
    answer = roll_and_raid.validate({**state, "players": [ana, *state["players"][1:]]}, attack(4, 4), pack=PACK)
    assert answer["verdict"] == "legal"
    assert answer.assumed == ["vikings-left"]


# ---------------------------------------------------------------- a legal move cites what decided

DECIDED: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, str | None]]] = [
    ("a roll equal to the defence", won("iona"), attack(3, 3), {"raids/defence": None}),
    ("the heir of a raid", NO_SHIP, attack(4, 4), {"payment/unable": None, "payment/no-fine": "RR-39", "payment/heir": None, "payment/heir-rolls": "RR-40"}),
    ("heirs with equal bids", THREE, attack(4, 4), {"payment/no-fine": "RR-39", "payment/equal-heirs": "RR-41"}),
    ("no heir of a failed roll", LOW, yields(), {"raids/failed-no-heir": "RR-35"}),
    ("a tie of two among three", TIE, bid(1, "carla"), {"conflict/tie": None, "conflict/tied-only": "RR-28", "conflict/tied-paid": "RR-29", "retreat/losers": None}),
    ("a tie of all", bids(bidding("ana", "bruno"), ana=2), bid(2, "bruno"), {"conflict/tie": None, "conflict/tied-paid": "RR-29"}),
    ("all show the fist", bids(bidding("ana", "bruno"), ana=0), bid(0, "bruno"), {"conflict/all-fists": "RR-31"}),
    ("nothing to retreat with", bids(bidding("ana", "bruno", ana={"vikings": 0, "axes": 0, "ships": 0}), bruno=2), bid(0), {"retreat/nothing": "RR-32"}),
]  # fmt: skip


@pytest.mark.parametrize(("told", "move", "rules"), [case[1:] for case in DECIDED], ids=[case[0] for case in DECIDED])
def test_a_legal_move_cites_what_decided(
    roll_and_raid: Referee, told: dict[str, Any], move: dict[str, Any], rules: dict[str, str | None]
) -> None:
    """Each rule that decided is cited with its text, and a ruling of our own is recognisable as one."""
    answer = roll_and_raid.validate(told, move, pack=PACK)
    assert answer["verdict"] == "legal"
    cited = {citation["rule"].removeprefix("roll-and-raid/"): citation for citation in answer["citations"]}
    rests_on = {entry["name"] for entry in answer["rests_on"] if entry["kind"] == "house-ruling"}
    for rule, number in rules.items():
        assert cited[rule]["role"] == "applies", rule
        assert cited[rule]["text"]
        assert (cited[rule].get("house_ruling") or {}).get("number") == number
        assert number is None or number in rests_on


READINGS = [
    ("bid_again", "all", TIE, bid(1, "carla")),
    ("tied_vikings", "kept", TIE, bid(1, "carla")),
    ("failed_roll", "passes-on", LOW, yields()),
    ("unable_to_pay", "retreat", NO_SHIP, attack(4, 4)),
]


@pytest.mark.parametrize(("name", "value", "told", "move"), READINGS, ids=[case[0] for case in READINGS])
def test_the_other_reading_is_named(
    roll_and_raid: Referee, name: str, value: str, told: dict[str, Any], move: dict[str, Any]
) -> None:
    answer = roll_and_raid.validate(told, move, pack=PACK, compare=True)
    others = [entry["under"] for entry in answer["differs_under"]]
    assert {"house_rule": name, "value": value} in [
        {key: under[key] for key in ("house_rule", "value")} for under in others
    ]
