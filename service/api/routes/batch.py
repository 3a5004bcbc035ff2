"""Many questions in one request, answered in order, each with the status that it would have alone."""

from collections.abc import Callable
from functools import cache
from typing import Any

from flask import Blueprint, Response, g
from msgspec import Raw

from schemas.answers import BatchAnswer
from schemas.base import LANGUAGES, Fault, Malformed
from schemas.envelopes import Limits, batch_question
from schemas.ruling import BatchReply
from service.api.openapi import documented
from service.api.problems import Problem, document, problem_of
from service.api.rate_limits.limiter import charge_further_requests
from service.api.request import read_body, read_language
from service.api.responses import json_response, spoken
from service.api.routes.questions import PROBLEMS, Questions
from service.api.work_limits import check_body_size
from service.operations.question import TooCostly


def blueprint(questions: Questions, limits: Limits) -> Blueprint:
    pages = Blueprint("batch", __name__, url_prefix="/v1")
    schema = batch_question(limits)

    @pages.post("/batch")
    @documented("batch", "Answer several questions", question=schema, answer=BatchAnswer, problems=PROBLEMS)
    def batch() -> Response:
        language_in = cache(read_language)  # for the languages of each game
        language_in(LANGUAGES)  # the query string is looked at before the body
        body = read_body()
        check_body_size(len(body))
        items: Any = questions.load(schema, body)["questions"]
        charge_further_requests(len(items) - 1)  # a batch costs as much as its questions alone
        replies = [_reply(questions, number, item, language_in) for number, item in enumerate(items)]
        games = [questions.answerer.games.get(item["game"]) for item in items]
        languages = {language_in(served.languages): None for served in games if served is not None}
        return json_response(
            BatchAnswer(answers=replies),
            Content_Language=spoken(languages or [language_in(LANGUAGES)]),
            Vary="Accept-Language",
        )

    return pages


def _reply(
    questions: Questions, number: int, item: dict[str, Any], language_in: Callable[[tuple[str, ...]], str]
) -> BatchReply:
    try:
        g.work.deadline.check(f"/questions/{number}")
        served = questions.answerer.games.get(item["game"])
        if served is None:
            message = f"There is no game {item['game']!r}; there are: {', '.join(questions.answerer.games)}."
            raise Problem(404, message, [Fault("/game", message)])
        language = language_in(served.languages)
        entry, _ = questions.answer(served, item["operation"], bytes(item["body"]), language, g.work)
    except (Problem, Malformed, TooCostly) as error:
        problem = problem_of(error)
        return BatchReply(status=problem.status, body=Raw(document(problem, language_in(LANGUAGES))))
    return BatchReply(status=200, body=Raw(entry.body))
