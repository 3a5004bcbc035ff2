"""The POST routes: one set for each game, registered with that game's exact schemas."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, g, request
from flask_smorest import Blueprint

from service.api.counter import Counter
from service.api.desk import Desk
from service.api.edge import QuestionParser, language
from service.api.openapi import LANGUAGE_PARAMETER, problems
from service.cache import Entry

SUMMARIES = {
    "setup": "Set up a table",
    "validate": "Rule on a move",
    "legal-moves": "List the legal moves",
    "replay": "Check a whole log",
    "audit": "Check whether a position is possible",
    "score": "Count the points",
    "view": "Show the table as one player may see it",
    "packs-check": "Check a component pack",
}
JSON = "application/json"


class QuestionBlueprint(Blueprint):
    """A flask-smorest blueprint that reads bodies and query strings our way."""

    ARGUMENTS_PARSER = QuestionParser()


def respond(desk: Desk, entry: Entry, language: str, tier: str) -> Response:
    """An answer with the headers that every answer has."""
    g.case_id, g.cache = entry.case_id, tier
    response = Response(entry.body, content_type=JSON)
    headers = response.headers
    headers["Brehon-Case"] = entry.case_id
    headers["Brehon-Rules"] = desk.version
    headers["Brehon-Cache"] = tier
    headers["Content-Language"] = language
    headers["Vary"] = "Accept-Language"
    return response


def add_questions(pages: Blueprint, counter: Counter, desk: Desk) -> None:
    """All questions that can be asked about one game."""
    for operation in desk.questions:
        _route(pages, counter, desk, operation)


def _route(pages: Blueprint, counter: Counter, desk: Desk, operation: str) -> None:
    def answer(question: dict[str, Any]) -> Response:
        reader = language()
        entry, tier = counter.answer(desk, operation, question, reader)
        return respond(desk, entry, reader, tier)

    view: Callable[..., Response] = answer
    view.__name__ = operation.replace("-", "_")
    view = pages.response(200, desk.answers[operation], description="The answer.")(view)
    view = pages.arguments(desk.questions[operation])(view)
    view = pages.doc(
        summary=SUMMARIES[operation],
        operationId=f"{desk.id}-{operation}",
        parameters=[LANGUAGE_PARAMETER],
        responses=problems(400, 413, 415, 422),
    )(view)
    if operation in counter.cached:
        view = _from_cache(counter, desk, operation, view)
    pages.route("/" + operation.replace("packs-check", "packs/check"), methods=["POST"])(view)


def _from_cache(
    counter: Counter, desk: Desk, operation: str, view: Callable[..., Response]
) -> Callable[..., Response]:
    """A body that was answered before leaves here, before anybody parses it."""

    @wraps(view)
    def cached(*args: Any, **kwargs: Any) -> Response:
        reader = language()
        key = counter.raw_key(desk, operation, reader, request.get_data())
        entry, tier = counter.cache.get(key)
        if entry is not None and request.mimetype == JSON:
            return respond(desk, entry, reader, tier)
        response = view(*args, **kwargs)
        counter.cache.put(key, Entry(body=response.get_data(), case_id=response.headers["Brehon-Case"]))
        return response

    return cached
