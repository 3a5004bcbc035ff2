"""Tables of which only a part is told: what is left out is assumed in favour of the move, whatever it is."""

import random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from msgspec import UNSET

from schemas.base import Malformed
from schemas.ortus_regni import End, Joust
from service.games.ortus_regni.game import GAME as game
from service.games.ortus_regni.rules.by_move import RULES
from service.games.ortus_regni.table import Table
from service.referee.findings import Findings
from service.referee.judge import judge, refused_kinds, rule_on, suggestions
from service.referee.known import UnknownRead
from tests.games.ortus_regni.invariants import choose, kind_of, opening
from tests.games.partial_tables.asking import assumed_facts

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


# ---------------------------------------------------------------- moves that are nearly right

CARDS = ["castle", "land", "cathedral", "prince", "vassal", "champion", "monk", "mercenary", "banner", "palace", "?"]


def mutations(table: Table, move: Any, chance: random.Random) -> list[Any]:
    """The same move with one thing changed, and a move of another kind."""
    plain = msgspec.to_builtins(move)
    changed = [
        {**plain, name: mutated(name, value, table, chance)} for name, value in plain.items() if name != "type"
    ]
    changed.append(any_move(table, chance))
    moves = []
    for other in changed:
        try:
            moves.append(msgspec.convert(other, game.shapes.move))
            game.check_references(table, moves[-1])
        except msgspec.ValidationError:
            continue  # not a move at all
        except Malformed:
            moves.pop()
    return moves


def mutated(name: str, value: Any, table: Table, chance: random.Random) -> Any:
    if name in ("player", "target"):
        return chance.choice(table.order)
    if name == "card":
        return {**value, "card": chance.choice(CARDS)} if isinstance(value, dict) else chance.choice(CARDS)
    if name in ("force", "hit"):
        zone = chance.choice(list(UNITS))
        return {**value, zone: UNITS[zone]}
    if name in ("towers", "properties", "cards", "armies"):
        return list(value)[1:] if value and not isinstance(value, dict) else [chance.choice(CARDS)]
    return chance.choice(OTHERS[name]) if name in OTHERS else value


UNITS: dict[str, Any] = {
    "hand": ["prince", "prince"],
    "lords": [1, 2],
    "pool": ["knights"] * 3,
    "mercenaries": [1, 2],
    "garrisons": [1, 2],
    "royal": ["infantry"],
    "vikings": ["viking"],
    "king": True,
}


NUMBERS = [None, 1, 2, 3, 7]


STAKES = [None, {"fief": 1}, {"fief": 2}, {"fief": 1, "card": "land"}]


OTHERS: dict[str, list[Any]] = {
    "fief": NUMBERS,
    "mercenary": NUMBERS,
    "lord": NUMBERS,
    "vassal": NUMBERS,
    "bet": STAKES,
    "pay": STAKES,
    "jouster": [None, {"fief": 1}, {"card": "champion"}, {"card": "prince"}, {"fief": 1, "card": "?"}],
    "kind": ["towers", "raid", "siege"],
    "aim": ["lord", "hand", "mercenary", "properties", "armies"],
    "count": [0, 1, 2, 3, 4],
    "outcome": ["normal", "attacker", "defender"],
    "play": [True, False],
    "redraw": [True, False],
}


def any_move(table: Table, chance: random.Random) -> dict[str, Any]:
    """A move of any kind, by anybody."""
    who, other, fief = chance.choice(table.order), chance.choice(table.order), chance.randint(1, 3)
    kinds: list[dict[str, Any]] = [
        {"type": "tower", "card": chance.choice(CARDS)},
        {"type": "garrison", "army": "infantry", "mercenary": chance.choice([None, 1])},
        {"type": "end"},
        {"type": "concede"},
        {"type": "castle", "card": chance.choice(["castle", "palace"])},
        {"type": "attach", "card": chance.choice(["land", "market", "church", "cathedral"]), "fief": fief},
        {"type": "appoint", "card": chance.choice(CARDS[:-1]), "fief": fief},
        {"type": "hire"},
        {"type": "recruit", "count": chance.randint(0, 3)},
        {"type": "monastery", "fief": fief, "target": other},
        {"type": "emissary", "card": chance.choice(CARDS[:-1])},
        {"type": "treachery", "target": other, "aim": "lord", "fief": fief},
        {"type": "intrigue", "target": other, "aim": "properties", "fief": fief, "cards": ["land"]},
        {"type": "banquet"},
        {"type": "bequeath"},
        {"type": "claim"},
        {"type": "joust"},
        {"type": "attack", "target": other, "kind": "siege", "fief": fief},
        {"type": "allies", "play": True},
        {"type": "dispute", "vassal": fief},
        {"type": "give", "armies": ["infantry"]},
        {"type": "place", "card": {"card": "land", "owner": other}, "fief": fief},
        {"type": "excuse"},
        {"type": "enter", "bet": {"fief": fief}, "jouster": {"card": "champion"}},
        {"type": "stay-out"},
        {"type": "field", "force": {"lords": [fief]}},
        {"type": "decide", "outcome": "normal"},
        {"type": "ransom", "lord": fief, "pay": {"fief": 1}},
        {"type": "suffer"},
        {"type": "capture"},
        {"type": "offer", "army": "knights"},
        {"type": "order", "target": other, "kind": "towers"},
        {"type": "mulligan", "redraw": True},
        {"type": "build", "deck": next(iter(table.box.decks))},
    ]
    by_table: list[dict[str, Any]] = [
        {"type": "reveal", "card": "church"},
        {"type": "pick", "cards": ["vassal", "vassal"]},
        {"type": "deal", "cards": {who: ["prince", "nothing"]}},
        {"type": "vikings", "cards": ["viking"]},
        {"type": "cube", "player": who},
        {"type": "start", "player": who},
    ]
    return chance.choice([*by_table, *({**kind, "player": who} for kind in kinds)])


def test_a_rule_that_reads_something_unknown_is_assumed_to_be_kept() -> None:
    """The last resort of ``check``. The fixed run of all partial tables fails if it is used."""

    def check_end(table: Table, move: Any, findings: Findings) -> None:
        raise UnknownRead(("/state/pending",))

    findings, move = Findings(), End(player="ana")
    with patch.dict(RULES, {End: RULES[End]._replace(check=check_end)}), assumed_facts() as assumed:
        game.check(opening(0), move, findings)
    assert (findings.verdict, findings.assumed) == ("legal", [("decision-allows", {})])
    assert assumed == {"decision-allows"}
