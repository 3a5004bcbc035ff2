"""What ``service/worker.py`` relies on in gunicorn: an upgrade that changes it fails here, not in production."""

import inspect
import re
from importlib.metadata import requires, version
from pathlib import Path

from gunicorn.workers.gthread import PollableMethodQueue, ThreadWorker

import service.worker
from service.worker import DrainingWorker

SOURCE = inspect.getsource(ThreadWorker)
METHODS = ("handle_exit", "handle_quit", "notify", "set_accept_enabled", "accept")
ATTRIBUTES = ("alive", "sockets", "nr_conns", "max_keepalived", "method_queue")


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
    assert "set_accept_enabled(False)" in inspect.getsource(ThreadWorker.run), "called when the loop has ended"


def test_nothing_of_gunicorn_is_replaced() -> None:
    source = inspect.getsource(service.worker)
    assert not re.search(r"^\s*(wsgi|gthread|http|gunicorn)\.[\w.]+ *=", source, re.MULTILINE)
    assert {name for name in vars(DrainingWorker) if not name.startswith("_")} == {*METHODS} - {"accept"}


def test_the_docstring_names_what_is_used() -> None:
    for name in (*METHODS, *ATTRIBUTES):
        assert name in (service.worker.__doc__ or ""), name
