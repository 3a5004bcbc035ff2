"""The OpenAPI documents, and Swagger UI to read them: one document for each game, and one for all."""

import threading
from typing import Any, NamedTuple

from flask import Blueprint, Flask, Response, current_app, request
from flask_swagger_ui import get_swaggerui_blueprint

from service.api.openapi import document, document_of_game
from service.api.problems import no_such_game
from service.api.responses import encode, etag_of, reference_response

ENGLISH = "en"


class Encoded(NamedTuple):
    """A document as it is sent."""

    body: bytes
    etag: str


class Documents:
    """The documents of an app, each made when it is first asked for.

    To make one takes a second, so requests that come meanwhile wait for it instead of making it too.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._whole: dict[str, Any] | None = None
        self._encoded: dict[str, Encoded] = {}

    def get(self, app: Flask, game: str) -> Encoded:
        """The document of a game, or for an empty ``game`` that of all games."""
        if game not in self._encoded:
            with self._lock:
                if game not in self._encoded:
                    self._encoded[game] = self._make(app, game)
        return self._encoded[game]

    def _make(self, app: Flask, game: str) -> Encoded:
        if self._whole is None:
            self._whole = document(app)
        body = encode(document_of_game(self._whole, game) if game else self._whole)
        return Encoded(body, etag_of(body))


def blueprints(games: dict[str, str]) -> list[Blueprint]:
    """``games`` are their titles by id."""
    routes = Blueprint("docs", __name__)
    documents = Documents()

    def respond(game: str) -> Response:
        if game and game not in games:
            raise no_such_game(game, games)
        found = documents.get(current_app, game)
        return reference_response(found.body, found.etag, ENGLISH)

    @routes.get("/openapi.json")
    def openapi() -> Response:
        """All games, or with ``?game=`` one of them."""
        return respond(request.args.get("game", ""))

    @routes.get("/openapi/<game>.json")
    def openapi_of_game(game: str) -> Response:
        return respond(game)

    choices = [{"url": f"/openapi/{game}.json", "name": title} for game, title in games.items()]
    choices.append({"url": "/openapi.json", "name": "All games"})
    config = {"app_name": "Brehon", "validatorUrl": None, "urls": choices, "docExpansion": "list"}
    return [routes, get_swaggerui_blueprint("/docs", "/openapi.json", config=config)]
