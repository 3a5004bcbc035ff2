"""A mark that its test did not observe fails that test."""

from typing import Any

import pytest

from service.referee.formats import Formats
from service.referee.sentences import Sentence
from tests.client import Referee
from tests.games.kingdomino.tables import alone, finished, place
from tests.observation import RULEBOOKS, AnswersAreObserved, hold_to_files, hold_to_marks, observing, written_roles

LEGAL: Any = alone("3 1,0 e"), place(4, 3, 0, "n")
ILLEGAL: Any = alone("3 1,0 e"), place(4, 3, 1, "n")


def test_a_broken_rule_is_seen_broken(kingdomino: Referee) -> None:
    with observing() as observation:
        kingdomino.validate(*ILLEGAL)
    marks = {"breaks": ["kingdomino/place/match"]}
    assert hold_to_marks(marks, observation) == {"breaks": {"kingdomino/place/match": ["broken in validate place"]}}


def test_a_rule_that_allows_and_applies_is_seen_kept(kingdomino: Referee) -> None:
    with observing() as observation:
        assert kingdomino.validate(*LEGAL)["verdict"] == "legal"
    observed = hold_to_marks({"obeys": ["kingdomino/place/match"]}, observation)
    assert set(observed["obeys"]["kingdomino/place/match"]) & {"allows", "applies"}


def test_a_cached_answer_is_read_like_any_other(kingdomino: Referee) -> None:
    kingdomino.validate(*ILLEGAL)
    with observing() as observation:
        kingdomino.validate(*ILLEGAL)
    assert "broken in validate place" in observation.roles["kingdomino/place/match"]


def test_a_wrong_total_breaks_the_rule_that_explains_it(kingdomino: Referee) -> None:
    with observing() as observation:
        answer = kingdomino.score(finished(4), claimed={"ana": 0})
    explained = {f"kingdomino/{rule}" for rule in answer.explained_by("ana")}
    assert explained == {rule for rule, roles in observation.roles.items() if "explains in score" in roles}


@pytest.mark.parametrize(
    ("question", "marks", "complaint"),
    [
        (LEGAL, {"breaks": ["kingdomino/place/match"]}, "the rule was seen .*allows"),
        (LEGAL, {"breaks": ["kingdomino/place/overlap"]}, "the rule was seen not at all"),
        (ILLEGAL, {"obeys": ["kingdomino/place/match"]}, "the rule was seen broken"),
        (ILLEGAL, {"obeys": ["kingdomino/place/overlap"]}, "the rule was seen not at all"),
        (LEGAL, {"obeys": ["kingdomino/choose/any"]}, "the rule was seen not at all"),
        (ILLEGAL, {"breaks": ["kingdomino/choose/any"]}, "no sentence says that this rule is broken: mark it obeys"),
        (LEGAL, {"obeys": ["kingdomino/choose/in-line"]}, "the rule was seen not at all"),
        (LEGAL, {"obeys": ["kingdomino/place/nowhere"]}, "which is no rule"),
        (LEGAL, {"obeys": ["chess/place/match"]}, "which is no rule"),
    ],
)
def test_a_mark_that_was_not_observed_fails(
    kingdomino: Referee, question: Any, marks: dict[str, list[str]], complaint: str
) -> None:
    with observing() as observation:
        kingdomino.validate(*question)
    with pytest.raises(pytest.fail.Exception, match=complaint):
        hold_to_marks(marks, observation)


def test_a_rule_that_was_not_broken_is_kept_only_where_something_was_accepted(kingdomino: Referee) -> None:
    with observing() as observation:
        kingdomino.validate(*LEGAL)
    marks = {"obeys": ["kingdomino/place/overlap"]}
    assert hold_to_marks(marks, observation) == {
        "obeys": {"kingdomino/place/overlap": ["accepted in validate place"]}
    }


def test_a_role_that_the_files_do_not_have_fails() -> None:
    (test, side, rule), roles = next(iter(written_roles().items()))
    hold_to_files(test, {side: {rule: roles.split(", ")}})
    with pytest.raises(pytest.fail.Exception, match="run `make coverage`"):
        hold_to_files(test, {side: {rule: ["decides", "scores"]}})


class MarkedTest:
    """What the plugin asks of a pytest item."""

    nodeid = "tests/test_made_up.py::test"

    def __init__(self, mark: pytest.MarkDecorator) -> None:
        self.mark = mark.mark
        self.user_properties: list[tuple[str, Any]] = []

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.mark if self.mark.name == name else None

    def iter_markers(self, name: str) -> list[pytest.Mark]:
        return [self.mark] if self.mark.name == name else []


@pytest.mark.parametrize("side", ["obeys", "breaks"])
def test_a_marked_test_is_held_to_its_mark_when_it_ends(kingdomino: Referee, side: str) -> None:
    item: Any = MarkedTest(getattr(pytest.mark, side)("kingdomino/place/overlap"))
    call = AnswersAreObserved().pytest_runtest_call(item)
    next(call)
    kingdomino.validate(*LEGAL)
    with pytest.raises(pytest.fail.Exception if side == "breaks" else StopIteration):
        call.send(None)
    reported = [("observed", {"obeys": {"kingdomino/place/overlap": ["accepted in validate place"]}})]
    assert item.user_properties == (reported if side == "obeys" else [])


def test_evidence_that_fits_no_sentence_fails_the_test_by_name(
    kingdomino: Referee, request: pytest.FixtureRequest
) -> None:
    plugin: AnswersAreObserved = request.config.pluginmanager.get_plugin("observation")
    words = RULEBOOKS["kingdomino"].words["en"]
    with pytest.MonkeyPatch.context() as patch:
        sentence = Sentence("{tower} and {gate}", Formats({}, "en"))
        patch.setitem(words._sentences, ("place/match", "message"), sentence)
        with pytest.raises(AssertionError, match="internal"):
            kingdomino.validate(alone("3 1,0 e"), place(12, 3, 0, "n"))
    teardown = plugin.pytest_runtest_teardown()
    next(teardown)
    with pytest.raises(pytest.fail.Exception, match="place/match message in en: the evidence lacks gate, tower"):
        teardown.send(None)
    plugin.unfit.clear()


def test_a_test_that_fails_is_not_held_to_its_mark(kingdomino: Referee) -> None:
    item: Any = MarkedTest(pytest.mark.breaks("kingdomino/place/overlap"))
    call = AnswersAreObserved().pytest_runtest_call(item)
    next(call)
    with pytest.raises(ZeroDivisionError):
        call.throw(ZeroDivisionError())
