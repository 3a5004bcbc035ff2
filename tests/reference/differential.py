"""The engine of a game against its second referee: random games, compared at every position.

The second referee is a module of this package, written from the printed book alone. It works on plain JSON values::

    legal_moves(state, pack) -> list[dict]      every legal move (moves that only report chance may be left out)
    violations(state, move, pack) -> list[str]  the rules that the move breaks, the most specific first; [] is legal
    apply(state, move, pack) -> dict            the state after a legal move
    score(state, pack) -> dict                  {"totals": {name: points}, "ranking": [[names], ...]}
    normal(state) -> dict                       the state with zones whose order means nothing sorted

A test of a game says what is played, and how much of it::

    PLAYING = Playing(game, NAMES)
    MATCH = Match(reference, reports={"reveal"}, equivalents={("engine/rule", "reference/rule")})
    WAYS = [Way(PLAYING, count, options) for count in (2, 3, 4) for options in ({}, {"edition": "first"})]

    def test_second_referee() -> None:
        hold(MATCH, WAYS, default=400)

At every position: the legal moves are the same; near misses are refused by both, for a rule that both name or for
two rules that the table of equivalents holds together; the states after the chosen move are the same, zone by zone;
at the end of the game, and on the way if the test allows it, totals and ranking are the same. The second referee is
asked about the engine's state each time, so one difference does not hide the next one.

Settings of the environment, for long runs and for the work on a difference:

- ``BREHON_REFEREE_POSITIONS``: how many positions are compared; else the test's own number.
- ``BREHON_REFEREE_SEED``: the seed of the first game (0).
- ``BREHON_REFEREE_WAY``: only the ways whose text contains this.
- ``BREHON_REFEREE_DIFFERENCES``: how many different differences are collected before the test fails (1).
"""

import json
import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec

from schemas.base import Malformed
from service.referee.findings import Findings
from service.referee.judge import rule_on
from tests.games.playing import Playing

Plain = dict[str, Any]
"""A move or a state as JSON values."""


class Referee(Protocol):
    """What a second referee can be asked."""

    def legal_moves(self, state: Plain, pack: Plain) -> list[Plain]: ...
    def violations(self, state: Plain, move: Plain, pack: Plain) -> list[str]: ...
    def apply(self, state: Plain, move: Plain, pack: Plain) -> Plain: ...
    def score(self, state: Plain, pack: Plain) -> Plain: ...
    def normal(self, state: Plain) -> Plain: ...


@dataclass(frozen=True)
class Way:
    """A way of playing: the pack (of ``playing``), the number of players, the options.

    ``opening`` replaces the setup of the game, if the games begin otherwise; ``seeded`` false leaves chance unknown.
    """

    playing: Playing
    count: int
    options: Mapping[str, Any] = field(default_factory=dict)
    opening: Callable[[int], Any] | None = None
    seeded: bool = True

    def __str__(self) -> str:
        unseeded = "" if self.seeded else ", unseeded"
        return f"{self.count} players, pack {self.playing.pack.stem}, {json.dumps(self.options)}{unseeded}"

    def open(self, seed: int) -> Any:
        if self.opening:
            return self.opening(seed)
        return self.playing.opening(self.count, seed if self.seeded else None, **self.options)


@dataclass
class Match:
    """A second referee, and how the comparison with the engine is made."""

    reference: Any
    reports: Set[str] = frozenset()
    """Types of move that only report chance: the lists need not agree, but each listed move is legal for both."""
    equivalents: Set[tuple[str, str]] = frozenset()
    """A rule that the engine names, and the rule that the second referee names for the same fault."""
    chance: Callable[[Plain, random.Random], Iterable[Plain]] | None = None
    """Possible reports of chance that the engine does not list (a roll, a card), asked for at every position."""
    key: Callable[[Plain], Any] | None = None
    """A form of a move in which two ways of saying the same are equal; else the move as canonical JSON."""
    told: Callable[[Plain, Plain, random.Random], Plain] | None = None
    """What is played instead of a chosen move: the same, with an outcome of chance told."""
    cut: int | None = None
    """From so many moves of a type on, lists may be cut: a move of one must only be legal for the other."""
    plays: Callable[[Plain], bool] | None = None
    """Which moves a game goes on with: not those that hide what the second referee has to know."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """How much a type of move is preferred (1); little for those that end a game early."""
    near: int = 8
    """How many near misses are tried at each position."""
    scored: float = 0.0
    """The share of positions before the end at which the scores are compared."""
    share: float = 1.0
    """The share of positions that are compared; the others are only played, so that a short run sees more games."""
    longest: int = 2000
    """A game is left after so many moves."""


class Difference(AssertionError):
    """The two referees disagree."""


@dataclass
class Report:
    """What has been compared."""

    positions: int = 0
    games: int = 0
    ended: int = 0
    moves: int = 0
    near_misses: int = 0
    refused: int = 0
    malformed: int = 0
    undetermined: int = 0
    scores: int = 0
    played: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    differences: dict[Any, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return (
            f"{self.positions} positions of {self.games} games ({self.ended} to the end), {self.moves} legal moves, "
            f"{self.near_misses} near misses ({self.refused} refused by both), {self.malformed} others malformed, "
            f"{self.undetermined} undetermined, {self.scores} scores\nplayed: {dict(self.played.most_common())}\n"
            f"refused for: {dict(self.rules.most_common())}"
        )


def hold(match: Match, ways: Sequence[Way], default: int) -> Report:
    """Compare so many positions of games played in these ways, one after the other."""
    positions = int(os.environ.get("BREHON_REFEREE_POSITIONS", default))
    limit = int(os.environ.get("BREHON_REFEREE_DIFFERENCES", "1"))
    only = os.environ.get("BREHON_REFEREE_WAY", "")
    ways = [way for way in ways if only in str(way)]
    report = Report()
    began = time.perf_counter()
    seed = int(os.environ.get("BREHON_REFEREE_SEED", "0"))
    while report.positions < positions and len(report.differences) < limit:
        GameOfTwo(match, ways[seed % len(ways)], seed, report, positions, limit).play()
        seed += 1
    print(f"{report}\n{time.perf_counter() - began:.0f} seconds, next seed {seed}")
    if report.differences:
        raise Difference("\n\n".join(report.differences.values()))
    return report


class GameOfTwo:
    """One random game before two referees. It depends on the seed and the way only."""

    def __init__(self, match: Match, way: Way, seed: int, report: Report, positions: int, limit: int) -> None:
        self.match, self.way, self.seed, self.report = match, way, seed, report
        self.positions, self.limit = positions, limit
        self.game = way.playing.game
        self.pack = pack_of(way.playing.pack)
        self.random = random.Random(f"{seed} {way}")
        self.played: Counter[str] = Counter()
        self.seen = Seen()

    def play(self) -> None:
        table = self.way.open(self.seed)
        self.report.games += 1
        self.report.ways[str(self.way)] += 1
        for _ in range(self.match.longest):
            if self.report.positions >= self.positions or len(self.report.differences) >= self.limit:
                return
            state = plain(table.state)
            moves = [plain(move) for move in self.game.legal_moves(table, None, None)]
            compared = self.random.random() < self.match.share or not moves
            if compared:
                self.report.positions += 1
                self.compare_moves(table, state, moves)
            if self.match.chance:
                reports = [self.canonical(move) for move in self.match.chance(state, self.random)]
                for report in reports:
                    self.compare_verdicts(table, state, report, wanted=True)
                new = [report for report in reports if report not in moves]
                moves += [report for report in new if self.engine_broken(table, report) == []]
            if not moves:
                self.report.ended += 1
                self.compare_score(table, state)
                return
            self.seen.add(moves)
            if compared:
                self.compare_near_misses(table, state, moves)
                if self.random.random() < self.match.scored:
                    self.compare_score(table, state)
            table = self.step(table, state, self.choose(moves), compared)

    def choose(self, moves: list[Plain]) -> Plain:
        """Any legal move, or a move of a type that has been played little in this game."""
        if self.match.plays:
            moves = list(filter(self.match.plays, moves))
        if self.random.random() < 0.5:
            weights = [self.match.weights.get(move["type"], 1.0) for move in moves]
            return self.random.choices(moves, weights)[0]
        types = sorted({move["type"] for move in moves})
        rare = [self.match.weights.get(kind, 1.0) / (1 + self.played[kind]) ** 2 for kind in types]
        kind = self.random.choices(types, rare)[0]
        return self.random.choice([move for move in moves if move["type"] == kind])

    def step(self, table: Any, state: Plain, move: Plain, compared: bool) -> Any:
        """Play the move in both, compare the states after it; the engine's goes on."""
        if self.match.told:
            move = self.canonical(self.match.told(state, move, self.random))
            self.seen.add([move])
        self.played[move["type"]] += 1
        self.report.played[move["type"]] += 1
        typed = msgspec.convert(move, self.game.shapes.move)
        after = rule_on(self.game, table, typed, ahead=False).after
        if compared:
            ours = plain(after.state)
            theirs = self.ask("apply", state, move, self.match.reference.apply, state, move, self.pack)
            if theirs is not None:
                self.compare_states(state, move, ours, theirs)
        return after

    def compare_states(self, state: Plain, move: Plain, ours: Plain, theirs: Plain) -> None:
        try:
            theirs = plain(msgspec.convert(theirs, self.game.shapes.state))
        except msgspec.ValidationError as error:
            self.differ("shape of the state", state, move, None, str(error), (move["type"], str(error)))
            return
        ours, theirs = self.match.reference.normal(ours), self.match.reference.normal(theirs)
        zones = {zone: (engine, second) for zone, engine, second in unequal_zones(ours, theirs) if engine != second}
        if zones:
            told = {zone: pair[0] for zone, pair in zones.items()}, {zone: pair[1] for zone, pair in zones.items()}
            self.differ("state after the move", state, move, *told, (move["type"], *sorted(map(sort_of, zones))))

    def compare_moves(self, table: Any, state: Plain, moves: list[Plain]) -> None:
        theirs = self.ask("legal moves", state, None, self.match.reference.legal_moves, state, self.pack)
        if theirs is None:
            return
        self.report.moves += len(moves)
        ours = {self.key(move): move for move in moves}
        others = {self.key(self.canonical(move)): self.canonical(move) for move in theirs}
        only_ours = [move for key, move in ours.items() if key not in others]
        only_theirs = [move for key, move in others.items() if key not in ours]
        loose = self.match.reports | self.long_lists(ours.values(), others.values())
        for move in [*only_ours, *only_theirs]:
            if move["type"] in loose:
                self.compare_verdicts(table, state, move, wanted=True)
        only_ours = [move for move in only_ours if move["type"] not in loose]
        only_theirs = [move for move in only_theirs if move["type"] not in loose]
        if only_ours or only_theirs:
            types = sorted({f"engine {move['type']}" for move in only_ours} | {move["type"] for move in only_theirs})
            reasons = {
                "second referee refuses": [self.broken(state, move) for move in only_ours[:3]],
                "engine refuses": [self.engine_broken(table, move) for move in only_theirs[:3]],
            }
            told = {"only here": only_ours[:10], "of": len(moves)}, {"only here": only_theirs[:10], "of": len(theirs)}
            self.differ("legal moves", state, None, *told, tuple(types), reasons)

    def long_lists(self, *lists: Iterable[Plain]) -> set[str]:
        """The types of which one of the lists has so many moves that it may be cut."""
        if self.match.cut is None:
            return set()
        counted = [Counter(move["type"] for move in moves) for moves in lists]
        return {kind for count in counted for kind, number in count.items() if number >= self.match.cut}

    def compare_near_misses(self, table: Any, state: Plain, moves: list[Plain]) -> None:
        names = [player["name"] for player in state["players"]]
        for near in self.seen.near_misses(moves, names, self.match.near, self.random):
            self.compare_verdicts(table, state, near)

    def compare_verdicts(self, table: Any, state: Plain, move: Plain, wanted: bool = False) -> None:
        """Both allow the move, or both refuse it for the same reason; ``wanted``: both must allow it."""
        try:
            move = self.canonical(move)
            self.game.check_references(table, msgspec.convert(move, self.game.shapes.move))
        except (Malformed, msgspec.ValidationError):
            self.report.malformed += 1
            return
        engine = self.engine_broken(table, move)
        if engine is None:
            self.report.undetermined += 1
            return
        second = self.ask("violations", state, move, self.broken, state, move)
        if second is None:
            return
        self.report.near_misses += 1
        if wanted and (engine or second):
            self.differ("a report of chance that is refused", state, move, engine, second, (move["type"],))
        elif bool(engine) != bool(second):
            kind = (move["type"], *engine[:1], "allowed", *second[:1])
            self.differ("verdict", state, move, engine or "legal", second or "legal", kind)
        elif engine and not self.agree(engine, second):
            self.differ("reason", state, move, engine, second, (move["type"], engine[0], second[0]))
        elif engine:
            self.report.refused += 1
            self.report.rules.update(set(engine) & set(second) or engine[:1])

    def agree(self, engine: list[str], second: list[str]) -> bool:
        pairs = {(rule, other) for rule in engine for other in second}
        return bool(set(engine) & set(second) or pairs & self.match.equivalents)

    def engine_broken(self, table: Any, move: Plain) -> list[str] | None:
        """The rules that the engine finds broken; None if it cannot say."""
        findings = Findings()
        self.game.check(table, msgspec.convert(move, self.game.shapes.move), findings)
        if findings.verdict == "undetermined":
            return None
        return [self.short(finding.rule) for finding in findings.broken]

    def broken(self, state: Plain, move: Plain) -> list[str]:
        return [self.short(rule) for rule in self.match.reference.violations(state, move, self.pack)]

    def compare_score(self, table: Any, state: Plain) -> None:
        try:
            scoring = self.game.score([table], {})
        except Malformed:  # before the start a table may not tell all that is counted
            self.report.malformed += 1
            return
        ours = {
            "totals": {tally.name: tally.total for tally in scoring.tallies},
            "ranking": [sorted(place) for place in scoring.ranking],
        }
        second = self.ask("score", state, None, self.match.reference.score, state, self.pack)
        if second is None:
            return
        theirs = {"totals": second["totals"], "ranking": [sorted(place) for place in second["ranking"]]}
        self.report.scores += 1
        if ours != theirs:
            self.differ(
                "score", state, None, ours, theirs, ("totals" if ours["totals"] != theirs["totals"] else "ranking",)
            )

    def ask(self, what: str, state: Plain, move: Plain | None, question: Callable[..., Any], *values: Any) -> Any:
        """An answer of the second referee; None, and a difference, if it breaks down or changes what it was given."""
        before = msgspec.json.encode(values)
        try:
            answer = question(*values)
        except Exception as error:
            if self.limit == 1:
                error.add_note(self.told(f"{what}: the second referee breaks down", state, move))
                raise
            self.differ(
                f"{what}: the second referee breaks down", state, move, None, repr(error), (repr(error)[:60],)
            )
            return None
        if msgspec.json.encode(values) != before:
            self.differ(f"{what}: the second referee changed the question", state, move, None, None, ())
        return answer

    def differ(
        self, what: str, state: Plain, move: Plain | None, engine: Any, second: Any, kind: Any, more: Any = None
    ) -> None:
        """A difference; one of each kind is told."""
        lines = [self.told(what, state, move), f"engine: {written(engine)}", f"second referee: {written(second)}"]
        if more:
            lines.append(written(more))
        self.report.differences.setdefault((what, kind), "\n".join(lines))

    def told(self, what: str, state: Plain, move: Plain | None) -> str:
        body = {"state": state} if move is None else {"state": state, "move": move}
        return f"{what}; seed {self.seed}, {self.way}\n{json.dumps(body, ensure_ascii=False)}"

    def key(self, move: Plain) -> Any:
        return self.match.key(move) if self.match.key else written(move)

    def canonical(self, move: Plain) -> Plain:
        """The move with everything that may be left out; ``ValidationError`` if it is none."""
        return plain(msgspec.convert(move, self.game.shapes.move))

    def short(self, rule: str) -> str:
        return rule.removeprefix(f"{self.game.meta.id}/")


class Seen:
    """The moves and values that a game has shown so far: what near misses are made of."""

    KEPT = 400

    def __init__(self) -> None:
        self.moves: dict[str, Plain] = {}
        self.values: dict[tuple[str, str], dict[str, Any]] = defaultdict(dict)

    def add(self, moves: list[Plain]) -> None:
        for move in moves[:60]:
            if len(self.moves) < self.KEPT:
                self.moves.setdefault(written(move), move)
            for name, value in move.items():
                known = self.values[move["type"], name]
                if len(known) < self.KEPT:
                    known.setdefault(written(value), value)

    def near_misses(self, moves: list[Plain], names: list[str], count: int, chance: random.Random) -> Iterator[Plain]:
        """Legal moves with one change, and moves of other players and times."""
        told = {written(move) for move in moves}
        for _ in range(count):
            near = self.near_miss(chance.choice(moves), names, chance)
            if near and written(near) not in told:
                told.add(written(near))
                yield near

    def near_miss(self, move: Plain, names: list[str], chance: random.Random) -> Plain | None:
        way = chance.random()
        if way < 0.25:
            return chance.choice(list(self.moves.values()))
        if way < 0.4 and "player" in move:
            return {**move, "player": chance.choice(names)}
        if way < 0.5:
            other = dict(chance.choice(list(self.moves.values())))
            if "player" in move and "player" in other:
                other["player"] = move["player"]
            return other
        changeable = [name for name in move if name not in ("type", "player")]
        if not changeable:
            return None
        name = chance.choice(changeable)
        known = list(self.values[move["type"], name].values())
        if way < 0.8 and known:
            return {**move, name: chance.choice(known)}
        return {**move, name: changed(move[name], names, chance)}


def changed(value: Any, names: list[str], chance: random.Random) -> Any:
    """A value that differs a little."""
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice((-2, -1, 1, 2))
        case str() if value in names:
            return chance.choice(names)
        case list() if value:
            at = chance.randrange(len(value))
            less, one = [*value[:at], *value[at + 1 :]], value[at]
            return chance.choice(
                (less, [*less, one, one], [*value[:at], changed(one, names, chance), *value[at + 1 :]])
            )
        case dict() if value:
            at = chance.choice(list(value))
            return {**value, at: changed(value[at], names, chance)}
    return value


def unequal_zones(ours: Any, theirs: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The smallest parts of two states that differ, each with its path."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in sorted({*ours, *theirs}):
            yield from unequal_zones(ours.get(name, "(left out)"), theirs.get(name, "(left out)"), f"{path}/{name}")
    elif (
        isinstance(ours, list)
        and isinstance(theirs, list)
        and len(ours) == len(theirs)
        and ours
        and dict in map(type, ours)
    ):
        for index, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from unequal_zones(one, other, f"{path}/{index}")
    elif ours != theirs:
        yield path, ours, theirs


def sort_of(path: str) -> str:
    """A path without its numbers: one kind of difference for all players."""
    return "/".join("*" if step.isdigit() else step for step in path.split("/"))


def plain(value: Any) -> Plain:
    return msgspec.json.decode(msgspec.json.encode(value))


def written(value: Any) -> str:
    """Canonical JSON."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


@cache
def pack_of(path: Path) -> Plain:
    return json.loads(path.read_bytes())
