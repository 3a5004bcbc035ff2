"""The command answers as the service does, byte for byte, in this process and by a server."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.cli.outcome import code_of_answer
from service.cli.referee import ANSWER_BYTES, STEPS, LocalReferee
from service.games.registry import OURS
from service.settings import Settings
from tests.cli.command import brehon, example
from tests.live_server import running

COMMANDS = {
    "validate": ("judge",),
    "legal-moves": ("legal-moves",),
    "resolve": ("resolve",),
    "score": ("score",),
    "replay": ("replay",),
    "audit": ("audit",),
    "packs-check": ("pack", "check"),
}


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("operation", COMMANDS)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_an_answer_in_this_process_is_that_of_the_api(
    client: FlaskClient, game: str, operation: str, language: str
) -> None:
    asked = example(game, operation)
    body = json.dumps(asked["request"])
    response = client.post(asked["path"], data=body, content_type="application/json", query_string={"lang": language})
    result = brehon(*COMMANDS[operation], "--game", game, "--json", "--lang", language, stdin=body)
    assert result.stdout_bytes == response.get_data() + b"\n"
    assert result.exit_code == code_of_answer(response.get_json())


@pytest.mark.parametrize("game", OURS)
def test_a_picture_in_this_process_is_that_of_the_api(client: FlaskClient, game: str) -> None:
    asked = example(game, "diagram")
    response = client.post(asked["path"], json=asked["request"])
    result = brehon("diagram", "--game", game, stdin=json.dumps(asked["request"]))
    assert result.stdout_bytes == response.get_data()


def test_a_server_gives_the_same_bytes_and_exit_codes(app: Flask) -> None:
    with running(app) as address:
        for operation, command in COMMANDS.items():
            body = json.dumps(example("kingdomino", operation)["request"])
            words = (*command, "--game", "kingdomino", "--json", "--lang", "es")
            here, there = brehon(*words, stdin=body), brehon(*words, "--server", address, stdin=body)
            assert (there.stdout, there.exit_code) == (here.stdout, here.exit_code)
        search = ("rules", "castle", "connects", "--json")
        assert brehon(*search, "--server", address).stdout == brehon(*search).stdout


def test_a_refusal_is_that_of_the_api_without_its_request_id(app: Flask, client: FlaskClient) -> None:
    bodies = [b"{", b"[]", b'{"state": {}}', b'{"state": {"players": [{"name": "ana"}]}, "move": {"type": "fly"}}']
    with running(app) as address:
        for body in bodies:
            path = "/v1/games/kingdomino/validate"
            response = client.post(path, data=body, content_type="application/json", query_string={"lang": "pl"})
            problem = response.get_json()
            words = ("judge", "--game", "kingdomino", "--json", "--lang", "pl")
            here, there = brehon(*words, stdin=body), brehon(*words, "--server", address, stdin=body)
            assert here.exit_code == there.exit_code == 4
            if body.startswith(b'{"'):  # else the command says itself that it is no question
                del problem["request_id"]
                assert json.loads(here.stdout) == problem
                assert json.loads(there.stdout) | {"request_id": ""} == problem | {"request_id": ""}


def test_the_limits_are_those_of_the_service() -> None:
    settings = Settings()
    assert (settings.step_budget, settings.answer_limit) == (STEPS, ANSWER_BYTES)


def test_settings_of_the_service_hold() -> None:
    body = json.dumps(example("kingdomino", "legal-moves")["request"])
    words = ("legal-moves", "--game", "kingdomino", "--json")
    costly = brehon(*words, stdin=body, env={"BREHON_STEP_BUDGET": "3"})
    assert costly.exit_code == 4
    assert json.loads(costly.stdout)["type"] == "urn:brehon:problem:too-costly"
    bad = brehon(*words, stdin=body, env={"BREHON_STEP_BUDGET": "few"})
    assert bad.exit_code == 5
    assert "BREHON_STEP_BUDGET" in bad.stdout
    assert brehon(*words, stdin=body, env={"BREHON_GAMES": "brian-boru"}).exit_code == 4


def test_games_are_listed_without_being_imported() -> None:
    assert LocalReferee().games()[:4] == list(OURS)
