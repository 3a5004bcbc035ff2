"""The bot of openapi/clients/recipes, between a served app and a chat server that is played here."""

import io
import json
import os
import runpy
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, request
from PIL import Image

from service.operations import png
from tests.docs.examples import ROOT
from tests.live_server import running

BOT = ROOT / "openapi" / "clients" / "recipes" / "dispute_bot.py"
DISPUTE = {
    "state": {"players": [{"name": "ana", "kingdom": [{"domino": 19, "x": 1, "y": 0, "to": "e"}]}]},
    "move": {"type": "place", "player": "ana", "domino": 4, "x": 3, "y": 1, "to": "n"},
    "suggest": True,
}
Chat = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def chat(live_server: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the bot over some messages of a channel; what it posted."""
    posted: list[dict[str, Any]] = []
    written: list[dict[str, Any]] = []
    server = Flask("chat")

    @server.get("/channels/1/messages")
    def messages() -> Any:
        return [message for message in written if message["id"] > int(request.args["after"])]

    @server.post("/channels/1/messages")
    def post() -> str:
        file = request.files.get("file")
        posted.append({**request.form, "file": file.read() if file else None})
        return ""

    with running(server) as url:
        monkeypatch.setitem(os.environ, "BREHON", live_server)
        monkeypatch.setitem(os.environ, "CHAT", f"{url}/channels/1/messages")
        bot = runpy.run_path(str(BOT))

        def play(*texts: str) -> list[dict[str, Any]]:
            last = max((message["id"] for message in written), default=0)
            written.extend({"id": last + number, "content": text} for number, text in enumerate(texts, start=1))
            assert bot["answer_new_messages"](last) == last + len(texts)
            return posted

        yield play


def test_a_dispute_is_answered_with_the_rule_and_a_picture(chat: Chat) -> None:
    (reply,) = chat("hello", f"!judge kingdomino {json.dumps(DISPUTE, indent=1)}", "!judge")
    assert reply["reply_to"] == "2"
    assert reply["content"].startswith("Illegal: ")
    assert "§ Connection by equal terrain: A domino must be connected" in reply["content"]
    assert Image.open(io.BytesIO(reply["file"])).size[0] == 480


def test_what_was_assumed_is_said(chat: Chat) -> None:
    legal = {**DISPUTE, "move": {**DISPUTE["move"], "y": 0}}  # type: ignore[dict-item]
    (reply,) = chat(f"!judge kingdomino {json.dumps(legal)}")
    assert "(assumed: it is ana's turn)" in reply["content"]


def test_a_bad_question_gets_its_place(chat: Chat) -> None:
    spoiled, no_game, no_json = chat(
        '!judge kingdomino {"state": {"players": [{"nam": 1}]}}', "!judge chess {}", "!judge kingdomino {]}"
    )
    assert "/state/players/0/nam" in spoiled["content"]
    assert "There is no game 'chess'" in no_game["content"]
    assert "That is not JSON" in no_json["content"]
    assert all(reply["file"] is None for reply in (spoiled, no_game, no_json))


def test_a_server_without_png_leaves_the_picture_out(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "can_draw", lambda: False)
    (reply,) = chat(f"!judge kingdomino {json.dumps(DISPUTE)}")
    assert reply["content"].startswith("Illegal: ")
    assert reply["file"] is None


def test_it_is_short() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) <= 60
