"""No question takes long, however much a table holds: nothing is enumerated only to be thrown away, steps are counted."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import msgspec
import pytest

from schemas.ortus_regni import Force
from service.games.ortus_regni import combinations as choosing
from service.games.ortus_regni import earldoms
from service.games.ortus_regni.combinations import LISTED, distinct_combinations, hits, multisets
from service.games.ortus_regni.game import GAME as game
from service.operations.served_game import ServedGame
from service.referee import scoring
from service.referee.budget import Budget, BudgetSpent, use
from service.referee.judge import rule_on
from tests.client import Referee
from tests.games.bounds import at_most
from tests.games.ortus_regni.invariants import PLAYING, choose
from tests.games.playing import told
from tests.games.steps import LIMIT, ORDINARY, questions_about, steps_of

EARLS = ("a", "b", "c", "d", "e", "f")
PROPERTIES = ("land", "market", "church")


def properties(*, of: str, copies: int = 3) -> list[Any]:
    """So many Lands, Markets and Churches of every colour, in a Fief of this Earl."""
    cards = [card if owner == of else {"card": card, "owner": owner} for owner in EARLS for card in PROPERTIES]
    return cards * copies


def asked_to_give() -> dict[str, Any]:
    """An Intrigue takes two Properties of a Fief that has 54, of 18 kinds: a product over all counts has 4^18 steps."""
    fief = {"id": 1, "anchor": "castle", "lord": None, "properties": properties(of="b")}
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
    assert answer.missing == ["pool-known"], "nothing was cut off"


def test_suggestions_for_a_gift_from_a_large_fief_are_found_at_once(ortus_regni: Referee) -> None:
    move = {"type": "give", "player": "b", "cards": ["land"], "armies": []}
    with at_most():
        answer = ortus_regni.validate(asked_to_give(), move, suggest=True)
    assert answer.broken == ["intrigue/defender-picks"]
    assert [other["type"] for other in answer["suggestions"]] == ["give"] * 5
    assert answer["suggestions"][0]["cards"] == ["market", "market"]


def raided(step: str, damage: int, **zones: Any) -> dict[str, Any]:
    """Bruno's large Fief is raided, and nobody defends it."""
    fief = {"id": 1, "anchor": "castle", "lord": None, "properties": properties(of="b")}
    players: list[dict[str, Any]] = [{"name": name} for name in EARLS]
    players[0]["fiefs"] = [
        {"id": 1, "anchor": "palace", "lord": "prince", "properties": []},
        {"id": 2, "anchor": "castle", "lord": "vassal", "properties": []},
    ]
    players[1] |= {"fiefs": [fief], "towers": []}
    battle = {"type": "battle", "attacker": "a", "defender": "b", "kind": "raid", "fief": 1, "step": step}
    battle |= {"defenders": {}, "card": None, "outcome": "attacker", "damage": [damage, 0]}
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
    state = raided("capture", 0, attackers={"lords": [1, 2]}, destroyed=destroyed)
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


def test_units_that_take_a_point_are_chosen_at_once_however_many_there_are() -> None:
    """Nearly all of 200 different units: each choice is short of one."""
    numbers = tuple(range(1, 51))
    force = Force(
        lords=numbers, mercenaries=numbers, garrisons=numbers, hand=("vassal",) * 30, royal=("knights",) * 10
    )
    with at_most(), use(budget := Budget(LIMIT)):
        found = [*hits(force, 189)]
    assert len(found) == 152
    assert len(set(found)) == 152
    assert 152 * 190 < budget.used < LIMIT


# ---------------------------------------------------------------- steps

SERVED = ServedGame(game)
BASE: dict[str, Any] = json.loads((game.packs / "base.json").read_text("utf-8"))
OPERATIONS = {
    "validate",
    "legal-moves",
    "resolve",
    "replay",
    "audit",
    "score",
    "view",
    "diagram",
    "odds",
    "setup",
    "packs-check",
}


@cache
def positions(count: int, seed: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The tables of a random game, each with the move that was made there."""
    table, chance, found = PLAYING.opening(count, seed), random.Random(seed), []
    while (move := choose(table, chance)) is not None:
        found.append((told(table), msgspec.to_builtins(move)))
        table = rule_on(game, table, move).after
    return found


def questions(state: dict[str, Any], move: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    in_battle = state["pending"] is not None and state["pending"].get("step") in ("field-defender", "card", "church")
    return questions_about(state, move) + [("odds", {"state": state})] * in_battle


def test_no_case_uses_a_fifth_of_the_steps() -> None:
    for case in SERVED.cases.cases.values():
        question = msgspec.to_builtins(case.question)
        assert steps_of(SERVED, case.operation, question) <= ORDINARY, case.id


@pytest.mark.parametrize(("count", "seed"), [(6, 1), (6, 2), (6, 3), (2, 4)])
def test_no_question_of_a_random_game_uses_a_fifth_of_the_steps(count: int, seed: int) -> None:
    game_played = positions(count, seed)
    for place in range(seed, len(game_played) - 1, 9):
        (state, _), (_, too_early) = game_played[place], game_played[place + 1]
        for operation, question in questions(state, too_early):
            assert steps_of(SERVED, operation, question) <= ORDINARY, (place, operation)
    log = {"state": game_played[0][0], "moves": [move for _, move in game_played]}
    assert steps_of(SERVED, "replay", log) <= ORDINARY


def forget() -> None:
    """Empty what is cached between requests."""
    for cached in (choosing._some_cards, choosing._some_numbers, earldoms.is_sound_deck, scoring.line):
        cached.cache_clear()


def test_the_same_question_uses_the_same_steps_whatever_was_asked_before() -> None:
    fielding = next(one for one in positions(6, 1) if one[1]["type"] == "field")
    revealing = next(one for one in positions(6, 2) if one[1]["type"] == "reveal")
    asked = [*questions(*fielding), *questions(*revealing), *questions(*positions(6, 3)[40])]
    asked += [("setup", {"players": list(EARLS), "seed": 5}), ("packs-check", {"pack": BASE})]
    asked += [("odds", {"engagement": ENGAGEMENT}), ("audit", {"state": fielding[0], "pack": {**BASE, "id": "mine"}})]
    assert {operation for operation, _ in asked} == OPERATIONS == SERVED.questions.keys()
    forget()
    cold = [steps_of(SERVED, *one) for one in asked]
    for state, move in positions(2, 4)[::10]:
        for one in questions(state, move):
            steps_of(SERVED, *one)
    assert [steps_of(SERVED, *one) for one in reversed(asked)][::-1] == cold
    counted = {operation for steps, (operation, _) in zip(cold, asked, strict=True) if steps}
    assert counted >= OPERATIONS - {"odds"}, "a battle by itself has nothing that could be long"


# ---------------------------------------------------------------- the dearest questions

CROWD = ("a", "b", "c", "d", "e")
"""Five of six Earls: cards of a colour that is not at the table are not counted against it."""
ABSENT = "f"


def foreign(count: int) -> list[dict[str, str]]:
    """As many Lands of the sixth Earl."""
    return [{"card": "land", "owner": ABSENT}] * count


@cache
def estate() -> list[dict[str, Any]]:
    """As many Fiefs with as many Properties as a state can name."""
    return [
        {"id": number + 1, "anchor": {"card": "castle", "owner": ABSENT}, "properties": foreign(150)}
        for number in range(50)
    ]


def with_lords(count: int) -> list[dict[str, Any]]:
    return [{**fief, "lord": "vassal"} if fief["id"] <= count else fief for fief in estate()]


def crowd(**zones: Any) -> dict[str, Any]:
    """A table of 37,500 Properties; some of the Earls have Vassals as Lords."""
    players = [{"name": name, "fiefs": with_lords(6), "towers": []} for name in CROWD]
    return {"seats": 6, "players": players, **zones}


HAND = "castle land market church cathedral prince champion monk mercenary treachery intrigue allies banquet banner"


def turn() -> dict[str, Any]:
    state = crowd(phase="turn", round=3, turn="a", acted=False, pending=None)
    for player in state["players"]:
        player |= {"hand": HAND.split(), "pool": ["infantry", "knights"]}
        player["mercenaries"] = [{"id": number + 1, "owner": ABSENT} for number in range(40)]
    return state


def of_many_colours(state: dict[str, Any]) -> dict[str, Any]:
    """The same with 150 colours, more than can play: a picture is drawn of an impossible table too."""
    places = [{"card": "land", "owner": f"x{number}"} for number in range(150)]
    for player in state["players"]:
        player["fiefs"] = [{**fief, "properties": places} for fief in player["fiefs"]]
    return state


def battle(step: str, **zones: Any) -> dict[str, Any]:
    sides = {"type": "battle", "attacker": "a", "defender": "b", "kind": "raid", "fief": 50, "step": step}
    return {**sides, "attackers": {"lords": [1, 2]}, "damage": [2, 0], **zones}


def fielding() -> dict[str, Any]:
    state = crowd(king="b", royal_army=["infantry"] * 3 + ["knights"] * 2, pending=battle("field-defender"))
    state["players"][1] |= {"hand": ["monk"] * 5 + ["champion"] * 5 + ["prince"], "pool": ["infantry", "knights"] * 5}
    state["players"][1]["mercenaries"] = [{"id": number + 1, "owner": ABSENT} for number in range(40)]
    return state


def ransoming() -> dict[str, Any]:
    lords = [1, 2, 3, 4, 5, 6]
    result = {"outcome": "attacker", "card": "attacker", "captured": lords, "defenders": {"lords": lords}}
    return crowd(pending=battle("ransom", damage=[2, 6], **result))


def raiding() -> dict[str, Any]:
    attack = battle("damage-defender", outcome="attacker", card=None, defenders={}, damage=[75, 0])
    del attack["attackers"]
    return crowd(pending=attack)


def jousting() -> dict[str, Any]:
    return crowd(
        phase="turn", turn="e", pending={"type": "joust", "organiser": "e", "step": "declare", "declared": []}
    )


SIDE = {"hand": ["vassal"] * 30, "lords": ["vassal"] * 42, "infantry": 99, "knights": 99, "mercenaries": 99}
SIDE |= {"garrisons": ["knights"] * 36, "idle_garrisons": 99, "king": True}
ENGAGEMENT = {"kind": "siege", "attackers": SIDE, "defenders": SIDE, "towers": 99, "properties": 99}
BOTH = {"compare": True, "suggest": True}
DECK = {"name": "n" * 400, "cards": dict.fromkeys(HAND.split(), 99), "towers": ["land"] * 9, "note": "n" * 400}


def ruled(state: dict[str, Any], kind: str, player: str, **rest: Any) -> tuple[str, dict[str, Any]]:
    return "validate", {"state": state, "move": {"type": kind, "player": player, **rest}, **BOTH}


def listed(state: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return "legal-moves", {"state": state, "explain": True}


def repeated(kind: str, **rest: Any) -> tuple[str, dict[str, Any]]:
    """The same move again and again; with three Earls, so that 9,000 moves find a place in the body."""
    state = crowd()
    state["players"] = state["players"][:3]
    return "replay", {"state": state, "moves": [{"type": kind, "player": "a", **rest}] * 9_000}


DEAR: dict[str, Callable[[], tuple[str, dict[str, Any]]]] = {
    "attach": lambda: ruled(turn(), "attach", "a", card="cathedral", fief=99),
    "bequeath": lambda: ruled(turn(), "bequeath", "a"),
    "field": lambda: ruled(fielding(), "field", "b", force={"lords": [40]}),
    "ransom": lambda: ruled(ransoming(), "ransom", "b", lord=40),
    "suffer": lambda: ruled(raiding(), "suffer", "b"),
    "enter": lambda: ruled(jousting(), "enter", "b"),
    "moves of a turn": lambda: listed(turn()),
    "moves, fielding": lambda: listed(fielding()),
    "moves, ransom": lambda: listed(ransoming()),
    "moves, damage": lambda: listed(raiding()),
    "moves, joust": lambda: listed(jousting()),
    "audit": lambda: ("audit", {"state": turn()}),
    "score": lambda: ("score", {"state": turn(), "claimed": dict.fromkeys(CROWD, 99)}),
    "view": lambda: ("view", {"state": turn(), "player": "a"}),
    "odds of a table": lambda: ("odds", {"state": fielding()}),
    "odds": lambda: ("odds", {"engagement": ENGAGEMENT}),
    "turns that end": lambda: repeated("end"),
    "towers": lambda: repeated("tower", card="?"),
    "decisions": lambda: repeated("decide", outcome="normal"),
    "diagram": lambda: ("diagram", {"state": of_many_colours(turn())}),
    "diagram of one": lambda: ("diagram", {"state": turn(), "only": "a"}),
    "pack": lambda: ("packs-check", {"pack": {**BASE, "decks": [{"id": f"d{n}", **DECK} for n in range(50)]}}),
}
SPENT = {"turns that end", "decisions", "diagram"}
"""Questions that certainly use more steps than one request may."""


@pytest.mark.parametrize("name", DEAR)
def test_the_dearest_questions_are_answered_or_refused_in_time(name: str) -> None:
    operation, question = DEAR[name]()
    spent = False
    with at_most():
        try:
            steps_of(SERVED, operation, question)
        except BudgetSpent:
            spent = True
    assert spent or name not in SPENT


@pytest.mark.parametrize("state", [turn, fielding, ransoming, raiding, jousting])
def test_the_dearest_tables_are_possible(ortus_regni: Referee, state: Any) -> None:
    answer = ortus_regni.ask("legal-moves", {"state": state()})
    assert answer["violations"] == []
    # Of a joust with an Earl who is not sent nobody knows who declares next.
    assert answer["moves"] or state is jousting
