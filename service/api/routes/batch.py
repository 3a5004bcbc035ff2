"""Many questions in one request, answered in order, each with the status that it would have alone."""

from collections.abc import Callable
from functools import cache
from typing import Any

from flask import Blueprint, Response, g
from msgspec import Raw

from schemas.answers import BatchAnswer
from schemas.base import LANGUAGES, Malformed
from schemas.envelopes import Limits, batch_question
from schemas.ruling import BatchReply
from service.api.openapi import documented
from service.api.problems import Problem, document, no_such_game, problem_of
from service.api.rate_limits.limiter import charge_further_requests
from service.api.request import read_body, read_language
from service.api.responses import content_language, json_response
from service.api.routes.questions import PROBLEMS, BodyAnswerer
from service.api.work_limits import check_body_size
from service.operations.question import TooCostly


def blueprint(body_answerer: BodyAnswerer, limits: Limits) -> Blueprint:
    routes = Blueprint("batch", __name__, url_prefix="/v1")
    schema = batch_question(limits)

    @routes.post("/batch")
    @documented("batch", "Answer several questions", question=schema, answer=BatchAnswer, problems=PROBLEMS)
    def batch() -> Response:
        language_in = cache(read_language)  # for the languages of each game
        language_in(LANGUAGES)  # the query string is looked at before the body
        body = read_body()
        check_body_size(len(body))
        items: Any = body_answerer.load(schema, body)["questions"]
        charge_further_requests(len(items) - 1)  # a batch costs as much as its questions alone
        replies = [_reply(body_answerer, number, item, language_in) for number, item in enumerate(items)]
        games = [body_answerer.answerer.games.get(item["game"]) for item in items]
        languages = {language_in(served.languages): None for served in games if served is not None}
        return json_response(
            BatchAnswer(answers=replies),
            Content_Language=content_language(languages or [language_in(LANGUAGES)]),
            Vary="Accept-Language",
        )

    return routes


def _reply(
    body_answerer: BodyAnswerer, number: int, item: dict[str, Any], language_in: Callable[[tuple[str, ...]], str]
) -> BatchReply:
    try:
        g.work.deadline.check(f"/questions/{number}")
        served = body_answerer.answerer.games.get(item["game"])
        if served is None:
            raise no_such_game(item["game"], body_answerer.answerer.games, "/game")
        language = language_in(served.languages)
        entry, _ = body_answerer.answer(served, item["operation"], bytes(item["body"]), language, g.work)
    except (Problem, Malformed, TooCostly) as error:
        problem = problem_of(error)
        return BatchReply(status=problem.status, body=Raw(document(problem, language_in(LANGUAGES))))
    return BatchReply(status=200, body=Raw(entry.body))
