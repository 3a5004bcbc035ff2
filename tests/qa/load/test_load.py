"""The load and its arithmetic in short; ``make load`` takes ten minutes, ``make scaling`` one."""

import pytest

from tests.qa.bench.servers import SERVICE, running
from tests.qa.load.__main__ import TURNS, Load, Memory, as_text, in_turns, watched
from tests.qa.load.pace import Clients, Result, mixture
from tests.qa.load.scaling import PEAK, SECONDS_A_MOVE, Cost, Measured, needs

SECONDS = 3.0
RATE = 60.0


def test_mixed_load_is_answered_at_its_pace_without_an_error() -> None:
    asked = mixture(600, 4)
    assert 0.8 < sum(is_good for _, is_good in asked) / len(asked) < 0.97
    with running(SERVICE, settings={"WORKERS": "2", "BREHON_LOG_REQUESTS": "0"}) as server:
        clients = Clients(server.port, asked, 4)
        result, memories = watched(server, lambda: clients.send(SECONDS, RATE))
        assert [memory.worker for memory in memories] == server.workers
    assert result.errors == {}
    assert result.statuses[200] > 0
    assert len(result.seconds) == pytest.approx(SECONDS * RATE, abs=4)
    assert f"| {len(result.seconds):,} | 0 |" in as_text(Load([100.0], [], [result]), memories)


def test_the_pace_follows_what_can_be_done() -> None:
    class Slowing:
        """Clients of a machine that does less in every turn."""

        def __init__(self) -> None:
            self.can_do, self.asked = 1000.0, list[float]()

        def send(self, seconds: float, rate: float | None = None) -> Result:
            if rate is None:
                self.can_do *= 0.9
                return Result([0.001] * round(self.can_do * seconds), {200: 1}, {"timeout": 1}, seconds)
            self.asked.append(rate / self.can_do)
            return Result([0.001], {200: 1}, {}, seconds)

    slowing = Slowing()
    load = in_turns(slowing, 1000.0)  # type: ignore[arg-type]
    assert slowing.asked == pytest.approx([0.8] * TURNS, rel=0.01)
    assert load.errors == TURNS  # also those of an instance that is asked as much as it can do
    assert f"| {TURNS:,} | {TURNS} | 0 |" in as_text(load, [Memory(1, [1, 1])])


def test_an_error_is_told() -> None:
    with running(SERVICE, settings={"BREHON_LOG_REQUESTS": "0"}) as server:
        (good, _), *_ = [each for each in mixture(20, 4) if each[1]]
        result = Clients(server.port, [(good, True)], 1).send(0.2)
        assert result.errors == {}
        refused = Clients(server.port, [(b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n", True)], 1).send(0.2)
        assert set(refused.errors) == {"404 to a good request"}
        port = server.port
    assert set(Clients(port, [(good, True)], 1).send(0.05).errors) == {"ConnectionRefusedError"}


def test_growth_is_that_of_the_second_half() -> None:
    assert Memory(1, [10] * 10 + [50] * 10).growth == 0
    assert Memory(1, [50] * 10 + [100] * 5 + [110] * 5).growth == pytest.approx(0.1)


COSTS = {"validate": 400.0, "score": 500.0, "score again": 100.0, "legal-moves": 1000.0}
MEASURED = Measured(
    [Cost("a game", what, spent, 1000, 3000) for what, spent in COSTS.items()], 10.0, 8000, 60_000_000
)


def test_the_arithmetic_of_a_thousand_tables() -> None:
    need = needs(MEASURED, 1000)
    moves = 1000 * PEAK / SECONDS_A_MOVE
    assert need.requests_a_second == pytest.approx(moves * 3.2)
    assert need.cores == pytest.approx(moves * (400 + 500 + 100 + 200) / 1e6 / 0.6)
    assert need.cores_without_cache == pytest.approx(moves * (400 + 500 + 500 + 200) / 1e6 / 0.6)
    assert need.instances == 3
    assert need.megabits == pytest.approx(moves * 3.2 * 4000 * 8 / 1e6)
    assert need.redis_cores == pytest.approx(moves * 4 * 10 / 1e6 / 0.5)


def test_a_thousand_times_as_many_need_a_thousand_times_as_much() -> None:
    few, many = needs(MEASURED, 1000), needs(MEASURED, 1_000_000)
    assert many.cores == pytest.approx(1000 * few.cores)
    assert many.instances == pytest.approx(many.cores / 2 + 1, abs=1)


def test_the_dearest_game_counts() -> None:
    dear = MEASURED._replace(costs=[*MEASURED.costs, Cost("another", "validate", 900.0, 1, 1)])
    assert dear.cost("validate").game == "another"
