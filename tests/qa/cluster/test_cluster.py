"""The day of three replicas in short; ``make cluster`` plays it at length."""

import shutil

import pytest

from tests.qa.cluster.machines import nginx, replicas
from tests.qa.cluster.story import REPLICAS, SHORT, play
from tests.qa.faults.stage import SETTINGS, get

needs_nginx = pytest.mark.skipif(
    not (shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")), reason="nginx is not installed"
)


@needs_nginx
def test_no_request_fails_through_the_proxy_whatever_goes() -> None:
    outcomes = list(play(SHORT))
    assert len(outcomes) == 3
    for outcome in outcomes:
        assert outcome.during
        assert outcome.after
        assert {record.outcome for record in outcome.all} == {"ok"}, outcome.name
        assert outcome.recovered is not None, f"{outcome.name}: Redis is not used again"


@needs_nginx
def test_instances_that_are_back_are_asked_at_once() -> None:
    """All of them were seen failing, so nginx leaves them alone; who is alone is asked all the same."""
    with replicas(REPLICAS, {**SETTINGS, "WORKERS": "1"}) as ours, nginx([replica.port for replica in ours]) as port:
        assert get(port, "/healthz")[0] == 200
        for replica in ours:
            replica.kill()
        assert {get(port, "/healthz")[0] for _ in range(6)} == {502}
        ours[0].start()
        assert [get(port, "/healthz")[0] for _ in range(5)] == [200] * 5
