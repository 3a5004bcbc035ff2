"""Every zone left out, alone, in pairs and all together, under every type of move: an answer, and in time."""

import random
from functools import cache
from itertools import combinations
from typing import Any

import msgspec
import pytest

from schemas.base import Malformed
from schemas.roll_and_raid import Move, State
from service.games.roll_and_raid import game
from service.referee.choices import choices_of
from service.referee.findings import Findings
from service.referee.judge import judge, refused_kinds
from tests.games.bounds import at_most
from tests.games.roll_and_raid.invariants import TRAINING, WAYS, Play
from tests.games.roll_and_raid.test_random_games import kind as kind_of
from tests.games.roll_and_raid.test_random_games import rule_on

Path = tuple[str | int, ...]
KINDS = list(game.META.move_types)
VERDICTS = ("legal", "illegal", "undetermined", "impossible")
OTHERS = 25
"""How many pairs and sets of zones are left out under the moves of other types."""
WANTED = [
    seed for seed in range(3 * len(WAYS)) if WAYS[seed % len(WAYS)][0] is TRAINING and WAYS[seed % len(WAYS)][1] < 4
]
"""Random games of two or three clans with the pack that comes with the service."""


@cache
def examples() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """For each type of move a table of a random game, with the move that was made there: the last one found."""
    found: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
    for seed in WANTED:
        play = Play(seed)
        while (move := play.next_move()) is not None:
            if len(play.table.order) > 1:
                found[kind_of(move)] = msgspec.to_builtins(play.table.state), msgspec.to_builtins(move)
                if kind_of(move) == "bid":
                    found["reveal"] = _kept_back(*found["bid"])
            play.table = rule_on(game, play.table, move).after
    assert sorted(found) == sorted(KINDS)
    return found


def _kept_back(state: dict[str, Any], move: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same bid made as "?" by everybody, and to be revealed."""
    state = msgspec.json.decode(msgspec.json.encode(state))
    for raid in state["raids"]:
        for contender in raid["clans"]:
            if raid["step"] == "bid" and contender["status"] == "in":
                contender["bid"] = "?"
    return state, {"type": "reveal", "player": move["player"], "number": move["vikings"]}


def zones(state: dict[str, Any]) -> list[Path]:
    """Every field that may be left out and that is there."""
    paths: list[Path] = [(zone,) for zone in state if zone not in ("options", "players")]
    for seat, player in enumerate(state["players"]):
        paths += [("players", seat, zone) for zone in player if zone != "name"]
        paths += [("players", seat, zone, part) for zone in ("tracks", "help") for part in player[zone]]
    for place, raid in enumerate(state["raids"]):
        paths += [("raids", place, field) for field in ("right", "dice")]
        for seat in range(len(raid["clans"])):
            paths += [("raids", place, "clans", seat, field) for field in ("shown", "bid", "status")]
    return paths


def without(state: dict[str, Any], paths: Any) -> State:
    told = msgspec.json.decode(msgspec.json.encode(state))
    for path in sorted(paths, key=len, reverse=True):
        place = told
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]
    return msgspec.convert(told, State)


def ask(state: State, move: Any) -> None:
    """A ruling with facts that are declared, and once more on the state after it."""
    with at_most():
        table = game.table(state, TRAINING.base(), choices_of(state.options, game.META.house_rules))
        try:
            game.check_references(table, move)
        except Malformed:
            return
        judgement = judge(game, table, move)
        assert judgement.verdict in VERDICTS
        for fact, _ in (*judgement.findings.assumed, *judgement.findings.missing):
            assert fact in game.FACTS, fact
        assert judgement.verdict != "undetermined" or judgement.findings.missing
        if judgement.verdict == "legal":
            again = judge(game, game.table(judgement.state, TRAINING.base(), table.choices), move)
            assert again.verdict in VERDICTS


def ask_more(state: State) -> None:
    """Lists, reasons, audit: what is asked of a table without a move."""
    with at_most(5):
        table = game.table(state, TRAINING.base(), choices_of(state.options, game.META.house_rules))
        findings = Findings()
        game.audit(table, findings)
        listed = list(game.legal_moves(table, None, None))
        game.unlisted(table, None, None, findings)
        for move in listed[:3]:
            assert judge(game, table, move).verdict in ("legal", "impossible")
        list(refused_kinds(game, table, None, None))


def moves_of(state: dict[str, Any]) -> list[Any]:
    """A move of every type, by clans of this table."""
    names = [player["name"] for player in state["players"]]
    moves = [dict(move) for _, move in examples().values()]
    for move in moves:
        if "player" in move and move["player"] not in names:
            move["player"] = names[-1]
    return [msgspec.convert(move, Move) for move in moves]


@pytest.mark.parametrize("kind", KINDS)
def test_every_zone_and_every_pair_may_be_left_out(kind: str) -> None:
    state, plain = examples()[kind]
    move, paths = msgspec.convert(plain, Move), zones(state)
    for path in paths:
        part = without(state, [path])
        ask(part, move)
        ask_more(part)
    for pair in combinations(paths, 2):
        if not any(one == other[: len(one)] for one, other in (pair, pair[::-1])):
            ask(without(state, pair), move)


@pytest.mark.parametrize("kind", KINDS)
def test_nearly_everything_may_be_left_out_under_every_move(kind: str) -> None:
    state, _ = examples()[kind]
    paths, chance = zones(state), random.Random(kind)
    outer = [path for path in paths if not any(path != other and path[: len(other)] == other for other in paths)]
    parts = [without(state, [path for path in outer if path != kept]) for kept in outer]
    parts.append(without(state, outer))
    for _ in range(OTHERS):
        parts.append(without(state, chance.sample(outer, 2)))
        parts.append(without(state, [path for path in outer if chance.random() < chance.choice((0.3, 0.6, 0.9))]))
    for number, part in enumerate(parts):
        for move in moves_of(state):
            ask(part, move)
        if number % 4 == 0:
            ask_more(part)
