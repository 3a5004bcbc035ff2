"""What is claimed, by which test, over how many cases, with which result."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from service.referee.game import AnyGame
from tests.our_games import GAMES
from tests.qa.long_runs.totals import Total, Totals
from tests.qa.mutants import record

ROOT = Path(__file__).parents[3]
CLAIMS = {
    "random-games": ("Random legal play keeps every invariant after every move", "tests/games/*/invariants.py"),
    "partial-tables": (
        "What is said of a table that was sent in part holds for the whole one",
        "tests/games/partial_tables/properties.py",
    ),
    "second-referee": (
        "A second referee, written from the book alone, agrees: legal moves, reasons, tables, scores",
        "tests/games/*/test_second_referee.py",
    ),
    "bad-requests": (
        "No request makes a 5xx, and every answer is as documented",
        "tests/qa/fuzz/test_bad_requests.py",
    ),
    "almost-right-positions": (
        "Positions that are almost right get an answer as documented",
        "tests/qa/fuzz/test_near_misses.py",
    ),
    "hidden-cards": (
        "What a viewer may not see changes no byte of an answer",
        "tests/games/test_hidden_cards.py",
    ),
    "worst-case": (
        "No question costs more than 1.5 s of the processor, 4 MB of answer or 32 MB of memory",
        "tests/qa/worst_case",
    ),
    "offline-scores": ("The scoring module of the page counts as the service does", "tests/qa/offline_scores"),
}
"""By the beginning of a run's name."""


def long_runs(totals: dict[str, Total]) -> Iterator[str]:
    """A table: each run against its goal. A run that was never begun is there too."""
    yield "| run | goal | newest version | done on it | in all | found on it | found in all | last piece |"
    yield "|---|---|---|---|---|---|---|---|"
    for name, total in sorted(totals.items()):
        if not total.versions:
            yield f"| `{name}` | {total.goal:,} {total.unit} | none | 0 | 0 | 0 | 0 | never |"
            continue
        newest = total.versions[-1]
        yield (
            f"| `{name}` | {total.goal:,} {total.unit} | `{newest.version}` | {share(newest.done, total.goal)} "
            f"| {total.done:,} | {newest.findings} | {total.findings} | {newest.last} |"
        )


def share(done: int, goal: int) -> str:
    """A number with its part of the goal, rounded down: 99.9 % is not all."""
    return f"{done:,} ({min(100, 100 * done // goal)} %)"


def what_the_runs_claim() -> Iterator[str]:
    yield "| run | claim | by |"
    yield "|---|---|---|"
    for name, (claim, test) in CLAIMS.items():
        yield f"| `{name}` | {claim} | `{test}` |"


def findings(totals: dict[str, Total]) -> Iterator[str]:
    """The first lines of what the runs found, on any version."""
    for name, total in sorted(totals.items()):
        for found in total.found:
            first = found.text.splitlines()[0].replace("|", "\\|")
            yield f"| `{name}` | {found.seed} | `{found.version}` | {first} |"


def coverage() -> Iterator[str]:
    columns = ["game", "rules", "seen kept", "can be broken", "seen broken", "cases", "positions", "printed examples"]
    yield f"| {' | '.join(columns)} |"
    yield "|---" * len(columns) + "|"
    for game in GAMES:
        book = game.rulebook
        kept = sum(bool(book.coverage.get(rule, {}).get("obeys")) for rule in book.rules)
        broken = sum(bool(book.coverage.get(rule, {}).get("breaks")) for rule in book.rules)
        breakable = sum(map(book.can_be_broken, book.rules))
        yield (
            f"| {game.meta.title} | {len(book.rules)} | {kept} | {breakable} | {broken} | {cases_of(game)} "
            f"| {positions_of(game) or 'none'} | {examples_of(game) or 'none'} |"
        )


def _name(game: AnyGame) -> str:
    return game.meta.id.replace("-", "_")


def cases_of(game: AnyGame) -> int:
    return len(list((ROOT / "service/games" / _name(game) / "cases").glob("*.json")))


def positions_of(game: AnyGame) -> int:
    """The positions that somebody made of the printed book who had not seen the referee."""
    if not (ROOT / "tests/games" / _name(game) / "positions.py").exists():
        return 0
    return len(import_module(f"tests.games.{_name(game)}.positions").POSITIONS)


def examples_of(game: AnyGame) -> int:
    """The tests of examples that are printed in the book."""
    path = ROOT / "tests/rulebook" / f"test_{_name(game)}_examples.py"
    if not path.exists():
        return 0
    functions = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)]
    return sum(function.name.startswith("test_") for function in functions)


def perft() -> tuple[int, int]:
    """How many positions are counted from, and the sequences of the greatest depths."""
    rows = re.findall(
        r"^\| [a-z-]+ \| \d+ \| \d+ \| ([\d, ]+) \|$", (ROOT / "docs/perft.md").read_text(), re.MULTILINE
    )
    return len(rows), sum(int(row.split(", ")[-1].replace(",", "")) for row in rows)


def mutants(results: record.Results, reasons: dict[str, str]) -> Iterator[str]:
    yield "| game | tried | killed | equivalent | survive | of those that are not equivalent |"
    yield "|---|---|---|---|---|---|"
    for game in GAMES:
        own = results.get(game.meta.id, {})
        killed = sum(result.result == "killed" for result in own.values())
        equivalent = sum(name in reasons for name, result in own.items() if result.result == "survived")
        different = len(own) - equivalent
        part = f"{100 * killed // different} % killed" if different else "none tried"
        yield f"| {game.meta.title} | {len(own)} | {killed} | {equivalent} | {different - killed} | {part} |"


def totals_with_all_runs() -> dict[str, Total]:
    """The file, with a line for each run that was never begun."""
    from tests.qa.long_runs.runs import RUNS  # here: the runs import all games and tests

    totals = Totals().read()
    return {run.name: totals.get(run.name, Total(goal=run.goal, unit=run.unit, next_seed=0)) for run in RUNS}
