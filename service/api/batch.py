"""Many questions in one request, answered in order, each with the status that it would have had by itself."""

from typing import Any

import msgspec
from flask import Response, g
from flask_smorest import Blueprint

from schemas.base import Fault
from schemas.envelopes import BatchAnswer, BatchQuestion
from schemas.ruling import BatchReply
from service.api.counter import Counter
from service.api.edge import language
from service.api.openapi import LANGUAGE_PARAMETER, problems
from service.api.problems import Problem, document

_encode = msgspec.json.Encoder().encode


def blueprint(counter: Counter, blueprint_class: type[Blueprint]) -> Blueprint:
    pages = blueprint_class("batch", __name__, url_prefix="/v1", description="Many questions at once")

    @pages.route("/batch", methods=["POST"])
    @pages.arguments(BatchQuestion())
    @pages.response(200, BatchAnswer())
    @pages.doc(
        operationId="batch",
        summary="Answer several questions",
        parameters=[LANGUAGE_PARAMETER],
        responses=problems(400, 413, 415, 422),
    )
    def batch(question: dict[str, Any]) -> Response:
        reader = language()
        replies = [_reply(counter, item, reader) for item in question["questions"]]
        response = Response(_encode({"answers": replies}), content_type="application/json")
        response.headers["Content-Language"] = reader
        response.headers["Vary"] = "Accept-Language"
        return response

    return pages


def _reply(counter: Counter, item: dict[str, Any], language: str) -> BatchReply:
    try:
        desk = counter.desks.get(item["game"])
        if desk is None:
            told = f"There is no game {item['game']!r}; there are: {', '.join(counter.desks)}."
            raise Problem(404, told, [Fault("/game", told)])
        question = counter.load(desk, item["operation"], item["body"])
        entry, _ = counter.answer(desk, item["operation"], question, language)
    except Problem as problem:
        return BatchReply(status=problem.status, body=msgspec.Raw(document(problem, g.request_id)))
    return BatchReply(status=200, body=msgspec.Raw(entry.body))
