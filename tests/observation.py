"""What a test sees of the rules: read from the answers of the service while the test runs.

A test that is marked with ``obeys`` or ``breaks`` has to see what the mark says, or it fails. Answers are read where
the service hands them out (``Answerer``), whether they were computed or came from the cache. A rule is seen

- broken: ``broken in audit`` (a violation, or why no move of a type is legal) or ``explains in score`` (why a claimed
  total is wrong), with the kind of question;
- kept: ``allows``, ``decides``, ``scores`` (cited so), ``applies`` (the rule of an event). ``accepted in audit``: no
  answer cites it, but a question of a kind in which some test broke the rule was answered ``legal`` or ``possible``.
  ``shown``: the state of a setup or of a view, which cite nothing.
"""

import os
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping, Set
from contextlib import contextmanager
from functools import cache
from typing import Any

import msgspec
import pytest
from flask import has_request_context

from service.operations.answering import Answered, Answerer
from service.operations.question import Question
from service.referee.rulebook import Rulebook
from service.referee.wording import EvidenceError, Wording
from tests.games.every_game import EVERY_GAME, QUICK

SIDES = ("obeys", "breaks")
CITED = frozenset({"allows", "decides", "scores", "applies"})
PROPERTY = "observed"
"""The name under which a test's report has what was observed."""
ALL_SEEN = "all seen"
"""The name under which the report of a test marked ``observed`` has everything that it saw."""

WRITING = "BREHON_WRITES_COVERAGE"
"""Set in the environment while the files are written anew: then tests are not held to what stands in them."""

RULEBOOKS: Mapping[str, Rulebook] = {game.meta.id: game.rulebook for game in EVERY_GAME}
Roles = Mapping[str, Set[str]]
"""By full rule id, the ways in which the rule was seen."""


# ---------------------------------------------------------------- one answer


class _Ruled(msgspec.Struct):
    rule: str


class _Cited(_Ruled):
    role: str


class _Refused(msgspec.Struct):
    violations: list[_Ruled] = []


class _Scored(msgspec.Struct):
    lines: list[_Ruled] = []


class _Claimed(msgspec.Struct):
    explanations: list[_Ruled] = []


class _Answer(msgspec.Struct):
    """The parts of any answer that name rules."""

    verdict: str | None = None
    violations: list[_Ruled] = []
    citations: list[_Cited] = []
    events: list[_Ruled] = []
    decided_by: list[_Ruled] = []
    refused: list[_Refused] = []
    players: list[_Scored] = []
    claims: list[_Claimed] = []
    ruling: "_Answer | None" = None
    repair: "_Answer | None" = None
    state: msgspec.Raw = msgspec.Raw()


_decode = msgspec.json.Decoder(_Answer).decode


class Observation:
    """What one test has seen so far."""

    def __init__(self) -> None:
        self.roles: dict[str, set[str]] = defaultdict(set)
        """By full rule id: how it was cited or applied, and in which kinds of question it was broken."""
        self.accepted: set[str] = set()
        """The kinds of question that got a ``legal`` or ``possible``."""
        self.shown = False

    def read(self, body: bytes, kind: str) -> None:
        """Take in the answer to a question of this kind; a picture names no rules."""
        if body.startswith(b"{"):
            self._take(_decode(body), kind)

    def _take(self, answer: _Answer, kind: str) -> None:
        if answer.verdict in ("legal", "possible"):
            self.accepted.add(kind)
        self.shown |= answer.verdict is None and bytes(answer.state) not in (b"", b"null")
        for citation in answer.citations:
            self.roles[citation.rule].add(citation.role)
        self._see(f"broken in {kind}", answer.violations, *(refusal.violations for refusal in answer.refused))
        self._see(f"explains in {kind}", *(claim.explanations for claim in answer.claims))
        self._see("applies", answer.events)
        self._see("decides", answer.decided_by)
        self._see("scores", *(player.lines for player in answer.players))
        for part in (answer.ruling, answer.repair):
            if part is not None:
                self._take(part, kind)

    def _see(self, role: str, *lists: list[_Ruled]) -> None:
        for rules in lists:
            for entry in rules:
                self.roles[entry.rule].add(role)

    def roles_of(self, rule: str, side: str) -> list[str]:
        """How the rule was seen kept or broken; empty if it was not."""
        seen = self.roles.get(rule, set())
        if side == "breaks":
            return sorted(role for role in seen if " in " in role)
        if cited := seen & CITED:
            return sorted(cited)
        if can_be_broken(rule) and (kinds := self.accepted & (kinds_that_break(rule) or self.accepted)):
            return sorted(f"accepted in {kind}" for kind in kinds)
        return ["shown"] if self.shown else []

    def everything(self) -> dict[str, dict[str, list[str]]]:
        """Every rule that was seen, by side, and which kinds of question were accepted."""
        seen: dict[str, dict[str, list[str]]] = {"obeys": {}, "breaks": {}, "accepted": {"": sorted(self.accepted)}}
        for rule, roles in self.roles.items():
            for side, shown in (("obeys", roles & CITED), ("breaks", {role for role in roles if " in " in role})):
                if shown:
                    seen[side][rule] = sorted(shown)
        return seen


def can_be_broken(rule: str) -> bool:
    game, short = rule.split("/", 1)
    return RULEBOOKS[game].can_be_broken(short)


def kind_of(question: Question) -> str:
    """The operation, and the type of the move if there is one."""
    move = question.values.get("move")
    return question.operation if move is None else f"{question.operation} {move.__struct_config__.tag}"


def kinds_that_break(rule: str) -> Set[str]:
    """The kinds of question in which tests saw the rule broken when ``coverage.json`` was written.

    Empty for a rule that is new, and while the files are written anew: ``tests.coverage`` looks at all kinds then.
    """
    game, short = rule.split("/", 1)
    return (
        frozenset() if WRITING in os.environ else kinds_in(RULEBOOKS[game].coverage.get(short, {}).get("breaks", {}))
    )


def kinds_in(broken: Mapping[str, str]) -> Set[str]:
    """The kinds of question in what the tests of a rule saw broken."""
    return frozenset(role.split(" in ")[1] for roles in broken.values() for role in roles.split(", "))


# ---------------------------------------------------------------- one test


@contextmanager
def observing() -> Iterator[Observation]:
    """Read every answer that is given meanwhile in this process."""
    observation = Observation()
    answer = Answerer.answer

    def answer_and_read(answerer: Answerer, question: Question, body_key: str | None = None) -> Answered:
        answered = answer(answerer, question, body_key)
        observation.read(answered.entry.body, kind_of(question))
        return answered

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Answerer, "find", lambda *_: None)  # by its body alone: nobody would know what was asked
        patch.setattr(Answerer, "answer", answer_and_read)
        yield observation


def marked_rules(item: pytest.Item) -> dict[str, list[str]]:
    """The full ids of the rules that a test says to keep and to break; a side that has none is left out."""
    marked = {side: [rule for mark in item.iter_markers(side) for rule in mark.args] for side in SIDES}
    return {side: list(dict.fromkeys(rules)) for side, rules in marked.items() if rules}


def hold_to_marks(marked: Mapping[str, list[str]], observation: Observation) -> dict[str, dict[str, list[str]]]:
    """How each marked rule was seen, by side. Fails the test for rules that do not exist or were not seen so."""
    observed: dict[str, dict[str, list[str]]] = {}
    for side, rules in marked.items():
        for rule in rules:
            game, short = rule.split("/", 1)
            if game not in RULEBOOKS or short not in RULEBOOKS[game].rules:
                pytest.fail(f"marked {side}({rule!r}), which is no rule", pytrace=False)
            roles = observation.roles_of(rule, side)
            if not roles:
                pytest.fail(_not_seen(rule, side, observation), pytrace=False)
            observed.setdefault(side, {})[rule] = roles
    return observed


def _not_seen(rule: str, side: str, observation: Observation) -> str:
    if side == "breaks" and not can_be_broken(rule):
        return f"marked breaks({rule!r}), but no sentence says that this rule is broken: mark it obeys"
    seen = ", ".join(sorted(observation.roles.get(rule, ()))) or "not at all"
    return f"marked {side}({rule!r}), but the answers did not show it: the rule was seen {seen}"


def name_of(node: str) -> str:
    """The test's file and name, without the folder that it stands in."""
    return node.removeprefix("tests/")


@cache
def written_roles() -> Mapping[tuple[str, str, str], str]:
    """How each test saw each rule when ``coverage.json`` was written: by test, side and rule."""
    return {
        (test, side, f"{game}/{rule}"): roles
        for game, rulebook in RULEBOOKS.items()
        for rule, covered in rulebook.coverage.items()
        for side in SIDES
        for test, roles in covered[side].items()
    }


def hold_to_files(test: str, observed: Mapping[str, Mapping[str, list[str]]]) -> None:
    """Fail a test that saw a rule in other roles than the files say; whether they name it at all is another test.

    ``make check-game`` writes the file of its game anew.
    """
    if QUICK:
        return
    for side, rules in observed.items():
        for rule, roles in rules.items():
            written = written_roles().get((test, side, rule))
            if written not in (None, ", ".join(roles)):
                pytest.fail(
                    f"{rule} was seen as {', '.join(roles)}, by the files {written}: run `make coverage`", False
                )


def hold_to_what_is_written(test: str, observation: Observation) -> None:
    """Fail a test marked ``observed`` that does not see a rule any more for which the files count it."""
    if QUICK:
        return
    for (name, side, rule), written in written_roles().items():
        if name == test and not observation.roles_of(rule, side):
            pytest.fail(f"{rule} was seen as {written}, and is not seen any more: run `make coverage`", pytrace=False)


class AnswersAreObserved:
    """The pytest plugin: marked tests are held to their marks, and all tests to evidence that fits its sentence."""

    def __init__(self) -> None:
        self.unfit: list[str] = []
        """What rendering could not say in answers to the test that runs: the sentence, and what it lacks."""
        self.patch = pytest.MonkeyPatch()

    def pytest_sessionstart(self) -> None:
        describe = Wording._unfit

        def describe_and_note(words: Wording, *sentence: Any) -> EvidenceError:
            error = describe(words, *sentence)
            if has_request_context():  # a test may try the sentences themselves
                self.unfit.append(str(error))
            return error

        self.patch.setattr(Wording, "_unfit", describe_and_note)

    def pytest_sessionfinish(self) -> None:
        self.patch.undo()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        self.unfit.clear()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self) -> Generator[None, Any, Any]:
        """A 500 may have failed the test already, or not have been looked at: here it gets its name."""
        outcome = yield
        if self.unfit:
            pytest.fail("; ".join(dict.fromkeys(self.unfit)), pytrace=False)
        return outcome

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        marked, counts = marked_rules(item), item.get_closest_marker("observed") is not None
        if not (marked or counts):
            return (yield)
        with observing() as observation:
            outcome = yield
        observed = hold_to_marks(marked, observation)
        item.user_properties.append((PROPERTY, observed))
        if counts:
            item.user_properties.append((ALL_SEEN, observation.everything()))
        if WRITING not in os.environ:
            hold_to_files(name_of(item.nodeid), observed)
            if counts:
                hold_to_what_is_written(name_of(item.nodeid), observation)
        return outcome
