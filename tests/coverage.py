"""Which tests saw each rule kept and broken: observed in the answers, written down for people and for the API.

``python -m tests.coverage`` (``make coverage``) runs the tests that are marked with ``obeys`` and ``breaks`` and the
cases, then writes ``coverage.json`` beside each rulebook and ``docs/rule-coverage.md``. In any run of the tests a
marked test fails if it does not see what it saw then; ``tests/referee/test_coverage.py`` compares the files with the
marks.
"""

import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from service.referee.game import AnyGame
from service.referee.rulebook import Covered
from tests.games.every_game import BY_NAME, OURS_AND_MODEL
from tests.observation import (
    ALL_SEEN,
    CITED,
    PROPERTY,
    RULEBOOKS,
    SIDES,
    WRITING,
    kinds_in,
    marked_rules,
    name_of,
    written_roles,
)
from tests.our_games import GAMES

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rule-coverage.md"
MARKED = "obeys or breaks or observed"
RUN = ("-q", "-p", "no:cacheprovider", "-o", "addopts=", "-m", MARKED)


class Observed:
    """A pytest plugin that collects what the tests report to have seen, also from other processes (xdist)."""

    def __init__(self) -> None:
        self.found: dict[str, Covered] = defaultdict(_no_tests)
        self.all_seen: dict[str, dict[str, dict[str, list[str]]]] = {}
        """By test marked ``observed``: everything that it saw."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call":
            return
        for name, observed in report.user_properties:
            if name == ALL_SEEN:
                self.all_seen[name_of(report.nodeid)] = observed  # type: ignore[assignment]
            if name == PROPERTY:
                for side, rules in dict(observed).items():  # type: ignore[call-overload]
                    for rule, roles in rules.items():
                        game, short = rule.split("/", 1)
                        self.found[game][short][side][name_of(report.nodeid)] = ", ".join(roles)


def _no_tests() -> Covered:
    return defaultdict(lambda: {side: {} for side in SIDES})


def observe(*selected: str) -> dict[str, Covered]:
    """Run the marked tests; leaves with an error if one of them fails."""
    observed = Observed()
    os.environ[WRITING] = "1"  # for this process and those of xdist
    status = pytest.main([*RUN, *selected], plugins=[observed])
    if status != pytest.ExitCode.OK:
        sys.exit("Nothing was written: some marked tests fail.")
    fill_gaps(observed.found, observed.all_seen)
    if unseen := [text for covered in observed.found.values() for text in leave_out_unrelated(covered)]:
        sys.exit(
            "\n".join(
                ["Nothing was written: a mark says that a rule is kept, but nothing asked can break it.", *unseen]
            )
        )
    return observed.found


def fill_gaps(found: dict[str, Covered], all_seen: Mapping[str, Mapping[str, Mapping[str, list[str]]]]) -> None:
    """For a rule that no marked test saw broken, or kept, the tests marked ``observed`` count that saw it so.

    A rule that no answer cites is kept where a question was accepted of a kind in which the rule was broken.
    """
    for game, book in RULEBOOKS.items():
        for rule in book.rules:
            tests = found[game][rule]
            for side in ("breaks", "obeys"):
                if not tests[side]:
                    tests[side] = {
                        test: ", ".join(seen[side][f"{game}/{rule}"])
                        for test, seen in all_seen.items()
                        if f"{game}/{rule}" in seen[side]
                    }
            if not tests["obeys"] and (kinds := kinds_in(tests["breaks"])):
                tests["obeys"] = {
                    test: ", ".join(f"accepted in {kind}" for kind in accepted)
                    for test, seen in all_seen.items()
                    if _game_of(test) == game and (accepted := sorted(kinds & set(seen["accepted"][""])))
                }


def _game_of(test: str) -> str:
    """The game of a case, by the name of its test."""
    return test.partition("[")[2].partition("/")[0]


def leave_out_unrelated(covered: Covered) -> list[str]:
    """What was accepted counts only for a kind of question in which some test broke the rule; the rest is named."""
    unseen = []
    for rule, tests in covered.items():
        kinds = kinds_in(tests["breaks"])
        kept: dict[str, str] = tests["obeys"]  # type: ignore[assignment]
        for test, roles in kept.items():
            seen = [
                role for role in roles.split(", ") if role.removeprefix("accepted in ") in kinds | CITED | {"shown"}
            ]
            kept[test] = ", ".join(seen)
            if not seen:
                unseen.append(f"{rule} in {test}: {roles}, broken in {', '.join(sorted(kinds)) or 'nothing'}")
    return unseen


def marked_tests(items: Iterable[pytest.Item]) -> set[tuple[str, str, str]]:
    """Test, side and rule of every mark; a game that somebody is working on need not have a file yet."""
    finished = {game.meta.id for game in OURS_AND_MODEL}
    return {
        (name_of(item.nodeid), side, rule)
        for item in items
        for side, rules in marked_rules(item).items()
        for rule in rules
        if rule.split("/")[0] in finished
    }


def written_tests() -> set[tuple[str, str, str]]:
    """Test, side and rule of everything that was observed, by the files."""
    return set(written_roles())


def as_json(game: AnyGame, covered: Covered) -> str:
    """In the order of the rulebook and of the tests' names, so that a change reads well."""
    nothing: dict[str, dict[str, str]] = {side: {} for side in SIDES}
    ordered = {
        rule: {side: dict(sorted(tests.items())) for side, tests in covered.get(rule, nothing).items()}
        for rule in game.rulebook.rules
    }
    return json.dumps(ordered, indent=1, ensure_ascii=False) + "\n"


def as_page(found: Mapping[str, Covered]) -> str:
    lines = [
        "# Rule coverage",
        "",
        "Generated by `make coverage` from the answers that the tests got: for every rule, how many tests saw it",
        "kept, how many saw it broken, and in which roles. A dash stands where nothing can break a rule: it happens",
        "by itself, it only permits something, or it ranks players.",
        "",
        "| role | the rule was |",
        "|---|---|",
        "| `broken` | named as broken |",
        "| `explains` | the likely reason for a wrong total |",
        "| `allows`, `decides`, `scores` | cited in this role |",
        "| `applies` | the rule of an event |",
        "| `accepted` | not cited; a question of a kind that can break it (an audit, a type of move) was accepted |",
        "| `shown` | not cited; a setup or a view was shown, which cite nothing |",
        "",
        "The names of the tests are at `GET /v1/games/{game}/rules/coverage`.",
        "",
    ]
    for game in GAMES:
        lines += [
            f"## {game.meta.title}",
            "",
            "| rule | use | kept by | broken by | seen as |",
            "|---|---|---|---|---|",
        ]
        covered = found.get(game.meta.id, {})
        for rule in game.rulebook.rules.values():
            tests = covered.get(rule.id, {side: {} for side in SIDES})
            broken = len(tests["breaks"]) if game.rulebook.can_be_broken(rule.id) else "–"
            seen = ", ".join(roles for side in SIDES for roles in tests[side].values())
            roles = sorted({role.split(" in ")[0] for role in seen.split(", ")})
            lines.append(f"| {rule.id} | {rule.kind} | {len(tests['obeys'])} | {broken} | {', '.join(roles)} |")
        lines.append("")
    return "\n".join(lines)


def rule_ids_in(folder: Path) -> set[str]:
    """Everything in a game's code that looks like a rule id; ``players/hand`` is a zone that a step writes."""
    found = set()
    for path in folder.rglob("*.py"):
        found |= set(re.findall(r'"((?!players/)[a-z]+(?:-[a-z]+)*/[a-z]+(?:-[a-z]+)*)"', path.read_text("utf-8")))
    return found


def write() -> None:
    """Our games, the model game, and the page."""
    found = observe("-n", "auto", str(ROOT / "tests"))
    for game in OURS_AND_MODEL:
        write_file(game, found)
    PAGE.write_text(as_page(found), "utf-8")


def write_file(game: AnyGame, found: Mapping[str, Covered]) -> None:
    path = game.folder / "rulebook" / "coverage.json"
    path.write_text(as_json(game, found.get(game.meta.id, {})), "utf-8")


def main(name: str = "") -> None:
    """With a name: a game that has cases and no other tests."""
    if not name:
        write()
    elif name in BY_NAME and BY_NAME[name] not in GAMES:
        write_file(BY_NAME[name], observe("-k", f"expects and {name}/", str(ROOT / "tests" / "cases")))
    else:
        sys.exit(f"{name!r} is no game beside ours: run `make coverage` without NAME")


if __name__ == "__main__":
    main(*sys.argv[1:])
