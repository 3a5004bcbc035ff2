"""Facts: which zones they point to, in which order they are listed, and that their declarations are sound."""

import random
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from service.referee.facts import PACK, declare, is_known, ordered, unknown_zones
from service.referee.game import Game
from service.referee.rulebook import RulebookError
from tests.games.bounds import at_most
from tests.games.kingdomino.tables import base
from tests.our_games import GAMES

KINGDOMINO = GAMES[0]
DECLARED = [(game, fact) for game in GAMES for fact in game.facts]


def table_of(state: dict[str, Any]) -> Any:
    loaded = msgspec.convert(state, KINGDOMINO.shapes.state)
    return KINGDOMINO.table(loaded, base(), KINGDOMINO.choices(loaded.options))


def fields_of(shape: Any) -> dict[str, Any]:
    """The fields of the Structs in a type, by name."""
    kind = msgspec.inspect.type_info(shape) if not isinstance(shape, msgspec.inspect.Type) else shape
    found: dict[str, Any] = {}
    for part in getattr(kind, "types", [kind]):
        if isinstance(part, msgspec.inspect.StructType):
            found.update({field.encode_name: field.type for field in part.fields})
        elif isinstance(part, msgspec.inspect.Metadata):
            found.update(fields_of(part.type))
    return found


def entries_of(shape: Any) -> Any:
    """The type of the entries of a list, or of the values of an object."""
    for part in getattr(shape, "types", [shape]):
        inner = part.type if isinstance(part, msgspec.inspect.Metadata) else part
        for name in ("item_type", "value_type"):
            if hasattr(inner, name):
                return getattr(inner, name)
    raise AssertionError(f"{shape} has no entries")


@pytest.mark.parametrize(("game", "fact"), DECLARED, ids=lambda value: value if isinstance(value, str) else "")
def test_the_zones_of_a_fact_exist(game: Game, fact: str) -> None:
    for template in game.facts[fact].zones:
        if template.startswith(PACK.rstrip("/")):
            part = template.removeprefix(PACK.rstrip("/")).strip("/").split("/")[0]
            assert not part or part.startswith("{") or part in fields_of(game.shapes.pack), "or the detail names it"
            continue
        shape: Any = msgspec.inspect.type_info(game.shapes.state)
        for step in template.split("/")[1:]:
            if step.startswith("{") and fields_of(shape):
                break  # the detail names the field
            if step == "*" or step.startswith("{"):
                shape = entries_of(shape)
            else:
                assert step in fields_of(shape), f"{fact}: {template}"
                shape = fields_of(shape)[step]


def test_every_game_declares_its_facts() -> None:
    for game in GAMES:
        assert game.facts.keys() == game.rulebook.facts.keys()
        assert "due" in game.facts


def test_a_fact_needs_a_predicate_and_zones() -> None:
    book = KINGDOMINO.rulebook
    predicates = dict.fromkeys(book.facts, is_known)
    declare(book, predicates)
    with pytest.raises(RulebookError, match="differ in turn"):
        declare(book, {fact: predicate for fact, predicate in predicates.items() if fact != "turn"})
    with pytest.raises(RulebookError, match="differ in weather"):
        declare(book, {**predicates, "weather": is_known})


@pytest.mark.parametrize(
    ("state", "templates", "detail", "pointers"),
    [
        ({"players": [{"name": "ana"}]}, ["/pile"], {}, ["/state/pile"]),
        ({"players": [{"name": "ana"}], "pile": []}, ["/pile"], {}, []),
        ({"players": [{"name": "ana"}], "pile": [3, "?"]}, ["/pile"], {}, ["/state/pile"]),
        ({"players": [{"name": "ana"}]}, ["/players"], {}, ["/state/players"]),
        ({"players": [{"name": "ana"}, {"name": "bo"}]}, ["/players"], {}, []),
        (
            {"players": [{"name": "ana"}, {"name": "bo"}]},
            ["/players/{player}/kingdom"],
            {"player": "bo"},
            ["/state/players/1/kingdom"],
        ),
        ({"players": [{"name": "ana"}]}, ["/players/{player}/kingdom"], {"player": "bo"}, ["/state/players"]),
        (
            {"players": [{"name": "ana", "kingdom": []}, {"name": "bo"}]},
            ["/players/*/kingdom"],
            {},
            ["/state/players/1/kingdom"],
        ),
        (
            {"players": [{"name": "ana", "kingdom": []}]},
            ["/players/{player}/{zone}"],
            {"player": "ana", "zone": "discarded"},
            ["/state/players/0/discarded"],
        ),
        ({"players": [{"name": "ana"}]}, ["/pack/tracks", "/pile", "/pile"], {}, ["/pack/tracks", "/state/pile"]),
    ],
)
def test_pointers_lead_to_what_was_left_out(
    state: dict[str, Any], templates: list[str], detail: dict[str, Any], pointers: list[str]
) -> None:
    assert unknown_zones(table_of(state), templates, detail) == pointers


def test_facts_are_grouped_by_player_and_the_most_doubtful_comes_first() -> None:
    book = KINGDOMINO.rulebook
    facts: list[tuple[str, dict[str, Any]]] = [
        ("turn", {"player": "bo"}),
        ("undrawn", {}),
        ("kingdom", {"player": "ana"}),
        ("turn", {"player": "ana"}),
        ("own-domino", {"player": "bo"}),
        ("turn", {"player": "ana"}),
    ]
    expected = [
        ("kingdom", {"player": "ana"}),
        ("turn", {"player": "ana"}),
        ("own-domino", {"player": "bo"}),
        ("turn", {"player": "bo"}),
        ("undrawn", {}),
    ]
    for seed in range(20):
        random.Random(seed).shuffle(facts)
        assert ordered(facts, book) == expected


def test_many_facts_are_ordered_in_time() -> None:
    """A replay may assume something else with every move: twice as many facts take twice as long, not four times."""
    facts: list[tuple[str, dict[str, Any]]] = [
        ("kingdom", {"player": "ana", "domino": number, "x": 1, "y": 0, "to": "e"}) for number in range(20_000)
    ]
    with at_most(2):
        assert ordered([*facts, *facts], KINGDOMINO.rulebook) == facts


def test_it_can_be_unknown_who_moves_next(client: FlaskClient) -> None:
    question = {"state": {"players": [{"name": "ana"}]}, "player": "ana"}
    following = client.post("/v1/games/kingdomino/legal-moves", json=question).json["next"]
    (fact,) = following["unknown"]
    assert fact["fact"] == "due"
    assert "/state/next_line" in fact["zones"]
    assert set(following) == {"unknown"}
