"""Random legal play from setup to the end, with invariants after every move."""

from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

from service.games.roll_and_raid.game import GAME as game
from service.games.roll_and_raid.table import Table
from service.referee.judge import rule_on
from tests.client import Referee
from tests.games.playing import play_all
from tests.games.roll_and_raid.invariants import NAMES, WAYS, Play, play_and_check, play_one

GAMES, CHUNK = 80, 20
BY_HAND = {"number-revealed", "raised-by", "forced"}
"""Events of numbers kept back, of dice that are not told and of forced decisions: random clans tell and do all."""
BY_OTHER_PACKS = {"glory", "round-bonus", "hall-bonus", "settlement-income", "other-effect"}
"""Events of what neither of the two packs prints: ``fjords``, which the second referee plays, has all but a text."""
RARE = (13, 15, 58)
"""Games in which clans with equal bids inherit, and the dearest developments are acquired."""


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_random_games_keep_the_invariants(first: int) -> None:
    play_all(play_and_check, range(first, first + CHUNK), WAYS)


@cache
def played(seed: int) -> Play:
    """A game to look at: played once for all tests that do."""
    return play_one(seed)


def kind(move: Any) -> str:
    return str(type(move).__struct_config__.tag)


def test_every_kind_of_move_event_and_effect_is_reached() -> None:
    games = [played(seed) for seed in (*range(len(WAYS)), *RARE)]
    moves = {kind(move) for play in games for move in play.log}
    assert moves == game.move_types.keys() - {"reveal"}, "random clans keep nothing back"
    events = {event for play in games for event in play.events}
    assert game.rulebook.words["en"].events.keys() - events == BY_HAND | BY_OTHER_PACKS
    for playing in {play.playing for play in games}:
        box = playing.base()
        owned = {
            name
            for play in games
            if play.playing is playing
            for clan in play.table.state.players
            for name in clan.developments
        }
        assert owned == box.developments.keys(), "every development is acquired by somebody"
    effects = {
        type(effect)
        for play in games
        for development in play.playing.base().developments.values()
        for effect in development.effects
    }
    assert len(effects) == 10, "between them the packs have every effect"


# ---------------------------------------------------------------- logs


def opening_of(play: Play, seed: int) -> dict[str, Any]:
    return {"players": list(NAMES[: play.count]), "options": play.options, "seed": seed}


@pytest.mark.parametrize("seed", range(len(WAYS)))
def test_a_log_replays_to_the_same_end(roll_and_raid: Referee, seed: int) -> None:
    """Through HTTP: from setup with the seed, and as one player knows it, with the deck and all secrets hidden."""
    play = played(seed)
    pack = msgspec.to_builtins(play.playing.base().pack)
    known = roll_and_raid.ask(
        "replay", {"setup": opening_of(play, seed), "moves": msgspec.to_builtins(play.log), "pack": pack}
    )
    assert known["verdict"] == "legal"
    assert known["state"] == msgspec.json.decode(msgspec.json.encode(play.table.state))
    assert known["rests_on"][-1]["kind"] == "stand-in"

    viewer = NAMES[seed % play.count]
    start = play.playing.opening(play.count, seed, **play.options)
    seen = msgspec.to_builtins(game.view(start.state, viewer))
    moves = as_seen_by(viewer, start, play.log)
    masked = roll_and_raid.ask("replay", {"state": seen, "moves": moves, "pack": pack})
    assert masked["verdict"] == "legal", masked["ruling"]
    assert {entry["fact"] for entry in masked["assumed"]} <= {"choices-open", "bids-open"}
    assert {**masked["state"], "deck": []} == {**known["state"], "deck": []}


def as_seen_by(viewer: str, table: Table, log: list[Any]) -> list[dict[str, Any]]:
    """The same log as one player can tell it: numbers of others only once everybody has shown one."""
    told: list[dict[str, Any]] = []
    secrets: dict[str, int] = {}
    for move in log:
        plain, before = msgspec.to_builtins(move), table
        table = rule_on(game, table, move).after
        if plain["type"] == "refill":
            plain["cards"] = list((table.state.display or ())[len(before.state.display or ()) :])
        shown = {"choose": "number", "bid": "vikings"}.get(plain["type"])
        if shown and plain["player"] != viewer:
            secrets[plain["player"]] = plain[shown]
            plain[shown] = "?"
        told.append(plain)
        following = game.following(before)
        if shown and following is not None and following[1] == [plain["player"]]:
            told += [{"type": "reveal", "player": name, "number": number} for name, number in secrets.items()]
            secrets.clear()
    return told


@pytest.mark.parametrize("seed", range(len(WAYS)))
def test_what_one_player_sees_is_enough(seed: int) -> None:
    """On the table as a player sees it the same moves of that player are legal."""
    play = played(seed)
    viewer = NAMES[seed % play.count]
    table = play.playing.opening(play.count, seed, **play.options)
    for step, move in enumerate(play.log):
        if step % 7 == 0:
            seen = game.table(game.view(table.state, viewer), table.box, table.choices)
            assert game.following(seen) == game.following(table)
            own = list(game.legal_moves(table, viewer, None))
            assert list(game.legal_moves(seen, viewer, None)) == own
        table = rule_on(game, table, move).after


def test_a_secret_that_must_not_matter_does_not(roll_and_raid: Referee) -> None:
    """Another choice or bid of somebody else changes no byte of the answer to who may not see it."""
    play = played(5)
    table = play.playing.opening(play.count, 5, **play.options)
    asked = 0
    for move in play.log:
        hidden = [clan for clan in table.state.players if isinstance(clan.choice, int)]
        if table.state.phase == "choice" and kind(move) == "choose" and 0 < len(hidden) < play.count - 1:
            answers = set()
            for number in (0, 1, 2):
                other = msgspec.structs.replace(hidden[0], choice=number)
                clans = tuple(other if clan is hidden[0] else clan for clan in table.state.players)
                state = msgspec.structs.replace(table.state, players=clans)
                answer = roll_and_raid.ask(
                    "validate",
                    {
                        "state": msgspec.to_builtins(state),
                        "move": msgspec.to_builtins(move),
                        "pack": "training",
                        "viewer": move.player,
                    },
                )
                answers.add(msgspec.json.encode(answer, order="sorted"))
            assert len(answers) == 1
            asked += 1
        table = rule_on(game, table, move).after
    assert asked > 10


# ---------------------------------------------------------------- simultaneous moves


@pytest.mark.parametrize("seed", [seed for seed in range(2 * len(WAYS)) if WAYS[seed % len(WAYS)][1] > 1])
def test_clans_may_come_in_any_order(seed: int) -> None:
    """Production, choices and bids: whoever is told first, when all have moved the table is the same."""
    play = Play(seed)
    swapped = Counter[str]()
    while (move := play.next_move()) is not None:
        phase = play.table.state.phase
        if kind(move) in ("use", "altar", "done", "choose", "bid", "sacrifice") and play.chance.random() < 0.25:
            lines = lines_of(play, kind(move))
            if len(lines) > 1:
                ends = {msgspec.json.encode(interleaved(play, lines).state) for _ in range(4)}
                assert len(ends) == 1, (phase, lines)
                swapped[phase] += 1
        play.table = rule_on(game, play.table, move).after
    assert swapped["production"]
    assert swapped["choice"]


def lines_of(play: Play, wanted: str) -> list[list[Any]]:
    """For each clan that may move what it would do now if it were alone: in production until it is done."""
    lines = []
    following = game.following(play.table)
    assert following is not None
    phase, names, _ = following
    for name in names:
        table, line = play.table, []
        while table.state.phase == phase == "production" and table.by_name[name].done is False:
            kinds = ["store"] if table.by_name[name].waiting else ["use", "use", "altar", "done"]
            move = Play.some(with_table(play, table), play.chance.choice(kinds), name)
            if move is None:
                move = Play.some(with_table(play, table), "use", name) or Play.some(
                    with_table(play, table), "done", name
                )
            assert move is not None
            line.append(move)
            table = rule_on(game, table, move).after
        if phase != "production" and wanted in ("choose", "bid", "sacrifice"):
            one = play.some(wanted, name)
            line = [one] if one is not None else []
        if line:
            lines.append(line)
    return lines


def with_table(play: Play, table: Table) -> Play:
    """The same random clans at another table."""
    other = Play.__new__(Play)
    other.chance, other.table = play.chance, table
    return other


def interleaved(play: Play, lines: list[list[Any]]) -> Table:
    """All lines played, each in its own order, mixed at random."""
    table, rest = play.table, [list(line) for line in lines]
    while rest:
        line = play.chance.choice(rest)
        judgement = rule_on(game, table, line.pop(0))
        assert judgement.verdict == "legal", judgement.findings.broken
        table = judgement.after
        rest = [line for line in rest if line]
    return table
