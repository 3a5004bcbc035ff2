"""What can be looked up: games, rules, how they are tested, packs."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from service.api.openapi import document
from service.games.kingdomino.game import GAME as game
from service.games.registry import OURS
from tests.api.questions import BASE_PACK, KINGDOMINO, PAGES
from tests.our_games import GAMES

LANGUAGES = ("en", "es", "pl")
RULES = game.rulebook.rules


def look_up(client: FlaskClient, path: str, **query: Any) -> Any:
    response = client.get(path, query_string=query or None)
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.get_json()


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_as_the_document_promises(app: Flask, client: FlaskClient, path: str) -> None:
    promised = document(app)
    address = path.partition("?")[0]
    for place, pattern in (
        ("/rules/{rule}", r"/rules/place/\w+$"),
        ("/packs/{pack}", r"/packs/\w+$"),
        ("/cases/{case}", r"/cases/[\w-]+$"),
    ):
        address = re.sub(pattern, place, address)
    schema = promised["paths"][address]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": promised["components"]}).validate(look_up(client, path))


# ---------------------------------------------------------------- games


def test_the_list_of_games_holds_each_game_as_its_own_page_does(client: FlaskClient) -> None:
    listed = look_up(client, "/v1/games")["games"]
    assert [entry["id"] for entry in listed] == [game.meta.id for game in GAMES]
    for entry in listed:
        assert entry == look_up(client, f"/v1/games/{entry['id']}")["game"]


def test_a_game_lists_what_can_be_asked_and_chosen(client: FlaskClient) -> None:
    entry = look_up(client, KINGDOMINO)["game"]
    assert entry["title"] == "Kingdomino"
    assert entry["players"] == [2, 4]
    assert entry["variants"] == ["great-duel", "harmony", "middle-kingdom", "dynasty"]
    assert [edition["id"] for edition in entry["editions"]] == ["es", "first"]
    assert entry["languages"] == list(LANGUAGES)
    assert {move["type"]: move["made_by"] for move in entry["moves"]} == {
        "choose": "player",
        "place": "player",
        "discard": "player",
        "reveal": "table",
        "draw": "table",
    }
    assert entry["packs"] == ["base"]


def test_every_house_rule_has_its_values_and_which_edition_plays_which(client: FlaskClient) -> None:
    rules = {rule["name"]: rule for rule in look_up(client, KINGDOMINO)["game"]["house_rules"]}
    names = ["three_players", "first_round_of_two", "tie_break", "harmony", "middle_kingdom", "late_mistakes"]
    assert list(rules) == names
    played = {value["value"]: value["editions"] for value in rules["first_round_of_two"]["values"]}
    assert played == {"one-two-one": ["es"], "drawn": ["first"], "alternate": []}
    for rule in rules.values():
        assert sorted(edition for value in rule["values"] for edition in value["editions"]) == ["es", "first"]


# ---------------------------------------------------------------- rules


def test_the_rules_stand_in_the_order_of_the_book(client: FlaskClient) -> None:
    tree = look_up(client, f"{KINGDOMINO}/rules")
    sections = [section["id"] for section in tree["sections"]]
    assert sections == list(dict.fromkeys(rule.section for rule in RULES.values()))
    assert sections.index("setup") < sections.index("first-round") < sections.index("round") < sections.index("score")
    for section in tree["sections"]:
        own = [f"kingdomino/{rule.id}" for rule in RULES.values() if rule.section == section["id"]]
        assert [rule["id"] for rule in section["rules"]] == own


def test_the_tree_holds_every_rule_once(client: FlaskClient) -> None:
    tree = look_up(client, f"{KINGDOMINO}/rules")
    listed = [rule["id"] for section in tree["sections"] for rule in section["rules"]]
    assert sorted(listed) == sorted(f"kingdomino/{rule}" for rule in RULES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tree_comes_with_section_titles_and_a_glossary(client: FlaskClient, language: str) -> None:
    tree = look_up(client, f"{KINGDOMINO}/rules", lang=language)
    assert all(section["title"] for section in tree["sections"])
    assert "domino" in tree["glossary"]
    assert all(tree["glossary"].values())


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_found_with_and_without_the_name_of_its_game(client: FlaskClient, rule: str) -> None:
    short = client.get(f"{KINGDOMINO}/rules/{rule}")
    assert short.status_code == 200
    assert short.get_json()["rule"]["id"] == f"kingdomino/{rule}"
    assert client.get(f"{KINGDOMINO}/rules/kingdomino/{rule}").data == short.data


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_alone_is_the_same_as_in_the_tree(client: FlaskClient, language: str) -> None:
    tree = look_up(client, f"{KINGDOMINO}/rules", lang=language)
    for section in tree["sections"]:
        for rule in section["rules"]:
            alone = look_up(client, f"/v1/games/{tree['game']}/rules/{rule['id']}", lang=language)
            assert alone == {"rule": rule, "rules_version": tree["rules_version"]}


def test_a_rule_of_no_book_gives_the_reasons_of_its_house_ruling(client: FlaskClient) -> None:
    rule = look_up(client, f"{KINGDOMINO}/rules/place/own-half")["rule"]
    assert rule["house_ruling"]["number"] == "KD-4"
    assert rule["house_ruling"]["reason"]
    assert {source["status"] for source in rule["sources"]} == {"silent"}


def test_a_rule_has_its_place_in_each_printed_edition(client: FlaskClient) -> None:
    rule = look_up(client, f"{KINGDOMINO}/rules/place/match")["rule"]
    assert rule["house_ruling"] is None
    assert [source["edition"] for source in rule["sources"]] == ["es", "first"]
    assert all(source["section"] for source in rule["sources"])


@pytest.mark.parametrize(
    "rule", ["place", "place/", "place/nothing", "PLACE/MATCH", "chess/place/match", "kingdomino"]
)
def test_a_rule_that_does_not_exist_is_not_found(client: FlaskClient, rule: str) -> None:
    assert client.get(f"{KINGDOMINO}/rules/{rule}").status_code == 404


# ---------------------------------------------------------------- coverage


def test_every_rule_lists_the_tests_that_keep_and_break_it(client: FlaskClient) -> None:
    rules = look_up(client, f"{KINGDOMINO}/rules/coverage")["rules"]
    assert [rule["id"] for rule in rules] == [f"kingdomino/{rule}" for rule in RULES]
    for rule in rules:
        assert rule["obeyed_by"], rule["id"]
        assert bool(rule["broken_by"]) == rule["can_be_broken"], rule["id"]
        assert sum(rule["seen_as"].values()) >= len(rule["obeyed_by"]) + len(rule["broken_by"])


@pytest.mark.parametrize("name", OURS)
def test_a_game_says_how_many_rules_were_seen_and_where_they_are(client: FlaskClient, name: str) -> None:
    coverage = look_up(client, f"/v1/games/{name}")["game"]["coverage"]
    rules = look_up(client, coverage["path"])["rules"]
    assert coverage == {
        "rules": len(rules),
        "kept": sum(bool(rule["obeyed_by"]) for rule in rules),
        "can_be_broken": sum(rule["can_be_broken"] for rule in rules),
        "broken": sum(bool(rule["broken_by"]) for rule in rules),
        "path": f"/v1/games/{name}/rules/coverage",
    }
    assert coverage["kept"] == coverage["rules"] > coverage["broken"] == coverage["can_be_broken"] > 0


# ---------------------------------------------------------------- packs


def test_every_listed_pack_says_whether_it_is_made_up(client: FlaskClient) -> None:
    (pack,) = look_up(client, f"{KINGDOMINO}/packs")["packs"]
    assert pack["id"] == "base"
    assert pack["stand_in"] is False


def test_a_pack_is_given_whole(client: FlaskClient) -> None:
    assert look_up(client, f"{KINGDOMINO}/packs/base") == {"pack": BASE_PACK}


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ({"number": 19}, [19]),
        ({"number": 49}, []),
        ({"number": -1}, []),
        ({"terrain": "mine"}, [23, 40, 45, 46, 47, 48]),
        ({"terrain": "mine", "number": 48}, [48]),
        ({"terrain": "mine", "number": 1}, []),
        ({"terrain": "sea"}, []),
    ],
)
def test_a_pack_can_be_filtered(client: FlaskClient, query: dict[str, Any], numbers: list[int]) -> None:
    pack = look_up(client, f"{KINGDOMINO}/packs/base", **query)["pack"]
    assert [domino["number"] for domino in pack["dominoes"]] == numbers
    assert {**pack, "dominoes": BASE_PACK["dominoes"]} == BASE_PACK


@pytest.mark.parametrize("query", ["number=x", "number=", "number=3.7", "colour=blue", "terrain=" + "a" * 41])
def test_a_filter_that_makes_no_sense_is_refused(client: FlaskClient, query: str) -> None:
    response = client.get(f"{KINGDOMINO}/packs/base?{query}")
    assert response.status_code == 422
    assert response.get_json()["errors"][0]["parameter"] == query.partition("=")[0]


@pytest.mark.parametrize("path", ["/v1/games/chess", f"{KINGDOMINO}/packs/none", f"{KINGDOMINO}/rules/none"])
def test_what_does_not_exist_is_not_found(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response.get_json()["title"] == "There is nothing at this address"


def test_a_missing_pack_comes_with_those_that_there_are(client: FlaskClient) -> None:
    assert "base" in client.get(f"{KINGDOMINO}/packs/none").get_json()["detail"]
