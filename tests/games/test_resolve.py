"""``resolve``: what happens by itself, asked in a position before the step, in every game."""

import copy
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from service.games.brian_boru import steps as brian_boru_steps
from service.games.kingdomino import steps as kingdomino_steps
from service.games.ortus_regni import steps as ortus_regni_steps
from service.games.roll_and_raid import steps as roll_and_raid_steps
from service.referee.game import AnyGame
from service.referee.packs import Packs
from service.referee.steps import Step, run_steps
from tests.client import Answer, Referee
from tests.games.brian_boru import tables as brian_boru
from tests.games.every_game import application
from tests.games.kingdomino import tables as kingdomino
from tests.games.ortus_regni import tables as ortus_regni
from tests.games.roll_and_raid import tables as roll_and_raid
from tests.games.test_shortcuts import tables
from tests.our_games import GAMES

State = dict[str, Any]


class Row(NamedTuple):
    """A position before a step: the rules of what happens, in order, and the types of move that are due then."""

    name: str
    game: str
    state: State
    rules: list[str]
    moves: list[str]
    pack: State | None = None


def line(*slots: Any, players: int = 3) -> State:
    return {
        "phase": "play",
        "players": [{"name": name} for name in kingdomino.NAMES[:players]],
        "current_line": [],
        "next_line": kingdomino.line(*slots),
        "pile": ["?"] * 4,
    }


def bids() -> State:
    tied = roll_and_raid.bidding("ana", "bruno", "carla")
    return roll_and_raid.bids(tied, ana=2, bruno=1, carla=2)


def bids_of_cards(ana: int, bruno: int) -> State:
    players = [
        {"name": "ana", "hand": [2], "bid": ana, "won": []},
        {"name": "bruno", "hand": [4], "bid": bruno, "won": []},
    ]
    return {"players": players, "prize": 4, "carried": [7], "pile": [1]}


def gone(*names: str, count: int = 3, **zones: Any) -> State:
    """The battle in ana's turn is over; these Earls have lost their last Fief in it."""
    lost = {"fiefs": [], "cubes": 0, "deck": [], "discard": [], "removed": ["?"] * 24}
    state = ortus_regni.table(count, **dict.fromkeys(names, lost), **zones)
    for player in state["players"]:
        if player["name"] in names:
            player.update(discard=[], removed=["palace", *["?"] * 24])
    state["eliminated"] = [{"player": name, "reason": "no-fief"} for name in names]
    return {**state, "unresolved": [{"step": "turn-passes"}]}


def picked(hand: int, **zones: Any) -> State:
    """Everybody has so many cards in hand and has put down two more."""
    state = brian_boru.drafting(**zones)
    for player in state["players"]:
        cards = player["dealt"]
        player.update(hand=cards[:hand], picked=cards[hand : hand + 2], dealt=cards[hand + 2 :])
    return state


def full_board() -> str:
    towns = brian_boru.base().pack.towns
    return "; ".join(f"{town.id} {name}" for town, name in zip(towns, itertools.cycle(brian_boru.NAMES[:3])))


def claims(board: str, **zones: Any) -> State:
    """The church step is due, and nobody has a disc there: the claims follow."""
    return brian_boru.upkeep("church", board=board, raiders=0, **zones)


LAST_ROUND: State = {
    "round": 3,
    "marriage_pile": [],
    "marriages_gone": ["?", "?"],
    "viking_pile": ["?"] * 4,
    "vikings_gone": [9, 12, 10],
}


def in_retreat() -> State:
    """ana has the right; bruno is in retreat and has nothing to pay with."""
    clans = [
        roll_and_raid.contender("ana", shown=[2]),
        roll_and_raid.contender("bruno", shown=[0], status="retreating"),
    ]
    raid = roll_and_raid.raid("lindisfarne", *clans, step="attack", right="ana")
    return {**roll_and_raid.bidding("ana", "bruno", bruno=NOTHING), "raids": [raid]}


COMPLETE = {"town": "C1", "played": brian_boru.played(("ana", 13), ("bruno", 9), ("carla", 4)), "winner": None}
NOTHING: dict[str, Any] = {"vikings": 0, "axes": 0, "ships": 0, "hall": 0}
COURTED: dict[str, Any] = {"ana": {"marriage": 5}, "bruno": {"marriage": 3}}
HELD = "D1 ana; D2 ana; D3 bruno; M1 bruno; U1 carla"
"""All three towns of one region."""
NOBODY_RAIDS: dict[str, Any] = {name: {"choice": 0} for name in ("ana", "bruno", "carla")}

POSITIONS = [
    Row("three kings have chosen", "kingdomino", line((1, "ana"), 7, (19, "carla"), (30, "bruno")),
        ["three-players/leftover", "round/order"], ["reveal"]),
    Row("four kings have chosen", "kingdomino",
        line((1, "ana"), (7, "dario"), (19, "carla"), (30, "bruno"), players=4), ["round/order"], ["reveal"]),
    Row("all is placed", "kingdomino", {**line(), "pile": []}, ["end/over"], []),
    Row("the wedding", "brian-boru", brian_boru.upkeep("marriage", **COURTED),
        ["marriage/highest", "marriage/reward", "marriage/back-to-start", "marriage/track", "battle/fewest"],
        ["raid"]),
    Row("nobody has courted", "brian-boru", brian_boru.upkeep("marriage"), ["marriage/nobody", "battle/fewest"],
        ["raid"]),
    Row("the Vikings are repelled", "brian-boru",
        brian_boru.upkeep("battle", raiders=0, ana={"raiders": 5, "church": 1}, bruno={"raiders": 4}),
        ["battle/repelled", "battle/first-spoils", "battle/second-spoils"], ["build"]),
    Row("nobody is in the church", "brian-boru", brian_boru.upkeep("church", board=HELD, raiders=0),
        ["church/no-discs", "claims/flip", "claims/majority", "round/phases"], ["prepare"]),
    Row("the end of a round", "brian-boru", brian_boru.upkeep("claims", raiders=0), ["round/phases"], ["prepare"]),
    Row("a black marker", "ortus-regni", ortus_regni.table(phase="vikings", turn=None),
        ["vikings/black-marker", "turn/vikings-last"], ["attack"]),
    Row("the white marker", "ortus-regni", ortus_regni.table(phase="vikings", turn=None, white_marker=True),
        ["vikings/white-back", "turn/vikings-last"], ["attack"]),
    Row("the eighth marker", "ortus-regni", ortus_regni.table(phase="vikings", turn=None, black_markers=7),
        ["vikings/black-marker", "vikings/eighth-marker", "vikings/markers-away"], ["vikings"]),
    Row("no Viking is left", "ortus-regni",
        ortus_regni.landed(phase="vikings", turn=None, vikings="viking*16 chieftain*8", viking_deck=[]),
        ["vikings/none-left", "vikings/at-least"], ["cube"]),
    Row("an Earl fell in his own battle", "ortus-regni", gone("ana"), [], ["attack"]),
    Row("one Earl is left after a battle", "ortus-regni", gone("ana", count=2), ["end/last-earl"], []),
    Row("everybody has chosen a card", "roll-and-raid",
        roll_and_raid.table("choice", ana={"choice": 1}, bruno={"choice": 1}, carla={"choice": 0}),
        ["raid/choice", "raid/choice", "raid/choice", "raid/fist", "conflict/same-card"], ["bid"]),
    Row("equal bids", "roll-and-raid", bids(),
        ["conflict/tied-paid", "conflict/crossed-out", "retreat/losers", "conflict/tied-paid", "conflict/tie",
         "conflict/tied-only"], ["bid"]),
    Row("the raids are over", "roll-and-raid",
        roll_and_raid.table("resolution", **NOBODY_RAIDS), ["production/round-track"], ["sacrifice", "roll"]),
    Row("help that was not used", "roll-and-raid",
        roll_and_raid.table("resolution", **NOBODY_RAIDS | {"ana": {"choice": 0, "help": {"plus": 2, "rerolls": 0}}}),
        ["altar/unused", "production/round-track"], ["sacrifice", "roll"]),
    Row("the last round is over", "roll-and-raid", roll_and_raid.table("resolution", round=16, **NOBODY_RAIDS),
        ["maintenance/last-round", "end/last-round"], []),
    Row("a shared region", "brian-boru", claims("D1 ana; D2 bruno; D3 carla"),
        ["church/no-discs", "claims/flip", "claims/tie", "round/phases"], ["prepare"]),
    Row("the Vikings hold a region", "brian-boru", claims("D1 ana viking; D2 bruno viking; D3 carla"),
        ["church/no-discs", "claims/flip", "claims/vikings", "round/phases"], ["prepare"]),
    Row("the Vikings take a token back", "brian-boru",
        claims("D1 ana viking; D2 bruno viking; D3 carla", ana={"claims": ["dubhlinn"]}),
        ["church/no-discs", "claims/vikings", "round/phases"], ["prepare"]),
    Row("level with the Vikings", "brian-boru", claims("D1 ana viking; D2 bruno; D3 carla"),
        ["church/no-discs", "claims/flip", "claims/vikings-tied", "round/phases"], ["prepare"]),
    Row("a monastery counts twice", "brian-boru", claims("D1 ana monastery; D2 bruno; D3 bruno"),
        ["church/no-discs", "claims/flip", "claims/monastery", "claims/tie", "round/phases"], ["prepare"]),
    Row("the Vikings count for an ally, and the game ends", "brian-boru",
        claims("D1 ana viking; D2 bruno viking; D3 carla", bruno={"marriages": ["princess"]},
               alliance={"player": "bruno", "side": "military"}, **{**LAST_ROUND, "marriages_gone": ["?"]}),
        ["church/no-discs", "claims/flip", "claims/military", "claims/majority", "end/last-round"], []),
    Row("no town for a monastery", "brian-boru",
        claims("C4 ana monastery; L4 bruno monastery; U1 carla", ana={"church": 6}, bruno={"church": 5}),
        ["church/unable", "church/first", "church/second", "church/four", "round/phases"], ["prepare"]),
    Row("a tie in the church", "brian-boru", claims(brian_boru.BOARD, ana={"church": 3}, bruno={"church": 3}),
        ["church/first", "church/second", "church/second", "round/phases"], ["prepare"]),
    Row("the most discs in the church", "brian-boru", claims(brian_boru.BOARD, ana={"church": 3}), [], ["build"]),
    Row("the loser has no town", "brian-boru",
        brian_boru.upkeep("battle", raiders=3, board="C4 ana; M1 bruno", ana={"raiders": 2}, bruno={"raiders": 1}),
        ["battle/no-town", "battle/clear", "battle/first-spoils", "battle/second-spoils", "church/no-discs",
         "round/phases"], ["prepare"]),
    Row("the Vikings win", "brian-boru",
        brian_boru.upkeep("battle", raiders=3, ana={"raiders": 2}, bruno={"raiders": 1}), ["battle/fewest"],
        ["raid"]),
    Row("all have as many raiders", "brian-boru",
        brian_boru.upkeep("battle", raiders=0, **{name: {"raiders": 4} for name in brian_boru.NAMES[:3]}),
        ["battle/repelled", "battle/first-spoils", *["battle/second-spoils"] * 3, "church/no-discs", "round/phases"],
        ["prepare"]),
    Row("nobody has a raider", "brian-boru", brian_boru.upkeep("battle", raiders=0),
        ["battle/repelled", "battle/no-raiders", "church/no-discs", "round/phases"], ["prepare"]),
    Row("the Princess is courted", "brian-boru",
        brian_boru.upkeep("marriage", **{**LAST_ROUND, "marriage_card": "princess", "ana": {"marriage": 5}}),
        ["marriage/highest"], ["wed"]),
    Row("no town for the track", "brian-boru",
        brian_boru.upkeep("marriage", board=full_board(), marriage_card=None, bruno={"marriage": 8},
                          pending=brian_boru.pending("track-town", "bruno")),
        ["marriage/no-town-anywhere", "battle/fewest"], ["raid"]),
    Row("everybody has played", "brian-boru",
        brian_boru.trick_due(ana={"hand": [2, 11, 17]}, marker=None, trick=COMPLETE,
                             **{name: {"hand": ["?"] * 3} for name in ("bruno", "carla")}),
        ["trick/winner"], ["act"]),
    Row("everybody has acted", "brian-boru", brian_boru.acting(town=None, winner="ana", marker="ana"), [], ["lead"]),
    Row("one card is left", "brian-boru", brian_boru.acting(town=None, winner="ana", marker="ana", hand=1),
        ["trick/last-card", "trick/last-card-hidden", "marriage/nobody", "battle/fewest"], ["raid"]),
    Row("one card is left before a trick", "brian-boru",
        brian_boru.trick_due(discard=["?"] * 21, **{name: {"hand": ["?"]} for name in brian_boru.NAMES[:3]}),
        ["trick/last-card", "trick/last-card-hidden", "marriage/nobody", "battle/fewest"], ["raid"]),
    Row("every town has a disc", "brian-boru", brian_boru.trick_due(board=full_board()),
        ["trick/no-town-left", "trick/last-card-hidden", "marriage/nobody", "battle/fewest"], ["raid"]),
    Row("everybody has picked", "brian-boru", picked(0), ["draft/pass-left"], ["pick"]),
    Row("the draft is over", "brian-boru", picked(6), ["draft/keep-last"], ["lead"]),
    Row("the draft is over on a full board", "brian-boru", {**picked(6), "towns": brian_boru.towns(full_board())},
        ["draft/keep-last", "trick/no-town-left", "trick/last-card-hidden", "marriage/nobody", "battle/fewest"],
        ["raid"]),
    Row("everybody has opened", "brian-boru", brian_boru.opening_state(board="C4 ana; M1 bruno; U1 carla"), [],
        ["prepare"]),
    Row("the first Earl is gone", "ortus-regni",
        {**gone("ana"), "phase": "vikings", "turn": None, "unresolved": []},
        ["vikings/black-marker", "end/seats-fixed"], ["attack"]),
    Row("the next Earl fell in a battle", "ortus-regni", gone("bruno"), [], ["attack"]),
    Row("the Vikings come again", "ortus-regni", ortus_regni.landed(phase="vikings", turn=None), [], ["vikings"]),
    Row("the higher bid", "roll-and-raid",
        roll_and_raid.bids(roll_and_raid.bidding("ana", "bruno"), ana=2, bruno=1),
        ["conflict/crossed-out", "conflict/crossed-out", "retreat/losers", "conflict/highest"], ["attack"]),
    Row("a closed fist", "roll-and-raid",
        roll_and_raid.bids(roll_and_raid.bidding("ana", "bruno"), ana=2, bruno=0),
        ["conflict/crossed-out", "conflict/crossed-out", "conflict/highest", "retreat/fist"], ["retreat"]),
    Row("a tie and a closed fist", "roll-and-raid",
        roll_and_raid.bids(roll_and_raid.bidding("ana", "bruno", "carla"), ana=2, bruno=0, carla=2),
        [*["conflict/tied-paid", "conflict/crossed-out", "conflict/tied-paid"], "conflict/tie", "retreat/fist"],
        ["retreat"]),
    Row("two closed fists", "roll-and-raid",
        roll_and_raid.bids(roll_and_raid.bidding("ana", "bruno"), ana=0, bruno=0),
        ["conflict/crossed-out", "conflict/crossed-out", "conflict/all-fists", "retreat/fist", "retreat/fist"],
        ["retreat"]),
    Row("nothing to pay the retreat with", "roll-and-raid",
        roll_and_raid.bids(roll_and_raid.bidding("ana", "bruno", bruno=NOTHING), ana=2, bruno=0),
        ["conflict/crossed-out", "conflict/crossed-out", "conflict/highest", "retreat/fist", "retreat/nothing"],
        ["attack"]),
    Row("a retreat that nobody can pay", "roll-and-raid", in_retreat(), ["retreat/nothing"], ["attack"]),
    Row("a development pays the retreat", "roll-and-raid",
        roll_and_raid.bids(
            roll_and_raid.bidding("ana", "bruno", bruno={"developments": ["rampart"]}), ana=2, bruno=0),
        ["conflict/crossed-out", "conflict/crossed-out", "conflict/highest", "retreat/fist", "development/effect"],
        ["attack"], roll_and_raid.PACK),
    Row("everybody on a card of their own", "roll-and-raid",
        roll_and_raid.table("choice", ana={"choice": 1}, bruno={"choice": 2}, carla={"choice": 0}),
        ["raid/choice", "raid/choice", "raid/choice", "raid/fist"], ["attack"]),
    Row("production is over", "roll-and-raid",
        roll_and_raid.table("production", **{name: {"done": True} for name in ("ana", "bruno", "carla")}), [],
        ["choose"]),
    Row("a new season", "roll-and-raid", roll_and_raid.table("resolution", round=4, **NOBODY_RAIDS),
        ["production/round-track", "round/season"], ["roll"], roll_and_raid.PACK),
    Row("everybody has bid", "gops", bids_of_cards(9, 5), ["award/highest"], ["reveal"]),
    Row("equal bids of cards", "gops", bids_of_cards(5, 5), ["award/tie"], ["reveal"]),
]  # fmt: skip
EACH = pytest.mark.parametrize("row", POSITIONS, ids=lambda row: f"{row.game} {row.name}")


def ask(row: Row, operation: str = "resolve", **more: Any) -> Answer:
    pack = {"pack": row.pack} if row.pack else {}
    return Referee(application(), row.game).ask(operation, {"state": row.state, **pack, **more})


def rules_of(answer: Answer) -> list[str]:
    return [event["rule"].split("/", 1)[1] for event in answer["events"]]


@EACH
def test_what_happens_is_said_with_its_rules(row: Row) -> None:
    answer = ask(row)
    assert answer["verdict"] == "possible", answer["violations"]
    assert rules_of(answer) == row.rules
    assert all(event["text"] for event in answer["events"])
    assert {citation["role"] for citation in answer["citations"]} <= {"applies"}
    assert answer.cited == list(dict.fromkeys(row.rules))
    assert "unresolved" not in answer["state"]
    assert answer["missing"] == []
    moves = answer["next"]["moves"]
    assert set(row.moves) <= set(moves)
    assert bool(moves) == bool(row.moves)


@EACH
def test_the_state_is_that_of_a_replay_without_moves(row: Row) -> None:
    answer, replayed = ask(row), ask(row, "replay", moves=[], events=True)
    assert replayed["state"] == answer["state"]
    assert replayed["next"] == answer["next"]
    assert [{**event, "move": None} for event in answer["events"]] == replayed["events"]
    assert replayed["citations"] == answer["citations"]
    assert replayed["rests_on"] == answer["rests_on"]


@EACH
def test_after_it_the_table_is_at_rest(row: Row) -> None:
    answer = ask(row)
    again = ask(row._replace(state=answer["state"]))
    assert again["events"] == again["citations"] == []
    assert again["state"] == answer["state"]
    assert again["next"] == answer["next"]


@EACH
def test_a_house_ruling_among_the_rules_is_named(row: Row) -> None:
    answer = ask(row)
    house = [citation for citation in answer["citations"] if citation["house_ruling"]]
    rests_on = [entry for entry in answer["rests_on"] if entry["kind"] == "house-ruling"]
    assert [(entry["name"], entry["value"]) for entry in rests_on] == [
        (citation["house_ruling"]["number"], citation["rule"]) for citation in house
    ]
    assert all(entry["name"] in entry["text"] for entry in rests_on)


# ---------------------------------------------------------------- what is not known


PARTIAL = [
    ("the wedding", ("players", 1, "marriage"), "marriage/highest"),
    ("the Vikings are repelled", ("players", 0, "raiders"), "battle/repelled"),
    ("the white marker", ("black_markers",), "turn/vikings-last"),
    ("a black marker", ("white_marker",), "turn/vikings-last"),
    ("everybody has bid", ("prize",), "turn/due"),
]


def named(name: str) -> Row:
    return next(row for row in POSITIONS if row.name == name)


@pytest.mark.parametrize(("name", "path", "rule"), PARTIAL)
def test_a_step_that_cannot_be_done_names_what_is_missing(name: str, path: tuple[Any, ...], rule: str) -> None:
    """Sending it gives the whole table's answer."""
    row = named(name)
    part = copy.deepcopy(row.state)
    place: Any = part
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    answer = ask(row._replace(state=part))
    pointer = "/".join(["/state", *map(str, path)])
    (waiting,) = answer["state"]["unresolved"]
    assert answer["verdict"] == "undetermined"
    assert waiting["missing"] == [pointer]
    (fact,) = answer["missing"]
    assert (fact["fact"], fact["zones"], fact["rule"]) == ("step-done", [pointer], f"{row.game}/{rule}")
    assert {"rule": fact["rule"], "role": "decides"}.items() <= answer["citations"][0].items()
    sent = {**answer["state"]}
    if path[0] == "players":
        sent["players"][path[1]][path[2]] = row.state["players"][path[1]][path[2]]
    else:
        sent[path[0]] = row.state[path[0]]
    whole = ask(row._replace(state=sent))
    assert rules_of(answer) + rules_of(whole) == row.rules
    assert whole["state"] == ask(row)["state"]


def test_a_step_that_nobody_can_try_names_what_is_due() -> None:
    """It is listed, but what would be needed is anybody's guess: the pointers of the request are repeated."""
    state = {
        "players": [{"name": name} for name in brian_boru.NAMES[:3]],
        "unresolved": [{"step": "weather", "missing": ["/state/players/99/hand"], "unsettled": ["/state/phase"]}],
    }
    answer = Referee(application(), "brian-boru").ask("resolve", {"state": state})
    assert answer["verdict"] == "undetermined"
    assert [fact["zones"] for fact in answer["missing"]] == [["/state/players/99/hand"]]


def test_a_viewer_sees_what_happens_as_far_as_they_may() -> None:
    """The other's bid is hidden: who takes the prize is not said."""
    row = named("everybody has bid")
    answer = ask(row, viewer="ana")
    assert answer["verdict"] == "undetermined"
    assert answer["events"] == []
    assert answer["state"]["players"][1]["bid"] == "?"
    assert answer["missing"][0]["zones"] == ["/state/players/1/bid"]
    other = copy.deepcopy(row.state)
    other["players"][1]["bid"] = 12
    assert ask(row._replace(state=other), viewer="ana") == answer


def test_an_impossible_position_says_so_as_an_audit_does() -> None:
    state = brian_boru.upkeep("claims")
    answer = Referee(application(), "brian-boru").ask("resolve", {"state": state})
    audit = Referee(application(), "brian-boru").ask("audit", {"state": state})
    assert answer["verdict"] == "impossible"
    assert answer["violations"] == audit["violations"] != []
    assert answer["citations"] == audit["citations"]
    assert answer["state"] is answer["next"] is None
    assert answer["events"] == []


# ---------------------------------------------------------------- all games


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_a_table_of_a_game_is_at_rest(game: AnyGame) -> None:
    for table in itertools.islice(tables(game, 3), 0, None, 5):
        made = game.table(table.state, table.box, table.choices.under())
        assert list(made.happenings) == []


def steps_in(value: Any) -> Iterator[Step]:
    if isinstance(value, Step):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            if name != "__builtins__":
                yield from steps_in(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from steps_in(part)


MODULES: dict[str, Any] = {
    "kingdomino": kingdomino_steps,
    "brian-boru": brian_boru_steps,
    "ortus-regni": ortus_regni_steps,
    "roll-and-raid": roll_and_raid_steps,
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_every_step_has_a_rule(game: AnyGame) -> None:
    steps = list(steps_in(vars(MODULES[game.meta.id])))
    assert len(steps) >= 2
    assert [step.name for step in steps if step.rule not in game.rulebook.rules] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_every_step_is_asked_about(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables above let every step of the game happen."""
    ran: set[str] = set()

    def recorded(draft: Any, steps: Any, **more: Any) -> None:
        def noting(step: Step) -> Step:
            return step._replace(run=lambda own: (ran.add(step.name), step.run(own)))

        run_steps(draft, tuple(map(noting, steps)), **more)

    monkeypatch.setattr(MODULES[game.meta.id], "run_steps", recorded)
    for row in POSITIONS:
        if row.game == game.meta.id:
            state = msgspec.convert(row.state, game.shapes.state)
            pack = msgspec.json.decode(msgspec.json.encode(row.pack), type=game.shapes.pack) if row.pack else None
            game.table(state, Packs(game).pick(pack), game.choices(state.options))
    assert {step.name for step in steps_in(vars(MODULES[game.meta.id]))} <= ran
