"""The OpenAPI documents, and Swagger UI to read them: one document for each game, and one for all."""

from flask import Blueprint, Response, current_app, request
from flask_swagger_ui import get_swaggerui_blueprint

from service.api.openapi import document, document_of_game
from service.api.problems import Problem
from service.api.responses import encode

ALL_GAMES = "openapi"


def blueprints(games: dict[str, str]) -> list[Blueprint]:
    """``games`` are their titles by id."""
    pages = Blueprint("docs", __name__)
    encoded: dict[str, bytes] = {}

    def respond(game: str) -> Response:
        if game and game not in games:
            raise Problem(404, f"There is no game {game!r}; there are: {', '.join(games)}.")
        if game not in encoded:
            whole = document(current_app)
            encoded[game] = encode(document_of_game(whole, game) if game else whole)
        return Response(encoded[game], content_type="application/json")

    @pages.get("/openapi.json")
    def openapi() -> Response:
        """All games, or with ``?game=`` one of them."""
        return respond(request.args.get("game", ""))

    @pages.get("/openapi/<game>.json")
    def openapi_of_game(game: str) -> Response:
        return respond(game)

    choices = [{"url": f"/openapi/{game}.json", "name": title} for game, title in games.items()]
    choices.append({"url": "/openapi.json", "name": "All games"})
    config = {"app_name": "Brehon", "validatorUrl": None, "urls": choices, "docExpansion": "list"}
    return [pages, get_swaggerui_blueprint("/docs", "/openapi.json", config=config)]
