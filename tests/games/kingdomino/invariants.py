"""What holds on every Kingdomino table that legal play can reach, and how it is checked."""

import random
from typing import Any

import msgspec

from service.games.kingdomino.game import GAME as game
from service.games.kingdomino.table import Table, numbers
from service.referee.findings import Findings
from service.referee.judge import rule_on
from service.referee.scoring import totals_of
from tests.games.kingdomino.tables import opening
from tests.games.playing import AUDITED, told
from tests.reference import kingdomino as reference
from tests.reference.differential import pack_of

WAYS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"variants": ["great-duel"]}),
    (2, {"variants": ["great-duel", "harmony", "middle-kingdom"]}),
    (3, {"variants": ["harmony"]}),
    (4, {"variants": ["harmony", "middle-kingdom", "dynasty"]}),
    (2, {"edition": "first"}),
    (3, {"edition": "first", "variants": ["middle-kingdom", "harmony"]}),
    (
        2,
        {
            "house_rules": {"first_round_of_two": "alternate", "middle_kingdom": "full"},
            "variants": ["middle-kingdom"],
        },
    ),
    (
        4,
        {
            "house_rules": {"tie_break": "territory-then-crowns", "middle_kingdom": "fits"},
            "variants": ["middle-kingdom"],
        },
    ),
]
"""Numbers of players and options, all variants among them."""


def play_and_check(seed: int) -> tuple[Table, list[Any]]:
    """One random game from setup to the end, with every invariant after every move."""
    count, options = WAYS[seed % len(WAYS)]
    table = opening(count, seed, **options)
    chance = random.Random(seed)
    log: list[Any] = []
    in_play = len(list(numbers(table.state)))
    while True:
        moves = list(game.legal_moves(table, None, None))
        check_table(table, in_play, moves)
        if (seed + len(log)) % AUDITED == 0 or not moves:
            check_engine(table)
        if not moves:
            break
        log.append(chance.choice(moves))
        judgement = rule_on(game, table, log[-1])
        assert judgement.verdict == "legal", (log[-1], judgement.findings.broken)
        assert not judgement.findings.assumed, "with the whole table there, nothing is assumed"
        assert judgement.happenings
        table = judgement.after
    check_end(table)
    return table, log


def check_table(table: Table, in_play: int, moves: list[Any]) -> None:
    told = [number for _, number in numbers(table.state)]
    assert len(told) == len(set(told)) == in_play, "no domino is created, doubled or lost"
    following = game.following(table)
    assert following is not None, "with the whole table there, it is known who moves"
    offered = {type(move).__struct_config__.tag for move in moves}
    assert offered == set(following[2]), "what is next is what is legal"


def check_engine(table: Table) -> None:
    findings = Findings()
    game.audit(table, findings)
    assert not findings.broken
    assert not findings.missing
    written = msgspec.json.encode(table.state)
    assert msgspec.json.decode(written, type=game.shapes.state) == table.state, "the round trip is exact"


def check_end(table: Table) -> None:
    assert game.following(table) == ("over", [], [])
    scoring = game.score([table], {})
    assert scoring.final is True
    pack = pack_of(game.packs / "base.json")
    expected = reference.score(told(table), pack)
    assert totals_of(scoring.tallies) == expected["totals"]
    assert list(map(sorted, scoring.ranking)) == list(map(sorted, expected["ranking"]))
    for tally, player in zip(scoring.tallies, table.state.players, strict=True):
        assert tally.total == sum(line.points for line in tally.lines), "every point has its line"
        assert reference.reachable(msgspec.to_builtins(player.kingdom), reference.dominoes_of(pack), table.size)
