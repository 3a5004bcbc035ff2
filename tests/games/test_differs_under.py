"""``differs_under`` and ``compare``: every house rule that changes a ruling is named, in both directions.

The table has a position for each house rule. The random test judges positions under every value of every house rule,
also those that nobody read, and holds ``differs_under`` against that.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from flask import Flask

from schemas.base import Malformed
from schemas.ruling import Change
from service.referee.choices import Choices
from service.referee.game import AnyGame
from service.referee.judge import Judgement, alternatives, differences, judge
from service.referee.repair import OPTION as LATE_MISTAKES
from tests.client import Answer, Referee
from tests.depth import depth
from tests.games.brian_boru import tables as bb
from tests.games.brian_boru.test_by_itself import no_match
from tests.games.brian_boru.test_editions import ACTIVE, COIN_LATER, EXPAND_THERE, OPEN_THERE, PAY_EARLY, SHARED
from tests.games.brian_boru.test_rules import TWO_RAIDS as TWO_LOSERS
from tests.games.brian_boru.test_rules import raid
from tests.games.every_game import served
from tests.games.kingdomino import tables as kd
from tests.games.ortus_regni import tables as ore
from tests.games.ortus_regni.test_options import BET, CALL, DECIDED
from tests.games.ortus_regni.test_rules_earldom import CAPTIVE, LEFT, PAY_CASTLE, lost_battle
from tests.games.ortus_regni.test_rules_vikings import CAPTIVES, HOLD, TO_ORDER, active, order
from tests.games.partial_tables.positions import Position, sample, well_formed
from tests.games.partial_tables.properties import Case
from tests.games.partial_tables.running import maskings, referee_of
from tests.games.partial_tables.zones import without
from tests.games.roll_and_raid import tables as rr
from tests.games.roll_and_raid.test_by_itself import HIGH, LAST_HELP, LOW
from tests.games.roll_and_raid.test_effects import ACQUIRE, OWNED
from tests.games.roll_and_raid.test_effects import effect as pack_with
from tests.our_games import GAMES

State = dict[str, Any]
Move = dict[str, Any]
LEGAL, ILLEGAL = "legal", "illegal"


class Row(NamedTuple):
    """A position and a move on which two values of a house rule disagree."""

    game: str
    house_rule: str
    one: tuple[str, str]
    """A value, and the verdict under it."""
    other: tuple[str, str]
    changes: Change
    state: State | Callable[[Referee], State]
    move: Move
    pack: Any = None


def knows_three(*dominoes: int) -> tuple[State, Move]:
    """Three players, and nothing known but their names and that the line was chosen from."""
    return {"players": [{"name": name} for name in kd.NAMES[:3]]}, kd.reveal(*dominoes)


def undrawn() -> State:
    return {key: zone for key, zone in kd.first_round(2).items() if key != "kings_drawn"}


def last_cards() -> State:
    """Five players with their last cards in hand."""
    hands: dict[str, Any] = {name: {"hand": ["?"]} for name in bb.NAMES[1:5]}
    return bb.trick_due(5, ana={"hand": [13]}, discard=["?"] * 20, **hands)


JOUSTERS = ("bruno", "carla", "dario", "eva", "ana")


def deal(*cards: str) -> Move:
    return ore.make("deal", None, cards={name: cards[place].split() for place, name in enumerate(JOUSTERS)})


def sudden_death(referee: Referee) -> State:
    """Four cards are left for five Earls."""
    entrant = {"hand": "monk", "fiefs": "palace land"}
    host = {"hand": "banner monk", "fiefs": "palace land"}
    start = ore.table(5, ana=host, **dict.fromkeys(JOUSTERS[:4], entrant))
    entering = [ore.make("enter", name, bet=BET, jouster={"card": "monk"}) for name in JOUSTERS]
    dealt = [deal(*[cards] * 5) for cards in ("nothing nothing", "vassal", "prince")]
    return ore.at(referee, start, CALL, *entering, *dealt)


def castle_as_ransom(referee: Referee) -> State:
    return lost_battle(ore.table(ana=LEFT, bruno={**CAPTIVE, "towers": "monk"}), referee)


def vikings_capture(referee: Referee) -> State:
    raid = order(target="bruno", kind="raid", fief=2)
    return ore.at(referee, active(bruno=CAPTIVES), *TO_ORDER, raid, HOLD)


def decided(name: str, other: str) -> Row:
    """The position of the tests of Ortus Regni on which the verdict depends on this choice."""
    ((value, start, before, move),) = (row[1:] for row in DECIDED if row[0] == name)
    verdicts = (ILLEGAL, LEGAL) if value in ("allowed", "living") else (LEGAL, ILLEGAL)
    if name == "royal_army_size":
        verdicts = (LEGAL, ILLEGAL)
    return Row(
        "ortus-regni", name, (other, verdicts[0]), (value, verdicts[1]), "verdict",
        lambda referee: ore.at(referee, start, *before), move,
    )  # fmt: skip


HEIRS = rr.table(
    "resolution",
    raids=[
        rr.raid(
            "lindisfarne",
            rr.contender("ana", shown=[3]),
            rr.contender("bruno", shown=[1], status="beaten"),
            rr.contender("carla", shown=[1], status="beaten"),
            step="attack",
            right="ana",
        )
    ],
    ana={"choice": 1, "vikings": 2, "ships": 0},
    bruno={"choice": 1, "vikings": 4},
    carla={"choice": 1, "vikings": 4},
)
"""Ana has won and cannot pay; bruno and carla have bid the same."""
TIE = rr.bids(rr.bidding("ana", "bruno", "carla"), ana=2, bruno=2)
BEATEN = rr.bidding("ana", "bruno", "carla", **{name: {"vikings": 3} for name in rr.NAMES[:3]})
BEATEN["raids"] = [
    rr.raid(
        "lindisfarne",
        rr.contender("ana", shown=[2]),
        rr.contender("bruno", shown=[2]),
        rr.contender("carla", shown=[1], status="beaten"),
    )
]
"""Ana and bruno are tied and bid again; carla has bid less."""
MANY = rr.bidding("ana", "bruno", ana={"hall": 20, "vikings": 15})

ROWS = [
    Row("kingdomino", "three_players", ("all-48", LEGAL), ("twelve-out", ILLEGAL), "verdict", *knows_three(1, 2, 3, 4)),
    Row("kingdomino", "three_players", ("all-48", ILLEGAL), ("twelve-out", LEGAL), "verdict", *knows_three(1, 2, 3)),
    Row("kingdomino", "first_round_of_two", ("one-two-one", ILLEGAL), ("drawn", LEGAL), "verdict", undrawn(), {"type": "draw", "kings": ["ana", "ana", "bruno", "bruno"]}),
    Row("kingdomino", "first_round_of_two", ("one-two-one", ILLEGAL), ("alternate", LEGAL), "verdict", undrawn(), {"type": "draw", "kings": ["ana", "bruno", "ana", "bruno"]}),
    Row("kingdomino", "first_round_of_two", ("alternate", ILLEGAL), ("drawn", LEGAL), "verdict", undrawn(), {"type": "draw", "kings": ["ana", "bruno", "bruno", "ana"]}),
    Row("brian-boru", "opening_regions", ("own", ILLEGAL), ("shared", LEGAL), "verdict", SHARED, OPEN_THERE),
    Row("brian-boru", "opening_regions", ("own", ILLEGAL), ("shared", ILLEGAL), "rules", SHARED, {**OPEN_THERE, "player": "carla"}),
    Row("brian-boru", "opening_regions", ("own", LEGAL), ("shared", LEGAL), "facts", {"phase": "opening", "players": [{"name": "bruno"}]}, OPEN_THERE),
    Row("brian-boru", "expand_into_active", ("forbidden", ILLEGAL), ("allowed", LEGAL), "verdict", ACTIVE, EXPAND_THERE),
    Row("brian-boru", "symbol_order", ("left-to-right", ILLEGAL), ("either", LEGAL), "verdict", COIN_LATER, PAY_EARLY),
    Row("brian-boru", "nobody_courts", ("revealed", LEGAL), ("top-of-pile", LEGAL), "result", bb.last_action(raiders=0), bb.LAST),
    Row("brian-boru", "tricks_of_five", ("four", ILLEGAL), ("five", LEGAL), "verdict", last_cards(), bb.lead("C1", 13)),
    Row("brian-boru", "tricks_of_five", ("four", LEGAL), ("five", LEGAL), "result", bb.last_action(count=5), bb.LAST),
    Row("brian-boru", "loser_order", ("any", LEGAL), ("clockwise", ILLEGAL), "verdict", TWO_LOSERS, raid("U1", "carla")),
    Row("brian-boru", "leader_without_match", ("others-first", LEGAL), ("as-white", LEGAL), "result", no_match(), bb.play_card(2, "carla")),
    Row("ortus-regni", "orphan_properties", ("discard", LEGAL), ("follow", LEGAL), "result", castle_as_ransom, PAY_CASTLE),
    Row("ortus-regni", "orphan_properties", ("reattach", LEGAL), ("follow", LEGAL), "result", castle_as_ransom, PAY_CASTLE),
    decided("prince_jouster", "allowed"),
    decided("bet_last_castle", "forbidden"),
    decided("without_jouster", "dealt-cards"),
    Row("ortus-regni", "sudden_death_deck", ("others", ILLEGAL), ("all", LEGAL), "verdict", sudden_death, deal(*["nothing"] * 5)),
    decided("empty_target", "forbidden"),
    Row("ortus-regni", "viking_captives", ("absorb", LEGAL), ("at-once", LEGAL), "result", vikings_capture, ore.reveal("attacker")),
    Row("ortus-regni", "politics_marker", ("stays", LEGAL), ("moves", LEGAL), "result", ore.table(ana={"hand": "treachery"}, bruno={"hand": "?*4"}), ore.make("treachery", target="bruno", aim="hand")),
    decided("royal_army_size", "started"),
    Row("roll-and-raid", "two_dice", ("at-most", LEGAL), ("strict", ILLEGAL), "verdict", rr.table("production", ana={"dice_used": ["grey"]}), rr.done()),
    Row("roll-and-raid", "raised_dice", ("no-cap", LEGAL), ("six", ILLEGAL), "verdict", {**rr.table("production"), "dice": {"brown": 6, "grey": 2, "orange": 5}}, rr.altar("die", die="brown")),
    Row("roll-and-raid", "developments_again", ("once", ILLEGAL), ("again", LEGAL), "verdict", rr.table("production", ana=OWNED), ACQUIRE, pack_with(type="raise", use="hall")),
    Row("roll-and-raid", "altar_in_raid", ("allowed", LEGAL), ("prepaid", ILLEGAL), "verdict", LOW, rr.altar("raid")),
    Row("roll-and-raid", "unused_help", ("lost", LEGAL), ("kept", LEGAL), "result", LAST_HELP, rr.choose(0, "carla")),
    Row("roll-and-raid", "too_many_fingers", ("refused", ILLEGAL), ("no-raid", LEGAL), "verdict", rr.table("choice"), rr.choose(4)),
    Row("roll-and-raid", "bid_limit", ("ten", ILLEGAL), ("none", LEGAL), "verdict", MANY, rr.bid(11)),
    Row("roll-and-raid", "bid_limit", ("ten", LEGAL), ("five", ILLEGAL), "verdict", MANY, rr.bid(6)),
    Row("roll-and-raid", "bid_again", ("tied", LEGAL), ("all", LEGAL), "result", TIE, rr.bid(1, "carla")),
    Row("roll-and-raid", "bid_again", ("tied", ILLEGAL), ("all", LEGAL), "verdict", BEATEN, rr.bid(1, "carla")),
    Row("roll-and-raid", "tied_vikings", ("lost", LEGAL), ("kept", LEGAL), "result", TIE, rr.bid(1, "carla")),
    Row("roll-and-raid", "failed_roll", ("card-stays", LEGAL), ("passes-on", LEGAL), "result", rr.won(step="help", dice=(1, 2)), rr.yields()),
    Row("roll-and-raid", "unable_to_pay", ("free", LEGAL), ("retreat", LEGAL), "result", HEIRS, rr.attack(4, 4)),
    Row("roll-and-raid", "equal_heirs", ("bid-again", LEGAL), ("nobody", LEGAL), "result", HEIRS, rr.attack(4, 4)),
    Row("roll-and-raid", "payment", ("compulsory", ILLEGAL), ("optional", LEGAL), "verdict", HIGH, rr.yields()),
]  # fmt: skip

SCORE_ONLY = {
    "kingdomino": {"tie_break", "harmony", "middle_kingdom"},
    "brian-boru": {"monasteries_at_end"},
    "ortus-regni": set(),
    "roll-and-raid": {"altar_points", "leftovers"},
}
"""House rules that no ruling on a move depends on."""


def pack_of(row: Row) -> dict[str, Any]:
    if row.pack is not None:
        return {"pack": row.pack}
    return {"pack": rr.PACK} if row.game == "roll-and-raid" else {}


def named(answer: Answer, name: str, value: str, part: str = "differs_under") -> list[tuple[str, str]]:
    return [
        (other["verdict"], other["changes"])
        for other in answer[part]
        if (other["under"]["house_rule"], other["under"]["value"]) == (name, value)
    ]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game} {row.house_rule} {row.one[0]} {row.other[0]}")
def test_a_house_rule_is_named_in_both_directions(app: Flask, row: Row) -> None:
    referee = Referee(app, row.game)
    state = row.state(referee) if callable(row.state) else row.state
    for (value, verdict), (other, there) in ((row.one, row.other), (row.other, row.one)):
        rules = {row.house_rule: value}
        answer = referee.validate(state, row.move, house_rules=rules, compare=True, **pack_of(row))
        assert answer["verdict"] == verdict
        assert named(answer, row.house_rule, other) == [(there, row.changes)]
        assert named(answer, row.house_rule, other, "comparison") == [(there, row.changes)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_every_house_rule_has_a_row(game: AnyGame) -> None:
    rows = {row.house_rule for row in ROWS if row.game == game.meta.id}
    assert rows.isdisjoint(SCORE_ONLY[game.meta.id])
    assert rows | SCORE_ONLY[game.meta.id] == game.house_rules.keys() - {LATE_MISTAKES}


def test_editions_are_named_where_a_result_differs(brian_boru: Referee) -> None:
    """The books differ in the verdict here; an edition comes to the same as its one house rule that matters."""
    for edition, others in (("pl", {"es", "en"}), ("es", {"pl"}), ("en", {"pl"})):
        answer = brian_boru.validate({**ACTIVE, "options": {"edition": edition}}, EXPAND_THERE, compare=True)
        entries = {other["under"]["edition"]: other["changes"] for other in answer["comparison"]}
        assert {name for name, changes in entries.items() if name and changes == "verdict"} == others
        assert {name for name, changes in entries.items() if name and changes == "nothing"} == (
            {"pl", "es", "en"} - others - {edition}
        )


def test_forced_decisions_are_no_difference(brian_boru: Referee) -> None:
    """What is compared is the move alone, not the forced decisions that follow it."""
    plain = brian_boru.validate(bb.last_action(raiders=0), bb.LAST)
    forced = brian_boru.validate(bb.last_action(raiders=0), bb.LAST, play_forced=True)
    assert forced["differs_under"] == plain["differs_under"]


# ---------------------------------------------------------------- random positions

Outcome = tuple[Any, ...]


def outcome(judgement: Judgement) -> Outcome:
    findings = judgement.findings
    facts = [] if findings.broken else sorted({*map(repr, findings.assumed), *map(repr, findings.missing)})
    return judgement.verdict, sorted(set(findings.broken_rules)), judgement.state, judgement.happenings, facts


def tables_of(game: AnyGame, position: Position) -> Iterator[tuple[State, Any]]:
    """The whole table and a few partial ones, with each move of the position."""
    for move in (*position.legal, *position.near):
        case = Case(referee_of(game.meta.id), position.pack, position.state, move)
        chance = random.Random(f"differs {position.name}")
        ways = [[], *maskings(case, chance, alone=False)]
        for masked in (ways[0], *chance.sample(ways[1:], min(2, len(ways) - 1))):
            part = without(position.state, masked)
            try:
                table = referee_of(game.meta.id).table(part, position.pack)
            except Malformed:
                continue
            if well_formed(game, table, msgspec.to_builtins(move)) is not None:
                yield part, move


SEARCH = {"kingdomino": (range(12), 2)}
"""The random games, and the positions for each type of move; Kingdomino has few types."""
USUAL = (range(depth(6, 12)), depth(1, 2))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_differs_under_names_all_that_differs_and_nothing_else(game: AnyGame) -> None:
    compared = 0
    for position in sample(game, *SEARCH.get(game.meta.id, USUAL)):
        box = served(game).packs.pick(position.pack)
        for plain, move in tables_of(game, position):
            state = msgspec.convert(plain, game.shapes.state)
            choices = game.choices(state.options)

            def under(
                choices: Choices, state: Any = state, move: Any = move, box: Any = box
            ) -> tuple[Any, Judgement]:
                table = game.table(state, box, choices)
                return table, judge(game, table, move)

            table, judgement = under(choices)
            expected = {}
            for name, rule in game.house_rules.items():
                for value in rule.values:
                    if value != choices.value(name):
                        _, other = under(choices.under(**{name: value}))
                        if other.verdict != "impossible" and outcome(other) != outcome(judgement):
                            expected[name, value] = other.verdict
            found = differences(alternatives(game, table, move, judgement))
            assert {(one.house_rule, one.value): one.verdict for one in found if one.house_rule} == expected, plain
            compared += 1
    assert compared > 100
