"""Random games of every game, and from each of them positions with legal moves and near misses.

Everything is drawn by the seed of the game and by what is drawn, not by what was drawn before: a change of an engine
that lists one move more changes few games. ``SELDOM`` keeps games from ending at once.
"""

import hashlib
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import msgspec
from cachetools import LRUCache
from msgspec import UNSET, inspect

from schemas.base import Malformed
from service.referee.game import Game
from service.referee.judge import rule_on
from tests.games.every_game import BY_NAME, NAMES, more_of, served

MOST_MOVES = 400
GAMES_KEPT = 300
NEAR = 3
"""The near misses of a position."""
SELDOM = {"concede": 0.02, "yield": 0.3}
"""Moves that end what is to be seen: taken less often than the other types."""
State = dict[str, Any]


class Way(NamedTuple):
    """How a game is played: by how many, with which pack, by which options."""

    count: int
    pack: str
    options: dict[str, Any]


class Position(NamedTuple):
    """A whole table, the moves that are legal there, and moves that are nearly right."""

    name: str
    """Its game and number, to draw by."""
    pack: str
    state: State
    legal: list[Any]
    """One of the played type first."""
    near: list[Any]
    changed: Mapping[str, set[str]]
    """The zones that each type of move has changed in some game."""


def tag_of(move: Any) -> str:
    return str(type(move).__struct_config__.tag)


def way_of(game: Game, seed: int) -> Way:
    """Every player count, edition and pack in turn; variants and house rules by chance."""
    chance = random.Random(f"way {seed}")
    least, most = game.meta.players
    ways = list(product(range(least, most + 1), more_of(game).packs, game.rulebook.editions))
    count, pack, edition = ways[seed % len(ways)]
    options: dict[str, Any] = {"edition": edition}
    if game.variants and chance.random() < 0.5:
        options["variants"] = [name for name in game.variants if chance.random() < 0.5]
    rules = {name: chance.choice(rule.values) for name, rule in game.house_rules.items() if chance.random() < 0.25}
    if rules:
        options["house_rules"] = rules
    return Way(count, pack, options)


def opening(game: Game, seed: int) -> tuple[str, Any]:
    """A new table, whole; in one game of four before anything was drawn."""
    way = way_of(game, seed)
    box = served(game).packs.pick(way.pack)
    for options in (way.options, {**way.options, "variants": []}):  # some variants are for some numbers of players
        chosen = msgspec.convert(options, game.shapes.options)
        choices = game.choices(chosen)
        try:
            ready = game.setup(NAMES[: way.count], chosen, seed, box, choices)
        except Malformed:
            continue
        blank = game.setup(NAMES[: way.count], chosen, None, box, choices)
        state = undrawn(ready, blank) if random.Random(f"undrawn {seed}").random() < 0.25 else ready
        return way.pack, game.table(state, box, choices)
    raise AssertionError(f"{game.meta.id} cannot be set up: {way}")


def undrawn(ready: Any, blank: Any) -> Any:
    """The table before chance decides, with the piles that a seed gives: what is hidden there comes from here."""
    known = {}
    for name in blank.__struct_fields__:
        before, drawn = getattr(blank, name), getattr(ready, name)
        if isinstance(before, tuple) and "?" in before:
            line = [slot.domino for slot in getattr(ready, "next_line", ())]  # Kingdomino's first line is drawn
            known[name] = (*line, *drawn) if len(drawn) < len(before) else drawn
        elif before is UNSET and name in ("chance", "shuffles"):
            known[name] = drawn
    return msgspec.structs.replace(blank, **known)


def rank(*parts: Any) -> bytes:
    """A number that looks drawn by chance and depends on these parts alone."""
    return hashlib.blake2b(repr(parts).encode(), digest_size=8).digest()


def pick_move(moves: Sequence[Any], chance: random.Random, draw: Any) -> Any:
    """A move of a random type: types with few moves are as likely as those with many."""
    kinds = sorted({tag_of(move) for move in moves})
    kind = chance.choices(kinds, [SELDOM.get(kind, 1) for kind in kinds])[0]
    same = [move for move in moves if tag_of(move) == kind]
    return min(same, key=lambda move: rank(draw, move))


class Reached(NamedTuple):
    """A table of a random game, and the move that was made there."""

    seed: int
    number: int
    pack: str
    table: Any
    move: Any
    moves: list[Any]
    """All that are legal there."""
    log: list[Any]
    """All moves of the game."""
    after: Any
    """The table after the move; None where no move was made, or where the engine refuses what it lists."""


class Played(NamedTuple):
    """Random games: for each type of move that was made, a table of each game, and the zones that it changed."""

    reached: dict[str, list[Reached]]
    changed: dict[str, set[str]]


def play(game: Game, seeds: Iterable[int], changed: dict[str, set[str]] | None = None) -> Played:
    """Random games with these seeds; the tables of each type in an order that is drawn.

    ``changed`` are the zones that each type of move has changed in games before; those of these games are added.
    """
    played = Played({}, {} if changed is None else changed)
    for seed in seeds:
        reached, changes_of = _played_one(game, seed)
        for kind, here in reached.items():
            played.reached.setdefault(kind, []).append(here)
        for kind, zones in changes_of.items():
            played.changed.setdefault(kind, set()).update(zones)
    for kind, reached in played.reached.items():
        reached.sort(key=lambda one: rank(kind, one.seed))
    return played


_LATEST: LRUCache[tuple[str, int], tuple[dict[str, Reached], dict[str, set[str]]]] = LRUCache(GAMES_KEPT)


def _played_one(game: Game, seed: int) -> tuple[dict[str, Reached], dict[str, set[str]]]:
    """A table for each type of move, and what each changed; several tests look at the same games.

    The engine is as it is: tests that change it have their positions before.
    """
    if game is not BY_NAME.get(game.meta.id):
        return _play_one(game, seed)
    key = game.meta.id, seed
    if key not in _LATEST:
        _LATEST[key] = _play_one(game, seed)
    return _LATEST[key]


def _play_one(game: Game, seed: int) -> tuple[dict[str, Reached], dict[str, set[str]]]:
    reached: dict[str, Reached] = {}
    changed: dict[str, set[str]] = {}
    for here in playthrough(game, seed):
        if here.move is None:
            break
        kind = tag_of(here.move)
        reached[kind] = min(reached.get(kind, here), here, key=lambda one: rank(seed, kind, one.number))
        if here.after is not None:
            changed.setdefault(kind, set()).update(changes(here.table.state, here.after.state))
    return reached, changed


def playthrough(game: Game, seed: int, most: int = MOST_MOVES) -> Iterator[Reached]:
    """A random game: every table with the move that was made there, and the last one without a move."""
    pack, table = opening(game, seed)
    log: list[Any] = []
    for number in range(most + 1):
        moves = list(game.legal_moves(table, None, None))
        move, after = None, None
        if moves and number < most:
            move = pick_move(moves, random.Random(f"{seed} {number}"), (seed, number))
            log.append(move)
            after = rule_on(game, table, move).after
        yield Reached(seed, number, pack, table, move, moves, log, after)
        if after is None:
            break
        table = after


def changes(before: Any, after: Any, prefix: str = "") -> Iterator[str]:
    """The zones of the table and of its players that differ."""
    for name in before.__struct_fields__:
        one, other = getattr(before, name), getattr(after, name)
        if name == "players":
            for player, again in zip(one, other, strict=True):
                yield from changes(player, again, "/players/*")
        elif one is not other and one != other:
            yield f"{prefix}/{name}"


def sample(
    game: Game, seeds: Iterable[int], each: int, changed: dict[str, set[str]] | None = None
) -> Iterator[Position]:
    """So many positions for each type of move, from all of these games; ``changed`` as in ``play``."""
    played = play(game, seeds, changed)
    for kind in sorted(played.reached):
        for here in played.reached[kind][:each]:
            yield position_of(game, here, played.changed)


def position_of(game: Game, here: Reached, changed: Mapping[str, set[str]]) -> Position:
    chance = random.Random(f"{here.seed} {here.number} near")
    others = [pick_move(here.moves, chance, (here.seed, here.number, again)) for again in range(2)]
    legal = [here.move, *(other for other in others[:1] if other != here.move)]
    near = list(near_misses(game, here.table, [here.move, *others], here.moves, here.log, chance))
    state = seated(msgspec.json.decode(msgspec.json.encode(here.table.state)), here.move, chance)
    near = chance.sample(near, min(NEAR, len(near)))
    return Position(f"{here.seed} {here.number}", here.pack, state, legal, near, changed)


def seated(state: State, move: Any, chance: random.Random) -> State:
    """The same table with another player as the first in the order of the seats, often the one who moves."""
    players = state["players"]
    movers = [seat for seat, player in enumerate(players) if player["name"] == getattr(move, "player", None)]
    first = movers[0] if movers and chance.random() < 0.5 else chance.randrange(len(players))
    return {**state, "players": players[first:] + players[:first]}


# ---------------------------------------------------------------- near misses


def near_misses(
    game: Game, table: Any, bases: list[Any], legal: Sequence[Any], made: Sequence[Any], chance: random.Random
) -> Iterator[Any]:
    """Legal moves with another player or another value of a field, and moves made elsewhere, if well formed."""
    for base in bases:
        for plain in (_other_player(base, chance), _other_value(game, base, [*legal, *made], chance)):
            if (move := well_formed(game, table, plain)) is not None and move not in legal:
                yield move
    elsewhere = chance.choice(made)
    if well_formed(game, table, msgspec.to_builtins(elsewhere)) is not None and elsewhere not in legal:
        yield elsewhere


def well_formed(game: Game, table: Any, plain: State | None) -> Any:
    """The move, if it names only what exists."""
    try:
        move = msgspec.convert(plain, game.shapes.move)
        game.check_references(table, move)
    except (msgspec.ValidationError, Malformed):
        return None
    return move


def _other_player(move: Any, chance: random.Random) -> State:
    plain: State = msgspec.to_builtins(move)
    if "player" in plain:
        plain["player"] = chance.choice([name for name in NAMES if name != plain["player"]])
    return plain


def _other_value(game: Game, move: Any, others: Sequence[Any], chance: random.Random) -> State:
    """One field changed: to what another move of this type has there, to a neighbour, or to another allowed value."""
    plain: State = msgspec.to_builtins(move)
    kind = inspect.type_info(type(move))
    assert isinstance(kind, inspect.StructType)
    fields = [field for field in kind.fields if field.encode_name not in ("player",)]
    if not fields:
        return plain
    field = chance.choice(fields)
    name = field.encode_name
    values = [
        value
        for other in others
        if type(other) is type(move)
        and (value := msgspec.to_builtins(other).get(name, UNSET)) is not UNSET
        and value != plain.get(name)
    ]
    literals = inspect.type_info(field.type) if isinstance(field.type, type) else field.type
    if isinstance(literals, inspect.LiteralType):
        values += [value for value in literals.values if value != plain.get(name)]
    if isinstance(plain.get(name), bool):
        values.append(not plain[name])
    elif isinstance(plain.get(name), int):
        values += [plain[name] - 1, plain[name] + 1]
    elif isinstance(plain.get(name), tuple | list) and plain[name]:
        values += [plain[name][1:], [*plain[name], plain[name][-1]]]
    if not field.required:
        values.append(UNSET)
    if not values:
        return plain
    value = chance.choice(values)
    if value is UNSET:
        plain.pop(name, None)
    else:
        plain[name] = value
    return plain
