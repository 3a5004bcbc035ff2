"""No question takes long, whatever the pack and however many coins: long lists are cut off, steps are counted."""

import copy
import json
import random
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest

from schemas.brian_boru import Act, Extra, Pack
from service.games.brian_boru.action_moves import LISTED
from service.games.brian_boru.diagram import layout
from service.games.brian_boru.game import GAME as game
from service.games.brian_boru.rules.actions import check_symbols
from service.operations.served_game import ServedGame
from service.referee import scoring
from service.referee.budget import BudgetSpent
from service.referee.findings import Findings
from service.referee.judge import rule_on
from tests.client import Referee
from tests.games.bounds import at_most
from tests.games.brian_boru.tables import act, acting, opening
from tests.games.playing import told
from tests.games.steps import LIMIT, ORDINARY, questions_about, steps_of

BASE: dict[str, Any] = json.loads((game.packs / "base.json").read_text("utf-8"))


SPACES = 49
"""As many spaces as a pack can have above the start of the marriage track."""


def with_card_1(**actions: list[str]) -> dict[str, Any]:
    """The base pack with other symbols on card 1 and a long marriage track."""
    pack = copy.deepcopy(BASE)
    pack["id"] = "mine"
    pack["cards"][0].update(actions)
    pack["track"] += [{}] * (SPACES + 1 - len(pack["track"]))
    assert pack["cards"][0]["number"] == 1
    return pack


PACK = with_card_1(primary=["take", "church", "raider", "courtship"])


def rich(coins: int = 999, **zones: Any) -> dict[str, Any]:
    """Ana has won the trick with card 1, and there is no end of raiders."""
    return acting(("ana", 1), winner="ana", ana={"coins": coins}, **{"raiders": 999, **zones})


def bought(move: dict[str, Any]) -> tuple[int, int, int]:
    return move["extra"]["church"], move["extra"]["raider"], move["extra"]["courtship"]


def test_purchases_of_a_rich_player_are_listed_at_once_and_cut_off(brian_boru: Referee) -> None:
    with at_most():
        answer = brian_boru.ask("legal-moves", {"state": rich(), "pack": PACK, "explain": True})
    assert len(answer["moves"]) == LISTED
    assert [bought(move) for move in answer["moves"][:SPACES]] == [(0, 0, steps) for steps in range(SPACES)]
    assert bought(answer["moves"][SPACES]) == (0, 1, 0)
    assert answer.missing == ["more-ways"]
    assert str(LISTED) in answer["missing"][0]["text"]


@pytest.mark.parametrize(("coins", "count"), [(0, 1), (4, 10), (30, 816)])
def test_a_list_that_is_not_cut_off_is_complete(brian_boru: Referee, coins: int, count: int) -> None:
    answer = brian_boru.ask("legal-moves", {"state": rich(coins), "pack": PACK})
    assert len(answer["moves"]) == count
    assert {2 * sum(bought(move)) <= coins for move in answer["moves"]} == {True}
    assert answer.missing == []


def test_suggestions_for_a_rich_player_are_found_at_once(brian_boru: Referee) -> None:
    with at_most():
        answer = brian_boru.validate(rich(), act("primary", expand="C5"), pack=PACK, suggest=True)
    assert answer.broken == ["action/all-symbols"]
    assert bought(answer["suggestions"][0]) == (0, 0, 0)
    assert len(answer["suggestions"]) == 5


def test_suggestions_are_found_at_once_where_nothing_is_known_to_be_due(brian_boru: Referee) -> None:
    state = {"players": [{"name": "ana", "coins": 999}]}
    with at_most():
        answer = brian_boru.validate(state, act("primary", card=1, expand="C5"), pack=PACK, suggest=True)
    assert answer.broken == ["action/all-symbols"]
    assert len(answer["suggestions"]) == 5


def test_towns_that_nobody_can_pay_for_are_passed_over_at_once(brian_boru: Referee) -> None:
    """200 towns around one of ana's, half of them under Viking tokens; the coins for an expansion come too late."""
    pack = with_card_1(primary=["take", "church", "raider", "courtship", "expand", "free", *["coin"] * 6])
    pack["towns"] += [{"id": f"X{n}", "region": "munster", "colour": "red"} for n in range(200 - len(pack["towns"]))]
    pack["roads"] = [{"ends": ["C4", town["id"]]} for town in pack["towns"] if town["id"] != "C4"]
    vikings = {f"X{n}": {"disc": "bruno", "viking": True} for n in range(100)}
    state = rich(coins=4) | {"towns": {"C4": {"disc": "ana"}, **vikings}}
    with at_most():
        answer = brian_boru.ask("legal-moves", {"state": state, "pack": pack})
    assert len(answer["moves"]) == 10 * 100
    assert {move.get("expand") for move in answer["moves"]} == {None}
    assert answer.missing == []


def test_no_purchase_of_the_base_pack_is_cut_off(brian_boru: Referee) -> None:
    """With as many coins as a state can name."""
    for card in BASE["cards"]:
        for winner in ("ana", "bruno"):
            state = rich() | {"trick": {"town": "C1" if winner == "ana" else None, "winner": winner}}
            state["trick"]["played"] = [{"player": "ana", "card": card["number"]}]
            state["marker"] = None if winner == "ana" else "bruno"
            answer = brian_boru.ask("legal-moves", {"state": state})
            assert answer["verdict"] == "possible", (card["number"], answer["violations"])
            assert answer["moves"]
            assert answer.missing == []


# ---------------------------------------------------------------- the same moves as by trying everything

BOARD = "C4 ana; L6 ana; M1 bruno viking; N1 bruno viking; U1 carla"


def tried(table: Any, runs: list[tuple[str, int]]) -> list[Act]:
    """Every purchase that could be thought of, as far as the rules let it pass, in the order of a product."""
    symbols = {symbol for symbol, _ in runs}
    extras = [range(7 if symbol in symbols else 1) for symbol in ("church", "raider", "courtship")]
    towns = [msgspec.UNSET, *(town for town in table.box.towns if "expand" in symbols)]
    freed = ["N1", "M1"] if "free" in symbols else [msgspec.UNSET]
    found = []
    for *bought, town, free in product(*extras, towns, freed):
        move = Act(player="ana", action="primary", extra=Extra(*bought), expand=town, free=free)
        findings = Findings()
        check_symbols(table, move, runs, findings)
        if not findings.broken:
            found.append(move)
    return found


@pytest.mark.parametrize("order", ["left-to-right", "either"])
@pytest.mark.parametrize(
    "symbols",
    [
        "church raider courtship",
        "courtship church coin coin",
        "coin coin raider expand",
        "expand raider coin coin coin free",
        "pay pay church expand coin coin coin",
        "church pay coin coin courtship pay expand",
        "free pay raider",
        "coin coin coin church expand coin",
    ],
)
def test_no_legal_purchase_is_left_out(symbols: str, order: str) -> None:
    pack = msgspec.convert(with_card_1(primary=["take", *symbols.split()]), Pack)
    options = msgspec.convert({"house_rules": {"symbol_order": order}}, game.shapes.options)
    for coins, raiders, marriage in product((0, 1, 2, 5, 7, 10), (0, 3), (0, 8)):
        state = acting(
            ("ana", 1), winner="ana", board=BOARD, raiders=raiders, ana={"coins": coins, "marriage": marriage}
        )
        choices = game.choices(options)
        table = game.table(msgspec.convert(state, game.shapes.state), game.compile_pack(pack), choices)
        assert [*game.legal_moves(table, None, "act")] == tried(table, table.box.runs(1, "primary")), (
            coins,
            raiders,
            marriage,
        )


# ---------------------------------------------------------------- steps

SERVED = ServedGame(game)
OPERATIONS = {
    *("validate", "legal-moves", "resolve", "replay", "audit", "score", "view", "diagram", "setup", "packs-check"),
}


@cache
def positions(count: int, seed: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The tables of a random game, each with the move that was made there."""
    table, chance, found = opening(count, seed), random.Random(seed), []
    while moves := list(game.legal_moves(table, None, None)):
        move = chance.choice(moves)
        found.append((told(table), msgspec.to_builtins(move)))
        table = rule_on(game, table, move).after
    return found


def test_no_case_uses_a_fifth_of_the_steps() -> None:
    for case in SERVED.cases.cases.values():
        question = msgspec.to_builtins(case.question)
        assert steps_of(SERVED, case.operation, question) <= ORDINARY, case.id


@pytest.mark.parametrize(("count", "seed"), [(5, 1), (5, 2), (3, 3)])
def test_no_question_of_a_random_game_uses_a_fifth_of_the_steps(count: int, seed: int) -> None:
    game_played = positions(count, seed)
    for place in range(seed, len(game_played) - 1, 9):
        (state, _), (_, too_early) = game_played[place], game_played[place + 1]
        for operation, question in questions_about(state, too_early):
            assert steps_of(SERVED, operation, question) <= ORDINARY, (place, operation)
    log = {"state": game_played[0][0], "moves": [move for _, move in game_played]}
    assert steps_of(SERVED, "replay", log) <= ORDINARY


def forget() -> None:
    """Empty what is cached between requests."""
    for cached in (layout.chart, scoring.line):
        cached.cache_clear()


def test_the_same_question_uses_the_same_steps_whatever_was_asked_before() -> None:
    asked = [*questions_about(*positions(5, 1)[50]), *questions_about(*positions(5, 2)[150], pack=PACK)]
    asked += [("setup", {"players": list("abcde"), "seed": 5}), ("packs-check", {"pack": PACK})]
    asked += [("score", {"sheet": SHEET, "claimed": {"a": 7}, "pack": LARGE})]
    assert {operation for operation, _ in asked} == OPERATIONS == SERVED.questions.keys()
    forget()
    cold = [steps_of(SERVED, *one) for one in asked]
    for state, move in positions(3, 3)[::10]:
        for one in questions_about(state, move):
            steps_of(SERVED, *one)
    assert [steps_of(SERVED, *one) for one in reversed(asked)][::-1] == cold
    counted = {operation for steps, (operation, _) in zip(cold, asked, strict=True) if steps}
    assert counted >= OPERATIONS - {"view", "setup"}, "a table of the base pack is set up and masked in no time"


# ---------------------------------------------------------------- the dearest questions


def large_pack() -> dict[str, Any]:
    """As many components as a pack can have, with long names, and every second road from the same town."""
    pack, chance = copy.deepcopy(BASE), random.Random(1)
    pack["id"] = "large"
    regions = [f"r{number}" + "-x" * 15 for number in range(50)]
    towns = [f"T{number}" + "q" * 36 for number in range(200)]
    pack["regions"] = [{"id": region, "name": "W" * 400} for region in regions]
    pack["tokens"] = [{"region": region, "threshold": 1, "points": 5} for region in regions]
    pack["towns"] = [
        {
            "id": town,
            "region": regions[number % 50],
            "colour": ("red", "blue", "yellow")[number % 3],
            "left": chance.random() * 100,
            "top": chance.random() * 100,
        }
        for number, town in enumerate(towns)
    ]
    pack["roads"] = [{"ends": [first, town]} for first in towns[:2] for town in towns[2:]]
    pack["track"] = [{"coins": 1}] * 50
    pack["marriages"] = [{"id": f"m{n}", "name": "M" * 400, "princess": n == 0} for n in range(50)]
    pack["vikings"] = [{"strength": number, "note": "n" * 400} for number in range(50)]
    pack["spread"] = [{"regions": number, "points": number} for number in range(50)]
    optional = ["church", "raider", "courtship", "expand", "free"]
    pack["cards"][0].update(primary=["take", *optional, "coin", "coin"], upper=optional, lower=optional)
    return pack


LARGE = large_pack()
TOWNS = [town["id"] for town in LARGE["towns"]]
REGIONS = [region["id"] for region in LARGE["regions"]]
NUMBERS = [card["number"] for card in LARGE["cards"]]
SHEET = {
    "players": [
        {
            "name": name,
            "points": 99,
            "coins": 9,
            "renown": 9,
            "towns": {region: {"towns": 1, "monasteries": 1} for region in REGIONS},
        }
        for name in "abcde"
    ],
    "vikings": {region: {"towns": 1} for region in REGIONS},
    "face_up": REGIONS,
}


def seated(count: int = 2, **zones: Any) -> dict[str, Any]:
    blank = {"points": 10, "coins": 999, "renown": 1, "church": 0, "raiders": 0, "claims": [], "marriages": []}
    return {"players": [{"name": name, **blank} for name in "abcde"[:count]], **zones}


def discs(count: int) -> dict[str, Any]:
    return {
        town: {"disc": "ab"[number % 2], "viking": number % 4 == 3, "monastery": number % 3 == 0}
        for number, town in enumerate(TOWNS[:count])
    }


def buying(winner: str = "a") -> dict[str, Any]:
    """A player with as many coins as there can be, who may expand to 100 towns and free one of 25."""
    trick = {"town": TOWNS[199], "played": [{"player": "a", "card": 1}], "winner": winner}
    return seated(phase="actions", marker=None, towns=discs(100), trick=trick)


def leading() -> dict[str, Any]:
    state = seated(phase="trick", marker="a", towns={}, trick=None)
    state["players"][0]["hand"] = NUMBERS
    return state


def drafting() -> dict[str, Any]:
    state = seated(3, phase="draft", towns={})
    for player in state["players"]:
        player |= {"picked": [], "dealt": ["?"] * 8, "hand": []}
    state["players"][0]["dealt"] = NUMBERS[:8]
    return state


def drawn() -> dict[str, Any]:
    cards = {"hand": ["?"] * 99, "dealt": ["?"] * 99, "picked": [1] * 99}
    return {"players": [{"name": name, **cards} for name in "abcdefgh"], "towns": discs(200)}


def finished() -> dict[str, Any]:
    return seated(5, phase="over", marker="a", towns=discs(200), face_up=REGIONS, alliance=None)


def ruled(state: dict[str, Any], kind: str, **rest: Any) -> tuple[str, dict[str, Any]]:
    move = {"type": kind, "player": "a", **rest}
    return "validate", {"state": state, "move": move, "compare": True, "suggest": True}


def listed(state: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return "legal-moves", {"state": state, "explain": True}


DEAR: dict[str, Callable[[], tuple[str, dict[str, Any]]]] = {
    "act": lambda: ruled(buying(), "act", action="upper", expand=TOWNS[3]),
    "act at any time": lambda: ruled({"players": [{"name": "a"}]}, "act", action="primary", card=1, free=TOWNS[0]),
    "lead": lambda: ruled(leading(), "play", card=2),
    "moves, primary action": lambda: listed(buying()),
    "moves, secondary actions": lambda: listed(buying("b")),
    "moves, leading": lambda: listed(leading()),
    "moves, drafting": lambda: listed(drafting()),
    "audit": lambda: ("audit", {"state": finished()}),
    "score": lambda: ("score", {"state": finished(), "claimed": dict.fromkeys("abcde", 77)}),
    "score of a pad": lambda: ("score", {"sheet": SHEET, "claimed": dict.fromkeys("abcde", 77)}),
    "view": lambda: ("view", {"state": finished(), "player": "a"}),
    "replay": lambda: (
        "replay",
        {"state": {"players": [{"name": "a"}]}, "moves": [{**act("primary", card=1), "player": "a"}] * 9_000},
    ),
    "settling": lambda: (
        "replay",
        {
            "state": seated(towns=discs(100)),
            "moves": [{"type": "settle", "player": "a", "town": town} for town in TOWNS[100:199]],
        },
    ),
    "diagram": lambda: ("diagram", {"state": drawn()}),
    "diagram of a move": lambda: (
        "diagram",
        {"state": finished(), "move": {"type": "settle", "player": "a", "town": TOWNS[0]}},
    ),
}


@pytest.mark.parametrize("name", DEAR)
def test_the_dearest_questions_are_answered_or_refused_in_time(name: str) -> None:
    operation, question = DEAR[name]()
    forget()
    with at_most():
        try:
            steps = steps_of(SERVED, operation, {**question, "pack": LARGE})
        except BudgetSpent:
            assert name == "replay"
        else:
            assert 0 < steps <= LIMIT


def test_the_largest_pack_is_checked_in_time() -> None:
    with at_most():
        assert steps_of(SERVED, "packs-check", {"pack": LARGE}) < ORDINARY


@pytest.mark.parametrize("state", [buying, leading, drafting])
def test_the_dearest_tables_are_possible(brian_boru: Referee, state: Any) -> None:
    answer = brian_boru.ask("legal-moves", {"state": state(), "pack": LARGE})
    assert answer["violations"] == []
    assert answer["moves"]


def test_towns_that_a_pack_does_not_have_are_named_in_order(brian_boru: Referee) -> None:
    names = [f"Z{number}" for number in range(15)]
    state = {"players": [{"name": "a"}], "towns": {name: {"disc": "a"} for name in names}}
    assert brian_boru.problem("audit", {"state": state}) == [f"/state/towns/{name}" for name in sorted(names)]
