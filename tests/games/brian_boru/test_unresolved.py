"""Steps that wait: the state lists them with what is missing, and sending that gives the end of the whole table.

Random games are played. At every move zones are left out; where a step waits then, what is missing is sent as it is on
the whole table before this step, until nothing waits any more.
"""

import random
from typing import Any

import msgspec
import pytest

from service.games.brian_boru.draft import Draft
from service.games.brian_boru.game import GAME
from service.games.brian_boru.steps import STEPS
from service.games.brian_boru.table import Table
from service.referee.judge import judge, rule_on
from tests.games.brian_boru.invariants import WAYS
from tests.games.brian_boru.tables import base, opening, play, told
from tests.games.partial_tables.zones import Zones

ZONES = Zones(GAME.shapes.state, GAME.shapes.options)
MASKED = (
    "marriage",
    "raiders",
    "church",
    "claims",
    "hand",
    "dealt",
    "picked",
    "towns",
    "marker",
    "alliance",
    "face_up",
)
OF_THE_PILE = ("marriage_card", "marriage_pile", "round", "trick")
STEPS_THAT_WAIT = {step.name for steps in STEPS.values() for step in steps}
MOST_ANSWERS = 6
SEEDS = range(24)


def table_of(state: dict[str, Any]) -> Table:
    sent = msgspec.convert(state, GAME.shapes.state)
    return GAME.table(sent, base(), GAME.choices(sent.options))


class Recorder:
    """The states before each step that was tried, and how many of the steps were done."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.before: list[dict[str, Any]] = []
        self.done = 0
        snapshot, restore = Draft.snapshot, Draft.restore

        def recording(draft: Draft) -> Any:
            self.before.append(told(draft))
            self.done += 1
            return snapshot(draft)

        def taken_back(draft: Draft, before: Any) -> None:
            self.done -= 1
            restore(draft, before)

        patch.setattr(Draft, "snapshot", recording)
        patch.setattr(Draft, "restore", taken_back)

    def start(self) -> None:
        self.before, self.done = [], 0


def masked(state: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The state without one or two kinds of zones, of some players."""
    copy: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state))
    for zone in chance.sample([*MASKED, *OF_THE_PILE], chance.choice((1, 1, 2))):
        copy.pop(zone, None)
        for player in copy["players"]:
            if chance.random() < 0.6:
                player.pop(zone, None)
    return copy


def send_missing(state: dict[str, Any], whole: dict[str, Any]) -> None:
    """Fill in what the unresolved steps of the state are missing."""
    for entry in state["unresolved"]:
        assert entry["missing"], entry
        for pointer in entry["missing"]:
            match pointer.split("/")[2:]:
                case ["players", seat, zone]:
                    state["players"][int(seat)][zone] = whole["players"][int(seat)][zone]
                case [zone, *_]:
                    state[zone] = whole[zone]


def waiting_steps(seed: int, recorder: Recorder) -> set[str]:
    """The steps that waited in a random game; each came to the same end as on the whole table."""
    chance, waited = random.Random(f"unresolved {seed}"), set()
    count, options = WAYS[seed % len(WAYS)]
    table = opening(count, seed, **options)
    _, log = play(table, seed)
    for move in log:
        recorder.start()
        after = rule_on(GAME, table, move).after
        whole = [*recorder.before, told(after)]
        for _ in range(3 if after.state.phase != table.state.phase else 1):
            waited |= resolved_like(whole, masked(told(table), chance), move, recorder)
        table = after
    return waited


def resolved_like(whole: list[dict[str, Any]], part: dict[str, Any], move: Any, recorder: Recorder) -> set[str]:
    """``whole``: the whole table before each of the steps, and at the end."""
    end = whole[-1]
    table = table_of(part)
    recorder.start()
    judgement = judge(GAME, table, move)
    if judgement.verdict != "legal" or judgement.state.unresolved is msgspec.UNSET:
        return set()
    state = told(judgement.after)
    names = {entry["step"] for entry in state["unresolved"]}
    for _ in range(MOST_ANSWERS):
        assert ZONES.false_claims(end, state) == []
        if "unresolved" not in state:
            break
        send_missing(state, whole[recorder.done])
        state = told(table_of(state))
    assert "unresolved" not in state
    assert (state["phase"], state["pending"]) == (end["phase"], end["pending"])
    return names


@pytest.mark.slow
def test_sending_what_is_missing_gives_the_end_of_the_whole_table(monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder(monkeypatch)
    waited = set().union(*(waiting_steps(seed, recorder) for seed in SEEDS))
    assert waited <= STEPS_THAT_WAIT
    assert {"opening", "winner", "passing-on", "end-of-actions", "marriage", "battle", "church", "claims"} <= waited
    assert {"second-reward", "monasteries-of-four", "round-over"} & waited
