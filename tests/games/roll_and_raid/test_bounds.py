"""No question takes long, whatever the pack: every loop counts its steps, and an ordinary question uses few."""

from typing import Any

import msgspec
import pytest

from service.games.roll_and_raid.game import GAME as game
from service.operations.served_game import ServedGame
from service.referee.judge import rule_on
from tests.client import Referee
from tests.games.bounds import at_most
from tests.games.playing import told
from tests.games.roll_and_raid.invariants import WAYS, Play
from tests.games.roll_and_raid.large import COLOURS, LARGE, STRICT, USE, large_pack, large_table
from tests.games.roll_and_raid.tables import EASY, PACK
from tests.games.steps import LIMIT, ORDINARY, questions_about, steps_of

SERVED = ServedGame(game)
SIX_CLANS = [seed for seed, (_, count, _) in enumerate(WAYS) if count == 6]


def positions(seed: int) -> tuple[dict[str, Any], list[tuple[Any, Any]]]:
    """The pack of a random game, and every table of it with the move that was made there."""
    play, found = Play(seed), []
    while (move := play.next_move()) is not None:
        found.append((play.table, move))
        play.table = rule_on(game, play.table, move).after
    return msgspec.json.decode(play.playing.pack.read_bytes()), found


# ---------------------------------------------------------------- ordinary questions


@pytest.mark.parametrize("case", SERVED.cases.cases.values(), ids=lambda case: case.id)
def test_a_case_of_the_library_uses_few_steps(case: Any) -> None:
    question = msgspec.json.decode(msgspec.json.encode(case.question))
    assert steps_of(SERVED, case.operation, question) <= ORDINARY


@pytest.mark.parametrize("seed", SIX_CLANS)
def test_a_random_game_of_six_clans_uses_few_steps(seed: int) -> None:
    pack, played = positions(seed)
    for position, move in played[::20]:
        for operation, question in questions_about(told(position), msgspec.to_builtins(move), pack=pack):
            assert steps_of(SERVED, operation, question) <= ORDINARY, operation
    log = [msgspec.to_builtins(move) for _, move in played]
    assert steps_of(SERVED, "replay", {"state": told(played[0][0]), "moves": log, "pack": pack}) <= ORDINARY


def test_the_same_question_uses_the_same_steps_whatever_is_asked_in_between() -> None:
    pack, played = positions(SIX_CLANS[0])
    (position, move), (other, other_move) = played[60], played[200]
    asked = questions_about(told(position), msgspec.to_builtins(move), pack=pack)
    asked.append(("setup", {"players": ["ana", "bruno"], "seed": 5, "pack": pack}))
    asked.append(("packs-check", {"pack": pack}))
    assert {operation for operation, _ in asked} == SERVED.questions.keys()
    first = [steps_of(SERVED, *one) for one in asked]
    for one in questions_about(told(other), msgspec.to_builtins(other_move), pack=PACK | {"id": "other"}):
        if one[0] not in ("score", "diagram"):
            continue
        question = one[1] | {"pack": pack}
        steps_of(SERVED, one[0], question)
    assert [steps_of(SERVED, *one) for one in reversed(asked)][::-1] == first
    assert min(first) > 0


# ---------------------------------------------------------------- the dearest questions


@pytest.mark.parametrize("name", LARGE)
def test_the_largest_packs_are_answered_in_time(roll_and_raid: Referee, name: str) -> None:
    state, pack = LARGE[name]
    for operation, question in questions_about(state, USE, pack=pack):
        with at_most():
            answer = roll_and_raid.http.post(f"/v1/games/roll-and-raid/{operation}", json=question)
        if answer.status_code != 200:
            assert answer.status_code == 422
            assert answer.get_json()["type"].endswith((":too-costly", ":malformed")), operation


def test_a_list_of_uses_that_is_too_long_is_cut_off(roll_and_raid: Referee) -> None:
    state, pack = LARGE["empty sheets"]
    with at_most():
        answer = roll_and_raid.moves(state, pack=pack)
    assert answer["moves"]
    assert (answer["truncated"], answer["complete"]) == (True, False)


def test_a_chain_of_gains_may_be_longer_than_the_stack_of_python(roll_and_raid: Referee) -> None:
    """Each box of each track gives one box of the next track: 600 gains follow from one die."""
    boxes = {colour: [{"track": COLOURS[place - 2], "boxes": 1}] * 200 for place, colour in enumerate(COLOURS)}
    tracks = [{"colour": colour, "boxes": gives} for colour, gives in boxes.items()]
    with at_most():
        answer = roll_and_raid.validate(large_table(), USE, pack=large_pack(tracks=tracks))
    assert answer["verdict"] == "legal"
    assert answer["state"]["players"][0]["tracks"] == dict.fromkeys(COLOURS, 200)


def test_income_of_many_developments_is_too_costly(roll_and_raid: Referee) -> None:
    state = large_table("maintenance", developments=["d1"] * 60, done=False) | {"options": STRICT, "display": []}
    with at_most():
        refill = {"type": "refill", "cards": EASY}
        assert roll_and_raid.problem("validate", {"state": state, "pack": large_pack(), "move": refill}) == ["/state"]


@pytest.mark.parametrize("counted", [{"count": "favours-unlocked"}, {"count": "raids", "of": "1"}])
def test_glory_of_many_terms_is_too_costly(roll_and_raid: Referee, counted: dict[str, str]) -> None:
    """Twelve counts in each of twenty terms, six times on each of sixty developments, for six clans."""
    terms = [{"type": "sets", "each_of": [counted] * 12, "points": 1}] * 20
    developments = [
        {"id": f"d{n}", "name": "x", "effects": [{"type": "glory", "terms": terms}] * 6} for n in range(9)
    ]
    cards = [{**PACK["cards"][0], "id": f"c{number}"} for number in range(120)]
    pack = large_pack(developments=developments, cards=cards, decks=[], display=[])
    state = large_table("over", developments=["d1"] * 60, raids=[f"c{n}" for n in range(99)], rounds=16)
    state |= {"round": 16, "options": STRICT, "display": []}
    with at_most():
        assert roll_and_raid.problem("score", {"state": state, "pack": pack}) == ["/state"]


def test_names_that_do_not_exist_fill_no_memory(roll_and_raid: Referee) -> None:
    """Each of these problems lists the names of sixty developments: 2 MB of pack would have 180 MB of them."""
    terms = [{"type": "sets", "each_of": [{"count": "developments", "of": "x"}] * 12, "points": 1}] * 20
    developments = [{"id": f"d{n:039}", "name": "x", "effects": []} for n in range(60)]
    for development in developments[:9]:
        development["effects"] = [{"type": "glory", "terms": terms}] * 6
    pack = large_pack(developments=developments)
    with at_most():
        assert roll_and_raid.problem("packs/check", {"pack": pack}) == ["/pack"]
        assert roll_and_raid.problem("audit", {"state": large_table(), "pack": pack}) == ["/state"]


def test_a_question_never_uses_more_than_the_budget() -> None:
    state, pack = LARGE["a part is missing"]
    assert steps_of(SERVED, "audit", {"state": state, "pack": pack}) <= LIMIT
