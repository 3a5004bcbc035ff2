"""What operators see: figures that add up, also over several workers, and one line of log for each request."""

import json
import logging
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app
from service.settings import Settings
from tests.api.questions import BATCH, KINGDOMINO, MISFIT, QUESTIONS, SMALL, address
from tests.games.kingdomino.tables import place
from tests.redis_server import free_port

ROOT = Path(__file__).parents[2]
REQUESTS = "brehon_request_seconds_count"
"""The histogram of the times counts the requests."""
SECRET = "Guinevere"
SECRET_TABLE = {"players": [{"name": SECRET, "kingdom": [{"domino": 19, "x": 1, "y": 0, "to": "e"}]}]}
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def counted(text: str, name: str, **labels: str) -> float:
    """The sum of a metric over everything with these labels."""
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )


@pytest.fixture
def own_app() -> Flask:
    """An app that nobody has asked anything."""
    return create_app(Settings(log_requests=False, rate_limit="off"))


@pytest.fixture
def own_client(own_app: Flask) -> FlaskClient:
    return own_app.test_client()


def metrics(client: FlaskClient) -> str:
    response = client.get("/metrics")
    assert response.status_code == 200
    assert response.content_type.startswith("text/plain; version=0.0.4")
    return response.get_data(as_text=True)


# ---------------------------------------------------------------- figures of one process


def test_requests_are_counted_by_endpoint_and_status(own_client: FlaskClient) -> None:
    for _ in range(3):
        own_client.post(address("validate"), json=QUESTIONS["validate"])
    own_client.post(address("validate"), json={})
    own_client.get("/v1/games")
    own_client.get("/nowhere")
    text = metrics(own_client)
    assert counted(text, REQUESTS, game="kingdomino", operation="validate", status="200") == 3
    assert counted(text, REQUESTS, game="kingdomino", operation="validate", status="422") == 1
    assert counted(text, REQUESTS, status="404") == 1
    assert counted(text, REQUESTS) == 6


def test_the_time_of_requests_is_measured_in_seconds(own_client: FlaskClient) -> None:
    for _ in range(5):
        own_client.post(address("validate"), json=QUESTIONS["validate"])
    text = metrics(own_client)
    assert counted(text, "brehon_request_seconds_bucket", game="kingdomino", operation="validate", le="+Inf") == 5
    assert 0 < counted(text, "brehon_request_seconds_sum", game="kingdomino", operation="validate") < 5


def test_verdicts_are_counted(own_client: FlaskClient) -> None:
    for move in (MISFIT, MISFIT, place(5, 0, 1, "n")):
        own_client.post(address("validate"), json={"state": SMALL, "move": move})
    own_client.post(address("audit"), json={"state": SMALL})
    text = metrics(own_client)
    assert counted(text, "brehon_verdicts_total", game="kingdomino", verdict="illegal") == 2
    assert counted(text, "brehon_verdicts_total", game="kingdomino", verdict="legal") == 1
    assert counted(text, "brehon_verdicts_total", game="kingdomino", verdict="possible") == 1


def test_the_verdicts_of_a_batch_are_counted_one_by_one(own_client: FlaskClient) -> None:
    own_client.post("/v1/batch", json=BATCH)
    text = metrics(own_client)
    assert counted(text, "brehon_verdicts_total") == 2
    assert counted(text, REQUESTS) == 1


def test_what_the_cache_did_is_counted(own_client: FlaskClient) -> None:
    for _ in range(3):
        own_client.post(address("score"), json=QUESTIONS["score"])
    text = metrics(own_client)
    assert counted(text, "brehon_cache_events_total", event="memory_hit") == 2
    assert counted(text, "brehon_cache_events_total", event="miss") == 1
    assert counted(text, "brehon_cache_events_total", event="redis_hit") == 0


def test_every_event_of_the_cache_is_there_from_the_start(own_client: FlaskClient) -> None:
    assert 'brehon_cache_events_total{event="breaker_opened"} 0.0' in metrics(own_client)


def test_no_client_can_make_the_labels_grow(own_client: FlaskClient) -> None:
    def labels() -> set[str]:
        return {line.partition(" ")[0] for line in metrics(own_client).splitlines() if not line.startswith("#")}

    def provoke(word: str) -> None:
        for path in (f"/{word}", f"/v1/games/{word}", f"{KINGDOMINO}/rules/{word}", f"{KINGDOMINO}/packs/{word}"):
            own_client.get(path)
            own_client.open(path, method=word.upper())
        own_client.post(address("validate"), json={"state": SMALL, "move": {"type": word}})
        question = {"game": word, "operation": "score", "body": {}}
        own_client.post("/v1/batch", json={"questions": [question]})

    metrics(own_client)
    provoke("first")
    known = labels()
    for number in range(20):
        provoke(f"word{number}")
    assert labels() == known


def test_two_apps_do_not_count_for_each_other() -> None:
    one, other = (create_app(Settings(log_requests=False, rate_limit="off")).test_client() for _ in range(2))
    one.get("/v1/games")
    assert counted(metrics(other), REQUESTS) == 0


# ---------------------------------------------------------------- the log


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[FlaskClient]:
    with caplog.at_level(logging.INFO):
        yield create_app(Settings(rate_limit="off")).test_client()


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """The log of the requests, each line a JSON object."""
    messages = [record.getMessage() for record in caplog.records if record.name == "brehon.requests"]
    assert not any("\n" in line for line in messages)
    return [json.loads(line) for line in messages]


def test_a_request_is_one_line_of_json(logged: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    body = json.dumps(QUESTIONS["score"]).encode()
    headers = {"X-Request-Id": "table-7", "traceparent": TRACE}
    response = logged.post(address("score"), data=body, content_type="application/json", headers=headers)
    (line,) = lines(caplog)
    assert line.pop("ms") >= 0
    line.pop("verdict", None)
    assert line == {
        "request_id": "table-7",
        "method": "POST",
        "route": "/v1/games/kingdomino/score",
        "status": 200,
        "bytes_in": len(body),
        "bytes_out": len(response.data),
        "case_id": response.get_json()["case_id"],
        "cache": "miss",
        "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
    }


def test_a_cached_answer_is_logged_as_such(logged: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        logged.post(address("score"), json=QUESTIONS["score"])
    first, second = lines(caplog)
    assert (first["cache"], second["cache"]) == ("miss", "memory")
    assert first["case_id"] == second["case_id"]


@pytest.mark.parametrize(
    ("path", "route", "status"),
    [
        ("/v1/games", "/v1/games", 200),
        (f"{KINGDOMINO}/rules/place/match", "/v1/games/kingdomino/rules/<path:rule>", 200),
        (f"{KINGDOMINO}/rules/{SECRET}", "/v1/games/kingdomino/rules/<path:rule>", 404),
        (f"/{SECRET}?{SECRET}={SECRET}", None, 404),
        (address("score"), None, 405),
    ],
)
def test_a_route_is_logged_without_what_stands_in_its_place(
    logged: FlaskClient, caplog: pytest.LogCaptureFixture, path: str, route: str | None, status: int
) -> None:
    logged.get(path)
    (line,) = lines(caplog)
    assert (line["route"], line["status"]) == (route, status)


@pytest.mark.parametrize(
    "trace",
    [
        "",
        "nonsense",
        TRACE.upper(),
        TRACE[:-1],
        "01" + TRACE[2:],
        TRACE + "-more",
        SECRET,
        "00-" + "z" * 32 + "-" + "0" * 16 + "-01",
    ],
)
def test_a_trace_that_is_none_is_not_logged(
    logged: FlaskClient, caplog: pytest.LogCaptureFixture, trace: str
) -> None:
    logged.get("/v1/games", headers={"traceparent": trace})
    (line,) = lines(caplog)
    assert "trace_id" not in line


KNOWN = {
    *("request_id", "method", "route", "status", "ms", "bytes_in", "bytes_out"),
    *("verdict", "case_id", "cache", "trace_id"),
}


def test_no_name_and_no_domino_comes_into_the_log(logged: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    """In good questions and in refused ones, in addresses and in headers."""
    move = {"type": "place", "player": SECRET, "domino": 5, "x": 3, "y": 1, "to": "n"}
    for operation, question in (
        ("validate", {"state": SECRET_TABLE, "move": move, "viewer": SECRET}),
        ("validate", {"state": SECRET_TABLE, "move": {**move, "domino": 777}}),
        ("validate", {"state": SECRET_TABLE, "move": {**move, SECRET: 1}}),
        ("score", {"state": SECRET_TABLE, "claimed": {SECRET: 3}}),
        ("audit", {"state": SECRET_TABLE}),
        ("resolve", {"state": SECRET_TABLE}),
        ("legal-moves", {"state": SECRET_TABLE, "player": SECRET}),
        ("view", {"state": SECRET_TABLE, "player": SECRET}),
        ("setup", {"players": [SECRET, SECRET]}),
        ("replay", {"setup": {"players": [SECRET, "ana"], "seed": 7}, "moves": [move]}),
    ):
        logged.post(address(operation), json=question, headers={"X-Request-Id": f"<{SECRET}>"})
    logged.post(address("score"), data=f'{{"state": "{SECRET}', content_type="application/json")
    logged.get(f"{KINGDOMINO}/packs/{SECRET}?number={SECRET}", headers={"Referer": SECRET, "Cookie": SECRET})
    logged_lines = lines(caplog)
    assert len(logged_lines) == 12
    for line in logged_lines:
        assert set(line) <= KNOWN, "a new part of the line may show a secret"
    assert SECRET not in caplog.text
    assert "777" not in {str(value) for line in logged_lines for value in line.values()}


def test_the_log_can_be_turned_off(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        create_app(Settings(log_requests=False, rate_limit="off")).test_client().get("/v1/games")
    assert lines(caplog) == []


# ---------------------------------------------------------------- several workers


class Server:
    """The service under gunicorn, as an operator runs it."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.log = folder / "log"
        environment = {name: value for name, value in os.environ.items() if name != "PROMETHEUS_MULTIPROC_DIR"}
        environment |= {"PORT": str(port), "WORKERS": "2", "THREADS": "4", "TMPDIR": str(folder)}
        command = [sys.executable, "-m", "gunicorn", "-c", "service/gunicorn_conf.py", "service.wsgi:app"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=log)

    def wait(self) -> None:
        give_up_at = time.monotonic() + 30
        while True:
            try:
                requests.get(self.url + "/healthz", timeout=5)
            except requests.ConnectionError:
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() < give_up_at, "gunicorn does not answer"
                time.sleep(0.05)
            else:
                return

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(30)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    try:
        server.wait()
        yield server
    finally:
        server.stop()


def test_under_two_workers_the_figures_are_those_of_all_requests(server: Server, tmp_path: Path) -> None:
    requests_sent = 80

    def ask(number: int) -> int:
        question = {"state": SMALL, "move": place(5, number % 9, 1, "n")}
        return requests.post(server.url + address("validate"), json=question, timeout=10).status_code

    with ThreadPoolExecutor(8) as pool:
        assert Counter(pool.map(ask, range(requests_sent))) == {200: requests_sent}
    for _ in range(6):  # whichever worker answers
        text = requests.get(server.url + "/metrics", timeout=10).text
        assert counted(text, REQUESTS, game="kingdomino", operation="validate", status="200") == requests_sent
        assert counted(text, "brehon_verdicts_total", game="kingdomino") == requests_sent
    assert server.stop() == 0
    logged = [json.loads(line) for line in server.log.read_text("utf-8").splitlines() if line.startswith("{")]
    assert Counter(line["route"] for line in logged)["/v1/games/kingdomino/validate"] == requests_sent
    assert [path.name for path in tmp_path.iterdir()] == ["log"], "something was left behind"
