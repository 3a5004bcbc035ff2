"""Tables that somebody mistyped: whatever is changed, doubled or left out, every question gets an answer."""

import copy
import random
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.games.brian_boru.game import GAME as game
from tests.games.brian_boru.invariants import WAYS
from tests.games.brian_boru.tables import NAMES, opening, play, told

PHASES = [
    "opening",
    "preparation",
    "deal",
    "draft",
    "trick",
    "actions",
    "marriage",
    "battle",
    "church",
    "claims",
    "over",
]
VALUES: list[Any] = [
    *(None, True, 0, 1, 2, 9, 25, 98, "?", "ana", "zoe", "C1", "munster", "princess", "brigid", *PHASES),
    *(
        [],
        ["?"],
        [13],
        ["ana"],
        {},
        {"disc": "zoe"},
        {"disc": "ana", "viking": True},
        {"player": "zoe", "side": "trade"},
    ),
    *({"town": None}, {"town": "C1", "winner": "zoe"}, {"town": "C1", "played": [{"player": "zoe", "card": 1}]}),
    [{"decision": "raid", "player": "zoe", "loser": None}],
    [{"decision": "card-town", "player": "ana"}],
    [{"decision": "princess", "player": "zoe"}],
    [{"decision": "monastery", "player": "bruno"}],
    [{"decision": "monastery-of-four", "player": "zoe"}],
    [{"decision": "track-town", "player": "bruno"}] * 3,
]


def alike(value: Any, chance: random.Random) -> Any:
    """Another value, mostly one of the same type: so that most spoiled tables can still be read."""
    same = [other for other in VALUES if type(other) is type(value)]
    return copy.deepcopy(chance.choice(same if same and chance.random() < 0.9 else VALUES))


def spoil(state: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Up to four places of a state changed, emptied or taken away."""
    changed = copy.deepcopy(state)
    for _ in range(chance.randint(1, 4)):
        place: Any = changed
        while isinstance(place, dict | list) and place:
            key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not isinstance(place[key], dict | list) or not place[key] or chance.random() < 0.35:
                what = chance.random()
                if what < 0.4:
                    del place[key]
                elif what < 0.9:
                    place[key] = alike(place[key], chance)
                elif isinstance(place, list):
                    place.append(copy.deepcopy(place[key]))
                break
            place = place[key]
    return changed


@pytest.mark.parametrize("seed", range(12))
def test_no_spoiled_table_is_a_fault_of_ours(app: Flask, seed: int) -> None:
    chance, client = random.Random(seed), app.test_client()
    count, options = WAYS[seed % len(WAYS)]
    states: list[tuple[dict[str, Any], Any]] = []

    def keep(table: Any) -> bool:
        if chance.random() < 0.12:
            moves = list(game.legal_moves(table, None, None))
            states.append((told(table), msgspec.to_builtins(chance.choice(moves)) if moves else {"type": "deal"}))
        return False

    play(opening(count, seed, **options), seed, keep)
    answered = 0
    for state, move in states:
        spoiled = spoil(state, chance)
        other = chance.choice(others(chance.choice(NAMES[:count]), ["C1", "M4", "D2"], chance))
        questions = {
            "validate": {"state": spoiled, "move": chance.choice([move, other]), "compare": True, "suggest": True},
            "legal-moves": {"state": spoiled, "explain": True},
            "audit": {"state": spoiled},
            "score": {"state": spoiled, "claimed": {"ana": 20}},
            "view": {"state": spoiled, "player": "ana"},
            "replay": {"state": spoiled, "moves": [move, other]},
        }
        for operation, question in questions.items():
            response = client.post(f"/v1/games/brian-boru/{operation}", json=question)
            assert response.status_code in (200, 422), (operation, question)
            answered += response.status_code == 200
    assert answered


def others(who: str, towns: list[str], chance: random.Random) -> list[dict[str, Any]]:
    """A move of each kind."""
    town, card = chance.choice(towns), chance.randint(1, 25)
    return [
        {"type": "start", "player": who},
        {"type": "open", "player": who, "town": town},
        {"type": "prepare"},
        {"type": "deal"},
        {"type": "pick", "player": who, "cards": [card, "?"]},
        {"type": "lead", "player": who, "town": town, "card": card},
        {"type": "play", "player": who, "card": card},
        {"type": "act", "player": who, "action": "upper"},
        {"type": "settle", "player": who, "town": town},
        {"type": "wed", "player": who, "choice": "trade"},
        {"type": "raid", "player": who, "loser": "ana", "town": town},
        {"type": "build", "player": who, "town": town},
    ]
