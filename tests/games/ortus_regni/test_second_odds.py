"""The odds of battles against a second referee that counts cards: every figure and every event."""

import json
import os
import random
from fractions import Fraction
from typing import Any

import msgspec

from schemas.ortus_regni import Battle
from service.games.ortus_regni.game import GAME as game
from service.games.ortus_regni.odds import EngagementTable
from service.referee.findings import Findings
from service.referee.judge import rule_on
from tests.games.ortus_regni.test_second_referee import PACK, PLAYING, WAYS
from tests.reference import ortus_regni
from tests.reference.differential import pack_of
from tests.reference.ortus_regni.odds import odds_of_engagement

Plain = dict[str, Any]
BATTLES = int(os.environ.get("BREHON_REFEREE_POSITIONS", "150"))
FACES = ("prince", "vassal", "champion", "monk")


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def same(engine: Plain, second: Plain) -> None:
    """Cards, outcomes and events, each with the same chances as fractions."""
    assert {one["card"]: (one["left"], Fraction(one["chance"])) for one in engine["cards"]} == second["cards"]
    assert engine["decider"] == second["decider"]
    assert {one["outcome"]: outcome(one) for one in engine["outcomes"]} == second["outcomes"]
    assert {(one["event"], one["count"]): bounds(one) for one in engine["events"]} == second["events"]
    assert all(abs(float(Fraction(one["chance"])) - one["decimal"]) < 1e-3 for one in engine["cards"])


def outcome(one: Plain) -> Plain:
    return {**{name: one[name] for name in ("outcome", "attackers", "defenders", "target")}, "chance": bounds(one)}


def bounds(one: Plain) -> list[Fraction]:
    return [Fraction(one["least"]["chance"]), Fraction(one["most"]["chance"])]


def test_odds_of_tables() -> None:
    """Every battle of random games, at each moment at which it can be weighed."""
    weighed, seed = 0, 0
    while weighed < BATTLES:
        way = WAYS[seed % len(WAYS)]
        table, chance, pack = way.open(seed), random.Random(seed), pack_of(way.playing.pack)
        for _ in range(120):
            moves = [move for move in game.legal_moves(table, None, None) if kind(move) != "concede"]
            if not moves:
                break
            attacks = [move for move in moves if kind(move) in ("attack", "order")]
            table = rule_on(game, table, chance.choice(attacks or moves), ahead=False).after
            battle = table.state.pending
            if isinstance(battle, Battle) and battle.step in ("field-defender", "card", "church"):
                state = plain(table.state)
                try:
                    same(plain(game.odds(table, Findings())), ortus_regni.odds(state, pack))
                except AssertionError as error:
                    error.add_note(f"seed {seed}: {json.dumps(state)}")
                    raise
                weighed += 1
        seed += 1
    print(f"{weighed} battles of {seed} games")


def kind(move: Any) -> str:
    return str(type(move).__struct_config__.tag)


def test_odds_of_engagements() -> None:
    """Battles without a table."""
    chance = random.Random(0)
    for _ in range(BATTLES):
        engagement = told(chance)
        shape = msgspec.convert(engagement, game.shapes.engagement)
        scales = EngagementTable(shape, PLAYING.base(), game.choices(shape.options))
        answer = game.odds(scales, Findings())
        try:
            same(plain(answer), odds_of_engagement(engagement, PACK))
        except AssertionError as error:
            error.add_note(json.dumps(engagement))
            raise


def told(chance: random.Random) -> Plain:
    vikings = chance.random() < 0.3
    deck = ["normal"] * 15 + ["attacker", "defender", "church"] * 3
    at_once = {"options": {"house_rules": {"viking_captives": "at-once"}}} if chance.random() < 0.5 else {}
    return {
        **at_once,
        "kind": chance.choice(("towers", "raid", "siege")),
        "attackers": {"vikings": chance.randint(1, 5), "chieftains": chance.randint(0, 3)}
        if vikings
        else muster(chance, 1),
        "defenders": muster(chance, 0),
        "towers": chance.randint(0, 4),
        "anchor": chance.choice(("castle", "palace")),
        "properties": chance.randint(0, 4),
        "discarded": chance.sample(deck, chance.choice((0, 3, 10, 23, 24))),
        "church": chance.choice(("attacker", "defender", "outsider", "nobody")),
    }


def muster(chance: random.Random, least: int) -> Plain:
    faces = [chance.choice(FACES) for _ in range(chance.randint(0, 4))]
    while faces.count("prince") > 1:
        faces.remove("prince")
    hand = chance.randint(0, len(faces))
    mercenaries = chance.randint(0, 3)
    manned = chance.randint(0, mercenaries)
    return {
        "hand": faces[:hand],
        "lords": faces[hand:],
        "infantry": chance.randint(least, 3),
        "knights": chance.randint(0, 2),
        "mercenaries": mercenaries,
        "garrisons": [chance.choice(("infantry", "knights")) for _ in range(manned)],
        "idle_garrisons": chance.randint(0, mercenaries - manned),
        "king": chance.random() < 0.2,
    }
