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
from tests.games.conformance.tables import hides_nothing
from tests.games.every_game import NAMES, each_game, more_of, pack_of
from tests.games.partial_tables.zones import HIDDEN, Zones, value_at
from tests.games.playing import Playing, told

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


def by_the_view(game: Game) -> Callable[[State, str, random.Random], None]:
    """For games without a function of their own: what the view hides is dealt anew among cards of the same type."""
    zones = Zones(game.shapes.state, game.shapes.options)

    def change(state: State, viewer: str, chance: random.Random) -> None:
        seen = msgspec.to_builtins(game.view(msgspec.convert(state, game.shapes.state), viewer))
        hidden: dict[str, list[tuple[list[Any], Any]]] = {}
        for place in zones.places(state):
            if place.kind == "card" and value_at(seen, place.path) == HIDDEN:
                around = value_at(state, place.path[:-1])
                kind = type(around[place.path[-1]]).__name__
                hidden.setdefault(kind, []).append((around, place.path[-1]))
        for places in hidden.values():
            cards = [around[at] for around, at in places]
            chance.shuffle(cards)
            for (around, at), card in zip(places, cards, strict=True):
                around[at] = card

    return change


# ---------------------------------------------------------------- questions


def questions(
    game: Game, state: State, moves: list[Any], viewer: str, chance: random.Random
) -> Iterator[tuple[str, State]]:
    """Every operation that takes a state, with all its flags."""
    asked = {"state": state, "viewer": viewer}
    yield "legal-moves", {**asked, "explain": True}
    yield "audit", asked
    yield "resolve", asked
    yield "score", {**asked, "claimed": {viewer: 7}}
    yield "view", {"state": state, "player": viewer}
    yield "diagram", asked
    if game.shapes.odds is not None:
        yield "odds", asked
    for move in chance.sample(moves, min(3, len(moves))):
        yield "validate", {**asked, "move": move, "compare": True, "suggest": True}
        yield "replay", {**asked, "moves": [move, move, move], "states": True, "events": True, "repair": True}
        yield "diagram", {**asked, "move": move}


def tables(game: Game, chance: random.Random) -> Iterator[tuple[State, list[Any]]]:
    pack = more_of(game).packs[0]
    playing = Playing(game, NAMES, game.packs / f"{pack}.json")
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


def compare_a_game(client: FlaskClient, game: Game, seed: int) -> tuple[int, int]:
    """The pairs of answers about the tables of one random game, and how many tables had other secrets."""
    pairs = changed_tables = 0
    name, chance = game.meta.id, random.Random(seed)
    for state, moves in tables(game, chance):
        viewer = chance.choice(state["players"])["name"]
        other = json.loads(json.dumps(state))
        CHANGES.get(name, by_the_view(game))(other, viewer, chance)
        changed_tables += other != state
        one, two = (questions(game, table, moves, viewer, random.Random(seed)) for table in (state, other))
        for (operation, first), (_, second) in zip(one, two, strict=True):
            pack = pack_of(game)
            path = f"/v1/games/{name}/{operation}"
            before, after = answer(client, path, {**first, **pack}), answer(client, path, {**second, **pack})
            assert before == after, f"seed {seed}: POST {path}\n{json.dumps(first)}\n{json.dumps(second)}"
            pairs += 1
    return pairs, changed_tables


def app_without_a_cache() -> Flask:
    """Whether an answer was cached depends on what was asked before."""
    return create_app(Settings(log_requests=False, rate_limit="off", cached_operations=()))


@pytest.fixture(scope="module")
def app() -> Flask:
    return app_without_a_cache()


@each_game
def test_hidden_cards_have_no_influence(app: Flask, game: Game) -> None:
    if hides_nothing(game):
        pytest.skip("everything lies open")
    client = app.test_client()
    pairs = changed_tables = seed = 0
    while pairs < PAIRS_OF_A_GAME:
        more, changed = compare_a_game(client, game, seed)
        pairs, changed_tables, seed = pairs + more, changed_tables + changed, seed + 1
    assert changed_tables, "the secrets were changed"
