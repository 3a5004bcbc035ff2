"""No list of moves takes long, whatever the pack and however many coins: long lists are cut off, and say so."""

import copy
import json
from itertools import product
from typing import Any

import msgspec
import pytest

from schemas.brian_boru import Act, Extra, Pack
from service.games.brian_boru import game
from service.games.brian_boru.actions import check_symbols
from service.games.brian_boru.moves import LISTED
from service.referee.choices import choices_of
from service.referee.findings import Findings
from tests.client import Referee
from tests.games.bounds import at_most
from tests.games.brian_boru.tables import act, acting

BASE: dict[str, Any] = json.loads((game.PACKS / "base.json").read_text("utf-8"))


def with_card_1(**actions: list[str]) -> dict[str, Any]:
    """The base pack with other symbols on card 1."""
    pack = copy.deepcopy(BASE)
    pack["id"] = "mine"
    pack["cards"][0].update(actions)
    assert pack["cards"][0]["number"] == 1
    return pack


PACK = with_card_1(primary=["take", "church", "raider", "courtship"])


def rich(coins: int = 999, **zones: Any) -> dict[str, Any]:
    """Ana has won the trick with card 1; of raiders and of the marriage track nothing is known."""
    state = acting(("ana", 1), winner="ana", ana={"coins": coins}, **zones)
    del state["raiders"]
    for player in state["players"]:
        del player["marriage"]
    return state


def bought(move: dict[str, Any]) -> tuple[int, int, int]:
    return move["extra"]["church"], move["extra"]["raider"], move["extra"]["courtship"]


def test_purchases_of_a_rich_player_are_listed_at_once_and_cut_off(brian_boru: Referee) -> None:
    with at_most():
        answer = brian_boru.ask("legal-moves", {"state": rich(), "pack": PACK, "explain": True})
    assert len(answer["moves"]) == LISTED
    assert [bought(move) for move in answer["moves"][:100]] == [(0, 0, steps) for steps in range(100)]
    assert bought(answer["moves"][100]) == (0, 1, 0)
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
    ],
)
def test_no_legal_purchase_is_left_out(symbols: str, order: str) -> None:
    pack = msgspec.convert(with_card_1(primary=["take", *symbols.split()]), Pack)
    options = msgspec.convert({"house_rules": {"symbol_order": order}}, game.SHAPES.options)
    for coins, raiders, marriage in product((0, 1, 2, 5, 7, 10), (0, 3), (0, 8)):
        state = acting(
            ("ana", 1), winner="ana", board=BOARD, raiders=raiders, ana={"coins": coins, "marriage": marriage}
        )
        choices = choices_of(options, game.META.house_rules)
        table = game.table(msgspec.convert(state, game.SHAPES.state), game.compile_pack(pack), choices)
        assert [*game.legal_moves(table, None, "act")] == tried(table, table.box.runs(1, "primary")), (
            coins,
            raiders,
            marriage,
        )
