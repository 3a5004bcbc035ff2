"""Tables of which only a part is told: what is left out is assumed in favour of the move, whatever it is."""

import random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from schemas.ortus_regni import Joust
from service.games.ortus_regni.game import GAME as game
from service.games.ortus_regni.table import Table
from service.referee.findings import Findings
from service.referee.judge import judge, refused_kinds, rule_on, suggestions
from tests.games.ortus_regni.invariants import choose, kind_of, opening
from tests.games.ortus_regni.test_random_games import mutations

OF_THE_TABLE = [
    *(
        "phase",
        "round",
        "first",
        "turn",
        "acted",
        "eliminated",
        "king",
        "royal_army",
        "battle_deck",
        "battle_discard",
    ),
    *("army_deck", "army_discard", "viking_deck", "viking_discard", "vikings", "black_markers", "white_marker"),
    *("arrived", "chance", "pending"),
]
OF_AN_EARL = [
    *("colour", "built", "deck", "discard", "hand", "towers", "fiefs", "mercenaries", "pool", "banners"),
    *("emissaries", "cubes", "removed"),
]


def less(table: Table, chance: random.Random, share: float) -> Table:
    """The same table with some zones left out."""
    state = table.state
    players = tuple(
        msgspec.structs.replace(player, **{zone: UNSET for zone in OF_AN_EARL if chance.random() < share})
        for player in state.players
    )
    gone = {zone: UNSET for zone in OF_THE_TABLE if chance.random() < share}
    if state.eliminated and isinstance(state.pending, Joust):
        gone.pop("eliminated", None)  # the order of a joust goes by who is out
    return game.table(msgspec.structs.replace(state, players=players, **gone), table.box, table.choices)


@pytest.mark.parametrize("seed", range(33))
def test_what_is_legal_stays_legal_or_open(seed: int) -> None:
    """No zone that is left out makes a legal move illegal, a table impossible, or anything fail."""
    table, chance = opening(seed), random.Random(seed)
    for number in range(250):
        move = choose(table, chance)
        if move is None:
            return
        part = less(table, chance, chance.choice((0.1, 0.4, 0.8)))
        judgement = judge(game, part, move)
        assert judgement.verdict in ("legal", "undetermined"), (move, judgement.findings.broken)
        if judgement.verdict == "legal":
            findings = Findings()
            game.audit(judgement.after, findings)
            assert not findings.broken, (move, findings.broken)
            game.following(judgement.after)
        if number % 10 == 0:
            ask_everything(part, move)
        table = rule_on(game, table, move).after


@pytest.mark.parametrize("seed", range(1000, 1022))
def test_any_move_on_any_part_of_a_table(seed: int) -> None:
    """Moves that are nearly right, on tables half told and half hidden: an answer, and never an impossible table."""
    table, chance = opening(seed), random.Random(seed)
    for _ in range(100):
        move = choose(table, chance)
        if move is None:
            return
        part = less(table, chance, chance.choice((0.05, 0.2, 0.5, 0.9)))
        if chance.random() < 0.3:
            seen = game.view(part.state, chance.choice([*table.order, ""]))
            part = game.table(seen, table.box, table.choices)
        for other in mutations(table, move, chance):
            judgement = judge(game, part, other)
            assert judgement.verdict == "legal" or judgement.findings.broken or judgement.findings.missing
            if judgement.verdict == "legal":
                findings = Findings()
                game.audit(judgement.after, findings)
                assert not findings.broken, (other, findings.broken)
        table = rule_on(game, table, move).after


def ask_everything(table: Table, move: Any) -> None:
    """Whatever can be asked of a part of a table has an answer."""
    listed = list(game.legal_moves(table, None, None))
    for other in listed[:20]:
        assert rule_on(game, table, other).verdict == "legal", other
    game.unlisted(table, None, None, Findings())
    suggestions(game, table, move)
    for kind, findings in refused_kinds(game, table, None, None):
        assert findings.broken, kind
    game.view(table.state, table.order[0])
    game.score([table], {})


@pytest.mark.parametrize("seed", range(11))
def test_a_single_earl_is_enough_for_many_questions(seed: int) -> None:
    """Who asks about an own turn need not tell the others."""
    table, chance = opening(seed), random.Random(seed)
    asked = 0
    for _ in range(200):
        move = choose(table, chance)
        if move is None:
            break
        name = getattr(move, "player", None)
        alone = kind_of(move) in (
            "castle",
            "attach",
            "appoint",
            "hire",
            "recruit",
            "tower",
            "emissary",
            "claim",
            "end",
        )
        if alone and isinstance(name, str):
            own = msgspec.structs.replace(table.by_name[name], colour=UNSET)
            state = game.shapes.state(options=table.state.options, players=(own,))
            judgement = judge(game, game.table(state, table.box, table.choices), move)
            assert judgement.verdict == "legal", (move, judgement.findings.broken, judgement.findings.missing)
            assert judgement.findings.assumed
            asked += 1
        table = rule_on(game, table, move).after
    assert asked
