"""The POST routes: one set for each game, registered with that game's exact schemas."""

from collections.abc import Callable

import msgspec
from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema
from msgspec import Raw

from service.api.counter import Counter
from service.api.desk import Desk
from service.api.edge import JSON, QueryParser, language, note, parts_of, require_json, sent
from service.api.nesting import refuse_deep
from service.api.openapi import LANGUAGE_PARAMETER, problems
from service.api.twice import refuse_doubled_keys
from service.cache import Entry

SUMMARIES = {
    "setup": "Set up a table",
    "validate": "Rule on a move",
    "legal-moves": "List the legal moves",
    "replay": "Check a whole log",
    "audit": "Check whether a position is possible",
    "score": "Count the points",
    "odds": "Weigh a battle",
    "view": "Show the table as one player may see it",
    "diagram": "Draw the table",
    "packs-check": "Check a component pack",
}
MEDIA = dict.fromkeys(SUMMARIES, JSON) | {"diagram": "image/svg+xml"}
"""What the answer to each question is sent as."""
PICTURE = {"type": "string", "description": "An SVG document."}
View = Callable[[], Response]
_encode = msgspec.json.Encoder().encode


class ReferenceBlueprint(Blueprint):
    """A flask-smorest blueprint that reads query strings our way."""

    ARGUMENTS_PARSER = QueryParser()


PATHS = {operation: "/" + operation.replace("packs-check", "packs/check") for operation in SUMMARIES}


def answer_body(counter: Counter, desk: Desk, operation: str, body: bytes, language: str) -> tuple[Entry, str]:
    """Answer the body of a question, and tell where the answer came from.

    What was answered before leaves at once, before anybody parses it.
    """
    key = None
    if operation in counter.cached:
        key = counter.raw_key(desk, operation, language, body)
        kept, tier = counter.cache.get(key, last=False)
        if kept is not None:
            return kept, tier
    question = desk.questions[operation].read(body)
    if question is None:
        parts = parts_of(body)
        loaded = counter.load(desk, operation, parts)
        question = {name: loaded[name] for name in parts}  # in the order of the body
    written = {name: Raw(_encode(part)) for name, part in question.items()}
    refuse_doubled_keys(body, _encode(written))
    return counter.answer(desk, operation, question, language, key, written)


def headers_of(desk: Desk, entry: Entry, language: str, tier: str) -> list[tuple[str, str]]:
    """The headers that every answer to a question has."""
    return [
        ("Brehon-Case", entry.case_id),
        ("Brehon-Rules", desk.version),
        ("Brehon-Cache", tier),
        ("Content-Language", language),
        ("Vary", "Accept-Language"),
    ]


def add_questions(pages: Blueprint, counter: Counter, desk: Desk) -> None:
    """All questions that can be asked about one game."""
    for operation in desk.questions:
        _route(pages, counter, desk, operation)


def _route(pages: Blueprint, counter: Counter, desk: Desk, operation: str) -> None:
    def answer() -> Response:
        reader = language()
        require_json()
        body = sent()
        refuse_deep(body, counter.nesting_limit)
        entry, tier = answer_body(counter, desk, operation, body, reader)
        note(headers_of(desk, entry, reader, tier), case_id=entry.case_id, cache=tier)
        return Response(entry.body, content_type=MEDIA[operation])

    answer.__name__ = operation.replace("-", "_")
    asked, answered = desk.questions[operation], desk.answers.get(operation, PICTURE)
    media = MEDIA[operation]
    documented(pages, answer, asked, answered, SUMMARIES[operation], f"{desk.id}-{operation}", media)
    pages.route(PATHS[operation], methods=["POST"])(answer)


def documented(
    pages: Blueprint,
    view: View,
    question: Schema,
    answer: Schema | dict[str, str],
    summary: str,
    operation_id: str,
    media: str = JSON,
) -> None:
    """Write a question's documentation on its view, and nothing else.

    flask-smorest's decorators document a view and wrap it, and each wrapping costs time on every request. The views
    here load and dump by the same schemas themselves (as a batch has to), so only the documentation is taken over.
    """
    wrapped = pages.arguments(question)(
        pages.response(200, answer, description="The answer.", content_type=media)(view)
    )
    wrapped = pages.doc(
        summary=summary,
        operationId=operation_id,
        parameters=[LANGUAGE_PARAMETER],
        responses=problems(400, 408, 413, 415, 422),
    )(wrapped)
    view._apidoc = wrapped._apidoc  # type: ignore[attr-defined]
