"""Every zone left out, alone, in pairs and nearly all together, under every type of move: an answer, and in time."""

import random
from functools import cache
from typing import Any

import msgspec
import pytest

from schemas.ortus_regni import Move, State
from service.games.ortus_regni import game
from service.referee.choices import choices_of
from service.referee.findings import Findings
from service.referee.judge import judge, rule_on
from tests.games.bounds import at_most
from tests.games.ortus_regni.invariants import PLAYING, choose, kind_of, opening

Path = tuple[str | int, ...]
KINDS = list(game.META.move_types)
VERDICTS = ("legal", "illegal", "undetermined", "impossible")
PAIRS = 60
"""How many pairs of zones are left out under each type of move."""
OTHERS = 12
"""How many sets of zones are left out under the moves of other types."""


@cache
def examples() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """For each type of move a table of a random game on which it is legal, and a legal one."""
    found: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
    seed = 0
    while len(found) < len(KINDS):
        table, chance = opening(seed), random.Random(seed)
        while (move := choose(table, chance)) is not None:
            if kind_of(move) not in found:
                found[kind_of(move)] = msgspec.to_builtins(table.state), msgspec.to_builtins(move)
            table = rule_on(game, table, move).after
        seed += 1
    return found


def zones(value: Any, path: Path = ()) -> list[Path]:
    """Every field that may be left out and that is there, at any depth."""
    if isinstance(value, list):
        return [found for place, entry in enumerate(value) for found in zones(entry, (*path, place))]
    if not isinstance(value, dict):
        return []
    found = [(*path, field) for field in value if field not in NEEDED or (field == "card" and "outcome" in value)]
    return found + [inner for field in value if field not in WHOLE for inner in zones(value[field], (*path, field))]


NEEDED = {"players", "options", "name", "id", "anchor", "card", "owner", "player", "reason", "choice", "type", "step"}
NEEDED |= {"attacker", "defender", "kind", "target", "aim", "organiser", "offering"}
"""Fields that a state cannot do without; only a battle can do without its ``card``."""
WHOLE = {"options", "attackers", "defenders", "bet", "jouster"}
"""What is sent as a whole: a part of it that is left out is not there."""


def without(state: dict[str, Any], paths: Any) -> State:
    told = msgspec.json.decode(msgspec.json.encode(state))
    for path in sorted(paths, key=len, reverse=True):
        place = told
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]
    return msgspec.convert(told, State)


def table_of(state: State) -> Any:
    return game.table(state, PLAYING.base(), choices_of(state.options, game.META.house_rules))


def ask(state: State, move: Any, expected: tuple[str, ...] = VERDICTS) -> None:
    with at_most():
        table = table_of(state)
        judgement = judge(game, table, move)
        assert judgement.verdict in expected, (judgement.verdict, judgement.findings.broken)
        for fact, detail in (*judgement.findings.assumed, *judgement.findings.missing):
            assert fact in game.FACTS, fact
            msgspec.json.encode(detail)
        if judgement.verdict == "legal" and expected is not VERDICTS:
            again = msgspec.json.decode(msgspec.json.encode(judgement.state), type=State)
            findings = Findings()
            game.audit(table_of(again), findings)
            assert not findings.broken, findings.broken


def ask_more(state: State) -> None:
    """Lists, reasons, audit, standings: what is asked of a table without a move."""
    with at_most(5):
        table = table_of(state)
        findings = Findings()
        game.audit(table, findings)
        listed = list(game.legal_moves(table, None, None))
        game.unlisted(table, None, None, findings)
        for move in listed[:3]:
            assert judge(game, table, move).verdict in ("legal", "impossible")
        for kind in KINDS:
            game.refuse(table, kind, None, Findings())
        game.score([table], {})
        game.following(table)
        msgspec.json.encode(game.view(state, state.players[0].name))


@pytest.mark.parametrize("kind", KINDS)
def test_every_zone_may_be_left_out(kind: str) -> None:
    """A legal move stays legal, or is open; it never becomes illegal."""
    state, plain = examples()[kind]
    move, paths, chance = msgspec.convert(plain, Move), zones(state), random.Random(kind)
    for number, path in enumerate(paths):
        part = without(state, [path])
        ask(part, move, ("legal", "undetermined"))
        if number % 5 == 0:
            ask_more(part)
    for _ in range(PAIRS):
        pair = chance.sample(paths, 2)
        if not any(one == other[: len(one)] for one, other in (pair, pair[::-1])):
            ask(without(state, pair), move, ("legal", "undetermined"))


@pytest.mark.parametrize("kind", KINDS)
def test_nearly_everything_may_be_left_out_under_every_move(kind: str) -> None:
    state, plain = examples()[kind]
    paths, chance = zones(state), random.Random(kind)
    outer = [path for path in paths if not any(path != other and path[: len(other)] == other for other in paths)]
    bare = without(state, outer)
    ask_more(bare)
    for kept in outer:
        ask(
            without(state, [path for path in outer if path != kept]),
            msgspec.convert(plain, Move),
            ("legal", "undetermined"),
        )
    parts = [bare, *(without(state, [path]) for path in chance.sample(paths, OTHERS))]
    for _ in range(OTHERS):
        share = chance.choice((0.3, 0.6, 0.9))
        parts.append(without(state, [path for path in outer if chance.random() < share]))
        ask_more(parts[-1])
    moves = moves_of(state)
    for part in parts:
        for move in moves:
            ask(part, move)


def moves_of(state: dict[str, Any]) -> list[Any]:
    """A move of every type, about Earls of this table."""
    names = [player["name"] for player in state["players"]]
    moves = [dict(move) for _, move in examples().values()]
    for move in moves:
        for field in ("player", "target"):
            if isinstance(move.get(field), str) and move[field] not in names:
                move[field] = names[-1]
        for field in ("hands", "jousters"):
            move.pop(field, None)
        if move["type"] == "deal":
            move.pop("cards", None)
    return [move for move in (msgspec.convert(move, Move) for move in moves) if _is_about(names, move)]


def _is_about(names: list[str], move: Any) -> bool:
    """Whether every card that a move names belongs to somebody at this table."""
    told = msgspec.json.encode(move).decode()
    return all(f'"owner":"{name}"' not in told for name in PLAYING.names if name not in names)
