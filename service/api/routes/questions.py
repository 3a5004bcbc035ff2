"""The POST routes: the same questions for each game, with that game's exact schemas."""

from flask import Blueprint, Response, g
from marshmallow import Schema

from service.api import pictures
from service.api.openapi import documented
from service.api.request import JSON, load_question, read_body, read_language
from service.api.responses import answer_response
from service.api.work_limits import check_body_size
from service.operations.answering import Answered, Answerer
from service.operations.question import BodyLimits, Question, Work
from service.operations.served_game import ServedGame

SUMMARIES = {
    "setup": "Set up a table",
    "validate": "Rule on a move",
    "legal-moves": "List the legal moves",
    "resolve": "Say what happens by itself",
    "replay": "Check a whole log",
    "audit": "Check whether a position is possible",
    "score": "Count the points",
    "odds": "Weigh a battle",
    "view": "Show the table as one player may see it",
    "diagram": "Draw the table",
    "packs-check": "Check a component pack",
}
PATHS = {operation: "/" + operation.replace("packs-check", "packs/check") for operation in SUMMARIES}
MEDIA_TYPES = dict.fromkeys(SUMMARIES, JSON) | {"diagram": pictures.SVG}
PROBLEMS = (400, 408, 413, 415, 422)


class BodyAnswerer:
    """Answers the bodies of questions, one by one or in a batch."""

    def __init__(self, answerer: Answerer, limits: BodyLimits) -> None:
        self.answerer = answerer
        self.limits = limits

    def answer(self, served: ServedGame, operation: str, body: bytes, language: str, work: Work) -> Answered:
        """The answer to the question in a body; a body that was answered before is not decoded again."""
        body_key = self.answerer.body_key(served, operation, language, body)
        found = self.answerer.find(body_key)
        if found is not None:
            return found
        values = self.load(served.questions[operation], body)
        return self.answerer.answer(Question(served, operation, language, values, work), body_key)

    def draw(self, served: ServedGame, body: bytes, language: str, work: Work) -> Answered:
        """The answer to a ``diagram`` as PNG."""
        answerer = self.answerer
        cache = answerer.cache if "diagram" in answerer.cached_operations else None
        return pictures.as_png(self.answer(served, "diagram", body, language, work), cache, work)

    def load(self, schema: Schema, body: bytes) -> dict[str, object]:
        return load_question(schema, body, self.limits)


def add_routes(routes: Blueprint, body_answerer: BodyAnswerer, served: ServedGame) -> None:
    """Every question that can be asked about one game."""
    for operation in served.questions:
        _add_route(routes, body_answerer, served, operation)


def _add_route(routes: Blueprint, body_answerer: BodyAnswerer, served: ServedGame, operation: str) -> None:
    is_picture = operation == "diagram"

    @documented(
        operation,
        SUMMARIES[operation],
        game=served.game,
        question=served.questions[operation],
        answer=served.answers[operation],
        media_type=MEDIA_TYPES[operation],
        problems=(*PROBLEMS, 406) if is_picture else PROBLEMS,
    )
    def answer_question() -> Response:
        language = read_language(served.languages)
        media_type = pictures.accepted_format() if is_picture else MEDIA_TYPES[operation]
        body = read_body()
        check_body_size(len(body))
        if media_type == pictures.PNG:
            answered = body_answerer.draw(served, body, language, g.work)
        else:
            answered = body_answerer.answer(served, operation, body, language, g.work)
        response = answer_response(served, answered, language, media_type)
        return pictures.add_picture_headers(response, answered) if is_picture else response

    routes.add_url_rule(PATHS[operation], operation.replace("-", "_"), answer_question, methods=["POST"])
