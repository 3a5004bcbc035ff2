"""The document fuzzed against the app: whatever is sent, the answer is one that the document promises.

Three sources of requests: the examples in the document, every boundary of every schema (one at a time, good and bad),
and random ones. Most random tables are refused, because a schema cannot say that a domino lies nowhere twice; so a
further test sends tables that are real ones at heart, with values of the right type changed.
"""

import json
import os
import random
import re
from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from schemathesis import BaseSchema
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema
from werkzeug.test import TestResponse

from service.api.openapi import document
from service.app import create_app
from service.settings import CACHEABLE, Settings
from tests.contract.test_openapi import OPERATIONS
from tests.contract.test_raw_bodies import SEEDS, spoilt
from tests.redis_server import running_server

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",  # what the schema forbids is refused
    "unsupported_method",
)
EXAMPLES = 10 if {"BREHON_STRESS", "BREHON_SOAK"} & set(os.environ) else 6
"""Random requests for each operation: to think up the tables takes nearly all of the time."""
CONFIG = {
    "headers": {"Accept-Encoding": "identity"},  # in-process answers are not unpacked
    "analysis": {"constants": {"enabled": False}},  # for each operation it would read the sources of the app anew
    "generation": {"max-examples": EXAMPLES, "deterministic": True, "database": "none"},
    "checks": {"enabled": False, **{check: {"enabled": True} for check in CHECKS}},
    "phases": {"stateful": {"enabled": False}},
    "suppress-health-check": ["too_slow"],  # how fast it thinks up tables is no matter of ours
}
APP = create_app(Settings(log_requests=False, rate_limit="off", cached_operations=()))


@pytest.fixture(scope="module")
def whole() -> BaseSchema:
    return schemathesis.openapi.from_wsgi("/openapi.json", APP, config=SchemathesisConfig.from_dict(CONFIG))


@pytest.fixture(scope="module")
def brief() -> BaseSchema:
    """Without the cases for every single keyword of a schema: these take minutes, and belong to ``make stress``, or
    for the larger games to ``make soak``. What they would show, ``tests/qa/fuzz`` shows too.
    """
    config = {**CONFIG, "phases": {"stateful": {"enabled": False}, "coverage": {"enabled": False}}}
    return schemathesis.openapi.from_wsgi("/openapi.json", APP, config=SchemathesisConfig.from_dict(config))


LARGE = ("brian-boru-", "ortus-regni-", "roll-and-raid-")
if "BREHON_SOAK" in os.environ:
    BRIEFLY = set()
elif "BREHON_STRESS" in os.environ:
    BRIEFLY = {name for name in OPERATIONS if name.startswith(LARGE)}
else:
    BRIEFLY = set(OPERATIONS)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_answer_is_one_that_the_document_promises(whole: BaseSchema, brief: BaseSchema, name: str) -> None:
    """Through the engine, as the command line does it: schemathesis's own pytest tests make all their requests while
    tests are collected, and share one name, so that ``--dist loadgroup`` takes them for one.
    """
    checked = fuzz((brief if name in BRIEFLY else whole).include(operation_id=name))
    assert min(checked[check] for check in CHECKS) >= 4


def fuzz(schema: BaseSchema) -> Counter[str]:
    """Send what the schema makes of itself; how often each check was made."""
    checked: Counter[str] = Counter()
    broken = []
    for event in from_schema(schema).execute():
        assert not isinstance(event, events.FatalError | events.NonFatalError), event
        if isinstance(event, events.ScenarioFinished):
            for case, checks in event.recorder.checks.items():
                sent = event.recorder.cases[case].value
                for check in checks:
                    checked[check.name] += 1
                    name = sent.operation.definition.raw["operationId"]
                    if check.status != Status.SUCCESS and not is_expected(name, check.name):
                        broken.append((name, check.name, check.failure_info, sent.query, sent.body))
    assert broken == []
    return checked


# ---------------------------------------------------------------- with a Redis that is there, gone, or hangs

QUICK = {
    **CONFIG,
    "generation": {"max-examples": 4, "deterministic": True, "database": "none"},
    "phases": {"stateful": {"enabled": False}, "coverage": {"enabled": False}},
}


@pytest.mark.skipif("BREHON_STRESS" not in os.environ, reason="for `make stress`")
@pytest.mark.parametrize("state", ["up", "down", "hung"])
def test_whatever_becomes_of_redis_the_answers_are_those_that_the_document_promises(state: str) -> None:
    """Nothing is kept in memory, everything is cached, and requests are counted: every request goes to Redis."""
    with running_server() as server:
        settings = Settings(
            log_requests=False,
            redis_url=server.url,
            cached_operations=CACHEABLE,
            cache_entries=0,
            rate_limit="1000000/minute",
        )
        app = create_app(settings)
        config = SchemathesisConfig.from_dict(QUICK)
        schema = schemathesis.openapi.from_wsgi("/openapi.json", app, config=config).include(method="POST")
        if state == "down":
            server.kill()
        elif state == "hung":
            server.pause()
        checked = fuzz(schema)
        metrics = app.test_client().get("/metrics").get_data(as_text=True)
    assert checked["not_a_server_error"] > 50
    unchecked = float(re.findall(r'brehon_limit_events_total\{event="rate_unchecked"\} (\S+)', metrics)[0])
    assert (unchecked > 50) == (state != "up"), "the limits did not notice what became of Redis"


def is_expected(name: str, check: str) -> bool:
    """A batch with a question that is none is answered: the refusal is in its place among the answers."""
    return name == "batch" and check == "negative_data_rejection"


@pytest.fixture(scope="module")
def promised() -> dict[tuple[str, str], Draft202012Validator]:
    """A validator for each address and status."""
    whole = document(APP)
    validators = {}
    for path, operations in whole["paths"].items():
        for status, response in operations.get("post", {}).get("responses", {}).items():
            content = next(iter(response["content"].values()))  # a picture has another format behind
            validators[path, status] = Draft202012Validator({**content["schema"], "components": whole["components"]})
    return validators


# What may stand in a table: of the right type, and now and then of the right meaning.
VALUES: list[Any] = [
    *(0, 1, 2, 3, -1, -2, 5, 7, 12, 24, 47, 48, 49),
    *("?", "ana", "bruno", "zoe", "n", "e", "s", "w", "lake", "wheat", "es", "first", "play", "first-round", "over"),
    *(None, True, False, [], {}, ["?"], ["harmony"], ["great-duel"], ["middle-kingdom", "dynasty"]),
    *([1, 2, 3, 4], ["ana", "bruno"], {"domino": 5}, {"domino": 5, "king": "ana"}),
    *(
        {"type": "reveal"},
        {"type": "reveal", "dominoes": [1, 2, 4, 6]},
        {"type": "choose", "player": "ana", "domino": 5},
    ),
    *({"type": "draw", "kings": ["ana", "bruno", "bruno", "ana"]}, {"type": "discard", "player": "ana", "domino": 3}),
    *({"three_players": "twelve-out"}, {"first_round_of_two": "alternate"}, {"middle_kingdom": "fits"}),
]


@settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.sampled_from(range(len(SEEDS))), chance=st.integers(0, 2**32), times=st.integers(0, 3))
def test_the_answer_to_a_changed_table_is_one_that_the_document_promises(
    promised: dict[tuple[str, str], Draft202012Validator], seed: int, chance: int, times: int
) -> None:
    path, question = SEEDS[seed]
    body = spoilt(question, random.Random(chance), VALUES, times)
    response = APP.test_client().post(path, data=json.dumps(body), content_type="application/json")
    assert response.status_code in (200, 422), response.get_data(as_text=True)
    promised[path, str(response.status_code)].validate(content_of(response))


def test_real_tables_are_answered_and_not_refused(promised: dict[tuple[str, str], Draft202012Validator]) -> None:
    """The seeds themselves: else the test above would only look at refusals."""
    for path, question in SEEDS:
        response = APP.test_client().post(path, json=question)
        assert response.status_code == 200, response.get_data(as_text=True)
        promised[path, "200"].validate(content_of(response))


def content_of(response: TestResponse) -> Any:
    return response.get_json() if response.is_json else response.get_data(as_text=True)
