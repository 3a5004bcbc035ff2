"""Positions that are almost right: tables of random games with a few things changed, asked about in every way.

Most of them still fit the schemas, so that the engines themselves have to cope: with what is hidden where it never
is, with players of whom nothing is told, with more than there is room for. A number always gives the same requests.
"""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from service.referee.game import Game
from service.referee.judge import rule_on
from tests.contract.test_raw_bodies import places
from tests.games.playing import Playing
from tests.our_games import GAMES
from tests.qa.fuzz.generator import JSON, Request

NAMES = ("ana", "bruno", "carla", "diego", "eva", "fina")
MOVES = 400
"""After so many moves a game is left, over or not."""
LOOKED_AT = 0.1
"""How many of the tables of a game are asked about."""
PACKS = {"roll-and-raid": "training"}
"""Where the pack that comes by itself lacks most parts, one that has all of them."""


@cache
def _playing(game: Game) -> Playing:
    pack = PACKS.get(game.meta.id)
    return Playing(game, NAMES, game.packs / f"{pack}.json" if pack else None)


def requests_of(number: int) -> Iterator[Request]:
    """Every question about some tables of one game."""
    chance = random.Random(number)
    game = GAMES[number % len(GAMES)]
    for table, moves in _tables(game, chance):
        state = json.loads(msgspec.json.encode(table.state))
        for _ in range(chance.choice((1, 1, 2, 3, 6))):
            _change(state, chance)
        move = json.loads(msgspec.json.encode(chance.choice(moves))) if moves else None
        if move is not None and chance.random() < 0.4:
            _change(move, chance)
        for operation, question in _questions(game.meta.id, state, move, chance):
            if game.meta.id in PACKS and chance.random() < 0.9:
                question["pack"] = PACKS[game.meta.id]
            headers = {"CONTENT_TYPE": JSON, "HTTP_ACCEPT_LANGUAGE": chance.choice(("en", "es", "pl"))}
            body = json.dumps(question).encode()
            yield Request("POST", f"/v1/games/{game.meta.id}/{operation}", "", headers, body)


def _tables(game: Game, chance: random.Random) -> Iterator[tuple[Any, list[Any]]]:
    least, most = game.meta.players
    table = _playing(game).opening(
        chance.randint(max(least, 2), most), chance.randrange(2**31), **_options(game, chance)
    )
    for _ in range(MOVES):
        moves = list(game.legal_moves(table, None, None))
        if chance.random() < LOOKED_AT or not moves:
            yield table, moves
        if not moves:
            return
        table = rule_on(game, table, chance.choice(moves)).after


def _options(game: Game, chance: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if chance.random() < 0.5:
        options["edition"] = chance.choice(list(game.rulebook.editions))
    if chance.random() < 0.5:
        name = chance.choice(list(game.house_rules))
        options["house_rules"] = {name: chance.choice(game.house_rules[name].values)}
    return options


def _change(document: Any, chance: random.Random) -> None:
    """One thing: every field has the same chance, however often it comes."""
    by_field: dict[Any, list[Any]] = {}
    for place in places(document):
        field = next((step for step in reversed(place) if isinstance(step, str)), None)
        by_field.setdefault(field, []).append(place)
    if not by_field:
        return
    *way, last = chance.choice(by_field[chance.choice(list(by_field))])
    around = _at(document, way)
    value = around[last]
    kin = [other for place in places(document) if type(other := _at(document, place)) is type(value)]
    match chance.randrange(5):
        case 0:
            del around[last]
        case 1 if isinstance(around, list):
            around.append(value)
        case 2:
            around[last] = json.loads(json.dumps(chance.choice(kin)))
        case _:
            around[last] = _beside(value, chance)


def _at(document: Any, way: Any) -> Any:
    for step in way:
        document = document[step]
    return document


def _beside(value: Any, chance: random.Random) -> Any:
    """Another value that might stand in the same place."""
    match value:
        case bool():
            return not value
        case int():
            return max(0, value + chance.choice((-1, 1, 2, 7)))
        case list():
            return chance.choice(([], ["?"], ["?"] * len(value), value[:1], value + value[:1]))
        case dict():
            return {}
        case _:
            return chance.choice(("?", None, value))


def _questions(game: str, state: Any, move: Any, chance: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    players = state.get("players")
    names = (
        [player.get("name") for player in players if isinstance(player, dict)] if isinstance(players, list) else []
    )
    names = [name for name in names if isinstance(name, str)] or ["ana"]
    viewer = {"viewer": chance.choice(names)} if chance.random() < 0.3 else {}
    yield "score", {"state": state, "claimed": {name: chance.randrange(40) for name in names}}
    yield "legal-moves", {"state": state, "explain": True}
    yield "audit", {"state": state}
    yield "resolve", {"state": state, **viewer}
    yield "view", {"state": state, "player": chance.choice(names)}
    yield "diagram", {"state": state, **viewer} | ({"move": move} if move and chance.random() < 0.5 else {})
    if game == "ortus-regni":
        yield "odds", {"state": state}
    if move is not None:
        more = {name: True for name in ("compare", "suggest") if chance.random() < 0.3}
        yield "validate", {"state": state, "move": move, **viewer, **more}
        yield "replay", {"state": state, "moves": [move, move], "repair": True, **viewer}
