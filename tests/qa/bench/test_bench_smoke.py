"""The bench still runs: questions are made, and a short burst reaches every server. Nothing is timed here."""

import re
from pathlib import Path

import msgspec
import pytest

from tests.qa.bench import lineup, ratios, report
from tests.qa.bench.bodies import RECIPES, Book
from tests.qa.bench.breakeven import pays_from
from tests.qa.bench.client import Answer, Connection
from tests.qa.bench.fastapi_echo import question
from tests.qa.bench.ratios import Case, Outcome, Pace
from tests.qa.bench.store import StoredBook

FEW = 2


@pytest.fixture(scope="module")
def books() -> dict[str, Book]:
    return {name: Book(name, FEW) for name in RECIPES}


def test_a_burst_to_every_server_and_the_tables_of_it(books: dict[str, Book]) -> None:
    outcomes = []
    with lineup.started([name for name in lineup.available() if name != "control"]) as servers:
        servers["control"] = servers["prototype"]
        for game, book in books.items():
            for case in ratios.cases_of(book):
                sent = ratios.targets(case, book, servers, length=1)
                service, prototype = (_ask(sent[name]) for name in ("service", "prototype"))
                assert _without_ids(service) == _without_ids(prototype), case
                assert _header_names(service) == _header_names(prototype), case
                if case.operation == "validate":
                    assert msgspec.json.decode(service.body)["verdict"] == "legal", game
                if case.operation in ("score", "validate"):
                    paces = [{name: target.pace() for name, target in sent.items()}]
                    outcomes.append(ratios.outcome(case, sent, paces))
    tables = [
        report.conditions(1, FEW),
        report.summary(outcomes),
        report.against_prototype(outcomes, claim=True),
        report.rates(outcomes),
        report.against_others(outcomes),
        report.hits(outcomes, claim=True),
    ]
    assert all(tables)


def _ask(target: ratios.Target) -> Answer:
    with Connection(target.server.port) as connection:
        return connection.ask(target.requests[0])


def _without_ids(answer: Answer) -> bytes:
    assert answer.status == 200
    assert answer.header("Brehon-Case")
    return re.sub(rb'"(question_id|case_id)":"[0-9a-f]{24}"', b"", answer.body)


def _header_names(answer: Answer) -> set[bytes]:
    return {line.partition(b":")[0] for line in answer.head.split(b"\r\n")[1:]}


@pytest.mark.parametrize("name", RECIPES)
def test_every_form_gives_different_bodies_with_the_wanted_type_of_move(name: str, books: dict[str, Book]) -> None:
    book = books[name]
    for form in book.recipe.forms:
        first, second = (msgspec.json.decode(body) for body in book.questions("validate", form))
        assert first != second
        assert first["move"]["type"] == book.recipe.move_type


@pytest.mark.parametrize("name", RECIPES)
def test_the_pydantic_models_return_what_they_parsed(name: str, books: dict[str, Book]) -> None:
    model = question(books[name].game.shapes)
    for operation in filter(books[name].can_ask, ratios.OPERATIONS):
        body = books[name].questions(operation)[0]
        returned = model.model_validate_json(body).model_dump_json(exclude_unset=True)
        assert msgspec.json.decode(returned) == msgspec.json.decode(body)


def test_stored_positions_are_those_that_were_played(tmp_path: Path, books: dict[str, Book]) -> None:
    for _ in ("played and written", "read"):
        stored = StoredBook("kingdomino", FEW, logs=1, folder=tmp_path)
        assert stored.questions("validate") == books["kingdomino"].questions("validate")
        assert stored.questions("replay") == books["kingdomino"].questions("replay")[:1]


def test_a_missed_goal_and_a_control_that_is_off_are_named() -> None:
    def outcome(operation: str, service: float, control: float) -> Outcome:
        names = {"echo": 0.5, "prototype": 1.0, "service": service, "control": control}
        return Outcome(
            Case("kingdomino", operation), 1, 1, [{name: Pace(time, time) for name, time in names.items()}]
        )

    text = report.summary([outcome("audit", 1.05, 1), outcome("score", 1.2, 1), outcome("view", 1, 1.1)])
    assert "Of 3 goals 1 are met" in text
    assert "MISSED: kingdomino score." in text
    assert "nothing is said about: kingdomino view." in text


def test_a_cache_never_pays_when_a_hit_costs_more_than_computing() -> None:
    assert pays_from(compute=10, hit=20, miss=1) is None
    assert pays_from(compute=100, hit=20, miss=20) == 0.2
