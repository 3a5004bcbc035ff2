"""The day of three replicas in short; ``make cluster`` plays it at length."""

import shutil

import pytest

from tests.cluster.story import SHORT, play


@pytest.mark.skipif(
    not (shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")), reason="nginx is not installed"
)
def test_no_request_fails_through_the_proxy_whatever_goes() -> None:
    outcomes = list(play(SHORT))
    assert len(outcomes) == 3
    for outcome in outcomes:
        assert outcome.during
        assert outcome.after
        assert {record.outcome for record in outcome.all} == {"ok"}, outcome.name
        assert outcome.recovered is not None, f"{outcome.name}: Redis is not used again"
