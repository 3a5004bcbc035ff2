"""One rule for all games about names that are not among the players who were sent (``service.referee.names``).

Such a name is a player of whom nothing is known, if there is a seat for them. Else a state that uses the name is
impossible, and a move that uses it is refused with a pointer.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from flask import Flask

from tests.client import Answer, Referee
from tests.games.partial_tables.positions import sample
from tests.games.partial_tables.running import referee_of

State = dict[str, Any]
Move = dict[str, Any]
Naming = Callable[..., State]
"""Zones of a state that name these players."""
NAMES = ("ana", "bruno", "carla", "diego", "eva", "fina", "gil")


class Kind(NamedTuple):
    """What the tests need to know of a game."""

    game: str
    whole: int
    """The players of a table that is sent with all of them; one alone stands for a part of a table."""
    most: int
    zones: dict[str, Naming]
    """Each place where a state can name one player."""
    several: Naming
    """Zones that name any number of players."""
    moves: dict[str, Callable[[str], Move]]
    """Moves with the name in some field, by a pointer to it."""
    seats: str | None = None
    """The field for the number of seats."""
    pack: str | None = None


def slots(*names: str) -> list[dict[str, Any]]:
    return [{"domino": number, "king": name} for number, name in enumerate(names, start=7)]


def raid(*names: str) -> State:
    return {"raids": [{"card": "skerrow", "step": "bid", "clans": [{"player": name} for name in names]}]}


def battle(**zones: Any) -> State:
    return {
        "pending": {
            "type": "battle",
            "attacker": "ana",
            "defender": "ana",
            "kind": "towers",
            "step": "field-attacker",
            **zones,
        }
    }


def deed(owner: str) -> State:
    anchor = {"card": "castle", "owner": owner}
    return {"players": [{"name": "ana", "fiefs": [{"id": 1, "anchor": anchor, "properties": []}]}]}


def gone(*names: str) -> State:
    return {"eliminated": [{"player": name, "reason": "conceded", "round": 2} for name in names]}


KINGDOMINO = Kind(
    "kingdomino", 3, 4,
    zones={
        "next_line": lambda name: {"next_line": slots(name)},
        "current_line": lambda name: {"current_line": slots(name)},
    },
    several=lambda *names: {"current_line": slots(*names[:4]), "next_line": slots(*names[4:])},
    moves={
        "/player": lambda name: {"type": "choose", "player": name, "domino": 30},
    },
)  # fmt: skip
BRIAN_BORU = Kind(
    "brian-boru", 3, 5,
    zones={
        "towns": lambda name: {"towns": {"C1": {"disc": name}}},
        "marker": lambda name: {"marker": name},
        "trick": lambda name: {"trick": {"town": "C1", "played": [{"player": name, "card": 3}]}},
        "winner": lambda name: {"trick": {"town": "C1", "winner": name}},
        "alliance": lambda name: {"alliance": {"player": name, "side": "trade"}},
        "pending": lambda name: {"phase": "church", "pending": [{"decision": "monastery", "player": name}]},
    },
    several=lambda *names: {"towns": {f"M{place}": {"disc": name} for place, name in enumerate(names, start=1)}},
    moves={
        "/player": lambda name: {"type": "lead", "player": name, "card": 13, "town": "C1"},
        "/loser": lambda name: {"type": "raid", "player": "ana", "loser": name, "town": "C1"},
    },
)  # fmt: skip
ROLL_AND_RAID = Kind(
    "roll-and-raid", 2, 6,
    zones={"raids": lambda name: raid("ana", name)},
    several=raid,
    moves={"/player": lambda name: {"type": "done", "player": name}},
    seats="clans", pack="training",
)  # fmt: skip
ORTUS_REGNI = Kind(
    "ortus-regni", 2, 6,
    zones={
        "turn": lambda name: {"turn": name},
        "first": lambda name: {"first": name},
        "king": lambda name: {"king": name},
        "eliminated": gone,
        "battle": lambda name: battle(attacker=name),
        "joust": lambda name: {"pending": {"type": "joust", "organiser": name, "step": "declare"}},
        "deed": deed,
    },
    several=gone,
    moves={
        "/player": lambda name: {"type": "end", "player": name},
        "/target": lambda name: {"type": "attack", "player": "ana", "target": name, "kind": "towers"},
    },
    seats="seats",
)  # fmt: skip
KINDS = (KINGDOMINO, BRIAN_BORU, ROLL_AND_RAID, ORTUS_REGNI)
ZONES = [pytest.param(kind, zone, id=f"{kind.game} {zone}") for kind in KINDS for zone in kind.zones]
MOVES = [pytest.param(kind, pointer, id=f"{kind.game} {pointer}") for kind in KINDS for pointer in kind.moves]
EACH = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.game)
WITH_SEATS = pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.seats], ids=lambda kind: kind.game)


def state(count: int, *more: State) -> State:
    """A table with so many players, of whom nothing more is known, and these zones."""
    zones: State = {"players": [{"name": name} for name in NAMES[:count]]}
    for one in more:
        players = [*one.get("players", []), *zones["players"][len(one.get("players", [])) :]]
        zones = {**zones, **one, "players": players}
    return zones


def more(kind: Kind) -> dict[str, Any]:
    return {"pack": kind.pack} if kind.pack else {}


def audit(app: Flask, kind: Kind, told: State) -> Answer:
    return Referee(app, kind.game).audit(told, **more(kind))


# ---------------------------------------------------------------- zones


@pytest.mark.parametrize(("kind", "zone"), ZONES)
def test_a_stranger_in_a_zone_is_a_player_of_whom_nothing_is_known(app: Flask, kind: Kind, zone: str) -> None:
    assert audit(app, kind, state(1, kind.zones[zone]("zoe")))["verdict"] == "possible"


@pytest.mark.parametrize(("kind", "zone"), ZONES)
def test_a_stranger_in_a_zone_of_a_full_table_is_impossible(app: Flask, kind: Kind, zone: str) -> None:
    answer = audit(app, kind, state(kind.whole, kind.zones[zone]("zoe")))
    assert answer["verdict"] == "impossible"
    assert "setup/players" in answer.broken
    assert "zoe" in answer.message("setup/players")


@EACH
def test_one_stranger_too_many_is_impossible(app: Flask, kind: Kind) -> None:
    others = NAMES[1 : kind.most + 1]
    assert "setup/players" not in audit(app, kind, state(1, kind.several(*others[:-1]))).broken
    answer = audit(app, kind, state(1, kind.several(*others)))
    assert answer["verdict"] == "impossible"
    assert "setup/players" in answer.broken


@WITH_SEATS
def test_no_more_strangers_than_the_seats_that_were_sent(app: Flask, kind: Kind) -> None:
    seats = {str(kind.seats): 3}
    assert "setup/players" not in audit(app, kind, state(2, seats, kind.several("zoe"))).broken
    answer = audit(app, kind, state(2, seats, kind.several("zoe", "yan")))
    assert answer["verdict"] == "impossible"
    assert "setup/players" in answer.broken


# ---------------------------------------------------------------- moves


@pytest.mark.parametrize(("kind", "pointer"), MOVES)
def test_a_move_may_name_a_player_of_whom_nothing_is_known(app: Flask, kind: Kind, pointer: str) -> None:
    answer = Referee(app, kind.game).validate(state(1), kind.moves[pointer]("zoe"), **more(kind))
    assert answer["verdict"] == "legal"
    assert answer["assumed"]
    assert [player["name"] for player in answer["state"]["players"]] == ["ana"], "nobody is added"


@pytest.mark.parametrize(("kind", "pointer"), MOVES)
def test_a_move_at_a_full_table_names_its_players_only(app: Flask, kind: Kind, pointer: str) -> None:
    question = {"state": state(kind.whole), "move": kind.moves[pointer]("zoe"), **more(kind)}
    assert Referee(app, kind.game).problem("validate", question) == [f"/move{pointer}"]


@pytest.mark.parametrize(("kind", "pointer"), MOVES)
def test_a_move_that_names_one_player_too_many(app: Flask, kind: Kind, pointer: str) -> None:
    told = state(1, kind.several(*NAMES[1 : kind.most]))
    referee = Referee(app, kind.game)
    question = {"state": told, "move": kind.moves[pointer]("zoe"), **more(kind)}
    assert referee.problem("validate", question) == [f"/move{pointer}"]
    sitting = referee.validate(told, kind.moves[pointer](NAMES[1]), **more(kind))
    assert sitting["verdict"] in ("legal", "illegal"), "a stranger whom the state names has a seat"


@WITH_SEATS
def test_a_move_that_names_one_player_more_than_the_seats(app: Flask, kind: Kind) -> None:
    referee = Referee(app, kind.game)
    for seats, expected in ((3, None), (2, ["/move/player"])):
        question = {
            "state": state(2, {str(kind.seats): seats}),
            "move": kind.moves["/player"]("zoe"),
            **more(kind),
        }
        if expected is None:
            assert referee.ask("validate", question)["verdict"] == "legal"
        else:
            assert referee.problem("validate", question) == expected


# ---------------------------------------------------------------- lists, and random tables


def test_a_listed_raid_against_a_stranger_passes_validate(brian_boru: Referee) -> None:
    told = {
        "phase": "battle",
        "pending": [{"decision": "raid", "player": "ana", "loser": "bruno"}],
        "raiders": 2,
        "players": [{"name": "ana", "raiders": 4}],
        "towns": {"N1": {"disc": "carla"}, "M1": {"disc": "bruno"}},
    }
    (move,) = brian_boru.moves(told)["moves"]
    assert move == {"type": "raid", "player": "ana", "loser": "bruno", "town": "M1"}
    assert brian_boru.validate(told, move)["verdict"] == "legal"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.game)
def test_legal_moves_of_players_who_were_not_sent(kind: Kind) -> None:
    """The whole table is made partial by leaving out players; its legal moves stay rulings."""
    referee = referee_of(kind.game)
    asked = 0
    for position in sample(referee.game, range(8), each=2):
        for part in fewer_players(kind, position.state):
            for move in position.legal:
                answer = referee.ask("validate", position.pack, part, move=move)
                assert answer.verdict in ("legal", "undetermined"), (answer.short, msgspec.to_builtins(move))
                asked += 1
    assert asked > 10


def fewer_players(kind: Kind, whole: State) -> Iterator[State]:
    """The table with one player alone, and with two where it can be said how many play."""
    players = whole["players"]
    table = {zone: value for zone, value in whole.items() if zone != kind.seats}
    yield {**table, "players": players[:1]}
    if kind.seats and len(players) > 2:
        yield {**table, kind.seats: len(players), "players": [players[0], players[2]]}


# ---------------------------------------------------------------- moves that name several


def test_a_draw_tells_who_plays(kingdomino: Referee) -> None:
    drawn = {"type": "draw", "kings": ["ana", "zoe", "yan", "xi"]}
    assert kingdomino.validate(state(1), drawn)["verdict"] == "legal"
    assert kingdomino.problem("validate", {"state": state(4), "move": drawn}) == [
        "/move/kings/1",
        "/move/kings/2",
        "/move/kings/3",
    ]


def test_hands_are_dealt_to_players(brian_boru: Referee) -> None:
    dealt = {"type": "deal", "hands": {name: ["?"] * 8 for name in ("ana", "zoe", "yan")}}
    told = {"phase": "deal", **state(1)}
    assert brian_boru.validate(told, dealt)["verdict"] in ("legal", "undetermined")
    full = {"phase": "deal", **state(3)}
    assert brian_boru.problem("validate", {"state": full, "move": dealt}) == ["/move/hands/yan", "/move/hands/zoe"]
    crowd = {"type": "deal", "hands": {name: ["?"] * 5 for name in (*NAMES[:5], "zoe")}}
    assert brian_boru.problem("validate", {"state": told, "move": crowd}) == ["/move/hands/zoe"]
