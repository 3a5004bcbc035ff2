"""Tables with zones torn out or filled with nonsense, under packs with parts missing: an answer to every question.

Whatever still fits the schema is judged, listed, scored and shown in all languages; nothing ends in an exception,
and a refusal cites a rule.
"""

import copy
import random
from collections import Counter
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
import pytest

from schemas.base import Malformed, convert
from schemas.roll_and_raid_pack import PARTS
from service.games.roll_and_raid.game import GAME as game
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings
from service.referee.judge import alternatives, judge, refused_kinds, suggestions
from service.referee.render import Reader
from tests.games.roll_and_raid.invariants import NAMES, WAYS, Play
from tests.games.roll_and_raid.test_random_games import kind, rule_on

TABLES, CHUNK = 800, 100
READERS = [Reader(game.rulebook, language, "es") for language in ("en", "es", "pl")]
VALUES: list[Any] = [
    *(0, 1, 2, 3, 5, 9, 16, 50, None, True, False, "?", "ana", "zoe", "axe", "summer", [], {}, [1], [6, 6]),
    *("setup", "start", "production", "choice", "conflict", "resolution", "maintenance", "over"),
    *("in", "beaten", "retreating", "retreated", "failed", "bid", "attack", "help", "pay"),
    *(["axe", "house"], ["brown", "grey", "orange"], {"brown": 3}, {"4": 2}),
]


@cache
def positions() -> list[tuple[Play, Any]]:
    """Tables of every phase with the move that was made there."""
    found = []
    for seed in range(len(WAYS)):
        play = Play(seed)
        while (move := play.next_move()) is not None:
            if kind(move) != "roll" and play.chance.random() < 0.03:
                found.append((copy.copy(play), move))
            play.table = rule_on(game, play.table, move).after
    return found


def spoilt(told: Any, chance: random.Random) -> Any:
    told = copy.deepcopy(told)
    for _ in range(chance.randint(1, 3)):
        node = told
        for _ in range(chance.randint(0, 5)):
            inner = [
                part for part in (node.values() if isinstance(node, dict) else node) if isinstance(part, dict | list)
            ]
            node = chance.choice(inner) if inner else node
        places = list(node) if isinstance(node, dict) else list(range(len(node)))
        if places and chance.random() < 0.6:
            del node[chance.choice(places)]
        elif places:
            node[chance.choice(places)] = chance.choice(VALUES)
    return told


def box_for(play: Play, chance: random.Random) -> Any:
    pack = msgspec.to_builtins(play.playing.base().pack)
    kept = {part: told for part, told in pack.items() if part not in PARTS or chance.random() < 0.7}
    return game.compile_pack(convert(kept, game.shapes.pack))


@pytest.mark.parametrize("first", range(0, TABLES, CHUNK))
def test_every_question_is_answered(first: int) -> None:
    verdicts: Counter[str] = Counter()
    for seed in range(first, first + CHUNK):
        verdicts.update(asked(random.Random(seed)))
    assert verdicts.keys() == {"malformed", "legal", "illegal", "undetermined", "impossible"}


def asked(chance: random.Random) -> Counter[str]:
    """Many questions about one spoilt table."""
    play, move = chance.choice(positions())
    box = play.playing.base() if chance.random() < 0.4 else box_for(play, chance)
    told = spoilt(msgspec.json.decode(msgspec.json.encode(play.table.state)), chance)
    try:
        state = convert(told, game.shapes.state)
        table = game.table(state, box, game.choices(state.options))
    except Malformed:
        return Counter(["malformed"])
    look_at(table, chance)
    return Counter(verdict_on(table, other, chance) for other in [move, *mutations(play, move, chance)])


def verdict_on(table: Any, move: Any, chance: random.Random) -> str:
    try:
        game.check_references(table, move)
    except Malformed:
        return "malformed"
    judgement = judge(game, table, move)
    answer = chance.choice(READERS).ruling(judgement, table)
    msgspec.json.encode(answer)
    assert judgement.verdict == "legal" or judgement.findings.broken or judgement.findings.missing
    assert answer["citations"]
    if judgement.state is not None:
        written = msgspec.json.encode(judgement.state)
        assert msgspec.json.decode(written, type=game.shapes.state) == judgement.state
    if chance.random() < 0.1:
        alternatives(game, table, move, judgement)
        suggestions(game, table, move)
    return judgement.verdict


def look_at(table: Any, chance: random.Random) -> None:
    """Everything else that can be asked of a table."""
    findings = Findings()
    game.audit(table, findings)
    reader = chance.choice(READERS)
    reader.judged(findings, table)
    game.view(table.state, table.order[0])
    if not findings.broken and chance.random() < 0.3:
        for move in game.legal_moves(table, table.order[0], None):
            checked = Findings()
            game.check(table, move, checked)
            assert checked.verdict == "legal"
        unlisted = Findings()
        game.unlisted(table, None, None, unlisted)
        reader.judged(unlisted, table)
        for _, reasons in refused_kinds(game, table, table.order[0], None):
            reader.violations(reasons.broken)
    with suppress(Malformed):  # a zone that is counted was torn out
        reader.scoring(game.score([table], {}), table)


def mutations(play: Play, move: Any, chance: random.Random) -> list[Any]:
    """The same move with one thing changed, as often as it has things, and a move of another kind."""
    box = play.playing.base()
    pools: dict[str, list[Any]] = {
        "player": list(NAMES[: play.count]),
        "die": ["brown", "grey", "orange", *box.values],
        "track": ["brown", "grey", "orange"],
        "god": list(box.gods),
        "development": list(box.developments),
        "benefit": ["raid", "reroll"],
        "number": [0, 1, 3, 9, "?"],
        "vikings": [0, 1, 5, 12],
        "axes": [0, 1, 3],
        "ships": [0, 1, 3],
        "pay": ["viking", "axe", "ship"],
        "dice": [[1], [1, 6], [6, 6, 6]],
    }
    plain = msgspec.to_builtins(move)
    changed = [{**plain, name: chance.choice(pools[name])} for name in plain if name in pools]
    if plain["type"] == "store":
        places = {"axe": box.touches["armoury"], "ship": box.touches["port"], "house": box.settlements}
        good = chance.choice(list(places))
        changed.append({**plain, "good": good, "place": chance.choice(list(places[good]))})
    if plain["type"] == "use":
        changed.append({**plain, "value": chance.randint(1, 9)})
    who = chance.choice(NAMES[: play.count])
    others = [
        {"type": "refill"},
        {"type": "sacrifice", "player": who, "vikings": chance.randint(0, 4)},
        {"type": "use", "player": who, "die": "orange", "to": "hall"},
        {"type": "use", "player": who, "die": chance.choice(list(box.values)), "to": "track", "track": "grey"},
        {"type": "altar", "player": who, "benefit": "die", "die": "grey"},
        {"type": "altar", "player": who, "benefit": "reroll"},
        {"type": "store", "player": who, "good": "house", "place": next(iter(box.settlements))},
        {"type": "done", "player": who},
        {"type": "choose", "player": who, "number": 1},
        {"type": "bid", "player": who, "vikings": 2},
        {"type": "reveal", "player": who, "number": 1},
        {"type": "retreat", "player": who, "pay": "axe"},
        {"type": "attack", "player": who, "dice": [3, 4]},
        {"type": "yield", "player": who},
        {"type": "pay", "player": who, "vikings": 1},
    ]
    moves = [msgspec.convert(other, game.shapes.move) for other in [*changed, *chance.sample(others, 5)]]
    return [other for other in moves if is_well_formed(play.table, other)]


def is_well_formed(table: Table, move: Any) -> bool:
    """Whether it is a question for the referee at all: a benefit for the raid names no die, for instance."""
    try:
        game.check_references(table, move)
    except Malformed:
        return False
    return True
