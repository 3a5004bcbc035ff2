"""The part ``repair`` of a replay: what may be done about its first illegal move, in the language of the reader."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from schemas.answers import Remedy, Repair, Ruling
from schemas.ruling import LeftOut, RemedyScore, Role
from service.operations.question import Question
from service.referee import repair as core
from service.referee import summary
from service.referee.render import Reader
from service.referee.replay import Replayed
from service.referee.scoring import totals_of

Totals = Mapping[str, int | None]
NO_TOTALS: Totals = {}


def repair_of(question: Question, table: Any, result: Replayed, bytes_left: int) -> Repair[Any, Any] | None:
    """The remedies for an illegal move; None for any other verdict. ``table`` is the one that was sent."""
    if result.verdict != "illegal":
        return None
    choices = table.choices
    consulted, choices.consulted = choices.consulted, set()  # the rest of the answer does not rest on it
    repaired = core.repair(
        question.served.game,
        result,
        question.values["moves"],
        pace=partial(question.work.deadline.within, pointer="/repair"),
        play_forced=bool(question.values.get("play_forced")),
    )
    answer = _Rendering(question, table, repaired, question.values["moves"]).answer(bytes_left)
    choices.consulted = consulted
    return answer


class _Rendering(NamedTuple):
    question: Question
    table: Any
    repaired: core.Repaired
    moves: Sequence[Any]

    @property
    def reader(self) -> Reader:
        return self.question.reader(self.table)

    def answer(self, bytes_left: int) -> Repair[Any, Any]:
        reader, repaired = self.reader, self.repaired
        has_rule = core.RULE in reader.book.rules
        decides: dict[str, Role] = {core.RULE: "decides"} if has_rule else {}
        against = [finding.rule for one in repaired.remedies for finding in one.reasons]
        remedies: list[Raw] = []
        left_out = [LeftOut(name, "steps", reader.words.repair("steps")) for name in repaired.left_out]
        stands = next((one for one in repaired.remedies if one.remedy == core.STANDS), None)
        base = _totals(stands)
        for one in repaired.remedies:
            encoded = msgspec.json.encode(self._remedy(one, base))
            bytes_left -= len(encoded)
            if bytes_left < 0:
                left_out.append(LeftOut(one.remedy, "size", reader.words.repair("size")))
            else:
                remedies.append(Raw(encoded))
        return Repair(
            rule=reader.book.full_ids[core.RULE] if has_rule else None,
            recommended=repaired.recommended,
            remedies=remedies,  # type: ignore[arg-type]
            left_out=left_out,
            citations=reader.citations({**decides, **dict.fromkeys(against, "broken")}),  # type: ignore[arg-type]
            rests_on=reader.foundations(self.table, decides),
        )

    def _remedy(self, one: core.Remedied, base: Totals) -> Remedy[Any, Any]:
        reader = self.reader
        return Remedy(
            remedy=one.remedy,
            recommended=one.remedy == self.repaired.recommended,
            possible=one.possible,
            text=self._text(one),
            violations=reader.violations(one.reasons),
            move=one.move,
            legal_until=one.legal_until,
            ruling=self._ruling(one),
            state=None if one.table is None else self.question.shown(one.table.state),
            scores=_scores(one, base),
            ranking=(one.scoring.ranking or None) if one.scoring else None,
            assumed=reader.facts(one.assumed, self.table),
            missing=reader.facts(one.missing, self.table),
            next=None if one.table is None else reader.next(one.following, one.table),
        )

    def _ruling(self, one: core.Remedied) -> Ruling[Any] | None:
        """On the first later move that is not legal then."""
        if one.judgement is None or one.legal_until is None:
            return None
        ruling = self.reader.ruling(one.judgement, self.table)
        return Ruling(summary=summary.of_move(self.reader, ruling, self.moves[one.legal_until]), **ruling)

    def _text(self, one: core.Remedied) -> str:
        """What is done, and how much of the rest of the log stays legal."""
        say, index = self.reader.words.repair, self.repaired.failed_at
        if one.legal_until is None:
            return say("stands-open" if one.missing else "stands-not")
        later = len(self.moves) - index - 1
        if one.remedy == core.REWIND:
            return say(one.remedy, later=later)
        done = say("take-back-none" if one.remedy == core.TAKE_BACK and one.move is None else one.remedy)
        if not later:
            return done
        if one.judgement is None:
            return f"{done} {say('all-legal', later=later)}"
        rest = "some-open" if one.judgement.verdict == "undetermined" else "some-legal"
        return f"{done} {say(rest, kept=one.legal_until - index - 1)}"


def _totals(one: core.Remedied | None) -> Totals:
    return NO_TOTALS if one is None or one.scoring is None else totals_of(one.scoring.tallies)


def _scores(one: core.Remedied, base: Totals) -> list[RemedyScore] | None:
    """Each player's total, and its difference to the total if the move stands."""
    if one.scoring is None:
        return None
    return [RemedyScore(name, total, _difference(total, base.get(name))) for name, total in _totals(one).items()]


def _difference(total: int | None, base: int | None) -> int | None:
    return None if total is None or base is None else total - base
