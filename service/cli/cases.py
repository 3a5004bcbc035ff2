"""``brehon cases check``: whether an implementation answers as expected.

What is expected comes from the case library, or from stored rulings: before an upgrade these show what changes.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from service.cli import documents, options
from service.cli.outcome import NO, NO_ANSWER, YES, NotAnswered, Unreachable, bad_input
from service.cli.referee import LocalReferee, Referee, referee_of

OF_RULES = ("broken", "cites", "events", "recommended")
"""Parts of what is expected that an implementation without our rule ids cannot have."""


class Case(NamedTuple):
    """A question, and what is expected of its answer."""

    id: str
    game: str
    operation: str
    question: Any
    expected: Mapping[str, Any]


class Checked(NamedTuple):
    """A case, and each part of the answer that is not as expected; ``problem`` where there is no answer, ``refused``
    where that says nothing against the question."""

    case: Case
    changes: Mapping[str, tuple[Any, Any]]
    problem: str = ""
    refused: bool = False

    @property
    def passed(self) -> bool:
        return not self.changes and not self.problem


@click.group()
def cases() -> None:
    """Check an implementation against the case library."""


@cases.command()
@click.argument("url", required=False)
@click.option(
    "--cases", "paths", multiple=True, type=click.Path(exists=True, path_type=Path), metavar="FILE or FOLDER",
    help="Cases, kits or stored rulings to check, instead of the case library.",
)  # fmt: skip
@click.option("--game", metavar="ID", help="Only the cases of this game.")
@click.option("--without-rules", is_flag=True, help="Leave out rule ids, for an implementation that has none.")
@options.as_json
@click.option("--key", envvar="BREHON_KEY", metavar="KEY", help="An API key of the server.")
@click.pass_context
def check(
    context: click.Context,
    url: str | None,
    paths: tuple[Path, ...],
    game: str | None,
    without_rules: bool,
    as_json: bool,
    key: str | None,
) -> None:
    """Ask every case of the implementation at URL, or of this one, and compare the answers with what is expected.

    A stored ruling is an object with `game`, `operation`, `question` and `answer`; a file holds one, a list of
    them, or one on each line (.jsonl).
    """
    listed = list(cases_in(paths) if paths else library(game))
    chosen = [_without_rules(case) if without_rules else case for case in listed if game in (None, case.game)]
    if not chosen:
        raise click.UsageError("There are no cases to check.")
    checked = _show(chosen, referee_of(url, key), as_json)
    failed = sum(not each.passed for each in checked)
    nobody_answers = all(each.refused for each in checked)
    context.exit(NO_ANSWER if nobody_answers else NO if failed else YES)


def _show(chosen: list[Case], referee: Referee, as_json: bool) -> list[Checked]:
    from service.cli import progress, show

    page = show.Page()
    checked = []
    for each in progress.over((_check(case, referee) for case in chosen), len(chosen), "cases"):
        checked.append(each)
        if as_json:
            click.echo(msgspec.json.encode(_as_json(each)))
        elif not each.passed:
            page.line(f"{each.case.game}/{each.case.id} ({each.case.operation})", "bold red")
            for line in _lines(each):
                page.line(line, indent=2)
    failed = sum(not each.passed for each in checked)
    verdicts = sum("verdict" in each.changes for each in checked)
    show.Page(stderr=True).line(
        f"{show.counted(len(checked), 'case')}: {len(checked) - failed:,} as expected, {failed:,} not"
        + (f"; {verdicts:,} with another verdict" if verdicts else "")
    )
    return checked


def _as_json(checked: Checked) -> dict[str, Any]:
    case = checked.case
    changes = {part: {"expected": before, "found": now} for part, (before, now) in checked.changes.items()}
    line = {"case": case.id, "game": case.game, "operation": case.operation, "passed": checked.passed}
    return {**line, "changes": changes, **({"problem": checked.problem} if checked.problem else {})}


def _lines(checked: Checked) -> Iterator[str]:
    if checked.problem:
        yield checked.problem
    for part, (before, now) in checked.changes.items():
        yield f"{part}: {_text(now)}, expected {_text(before)}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _check(case: Case, referee: Referee) -> Checked:
    from brehon_client import changes

    try:
        content = referee.ask(case.game, case.operation, msgspec.json.encode(case.question))
        return Checked(case, changes(case.expected, msgspec.json.decode(content)))
    except Unreachable:
        raise  # the other cases would not be answered either
    except NotAnswered as error:
        return Checked(case, {}, " ".join(error.lines()), error.exit_code == NO_ANSWER)
    except (
        msgspec.DecodeError,
        RecursionError,
        AttributeError,
        KeyError,
        TypeError,
    ):  # another implementation may answer anything
        return Checked(case, {}, "The answer has not the form that docs/questions.md describes.")


def _without_rules(case: Case) -> Case:
    return case._replace(expected={part: wanted for part, wanted in case.expected.items() if part not in OF_RULES})


# ---------------------------------------------------------------- where cases come from


def library(game: str | None) -> Iterator[Case]:
    """The cases that come with the games."""
    referee = LocalReferee()
    for name in referee.games() if game is None else [game]:
        for case in referee.served(name).cases.cases.values():
            expected = msgspec.json.decode(msgspec.json.encode(case.expected))
            yield Case(case.id, case.game, case.operation, case.question, expected)


def cases_in(paths: Iterable[Path]) -> Iterator[Case]:
    """The cases and stored rulings in files and folders."""
    for part in documents.parts_of(paths):
        yield from _cases_of(_decoded(part.read(), part.name), part.name)


def _decoded(content: bytes, place: str) -> Any:
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise bad_input(f"{place}: {error}.") from error


def _cases_of(content: Any, place: str) -> Iterator[Case]:
    """A case, a stored ruling, a list of them, or a kit."""
    if isinstance(content, list):
        for number, entry in enumerate(content):
            yield from _cases_of(entry, f"{place}/{number}")
    elif isinstance(content, dict) and "cases" in content:
        yield from _cases_of(content["cases"], f"{place}/cases")
    elif isinstance(content, dict) and "case" in content:
        yield from _cases_of(content["case"], f"{place}/case")
    else:
        yield _case(content, place)


def _case(content: Any, place: str) -> Case:
    from brehon_client import expected_of

    try:
        game, operation, question = content["game"], content["operation"], content["question"]
        answer = content.get("answer")
        expected = content["expected"] if answer is None else expected_of(operation, answer)
    except (KeyError, TypeError, AttributeError) as error:
        message = "Neither a case nor a stored ruling (game, operation, question, and answer or expected)."
        raise bad_input(f"{place}: {message}") from error
    ids = (content, answer or {})
    name = next((str(part[key]) for key in ("id", "question_id", "case_id") for part in ids if key in part), place)
    if not isinstance(game, str) or not isinstance(operation, str) or not isinstance(expected, dict):
        raise bad_input(f"{place}: `game` and `operation` have to be text, `expected` an object.")
    return Case(name, game, operation, question, expected)
