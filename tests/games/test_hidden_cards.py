"""What a viewer may not see has no influence on any answer: not on its bytes, not on its headers.

Tables of random games are asked about twice, with the hidden cards changed in between among those that look the same
to the viewer. How they are changed stands here and uses nothing of the games' own ``view``.
"""

import json
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.referee.game import Game
from service.referee.judge import rule_on
from service.settings import Settings
from tests.games.playing import Playing, told
from tests.our_games import GAMES

NAMES = ("ana", "bruno", "carla", "diego", "eva", "fina")
PACKS = {"roll-and-raid": "training"}
PAIRS_OF_A_GAME = int(os.environ.get("BREHON_SECRET_PAIRS", "500"))
CHANGING = ("Date", "X-Request-Id", "Server-Timing", "RateLimit", "RateLimit-Policy")
State = dict[str, Any]


# ---------------------------------------------------------------- other secrets that look the same to the viewer


def mix(zones: list[list[Any]], chance: random.Random) -> None:
    """Deal the cards of these zones anew, to each zone as many as it had."""
    cards = [card for zone in zones for card in zone]
    chance.shuffle(cards)
    for zone in zones:
        zone[:] = [cards.pop() for _ in zone]


def kingdomino(state: State, viewer: str, chance: random.Random) -> None:
    chance.shuffle(state["pile"])


def brian_boru(state: State, viewer: str, chance: random.Random) -> None:
    others = [player for player in state["players"] if player["name"] != viewer]
    hands = [player[zone] for player in others for zone in ("hand", "dealt", "picked") if zone in player]
    mix([*hands, state["discard"], state["unseen"]], chance)
    chance.shuffle(state["viking_pile"])
    *hidden, last = state["marriage_pile"] or [None]
    chance.shuffle(hidden)
    state["marriage_pile"] = [*hidden, last] if state["marriage_pile"] else []
    for deck in state.get("shuffles", []):
        chance.shuffle(deck)


def ortus_regni(state: State, viewer: str, chance: random.Random) -> None:
    for player in state["players"]:
        seen = ("hand", "towers") if player["name"] == viewer else ()
        zones = [zone for zone in ("deck", "discard", "removed", "hand", "towers") if zone in player]
        mix([player[zone] for zone in zones if zone not in seen], chance)
    pools = [player["pool"] for player in state["players"] if player["name"] != viewer and "pool" in player]
    mix([*pools, state["army_deck"], state["army_discard"]], chance)
    top = state["battle_discard"][-1:]
    rest = state["battle_discard"][:-1]
    mix([rest, state["battle_deck"]], chance)
    state["battle_discard"] = rest + top
    mix([state["viking_deck"], state["viking_discard"]], chance)
    if "chance" in state:
        state["chance"] = chance.randrange(2**50)


def roll_and_raid(state: State, viewer: str, chance: random.Random) -> None:
    chance.shuffle(state["deck"])
    for clan in state["players"]:
        if state["phase"] == "choice" and clan["name"] != viewer and isinstance(clan.get("choice"), int):
            clan["choice"] = chance.randrange(len(state["display"])) + 1
    for raid in state.get("raids", []):
        for contender in raid["clans"]:
            if contender["player"] != viewer and isinstance(contender.get("bid"), int):
                contender["bid"] = chance.randrange(6)


CHANGES: dict[str, Callable[[State, str, random.Random], None]] = {
    "kingdomino": kingdomino,
    "brian-boru": brian_boru,
    "ortus-regni": ortus_regni,
    "roll-and-raid": roll_and_raid,
}


# ---------------------------------------------------------------- questions


def questions(state: State, moves: list[Any], viewer: str, chance: random.Random) -> Iterator[tuple[str, State]]:
    """Every operation that takes a state, with all its flags."""
    asked = {"state": state, "viewer": viewer}
    yield "legal-moves", {**asked, "explain": True}
    yield "audit", asked
    yield "score", {**asked, "claimed": {viewer: 7}}
    yield "view", {"state": state, "player": viewer}
    yield "diagram", asked
    if "battle_deck" in state:
        yield "odds", asked
    for move in chance.sample(moves, min(3, len(moves))):
        yield "validate", {**asked, "move": move, "compare": True, "suggest": True}
        yield "replay", {**asked, "moves": [move, move], "states": True}
        yield "diagram", {**asked, "move": move}


def tables(game: Game, chance: random.Random) -> Iterator[tuple[State, list[Any]]]:
    pack = PACKS.get(game.meta.id)
    playing = Playing(game, NAMES, game.packs / f"{pack}.json" if pack else None)
    least, most = game.meta.players
    table = playing.opening(chance.randint(max(2, least), most), chance.randrange(2**31))
    for _ in range(250):
        moves = list(game.legal_moves(table, None, None))
        if not moves:
            return
        move = chance.choice(moves)
        if chance.random() < 0.08:
            yield told(table), [msgspec.to_builtins(one) for one in (move, chance.choice(moves))]
        table = rule_on(game, table, move).after


def answer(client: FlaskClient, path: str, question: State) -> tuple[Any, ...]:
    response = client.post(path, json=question, headers={"X-Request-Id": "secret"})
    headers = sorted(item for item in response.headers.items() if item[0] not in CHANGING)
    return response.status_code, headers, response.data


@pytest.fixture(scope="module")
def app() -> Flask:
    """Without a cache: whether an answer was cached depends on what was asked before."""
    return create_app(Settings(log_requests=False, rate_limit="off", cached_operations=()))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_hidden_cards_have_no_influence(app: Flask, game: Game) -> None:
    client, name = app.test_client(), game.meta.id
    pairs = changed_tables = seed = 0
    while pairs < PAIRS_OF_A_GAME:
        chance = random.Random(seed)
        for state, moves in tables(game, chance):
            viewer = chance.choice(state["players"])["name"]
            other = json.loads(json.dumps(state))
            CHANGES[name](other, viewer, chance)
            changed_tables += other != state
            one, two = (questions(table, moves, viewer, random.Random(seed)) for table in (state, other))
            for (operation, first), (_, second) in zip(one, two, strict=True):
                pack = {"pack": PACKS[name]} if name in PACKS else {}
                path = f"/v1/games/{name}/{operation}"
                before, after = answer(client, path, {**first, **pack}), answer(client, path, {**second, **pack})
                assert before == after, f"seed {seed}: POST {path}\n{json.dumps(first)}\n{json.dumps(second)}"
                pairs += 1
        seed += 1
    assert changed_tables, "the secrets were changed"
