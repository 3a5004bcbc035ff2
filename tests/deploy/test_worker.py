"""What ``service/worker.py`` relies on in gunicorn: an upgrade that changes it fails here, not in production."""

import inspect
import re
from importlib.metadata import requires, version
from pathlib import Path

from gunicorn.http.wsgi import Response
from gunicorn.workers.gthread import PollableMethodQueue, ThreadWorker

import service.worker
from service.worker import DrainingWorker
from tests.qa.bench.client import Answer, Connection, request
from tests.qa.bench.servers import SERVICE, running
from tests.qa.faults.stage import until

SOURCE = inspect.getsource(ThreadWorker)
METHODS = ("handle_exit", "handle_quit", "notify", "set_accept_enabled", "accept", "load_wsgi")
ATTRIBUTES = ("alive", "sockets", "nr_conns", "max_keepalived", "max_requests", "nr", "wsgi", "method_queue")


def test_gunicorn_is_bounded() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    assert '"gunicorn>=27,<28"' in project
    assert version("gunicorn").split(".")[0] == "27"
    assert requires("gunicorn") is not None


def test_the_methods_that_are_overridden_or_called_exist_with_these_parameters() -> None:
    for name in METHODS:
        base, ours = inspect.signature(getattr(ThreadWorker, name)), inspect.signature(getattr(DrainingWorker, name))
        assert list(base.parameters) == list(ours.parameters), name
    assert list(inspect.signature(PollableMethodQueue.defer).parameters) == ["self", "callback", "args"]


def test_the_loop_uses_the_attributes_as_the_worker_expects() -> None:
    for name in ATTRIBUTES:
        assert re.search(rf"self\.{name}\b", SOURCE), name
    assert "while self.alive" in SOURCE, "the loop ends when alive is false"
    assert re.search(r"while self\.alive:\s+(#.*\s+)*self\.notify\(\)", SOURCE), "notify is called in every round"
    assert re.search(r"max_keepalived", inspect.getsource(ThreadWorker.handle_request)), "decides on keep-alive"
    assert "self.wsgi(environ, resp.start_response)" in inspect.getsource(ThreadWorker.handle_request)
    assert "self.must_close = True" in inspect.getsource(Response.force_close)
    assert "self.must_close" in inspect.getsource(Response.should_close)
    assert "set_accept_enabled(False)" in inspect.getsource(ThreadWorker.run), "called when the loop has ended"


def test_nothing_of_gunicorn_is_replaced() -> None:
    source = inspect.getsource(service.worker)
    assert not re.search(r"^\s*(wsgi|gthread|http|gunicorn)\.[\w.]+ *=", source, re.MULTILINE)
    assert {name for name in vars(DrainingWorker) if not name.startswith("_")} == {*METHODS} - {"accept"}


def test_the_docstring_names_what_is_used() -> None:
    for name in (*METHODS, *ATTRIBUTES):
        assert name in (service.worker.__doc__ or ""), name


def test_after_so_many_requests_a_worker_drains_and_is_replaced() -> None:
    """gunicorn's own worker would close the connections that clients keep open, and lose what they send."""
    healthz = request("/healthz", method="GET")
    settings = {"MAX_REQUESTS": "30", "DRAIN_SECONDS": "5", "BREHON_LOG_REQUESTS": "0"}
    with running(SERVICE, settings=settings) as server:
        first = server.workers
        with Connection(server.port) as kept:
            assert not kept.ask(healthz).closes
            answers = []
            while len(answers) < 40:
                with Connection(server.port) as connection:
                    answers.append(connection.ask(healthz))
            assert {answer.status for answer in answers} == {200}
            assert until(lambda: ask(server.port, healthz).closes, 3) is not None, "it drains"
            last = kept.ask(healthz)
            assert (last.status, last.closes) == (200, True)
        assert until(lambda: bool(server.workers) and server.workers != first, 5) is not None
        assert not ask(server.port, healthz).closes


def ask(port: int, sent: bytes) -> Answer:
    with Connection(port) as connection:
        return connection.ask(sent)
