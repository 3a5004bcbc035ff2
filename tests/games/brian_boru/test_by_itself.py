"""What happens by itself, and what does not: the rules that no move can break, through HTTP.

For each of them a table on which somebody might expect what the rule excludes, and the answer that shows otherwise.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.brian_boru.tables import (
    BOARD,
    LAST,
    act,
    acting,
    drafting,
    last_action,
    pending,
    pick,
    play_card,
    played,
    state,
    trick_due,
    upkeep,
)
from tests.games.brian_boru.test_rules import (
    BASE,
    FULL_BOARD,
    FULL_MUNSTER,
    ORDERED,
    build,
    changed,
    column,
    prepare,
    princess_due,
    raid,
    sheet,
)

Check = Callable[[Answer], Any]


def of(answer: Answer, name: str) -> dict[str, Any]:
    return next(player for player in answer["state"]["players"] if player["name"] == name)


def events(answer: Answer) -> list[str]:
    return [event["type"] for event in answer["events"]]


def points(answer: Answer) -> list[int]:
    return [player["points"] for player in answer["state"]["players"]]


def lost(answer: Answer) -> list[str]:
    return [town for town, held in answer["state"]["towns"].items() if held["viking"]]


def no_match(**rules: str) -> dict[str, Any]:
    """Ana leads the red 24 for a yellow town, having nothing better; bruno plays the yellow 1."""
    trick = {"town": "D1", "played": played(("ana", 24), ("bruno", 1))}
    hands = {"ana": {"hand": ["?"] * 3}, "bruno": {"hand": ["?"] * 3}}
    return trick_due(trick=trick, marker=None, options={"house_rules": rules}, **hands)


def winner(answer: Answer) -> str:
    return answer["state"]["trick"]["winner"]


BEHIND = "M1 ana; M2 bruno; M3 bruno; M4 carla; M5 carla; C1 ana; N1 ana"
"""Ana holds Munster with one town; the others have two each."""
WHITE_13 = acting(("ana", 13), winner="carla")

CASES: list[tuple[str, str, dict[str, Any], dict[str, Any], Check]] = [
    ("components/unlimited", "a twenty-sixth disc", acting(("carla", 13), winner="carla", board="; ".join(f"{town['id']} carla" for town in BASE["towns"] if town["id"] != "C1")), act("primary", "carla"), lambda a: a["state"]["towns"]["C1"]["disc"] == "carla"),
    ("round/carry-over", "raiders and steps stay", last_action(raiders=0, ana={"raiders": 3, "marriage": 5}, bruno={"raiders": 2, "marriage": 4}, carla={"raiders": 1}), LAST, lambda a: (of(a, "carla")["raiders"], of(a, "bruno")["raiders"], of(a, "bruno")["marriage"]) == (1, 1, 4)),
    ("preparation/last-round", "not with cards left", state("preparation", board=BOARD), prepare(), lambda a: "last-round" not in events(a)),
    ("draft/pass-left", "not to the right", drafting(bruno={"dealt": ["?"] * 6, "picked": ["?"] * 2}, carla={"dealt": ["?"] * 6, "picked": ["?"] * 2}), pick(1, 5), lambda a: (of(a, "bruno")["dealt"], of(a, "carla")["dealt"]) == ([9, 13, 17, 20, 22, 25], ["?"] * 6)),
    ("trick/no-match", "the others first", no_match(), play_card(2, "carla"), lambda a: winner(a) == "bruno"),
    ("trick/no-match", "as white", no_match(leader_without_match="as-white"), play_card(2, "carla"), lambda a: winner(a) == "ana"),
    ("trick/no-town-left", "one town is left", acting(("ana", 20), town=None, winner="bruno", board=FULL_BOARD.removesuffix("; M10 carla")), LAST, lambda a: a["next"]["moves"] == ["lead"]),
    ("trick/last-card", "not with two left", acting(("ana", 20), town=None, winner="bruno"), LAST, lambda a: a["next"] == {"phase": "trick", "players": ["bruno"], "moves": ["lead"]}),
    ("trick/last-card-hidden", "no event names it", last_action(ana={"hand": [25]}), LAST, lambda a: not any("25" in event["text"] for event in a["events"])),
    ("trick/five-tricks", "not without the choice", last_action(count=5), LAST, lambda a: all(player["hand"] == [] for player in a["state"]["players"])),
    ("trick/five-tricks", "a fifth trick with it", changed(last_action(count=5), options={"house_rules": {"tricks_of_five": "five"}}), LAST, lambda a: a["next"]["moves"] == ["lead"]),
    ("symbol/take", "a loser takes nothing", ORDERED, act("upper"), lambda a: a["state"]["marker"] is None and "C1" not in a["state"]["towns"]),
    ("symbol/take-occupied", "the first disc stays", changed(acting(("carla", 13), winner="carla", board=f"{BOARD}; C1 ana"), options={"edition": "en"}), act("primary", "carla"), lambda a: (a["state"]["towns"]["C1"]["disc"], a["state"]["marker"]) == ("ana", "carla")),
    ("symbol/coin", "one each and no more", ORDERED, act("upper"), lambda a: of(a, "ana")["coins"] == 6),
    ("symbol/pay", "no points while there are coins", acting(("carla", 22), winner="carla", carla={"coins": 2}), act("primary", "carla"), lambda a: (of(a, "carla")["coins"], of(a, "carla")["points"]) == (0, 10)),
    ("symbol/pay", "each symbol by itself", acting(("carla", 22), winner="carla", carla={"coins": 1}), act("primary", "carla"), lambda a: (of(a, "carla")["coins"], of(a, "carla")["points"]) == (0, 8)),
    ("symbol/pay", "nothing from nothing", acting(("carla", 22), winner="carla", carla={"coins": 0, "points": 0}), act("primary", "carla"), lambda a: of(a, "carla")["points"] == 0),
    ("symbol/pay-last-point", "never below zero", acting(("carla", 21), winner="carla", carla={"coins": 0, "points": 1}), act("primary", "carla"), lambda a: of(a, "carla")["points"] == 0),
    ("symbol/renown", "only where it is printed", ORDERED, act("upper"), lambda a: of(a, "ana")["renown"] == 1),
    ("symbol/church", "extras are paid for", acting(("ana", 3), winner="carla"), act("lower", extra={"church": 1}), lambda a: (of(a, "ana")["church"], of(a, "ana")["coins"]) == (3, 1)),
    ("symbol/free-none", "the coin is still paid", WHITE_13, act("lower"), lambda a: of(a, "ana")["coins"] == 2),
    ("marriage/reward", "only for who marries", last_action(raiders=0, ana={"marriage": 3}, bruno={"marriage": 1}), LAST, lambda a: points(a) == [14, 10, 10]),
    ("marriage/no-town", "the points come all the same", last_action(board=FULL_MUNSTER, raiders=0, marriage_card="orlaith", ana={"marriage": 3}), LAST, lambda a: points(a) == [12, 10, 10] and a["next"]["phase"] == "preparation"),
    ("marriage/nobody", "the pile stays", last_action(raiders=0), LAST, lambda a: (a["state"]["marriages_gone"], a["state"]["marriage_pile"]) == (["brigid"], ["princess"])),
    ("marriage/nobody", "by the letter of the Polish book", changed(last_action(raiders=0), options={"house_rules": {"nobody_courts": "top-of-pile"}}), LAST, lambda a: a["state"]["phase"] == "over" and a["state"]["marriages_gone"] == ["princess"]),
    ("marriage/back-to-start", "no coin for the space left", last_action(raiders=0, ana={"marriage": 3}), LAST, lambda a: (of(a, "ana")["marriage"], of(a, "ana")["coins"]) == (0, 5)),
    ("marriage/track", "the others stay", last_action(raiders=0, ana={"marriage": 7}, bruno={"marriage": 6}, carla={"marriage": 1}), LAST, lambda a: (of(a, "bruno")["marriage"], of(a, "bruno")["coins"], of(a, "carla")["coins"]) == (6, 5, 3)),
    ("marriage/no-town-anywhere", "nothing to decide", last_action(board="; ".join(f"{town['id']} carla" for town in BASE["towns"]), raiders=0, ana={"marriage": 9}, bruno={"marriage": 8}), LAST, lambda a: a["next"]["phase"] == "preparation"),
    ("battle/repelled", "nobody loses a town", last_action(raiders=0), LAST, lambda a: not lost(a)),
    ("battle/no-town", "nobody loses one instead", last_action(board="C4 ana; L4 ana; U1 carla", ana={"raiders": 2}, carla={"raiders": 1}), LAST, lambda a: not lost(a)),
    ("battle/clear", "none is left for the next round", upkeep("battle", "C4 ana; M1 bruno viking; U1 carla", ana={"raiders": 2}, pending=pending("raid", "ana", loser="carla")), raid("U1", "carla"), lambda a: a["state"]["raiders"] == 0 and sorted(lost(a)) == ["M1", "U1"]),
    ("battle/first-spoils", "not in a tie", last_action(raiders=0, ana={"raiders": 2}, bruno={"raiders": 2}), LAST, lambda a: [player["renown"] for player in a["state"]["players"]] == [1, 1, 1] and points(a) == [11, 11, 10]),
    ("battle/first-spoils", "the new renown counts", last_action(raiders=0, ana={"raiders": 2, "renown": 2}), LAST, lambda a: points(a) == [13, 10, 10]),
    ("battle/second-spoils", "not for the third", last_action(raiders=0, ana={"raiders": 3}, bruno={"raiders": 2}, carla={"raiders": 1}), LAST, lambda a: points(a) == [12, 11, 10]),
    ("battle/no-raiders", "no point for nothing", last_action(raiders=0), LAST, lambda a: points(a) == [10, 10, 10]),
    ("church/unable", "the marker moves all the same", last_action(raiders=0, board="C4 ana monastery; M1 bruno; U1 carla", ana={"church": 2}), LAST, lambda a: (a["state"]["marker"], of(a, "ana")["church"]) == ("ana", 0)),
    ("church/second", "not for the third", upkeep("church", "C4 ana; M1 bruno; U1 carla", ana={"church": 3}, bruno={"church": 2}, carla={"church": 1}, pending=pending("monastery", "ana")), build("C4"), lambda a: points(a) == [10, 11, 10] and [player["church"] for player in a["state"]["players"]] == [0, 1, 1]),
    ("church/second", "four become three", last_action(raiders=0, ana={"church": 4}, bruno={"church": 4}), LAST, lambda a: [player["church"] for player in a["state"]["players"]] == [3, 3, 0] and "built" not in events(a)),
    ("church/no-discs", "no point for nothing", last_action(raiders=0), LAST, lambda a: points(a) == [10, 10, 10]),
    ("claims/flip", "one town too few", last_action(raiders=0, board="D1 ana; M1 bruno; U1 carla"), LAST, lambda a: a["state"]["face_up"] == [] and of(a, "ana")["claims"] == []),
    ("claims/majority", "taken from another", last_action(raiders=0, board="D1 ana; D2 ana; D3 bruno; U1 carla", bruno={"claims": ["dubhlinn"]}), LAST, lambda a: (of(a, "ana")["claims"], of(a, "bruno")["claims"]) == (["dubhlinn"], [])),
    ("claims/tie", "the holder keeps it from behind", last_action(raiders=0, board=BEHIND, ana={"claims": ["munster"]}), LAST, lambda a: of(a, "ana")["claims"] == ["munster"]),
    ("claims/vikings", "back to the board", last_action(raiders=0, board="D1 ana viking; D2 bruno viking; D3 ana; U1 carla", ana={"claims": ["dubhlinn"]}), LAST, lambda a: of(a, "ana")["claims"] == [] and a["state"]["face_up"] == ["dubhlinn"]),
    ("claims/vikings-tied", "not newly taken", last_action(raiders=0, board="D1 ana viking; D2 bruno; U1 carla"), LAST, lambda a: of(a, "bruno")["claims"] == [] and a["state"]["face_up"] == ["dubhlinn"]),
    ("claims/monastery", "one beats one", last_action(raiders=0, board="D1 ana monastery; D2 bruno; U1 carla"), LAST, lambda a: of(a, "ana")["claims"] == ["dubhlinn"]),
    ("claims/military", "not for trade", princess_due("D1 ana viking; D2 carla; M1 bruno; U1 carla; L1 ana"), {"type": "wed", "player": "ana", "choice": "trade"}, lambda a: a["state"]["face_up"] == ["dubhlinn"]),
    ("claims/military", "not when she is sent away", princess_due("D1 ana viking; D2 carla; M1 bruno; U1 carla; L1 ana"), {"type": "wed", "player": "ana", "choice": "spurn"}, lambda a: a["state"]["face_up"] == ["dubhlinn"] and of(a, "ana")["points"] == 14 and a["state"]["phase"] == "over"),
]  # fmt: skip


NOT_APPLIED = {
    "battle/first-spoils: not in a tie",
    "claims/flip: one town too few",
    "claims/military: not for trade",
    "claims/military: not when she is sent away",
    "components/unlimited: a twenty-sixth disc",
    "preparation/last-round: not with cards left",
    "round/carry-over: raiders and steps stay",
    "symbol/renown: only where it is printed",
    "symbol/take: a loser takes nothing",
    "trick/five-tricks: a fifth trick with it",
    "trick/five-tricks: not without the choice",
    "trick/last-card: not with two left",
    "trick/no-match: as white",
    "trick/no-match: the others first",
    "trick/no-town-left: one town is left",
}
"""The cases in which the rule does not come into play: no answer cites it."""


@pytest.mark.parametrize(
    ("told", "move", "check"),
    [
        pytest.param(
            told,
            move,
            check,
            id=f"{rule}: {name}",
            marks=() if f"{rule}: {name}" in NOT_APPLIED else pytest.mark.obeys(f"brian-boru/{rule}"),
        )
        for rule, name, told, move, check in CASES
    ],
)
def test_what_a_rule_excludes_does_not_happen(
    brian_boru: Referee, told: dict[str, Any], move: dict[str, Any], check: Check
) -> None:
    answer = brian_boru.validate(told, move)
    assert answer["verdict"] == "legal", answer["violations"]
    assert check(answer), (answer["state"], events(answer))


def test_nobody_has_to_follow_the_colour(brian_boru: Referee) -> None:
    told = trick_due(
        trick={"town": "C1", "played": played(("ana", 11))},
        marker=None,
        ana={"hand": ["?"] * 3},
        bruno={"hand": [1, 3, 15, 22]},
    )
    moves = brian_boru.moves(told, player="bruno")["moves"]
    assert [move["card"] for move in moves] == [1, 3, 15, 22]


def test_nobody_has_to_buy(brian_boru: Referee) -> None:
    told = acting(("ana", 2), winner="carla", ana={"coins": 20})
    moves = brian_boru.moves(told)["moves"]
    plain = {"church": 0, "raider": 0, "courtship": 0}
    assert {"type": "act", "player": "ana", "action": "upper", "extra": plain} in moves
    assert {"type": "act", "player": "ana", "action": "lower", "extra": plain} in moves
    assert max(move["extra"]["raider"] for move in moves) == 10
    assert sorted(move["expand"] for move in moves if "expand" in move) == ["C3", "C8", "L3", "L7"]


@pytest.mark.obeys("brian-boru/trick/discard")
def test_nobody_looks_through_the_discard_pile(brian_boru: Referee) -> None:
    told = changed(trick_due(), discard=[1, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15])
    for name in ("ana", "bruno", "carla"):
        assert brian_boru.ask("view", {"state": told, "player": name})["state"]["discard"] == ["?"] * 12


# ---------------------------------------------------------------- who wins


def ranking(referee: Referee, *columns: dict[str, Any]) -> Answer:
    return referee.ask("score", {"sheet": sheet(*columns)})


@pytest.mark.obeys("brian-boru/score/winner")
def test_more_tokens_do_not_beat_more_points(brian_boru: Referee) -> None:
    tokens = column("ana", points=0, claims=["ulaid", "breifne"])
    answer = ranking(brian_boru, tokens, column("bruno", points=30), column("carla", points=1))
    assert answer["ranking"] == [["bruno"], ["ana"], ["carla"]]
    assert answer["decided_by"][0]["rule"] == "brian-boru/score/winner"


@pytest.mark.obeys("brian-boru/score/tie-claims")
def test_marriages_do_not_come_before_tokens(brian_boru: Referee) -> None:
    one = column("ana", points=20, claims=["dubhlinn"])
    other = column("bruno", points=22, marriages=3)
    assert ranking(brian_boru, one, other)["ranking"] == [["ana"], ["bruno"], ["carla"]]


def test_the_princess_counts_among_the_marriages(brian_boru: Referee) -> None:
    """Also where a pad tells her and not the number of cards."""
    one, other = column("ana", points=20), column("bruno", points=20, princess="trade")
    assert ranking(brian_boru, one, other)["ranking"] == [["bruno"], ["ana", "carla"]]


def test_tokens_on_the_board_break_no_tie(brian_boru: Referee) -> None:
    tied = {"munster": {"towns": 3}}
    columns = [
        column("ana", points=20, towns=tied),
        column("bruno", points=20, towns=tied),
        column("carla", points=23),
    ]
    answer = brian_boru.ask("score", {"sheet": sheet(*columns, face_up=["munster"])})
    assert answer["ranking"] == [["ana", "bruno", "carla"]]


@pytest.mark.obeys("brian-boru/score/tie-marriages")
def test_a_princess_sent_away_breaks_no_tie(brian_boru: Referee) -> None:
    assert ranking(brian_boru, column("ana"), column("bruno"))["ranking"] == [["ana", "bruno", "carla"]]
    assert ranking(brian_boru, column("ana"), column("bruno", marriages=1))["ranking"][0] == ["bruno"]


@pytest.mark.obeys("brian-boru/score/tie-shared")
def test_coins_and_renown_break_no_tie(brian_boru: Referee) -> None:
    rich = column("ana", points=17, coins=5, renown=2)
    answer = ranking(brian_boru, rich, column("bruno"), column("carla", points=2))
    assert answer["ranking"] == [["ana", "bruno"], ["carla"]]
    assert answer["decided_by"][-1]["rule"] == "brian-boru/score/tie-shared"
