"""What each question does. A question is a loaded envelope, an answer is one that is still to be dumped.

All of these are pure: the same question, pack and rules version give the same answer.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import msgspec
from msgspec import Raw

from schemas.base import Fault, Malformed, malformed
from schemas.ruling import Refusal
from service.api.budget import within
from service.api.desk import Desk
from service.api.problems import TOO_COSTLY, Problem
from service.api.scores import score_differences, scored
from service.referee import svg
from service.referee.choices import choices_of, with_house_rules
from service.referee.diagram import Scene
from service.referee.findings import Findings
from service.referee.game import Game, Weighing
from service.referee.judge import alternatives, differences, judge, refused_kinds, suggestions
from service.referee.render import next_of, position_verdict
from service.referee.replay import replay

Answer = dict[str, Any]
MOST_BYTES_OF_STATES = 4 * 1024 * 1024
"""A log of 384 kB once made an answer of 355 MB."""


def answer_setup(desk: Desk, question: dict[str, Any], language: str) -> Answer:
    table = _opening(desk, question, question)
    reader = desk.reader(language, table.choices.edition)
    return {
        "state": table.state,
        "next": next_of(desk.game.following(table)),
        "rests_on": reader.foundations(table.choices, table.box),
    }


def answer_validate(desk: Desk, question: dict[str, Any], language: str) -> Answer:
    game, move = desk.game, question["move"]
    table = desk.table(question["state"], question)
    desk.refers(table, move)
    if (viewer := question.get("viewer")) is not None:
        _sits_here(table, viewer, "/viewer")
    judgement = judge(game, table, move)
    reader = desk.reader(language, table.choices.edition)
    consulted = set(table.choices.consulted)
    answer = reader.ruling(judgement, table.box)
    answer["differs_under"] = reader.differences(differences(game, table, move, judgement))
    if question.get("compare"):
        # The position may have been read by choices too: all of them are compared.
        game.audit(table, Findings(), thorough=False)
        table.choices.consulted |= consulted
        answer["comparison"] = reader.differences(alternatives(game, table, move, table.choices))
    if question.get("suggest"):
        refused = judgement.verdict in ("illegal", "undetermined")
        # For a viewer they are made of what the viewer sees: a suggestion must not name a card in another hand.
        seen = table if viewer is None else game.table(game.view(table.state, viewer), table.box, table.choices)
        answer["suggestions"] = suggestions(game, seen, move, within) if refused else []
    if viewer is not None and answer["state"] is not None:
        answer["state"] = game.view(answer["state"], viewer)
    return answer


def answer_legal_moves(desk: Desk, question: dict[str, Any], language: str) -> Answer:
    game = desk.game
    table = desk.table(question["state"], question)
    player, kind = question.get("player"), question.get("type")
    if player is not None:
        _sits_here(table, player, "/player")
    if kind is not None and kind not in game.META.move_types:
        raise malformed("/type", f"There is no move of type {kind!r}; there are: {', '.join(game.META.move_types)}.")
    findings = Findings()
    game.audit(table, findings, thorough=False)
    reader = desk.reader(language, table.choices.edition)
    moves, refused = [], []
    if not findings.broken:
        moves = list(within(game.legal_moves(table, player, kind)))
        game.unlisted(table, player, kind, findings)
        _assumed_for(game, table, moves, findings)
        if question.get("explain"):
            for name, reasons in within(refused_kinds(game, table, player, kind)):
                refused.append(Refusal(type=name, violations=reader.violations(reasons.broken)))
                findings.because(*(finding.rule for finding in reasons.broken))
    following = None if findings.broken else game.following(table)
    return {
        "verdict": position_verdict(findings),
        "moves": moves,
        "refused": refused,
        **reader.judged(findings, table.choices, table.box),
        "next": next_of(following),
    }


def _assumed_for(game: Game, table: Any, moves: list[Any], findings: Findings) -> None:
    """What the first move of each kind and player assumes, all of them assume."""
    firsts = {(type(move), getattr(move, "player", None)): move for move in reversed(moves)}
    for move in reversed(firsts.values()):
        checked = Findings()
        game.check(table, move, checked)
        findings.assumed += [fact for fact in checked.assumed if fact not in findings.assumed]


def answer_replay(desk: Desk, question: dict[str, Any], language: str) -> Answer:
    game = desk.game
    if "setup" in question:
        table = _opening(desk, question["setup"], question, "/setup")
    else:
        table = desk.table(question["state"], question)
    moves = question["moves"]
    pace = partial(within, pointer="/moves", numbered=True)
    for index, move in enumerate(pace(moves)):
        desk.refers(table, move, f"/moves/{index}")
    log = StateLog() if question.get("states") else None
    result = replay(game, table, moves, on_state=log.add if log else None, pace=pace)
    reader = desk.reader(language, table.choices.edition)
    answer: Answer = {
        "verdict": result.verdict,
        "state": result.state,
        "failed_at": result.failed_at,
        "ruling": None,
        "assumed": reader.facts(result.assumed),
        "next": next_of(result.following),
        "rests_on": reader.foundations(table.choices, table.box),
    }
    if result.judgement is not None:
        answer["ruling"] = reader.ruling(result.judgement, table.box)
    if log:
        answer["states"] = log.states
    return answer


class StateLog:
    """The states of a replay, encoded one by one, up to the bound on the size of an answer."""

    def __init__(self, limit: int = MOST_BYTES_OF_STATES) -> None:
        self.limit = limit
        self.bytes = 0
        self.states: list[Raw] = []

    def add(self, state: Any) -> None:
        encoded = msgspec.json.encode(state)
        self.bytes += len(encoded)
        if self.bytes > self.limit:
            message = f"The states of this log are more than {self.limit} bytes: send fewer moves, or no `states`."
            raise Problem(422, message, [Fault("/states", message)], kind=TOO_COSTLY)
        self.states.append(Raw(encoded))


def answer_audit(desk: Desk, question: dict[str, Any], language: str) -> Answer:
    table = desk.table(question["state"], question)
    findings = Findings()
    desk.game.audit(table, findings)
    reader = desk.reader(language, table.choices.edition)
    return {"verdict": position_verdict(findings), **reader.judged(findings, table.choices, table.box)}


def answer_score(desk: Desk, question: dict[str, Any], language: str) -> Answer:
    if "games" in question:
        tables = [desk.table(state, question, f"/games/{n}") for n, state in enumerate(question["games"])]
    else:
        told = "sheet" if "sheet" in question else "state"
        tables = [desk.table(question[told], question, f"/{told}")]
    scoring = scored(desk, tables, question)
    table = tables[0]
    for other in tables[1:]:
        table.choices.take_in(other.choices)
    reader = desk.reader(language, table.choices.edition)
    answer = reader.scoring(scoring, table.choices, table.box)
    answer["differs_under"] = score_differences(desk, tables, question, scoring)
    return answer


def answer_odds(desk: Desk, question: dict[str, Any], language: str) -> Answer:
    told = "engagement" if "engagement" in question else "state"
    table = desk.table(question[told], question, f"/{told}")
    findings = Findings()
    try:
        odds = cast(Weighing, desk.game).odds(table, findings)
    except Malformed as error:
        raise error.under(f"/{told}") from error
    reader = desk.reader(language, table.choices.edition)
    return {
        "verdict": position_verdict(findings),
        "odds": odds,
        **reader.judged(findings, table.choices, table.box),
    }


def answer_view(desk: Desk, question: dict[str, Any], language: str) -> Answer:
    table = desk.table(question["state"], question)
    _sits_here(table, question["player"], "/player")
    return {"state": desk.game.view(table.state, question["player"])}


def answer_diagram(desk: Desk, question: dict[str, Any], language: str) -> bytes:
    """A picture of the table and, with a move, of the ruling on it."""
    game, move = desk.game, question.get("move")
    table = desk.table(question["state"], question)
    for name in ("only", "viewer"):
        if name in question:
            _sits_here(table, question[name], f"/{name}")
    verdict, findings = None, Findings()
    if move is not None:
        desk.refers(table, move)
        judgement = judge(game, table, move)
        verdict, findings = judgement.verdict, judgement.findings
    else:
        game.audit(table, findings, thorough=False)
        verdict = "impossible" if findings.broken else None
    reader = desk.reader(language, table.choices.edition)
    if "viewer" in question:
        table = game.table(game.view(table.state, question["viewer"]), table.box, table.choices)
    violations = reader.violations(findings.broken)
    scene = Scene(table, reader.words, language, question.get("only"), move, verdict, violations)
    return svg.document(game.diagram(scene))


def answer_packs_check(desk: Desk, question: dict[str, Any], language: str) -> Answer:
    findings = [
        {"level": level, "pointer": pointer, "message": message}
        for level, pointer, message in desk.game.check_pack(question["pack"])
    ]
    return {"usable": all(finding["level"] != "error" for finding in findings), "findings": findings}


def _opening(desk: Desk, setup: dict[str, Any], question: dict[str, Any], pointer: str = "") -> Any:
    """A table set up anew."""
    options = setup.get("options") or desk.game.SHAPES.options()
    if question.get("house_rules") is not None:
        options = with_house_rules(options, question["house_rules"])
    choices = choices_of(options, desk.game.META.house_rules)
    box = desk.shelf.pick(question.get("pack"))
    players = setup["players"]
    try:
        if len(set(players)) != len(players):
            raise malformed("/players", "Two players have the same name.")
        state = desk.game.setup(players, options, setup.get("seed"), box, choices)
    except Malformed as error:
        raise error.under(pointer) from error
    return desk.game.table(state, box, choices)


def _sits_here(table: Any, name: str, pointer: str) -> None:
    if name not in table.by_name:
        raise malformed(pointer, f"Nobody at this table is called {name!r}.")


OPERATIONS: dict[str, Callable[[Desk, dict[str, Any], str], Answer | bytes]] = {
    "setup": answer_setup,
    "validate": answer_validate,
    "legal-moves": answer_legal_moves,
    "replay": answer_replay,
    "audit": answer_audit,
    "score": answer_score,
    "odds": answer_odds,
    "view": answer_view,
    "diagram": answer_diagram,
    "packs-check": answer_packs_check,
}
