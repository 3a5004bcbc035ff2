"""The MCP server, asked by the client of the official SDK: in memory, over standard input and output, over HTTP."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.server import MCPServer
from mcp.shared.exceptions import MCPError

from service.cli.main import cli
from service.mcp import __main__ as command
from service.mcp.referee import Referee, Refused, message_of
from service.mcp.server import build
from service.mcp.texts import LABELS
from service.settings import Settings
from tests.our_games import GAMES

IDS = [game.meta.id for game in GAMES]
TOOLS = {"find_rule", "how_to_ask", "judge_move", "list_legal_moves", "resolve", "score"}
ILLEGAL = {
    "game": "kingdomino",
    "state": {"players": [{"name": "ana", "kingdom": [{"domino": 19, "x": 1, "y": 0, "to": "e"}]}]},
    "move": {"type": "place", "player": "ana", "domino": 4, "x": 3, "y": 1, "to": "n"},
}
LEGAL = {**ILLEGAL, "move": {**ILLEGAL["move"], "y": 0}}  # type: ignore[dict-item]
Call = Callable[..., Any]


@pytest.fixture(scope="module")
def server() -> MCPServer[Any]:
    return build()


@pytest.fixture(scope="module")
def call(server: MCPServer[Any]) -> Call:
    """Calls a tool in memory."""

    def called(tool: str, **arguments: Any) -> Any:
        return asked(server, lambda client: client.call_tool(tool, arguments))

    return called


def asked(server: Any, question: Callable[[Client], Coroutine[Any, Any, Any]]) -> Any:
    """What the server answers. In a new thread: Playwright runs an event loop in the thread of the tests."""

    async def ask() -> Any:
        async with Client(server) as client:
            return await question(client)

    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(anyio.run, ask).result()


# ---------------------------------------------------------------- tools


def test_the_tools_say_to_cite_and_to_name_what_was_assumed(server: MCPServer[Any]) -> None:
    tools = {tool.name: tool for tool in asked(server, lambda client: client.list_tools()).tools}
    assert set(tools) == TOOLS
    for tool in tools.values():
        assert tool.description
        assert tool.annotations.read_only_hint
        assert set(tool.input_schema["properties"]["language"]["enum"]) == {"en", "es", "pl"}
        for name, schema in tool.input_schema["properties"].items():
            assert schema.get("description"), (tool.name, name)
    assert tools["judge_move"].input_schema["properties"]["game"]["enum"] == IDS
    assert set(tools["judge_move"].input_schema["required"]) == {"game", "state", "move"}
    assert "assumed" in tools["judge_move"].description
    assert "Cite the rule" in (server.instructions or "")
    assert "say what was assumed" in (server.instructions or "")


def test_a_ruling_has_its_rules_with_their_places_in_the_book(call: Call) -> None:
    result = call("judge_move", **ILLEGAL)
    assert not result.is_error
    text = result.content[0].text
    assert text.startswith("Illegal: ")
    assert "[kingdomino/place/match]" in text
    assert "first: Connection rules" in text
    assert result.structured_content["verdict"] == "illegal"
    assert json.loads(result.content[1].text) == result.structured_content
    assert result.structured_content["suggestions"]


@pytest.mark.parametrize("language", LABELS)
def test_what_was_assumed_is_said_in_the_language_of_the_reader(call: Call, language: str) -> None:
    result = call("judge_move", **LEGAL, language=language)
    assert result.structured_content["verdict"] == "legal"
    assumed = result.structured_content["assumed"]
    assert assumed
    lines = result.content[0].text.splitlines()
    assert f"{LABELS[language]['assumed']}:" in lines
    assert f"- {assumed[0]['text']}" in lines


def test_every_language_has_every_label() -> None:
    assert {frozenset(labels) for labels in LABELS.values()} == {frozenset(LABELS["en"])}


@pytest.mark.parametrize("game", IDS)
def test_the_examples_of_a_game_are_answered_by_the_tools(call: Call, game: str) -> None:
    guide = call("how_to_ask", game=game).structured_content
    assert guide["id"] == game
    assert set(guide["examples"]) == TOOLS - {"find_rule", "how_to_ask"}
    assert len(json.dumps(guide)) < 20_000
    shown = [move["example"]["type"] for move in guide["moves"] if "example" in move]
    assert len(shown) > len(guide["moves"]) / 2
    for tool, example in guide["examples"].items():
        fields = set(asked_fields(tool))
        result = call(tool, game=game, **{name: value for name, value in example.items() if name in fields})
        assert not result.is_error, (tool, result.content)
        assert result.structured_content["summary"] in result.content[0].text


def test_without_the_folder_of_examples_the_cases_serve(monkeypatch: pytest.MonkeyPatch, call: Call) -> None:
    """The wheel has no folder ``openapi``."""
    monkeypatch.setattr("service.mcp.guide.example_of", lambda game, operation: Path("nowhere"))
    examples = call("how_to_ask", game="kingdomino").structured_content["examples"]
    assert {"judge_move", "score"} <= set(examples)
    assert set(examples["judge_move"]) >= {"state", "move"}


def asked_fields(tool: str) -> list[str]:
    return {
        "judge_move": ["state", "move", "house_rules", "viewer"],
        "list_legal_moves": ["state", "player", "type", "house_rules"],
        "resolve": ["state", "house_rules"],
        "score": ["state", "sheet", "claimed", "house_rules"],
    }[tool]


def test_a_long_list_of_moves_says_that_it_is_cut(call: Call) -> None:
    state = {**ILLEGAL["state"], "current_line": [{"domino": 4, "king": "ana"}]}  # type: ignore[dict-item]
    result = call("list_legal_moves", game="kingdomino", state=state, most=2)
    found = result.structured_content["moves_found"]
    assert found > 2
    assert len(result.structured_content["moves"]) == 2
    assert f"Shown: the first 2 of {found}." in result.content[0].text


def test_points_come_with_their_lines(call: Call) -> None:
    squares = [{"x": 1, "y": 0, "terrain": "lake", "crowns": 1}, {"x": 2, "y": 0, "terrain": "lake"}]
    state = {"players": [{"name": "ana", "squares": squares}]}
    result = call("score", game="kingdomino", state=state, claimed={"ana": 3})
    assert "- ana: 2 (Lake: 2 squares × 1 crown = 2 points)" in result.content[0].text
    assert result.structured_content["claims"][0]["correct"] is False


def test_a_rule_is_found_in_three_languages_and_by_its_edition(call: Call) -> None:
    for language, words in (("en", "corner connect"), ("es", "esquina conecta"), ("pl", "róg łączy")):
        result = call("find_rule", words=words, game="kingdomino", language=language)
        ids = [hit["id"] for hit in result.structured_content["hits"]]
        assert "kingdomino/place/match" in ids
        assert "<mark>" not in result.content[0].text
    assert call("find_rule", words="qqqq", language="es").content[0].text == LABELS["es"]["nothing"]
    refused = call("find_rule", words="corner", edition="none")
    assert refused.is_error
    assert "edition" in refused.content[0].text


# ---------------------------------------------------------------- errors and limits


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("judge_move", {**ILLEGAL, "state": {"players": [{"nme": "ana"}]}}, "/state/players/0/nme"),
        ("judge_move", {**ILLEGAL, "game": "chess"}, "There is no game 'chess'"),
        ("judge_move", {**ILLEGAL, "game": "../x"}, "There is no game"),
        ("judge_move", {**ILLEGAL, "move": {"type": "place", "player": "zoe"}}, "/move"),
        ("judge_move", {**ILLEGAL, "language": "de"}, "language"),
        ("judge_move", {"game": "kingdomino"}, "state"),
        ("judge_move", {**ILLEGAL, "viewer": "nobody"}, "/viewer"),
        ("list_legal_moves", {"game": "kingdomino", "state": {}}, "/state"),
        ("resolve", {"game": "kingdomino", "state": {"players": 7}}, "/state/players"),
        ("score", {"game": "kingdomino"}, "state"),
        ("score", {"game": "kingdomino", "state": {"players": []}, "sheet": {}}, "sheet"),
        ("find_rule", {"words": ""}, "words"),
        ("find_rule", {"words": "x" * 201}, "words"),
        ("find_rule", {"words": "tie", "game": "chess"}, "There is no game 'chess'"),
        ("no_such_tool", {}, "no_such_tool"),
    ],
)
def test_a_bad_question_is_an_error_of_the_tool_with_its_place(
    call: Call, tool: str, arguments: dict[str, Any], message: str
) -> None:
    result = call(tool, **arguments)
    assert result.is_error
    assert message in result.content[0].text
    assert "Traceback" not in result.content[0].text


def test_the_limits_are_those_of_the_api() -> None:
    referee = Referee(Settings(rate_limit="off", log_requests=False, body_limit=2000, step_budget=50))
    question = {name: ILLEGAL[name] for name in ("state", "move")}
    with pytest.raises(Refused, match="more steps than one request may use"):
        referee.post("kingdomino", "validate", {**question, "suggest": True}, "en")
    with pytest.raises(Refused, match="too large"):
        referee.post("kingdomino", "validate", {**question, "house_rules": {"x" * 2000: "y"}}, "en")
    deep: Any = []
    for _ in range(40):
        deep = [deep]
    with pytest.raises(Refused, match="Nested too deeply"):
        referee.post("kingdomino", "score", {"state": deep}, "en")


def test_a_problem_without_faults_is_its_detail() -> None:
    assert message_of({"title": "Too many requests", "detail": "Come back."}) == "Too many requests: Come back."


# ---------------------------------------------------------------- resources


def test_rules_and_cases_are_resources(server: MCPServer[Any]) -> None:
    listed = {str(entry.uri) for entry in asked(server, lambda client: client.list_resources()).resources}
    assert listed == {f"brehon://{game}/{kind}" for game in IDS for kind in ("rules", "cases")}
    for uri in listed:
        assert read(server, uri)


def read(server: MCPServer[Any], uri: str) -> Any:
    return json.loads(asked(server, lambda client: client.read_resource(uri)).contents[0].text)


def test_one_rule_and_one_case_in_a_language(server: MCPServer[Any]) -> None:
    rule = read(server, "brehon://kingdomino/rules/place/match?lang=pl")["rule"]
    assert rule["id"] == "kingdomino/place/match"
    assert rule["title"] == "Łączy ten sam teren"
    case = read(server, "brehon://kingdomino/cases")["cases"][0]["id"]
    assert read(server, f"brehon://kingdomino/cases/{case}")["case"]["id"] == case


@pytest.mark.parametrize(
    "uri",
    [
        "brehon://kingdomino/rules/nothing",
        "brehon://kingdomino/cases/nothing",
        "brehon://chess/rules/x",
        "brehon://x",
    ],
)
def test_what_does_not_exist_is_a_protocol_error(server: MCPServer[Any], uri: str) -> None:
    async def refused(client: Client) -> str:
        with pytest.raises(MCPError) as error:
            await client.read_resource(uri)
        return str(error.value)

    assert asked(server, refused)


# ---------------------------------------------------------------- transports


def test_over_standard_input_and_output() -> None:
    parameters = StdioServerParameters(command=sys.executable, args=["-m", "service.mcp"])
    result = asked(stdio_client(parameters), lambda client: client.call_tool("judge_move", ILLEGAL))
    assert result.structured_content["verdict"] == "illegal"


def test_over_http_on_this_machine_alone() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "service.mcp", "--http", "--port", str(port)], stderr=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        url = f"http://127.0.0.1:{port}/mcp"
        result = asked(url, lambda client: client.call_tool("judge_move", ILLEGAL))
        assert result.structured_content["verdict"] == "illegal"
    finally:
        process.terminate()
        process.wait(10)


def wait_for(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not start")


def test_the_command_brehon_starts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(command, "main", lambda arguments: started.append(arguments) or 0)
    assert CliRunner().invoke(cli, ["mcp", "--http", "--port", "9"]).exit_code == 0
    assert started == [["--http", "--host", "127.0.0.1", "--port", "9"]]


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    monkeypatch.delitem(sys.modules, "service.mcp.server")
    assert command.main([]) == 2
    assert "pip install" in capsys.readouterr().err
