"""The driver finds what a second referee says otherwise: one of Kingdomino is spoiled in every function."""

from types import SimpleNamespace
from typing import Any

import pytest

from service.games.kingdomino.game import GAME as game
from tests.games.playing import Playing
from tests.reference import kingdomino as reference
from tests.reference.differential import Difference, Match, Way, hold

WAYS = [Way(Playing(game, ("ana", "bruno", "carla")), 2), Way(Playing(game, ("ana", "bruno", "carla")), 3)]


def spoiled(**functions: Any) -> Match:
    names = ("legal_moves", "violations", "apply", "score", "normal")
    honest = {name: getattr(reference, name) for name in names}
    return Match(SimpleNamespace(**honest | functions), scored=0.5)


def one_more(state: dict[str, Any], pack: dict[str, Any]) -> dict[str, Any]:
    points = reference.score(state, pack)
    return {**points, "totals": {name: total + 1 for name, total in points["totals"].items()}}


def last_first(state: dict[str, Any], pack: dict[str, Any]) -> dict[str, Any]:
    points = reference.score(state, pack)
    return {**points, "ranking": points["ranking"][::-1]}


def with_a_king_too_many(state: dict[str, Any], move: dict[str, Any], pack: dict[str, Any]) -> dict[str, Any]:
    after = reference.apply(state, move, pack)
    return {**after, "kings_drawn": [*after["kings_drawn"], "ana"]}


def changing_the_question(state: dict[str, Any], pack: dict[str, Any]) -> list[dict[str, Any]]:
    moves = reference.legal_moves(state, pack)
    state["pile"] = []
    return moves


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the environment says of long runs."""
    for name in ("POSITIONS", "SEED", "WAY", "DIFFERENCES"):
        monkeypatch.delenv(f"BREHON_REFEREE_{name}", raising=False)


@pytest.mark.parametrize(
    ("match", "what"),
    [
        (spoiled(legal_moves=lambda state, pack: reference.legal_moves(state, pack)[1:]), "legal moves"),
        (spoiled(legal_moves=changing_the_question), "legal moves: the second referee changed the question"),
        (spoiled(violations=lambda state, move, pack: []), "verdict"),
        (spoiled(violations=lambda *asked: ["no/such-rule"] * bool(reference.violations(*asked))), "reason"),
        (spoiled(apply=with_a_king_too_many), "state after the move"),
        (spoiled(score=one_more), "score"),
        (spoiled(score=last_first), "score"),
    ],
)
def test_a_difference_is_found(match: Match, what: str) -> None:
    with pytest.raises(Difference, match=f"^{what}; seed ") as difference:
        hold(match, WAYS, default=60)
    assert '{"state": {"options"' in str(difference.value), "the position can be sent as it is told"


def test_an_honest_referee_passes() -> None:
    report = hold(spoiled(), WAYS, default=60)
    assert report.positions == 60
    assert report.refused > 100
