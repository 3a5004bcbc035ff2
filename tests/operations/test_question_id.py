"""The question id: of the question alone, the same in every release and language; for a viewer, of what is seen."""

import copy
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT, UNSET, inspect

from service.operations.answering import ids_of
from service.operations.question import Ids, masked
from service.operations.served_game import ServedGame
from tests.api.questions import BASE_PACK, MISFIT, QUESTIONS, SMALL, WHOLE
from tests.operations.test_cache_keys import COMPUTE, EXAMPLES, GAMES_SERVED, KINGDOMINO, Example, loaded, with_pack
from tests.our_games import GAMES

PINNED: dict[str, str] = json.loads((Path(__file__).parent / "question_ids.json").read_text("utf-8"))
"""The ids of fixed questions. A release never changes one of these lines: apps have stored them."""


def ids(operation: str, sent: Any, language: str = "en", served: ServedGame = KINGDOMINO) -> Ids:
    return ids_of(masked(loaded(operation, json.dumps(sent).encode(), language, served)))


def question_id(operation: str, sent: Any, language: str = "en", served: ServedGame = KINGDOMINO) -> str:
    return ids(operation, sent, language, served).question


FIXED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "setup": ("kingdomino", "setup", {"players": ["ana", "bruno"], "seed": 7}),
    "score of squares": (
        "kingdomino",
        "score",
        {"state": {"players": [{"name": "ana", "squares": [{"x": 1, "y": 0, "terrain": "lake", "crowns": 1}]}]}},
    ),
    "placement": (
        "kingdomino",
        "validate",
        {
            "state": {"players": [{"name": "Zoë", "kingdom": [{"domino": 19, "x": 1, "y": 0, "to": "e"}]}]},
            "move": {"type": "place", "player": "Zoë", "domino": 7, "x": 2, "y": 1, "to": "n"},
            "suggest": True,
        },
    ),
    "pack of one's own": (
        "kingdomino",
        "packs-check",
        {
            "pack": {
                "id": "mine",
                "title": "Mine",
                "dominoes": [
                    {"number": 1, "a": {"terrain": "wheat", "crowns": 0}, "b": {"terrain": "mine", "crowns": 2}}
                ],
            }
        },
    ),
    "table of Brian Boru": (
        "brian-boru",
        "legal-moves",
        {"state": {"players": [{"name": "ana"}, {"name": "bo"}, {"name": "cid"}]}},
    ),
    "odds": ("ortus-regni", "odds", {"engagement": {"attackers": {"infantry": 2}, "kind": "siege"}}),
    "view": (
        "ortus-regni",
        "view",
        {
            "state": {"players": [{"name": "ana", "hand": ["land"]}, {"name": "bo", "hand": ["monk"]}]},
            "player": "ana",
        },
    ),
    "pack by name": (
        "roll-and-raid",
        "audit",
        {"state": {"players": [{"name": "ana"}, {"name": "bo"}]}, "pack": "training"},
    ),
}


@pytest.mark.parametrize("name", FIXED)
def test_a_release_changes_no_question_id(name: str) -> None:
    game, operation, sent = FIXED[name]
    assert question_id(operation, sent, served=GAMES_SERVED[game]) == PINNED[name]


def test_every_pinned_id_has_its_question() -> None:
    assert set(PINNED) == set(FIXED)


def test_language_and_rules_version_change_the_case_alone() -> None:
    release = copy.copy(KINGDOMINO)
    release.version = "kingdomino/next+next"
    asked = [ids("score", QUESTIONS["score"], language) for language in ("en", "es", "pl")]
    asked.append(ids("score", QUESTIONS["score"], served=release))
    assert len({each.question for each in asked}) == 1
    assert len({each.case for each in asked}) == 4


def test_a_pack_that_is_named_counts_by_its_name(tmp_path: Path) -> None:
    """What an operator or a release puts into a pack is no part of the question."""
    first, *others = BASE_PACK["dominoes"]
    crowned = {**first, "a": {**first["a"], "crowns": 3}}
    packs = [{**BASE_PACK, "id": "mine", "dominoes": [each, *others]} for each in (first, crowned)]
    operators = [with_pack(tmp_path / str(number), pack) for number, pack in enumerate(packs)]
    asked = [ids("score", {"state": SMALL, "pack": "mine"}, served=served) for served in operators]
    assert asked[0].question == asked[1].question
    assert asked[0].case != asked[1].case
    assert question_id("score", {"state": SMALL}) == question_id("score", {"state": SMALL, "pack": "base"})
    sent = {question_id("score", {"state": SMALL, "pack": pack}) for pack in packs}
    assert len({question_id("score", {"state": SMALL}), *sent}) == 3


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.game.meta.id} {example.operation}")
def test_the_answer_has_both_ids(example: Example) -> None:
    served = GAMES_SERVED[example.game.meta.id]
    question = loaded(example.operation, json.dumps(example.question).encode(), "en", served)
    entry = COMPUTE.answer(question).entry
    expected = ids(example.operation, example.question, served=served)
    assert entry.case_id == expected.case
    if example.operation != "diagram":
        answer = msgspec.json.decode(entry.body)
        assert (answer["question_id"], answer["case_id"]) == expected


def test_other_games_operations_and_fields_are_other_questions() -> None:
    opening = {"players": ["ana", "bruno", "carla"], "seed": 1}
    seen = {question_id("setup", opening, served=served) for served in GAMES_SERVED.values()}
    seen |= {question_id(operation, {"state": SMALL}) for operation in ("audit", "score", "legal-moves", "resolve")}
    base = {"state": WHOLE, "move": MISFIT}
    more = ({}, {"compare": True}, {"suggest": True}, {"viewer": "ana"}, {"viewer": "bruno"})
    seen |= {question_id("validate", {**base, **each}) for each in more}
    assert len(seen) == 13


@pytest.mark.parametrize(("operation", "field"), [("view", "player"), ("audit", "viewer"), ("validate", "viewer")])
def test_for_a_viewer_the_ids_are_made_of_what_is_seen(operation: str, field: str) -> None:
    def asked(hand: list[str], viewer: str | None) -> Ids:
        state = {"players": [{"name": "ana", "hand": ["land"]}, {"name": "bo", "hand": hand}]}
        move = {"move": {"type": "end", "player": "ana"}} if operation == "validate" else {}
        more = {field: viewer} if viewer else {}
        return ids(operation, {"state": state, **move, **more}, served=GAMES_SERVED["ortus-regni"])

    assert asked(["monk"], "ana") == asked(["prince"], "ana")
    assert asked(["monk"], "bo").question != asked(["prince"], "bo").question
    assert asked(["monk"], "ana").question != asked(["monk", "monk"], "ana").question, "the number of cards is seen"
    if operation != "view":
        assert asked(["monk"], None).question != asked(["prince"], None).question


VALUE_DEFAULTS = Path(__file__).parent / "value_defaults.txt"
"""The fields whose default is a value, which is encoded: game, type, field and default, a line each."""


def test_a_new_field_has_no_value_as_its_default() -> None:
    """Else every question that does not send it gets another id: its default has to be ``UNSET``."""
    lines = sorted({line for game in GAMES for line in value_defaults(game)})
    assert lines == VALUE_DEFAULTS.read_text("utf-8").splitlines()


def value_defaults(game: Any) -> list[str]:
    found: list[str] = []
    shapes = game.shapes
    kinds = (
        shapes.state,
        shapes.move,
        shapes.options,
        shapes.house_rules,
        shapes.pack,
        shapes.sheet,
        shapes.engagement,
    )
    pending = [inspect.type_info(kind) for kind in kinds if kind is not None]
    seen: set[type] = set()
    while pending:
        kind = pending.pop()
        if isinstance(kind, inspect.StructType) and kind.cls not in seen:
            seen.add(kind.cls)
            for field in kind.fields:
                default = field.default if field.default_factory is NODEFAULT else field.default_factory()
                if default is not NODEFAULT and default is not UNSET:
                    written = msgspec.json.encode(default).decode()
                    found.append(f"{game.meta.id} {kind.cls.__name__}.{field.encode_name} = {written}")
                pending.append(field.type)
        for name in ("type", "item_type", "key_type", "value_type"):
            if isinstance(inner := getattr(kind, name, None), inspect.Type):
                pending.append(inner)
        for name in ("types", "item_types"):
            pending += getattr(kind, name, ())
    return found
