"""The property test of partial tables finds faults: engines that cheat, and zones that are read as empty."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from service.referee.findings import Findings
from service.referee.game import Game
from service.referee.known import Unknown
from tests.games.every_game import BY_NAME
from tests.games.partial_tables import known
from tests.games.partial_tables.planting import planted
from tests.games.partial_tables.positions import Played, Position, play, position_of
from tests.games.partial_tables.running import Run

FAULTS = [
    ("kingdomino", "place", "check", "players/kingdom"),
    ("kingdomino", "choose", "check", "next_line"),
    ("kingdomino", "discard", "check", "current_line"),
    ("kingdomino", "discard", "apply", "players/discarded"),
    ("kingdomino", "choose", "audit", "pile"),
    ("brian-boru", "lead", "check", "players/hand"),
    ("brian-boru", "build", "check", "towns"),
    ("brian-boru", "pick", "check", "players/dealt"),
    ("brian-boru", "build", "apply", "players/church"),
    ("brian-boru", "act", "audit", "trick"),
    ("ortus-regni", "attach", "check", "players/fiefs"),
    ("ortus-regni", "tower", "check", "players/hand"),
    ("ortus-regni", "tower", "apply", "players/towers"),
    ("ortus-regni", "field", "check", "pending"),
    ("ortus-regni", "end", "audit", "players/deck"),
    ("roll-and-raid", "altar", "check", "players/vikings"),
    ("roll-and-raid", "pay", "check", "players/axes"),
    ("roll-and-raid", "use", "apply", "players/developments"),
    ("roll-and-raid", "attack", "check", "raids"),
    ("roll-and-raid", "sacrifice", "check", "round"),
]
"""A game, a type of move at whose positions the fault shows, a function of the game's module, and the zone that this
function reads as empty when it was left out.
"""


@cache
def games(name: str) -> Played:
    return play(BY_NAME[name], range(12))


@cache
def positions(name: str, kind: str = "") -> list[Position]:
    """Some positions of this type of move, or of about a dozen types; reached by the engine as it is."""
    reached, changed = games(name)
    kinds = sorted(reached)
    chosen = reached[kind][:3] if kind else [reached[each][0] for each in kinds[:: max(1, len(kinds) // 12)]]
    return [position_of(BY_NAME[name], here, changed) for here in chosen]


@cache
def shown_without_fault(name: str, kind: str) -> frozenset[str]:
    run = Run(name)
    for _ in run.positions(positions(name, kind)):
        pass
    return frozenset([*run.found, *known.read(name)])


def new_violation(name: str, kind: str = "", of_property: int | None = None) -> str | None:
    """The first violation that is neither known nor shown without the fault."""
    run = Run(name)
    for found in run.positions(positions(name, kind)):
        wanted = of_property in (None, found.violation.property)
        if wanted and found.signature not in shown_without_fault(name, kind):
            return str(found)
    return None


@pytest.mark.parametrize(("name", "kind", "function", "zone"), FAULTS)
def test_a_zone_that_is_read_as_empty_is_found(name: str, kind: str, function: str, zone: str) -> None:
    shown_without_fault(name, kind)
    with planted(BY_NAME[name], function, zone):
        assert new_violation(name, kind), f"{function} reads {zone} as empty, and nothing shows it"


# ---------------------------------------------------------------- engines that cheat

Check = Callable[[Any, Any, Findings], None]


def whole_states(name: str) -> set[bytes]:
    return {encoded(position.state) for position in positions(name)}


def encoded(state: Any) -> bytes:
    return msgspec.json.encode(state, order="sorted")


def always_legal(game: Game, of_the_whole: Callable[[Any], bool]) -> Check:
    real = game.check

    def check(table: Any, move: Any, findings: Findings) -> None:
        real(table, move, findings)
        if not of_the_whole(table):
            findings.broken.clear()
            findings.missing.clear()

    return check


def assumes_everything(game: Game, of_the_whole: Callable[[Any], bool]) -> Check:
    """Nothing is ever broken: every fact that was met so far is assumed instead."""
    real = game.check
    met: dict[str, tuple[str, dict[str, Any]]] = {}

    def check(table: Any, move: Any, findings: Findings) -> None:
        real(table, move, findings)
        for fact in findings.assumed:
            met.setdefault(fact[0], fact)
        if not of_the_whole(table):
            findings.broken.clear()
            findings.missing.clear()
            findings.assumed[:] = met.values()

    return check


CHEATS = {"always legal": always_legal, "assumes everything": assumes_everything}


@contextmanager
def cheating(name: str, cheat: str, only_on_parts: bool) -> Iterator[None]:
    game, whole = BY_NAME[name], whole_states(name)

    def of_the_whole(table: Any) -> bool:
        return only_on_parts and encoded(msgspec.to_builtins(table.sent_state)) in whole

    with patch.dict(vars(game), {"check": CHEATS[cheat](game, of_the_whole)}):
        yield


# On partial tables alone is harder to find: that is tried in all games, and everywhere only in those that are quick;
# `make stress` tries both in all.
EVERYWHERE = known.NAMES if "BREHON_STRESS" in os.environ else ("kingdomino", "brian-boru")
CHEATING = [*((name, True) for name in known.NAMES), *((name, False) for name in EVERYWHERE)]
WHERE = [f"{name}-{'on partial tables' if only_on_parts else 'everywhere'}" for name, only_on_parts in CHEATING]


@pytest.mark.parametrize("cheat", CHEATS)
@pytest.mark.parametrize(("name", "only_on_parts"), CHEATING, ids=WHERE)
def test_an_engine_that_never_refuses_is_found(name: str, cheat: str, only_on_parts: bool) -> None:
    shown_without_fault(name, "")
    with cheating(name, cheat, only_on_parts):
        assert new_violation(name), f"an engine that is {cheat} goes unnoticed"


@contextmanager
def dropping(name: str, only_on_parts: bool) -> Iterator[None]:
    game, whole = BY_NAME[name], whole_states(name)
    real = game.apply

    def apply(table: Any, move: Any) -> tuple[Any, Any]:
        result, happenings = real(table, move)
        state = result.state
        if only_on_parts and encoded(msgspec.to_builtins(table.sent_state)) in whole:
            return result, happenings
        players = [{"name": player.name} for player in state.players]
        plain = {"options": msgspec.to_builtins(state.options), "players": players}
        return result.with_state(msgspec.convert(plain, game.shapes.state)), happenings

    with patch.dict(vars(game), {"apply": apply}):
        yield


@pytest.mark.parametrize(("name", "only_on_parts"), CHEATING, ids=WHERE)
def test_an_engine_that_drops_the_state_is_found(name: str, only_on_parts: bool) -> None:
    shown_without_fault(name, "")
    with dropping(name, only_on_parts):
        violation = new_violation(name)
    assert violation, "an engine that returns nothing but names goes unnoticed"
    assert " error" not in violation.splitlines()[0], violation


def by_name(table: Any, move: Any) -> bool:
    return getattr(move, "player", "") > "m"  # none of the names of the random games, but some of the other names


def by_seat(table: Any, move: Any) -> bool:
    return getattr(move, "player", "") == table.state.players[0].name


@pytest.mark.parametrize("favoured", [by_name, by_seat])
def test_an_engine_that_favours_a_player_is_found(favoured: Callable[[Any, Any], bool]) -> None:
    game = BY_NAME["brian-boru"]
    real = game.check

    def check(table: Any, move: Any, findings: Findings) -> None:
        real(table, move, findings)
        if favoured(table, move):
            findings.broken.clear()

    shown_without_fault("brian-boru", "")
    with patch.dict(vars(game), {"check": check}):
        assert new_violation("brian-boru", of_property=8), "an engine that favours a player goes unnoticed"


@pytest.mark.parametrize("name", known.NAMES)
def test_an_answer_that_cannot_be_encoded_is_found(name: str) -> None:
    """An unknown value in the evidence of a broken rule: an answer in process, a 500 for a client."""
    game = BY_NAME[name]
    real = game.check

    def check(table: Any, move: Any, findings: Findings) -> None:
        real(table, move, findings)
        for finding in findings.broken:
            finding.detail["more"] = Unknown("/state/pending")

    shown_without_fault(name, "")
    with patch.dict(vars(game), {"check": check}):
        violation = new_violation(name)
    assert violation, "an answer that cannot be encoded goes unnoticed"
    assert " error" in violation.splitlines()[0], violation
