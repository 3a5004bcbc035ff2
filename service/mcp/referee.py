"""Sends questions to the service in this process: the same app, body limits and step budgets as over HTTP."""

from typing import Any

import msgspec
from flask import Flask

from service.app import create_app
from service.settings import Settings

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Refused(Exception):
    """The service refused a question. The message says what is wrong and where."""


class Referee:
    """The service, called without HTTP."""

    def __init__(self, settings: Settings) -> None:
        self.app: Flask = create_app(settings)
        self.games: dict[str, dict[str, Any]] = {game["id"]: game for game in self.get("/v1/games", "en")["games"]}

    def post(self, game: str, operation: str, question: dict[str, Any], language: str) -> dict[str, Any]:
        """The answer to a question; fields that are None are left out."""
        body = _encode({name: value for name, value in question.items() if value is not None})
        path = f"/v1/games/{game}/{operation}"
        return self._send("POST", path, language, data=body, content_type="application/json")

    def get(self, path: str, language: str, **query: Any) -> dict[str, Any]:
        """A reference page; parameters that are None are left out."""
        chosen = {name: value for name, value in query.items() if value is not None}
        return self._send("GET", path, language, query_string=chosen)

    def _send(self, method: str, path: str, language: str, **sent: Any) -> dict[str, Any]:
        # Flask's client calls the app as a server does. Tools run in threads: each call has a client of its own.
        client = self.app.test_client(use_cookies=False)
        response = client.open(path, method=method, headers={"Accept-Language": language}, **sent)
        answer: dict[str, Any] = _decode(response.get_data())
        if response.status_code != 200:
            raise Refused(message_of(answer))
        return answer


def message_of(problem: dict[str, Any]) -> str:
    """A problem document as text: its title, then each fault with its JSON Pointer or parameter."""
    faults = [
        f"- {error.get('pointer', error.get('parameter', '')) or '(body)'}: {error['detail']}"
        for error in problem.get("errors", ())
    ]
    if not faults:
        return f"{problem['title']}: {problem['detail']}"
    return "\n".join([f"{problem['title']}:", *faults])
