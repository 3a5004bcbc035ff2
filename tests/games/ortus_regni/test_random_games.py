"""Random legal play from setup to the end, with invariants after every move."""

import random
from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

from service.games.ortus_regni.game import GAME as game
from service.games.ortus_regni.table import Table
from service.referee.findings import Findings
from service.referee.judge import rule_on
from tests.client import Referee
from tests.games.ortus_regni.invariants import WAYS, Played, choose, kind_of, opening, play_and_check
from tests.games.ortus_regni.tables import NAMES
from tests.games.playing import play_all

GAMES, CHUNK = 150, 25
SELDOM = {
    "armies-short",
    "army-reshuffled",
    "viking-reshuffled",
    "vikings-none",
    "hand-hurt-unseen",
    "battle-reshuffled",
    "forced",
}
"""Events that need a pile to run out, a hand that is not known or `play_forced`; other tests bring them about."""


@cache
def reached(first: int) -> Counter[str]:
    """What occurs in a chunk of games, each played with all invariants."""
    found: Counter[str] = Counter()
    play_all(lambda seed: found.update(play_and_check(seed).reached), range(first, first + CHUNK), WAYS)
    return found


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_random_games_keep_the_invariants(first: int) -> None:
    assert reached(first)


def test_random_games_reach_every_move_decision_and_event() -> None:
    found: Counter[str] = Counter()
    for first in range(0, GAMES, CHUNK):
        found.update(reached(first))
    moves = {f"move {kind}" for kind in game.move_types}
    events = {f"event {kind}" for kind in set(game.rulebook.words["en"].events) - SELDOM - {"forced"}}
    steps = {
        f"step {kind} {step}"
        for kind, steps in {
            "politics": ("allies", "attacker", "defender", "pick", "give", "place"),
            "joust": ("declare", "deal", "sudden", "place", "reattach"),
            "battle": (
                *("field-attacker", "field-defender", "card", "church", "ransom", "place", "reattach"),
                *("damage-attacker", "damage-defender", "capture"),
            ),
            "invasion": ("reveal", "cube", "order"),
        }.items()
        for step in steps
    } | {"step coronation"}
    assert (moves | events | steps) - found.keys() == set()


# ---------------------------------------------------------------- logs


@cache
def game_of(seed: int) -> Played:
    return play_and_check(seed)


@pytest.mark.parametrize("seed", [1, 2, 4, 5, 7, 8, 10, 13, 14, 16, 17, 20])
def test_a_log_replays_to_the_same_end(ortus_regni: Referee, seed: int) -> None:
    """Through HTTP: from setup with the seed, as one Earl knows it, and as somebody knows it who sees no card at all."""
    played = game_of(seed)
    count, options = WAYS[seed % len(WAYS)]
    setup = {"players": list(NAMES[:count]), "options": options, "seed": seed}
    known = ortus_regni.ask("replay", {"setup": setup, "moves": msgspec.to_builtins(played.log)})
    assert known["verdict"] == "legal"
    assert known["state"] == msgspec.json.decode(msgspec.json.encode(played.end.state))
    for viewer in (NAMES[seed % count], ""):
        seen = msgspec.to_builtins(game.view(played.opening.state, viewer))
        moves = as_seen_by(viewer, played.opening, played.log)
        masked = ortus_regni.ask("replay", {"state": seen, "moves": moves})
        assert masked["verdict"] == "legal", (masked["failed_at"], moves[masked["failed_at"]], masked["ruling"])
        # Cards come out of hidden hands, pools, decks and Towers; whom there was to field shows only after an attack.
        assumed = {fact["fact"] for fact in masked["assumed"]}
        assert assumed <= {"unit-there", "holds-card", "holds-army", "battle-card", "tower-there"}
        assert open_zones(masked["state"]) == open_zones(known["state"])


def as_seen_by(viewer: str, start: Table, log: list[Any]) -> list[dict[str, Any]]:
    """The same log as one Earl can tell it: chance in the open, the cards of the others hidden."""
    told, table = [], start
    for move in log:
        plain, before = msgspec.to_builtins(move), table
        table = rule_on(game, table, move).after
        plain.update(outcome_of(plain, before, table))
        plain.update(hidden_from(viewer, plain, before, table))
        told.append(plain)
    return told


def outcome_of(plain: dict[str, Any], before: Table, after: Table) -> dict[str, Any]:
    """What the table saw of chance."""
    state, pending = before.state, before.state.pending
    match plain["type"]:
        case "reveal":
            return {"card": after.state.battle_discard[-1]}
        case "vikings":
            return {"cards": list(after.state.vikings[len(state.vikings) :])}
        case "cube":
            return {"player": after.state.pending.controller}
        case "pick":
            lost = Counter(before.by_name[pending.target].hand) - Counter(after.by_name[pending.target].hand)
            return {"cards": list(lost.elements())}
        case "deal":
            hidden = {one.player: one.jouster.card for one in pending.declared if one.jouster and one.jouster.card}
            happened = rule_on(game, before, msgspec.convert(plain, game.shapes.move)).happenings
            dealt = {event.detail["player"]: event.detail["cards"] for event in happened if event.type == "dealt"}
            return {"cards": dealt, **({"jousters": hidden} if pending.step == "deal" else {})}
        case "monastery":
            return {"shown": list(before.by_name[plain["target"]].hand)}
    return {}


def hidden_from(viewer: str, plain: dict[str, Any], before: Table, after: Table) -> dict[str, Any]:
    """What only the Earl himself knows: told where the viewer is that Earl, hidden else."""
    name = plain.get("player")
    own = name == viewer
    match plain["type"]:
        case "tower" if not own:
            return {"card": "?"}
        case "enter" if not own and plain["jouster"] and plain["jouster"]["card"]:
            return {"jouster": {"card": "?"}}
        case "give" if viewer not in (name, before.state.pending.attacker):
            return {"armies": ["?"] * len(plain["armies"])}
        case "end" if own and len(after.by_name[name].hand) > len(before.by_name[name].hand):
            return {"drawn": after.by_name[name].hand[-1]}
        case "banquet" if own:
            return {"drawn": list(after.by_name[name].hand[len(before.by_name[name].hand) - 1 :])}
        case "mulligan" if own and plain["redraw"]:
            return {"drawn": list(after.by_name[name].hand)}
        case "attach" | "recruit" if own:
            return {"armies": list(after.by_name[name].pool[len(before.by_name[name].pool) :])}
    return {}


def open_zones(state: dict[str, Any]) -> dict[str, Any]:
    """What lies open, and how many cards lie hidden."""
    hidden = ("built", "deck", "discard", "hand", "towers", "pool", "removed")
    players = [
        {zone: len(value) if zone in hidden else value for zone, value in player.items()}
        for player in state["players"]
    ]
    piles = ("battle_deck", "battle_discard", "army_deck", "army_discard", "viking_deck", "viking_discard")
    rest = {zone: len(value) if zone in piles else value for zone, value in state.items() if zone != "chance"}
    return {**rest, "players": players}


@pytest.mark.parametrize("seed", range(11))
def test_every_answer_on_the_way_is_what_one_earl_may_see(seed: int) -> None:
    """What an Earl knows is enough: on the masked table the same moves of that Earl are legal."""
    table, chance = opening(seed), random.Random(seed)
    viewer = NAMES[seed % WAYS[seed % len(WAYS)][0]]
    for _ in range(400):
        seen = game.table(game.view(table.state, viewer), table.box, table.choices)
        assert game.following(seen) == game.following(table)
        findings = Findings()
        game.audit(seen, findings)
        assert not findings.broken
        move = choose(table, chance)
        if move is None:
            return
        if getattr(move, "player", None) == viewer and kind_of(move) != "cube":
            assert rule_on(game, seen, move).verdict == "legal", move
        table = rule_on(game, table, move).after
