"""Every zone left out, alone, in pairs and all together, under every type of move: an answer, and in time."""

import random
from functools import cache
from itertools import combinations
from typing import Any

import msgspec
import pytest

from schemas.brian_boru import Move, State
from service.games.brian_boru import game
from service.referee.choices import choices_of
from service.referee.findings import Findings
from service.referee.judge import judge, refused_kinds
from tests.games.bounds import at_most
from tests.games.brian_boru.tables import base, opening, play

Path = tuple[str | int, ...]
KINDS = list(game.META.move_types)
VERDICTS = ("legal", "illegal", "undetermined", "impossible")
OTHERS = 40
"""How many pairs of zones are left out under the moves of other types, and how many sets under each."""


@cache
def examples() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """For each type of move a table of a random game on which it is legal, and a legal one."""
    found: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}

    def look(table: Any) -> bool:
        for move in game.legal_moves(table, None, None):
            kind = type(move).__struct_config__.tag
            if kind not in found:
                found[kind] = msgspec.to_builtins(table.state), msgspec.to_builtins(move)
            break
        return False

    for seed in range(6):
        play(opening(3 + seed % 3, None if seed == 0 else seed), seed, look)
    assert sorted(found) == sorted(KINDS)
    return found


def zones(state: dict[str, Any]) -> list[Path]:
    """Every field that may be left out and that is there."""
    paths: list[Path] = [(zone,) for zone in state if zone not in ("options", "players")]
    for seat, player in enumerate(state["players"]):
        paths += [("players", seat, zone) for zone in player if zone != "name"]
    if state.get("trick"):
        paths += [("trick", zone) for zone in state["trick"] if zone != "town"]
    for place, decision in enumerate(state.get("pending") or ()):
        paths += [("pending", place, zone) for zone in ("loser", "region") if zone in decision]
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
    with at_most():
        table = game.table(state, base(), choices_of(state.options, game.META.house_rules))
        judgement = judge(game, table, move)
        assert judgement.verdict in VERDICTS
        for fact, detail in (*judgement.findings.assumed, *judgement.findings.missing):
            assert fact in game.FACTS, fact
            assert isinstance(detail, dict)
        if judgement.verdict == "legal":
            again = judge(game, game.table(judgement.state, base(), table.choices), move)
            assert again.verdict in VERDICTS


def ask_more(state: State) -> None:
    """Lists, reasons, audit: what is asked of a table without a move."""
    with at_most(5):
        table = game.table(state, base(), choices_of(state.options, game.META.house_rules))
        findings = Findings()
        game.audit(table, findings)
        listed = list(game.legal_moves(table, None, None))
        game.unlisted(table, None, None, findings)
        for move in listed[:3]:
            assert judge(game, table, move).verdict in ("legal", "impossible")
        list(refused_kinds(game, table, None, None))


def moves_of(state: dict[str, Any]) -> dict[str, Any]:
    """A move of every type, about players of this table."""
    names = [player["name"] for player in state["players"]]
    moves = {kind: dict(move) for kind, (_, move) in examples().items()}
    for move in moves.values():
        for field in ("player", "loser"):
            if field in move and move[field] not in names:
                move[field] = names[-1]
        if "hands" in move:
            del move["hands"]
    return {kind: msgspec.convert(move, Move) for kind, move in moves.items()}


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
    parts = [without(state, [path]) for path in paths]
    parts += [without(state, [path for path in outer if path != kept]) for kept in outer]
    parts.append(without(state, outer))
    for _ in range(OTHERS):
        parts.append(without(state, chance.sample(outer, 2)))
        parts.append(without(state, [path for path in outer if chance.random() < chance.choice((0.3, 0.6, 0.9))]))
    for number, part in enumerate(parts):
        for move in moves_of(state).values():
            ask(part, move)
        if number % 4 == 0:
            ask_more(part)
