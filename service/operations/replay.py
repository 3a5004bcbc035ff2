"""``replay``: a log of moves, played to its end or to the first move that is not legal."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET, Raw

from schemas.answers import ReplayAnswer, Ruling
from schemas.ruling import Role
from service.operations.question import Ids, Question, TooCostly
from service.operations.repair import repair_of
from service.referee import replay as core
from service.referee import summary
from service.referee.findings import Happening
from service.referee.render import Reader


def replay(question: Question, ids: Ids) -> ReplayAnswer[Any, Any]:
    served, values = question.served, question.values
    table = question.opening_table() if "setup" in values else question.table()
    moves = values["moves"]
    pace = partial(question.work.deadline.within, pointer="/moves", numbered=True)
    for index, move in enumerate(pace(moves)):
        served.check_references(table, move, f"/moves/{index}")
    reader = question.reader(table)
    size = AnswerSize(question.work.most_answer_bytes)
    states = StateLog(size, question.shown) if values.get("states") else None
    events = EventLog(size, reader) if values.get("events") else None
    if events:
        events.add(table.happenings, None)
    result = core.replay(
        served.game,
        table,
        moves,
        on_state=states.add if states else core.ignore,
        on_events=events.add if events else core.ignore,
        pace=pace,
        play_forced=bool(values.get("play_forced")),
    )
    ruling = None if result.judgement is None else reader.ruling(result.judgement, table)
    outcome: dict[str, Any] = {
        "failed_at": result.failed_at,
        "assumed": reader.facts(result.assumed, table),
        "next": None if result.verdict == "impossible" else reader.next(result.following, result.table),
    }
    return ReplayAnswer(
        summary=summary.of_log(reader, {**outcome, "ruling": ruling}, len(moves)),
        verdict=result.verdict,
        state=question.shown(result.table.state),
        ruling=_ruling(reader, ruling, None if result.failed_at is None else moves[result.failed_at]),
        states=states.states if states else UNSET,
        **_what_happened(reader, events, result, table, bool(values.get("play_forced"))),
        repair=repair_of(question, table, result, size.left // 2) if values.get("repair") else UNSET,
        **outcome,
        rules_version=served.rules_version,
        question_id=ids.question,
        case_id=ids.case,
    )


def _ruling(reader: Reader, ruling: dict[str, Any] | None, move: Any) -> Ruling[Any] | None:
    """The ruling on the move that failed; without moves, on the position."""
    return None if ruling is None else Ruling(summary=summary.of_move(reader, ruling, move), **ruling)


def _what_happened(
    reader: Reader, log: "EventLog | None", result: core.Replayed, table: Any, play_forced: bool
) -> dict[str, Any]:
    """All events with their rules, or only the forced decisions, or neither, as the question wants it."""
    if log is None:
        forced = reader.logged_events(result.forced) if play_forced else UNSET
        return {"events": forced, "rests_on": reader.foundations(table)}
    if result.verdict == "impossible":  # nothing can happen in such a position
        return {"events": [], "citations": [], "rests_on": reader.foundations(table)}
    return {
        "events": log.events,
        "citations": reader.citations(log.roles),
        "rests_on": reader.foundations(table, log.roles),
    }


class AnswerSize:
    """Counts the bytes of the parts of an answer, up to the bound on its size."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0

    @property
    def left(self) -> int:
        return self.most_bytes - self.bytes

    def add(self, encoded: bytes, part: str) -> Raw:
        self.bytes += len(encoded)
        if self.bytes > self.most_bytes:
            message = (
                f"The {part} of this log are more than {self.most_bytes} bytes: send fewer moves, or no `{part}`."
            )
            raise TooCostly(f"/{part}", message)
        return Raw(encoded)


class StateLog:
    """The states of a replay, encoded one by one."""

    def __init__(self, size: AnswerSize, shown: Callable[[Any], Any]) -> None:
        """``shown`` gives a state as the viewer may see it."""
        self.size = size
        self.shown = shown
        self.states: list[Raw] = []

    def add(self, state: Any) -> None:
        self.states.append(self.size.add(msgspec.json.encode(self.shown(state)), "states"))


class EventLog:
    """The events of a replay, encoded one by one, and the rules that they rest on."""

    def __init__(self, size: AnswerSize, reader: Reader) -> None:
        self.size = size
        self.reader = reader
        self.events: list[Raw] = []
        self.roles: dict[str, Role] = {}

    def add(self, happenings: Sequence[Happening], index: int | None) -> None:
        for event in self.reader.logged_events(happenings, index):
            self.events.append(self.size.add(msgspec.json.encode(event), "events"))
        for happening in happenings:
            self.roles[happening.rule] = "applies"
