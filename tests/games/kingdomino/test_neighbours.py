"""Tables on both sides of a boundary: next to each one that cannot be, the nearest one that can; and the setup."""

from typing import Any

import pytest

from service.games.kingdomino.game import GAME as game
from tests.client import Referee
from tests.games.kingdomino.tables import NAMES, alone, first_round, kingdom, line, opening, squares

Table = dict[str, Any]


def everybody(count: int, **zones: Any) -> list[dict[str, Any]]:
    return [{"name": name, **zones} for name in NAMES[:count]]


def pile(size: int, count: int = 4, **zones: Any) -> Table:
    return {"players": everybody(count), "pile": ["?"] * size, **zones}


def discarded(count: int) -> Table:
    return {"players": [{"name": "ana", "discarded": list(range(1, count + 1))}]}


def drawn(*kings: str, **zones: Any) -> Table:
    return {"players": everybody(len(set(kings))), "kings_drawn": list(kings), **zones}


def by_squares(text: str) -> Table:
    return {"players": [{"name": "ana", "squares": squares(text)}]}


def current(*slots: Any, count: int = 4) -> Table:
    return {"players": everybody(count), "phase": "play", "current_line": line(*slots)}


DUEL = {"variants": ["great-duel"]}
TWELVE_OUT = {"edition": "first"}


@pytest.mark.parametrize(
    ("rule", "possible", "impossible"),
    [
        ("setup/players", {"players": everybody(4)}, {"players": [*everybody(4), {"name": "eva"}]}),
        ("variants/great-duel-two", {"players": everybody(2), "options": DUEL}, {"players": everybody(3), "options": DUEL}),
        ("setup/players", drawn(*NAMES), {"players": everybody(4), "kings_drawn": [*NAMES[:3], "eva"]}),
        ("components/dominoes", current((3, "ana"), (9, "bruno")), {**current((3, "ana"), (9, "bruno")), "leftovers": [9]}),
        ("place/overlap", alone("1 1,0 e; 2 3,0 e"), alone("1 1,0 e; 2 2,0 e")),
        ("place/match", alone("19 1,0 e; 1 1,1 e"), alone("19 1,0 e; 7 1,1 e")),
        ("place/bounds", alone("1 1,0 e; 2 3,0 e"), alone("1 1,0 e; 2 3,0 e; 19 5,0 e")),
        ("place/bounds", alone("1 1,0 e; 2 3,0 e"), alone("1 1,0 e; 2 3,0 e; 19 -1,0 n")),
        ("variants/great-duel", alone("1 1,0 e; 2 3,0 e; 19 5,0 e", **DUEL), alone("1 1,0 e; 2 3,0 e; 19 5,0 e; 3 -1,0 n", **DUEL)),
        ("discard/at-will", discarded(11), discarded(12)),
        ("round/once-each", discarded(11), discarded(13)),
        ("components/squares", by_squares("wheat 1,0; wheat 2,0"), by_squares("wheat 1,0; wheat 2,0; wheat 3,0")),
        ("place/match", by_squares("wheat 1,0; wheat 2,0"), by_squares("wheat 2,0; wheat 3,0")),
        ("components/squares", by_squares("mine3 1,0; wheat 2,0"), by_squares("mine3 1,0; mine3 0,1; wheat 2,0; wheat 0,2")),
        ("line/ascending", current((3, "ana"), (9, "bruno")), current((9, "bruno"), (3, "ana"))),
        ("line/size", {"players": everybody(4), "next_line": line(1, 2, 3, 4)}, {"players": everybody(4), "next_line": line(1, 2, 3, 4, 5)}),
        ("three-players/dominoes", {"players": everybody(3), "next_line": line(1, 2, 3), "options": TWELVE_OUT}, {"players": everybody(3), "next_line": line(1, 2, 3, 4), "options": TWELVE_OUT}),
        ("three-players/leftover", current((3, "ana"), (9, "bruno"), count=3), current((3, "ana"), 9, count=3)),
        ("round/own-domino", current((3, "ana"), (9, "bruno")), current((3, "ana"), 9)),
        ("setup/kings", current((3, "ana"), (9, "bruno")), current((3, "ana"), (9, "ana"))),
        ("two-players/kings", current((3, "ana"), (9, "ana"), count=2), current((3, "ana"), (9, "ana"), (12, "ana"), count=2)),
        ("three-players/kings", current((3, "ana"), (9, "bruno"), count=3), current((3, "ana"), (9, "ana"), count=3)),
        ("first-round/draw", drawn(*NAMES), {"players": everybody(4), "kings_drawn": list(NAMES[:3])}),
        ("two-players/first-round", drawn("ana", "bruno", "bruno", "ana"), drawn("ana", "bruno", "ana", "bruno")),
        ("first-round/choose-only", first_round(4), {**first_round(4), "current_line": line((48, "ana"))}),
        ("next-round/count", pile(44), pile(45)),
        ("next-round/count", pile(48), pile(52)),
        ("next-round/count", pile(0), pile(1)),
        ("next-round/count", pile(44, phase="first-round"), pile(40, phase="first-round")),
        ("next-round/count", pile(44, phase="play"), pile(48, phase="play")),
        ("two-players/dominoes", pile(24, 2), pile(28, 2)),
        ("variants/great-duel", pile(48, 2, options=DUEL), pile(52, 2, options=DUEL)),
        ("three-players/dominoes", pile(36, 3, options=TWELVE_OUT), pile(39, 3, options=TWELVE_OUT)),
        ("three-players/leftover", {"players": everybody(3), "leftovers": list(range(1, 13))}, {"players": everybody(3), "leftovers": list(range(1, 14))}),
        ("three-players/leftover", {"players": everybody(4), "leftovers": []}, {"players": everybody(4), "leftovers": [1]}),
        ("end/over", {"players": everybody(4), "phase": "over", "pile": []}, {"players": everybody(4), "phase": "over", "pile": ["?"] * 4}),
    ],
)  # fmt: skip
def test_next_to_what_cannot_be_is_what_can(
    kingdomino: Referee, rule: str, possible: Table, impossible: Table
) -> None:
    answer = kingdomino.audit(possible)
    assert answer["verdict"] == "possible", answer["violations"]
    answer = kingdomino.audit(impossible)
    assert answer["verdict"] == "impossible"
    assert rule in answer.broken


@pytest.mark.parametrize(
    ("count", "options", "in_play", "size", "leftovers"),
    [
        (2, {}, 24, 4, None),
        (3, {}, 48, 4, []),
        (4, {}, 48, 4, None),
        (2, {"edition": "first"}, 24, 4, None),
        (3, {"edition": "first"}, 36, 3, None),
        (4, {"edition": "first"}, 48, 4, None),
        (2, DUEL, 48, 4, None),
        (3, {"house_rules": {"three_players": "twelve-out"}}, 36, 3, None),
        (3, {"edition": "first", "house_rules": {"three_players": "all-48"}}, 48, 4, []),
    ],
)
def test_what_setup_lays_out(count: int, options: Table, in_play: int, size: int, leftovers: Any) -> None:
    """With a seed the first line lies there; without one everything is still in the pile."""
    for seed in (None, 7):
        state = opening(count, seed, **options).state
        laid = 0 if seed is None else size
        assert (len(state.next_line), len(state.pile)) == (laid, in_play - laid)
        assert (state.current_line, state.phase) == ((), "first-round")
        assert [(player.kingdom, player.discarded) for player in state.players] == [((), ())] * count
        assert len(state.kings_drawn) == (0 if seed is None else {2: 4}.get(count, count))
        assert (None if not hasattr(state.leftovers, "__len__") else list(state.leftovers)) == leftovers
        if seed is not None:
            numbers = [slot.domino for slot in state.next_line]
            assert numbers == sorted(numbers)
            assert len({*numbers, *state.pile}) == in_play


def test_every_kingdom_of_the_table_is_audited(kingdomino: Referee) -> None:
    """A wrong kingdom is found in every seat."""
    for seat in range(4):
        players = everybody(4, kingdom=[], discarded=[])
        players[seat]["kingdom"] = kingdom("19 1,0 e; 1 2,0 e")
        assert kingdomino.audit({"players": players}).broken == ["place/overlap"]
    assert game.meta.players == (2, 4)
