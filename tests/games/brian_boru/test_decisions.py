"""A choice that a player makes is a move, also when one option is left; only with none it is skipped."""

from typing import Any

import msgspec
import pytest

from service.games.brian_boru.game import GAME as game
from service.referee.forced import forced_move
from service.referee.judge import rule_on
from service.referee.rules import move_type
from tests.client import Answer, Referee
from tests.games.brian_boru.tables import (
    BOARD,
    LAST,
    NAMES,
    drafting,
    last_action,
    opening,
    pick,
    play,
    played,
    towns,
    trick_due,
    upkeep,
)
from tests.games.brian_boru.test_rules import BASE, build, changed, raid, settle

ONE_FREE = "; ".join(f"{town['id']} {'ana' if town['region'] == 'ulaid' else 'carla'}" for town in BASE["towns"][1:])
"""Every town but the first one has a disc."""
FREE = BASE["towns"][0]["id"]
IN_MUNSTER = "; ".join(f"M{number} {name}" for number, name in enumerate(["ana", "bruno", "carla"] * 3, start=1))
"""Every town of Munster but M10 has a disc."""

FORCED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("settle in the only free town of the region", last_action(IN_MUNSTER, marriage_card="orlaith", ana={"marriage": 3}), settle("M10")),
    ("settle in the only free town of the board", last_action(ONE_FREE, ana={"marriage": 9}, bruno={"marriage": 8}, trick={"town": None, "played": played(("ana", 20)), "winner": "bruno"}), settle(FREE, "bruno")),
    ("raid on the only town of the loser", last_action("C4 ana; M1 bruno; U1 carla", ana={"raiders": 2}, carla={"raiders": 1}), raid("M1")),
    ("raid on the only town of one's own", last_action("C4 ana; M1 bruno; U1 carla", ana={"raiders": 2}, carla={"raiders": 2}), raid("M1", name="bruno")),
    ("build in the only town", last_action("C4 ana; M1 bruno; U1 carla", raiders=0, ana={"church": 2}), build("C4")),
    ("build in the only town without a monastery", last_action("C4 ana; L4 ana monastery; M1 bruno; U1 carla", raiders=0, ana={"church": 2}), build("C4")),
    ("build in the only town for four discs", last_action("C4 ana; M1 bruno; U1 carla", raiders=0, ana={"church": 6}, bruno={"church": 6}), build("M1", "bruno")),
]  # fmt: skip


@pytest.mark.parametrize(("told", "move"), [pytest.param(told, move, id=name) for name, told, move in FORCED])
def test_a_decision_with_one_option_waits_for_its_move(
    brian_boru: Referee, told: dict[str, Any], move: dict[str, Any]
) -> None:
    before = brian_boru.validate(told, LAST)
    assert (before["next"]["players"], before["next"]["moves"]) == ([move["player"]], [move["type"]])
    listed = brian_boru.moves(before["state"])
    assert (listed["moves"], listed["complete"]) == ([move], True)
    after = brian_boru.validate(before["state"], move)
    assert (after["verdict"], after["assumed"]) == ("legal", [])
    replayed = brian_boru.ask("replay", {"state": told, "moves": [LAST, move]})
    assert (replayed["verdict"], replayed["state"]) == ("legal", after["state"])


def test_a_step_that_is_due_stops_at_its_decision(brian_boru: Referee) -> None:
    """The same tables sent at the step itself, with nothing pending: the step goes on, the decision is not made."""
    figures = {"renown": 1, "points": 10, "church": 0}
    told = {
        "phase": "battle",
        "pending": [],
        "raiders": 2,
        "marker": "ana",
        "players": [
            {"name": name, "raiders": raiders, **figures} for name, raiders in zip(NAMES, (4, 1, 0), strict=False)
        ],
        "towns": {"N1": {"disc": "carla"}, "M1": {"disc": "bruno"}},
    }
    answer = brian_boru.validate(told, raid("N1", "carla"))
    assert (answer["verdict"], answer["assumed"]) == ("legal", [])
    assert answer["state"]["towns"]["N1"]["viking"]
    listed = brian_boru.moves(told)
    assert (listed["moves"], listed["complete"]) == ([raid("N1", "carla")], True)
    church = upkeep("church", "C4 ana; M1 bruno", ana={"church": 2})
    assert brian_boru.validate(church, build("C4"))["verdict"] == "legal"
    card = upkeep("marriage", IN_MUNSTER, marriage_card="orlaith", ana={"marriage": 3})
    assert brian_boru.validate(card, settle("M10"))["verdict"] == "legal"
    track = upkeep("marriage", ONE_FREE, ana={"marriage": 9}, bruno={"marriage": 8})
    assert brian_boru.validate(track, settle(FREE, "bruno"))["verdict"] == "legal"


def skipped(answer: Answer) -> list[str]:
    return [event["type"] for event in answer["events"]]


@pytest.mark.parametrize(
    ("told", "event"),
    [
        (last_action("; ".join(f"M{n} bruno" for n in range(1, 11)), raiders=0, marriage_card="orlaith", ana={"marriage": 3}), "no-town"),
        (last_action(f"{ONE_FREE}; {FREE} ana", raiders=0, ana={"marriage": 9}, bruno={"marriage": 8}), "no-town-anywhere"),
        (last_action("C4 ana; U1 carla", ana={"raiders": 2}, carla={"raiders": 1}), "no-town-to-lose"),
        (last_action("C4 ana monastery; M1 bruno; U1 carla", raiders=0, ana={"church": 2}), "no-monastery"),
        (last_action("C4 ana monastery; M1 bruno monastery; U1 carla", raiders=0, ana={"church": 6}, bruno={"church": 6}), "keeps-discs"),
    ],
)  # fmt: skip
def test_a_decision_without_an_option_is_skipped(brian_boru: Referee, told: dict[str, Any], event: str) -> None:
    answer = brian_boru.validate(told, LAST)
    assert event in skipped(answer)
    assert answer["next"]["phase"] == "preparation"


# ---------------------------------------------------------------- the last cards of a draft


@pytest.mark.parametrize(("count", "kept", "left"), [(3, 6, 2), (4, 4, 2), (5, 4, 1)])
def test_the_last_cards_are_kept_by_a_move(brian_boru: Referee, count: int, kept: int, left: int) -> None:
    last = {name: {"hand": ["?"] * kept, "dealt": ["?"] * left} for name in NAMES[:count]}
    last["ana"]["dealt"] = [24, 25][:left]
    told = drafting(count, **last)
    moves = [pick(*last[name]["dealt"], player=name) for name in NAMES[:count]]
    listed = brian_boru.moves(told)
    assert (listed["moves"], listed["complete"]) == (moves, False), "which cards the others keep is not known"
    assert set(listed.missing) == {"dealt-known"}
    replayed = brian_boru.ask("replay", {"state": told, "moves": moves[::-1]})
    assert (replayed["verdict"], replayed["assumed"]) == ("legal", [])
    assert replayed["next"] == {"phase": "trick", "players": ["ana"], "moves": ["lead"]}
    own = replayed["state"]["players"][0]
    assert (own["hand"], own["dealt"], own["picked"]) == ([*[24, 25][:left], *["?"] * kept], [], [])
    waiting = brian_boru.validate(told, moves[0])
    assert waiting["next"]["players"] == list(NAMES[1:count])
    assert brian_boru.audit(waiting["state"])["verdict"] == "possible"


def test_how_many_cards_are_kept_follows_from_the_hand(brian_boru: Referee) -> None:
    told = drafting(5, **{name: {"hand": ["?"] * 4} for name in NAMES})
    for player in told["players"]:
        del player["dealt"]
    assert brian_boru.validate(told, pick("?"))["assumed"] == []
    assert brian_boru.validate(told, pick("?", "?")).broken == ["draft/keep-last"]
    for player in told["players"]:
        player["hand"] = ["?"] * 2
    assert brian_boru.validate(told, pick("?", "?"))["assumed"] == []
    assert brian_boru.validate(told, pick("?")).broken == ["draft/pick-two"]
    for player in told["players"]:
        del player["hand"]
    assert brian_boru.validate(told, pick("?", "?")).assumed == ["two-cards"]
    assert brian_boru.validate(told, pick("?")).assumed == ["last-card"]
    three = {"phase": "draft", "players": told["players"][:3]}
    assert brian_boru.validate(three, pick("?")).broken == ["draft/pick-two"]
    assert brian_boru.validate(three, pick("?", "?"))["assumed"] == []


def test_only_the_last_card_of_five_is_picked_by_itself(brian_boru: Referee) -> None:
    """A single card put down: the last one of five players, and nothing else."""
    last = {name: {"hand": ["?"] * 4, "dealt": ["?"]} for name in NAMES}
    last["ana"] = {"hand": ["?"] * 4, "dealt": [], "picked": [25]}
    assert brian_boru.audit(drafting(5, **last))["verdict"] == "possible"
    early = {name: {"hand": ["?"] * 2, "dealt": ["?"] * 3} for name in NAMES}
    early["ana"] = {"hand": ["?"] * 2, "dealt": ["?"] * 2, "picked": [25]}
    assert "draft/pick-two" in brian_boru.audit(drafting(5, **early)).broken


def test_a_draft_with_nothing_left_is_over(brian_boru: Referee) -> None:
    told = changed(drafting(**{name: {"hand": ["?"] * 8, "dealt": []} for name in NAMES[:3]}), towns=towns(BOARD))
    lead = {"type": "lead", "player": "ana", "town": "C1", "card": 11}
    assert brian_boru.validate(told, lead)["verdict"] == "legal"
    assert brian_boru.moves(trick_due())["next"]["moves"] == ["lead"]


CLOCKWISE = {"house_rules": {"loser_order": "clockwise"}}


def test_the_losers_of_towns_have_no_order(brian_boru: Referee) -> None:
    """BB-11: no book sets one, and one player chooses for all."""
    told = upkeep("battle", "C4 ana; M1 bruno; U1 carla", ana={"raiders": 2})
    left = {"decision": "raid", "player": "ana", "region": None}
    for loser, town, other in (("bruno", "M1", "carla"), ("carla", "U1", "bruno")):
        answer = brian_boru.validate(told, raid(town, loser))
        assert answer["verdict"] == "legal"
        assert answer["state"]["pending"] == [{**left, "loser": other}]
        again = brian_boru.validate(answer["state"], raid(town, loser))
        assert again.broken == ["battle/fewest", "battle/losers-town"]
    listed = [(move["loser"], move["town"]) for move in brian_boru.moves(told)["moves"]]
    assert listed == [("bruno", "M1"), ("carla", "U1")]
    other = brian_boru.validate(told, raid("U1", "carla"), compare=True)["differs_under"]
    assert [(each["under"]["value"], each["rules"]) for each in other] == [
        ("clockwise", ["brian-boru/battle/loser-order"])
    ]


def test_by_a_house_rule_the_losers_of_towns_have_an_order(brian_boru: Referee) -> None:
    told = upkeep("battle", "C4 ana; M1 bruno; U1 carla", ana={"raiders": 2}, marker="carla", options=CLOCKWISE)
    assert brian_boru.validate(told, raid("M1")).broken == ["battle/loser-order"]
    first = brian_boru.validate(told, raid("U1", "carla"))
    assert first["state"]["pending"] == [{"decision": "raid", "player": "ana", "loser": "bruno", "region": None}]
    assert {move["loser"] for move in brian_boru.moves(told)["moves"]} == {"carla"}


def test_everybody_chooses_his_own_loss_and_no_other(brian_boru: Referee) -> None:
    told = upkeep(
        "battle", "C4 ana; M1 bruno; U1 carla", ana={"raiders": 2}, bruno={"raiders": 2}, carla={"raiders": 2}
    )
    assert brian_boru.moves(told)["next"]["players"] == ["ana", "bruno", "carla"]
    assert brian_boru.validate(told, raid("U1", "carla", name="carla"))["verdict"] == "legal"
    assert brian_boru.validate(told, raid("U1", "carla", name="bruno")).broken == ["battle/tied-most"]


# ---------------------------------------------------------------- logs without forced decisions


@pytest.mark.parametrize("seed", range(6))
def test_a_log_without_its_forced_decisions_comes_to_the_same_end(brian_boru: Referee, seed: int) -> None:
    count = 3 + seed % 3
    start = opening(count, seed)
    _, log = play(start, seed)
    kept, table = [], start
    for move in log:
        kept.append(forced_move(game, table) != move or game.move_types[move_type(move)] == "table")
        table = rule_on(game, table, move).after
    last = max(place for place, needed in enumerate(kept) if needed)
    moves = msgspec.to_builtins(log[: last + 1])
    short = [move for move, needed in zip(moves, kept, strict=False) if needed]
    assert len(short) < len(moves)
    setup = {"players": list(NAMES[:count]), "seed": seed}
    whole = brian_boru.ask("replay", {"setup": setup, "moves": moves})
    forced = brian_boru.ask("replay", {"setup": setup, "moves": short, "play_forced": True})
    assert (whole["verdict"], forced["verdict"]) == ("legal", "legal"), forced["ruling"]
    assert forced["state"] == whole["state"]
