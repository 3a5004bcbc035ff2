"""``replay``: a log of moves, played to its end or to the first move that is not legal."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET, Raw

from schemas.answers import ReplayAnswer, Ruling
from service.operations.question import Question, TooCostly
from service.referee import replay as core


def replay(question: Question, case_id: str) -> ReplayAnswer[Any]:
    served, values = question.served, question.values
    table = question.opening_table() if "setup" in values else question.table()
    moves = values["moves"]
    pace = partial(question.work.deadline.within, pointer="/moves", numbered=True)
    for index, move in enumerate(pace(moves)):
        served.check_references(table, move, f"/moves/{index}")
    log = StateLog(question.work.most_answer_bytes, question.shown) if values.get("states") else None
    play_forced = bool(values.get("play_forced"))
    result = core.replay(
        served.game, table, moves, on_state=log.add if log else None, pace=pace, play_forced=play_forced
    )
    reader = question.reader(table)
    return ReplayAnswer(
        verdict=result.verdict,
        state=question.shown(result.table.state),
        failed_at=result.failed_at,
        ruling=None if result.judgement is None else Ruling(**reader.ruling(result.judgement, table)),
        states=log.states if log else UNSET,
        events=reader.events(result.forced) if play_forced else UNSET,
        assumed=reader.facts(result.assumed, table),
        next=None if result.verdict == "impossible" else reader.next(result.following, result.table),
        rests_on=reader.foundations(table),
        rules_version=served.rules_version,
        case_id=case_id,
    )


class StateLog:
    """The states of a replay, encoded one by one, up to the bound on the size of an answer."""

    def __init__(self, most_bytes: int, shown: Callable[[Any], Any]) -> None:
        """``shown`` gives a state as the viewer may see it."""
        self.most_bytes = most_bytes
        self.shown = shown
        self.bytes = 0
        self.states: list[Raw] = []

    def add(self, state: Any) -> None:
        encoded = msgspec.json.encode(self.shown(state))
        self.bytes += len(encoded)
        if self.bytes > self.most_bytes:
            message = (
                f"The states of this log are more than {self.most_bytes} bytes: send fewer moves, or no `states`."
            )
            raise TooCostly("/states", message)
        self.states.append(Raw(encoded))
