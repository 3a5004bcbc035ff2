"""Many questions in one request, answered in order, each with the status that it would have had by itself."""

from typing import Any

import msgspec
from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import ValidationError

from schemas.base import Fault, Malformed
from schemas.envelopes import Asked, BatchAnswer, Envelope, Limits, batch_question
from schemas.ruling import BatchReply
from service.api.budget import is_spent, too_costly
from service.api.counter import Counter
from service.api.edge import RATE, RATES, language, parts_of, require_json, sent
from service.api.nesting import refuse_deep
from service.api.problems import Problem, document, faults_of, malformed, request_id
from service.api.questions import answer_body, documented
from service.api.rates import Rates
from service.api.twice import refuse_doubled_keys

_encode = msgspec.json.Encoder().encode


def blueprint(counter: Counter, blueprint_class: type[Blueprint], limits: Limits) -> Blueprint:
    pages = blueprint_class("batch", __name__, url_prefix="/v1", description="Many questions at once")
    asked, answered = batch_question(limits), BatchAnswer()

    def batch() -> Response:
        reader = language()
        require_json()
        body = sent()
        refuse_deep(body, counter.nesting_limit)
        items = _load(asked, body)
        _count_each(len(items))
        replies = [_reply(counter, number, item, reader) for number, item in enumerate(items)]
        response = Response(_encode(answered.dump({"answers": replies})), content_type="application/json")
        response.headers["Content-Language"] = reader
        response.headers["Vary"] = "Accept-Language"
        return response

    documented(pages, batch, asked, answered, "Answer several questions", "batch")
    pages.route("/batch", methods=["POST"])(batch)
    return pages


def _count_each(questions: int) -> None:
    """A batch is as many requests as it has questions; one of them is counted already."""
    rates: Rates | None = request.environ.get(RATES)
    if rates is not None and questions > 1:
        request.environ.pop(RATE)
        request.environ[RATE] = rates.admit(request.environ, questions - 1)


def _load(schema: Envelope, body: bytes) -> list[Asked]:
    try:
        question = schema.read(body) or _read_carefully(schema, body)
        refuse_doubled_keys(body)
    except ValidationError as error:
        raise malformed(faults_of(error.messages)) from error
    except msgspec.DecodeError as error:  # in a question: JSON by its grammar, but a number that no computer holds
        raise malformed([Fault("/questions", f"{error}.")]) from error
    except Malformed as error:
        raise malformed(error.faults) from error
    asked: list[Asked] = question["questions"]
    return asked


def _read_carefully(schema: Envelope, body: bytes) -> dict[str, Any]:
    """The general way, which tells what is wrong."""
    items = schema.load(parts_of(body))["questions"]
    return {"questions": [Asked(**item | {"body": msgspec.Raw(_encode(item["body"]))}) for item in items]}


def _reply(counter: Counter, number: int, item: Asked, language: str) -> BatchReply:
    try:
        if is_spent():
            raise too_costly(f"/questions/{number}")
        desk = counter.desks.get(item.game)
        if desk is None:
            told = f"There is no game {item.game!r}; there are: {', '.join(counter.desks)}."
            raise Problem(404, told, [Fault("/game", told)])
        entry, _ = answer_body(counter, desk, item.operation, bytes(item.body), language)
    except Problem as problem:
        return BatchReply(status=problem.status, body=msgspec.Raw(document(problem, request_id())))
    return BatchReply(status=200, body=msgspec.Raw(entry.body))
