"""Forced decisions: a player's decision with exactly one legal move.

The engines never make a decision for a player. With ``play_forced`` the core does, and lists each of these moves as
an event. It decides nothing that is open: the list of the player's legal moves must be complete, have one move only
(leaving the game aside), and this move must assume nothing. Moves of the table are never played.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from service.referee.budget import CHECK, step
from service.referee.findings import Findings, Happening
from service.referee.game import AnyGame
from service.referee.judge import Judgement, rule_on
from service.referee.known import Unknown
from service.referee.rules import move_type

MOST_IN_A_ROW = 100
EVENT = "forced"
"""The type of the event of a forced decision."""


def forced_decisions(game: AnyGame, table: Any) -> Iterator[Judgement]:
    """Play one forced decision after the other, up to a bound; each judgement has the table after its move."""
    for _ in range(MOST_IN_A_ROW):
        move = forced_move(game, table)
        if move is None:
            return
        judgement = rule_on(game, table, move)
        yield judgement._replace(happenings=[_event(move, judgement), *judgement.happenings])
        table = judgement.after


def play_before(game: AnyGame, table: Any, move: Any, refused: Judgement) -> tuple[Any, list[Happening], Judgement]:
    """Play forced decisions until the move is legal.

    Returns the table on which the move is judged, the events of the forced decisions, and the judgement. If the move
    never becomes legal nothing is played, and the judgement is that of the position as it was sent.
    """
    happenings: list[Happening] = []
    for decision in forced_decisions(game, table):
        happenings += decision.happenings
        judgement = rule_on(game, decision.after, move)
        if judgement.verdict == "legal":
            return decision.after, happenings, judgement
    return table, [], refused


def play_after(game: AnyGame, judgement: Judgement) -> Judgement:
    """The judgement on a legal move, continued by the forced decisions that follow it."""
    for decision in forced_decisions(game, judgement.after):
        judgement = judgement._replace(
            state=decision.state,
            happenings=judgement.happenings + decision.happenings,
            following=decision.following,
            after=decision.after,
        )
    return judgement


def forced_move(game: AnyGame, table: Any) -> Any | None:
    """The first move, in the order of the players who may move now, that its player cannot choose otherwise."""
    following = game.following(table)
    if following is None or isinstance(following, Unknown):
        return None
    for player in following[1]:
        move = _only_move(game, table, player)
        if move is not None:
            return move
    return None


def _only_move(game: AnyGame, table: Any, player: str) -> Any | None:
    only = None
    for move in game.legal_moves(table, player, None):
        kind = move_type(move)
        if game.move_types[kind] == "table" or kind in game.meta.leaving:
            continue
        if only is not None:
            return None
        only = move
    if only is None:
        return None
    findings = Findings()
    game.unlisted(table, player, None, findings)
    step(CHECK)
    game.check(table, only, findings)
    return None if findings.missing or findings.assumed or findings.broken else only


def _event(move: Any, judgement: Judgement) -> Happening:
    """The event of a forced decision, with the first rule that allows it."""
    detail = {"player": move.player, "kind": move_type(move), "move": msgspec.to_builtins(move)}
    return Happening(EVENT, judgement.findings.grounds[0], detail)
