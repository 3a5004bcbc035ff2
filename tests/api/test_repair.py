"""``replay`` with ``repair`` over HTTP: a domino that lay wrong three turns earlier, and what cannot stand."""

from typing import Any

import msgspec
import pytest

from service.app import create_app
from service.operations.replay import AnswerSize
from service.settings import Settings
from tests.cases.test_cases import KIT
from tests.client import Answer, Referee, without_ids
from tests.games.every_game import BY_NAME, application
from tests.games.kingdomino.tables import choose, discard, kingdom, line, opening, place, play
from tests.our_games import GAMES

ANA, BRUNO = "24 1,0 e", "20 1,0 e"
LAST_LINE = line((3, "ana"), (7, "bruno"), (19, "ana"), (30, "bruno"))
TABLE = {
    "players": [{"name": "ana", "kingdom": kingdom(ANA)}, {"name": "bruno", "kingdom": kingdom(BRUNO)}],
    "current_line": LAST_LINE,
    "next_line": [],
    "pile": [],
}
LATER = [place(7, 3, 0, "e", "bruno"), place(19, 3, 0, "e", "ana"), place(30, 1, 2, "s", "bruno")]
WRONG = place(3, 2, 1, "e", "ana")
"""A forest that touches no forest and not the castle."""
LATE_MISTAKES = ("stands", "take-back", "rewind")


def repaired(referee: Referee, moves: list[Any], state: dict[str, Any] = TABLE, **more: Any) -> Answer:
    return referee.ask("replay", {"state": state, "moves": moves, "repair": True, **more})


def remedies(answer: Answer) -> dict[str, Any]:
    return {remedy["remedy"]: remedy for remedy in answer["repair"]["remedies"]}


def totals(remedy: dict[str, Any]) -> dict[str, int]:
    return {score["name"]: score["total"] for score in remedy["scores"]}


def broken(part: dict[str, Any]) -> list[str]:
    return [violation["rule"] for violation in part["violations"]]


# ---------------------------------------------------------------- a domino that lay wrong three turns earlier


@pytest.mark.obeys("kingdomino/repair/late")
def test_a_domino_that_lay_wrong_three_turns_earlier(kingdomino: Referee) -> None:
    answer = repaired(kingdomino, [WRONG, *LATER])
    assert (answer["verdict"], answer["failed_at"]) == ("illegal", 0)
    assert broken(answer["ruling"]) == ["kingdomino/place/match", "kingdomino/place/own-half"]
    repair, each = answer["repair"], remedies(answer)
    assert (repair["rule"], repair["recommended"], repair["left_out"]) == ("kingdomino/repair/late", "take-back", [])
    assert [name for name, remedy in each.items() if remedy["recommended"]] == ["take-back"]
    assert repair["citations"][0]["house_ruling"]["number"] == repair["rests_on"][0]["name"]

    # It stands: forest 1 x 1, wheat 2 x 1. The domino connects in no order of play.
    assert totals(each["stands"]) == {"ana": 3, "bruno": 3}
    assert each["stands"]["ranking"] == [["bruno"], ["ana"]]
    assert broken(each["stands"]) == ["kingdomino/place/match"]
    assert broken(kingdomino.audit(each["stands"]["state"])) == ["kingdomino/place/match"]

    # It is laid beside the forest instead: forest 3 x 1.
    assert each["take-back"]["move"] == place(3, 1, 1, "e", "ana")
    assert totals(each["take-back"]) == {"ana": 5, "bruno": 3}
    assert each["take-back"]["ranking"] == [["ana"], ["bruno"]]
    assert [score["difference"] for score in each["take-back"]["scores"]] == [2, 0]
    by_hand = kingdomino.ask("replay", {"state": TABLE, "moves": [each["take-back"]["move"], *LATER]})
    assert (by_hand["verdict"], by_hand["state"]) == ("legal", each["take-back"]["state"])

    # Everything since is taken back.
    assert each["rewind"]["state"] == answer["state"]
    assert totals(each["rewind"]) == {"ana": 1, "bruno": 1}
    assert [each[name]["legal_until"] for name in LATE_MISTAKES] == [4, 4, 0]
    assert all(remedy["possible"] and remedy["ruling"] is None for remedy in each.values())


@pytest.mark.parametrize(
    ("language", "texts"),
    {
        "en": (
            "The move stands as it was made. The 3 moves after it stay legal.",
            "The move is taken back, and the nearest legal move is made instead. The 3 moves after it stay legal.",
            "The move and the 3 moves after it are taken back.",
        ),
        "es": (
            "La jugada vale tal como se hizo. Las 3 jugadas siguientes siguen siendo legales.",
            "La jugada se deshace y en su lugar se hace la jugada legal más parecida. "
            "Las 3 jugadas siguientes siguen siendo legales.",
            "La jugada y las 3 siguientes se deshacen.",
        ),
        "pl": (
            "Ruch zostaje tak, jak go wykonano. 3 następne ruchy pozostają legalne.",
            "Cofa się ten ruch, a zamiast niego wykonuje się najbardziej podobny legalny ruch. "
            "3 następne ruchy pozostają legalne.",
            "Cofa się ten ruch i 3 następne.",
        ),
    }.items(),
)
def test_remedies_are_told_in_the_language_of_the_reader(
    kingdomino: Referee, language: str, texts: tuple[str, ...]
) -> None:
    reader = Referee(kingdomino.app, "kingdomino", language)
    assert tuple(remedy["text"] for remedy in repaired(reader, [WRONG, *LATER])["repair"]["remedies"]) == texts


def test_a_later_move_that_is_no_longer_legal_gets_its_ruling(kingdomino: Referee) -> None:
    """Domino 19 is laid to the forest of the domino that lay wrong: without that it touches nothing."""
    onto = place(19, 3, 3, "s", "ana")
    answer = repaired(kingdomino, [WRONG, LATER[0], onto, LATER[2]])
    each = remedies(answer)
    assert each["stands"]["legal_until"] == 4
    taken_back = each["take-back"]
    assert taken_back["legal_until"] == 2
    assert taken_back["text"].endswith("The move after it stays legal, the next one does not.")
    assert broken(taken_back["ruling"]) == ["kingdomino/place/match"]
    assert [slot["domino"] for slot in taken_back["state"]["current_line"]] == [19, 30]


# ---------------------------------------------------------------- nothing to repair


def test_a_log_without_an_illegal_move_is_answered_as_before(kingdomino: Referee) -> None:
    moves = [place(3, 1, 1, "e", "ana"), *LATER]
    plain = kingdomino.ask("replay", {"state": TABLE, "moves": moves})
    answer = repaired(kingdomino, moves)
    assert answer.pop("repair") is None
    assert without_ids(answer) == without_ids(plain)


def test_without_the_flag_there_is_no_repair_and_the_rest_is_the_same(kingdomino: Referee) -> None:
    plain = kingdomino.ask("replay", {"state": TABLE, "moves": [WRONG, *LATER]})
    answer = repaired(kingdomino, [WRONG, *LATER])
    assert answer.pop("repair")
    assert without_ids(answer) == without_ids(plain)


def test_an_impossible_position_is_not_repaired(kingdomino: Referee) -> None:
    table = {**TABLE, "players": [{"name": "ana", "kingdom": kingdom(f"{ANA}; 1 2,0 e")}, TABLE["players"][1]]}
    answer = repaired(kingdomino, [WRONG], table)
    assert (answer["verdict"], answer["repair"]) == ("impossible", None)


def test_an_undetermined_move_is_not_repaired(roll_and_raid: Referee) -> None:
    table = {
        "phase": "production",
        "round": 3,
        "players": [{"name": "ana", "dice_used": ["brown"], "developments": []}],
    }
    table["dice"] = {"brown": 4, "grey": 2, "orange": 5}
    answer = repaired(
        roll_and_raid, [{"type": "use", "player": "ana", "die": "grey", "to": "god", "god": "odin"}], table
    )
    assert (answer["verdict"], answer["repair"]) == ("undetermined", None)


# ---------------------------------------------------------------- what cannot stand


def test_a_domino_on_another_cannot_stand(kingdomino: Referee) -> None:
    stands = remedies(repaired(kingdomino, [place(3, 2, 0, "e", "ana"), *LATER]))["stands"]
    assert (stands["possible"], stands["state"], stands["legal_until"]) == (False, None, None)
    assert broken(stands) == ["kingdomino/place/overlap"]
    assert (stands["scores"], stands["ranking"], stands["next"]) == (None, None, None)


def test_a_king_that_is_not_in_hand_cannot_stand(kingdomino: Referee) -> None:
    """The order may be overlooked, but then carla would have two kings: the contradiction is named."""
    seats = [{"name": name, "kingdom": kingdom(own)} for name, own in (("ana", "3 1,0 e"), ("bruno", "9 1,0 e"))]
    table = {
        "phase": "play",
        "players": [*seats, {"name": "carla", "kingdom": []}],
        "current_line": line((22, "carla")),
        "next_line": line((5, "ana"), 12, 30, 40),
    }
    answer = repaired(kingdomino, [choose(12, "carla")], table)
    assert broken(answer["ruling"]) == ["kingdomino/round/order"]
    stands = remedies(answer)["stands"]
    assert stands["possible"] is False
    assert broken(stands) == ["kingdomino/three-players/kings"]


def test_a_card_that_nobody_holds_cannot_stand(brian_boru: Referee) -> None:
    (case,) = (case for case in KIT["cases"] if case["id"] == "wrong-lead-found-out-later")
    question = case["question"]
    answer = repaired(brian_boru, [{**question["moves"][0], "card": 23}, *question["moves"][1:]], question["state"])
    assert remedies(answer)["stands"]["possible"] is False
    assert "brian-boru/trick/in-hand" in broken(remedies(answer)["stands"])
    assert answer["repair"]["recommended"] == "rewind", "what should stand and cannot is taken back"


def test_too_little_is_known_to_say_where_it_leads(roll_and_raid: Referee) -> None:
    (case,) = (case for case in KIT["cases"] if case["id"] == "third-die-found-out-later")
    stands = remedies(roll_and_raid.ask("replay", case["question"]))["stands"]
    assert stands["possible"] is None
    assert [fact["zones"] for fact in stands["missing"]] == [["/pack/gods"]]


CASES = [
    case for case in KIT["cases"] if case["operation"] == "validate" and case["expected"]["verdict"] == "illegal"
]


@pytest.mark.parametrize("game", [*(game.meta.id for game in GAMES), "gops"])
def test_every_illegal_move_of_the_library_can_be_asked_about(game: str) -> None:
    stood: set[str] = set()
    own = [case for case in CASES if case["game"] == game]
    can_stand = {f"{game}/{rule}" for rule in BY_NAME[game].rulebook.can_stand}
    for case in own:
        question = {
            name: part for name, part in case["question"].items() if name not in ("move", "compare", "suggest")
        }
        answer = Referee(application(), game).ask(
            "replay", {**question, "moves": [case["question"]["move"]], "repair": True}
        )
        each = remedies(answer)
        assert list(each) == list(LATE_MISTAKES)
        assert each["rewind"]["state"] == answer["state"]
        rules = set(case["expected"]["broken"])
        if each["stands"]["possible"]:
            assert rules <= can_stand
            stood |= rules
        elif rules <= can_stand:
            assert each["stands"]["missing"] or not set(broken(each["stands"])) <= can_stand
        else:
            assert set(broken(each["stands"])) == rules - can_stand
    assert own
    assert bool(stood) == bool(can_stand)


# ---------------------------------------------------------------- the option


@pytest.mark.parametrize("value", LATE_MISTAKES)
def test_a_group_may_agree_on_another_remedy(kingdomino: Referee, value: str) -> None:
    repair = repaired(kingdomino, [WRONG, *LATER], house_rules={"late_mistakes": value})["repair"]
    assert repair["recommended"] == value
    assert [remedy["remedy"] for remedy in repair["remedies"] if remedy["recommended"]] == [value]
    foundations = {(part["kind"], part["name"], part["value"]) for part in repair["rests_on"]}
    assert ("house-rule", "late_mistakes", value) in foundations


def test_the_replay_itself_does_not_rest_on_the_option(kingdomino: Referee) -> None:
    answer = repaired(kingdomino, [WRONG, *LATER], house_rules={"late_mistakes": "rewind"})
    assert answer["rests_on"] == []


def test_a_game_without_the_rule_recommends_nothing() -> None:
    gops = Referee(application(), "gops")
    case = next(case for case in CASES if case["game"] == "gops")
    answer = repaired(gops, [case["question"]["move"]], case["question"]["state"])
    assert (answer["repair"]["rule"], answer["repair"]["recommended"]) == (None, None)
    assert answer["repair"]["citations"]
    assert not any(remedy["recommended"] for remedy in answer["repair"]["remedies"])


# ---------------------------------------------------------------- with other flags


def test_forced_decisions_are_played_before_and_after_the_mistake(kingdomino: Referee) -> None:
    """diego's choice of the last domino is not in the log; then ana's domino touches nothing."""
    table = {
        "phase": "play",
        "players": [
            {"name": "ana", "kingdom": kingdom(ANA)},
            {"name": "bruno"},
            {"name": "carla"},
            {"name": "diego"},
        ],
        "current_line": [],
        "pile": [],
        "next_line": line((3, "ana"), (7, "bruno"), (19, "carla"), 30),
    }
    moves = [WRONG, place(7, 1, 0, "e", "bruno")]
    answer = repaired(kingdomino, moves, table, play_forced=True)
    assert answer["state"]["next_line"][3] == {"domino": 30, "king": None}, "it is judged as the position stands"
    each = remedies(answer)
    assert each["rewind"]["state"] == answer["state"]
    assert each["take-back"]["move"] == place(3, 1, 1, "e", "ana")
    for name in ("stands", "take-back"):
        assert [slot["king"] for slot in each[name]["state"]["current_line"]] == ["carla", "diego"]
        assert each[name]["legal_until"] == 2
    by_hand = kingdomino.ask(
        "replay", {"state": table, "moves": [each["take-back"]["move"], *moves[1:]], "play_forced": True}
    )
    assert by_hand["state"] == each["take-back"]["state"]
    assert remedies(repaired(kingdomino, moves, table))["stands"]["possible"] is False, (
        "without it, choosing comes first"
    )


def test_the_only_legal_move_is_made_where_none_of_its_kind_is_legal(kingdomino: Referee) -> None:
    _, log = play(opening(2, 3), 3)
    moves = [msgspec.to_builtins(move) for move in log]
    index = next(number for number, move in enumerate(moves) if move["type"] == "discard")
    spoiled = [*moves[:index], place(moves[index]["domino"], 0, 1, "n", moves[index]["player"]), *moves[index + 1 :]]
    answer = kingdomino.ask(
        "replay", {"setup": {"players": ["ana", "bruno"], "seed": 3}, "moves": spoiled, "repair": True}
    )
    assert remedies(answer)["take-back"]["move"] == discard(moves[index]["domino"], moves[index]["player"])
    assert remedies(answer)["take-back"]["legal_until"] == len(moves)


@pytest.mark.parametrize("viewer", ["deirdre", "peer"])
def test_a_viewer_sees_no_more_than_otherwise(brian_boru: Referee, viewer: str) -> None:
    (case,) = (case for case in KIT["cases"] if case["id"] == "wrong-lead-found-out-later")
    question = case["question"]
    hands = {"kate": [8, 2], "georgios": [25, 13]}
    answers = []
    for swapped in (False, True):
        players = [dict(player) for player in question["state"]["players"]]
        if swapped:  # the cards that are not played change places
            players[1]["hand"], players[2]["hand"] = [8, hands["georgios"][1]], [25, hands["kate"][1]]
        state = {**question["state"], "players": players}
        answers.append(repaired(brian_boru, question["moves"], state, viewer=viewer))
    assert answers[0] == answers[1]
    for remedy in answers[0]["repair"]["remedies"]:
        if remedy["state"] is not None:
            for player in remedy["state"]["players"]:
                assert player["name"] == viewer or set(player["hand"]) <= {"?"}


# ---------------------------------------------------------------- bounds


def test_what_costs_too_much_is_left_out_and_named(kingdomino: Referee) -> None:
    _, log = play(opening(4, 3), 3)
    moves = [msgspec.to_builtins(move) for move in log]
    first = next(number for number, move in enumerate(moves) if move["type"] == "place")
    moves[first] = {**moves[first], "x": -1, "y": 1, "to": "n"}
    question = {"setup": {"players": ["ana", "bruno", "carla", "dario"], "seed": 3}, "moves": moves, "repair": True}
    whole = kingdomino.ask("replay", question)
    assert whole["verdict"] == "illegal"
    seen = set()
    for steps in (12_000, 20_000, 40_000, 80_000, 160_000, 1_000_000):
        app = create_app(Settings(log_requests=False, rate_limit="off", client_concurrency=0, step_budget=steps))
        response = app.test_client().post("/v1/games/kingdomino/replay", json=question)
        if response.status_code == 422:
            seen.add("refused")
            continue
        repair = response.get_json()["repair"]
        left_out = [part["remedy"] for part in repair["left_out"]]
        assert sorted([*left_out, *(remedy["remedy"] for remedy in repair["remedies"])]) == sorted(LATE_MISTAKES)
        assert all(part["reason"] == "steps" and part["text"] for part in repair["left_out"])
        seen.add("part" if left_out else "whole")
    assert {"part", "whole"} <= seen


def test_a_remedy_that_makes_the_answer_too_long_is_left_out_and_named(
    kingdomino: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = [
        len(msgspec.json.encode(remedy)) for remedy in repaired(kingdomino, [WRONG, *LATER])["repair"]["remedies"]
    ]
    monkeypatch.setattr(AnswerSize, "left", property(lambda size: 2 * (sizes[0] + sizes[1])))
    app = create_app(Settings(log_requests=False, rate_limit="off", cached_operations=()))
    repair = repaired(Referee(app, "kingdomino"), [WRONG, *LATER])["repair"]
    assert [remedy["remedy"] for remedy in repair["remedies"]] == ["stands", "take-back"]
    assert [(part["remedy"], part["reason"]) for part in repair["left_out"]] == [("rewind", "size")]
