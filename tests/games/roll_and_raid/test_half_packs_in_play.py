"""Random games judged with a part typed in half: what the half pack decides, the whole pack decides the same."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.games.roll_and_raid.game import GAME as game
from service.referee.findings import Findings
from tests.games.roll_and_raid.invariants import FJORDS

PACKS = Path(__file__).parent / "packs"
PARTS = ("tracks", "port", "armoury", "settlements", "gods", "favours", "developments", "festivals", "cards")
STEPS = 60
"""The moves of a game that are looked at."""


@cache
def fjords() -> dict[str, Any]:
    pack: dict[str, Any] = json.loads((PACKS / "fjords.json").read_bytes())
    return pack


@cache
def box(part: str) -> Any:
    """The pack with about half of a part; all of it without a part."""
    pack = dict(fjords())
    if part:
        content = pack[part]
        if isinstance(content, dict):
            pack[part] = {**content, "hexagons": content["hexagons"][: len(content["hexagons"]) // 2]}
        else:
            pack[part] = content[: (len(content) + 1) // 2]
        pack["unfinished"] = [part]
    typed = msgspec.convert(pack, game.shapes.pack)
    assert not [problem for problem in game.check_pack(typed) if problem[0] == "error"]
    return game.compile_pack(typed)


def verdict(table: Any, move: Any) -> Findings:
    findings = Findings()
    game.check(table, move, findings)
    return findings


def zones(state: Any) -> Any:
    return msgspec.to_builtins(state)


def holds(claimed: Any, whole: Any) -> bool:
    """Whether everything that a state claims is so in another one."""
    if isinstance(claimed, dict):
        return all(name in whole and holds(value, whole[name]) for name, value in claimed.items())
    return bool(claimed == whole)


@pytest.mark.parametrize("seed", range(3))
def test_half_a_part_decides_nothing_wrongly(seed: int) -> None:
    chance = random.Random(f"half {seed}")
    table = FJORDS.opening(2 + seed, seed)
    decided = 0
    for _ in range(STEPS):
        moves = list(game.legal_moves(table, None, None))
        if not moves:
            break
        others = [move for move in moves if type(move).__name__ != "Roll"]
        sample = chance.sample(others, min(4, len(others)))
        for part in PARTS:
            decided += _compare(table, part, sample)
        table, _ = game.apply(table, chance.choice(moves))
    assert decided > STEPS


def _compare(table: Any, part: str, moves: list[Any]) -> int:
    """How many of these legal moves the half pack decides, all of them as the whole one does."""
    half = game.table(table.state, box(part), table.choices)
    audit = Findings()
    game.audit(half, audit)
    assert not audit.broken, (part, audit.broken)
    decided = 0
    for move in moves:
        game.check_references(half, move)
        found = verdict(half, move)
        assert found.verdict in ("legal", "undetermined"), (part, move, found.broken)
        if found.verdict == "legal":
            decided += 1
            after, _ = game.apply(half, move)
            whole, _ = game.apply(table, move)
            claimed, told = zones(after.state), zones(whole.state)
            for mine, theirs in zip(claimed.pop("players"), told.pop("players"), strict=True):
                assert holds(mine, theirs), (part, move, mine, theirs)
            if "unresolved" not in claimed:
                assert holds(claimed, told), (part, move)
    return decided


@pytest.mark.parametrize("part", PARTS)
def test_what_half_a_part_refuses_the_whole_part_refuses_too(part: str) -> None:
    """Near every position, moves that are illegal: the half pack refuses none for want of what is not typed in."""
    chance = random.Random(f"refused {part}")
    table = FJORDS.opening(3, 7)
    seen: set[str] = set()
    for _ in range(STEPS):
        moves = list(game.legal_moves(table, None, None))
        half = game.table(table.state, box(part), table.choices)
        for move in seen_moves(table, chance):
            whole, found = verdict(table, move), verdict(half, move)
            if found.verdict == "illegal":
                assert whole.verdict == "illegal", (move, found.broken)
                assert set(found.broken_rules) <= {*whole.broken_rules}, (move, found.broken, whole.broken)
            seen.add(found.verdict)
        if not moves:
            break
        table, _ = game.apply(table, chance.choice(moves))
    assert "illegal" in seen


def seen_moves(table: Any, chance: random.Random) -> list[Any]:
    """Uses of dice and products stored, right and wrong."""
    name = chance.choice([clan.name for clan in table.state.players])
    pack = fjords()
    dice = ["brown", "grey", "orange", *(favour["id"] for favour in pack["favours"])]
    moves: list[dict[str, Any]] = [
        {"type": "use", "die": chance.choice(dice), "to": "hall"},
        {"type": "use", "die": chance.choice(dice), "to": "track", "track": chance.choice(dice[:3])},
        {"type": "use", "die": chance.choice(dice), "to": "god", "god": chance.choice(pack["gods"])["id"]},
        {
            "type": "use",
            "die": chance.choice(dice),
            "to": "development",
            "development": chance.choice(pack["developments"])["id"],
        },
        {"type": "store", "good": "house", "place": chance.choice(pack["settlements"])["id"]},
        {"type": "store", "good": "axe", "place": chance.choice(pack["armoury"]["hexagons"])["id"]},
        {"type": "store", "good": "ship", "place": chance.choice(pack["port"]["hexagons"])["id"]},
        {"type": "pay", "vikings": chance.randint(0, 3), "axes": chance.randint(0, 2)},
    ]
    return [msgspec.convert({**move, "player": name}, game.shapes.move) for move in moves]
