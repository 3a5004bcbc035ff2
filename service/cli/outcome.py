"""How a command ends: its exit code, and what it says when there is no answer."""

import json
from collections.abc import Iterable, Mapping
from typing import IO, Any

import click
import msgspec

YES, NO, USAGE, UNDETERMINED, BAD_QUESTION, NO_ANSWER = range(6)
INTERRUPTED = 130
BY_VERDICT = {
    "legal": YES,
    "possible": YES,
    "illegal": NO,
    "impossible": NO,
    "undetermined": UNDETERMINED,
}
_WORTH_REPEATING = (401, 408, 429)
"""Statuses that are no fault of the question: it may be answered later, or with another API key."""
_WORST_FIRST = (NO_ANSWER, USAGE, BAD_QUESTION, NO, UNDETERMINED, YES)

Problem = Mapping[str, Any]


def worst(codes: Iterable[int]) -> int:
    """The exit code for several questions."""
    return min(codes, key=_WORST_FIRST.index, default=YES)


def code_of_answer(answer: Mapping[str, Any]) -> int:
    """The exit code for an answer: its verdict, and whether all claimed totals are right."""
    if "usable" in answer:
        return YES if answer["usable"] else NO
    if not all(claim["correct"] for claim in answer.get("claims", ())):
        return NO
    return BY_VERDICT[answer["verdict"]]


def decoded(content: bytes, *fields: str) -> dict[str, Any]:
    """An answer with these fields; ``NotAnswered`` if it has another form, because the server is not Brehon."""
    try:
        answer = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError):
        answer = None
    if (
        not isinstance(answer, dict)
        or not answer.keys() >= set(fields)
        or str(answer.get("verdict", "legal")) not in BY_VERDICT
    ):
        raise no_answer("The server answers, but not as Brehon does.")
    return answer


class NotAnswered(click.ClickException):
    """There is no answer: the server cannot be reached, or refuses for now. Ends the command."""

    exit_code = NO_ANSWER

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem["detail"]))
        self.problem = problem
        context = click.get_current_context(silent=True)  # it has ended when this is shown
        self.as_json = context is not None and bool(context.params.get("as_json"))

    def show(self, file: IO[Any] | None = None) -> None:
        """With ``--json`` the problem document on standard output, else lines on standard error."""
        if self.as_json:
            click.echo(json.dumps(self.problem, ensure_ascii=False), file=file)
            return
        for line in self.lines():
            click.echo(line, file=file, err=True)

    def lines(self) -> list[str]:
        errors = self.problem.get("errors") or [{"detail": self.problem["detail"]}]
        return [f"{self.problem['title']}:", *(f"  {_place(error)}{error['detail']}" for error in errors)]


class Unreachable(NotAnswered):
    """Nobody answers. Whoever asks many questions may stop."""


class BadQuestion(NotAnswered):
    """There is no answer, because of the question."""

    exit_code = BAD_QUESTION


def refusal(problem: Problem) -> NotAnswered:
    """The exception for a problem document."""
    status = problem.get("status", 0)
    is_bad = 400 <= status < 500 and status not in _WORTH_REPEATING
    return BadQuestion(problem) if is_bad else NotAnswered(problem)


def _place(error: Mapping[str, str]) -> str:
    place = error.get("pointer", error.get("parameter"))
    return f"{place}: " if place else ""


def bad_input(detail: str, pointer: str | None = None) -> NotAnswered:
    """The exception for input that is not a question."""
    errors = [] if pointer is None else [{"pointer": pointer, "detail": detail}]
    return BadQuestion({"title": "This is no question", "status": 400, "detail": detail, "errors": errors})


def no_answer(detail: str) -> NotAnswered:
    """The exception for a question that cannot be answered here."""
    return NotAnswered({"title": "There is no answer", "status": 0, "detail": detail})
