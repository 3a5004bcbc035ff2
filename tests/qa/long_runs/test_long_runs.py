"""The bookkeeping of the long runs, and a seed of each of them."""

import multiprocessing
import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.games.registry import OURS
from tests.qa.long_runs.__main__ import table
from tests.qa.long_runs.counting import Counted
from tests.qa.long_runs.runs import RUNS, Run, chosen
from tests.qa.long_runs.totals import FINDINGS_KEPT, LONGEST_FINDING, TOTALS, VERSIONS_KEPT, Total, Totals
from tests.qa.long_runs.version import ROOT, files_of, version_of, what_runs
from tests.qa.long_runs.working import Worker

DAY = "2026-11-18"


def counting(*, goal: int = 20, fails: tuple[int, ...] = ()) -> Run:
    """A run whose seeds bring two cases each."""

    def piece(seed: int) -> Counted:
        if seed in fails:
            raise ValueError(f"seed {seed} fails")
        return Counted(2)

    return Run("counting", goal, "cases", lambda _: piece, OURS[0], first_seed=100)


# ---------------------------------------------------------------- totals


def test_a_piece_is_counted_on_its_version_and_in_all(tmp_path: Path) -> None:
    totals = Totals(tmp_path / "totals.json")
    for version, cases in (("one", 5), ("two", 7), ("two", 1)):
        with totals.changing() as content:
            total = content.setdefault("run", Total(goal=100, unit="cases", next_seed=0))
            total.add(version, Counted(cases), 1.5, DAY)
    total = totals.read()["run"]
    assert (total.on("one").done, total.on("two").done, total.on("three").done, total.done) == (5, 8, 0, 13)
    assert total.on("two").seconds == 3


def test_old_versions_are_added_up() -> None:
    total = Total(goal=100, unit="cases", next_seed=0)
    for number in range(VERSIONS_KEPT + 3):
        total.add(f"version {number}", Counted(10, ("wrong",)), 1, f"2026-11-{10 + number}")
    assert len(total.versions) == VERSIONS_KEPT
    assert total.earlier is not None
    assert (total.earlier.done, total.earlier.findings, total.earlier.last) == (30, 3, "2026-11-12")
    assert (total.done, total.findings) == (10 * (VERSIONS_KEPT + 3), VERSIONS_KEPT + 3)


def test_the_file_stays_small() -> None:
    total = Total(goal=100, unit="cases", next_seed=0)
    for seed in range(50):
        total.report(seed, "one", "x" * 5000)
    assert len(total.found) == FINDINGS_KEPT
    assert len(total.found[0].text) <= LONGEST_FINDING + 1


def test_what_is_raised_while_it_is_changed_changes_nothing(tmp_path: Path) -> None:
    totals = Totals(tmp_path / "totals.json")
    with totals.changing() as content:
        content["run"] = Total(goal=1, unit="cases", next_seed=0)
    before = totals.path.read_bytes()
    with pytest.raises(KeyError), totals.changing() as content:
        content["run"].next_seed = int(str(content.pop("no such run")))
    assert totals.path.read_bytes() == before


def _take_and_count(path: Path) -> None:
    worker = Worker([run := counting()], Totals(path), path.parent)
    for _ in range(25):
        worker.count(run, [(seed, Counted(1)) for seed in worker.take(run, 3)], 0)


def test_processes_that_share_the_file_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "totals.json"
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=_take_and_count, args=(path,)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    total = Totals(path).read()["counting"]
    assert (total.next_seed, total.done) == (100 + 4 * 25 * 3, 4 * 25 * 3)


# ---------------------------------------------------------------- working


def test_it_goes_on_where_it_stopped_and_ends_at_the_goal(tmp_path: Path) -> None:
    totals, run = Totals(tmp_path / "totals.json"), counting(goal=11)
    Worker([run], totals, tmp_path).do_a_piece(run, float("inf"))
    assert (totals.read()["counting"].next_seed, totals.read()["counting"].done) == (101, 2)
    Worker([run], totals, tmp_path).work(float("inf"))
    total = totals.read()["counting"]
    assert total.done >= 11
    assert total.next_seed == 100 + total.done // 2


def test_what_a_seed_raises_is_a_finding_and_the_others_are_counted(tmp_path: Path) -> None:
    totals, run = Totals(tmp_path / "totals.json"), counting(fails=(101,))
    Worker([run], totals, tmp_path).work(float("inf"))
    total = totals.read()["counting"]
    assert total.on(run.version).findings == total.findings == 1
    assert (total.found[0].seed, total.found[0].text) == (101, "ValueError: seed 101 fails")
    assert "Traceback" in (tmp_path / "counting-101.txt").read_text()
    assert total.done == 2 * (total.next_seed - 100 - 1), "the seed that failed is not counted"


def test_the_run_that_is_behind_comes_first(tmp_path: Path) -> None:
    totals = Totals(tmp_path / "totals.json")
    ahead, behind = counting(), Run("behind", 1000, "cases", lambda _: lambda seed: Counted(1), OURS[0])
    worker = Worker([ahead, behind], totals, tmp_path)
    worker.do_a_piece(ahead, float("inf"))
    assert worker.choose() is behind


def test_another_version_of_the_code_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    totals, run = Totals(tmp_path / "totals.json"), counting(goal=2)
    worker = Worker([run], totals, tmp_path)
    worker.do_a_piece(run, float("inf"))
    assert worker.choose() is None
    monkeypatch.setattr("tests.qa.long_runs.runs.version_of", lambda game: "another")
    assert worker.choose() is run
    row = table([run], totals.read()).splitlines()[1].split()
    assert row[1:4] == ["2", "0", "2"], "the goal, this version, in all"


def test_one_process_alone(tmp_path: Path) -> None:
    run = Run("alone", 10, "cases", lambda _: lambda seed: Counted(1), OURS[0], alone=True)
    one, other = (Worker([run], Totals(tmp_path / "totals.json"), tmp_path) for _ in range(2))
    assert one.choose() is run
    assert other.choose() is None
    one.stack.close()
    assert other.choose() is run


# ---------------------------------------------------------------- the table of runs


def test_the_names_and_goals_of_the_file_are_those_of_the_table() -> None:
    runs = {run.name: run for run in RUNS}
    assert len(runs) == len(RUNS)
    for name, total in Totals(TOTALS).read().items():
        assert (total.goal, total.unit) == (runs[name].goal, runs[name].unit)
        assert total.next_seed >= runs[name].first_seed


def test_runs_are_chosen_by_the_beginning_of_their_name() -> None:
    assert len(chosen("random-games")) == len(OURS)
    assert chosen("") == list(RUNS)
    assert chosen("nothing") == []


def test_comments_and_docstrings_are_no_part_of_the_version(tmp_path: Path) -> None:
    texts = {
        "short": "LEAST = 1\ndef least() -> int:\n    return LEAST\n",
        "explained": '"""A."""\nLEAST = 1  # all\n"""B."""\ndef least() -> int:\n    """C."""\n    return LEAST\n',
        "changed": "LEAST = 2\ndef least() -> int:\n    return LEAST\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    short, explained, changed = (what_runs(tmp_path / f"{name}.py") for name in texts)
    assert short == explained
    assert short != changed


def test_the_version_of_a_game_has_its_rules_and_not_those_of_others() -> None:
    names = {path.as_posix() for path in files_of("kingdomino")}
    assert any(name.endswith("kingdomino/rules/place.py") for name in names)
    assert any(name.endswith("referee/judge.py") for name in names)
    assert any(name.endswith("schemas/kingdomino.py") for name in names)
    assert not any("brian_boru" in name for name in names)
    ours = {path.relative_to(ROOT).as_posix() for path in files_of("ortus-regni")}
    assert {"schemas/base.py", "schemas/ortus_regni/__init__.py", "schemas/ortus_regni/state.py"} <= ours
    assert not any("roll_and_raid" in name for name in ours)
    assert len({version_of(game) for game in (*OURS, None)}) == len(OURS) + 1


QUICK = [run for run in RUNS if run.game in (None, "kingdomino") and run.name != "worst-case"]


@pytest.mark.parametrize("run", QUICK, ids=lambda run: run.name)
def test_a_seed_of_each_kind_of_run_is_clean(run: Run) -> None:
    if run.name == "offline-scores" and shutil.which("node") is None:
        pytest.skip("needs node")
    with ExitStack() as stack:
        cases, findings = run.start(stack)(run.first_seed + 1)
    assert cases > 0
    assert not findings
