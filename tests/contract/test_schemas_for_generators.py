"""What generators of clients need of the schemas: names, types, discriminators, and answers that may grow."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from service.api.openapi_details import DETAILED
from service.api.openapi_schemas import names_in, reachable
from service.operations.answering import OPERATIONS as QUESTIONS
from tests.cases.test_cases import KIT
from tests.contract.test_openapi import OPERATIONS, PROMISED
from tests.our_games import GAMES

SCHEMAS: dict[str, dict[str, Any]] = PROMISED["components"]["schemas"]
PREFIXES = {game.meta.id: game.meta.id.title().replace("-", "") for game in GAMES}


def parts_of(schema: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every JSON Schema in a schema; properties of the same name as a keyword are none."""
    if not isinstance(schema, dict):
        return
    yield place, schema
    for key in ("items", "additionalProperties"):
        yield from parts_of(schema.get(key), f"{place}/{key}")
    for key in ("anyOf", "oneOf", "prefixItems"):
        for number, part in enumerate(schema.get(key, [])):
            yield from parts_of(part, f"{place}/{key}/{number}")
    for name, part in schema.get("properties", {}).items():
        yield from parts_of(part, f"{place}/{name}")


PARTS = [part for name, schema in SCHEMAS.items() for part in parts_of(schema, name)]


def test_every_enumeration_has_a_type_and_no_list_forbids_items() -> None:
    assert [place for place, part in PARTS if {"enum", "const"} & part.keys() and "type" not in part] == []
    assert [place for place, part in PARTS if part.get("items") is False or "prefixItems" in part] == []


def test_no_default_is_an_object_or_a_list() -> None:
    """Generated Dart and Python do not compile with one."""
    assert [place for place, part in PARTS if isinstance(part.get("default"), dict | list)] == []


def test_every_component_is_called_by_its_own_name() -> None:
    assert {name: schema["title"] for name, schema in SCHEMAS.items()} == {name: name for name in SCHEMAS}
    assert [place for place, part in PARTS if "/" in place and "title" in part] == []


def test_every_tagged_union_is_a_component_with_a_discriminator() -> None:
    unions = {place: part for place, part in PARTS if "discriminator" in part}
    assert set(unions) <= set(SCHEMAS)
    for part in unions.values():
        (references,) = [part["oneOf"]]
        mapping = part["discriminator"]["mapping"]
        assert sorted(mapping.values()) == sorted(reference["$ref"] for reference in references)
        for tag, reference in mapping.items():
            member = SCHEMAS[reference.rpartition("/")[2]]
            assert member["properties"][part["discriminator"]["propertyName"]]["const"] == tag


@pytest.mark.parametrize("prefix", PREFIXES.values())
def test_a_suggestion_is_of_the_same_type_as_a_move(prefix: str) -> None:
    move = {"$ref": f"#/components/schemas/{prefix}Move"}

    def property_of(name: str, field: str) -> dict[str, Any]:
        found = SCHEMAS[f"{prefix}{name}"]["properties"][field]
        return {key: value for key, value in found.items() if key != "description"}

    assert property_of("ValidateQuestion", "move") == property_of("DiagramQuestion", "move") == move
    lists = (("ValidateAnswer", "suggestions"), ("LegalMovesAnswer", "moves"), ("ReplayQuestion", "moves"))
    for name, field in lists:
        assert property_of(name, field)["items"] == move
    for name in ("State", "Pack", "Options", "HouseRules"):
        assert f"{prefix}{name}" in SCHEMAS
    assert property_of("ValidateQuestion", "state") == {"$ref": f"#/components/schemas/{prefix}State"}


def test_the_language_is_a_parameter_that_all_operations_share() -> None:
    shared = {"$ref": "#/components/parameters/lang"}
    for _, _, operation in OPERATIONS.values():
        assert shared in operation["parameters"]
        assert "lang" not in [parameter.get("name") for parameter in operation["parameters"]]


def test_answers_may_have_new_fields_and_questions_may_not() -> None:
    answers = reachable(SCHEMAS, [operation["responses"] for _, _, operation in OPERATIONS.values()])
    assert [name for name in answers if SCHEMAS[name].get("additionalProperties") is False] == []
    questions = [operation["requestBody"] for _, _, operation in OPERATIONS.values() if "requestBody" in operation]
    only_asked = reachable(SCHEMAS, questions) - answers
    objects = [name for name in only_asked if SCHEMAS[name].get("type") == "object"]
    assert len(objects) > len(QUESTIONS) * len(GAMES)
    assert [name for name in objects if SCHEMAS[name].get("additionalProperties") is not False] == []


# ---------------------------------------------------------------- details


def detailed(answer: Any, name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object with a ``detail`` in an answer, with the name of the field that it is in."""
    if isinstance(answer, dict):
        if isinstance(answer.get("detail"), dict):
            yield name, answer
        for field, value in answer.items():
            if field not in ("state", "states", "detail"):
                yield from detailed(value, field)
    elif isinstance(answer, list):
        for value in answer:
            yield from detailed(value, name)


TYPES = {"violations": "Violation", "events": "Event", "assumed": "Fact", "missing": "Fact", "lines": "ScoreLine"}


@pytest.mark.parametrize("game", PREFIXES)
def test_details_of_all_cases_are_as_their_rules_say(client: FlaskClient, game: str) -> None:
    seen = 0
    for case in (each for each in KIT["cases"] if each["game"] == game):
        answer = client.post(f"/v1/games/{game}/{case['operation']}", json=case["question"]).get_json()
        for field, entry in detailed(answer):
            if field not in TYPES:
                continue
            by_rule = SCHEMAS[PREFIXES[game] + TYPES[field]]["x-detail"]
            key = entry["type"] if field == "events" else entry.get("fact", entry["rule"])
            if key in by_rule:  # facts and events of the core have their own
                Draft202012Validator(by_rule[key]).validate(entry["detail"])
                seen += 1
            else:
                assert key in ("forced", "rule-holds", "unresolved") or field in ("assumed", "missing"), key
    assert seen > 20


def test_every_rule_that_can_be_broken_has_its_detail() -> None:
    for game in GAMES:
        by_rule = SCHEMAS[f"{PREFIXES[game.meta.id]}Violation"]["x-detail"]
        assert set(by_rule) <= set(game.rulebook.full_ids.values())
        assert len(by_rule) > 10
    assert all(f"{prefix}{name}" in SCHEMAS for prefix in PREFIXES.values() for name in DETAILED)


def test_names_of_unions_come_from_the_modules_of_the_schemas() -> None:
    from schemas import kingdomino

    names = names_in(kingdomino)
    assert names[frozenset(("value", side) for side in "nesw")] == "Side"
    assert "Move" in names.values()
