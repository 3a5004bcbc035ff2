"""When the metrics cannot be written: no answer is lost, a warning is logged, and writing is tried again."""

import logging
from pathlib import Path

import pytest
from prometheus_client import values

from service.api.metrics import RETRY_SECONDS, Metrics, MetricsUnavailable
from tests.cache.conftest import Clock


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The library writes to files here, as it does under gunicorn; it decided otherwise when it was imported."""
    folder = tmp_path / "metrics"
    folder.mkdir()
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(folder))
    monkeypatch.setattr(values, "ValueClass", values.MultiProcessValue())
    return folder


def make_unusable(folder: Path) -> None:
    """For root too, who may write to any folder: it is none."""
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    folder.write_text("not a folder")


def mend(folder: Path) -> None:
    folder.unlink()
    folder.mkdir()


def ask_everything(metrics: Metrics) -> None:
    metrics.request("kingdomino.validate", 200, 0.001)
    metrics.verdict("kingdomino", "legal")
    metrics.cache_event("miss")
    metrics.limit_event("rate_unchecked")


def test_a_folder_that_cannot_be_used_costs_nothing_but_figures(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    make_unusable(folder)
    clock = Clock()
    with caplog.at_level(logging.WARNING):
        metrics = Metrics(["kingdomino"], clock)
        ask_everything(metrics)
        clock.advance(RETRY_SECONDS)
        ask_everything(metrics)
    assert len(caplog.records) == 1, "once is enough"
    with pytest.raises(MetricsUnavailable):
        metrics.text()


def test_when_the_folder_is_back_it_counts_again(folder: Path) -> None:
    make_unusable(folder)
    clock = Clock()
    metrics = Metrics(["kingdomino"], clock)
    mend(folder)
    ask_everything(metrics)
    with pytest.raises(MetricsUnavailable):
        metrics.text()
    clock.advance(RETRY_SECONDS)
    ask_everything(metrics)
    text = metrics.text().decode()
    labels = 'game="kingdomino",operation="validate",status="200"'
    assert f"brehon_request_seconds_count{{{labels}}} 1.0" in text


def test_a_folder_that_is_lost_later_makes_the_page_unavailable(folder: Path) -> None:
    metrics = Metrics(["kingdomino"])
    ask_everything(metrics)
    assert b"brehon_verdicts_total" in metrics.text()
    make_unusable(folder)
    ask_everything(metrics)
    with pytest.raises(MetricsUnavailable):
        metrics.text()


def test_the_breaker_is_a_gauge_that_goes_up_and_down(folder: Path) -> None:
    metrics = Metrics()
    for event, open_workers in (("breaker_opened", 1), ("breaker_closed", 0), ("breaker_opened", 1)):
        metrics.cache_event(event)
        assert f"brehon_redis_breaker_open {open_workers}.0".encode() in metrics.text()


def test_the_label_of_a_game_is_one_of_the_games(folder: Path) -> None:
    metrics = Metrics(["kingdomino"])
    for endpoint in ("kingdomino.legal_moves", "system.healthz", "batch.batch", "none"):
        metrics.request(endpoint, 200, 0.001)
    text = metrics.text().decode()
    for game, operation in (("kingdomino", "legal-moves"), ("", "healthz"), ("", "batch"), ("", "none")):
        assert f'brehon_request_seconds_count{{game="{game}",operation="{operation}",status="200"}} 1.0' in text
