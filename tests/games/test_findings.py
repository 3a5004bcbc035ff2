"""The faults on tables sent in part that concern all games: lists that were not complete, and ``differs_under``.

Those of one game are in its own ``test_findings_partial``; names that are not among the players are in
``test_strangers``, steps that wait in ``test_unresolved``, house rules in ``test_differs_under``.
"""

from typing import Any

import pytest
from flask import Flask

from tests.client import Answer, Referee
from tests.games.brian_boru import tables as bb
from tests.games.kingdomino import tables as kd
from tests.games.ortus_regni import tables as ore
from tests.games.roll_and_raid import tables as rr

State = dict[str, Any]


def without(state: State, *zones: str) -> State:
    """The state without these zones, ``player.zone`` for one of a player."""
    told = {**state, "players": [dict(player) for player in state["players"]]}
    for zone in zones:
        name, _, part = zone.rpartition(".")
        if name:
            next(player for player in told["players"] if player["name"] == name).pop(part)
        else:
            told.pop(zone)
    return told


EARLS = ore.table(
    ana={"hand": "champion treachery intrigue vassal"},
    bruno={"fiefs": "palace; castle vassal land church", "hand": "monk*2", "towers": "monk"},
)
PAYING = rr.attacking(step="pay", lying=[4, 3])

LISTS = [
    pytest.param("roll-and-raid", PAYING, "ana.ships", "pay", id="payments with ships unknown"),
    pytest.param("ortus-regni", EARLS, "bruno.fiefs", "attack", id="sieges and raids of unknown Fiefs"),
    pytest.param("ortus-regni", EARLS, "bruno.fiefs", "treachery", id="Treachery against unknown Lords"),
    pytest.param("ortus-regni", EARLS, "bruno.fiefs", "intrigue", id="Intrigue against unknown Properties"),
    pytest.param("ortus-regni", EARLS, "bruno.hand", "treachery", id="Treachery against an unknown hand"),
    pytest.param("brian-boru", bb.last_action(), "ana.coins", "act", id="purchases with coins unknown"),
    pytest.param("kingdomino", kd.first_round(3), "phase", "draw", id="the draw with the phase unknown"),
]


def listed(app: Flask, game: str, state: State, kind: str) -> Answer:
    more = {"pack": rr.PACK} if game == "roll-and-raid" else {}
    return Referee(app, game).moves(state, type=kind, **more)


@pytest.mark.parametrize(("game", "whole", "zone", "kind"), LISTS)
def test_a_list_with_less_known_has_the_same_moves_or_says_what_is_missing(
    app: Flask, game: str, whole: State, zone: str, kind: str
) -> None:
    if kind == "draw":
        whole = without(whole, "kings_drawn")
    complete, part = listed(app, game, whole, kind), listed(app, game, without(whole, zone), kind)
    assert complete["moves"], "the whole table has such moves"
    omitted = [move for move in complete["moves"] if move not in part["moves"]]
    assert bool(omitted) == (kind != "draw"), "that the first round is due follows from the rest"
    if omitted:
        assert part["verdict"] == "undetermined"
        assert not part["complete"]
        assert all(fact["zones"] for fact in part["missing"])
        assert part["missing"]
    more = {"pack": rr.PACK} if game == "roll-and-raid" else {}
    for move in part["moves"][:20]:
        assert Referee(app, game).validate(without(whole, zone), move, **more)["verdict"] == "legal"
    for move in omitted[:20]:
        answer = Referee(app, game).validate(without(whole, zone), move, **more)
        assert answer["verdict"] in ("legal", "undetermined"), answer["violations"]
