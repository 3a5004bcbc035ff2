"""Legal moves are exactly what ``check`` lets pass: at one position, over its listed moves and its near misses.

Every function yields complaints, so that ``test_every_game_catches`` can ask whether a fault is found.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

import msgspec
from msgspec import UNSET

from service.referee.findings import Findings
from service.referee.game import AnyGame
from service.referee.hidden import HIDDEN
from service.referee.judge import refused_kinds, rule_on, suggestions
from tests.games.conformance.near_misses import NearMisses
from tests.games.conformance.sentences import Sentences
from tests.games.every_game import BY_NAME, served
from tests.games.partial_tables.asking import plain
from tests.games.partial_tables.positions import Reached, pick_move, tag_of
from tests.games.partial_tables.zones import Zones
from tests.games.playing import picture

BASES, EACH = 4, 10
"""The listed moves of each type and player that near misses are made of, and the values tried at each place."""
CONTINUATIONS, PLAYED_ON = 2, 10
"""How long tables are played on to see whether they are alike."""
AUDITED = 5
"""Of so many listed moves of each type and player the table after them is audited."""


class Position:
    """A table of a random game, with its list of legal moves and its near misses."""

    def __init__(self, game: AnyGame, here: Reached) -> None:
        self.here = here
        self.name = f"seed {here.seed}, move {here.number}"
        self.table = here.table
        self.listed = here.moves
        self.zones = Zones(game.shapes.state, game.shapes.options)
        unlisted = Findings()
        game.unlisted(here.table, None, None, unlisted)
        self.unlisted = unlisted
        self.near = list(NearMisses(game, here.table, here.moves, here.log, EACH).moves(BASES))
        self.seeded = seeded_zones(game, here.table)
        self._after: dict[Any, list[Any]] = {}

    @property
    def complete(self) -> bool:
        return not self.unlisted.missing

    @cached_property
    def listed_shown(self) -> set[str]:
        return set(map(repr, self.listed))

    def counts_as_listed(self, game: AnyGame, move: Any, after: Any) -> bool:
        """Whether a legal move is another way to write a listed one.

        A move may tell what chance has brought, leave out what follows from the table, or hide what others may not
        see; a double domino may be turned round. So it counts by the table after it: the same as after a listed move
        (or one that says less of it), or one that looks and plays alike.
        """
        kind = tag_of(move), maker_of(game, move)
        same = [one for one in self.listed if (tag_of(one), maker_of(game, one)) == kind]
        if any(says_less(plain(move), plain(one)) for one in same) or self._is_reported(game, move):
            return True
        if kind not in self._after:
            self._after[kind] = [game.apply(self.table, one)[0] for one in same]
        state = plain(after.state)
        if any(not self.zones.false_claims(plain(listed.state), state) for listed in self._after[kind]):
            return True
        return any(self.alike(game, listed, after) for listed in self._after[kind])

    def _is_reported(self, game: AnyGame, move: Any) -> bool:
        """Whether the table reports what chance brought: what the state's seed would bring does not bind it."""
        if maker_of(game, move) is not None or not self.seeded:
            return False
        state = msgspec.structs.replace(self.table.state, **dict.fromkeys(self.seeded, UNSET))
        unseeded = game.table(state, self.table.box, self.table.choices)
        listed = {normal(plain(one)) for one in game.legal_moves(unseeded, None, tag_of(move))}
        return normal(plain(move)) in listed

    def alike(self, game: AnyGame, one: Any, other: Any) -> bool:
        """Whether two tables cannot be told apart, now and in a random continuation."""
        for seed in range(CONTINUATIONS):
            chance = random.Random(seed)
            left, right = one, other
            for _ in range(PLAYED_ON):
                if left.state == right.state:
                    break
                if not self._look_alike(game, left, right):
                    return False
                moves = list(game.legal_moves(left, None, None))
                if not moves:
                    break
                move = pick_move(moves, chance, seed)
                left, right = (rule_on(game, table, move).after for table in (left, right))
        return True

    def _look_alike(self, game: AnyGame, one: Any, other: Any) -> bool:
        """Whether the same moves come next, and the picture is the same."""
        if game.following(one) != game.following(other):
            return False
        lists = [set(map(repr, game.legal_moves(table, None, None))) for table in (one, other)]
        return lists[0] == lists[1] and self._picture(game, one) == self._picture(game, other)

    def _picture(self, game: AnyGame, table: Any) -> bytes:
        return picture(served(BY_NAME[game.meta.id]), {"state": table.state, "pack": self.here.pack}, "en")


def seeded_zones(game: AnyGame, table: Any) -> list[str]:
    """The zones of a state that are known only because the setup had a seed."""
    names, options = tuple(player.name for player in table.state.players), table.state.options
    drawn, blank = (game.setup(names, options, seed, table.box, table.choices) for seed in (0, None))
    return [name for name in drawn.__struct_fields__ if getattr(blank, name) is UNSET is not getattr(drawn, name)]


def maker_of(game: AnyGame, move: Any) -> str | None:
    """The player who makes a move; of a move of the table, nobody."""
    return getattr(move, "player", None) if game.move_types[tag_of(move)] == "player" else None


def says_less(one: Any, other: Any) -> bool:
    """Whether two moves are the same but for what the first keeps hidden."""
    if one in (HIDDEN, other):
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(says_less(part, other[name]) for name, part in one.items())
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return all(map(says_less, one, other))
    return False


def complaints(game: AnyGame, position: Position, sentences: Sentences) -> Iterator[str]:
    """Everything that is wrong with the moves of a position."""
    for text in (
        *listed_moves(game, position, sentences),
        *filtered_lists(game, position),
        *near_misses(game, position, sentences),
        *refusals(game, position, sentences),
    ):
        yield f"{game.meta.id}, {position.name}: {text}"


def judged(game: AnyGame, table: Any, move: Any, sentences: Sentences) -> Findings:
    findings = Findings()
    game.check(table, move, findings)
    sentences.add_findings(findings)
    return findings


def without_exception(judge: Callable[[Any], Iterator[str]], moves: Iterable[Any]) -> Iterator[str]:
    """What is wrong with each of these moves; an exception is a complaint, too: it would be a 500."""
    for move in moves:
        try:
            yield from judge(move)
        except Exception as error:
            yield f"{move}: {type(error).__name__}: {error}"


def listed_moves(game: AnyGame, position: Position, sentences: Sentences) -> Iterator[str]:
    """Every listed move passes ``check``, is listed once, and leads to a possible table."""
    if len(position.listed_shown) != len(position.listed):
        yield "a move is listed twice"
    following = game.following(position.table)
    if following is None:
        yield "it is unknown who moves at a whole table"
        return
    audited = Counter[Any]()

    def judge(move: Any) -> Iterator[str]:
        findings = judged(game, position.table, move, sentences)
        if findings.verdict != "legal":
            yield f"{move} is listed and {findings.verdict}: {findings.broken_rules or findings.missing}"
            return
        if findings.assumed:
            yield f"{move} assumes {findings.assumed} at a whole table"
        if tag_of(move) not in following[2]:
            yield f"{move} is listed, but next are {following[2]}"
        kind = tag_of(move), maker_of(game, move)
        audited[kind] += 1
        if audited[kind] <= AUDITED:
            yield from applied(game, position, move, sentences)

    yield from without_exception(judge, position.listed)


def applied(game: AnyGame, position: Position, move: Any, sentences: Sentences) -> Iterator[str]:
    """The table after a legal move is possible, and what happened can be told."""
    after, happenings = game.apply(position.table, move)
    sentences.add_happenings(happenings)
    findings = Findings()
    game.audit(after, findings)
    if findings.broken:
        yield f"the table after {move} is impossible: {findings.broken}"


def filtered_lists(game: AnyGame, position: Position) -> Iterator[str]:
    """The list of one player and of one type of move is that part of the whole list."""
    by_kind: dict[Any, set[str]] = {}
    for move in position.listed:
        by_kind.setdefault((maker_of(game, move), tag_of(move)), set()).add(repr(move))
    for (player, kind), expected in by_kind.items():
        part = set(map(repr, game.legal_moves(position.table, player, kind)))
        if part != expected:
            yield f"the list for {player} and {kind} is another: {sorted(part ^ expected)[:3]}"


def near_misses(game: AnyGame, position: Position, sentences: Sentences) -> Iterator[str]:
    """What ``check`` lets pass is listed, and what it refuses breaks a rule."""
    listed = {normal(plain(move)) for move in position.listed}
    passing: dict[str, set[str]] = {}

    def judge(move: Any) -> Iterator[str]:
        findings = judged(game, position.table, move, sentences)
        if unheard := [rule for rule in findings.broken_rules if rule not in game.rulebook.rules]:
            yield f"{move} breaks {unheard}, which are no rules"
        if findings.verdict == "legal":
            yield from passed(game, position, move, findings, sentences)
            if not findings.assumed and normal(plain(move)) not in listed:
                yield from meaningless(game, position, move, passing)

    yield from without_exception(judge, position.near)


def passed(game: AnyGame, position: Position, move: Any, findings: Findings, sentences: Sentences) -> Iterator[str]:
    """A near miss that is legal counts as listed if it leads to the table of a listed move."""
    yield from applied(game, position, move, sentences)
    if position.complete and not findings.assumed:
        after = game.apply(position.table, move)[0]
        if not position.counts_as_listed(game, move, after):
            yield f"{move} passes the check, but is not listed"


def meaningless(game: AnyGame, position: Position, move: Any, passing: dict[str, set[str]]) -> Iterator[str]:
    """A field that may be anything: several values of it pass, none of them listed, and the table after is the same.

    What follows from the table may be left out of a move or be said; but then only the truth passes.
    """
    said, same = plain(move), [plain(one) for one in position.listed if type(one) is type(move)]
    after = msgspec.json.encode(game.apply(position.table, move)[0].state)
    for name, value in said.items():
        hides = HIDDEN in (value if isinstance(value, list) else [value])
        if not hides and all(one.get(name) != value for one in same):
            rest = normal({other: part for other, part in said.items() if other != name})
            values = passing.setdefault(f"{name} {rest} {after!r}", set())
            values.add(normal(value))
            if len(values) > 1:
                yield f"{name} of {move} may be anything: {sorted(values)}"


def normal(value: Any) -> str:
    """A move or a part of one as a text in which the order of lists does not matter."""
    if isinstance(value, dict):
        return str({name: normal(part) for name, part in sorted(value.items())})
    return str(sorted(map(normal, value))) if isinstance(value, list) else repr(value)


def refusals(game: AnyGame, position: Position, sentences: Sentences) -> Iterator[str]:
    """Types of which no move is legal are refused by rules, and the nearest moves of a near miss can be found."""
    for kind, findings in refused_kinds(game, position.table, None, None):
        sentences.add_findings(findings)
        if unheard := [rule for rule in findings.broken_rules if rule not in game.rulebook.rules]:
            yield f"{kind} is refused by {unheard}, which are no rules"
    for move in position.near[:1]:
        suggestions(game, position.table, move)
