"""Many questions in one request, answered in order, each with the status that it would have had by itself."""

from typing import Any

import msgspec
from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import ValidationError

from schemas.base import Fault, Malformed
from schemas.envelopes import BatchAnswer, BatchQuestion
from schemas.ruling import BatchReply
from service.api.counter import Counter
from service.api.edge import language, parts_of, require_json
from service.api.problems import Problem, document, faults_of, malformed, request_id
from service.api.questions import documented

_encode = msgspec.json.Encoder().encode


def blueprint(counter: Counter, blueprint_class: type[Blueprint]) -> Blueprint:
    pages = blueprint_class("batch", __name__, url_prefix="/v1", description="Many questions at once")
    asked, answered = BatchQuestion(), BatchAnswer()

    def batch() -> Response:
        reader = language()
        require_json()
        question = _load(asked)
        replies = [_reply(counter, item, reader) for item in question["questions"]]
        response = Response(_encode(answered.dump({"answers": replies})), content_type="application/json")
        response.headers["Content-Language"] = reader
        response.headers["Vary"] = "Accept-Language"
        return response

    documented(pages, batch, asked, answered, "Answer several questions", "batch")
    pages.route("/batch", methods=["POST"])(batch)
    return pages


def _load(schema: BatchQuestion) -> dict[str, Any]:
    try:
        question: dict[str, Any] = schema.load(parts_of(request.get_data()))
    except ValidationError as error:
        raise malformed(faults_of(error.messages)) from error
    except Malformed as error:
        raise malformed(error.faults) from error
    return question


def _reply(counter: Counter, item: dict[str, Any], language: str) -> BatchReply:
    try:
        desk = counter.desks.get(item["game"])
        if desk is None:
            told = f"There is no game {item['game']!r}; there are: {', '.join(counter.desks)}."
            raise Problem(404, told, [Fault("/game", told)])
        question = counter.load(desk, item["operation"], item["body"])
        entry, _ = counter.answer(desk, item["operation"], question, language)
    except Problem as problem:
        return BatchReply(status=problem.status, body=msgspec.Raw(document(problem, request_id())))
    return BatchReply(status=200, body=msgspec.Raw(entry.body))
