"""``replay`` with ``repair``: what may be done about a move that is found out too late, in random games."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from service.referee import repair as core
from service.referee.budget import Budget, use
from service.referee.findings import Findings
from service.referee.game import AnyGame
from service.referee.judge import rule_on
from service.referee.repair import REWIND, STANDS, TAKE_BACK, Remedied, Repaired, repair
from service.referee.replay import Replayed, replay
from service.referee.scoring import totals_of
from tests.depth import depth
from tests.games.brian_boru import invariants as brian_boru
from tests.games.conformance.near_misses import NearMisses
from tests.games.every_game import BY_NAME, OURS_AND_MODEL
from tests.games.ortus_regni import invariants as ortus_regni
from tests.games.playing import Playing
from tests.games.roll_and_raid import invariants as roll_and_raid
from tests.referee.test_forced import NAMES, PACKS

SEEDS = depth(2, 4)
EVERY, TRIED, LATER = 5, 3, 8
"""In each random game a mistake is made at every fifth table; so many light and grave ones are tried, and so many
moves are played after each.
"""
LONGEST = 150
every_game = pytest.mark.parametrize("game", OURS_AND_MODEL, ids=lambda game: game.meta.id)


class Spoiled(NamedTuple):
    """A log with one illegal move, from a random game."""

    game: AnyGame
    opening: Any
    log: list[Any]
    index: int
    before: Any
    """The state before the illegal move."""


def opening(game: AnyGame, seed: int) -> Any:
    pack = PACKS.get(game.meta.id)
    least, most = game.meta.players
    playing = Playing(game, NAMES, game.packs / f"{pack}.json" if pack else None)
    return playing.opening(random.Random(seed).randint(max(2, least), most), seed)


def spoiled_logs(game: AnyGame) -> Iterator[Spoiled]:
    for seed in range(SEEDS):
        first = table = opening(game, seed)
        chance, log, tables = random.Random(seed), [], []
        while len(log) < LONGEST and (moves := list(game.legal_moves(table, None, None))):
            tables.append((table, moves))
            log.append(chance.choice(moves))
            table = rule_on(game, table, log[-1]).after
        for index in range(seed % EVERY, len(log), EVERY):
            table, moves = tables[index]
            near = list(NearMisses(game, table, moves, log[:index], 2).moves(1))
            for move in some_of(game, table, near, chance):
                spoiled = [*log[:index], move, *log[index + 1 : index + 1 + LATER]]
                yield Spoiled(game, first, spoiled, index, table.state)


def some_of(game: AnyGame, table: Any, moves: list[Any], chance: random.Random) -> list[Any]:
    """Some illegal moves, and some of those that break nothing but rules that can be overlooked."""
    broken = [(move, frozenset(broken_rules(game, table, move))) for move in moves]
    light = [move for move, rules in broken if rules and rules <= game.rulebook.can_stand]
    grave = [move for move, rules in broken if rules - game.rulebook.can_stand]
    return [move for group in (light, grave) for move in chance.sample(group, min(TRIED, len(group)))]


def broken_rules(game: AnyGame, table: Any, move: Any) -> list[str]:
    findings = Findings()
    game.check(table, move, findings)
    return findings.broken_rules


@cache
def repaired_logs(game: AnyGame) -> list[tuple[Spoiled, Replayed, Repaired]]:
    found = []
    for spoiled in spoiled_logs(game):
        result = replay(game, spoiled.opening, spoiled.log)
        found.append((spoiled, result, repair(game, result, spoiled.log)))
    return found


def remedy_of(repaired: Repaired, name: str) -> Remedied:
    return next(one for one in repaired.remedies if one.remedy == name)


def audited(game: AnyGame, table: Any) -> list[Any]:
    """What the audit finds in a table that is made of its state alone."""
    state = msgspec.json.decode(msgspec.json.encode(table.state), type=game.shapes.state)
    findings = Findings()
    game.audit(game.table(state, table.box, table.choices), findings)
    return findings.broken


# ---------------------------------------------------------------- the three remedies in random games


@every_game
def test_everything_since_is_taken_back(game: AnyGame) -> None:
    assert repaired_logs(game)
    for spoiled, result, repaired in repaired_logs(game):
        assert (result.verdict, result.failed_at, repaired.failed_at) == ("illegal", spoiled.index, spoiled.index)
        rewound = remedy_of(repaired, REWIND)
        assert rewound.table.state == spoiled.before
        assert rewound.legal_until == spoiled.index
        assert (rewound.move, rewound.judgement, rewound.reasons) == (None, None, [])
        assert audited(game, rewound.table) == []


@every_game
def test_a_replaced_move_gives_what_the_replaced_log_gives(game: AnyGame) -> None:
    kinds = Counter[str]()
    for spoiled, _, repaired in repaired_logs(game):
        taken_back = remedy_of(repaired, TAKE_BACK)
        instead = [] if taken_back.move is None else [taken_back.move]
        by_hand = [*spoiled.log[: spoiled.index], *instead, *spoiled.log[spoiled.index + 1 :]]
        played = replay(game, spoiled.opening, by_hand)
        assert played.table.state == taken_back.table.state
        until = len(by_hand) if played.failed_at is None else played.failed_at
        assert taken_back.legal_until == until + 1 - len(instead)
        if played.judgement is None:
            assert taken_back.judgement is None
        else:
            assert taken_back.judgement is not None
            assert taken_back.judgement.findings.broken == played.judgement.findings.broken
            assert taken_back.judgement.verdict == played.verdict
        assert audited(game, taken_back.table) == []
        kinds["instead" if instead else "nothing"] += 1
        kinds["whole" if taken_back.legal_until == len(spoiled.log) else "part"] += 1
    assert kinds["instead"]
    assert kinds["part"]


@every_game
def test_what_is_made_instead_is_of_the_same_kind_or_the_only_move(game: AnyGame) -> None:
    for spoiled, result, repaired in repaired_logs(game):
        move, instead = spoiled.log[spoiled.index], remedy_of(repaired, TAKE_BACK).move
        if instead is None:
            continue
        assert getattr(instead, "player", None) == getattr(move, "player", None)
        if type(instead) is not type(move):
            own = [
                one
                for one in game.legal_moves(result.table, instead.player, None)
                if one.__struct_config__.tag not in game.meta.leaving
            ]
            assert own == [instead]


@every_game
def test_a_move_that_stands_is_carried_out_and_its_contradictions_are_named(game: AnyGame) -> None:
    kinds = Counter[bool]()
    listed = game.rulebook.can_stand
    for spoiled, result, repaired in repaired_logs(game):
        stands, move = remedy_of(repaired, STANDS), spoiled.log[spoiled.index]
        broken = set(result.judgement.findings.broken_rules)
        kinds[stands.table is not None] += 1
        if stands.table is None:
            assert stands.reasons
            assert (stands.legal_until, stands.judgement, stands.scoring) == (None, None, None)
            continue
        assert broken <= listed
        assert audited(game, stands.table) == stands.reasons
        after = game.apply(result.table, move)[0]
        assert {finding.rule for finding in audited(game, after)} <= listed
        table, until = after, spoiled.index + 1
        for later in spoiled.log[spoiled.index + 1 :]:
            judgement = rule_on(game, table, later)
            if judgement.verdict != "legal":
                assert stands.judgement.findings.broken_rules == judgement.findings.broken_rules
                break
            table, until = judgement.after, until + 1
        assert stands.legal_until == until
        assert msgspec.json.encode(stands.table.state) == msgspec.json.encode(table.state)
    assert kinds[False]
    assert bool(kinds[True]) == bool(listed), "some mistakes can stand if the rulebook lists rules"


def same_cards_and_coins(before: Any, after: Any, happenings: list[Any]) -> None:
    brian_boru.check_cards(after)
    brian_boru.check_accounts(before, after, happenings)
    brian_boru.check_board(before, after)


def same_cards_and_armies(before: Any, after: Any, happenings: list[Any]) -> None:
    told = msgspec.to_builtins(after.state)
    if after.state.phase != "decks":
        ortus_regni.check_cards(told)
    ortus_regni.check_armies(told)


def sheets_only_add(before: Any, after: Any, happenings: list[Any]) -> None:
    for name, clan in before.by_name.items():
        roll_and_raid.check_marks(clan, after.by_name[name])


def same_dominoes(before: Any, after: Any, happenings: list[Any]) -> None:
    numbers = [sorted(table.known_numbers()) for table in (before, after)]
    assert numbers[0] == numbers[1]


NOTHING_IS_LOST: dict[str, Callable[[Any, Any, list[Any]], None]] = {
    "kingdomino": same_dominoes,
    "brian-boru": same_cards_and_coins,
    "ortus-regni": same_cards_and_armies,
    "roll-and-raid": sheets_only_add,
}


@pytest.mark.parametrize("name", NOTHING_IS_LOST)
def test_nothing_is_created_or_lost_by_a_move_that_stands(name: str) -> None:
    game = BY_NAME[name]
    stood = 0
    for spoiled, result, repaired in repaired_logs(game):
        if remedy_of(repaired, STANDS).table is not None:
            after, happenings = game.apply(result.table, spoiled.log[spoiled.index])
            NOTHING_IS_LOST[name](result.table, after, happenings)
            stood += 1
    assert stood


@every_game
def test_scores_are_those_of_the_last_state(game: AnyGame) -> None:
    for _, _, repaired in repaired_logs(game):
        for one in repaired.remedies:
            if one.table is not None:
                counted = game.score([one.table], {})
                assert totals_of(one.scoring.tallies) == totals_of(counted.tallies)
                assert one.scoring.ranking == counted.ranking


@every_game
def test_the_option_recommends_what_can_be_done(game: AnyGame) -> None:
    for _, result, repaired in repaired_logs(game):
        if core.RULE not in game.rulebook.rules:
            assert repaired.recommended is None
            continue
        option = result.table.choices.value(core.OPTION)
        possible = {one.remedy for one in repaired.remedies if one.table is not None}
        assert repaired.recommended == (option if option in possible else REWIND)


# ---------------------------------------------------------------- what the engine cannot carry out


@every_game
def test_no_refused_move_makes_the_engine_fail_behind_the_guard(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if every rule could be overlooked, a state is possible or the mistake itself, or there is none."""
    monkeypatch.setattr(game.rulebook, "can_stand", frozenset(game.rulebook.rules))
    outcomes = Counter[bool]()
    for spoiled, result, _ in repaired_logs(game):
        stands = remedy_of(repair(game, result, spoiled.log), STANDS)
        outcomes[stands.table is not None] += 1
        if stands.table is not None:
            assert audited(game, stands.table) == stands.reasons
    assert outcomes[True]


def test_what_is_not_a_broken_promise_of_a_rule_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = BY_NAME["kingdomino"]
    spoiled, result = next(
        (spoiled, result)
        for spoiled, result, repaired in repaired_logs(game)
        if remedy_of(repaired, STANDS).table is not None
    )

    def fail(*_: Any) -> Any:
        raise OSError("the disk is full")

    monkeypatch.setitem(vars(game), "apply", fail)
    with pytest.raises(OSError, match="disk"):
        repair(game, result, spoiled.log)


# ---------------------------------------------------------------- the step budget


def test_remedies_that_take_too_many_steps_are_left_out_and_named() -> None:
    game = BY_NAME["kingdomino"]
    spoiled, result, whole = next(
        (spoiled, result, repaired)
        for spoiled, result, repaired in repaired_logs(game)
        if (stands := remedy_of(repaired, STANDS)).legal_until is not None and stands.legal_until > spoiled.index + 3
    )
    seen: set[tuple[str, ...]] = set()
    for steps in (0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 100_000):
        budget = Budget(steps)
        with use(budget):
            repaired = repair(game, result, spoiled.log)
        assert {one.remedy for one in repaired.remedies} | set(repaired.left_out) == {STANDS, TAKE_BACK, REWIND}
        assert budget.used <= steps or not steps
        for one in repaired.remedies:
            assert one.table.state == remedy_of(whole, one.remedy).table.state
        if TAKE_BACK in repaired.left_out:
            assert repaired.recommended is None, "nobody knows whether it can be done"
        seen.add(tuple(repaired.left_out))
    assert (STANDS, TAKE_BACK, REWIND) in seen
    assert () in seen
    assert len(seen) > 2
