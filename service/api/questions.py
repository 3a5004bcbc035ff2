"""The POST routes: one set for each game, registered with that game's exact schemas."""

from collections.abc import Callable

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema

from service.api.counter import Counter
from service.api.desk import Desk
from service.api.edge import JSON, QueryParser, body_parts, is_json, language, note
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
View = Callable[[], Response]


class ReferenceBlueprint(Blueprint):
    """A flask-smorest blueprint that reads query strings our way."""

    ARGUMENTS_PARSER = QueryParser()


def respond(desk: Desk, entry: Entry, language: str, tier: str) -> Response:
    """An answer with the headers that every answer has."""
    headers = [
        ("Brehon-Case", entry.case_id),
        ("Brehon-Rules", desk.version),
        ("Brehon-Cache", tier),
        ("Content-Language", language),
        ("Vary", "Accept-Language"),
    ]
    note(headers, case_id=entry.case_id, cache=tier)
    return Response(entry.body, content_type=JSON)


def add_questions(pages: Blueprint, counter: Counter, desk: Desk) -> None:
    """All questions that can be asked about one game."""
    for operation in desk.questions:
        _route(pages, counter, desk, operation)


def _route(pages: Blueprint, counter: Counter, desk: Desk, operation: str) -> None:
    def answer() -> Response:
        reader = language()
        question = counter.load(desk, operation, body_parts())
        entry, tier = counter.answer(desk, operation, question, reader)
        return respond(desk, entry, reader, tier)

    def answer_from_cache() -> Response:
        """A body that was answered before leaves here, before anybody parses it."""
        reader = language()
        key = counter.raw_key(desk, operation, reader, request.get_data())
        kept, tier = counter.cache.get(key)
        if kept is not None and is_json():
            return respond(desk, kept, reader, tier)
        question = counter.load(desk, operation, body_parts())
        entry, origin = counter.answer(desk, operation, question, reader)
        counter.cache.put(key, entry)
        return respond(desk, entry, reader, origin)

    view = answer_from_cache if operation in counter.cached else answer
    view.__name__ = operation.replace("-", "_")
    asked, answered = desk.questions[operation], desk.answers[operation]
    documented(pages, view, asked, answered, SUMMARIES[operation], f"{desk.id}-{operation}")
    pages.route("/" + operation.replace("packs-check", "packs/check"), methods=["POST"])(view)


def documented(
    pages: Blueprint, view: View, question: Schema, answer: Schema, summary: str, operation_id: str
) -> None:
    """Write a question's documentation on its view, and nothing else.

    flask-smorest's decorators document a view and wrap it, and each wrapping costs time on every request. The views
    here load and dump by the same schemas themselves (as a batch has to), so only the documentation is taken over.
    """
    wrapped = pages.arguments(question)(pages.response(200, answer, description="The answer.")(view))
    wrapped = pages.doc(
        summary=summary,
        operationId=operation_id,
        parameters=[LANGUAGE_PARAMETER],
        responses=problems(400, 413, 415, 422),
    )(wrapped)
    view._apidoc = wrapped._apidoc  # type: ignore[attr-defined]
